//! Requests to the NATS servers, and what their answers mean.

use std::time::{Duration, SystemTime};

use async_nats::{Client, HeaderMap, Message, Request, RequestErrorKind, SubscribeError, Subscriber};
use bytes::Bytes;
use data_encoding::BASE64;
use futures::StreamExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::time::{sleep, timeout};

use super::super::{Entry, Revision};
use super::jitter;
use super::subjects::Subjects;
use crate::timestamp::Timestamp;

/// A server that answers later may be frozen or cut off.
pub(super) const REQUEST_TIME: Duration = Duration::from_millis(1500);

pub(super) const EXPECTED: &str = "Nats-Expected-Last-Subject-Sequence";
pub(super) const TTL: &str = "Nats-TTL";
/// Identifies one write, however often it is sent.
pub(super) const OPERATION: &str = "Ttt-Op";

const SEQUENCE: &str = "Nats-Sequence";
const TIMESTAMP: &str = "Nats-Time-Stamp";

/// Why a request failed.
#[derive(Debug, Error)]
pub(super) enum RequestError {
    /// The expected revision is not the newest, or an entry of the history exists.
    #[error("the revision is not the newest")]
    WrongRevision,
    /// Another write of the same subject is not finished.
    #[error("another write of this key is in flight")]
    Busy,
    #[error("there is no such message")]
    NoSuchMessage,
    #[error("there is no such stream")]
    NoSuchStream,
    /// The server has not done it, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The request may have been carried out, or may yet be.
    #[error("no answer: {0}")]
    NoAnswer(String),
}

impl RequestError {
    /// Whether the request may yet be carried out.
    pub(super) const fn is_unsettled(&self) -> bool {
        matches!(self, Self::NoAnswer(_))
    }
}

#[derive(Deserialize)]
struct Answer<T> {
    error: Option<ApiError>,
    #[serde(flatten)]
    result: Option<T>,
}

#[derive(Deserialize)]
struct ApiError {
    #[serde(default)]
    err_code: u32,
    #[serde(default)]
    description: String,
}

impl From<ApiError> for RequestError {
    fn from(error: ApiError) -> Self {
        match error.err_code {
            10_071 => Self::WrongRevision,
            10_164 => Self::Busy,
            10_037 => Self::NoSuchMessage,
            10_059 => Self::NoSuchStream,
            // A leader that is deposed says so, also of what it has passed on to the others, and may yet be stored.
            10_008 => Self::NoAnswer(error.description),
            code => Self::Refused(format!("{} ({code})", error.description)),
        }
    }
}

/// Sends a request, and decodes its answer.
pub(super) async fn request<T: DeserializeOwned>(
    client: &Client,
    subject: String,
    headers: HeaderMap,
    payload: Bytes,
) -> Result<T, RequestError> {
    let request = Request::new().headers(headers).payload(payload).timeout(None);
    // While there is no connection, sending may take long too.
    let answer = timeout(REQUEST_TIME, client.send_request(subject, request)).await;
    let answer = answer.map_err(|_| RequestError::NoAnswer("it took too long".to_owned()))?;
    let answer = answer.map_err(|error| match error.kind() {
        // Usual during an election: the servers know of no leader.
        RequestErrorKind::NoResponders => RequestError::Refused("no server leads the stream".to_owned()),
        RequestErrorKind::InvalidSubject | RequestErrorKind::MaxPayloadExceeded => {
            RequestError::Refused(error.to_string())
        }
        RequestErrorKind::TimedOut | RequestErrorKind::Other => RequestError::NoAnswer(error.to_string()),
    })?;
    let answer = serde_json::from_slice::<Answer<T>>(&answer.payload);
    match answer.map_err(|error| RequestError::NoAnswer(error.to_string()))? {
        Answer { error: Some(error), .. } => Err(error.into()),
        Answer { result: Some(result), .. } => Ok(result),
        Answer { .. } => Err(RequestError::NoAnswer("it is incomplete".to_owned())),
    }
}

/// A subscription that is made again when it ends.
pub(super) struct LastingSubscription {
    client: Client,
    subject: String,
    pub(super) messages: Subscriber,
}

impl LastingSubscription {
    pub(super) async fn new(client: &Client, subject: String) -> Result<Self, SubscribeError> {
        let messages = client.subscribe(subject.clone()).await?;
        Ok(Self { client: client.clone(), subject, messages })
    }

    /// Waits for the next message. Cancel safe.
    pub(super) async fn next(&mut self) -> Message {
        loop {
            if let Some(message) = self.messages.next().await {
                return message;
            }
            sleep(jitter()).await;
            match self.client.subscribe(self.subject.clone()).await {
                Ok(messages) => self.messages = messages,
                Err(error) => tracing::warn!(%error, "cannot subscribe to NATS: retrying"),
            }
        }
    }
}

/// As the servers write it.
pub(super) fn expected(revision: Option<Revision>) -> String {
    revision.map_or(0, |revision| revision.0).to_string()
}

/// Stores a message, and returns its sequence number.
pub(super) async fn store(
    client: &Client,
    subject: String,
    headers: HeaderMap,
    payload: Bytes,
) -> Result<Revision, RequestError> {
    let Stored { seq } = request(client, subject, headers, payload).await?;
    Ok(Revision(seq))
}

