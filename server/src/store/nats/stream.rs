//! The stream: created by the first server, and compared by each with what it needs.

use std::collections::HashMap;
use std::time::Duration;

use async_nats::{Client, HeaderMap};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

use super::CannotJoin;
use super::link::{RequestError, request, timestamp};
use super::subjects::Subjects;
use crate::timestamp::Timestamp;

/// The format of what is stored.
pub(super) const FORMAT: u32 = 1;

/// Older servers lack batches, or lose one when their leader dies.
pub(super) const OLDEST: &str = "2.12.12 or 2.14.3";

/// After a start of all NATS servers, electing a leader takes seconds.
const CREATION_TIME: Duration = Duration::from_secs(30);

const RETRY_EVERY: Duration = Duration::from_millis(500);

/// What the stream must be like. A server that does not know a field drops it, so it is read back.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StreamConfig {
    name: String,
    subjects: Vec<String>,
    storage: String,
    num_replicas: usize,
    retention: String,
    discard: String,
    max_msgs_per_subject: i64,
    #[serde(default)]
    allow_msg_ttl: bool,
    #[serde(default)]
    allow_atomic: bool,
    republish: Option<Republish>,
    #[serde(default)]
    metadata: HashMap<String, String>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Republish {
    src: String,
    dest: String,
}

/// What a server tells of its stream.
#[derive(Deserialize)]
pub(super) struct StreamInfo {
    config: StreamConfig,
    #[serde(default)]
    state: State,
    ts: String,
}

#[derive(Default, Deserialize)]
struct State {
    #[serde(default)]
    subjects: HashMap<String, u64>,
}

impl StreamInfo {
    /// Differs after the stream was deleted and created again: then all revisions start over.
    pub(super) fn epoch(&self) -> Option<&str> {
        self.config.metadata.get("epoch").map(String::as_str)
    }

    /// The leader's time when it answered.
    pub(super) fn answered_at(&self) -> Option<Timestamp> {
        timestamp(&self.ts)
    }

    /// The subjects that were asked for.
    pub(super) fn into_subjects(self) -> impl Iterator<Item = String> {
        self.state.subjects.into_keys()
    }
}

/// Asks the leader for the stream, and for the subjects that match the filter.
pub(super) async fn info(
    client: &Client,
    subjects: &Subjects,
    subjects_filter: Option<&str>,
) -> Result<StreamInfo, RequestError> {
    let filter = subjects_filter.map(|filter| serde_json::json!({ "subjects_filter": filter }).to_string());
    let api = format!("$JS.API.STREAM.INFO.{}", subjects.stream());
    request(client, api, HeaderMap::new(), filter.unwrap_or_default().into()).await
}

/// The stream, created if there is none. Returns its epoch.
pub(super) async fn open(
    client: &Client,
    subjects: &Subjects,
    replicas: usize,
    epoch: String,
) -> Result<String, CannotJoin> {
    let version = client.server_info().version;
    if !is_new_enough(&version) {
        return Err(CannotJoin::TooOld(version));
    }
    let wanted = wanted(subjects, replicas, epoch);
    let deadline = Instant::now() + CREATION_TIME;
    let name = subjects.stream();
    let info = loop {
        let failure = match info(client, subjects, None).await {
            Ok(info) => break info,
            Err(RequestError::NoSuchStream) => match create(client, &wanted).await {
                // Read what the server has made of it.
                Ok(()) => continue,
                Err(error) => error,
            },
            Err(error) => error,
        };
        if Instant::now() >= deadline {
            return Err(CannotJoin::NoStream(name.to_owned(), failure.to_string()));
        }
        sleep(RETRY_EVERY).await;
    };
    check(&info.config, &wanted)?;
    Ok(info.epoch().unwrap_or_default().to_owned())
}

