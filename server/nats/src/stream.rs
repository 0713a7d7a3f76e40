//! The stream: created by the first node, and checked by every node.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream;
use async_nats::{Client, ConnectOptions, Event};
use serde_json::{Value, json};
use thiserror::Error;
use tokio::sync::Notify;

use super::requests::{Settings, Stream, StreamError};
use super::{NatsOptions, retry};

/// The version of the stored values and of the requests between nodes. From version 0.2.0 on, a change of either
/// raises it.
const FORMAT: u32 = 6;

/// Older NATS servers lack batches, or lose one when their leader dies.
const OLDEST: &str = "2.12.12 or 2.14.3";

/// A silent connection is given up after two of these.
const PING_EVERY: Duration = Duration::from_secs(2);

/// Why the matches of a stream cannot be used.
#[derive(Debug, Error)]
pub enum CannotJoin {
    /// No NATS server can be reached, for this reason.
    #[error("cannot reach a NATS server: {0}")]
    NoServer(String),
    /// A file of credentials or certificates cannot be used, for this reason.
    #[error("cannot use {path}: {1}", path = .0.display())]
    Unusable(PathBuf, String),
    /// The NATS server has this version.
    #[error("the NATS server has version {0}, which is too old: {OLDEST} or newer is needed")]
    TooOld(String),
    /// The stream cannot be created or read, for this reason.
    #[error("the stream {0} is not available: {1}")]
    NoStream(String, String),
    /// A stream of this name has another setting than this one needs.
    #[error("the stream {0} is not one of this server: its {1} differs")]
    Foreign(String, String),
    /// The stream keeps this many copies, fewer than were requested.
    #[error("the stream {0} keeps {1} copies of each match, not {2}")]
    TooFewCopies(String, u64, u64),
    /// Another version has created the stream.
    #[error("the stream {0} has format {1}, of another version: this one knows format {FORMAT} only")]
    OtherFormat(String, u32),
}

impl Stream {
    /// Connects to the stream, which is created with this epoch if there is none. Returns its epoch.
    pub(super) async fn open(
        options: &NatsOptions,
        changes_missed: &Arc<Notify>,
        epoch: &str,
    ) -> Result<(Self, String), CannotJoin> {
        let client = connect(options, changes_missed).await?;
        let can_lose_batches =
            client.is_server_compatible(2, 13, 0) && !client.is_server_compatible(2, 14, 3);
        if can_lose_batches || !client.is_server_compatible(2, 12, 12) {
            return Err(CannotJoin::TooOld(client.server_info().version));
        }
        let name = options.stream.clone();
        let unavailable = |error: &dyn ToString| CannotJoin::NoStream(name.clone(), error.to_string());
        let messages = jetstream::new(client.clone()).get_stream_no_info(&name).await;
        let messages = messages.map_err(|error| unavailable(&error))?;
        let stream = Self { client, messages, name: name.clone() };
        let wanted = wanted(&name, options.replicas, epoch);
        let info = retry(|| async {
            match stream.info(None).await {
                Err(StreamError::NoSuchStream) => {
                    stream.create(&wanted).await?;
                    // Read the settings back as the NATS server has stored them.
                    stream.info(None).await
                }
                answered => answered,
            }
        });
        let info = info.await.map_err(|error| unavailable(&error.0))?;
        check(&name, &info.config, &wanted)?;
        let epoch = info.epoch().unwrap_or_default().to_owned();
        Ok((stream, epoch))
    }
}

async fn connect(options: &NatsOptions, changes_missed: &Arc<Notify>) -> Result<Client, CannotJoin> {
    let changes_missed = Arc::clone(changes_missed);
    let mut connect = ConnectOptions::new()
        .name("tictactoe-server")
        .ping_interval(PING_EVERY)
        .connection_timeout(PING_EVERY)
        .reconnect_delay_callback(|_| Duration::from_millis(fastrand::u64(5..1000)))
        .ignore_discovered_servers()
        .event_callback(move |event| {
            match event {
                Event::Connected | Event::SlowConsumer(_) => changes_missed.notify_one(),
                // For example, a missing permission.
                Event::ServerError(error) => tracing::warn!(%error, "NATS reports an error"),
                _ => {}
            }
            std::future::ready(())
        });
    if let Some(path) = &options.credentials {
        let with_credentials = connect.credentials_file(path).await;
        connect = with_credentials.map_err(|error| CannotJoin::Unusable(path.clone(), error.to_string()))?;
    }
    if let Some(path) = &options.tls_ca {
        std::fs::metadata(path).map_err(|error| CannotJoin::Unusable(path.clone(), error.to_string()))?;
        connect = connect.add_root_certificates(path.clone()).require_tls(true);
    }
    let connected = connect.connect(&options.servers).await;
    connected.map_err(|error| CannotJoin::NoServer(error.to_string()))
}

/// The required settings. A NATS server that does not know a setting drops it, so all are read back. If those that are unset
/// here were set, they would lose or change matches, or refuse writes.
fn wanted(name: &str, replicas: usize, epoch: &str) -> Settings {
    let all = format!("{name}.>");
    let wanted = json!({
        "name": name,
        "subjects": [all],
        "storage": "file",
        "num_replicas": replicas,
        "retention": "limits",
        "discard": "new",
        "max_msgs_per_subject": 1,
        "allow_msg_ttl": true,
        "allow_atomic": true,
        "republish": { "src": all, "dest": changes_of(name) },
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

/// The subjects under which the NATS servers republish stored messages.
pub(super) fn changes_of(name: &str) -> String {
    format!("{name}-changes.>")
}

fn check(name: &str, found: &Settings, wanted: &Settings) -> Result<(), CannotJoin> {
    let value = |setting: &str| found.get(setting).unwrap_or(&Value::Null);
    let format = value("metadata").get("format").and_then(|format| format.as_str()?.parse().ok());
    if let Some(format) = format.filter(|format| *format != FORMAT) {
        return Err(CannotJoin::OtherFormat(name.to_owned(), format));
    }
    let differs = |(setting, wanted): &(&String, &Value)| match setting.as_str() {
        "metadata" => format.is_none(),
        "num_replicas" => false,
        setting => value(setting) != *wanted && !(is_unset(value(setting)) && is_unset(wanted)),
    };
    // The NATS server would answer before a message is on disk.
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

/// The NATS servers leave unset settings out.
fn is_unset(value: &Value) -> bool {
    value.is_null() || *value == false || *value == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_differs_is_refused() {
        let wanted = wanted("games", 3, "a");
        let refusals = [
            ("allow_atomic", json!(false), "its allow_atomic differs"),
            ("subjects", json!(["games.>", "other"]), "its subjects differs"),
            ("max_age", json!(1), "its max_age differs"),
            ("sources", json!([{ "name": "other" }]), "its sources differs"),
            ("persist_mode", json!("async"), "its persist_mode differs"),
            ("metadata", json!({}), "its metadata differs"),
            ("metadata", json!({ "format": "4" }), "of another version"),
            ("metadata", json!({ "format": "7" }), "of another version"),
            ("num_replicas", json!(1), "keeps 1 copies of each match, not 3"),
        ];
        for (setting, value, sentence) in refusals {
            let mut found = wanted.clone();
            found.insert(setting.to_owned(), value);
            let refused = check("games", &found, &wanted).unwrap_err().to_string();
            assert!(refused.contains(sentence), "{refused}");
        }
        let mut found = super::wanted("games", 5, "b");
        found.retain(|_, value| !is_unset(value));
        assert!(check("games", &found, &wanted).is_ok());
    }
}
