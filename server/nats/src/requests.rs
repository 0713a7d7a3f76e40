//! Requests to the NATS servers that keep a stream, and what their answers mean.

use std::collections::HashMap;
use std::fmt::Display;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::header::{NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, NATS_MESSAGE_TTL};
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::response::Response;
use async_nats::jetstream::stream::{self, RawMessageError, RawMessageErrorKind};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, HeaderMap, HeaderValue, Request, RequestErrorKind};
use bytes::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;
use tokio::time::timeout;

use tictactoe_server::store::{Entry, Key, NodeId, Revision, Timestamp};

/// A NATS server that takes longer may be frozen or cut off.
const REQUEST_TIME: Duration = Duration::from_millis(1500);

/// The header that identifies one write, however often it is sent.
pub(super) const OPERATION: &str = "Ttt-Op";

/// The stream, and the connection to the NATS servers that keep it.
pub(super) struct Stream {
    pub(super) client: Client,
    pub(super) messages: stream::Stream<()>,
    /// The name of the stream, and the first part of its subjects.
    pub(super) name: String,
}

/// The settings of a stream by name, as the NATS servers write them.
pub(super) type Settings = serde_json::Map<String, Value>;

/// Why a request failed.
#[derive(Debug, Error)]
pub(super) enum StreamError {
    /// The expected revision is not the newest, or the entry of the history exists already. Holds the newest
    /// revision that the NATS server knows; `None` while another write of the key is in flight.
    #[error("the revision is not the newest, or another write of this key is in flight")]
    WrongRevision(Option<Revision>),
    #[error("there is no such stream")]
    NoSuchStream,
    /// The NATS server has done nothing, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The request may have been carried out, or may yet be.
    #[error("no answer: {0}")]
    NoAnswer(String),
}

impl From<jetstream::Error> for StreamError {
    fn from(error: jetstream::Error) -> Self {
        match error.error_code() {
            ErrorCode::STREAM_WRONG_LAST_SEQUENCE | ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT => {
                // "wrong last sequence: 7"
                let newest = error.to_string().split_whitespace().find_map(|word| word.parse().ok());
                Self::WrongRevision(newest.map(Revision))
            }
            ErrorCode::STREAM_NOT_FOUND => Self::NoSuchStream,
            // A deposed leader says so even of a message that it has passed on, which may still be stored.
            ErrorCode::CLUSTER_NOT_AVAILABLE => Self::NoAnswer(error.to_string()),
            // So does a leader that stops or whose disk fails. A message beyond a limit of the stream is never stored.
            ErrorCode::STREAM_STORE_FAILED if !error.to_string().starts_with("maximum") => {
                Self::NoAnswer(error.to_string())
            }
            _ => Self::Refused(error.to_string()),
        }
    }
}

impl From<async_nats::RequestError> for StreamError {
    fn from(error: async_nats::RequestError) -> Self {
        match error.kind() {
            // Usual during an election, when the NATS servers know of no leader.
            RequestErrorKind::NoResponders => Self::Refused("no NATS server leads the stream".to_owned()),
            RequestErrorKind::InvalidSubject | RequestErrorKind::MaxPayloadExceeded => {
                Self::Refused(error.to_string())
            }
            RequestErrorKind::TimedOut | RequestErrorKind::Other => Self::NoAnswer(error.to_string()),
        }
    }
}

/// The description of a stream by a NATS server.
#[derive(Deserialize)]
pub(super) struct StreamInfo {
    pub(super) config: Settings,
    pub(super) state: State,
    ts: String,
}

#[derive(Deserialize)]
pub(super) struct State {
    /// The size of all messages.
    pub(super) bytes: u64,
    pub(super) last_seq: u64,
    /// The subjects that match the filter, with their numbers of messages.
    #[serde(default)]
    pub(super) subjects: HashMap<String, u64>,
}

impl StreamInfo {
    /// Changes when the stream is deleted and created again, which starts all revisions over.
    pub(super) fn epoch(&self) -> Option<&str> {
        self.config.get("metadata")?.get("epoch")?.as_str()
    }

    /// The leader's time when it answered.
    pub(super) fn answered_at(&self) -> Option<Timestamp> {
        humantime::parse_rfc3339(&self.ts).ok().map(timestamp)
    }
}

/// A stored value, with the details of its message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) entry: Entry,
    pub(super) written_at: Timestamp,
    pub(super) expires_at: Timestamp,
    /// The write that stored it.
    pub(super) operation: Option<String>,
}

impl From<StreamMessage> for Found {
    fn from(StreamMessage { sequence, headers, payload, time, .. }: StreamMessage) -> Self {
        let written_at = timestamp(time.into());
        let ttl =
            headers.get(NATS_MESSAGE_TTL).and_then(|ttl| ttl.as_str().trim_end_matches('s').parse().ok());
        // A copy, so that the whole receive buffer is not kept.
        let value = Bytes::copy_from_slice(&payload);
        Self {
            entry: Entry { value, revision: Revision(sequence) },
            written_at,
            expires_at: ttl.map_or(Timestamp::MAX, |ttl| written_at.after(Duration::from_secs(ttl))),
            operation: headers.get(OPERATION).map(|operation| operation.as_str().to_owned()),
        }
    }
}

impl Stream {
    pub(super) fn value(&self, key: &Key) -> String {
        format!("{}.k.{key}", self.name)
    }

    /// The values of all keys of a kind.
    pub(super) fn values_of(&self, kind: &str) -> String {
        format!("{}.k.{kind}.*", self.name)
    }

    /// The histories of all keys.
    pub(super) fn histories(&self) -> String {
        format!("{}.p.>", self.name)
    }