#[derive(Deserialize)]
struct Stored {
    seq: u64,
}

/// Reads the newest message of a subject from the leader of the stream, which alone knows it for certain.
pub(super) async fn read(
    client: &Client,
    subjects: &Subjects,
    subject: &str,
) -> Result<Option<Found>, RequestError> {
    read_message(client, subjects, &json!({ "last_by_subj": subject })).await
}

/// Reads the oldest message of the subjects that match the filter.
pub(super) async fn read_oldest(
    client: &Client,
    subjects: &Subjects,
    filter: &str,
) -> Result<Option<Found>, RequestError> {
    read_message(client, subjects, &json!({ "seq": 1, "next_by_subj": filter })).await
}

async fn read_message(
    client: &Client,
    subjects: &Subjects,
    wanted: &Value,
) -> Result<Option<Found>, RequestError> {
    let api = format!("$JS.API.STREAM.MSG.GET.{}", subjects.stream());
    match request::<StoredMessage>(client, api, HeaderMap::new(), wanted.to_string().into()).await {
        Ok(message) => match message.decode() {
            Some(found) => Ok(Some(found)),
            None => Err(RequestError::Refused(format!("the message for {wanted} cannot be decoded"))),
        },
        Err(RequestError::NoSuchMessage) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A stored value with what its message says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) entry: Entry,
    pub(super) written_at: Timestamp,
    pub(super) expires_at: Timestamp,
    /// The write that stored it.
    pub(super) operation: Option<String>,
}

impl Found {
    /// A value that the servers have published again.
    pub(super) fn from_change(message: Message) -> Option<Self> {
        let headers = message.headers?;
        let sequence = text(&headers, SEQUENCE)?.parse().ok()?;
        let written_at = timestamp(text(&headers, TIMESTAMP)?)?;
        // A copy, which does not keep the whole buffer that it was read into.
        let value = Bytes::copy_from_slice(&message.payload);
        Some(Self::new(sequence, written_at, &headers, value))
    }

    fn new(sequence: u64, written_at: Timestamp, headers: &HeaderMap, value: Bytes) -> Self {
        let ttl = text(headers, TTL).and_then(|ttl| ttl.trim_end_matches('s').parse().ok());
        Self {
            entry: Entry { value: value.into(), revision: Revision(sequence) },
            written_at,
            expires_at: ttl.map_or(Timestamp::MAX, |ttl| written_at.after(Duration::from_secs(ttl))),
            operation: text(headers, OPERATION).map(str::to_owned),
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(async_nats::HeaderValue::as_str)
}

/// A time as the servers write it, in UTC.
pub(super) fn timestamp(text: &str) -> Option<Timestamp> {
    let since_epoch = humantime::parse_rfc3339(text).ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(Timestamp::ZERO.after(since_epoch))
}

/// A message as the leader of the stream reads it.
#[derive(Deserialize)]
struct StoredMessage {
    message: MessageFields,
}

#[derive(Deserialize)]
struct MessageFields {
    seq: u64,
    time: String,
    #[serde(default)]
    hdrs: String,
    #[serde(default)]
    data: String,
}

impl StoredMessage {
    fn decode(self) -> Option<Found> {
        let MessageFields { seq, time, hdrs, data } = self.message;
        let mut headers = HeaderMap::new();
        let lines = String::from_utf8(BASE64.decode(hdrs.as_bytes()).ok()?).ok()?;
        for (name, value) in lines.lines().filter_map(|line| line.split_once(':')) {
            headers.insert(name, value.trim());
        }
        let value = BASE64.decode(data.as_bytes()).ok()?;
        Some(Found::new(seq, timestamp(&time)?, &headers, value.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_from_a_result() {
        let error = |answer: &str| {
            serde_json::from_str::<Answer<Stored>>(answer).unwrap().error.map(RequestError::from)
        };
        assert!(error(r#"{"stream":"games","seq":7}"#).is_none());
        let refused = r#"{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 7"},"stream":"games","seq":0}"#;
        assert!(matches!(error(refused), Some(RequestError::WrongRevision)));
        let unsettled = r#"{"error":{"code":503,"err_code":10008,"description":"unavailable"}}"#;
        assert!(error(unsettled).unwrap().is_unsettled());
        let other = r#"{"error":{"code":503,"err_code":10077,"description":"maximum bytes exceeded"}}"#;
        assert_eq!(error(other).unwrap().to_string(), "maximum bytes exceeded (10077)");
    }

    #[test]
    fn a_stored_message_is_decoded() {
        let headers = BASE64.encode(b"NATS/1.0\r\nNats-TTL: 5\r\nTtt-Op: ab.7\r\n\r\n");
        let message = format!(
            r#"{{"message":{{"subject":"games.k.a.b","seq":9,"hdrs":"{headers}","data":"eA==","time":"1970-01-01T00:00:02.5Z"}}}}"#
        );
        let found = serde_json::from_str::<StoredMessage>(&message).unwrap().decode().unwrap();
        assert_eq!((found.entry.revision, found.entry.value.to_bytes()), (Revision(9), "x".into()));
        assert_eq!(found.expires_at, Timestamp::from_millis(7500));
        assert_eq!(found.operation.as_deref(), Some("ab.7"));
    }
}
