//! The stream: created by the first server, and compared by each with what it needs.

use std::collections::HashMap;
use std::time::Duration;

use async_nats::{Client, HeaderMap};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::super::Revision;
use super::CannotJoin;
use super::link::{RequestError, request, timestamp};
use super::subjects::Subjects;
use crate::timestamp::Timestamp;

/// The format of what is stored.
pub(super) const FORMAT: u32 = 2;

/// Older servers lack batches, or lose one when their leader dies.
pub(super) const OLDEST: &str = "2.12.12 or 2.14.3";

/// After a start of all NATS servers, electing a leader takes seconds.
const CREATION_TIME: Duration = Duration::from_secs(30);

const RETRY_EVERY: Duration = Duration::from_millis(500);

/// The settings of a stream by name, as the servers write them.
type Settings = serde_json::Map<String, Value>;

/// What a server tells of its stream.
#[derive(Deserialize)]
pub(super) struct StreamInfo {
    config: Settings,
    #[serde(default)]
    state: State,
    ts: String,
}

#[derive(Default, Deserialize)]
struct State {
    /// The size of what is stored.
    #[serde(default)]
    bytes: u64,
    #[serde(default)]
    last_seq: u64,
    #[serde(default)]
    subjects: HashMap<String, u64>,
}

impl StreamInfo {
    /// Differs after the stream was deleted and created again: then all revisions start over.
    pub(super) fn epoch(&self) -> Option<&str> {
        self.config.get("metadata")?.get("epoch")?.as_str()
    }

    /// The leader's time when it answered.
    pub(super) fn answered_at(&self) -> Option<Timestamp> {
        timestamp(&self.ts)
    }

    /// The size of what is stored, in bytes.
    pub(super) fn size(&self) -> u64 {
        self.state.bytes
    }

    pub(super) fn newest(&self) -> Revision {
        Revision(self.state.last_seq)
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

/// Deletes the messages before this one of the subjects that match the filter.
pub(super) async fn purge(
    client: &Client,
    subjects: &Subjects,
    filter: &str,
    kept_from: Revision,
) -> Result<(), RequestError> {
    let api = format!("$JS.API.STREAM.PURGE.{}", subjects.stream());
    let purged = json!({ "filter": filter, "seq": kept_from.0 }).to_string();
    request::<Value>(client, api, HeaderMap::new(), purged.into()).await.map(drop)
}

/// The stream, created if there is none. Returns its epoch.
pub(super) async fn open(
    client: &Client,
    subjects: &Subjects,
    replicas: usize,
    epoch: &str,
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
            Err(RequestError::NoSuchStream) => match create(client, name, &wanted).await {
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
    check(name, &info.config, &wanted)?;
    Ok(info.epoch().unwrap_or_default().to_owned())
}

async fn create(client: &Client, name: &str, wanted: &Settings) -> Result<(), RequestError> {
    let subject = format!("$JS.API.STREAM.CREATE.{name}");
    let payload = serde_json::to_vec(wanted).map_err(|error| RequestError::Refused(error.to_string()))?;
    request::<Value>(client, subject, HeaderMap::new(), payload.into()).await.map(drop)
}

/// What the stream must be like. A server that does not know a setting drops it, so all are read back. Those that are
/// unset here would lose matches, change them or refuse writes if they were set.
fn wanted(subjects: &Subjects, replicas: usize, epoch: &str) -> Settings {
    let wanted = json!({
        "name": subjects.stream(),
        "subjects": [subjects.stored()],
        "storage": "file",
        "num_replicas": replicas,
        "retention": "limits",
        "discard": "new",
        "max_msgs_per_subject": 1,
        "allow_msg_ttl": true,
        "allow_atomic": true,
        "republish": { "src": subjects.stored(), "dest": subjects.changes() },
        "metadata": { "format": FORMAT.to_string(), "epoch": epoch },
        "max_age": 0,
        "max_msg_size": -1,
        "no_ack": false,
        "sealed": false,
        "discard_new_per_subject": false,
        "mirror": null,
        "sources": null,
        "subject_transform": null,
        "subject_delete_marker_ttl": 0,
        "allow_msg_counter": false,
    });
    let Value::Object(wanted) = wanted else { unreachable!("it is an object") };
    wanted
}

fn check(name: &str, found: &Settings, wanted: &Settings) -> Result<(), CannotJoin> {
    let value = |setting: &str| found.get(setting).unwrap_or(&Value::Null);
    let format = value("metadata").get("format").and_then(|format| format.as_str()?.parse().ok());
    if let Some(format) = format.filter(|format| *format > FORMAT) {
        return Err(CannotJoin::NewerFormat(name.to_owned(), format));
    }
    let differs = |(setting, wanted): &(&String, &Value)| match setting.as_str() {
        "metadata" => format.is_none(),
        "num_replicas" => false,
        setting => value(setting) != *wanted && !(is_unset(value(setting)) && is_unset(wanted)),
    };
    // Not saved to the disk before the answer.
    let persists_late = value("persist_mode") == "async";
    let differing = wanted.iter().find(differs).map(|(setting, _)| setting.as_str());
    if let Some(setting) = differing.or(persists_late.then_some("persist_mode")) {
        return Err(CannotJoin::Foreign(name.to_owned(), setting.to_owned()));
    }
    let copies = |settings: &Settings| settings.get("num_replicas").and_then(Value::as_u64).unwrap_or(1);
    if copies(found) < copies(wanted) {
        return Err(CannotJoin::TooFewCopies(name.to_owned(), copies(found), copies(wanted)));
    }
    Ok(())
}

/// The servers leave such settings out.
fn is_unset(value: &Value) -> bool {
    value.is_null() || *value == false || *value == 0
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
        let subjects = Subjects::new("games");
        let wanted = wanted(&subjects, 3, "a");
        let refusals = [
            ("allow_atomic", json!(false), "its allow_atomic differs"),
            ("subjects", json!(["games.>", "other"]), "its subjects differs"),
            ("max_age", json!(1), "its max_age differs"),
            ("sources", json!([{ "name": "other" }]), "its sources differs"),
            ("persist_mode", json!("async"), "its persist_mode differs"),
            ("metadata", json!({}), "its metadata differs"),
            ("metadata", json!({ "format": "3" }), "of a newer version"),
            ("num_replicas", json!(1), "keeps 1 copies of each match, not 3"),
        ];
        for (setting, value, sentence) in refusals {
            let mut found = wanted.clone();
            found.insert(setting.to_owned(), value);
            let refused = check("games", &found, &wanted).unwrap_err().to_string();
            assert!(refused.contains(sentence), "{refused}");
        }
        let mut found = super::wanted(&subjects, 5, "b");
        found.retain(|_, value| !is_unset(value));
        assert!(check("games", &found, &wanted).is_ok());
    }
}