    /// An entry of a history; `*` for all of them.
    pub(super) fn history_entry(&self, key: &Key, number: impl Display) -> String {
        format!("{}.p.{key}.{number}", self.name)
    }

    /// The key whose value has this subject; `None` for an entry of a history.
    pub(super) fn key_of(&self, subject: &str) -> Option<Key> {
        let key = subject.strip_prefix(self.name.as_str())?.strip_prefix(".k.")?;
        Some(Key::from_stored(key))
    }

    /// The subject of requests to a node.
    pub(super) fn questions(&self, node: NodeId) -> String {
        format!("{}-ask.{node}", self.name)
    }

    /// Asks the leader for the stream, and for the subjects that match the filter.
    pub(super) async fn info(&self, subjects_filter: Option<&str>) -> Result<StreamInfo, StreamError> {
        let filter = subjects_filter.map(|filter| json!({ "subjects_filter": filter }).to_string());
        self.api("INFO", filter.unwrap_or_default().into()).await
    }

    pub(super) async fn create(&self, settings: &Settings) -> Result<(), StreamError> {
        let settings = serde_json::to_vec(settings)?;
        self.api::<Value>("CREATE", settings.into()).await.map(drop)
    }

    /// Deletes the messages before this one of the subjects that match the filter.
    pub(super) async fn purge(&self, filter: &str, kept_from: Revision) -> Result<(), StreamError> {
        let purged = json!({ "filter": filter, "seq": kept_from.0 }).to_string();
        self.api::<Value>("PURGE", purged.into()).await.map(drop)
    }

    async fn api<T: DeserializeOwned>(&self, verb: &str, payload: Bytes) -> Result<T, StreamError> {
        let subject = format!("$JS.API.STREAM.{verb}.{}", self.name);
        self.request(subject, HeaderMap::new(), payload).await
    }

    /// Stores a message, and returns its sequence number.
    pub(super) async fn store(
        &self,
        subject: String,
        headers: HeaderMap,
        payload: Bytes,
    ) -> Result<Revision, StreamError> {
        let PublishAck { sequence, .. } = self.request(subject, headers, payload).await?;
        Ok(Revision(sequence))
    }

    async fn request<T: DeserializeOwned>(
        &self,
        subject: String,
        headers: HeaderMap,
        payload: Bytes,
    ) -> Result<T, StreamError> {
        let request = Request::new().headers(headers).payload(payload).timeout(None);
        let answer = in_time(self.client.send_request(subject, request)).await??;
        match serde_json::from_slice(&answer.payload)? {
            Response::Ok(result) => Ok(result),
            Response::Err { error } => Err(error.into()),
        }
    }

    /// Reads the newest message of a subject from the leader of the stream, which alone knows it for certain.
    pub(super) async fn read(&self, subject: &str) -> Result<Option<Found>, StreamError> {
        found(in_time(self.messages.get_last_raw_message_by_subject(subject)).await?)
    }

    /// Reads the oldest message of the subjects that match the filter.
    pub(super) async fn read_oldest(&self, filter: &str) -> Result<Option<Found>, StreamError> {
        found(in_time(self.messages.get_first_raw_message_by_subject(filter, 1)).await?)
    }
}

/// Includes the time to send, because that may take long while there is no connection.
pub(super) async fn in_time<T>(request: impl Future<Output = T>) -> Result<T, StreamError> {
    let answer = timeout(REQUEST_TIME, request).await;
    answer.map_err(|_| StreamError::NoAnswer("it took too long".to_owned()))
}

fn found(read: Result<StreamMessage, RawMessageError>) -> Result<Option<Found>, StreamError> {
    match read {
        Ok(message) => Ok(Some(message.into())),
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => Ok(None),
        Err(error) => Err(StreamError::NoAnswer(error.to_string())),
    }
}

/// Headers for a message that replaces this revision; without one, for the first message of its subject.
pub(super) fn replacing(expected: Option<Revision>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let sequence = expected.map_or(0, |revision| revision.0);
    headers.insert(NATS_EXPECTED_LAST_SUBJECT_SEQUENCE, HeaderValue::from(sequence));
    headers
}

fn timestamp(time: SystemTime) -> Timestamp {
    Timestamp::ZERO.after(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

impl From<serde_json::Error> for StreamError {
    fn from(error: serde_json::Error) -> Self {
        Self::NoAnswer(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_from_a_result() {
        let error = |answer: &str| match serde_json::from_str(answer).unwrap() {
            Response::<PublishAck>::Ok(_) => None,
            Response::Err { error } => Some(StreamError::from(error)),
        };
        assert!(error(r#"{"stream":"games","seq":7}"#).is_none());
        let refused = r#"{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 7"},"stream":"games","seq":0}"#;
        assert!(matches!(error(refused), Some(StreamError::WrongRevision(Some(Revision(7))))));
        let in_flight = r#"{"error":{"code":400,"err_code":10164,"description":"wrong last sequence"}}"#;
        assert!(matches!(error(in_flight), Some(StreamError::WrongRevision(None))));
        let unavailable = |code: u32, description: &str| {
            error(&format!(r#"{{"error":{{"code":503,"err_code":{code},"description":"{description}"}}}}"#))
        };
        for (code, description) in [(10008, "unavailable"), (10077, "store is closed")] {
            let unsettled = unavailable(code, description);
            assert!(matches!(unsettled, Some(StreamError::NoAnswer(_))), "{description}");
        }
        for (code, description) in [(10023, "insufficient resources"), (10077, "maximum bytes exceeded")] {
            let settled = unavailable(code, description);
            assert!(matches!(settled, Some(StreamError::Refused(reason)) if reason.contains(description)));
        }
    }
}