async fn create(client: &Client, wanted: &StreamConfig) -> Result<(), RequestError> {
    let subject = format!("$JS.API.STREAM.CREATE.{}", wanted.name);
    let payload = serde_json::to_vec(wanted).map_err(|error| RequestError::Refused(error.to_string()))?;
    request::<serde_json::Value>(client, subject, HeaderMap::new(), payload.into()).await.map(drop)
}

fn wanted(subjects: &Subjects, replicas: usize, epoch: String) -> StreamConfig {
    let metadata = [("format", FORMAT.to_string()), ("epoch", epoch)];
    StreamConfig {
        name: subjects.stream().to_owned(),
        subjects: vec![subjects.stored()],
        storage: "file".to_owned(),
        num_replicas: replicas,
        retention: "limits".to_owned(),
        discard: "new".to_owned(),
        max_msgs_per_subject: 1,
        allow_msg_ttl: true,
        allow_atomic: true,
        republish: Some(Republish { src: subjects.stored(), dest: subjects.changes() }),
        metadata: metadata.map(|(name, value)| (name.to_owned(), value)).into(),
    }
}

fn check(found: &StreamConfig, wanted: &StreamConfig) -> Result<(), CannotJoin> {
    let name = || wanted.name.clone();
    let format = found.metadata.get("format").and_then(|format| format.parse().ok());
    let differing = [
        ("metadata", format.is_some()),
        ("subjects", found.subjects == wanted.subjects),
        ("storage", found.storage == wanted.storage),
        ("retention", found.retention == wanted.retention),
        ("discard", found.discard == wanted.discard),
        ("max_msgs_per_subject", found.max_msgs_per_subject == wanted.max_msgs_per_subject),
        ("allow_msg_ttl", found.allow_msg_ttl),
        ("allow_atomic", found.allow_atomic),
        ("republish", found.republish == wanted.republish),
    ];
    if let Some(format) = format.filter(|format| *format > FORMAT) {
        return Err(CannotJoin::NewerFormat(name(), format));
    }
    if let Some((setting, _)) = differing.into_iter().find(|(_, is_equal)| !is_equal) {
        return Err(CannotJoin::Foreign(name(), setting));
    }
    if found.num_replicas < wanted.num_replicas {
        return Err(CannotJoin::TooFewCopies(name(), found.num_replicas, wanted.num_replicas));
    }
    Ok(())
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split(['.', '-']).map(|number| number.parse::<u32>().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    match (next(), next(), next()) {
        (2, 12, patch) => patch >= 12,
        (2, 14, patch) => patch >= 3,
        (major, minor, _) => (major, minor) > (2, 14),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_that_could_lose_a_batch_are_too_old() {
        for (version, is_enough) in [
            ("2.9.10", false),
            ("2.12.3", false),
            ("2.12.12", true),
            ("2.14.2", false),
            ("2.14.3", true),
            ("2.15.1", true),
            ("3.0.0-beta.1", true),
            ("", false),
        ] {
            assert_eq!(is_new_enough(version), is_enough, "{version}");
        }
    }

    #[test]
    fn a_stream_that_differs_is_refused() {
        type Change = fn(&mut StreamConfig);
        let refusals: [(Change, &str); 5] = [
            (|found| found.allow_atomic = false, "its allow_atomic differs"),
            (|found| found.subjects.push("other".to_owned()), "its subjects differs"),
            (|found| found.metadata.clear(), "its metadata differs"),
            (|found| found.num_replicas = 1, "keeps 1 copies of each match, not 3"),
            (|found| found.metadata.extend([("format".to_owned(), "2".to_owned())]), "of a newer version"),
        ];
        let subjects = Subjects::new("games");
        for (change, sentence) in refusals {
            let mut found = wanted(&subjects, 3, "a".to_owned());
            change(&mut found);
            let refused = check(&found, &wanted(&subjects, 3, "b".to_owned())).unwrap_err().to_string();
            assert!(refused.contains(sentence), "{refused}");
        }
        assert!(check(&wanted(&subjects, 5, "a".to_owned()), &wanted(&subjects, 3, "b".to_owned())).is_ok());
    }
}
