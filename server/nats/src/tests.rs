//! The behaviour of a store of several nodes, over a real NATS server.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use async_nats::HeaderMap;
use bytes::Bytes;
use harness::nats_server::executable;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use super::nodes::SETTLED_AFTER;
use super::{Asked, CannotJoin, NatsOptions, NatsStore, Peers};
use tictactoe_server::store::conformance::{Bench, Time};
use tictactoe_server::store::{
    CommitError, Entry, HistoryEntry, HistoryLimits, Key, NodeId, Revision, Store, Timestamp, Watch, Write,
};

mod conformance {
    use super::*;

    async fn bench(server: &NatsServer) -> Bench {
        Bench { store: Arc::new(server.join().await), time: Time::Real }
    }

    tictactoe_server::conformance! { [tokio::test] bench(&NatsServer::start()).await }
}

/// A separate NATS server for each test, on a free port.
struct NatsServer {
    process: Child,
    url: String,
    _directory: TempDir,
}

impl NatsServer {
    fn start() -> Self {
        let directory = TempDir::new().unwrap();
        let mut process = Command::new(executable())
            .args(["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir"])
            .arg(directory.path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("nats-server runs");
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines().map_while(Result::ok);
        let listening = "Listening for client connections on ";
        let address = lines.find_map(|line| Some(line.split_once(listening)?.1.to_owned()));
        let url = format!("nats://{}", address.expect("nats-server listens"));
        lines.find(|line| line.contains("Server is ready")).expect("nats-server starts");
        // Drain the pipe, because a full one would stop the server.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, url, _directory: directory }
    }

    fn options(&self) -> NatsOptions {
        options(self.url.clone())
    }

    async fn join(&self) -> NatsStore {
        NatsStore::join(&self.options()).await.unwrap()
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn options(url: String) -> NatsOptions {
    NatsOptions {
        servers: vec![url],
        credentials: None,
        tls_ca: None,
        stream: "games".to_owned(),
        replicas: 1,
        history: HistoryLimits::default(),
        public_url: Some("https://games.example.org".to_owned()),
    }
}

fn key() -> Key {
    Key::new("match", "k3v9")
}

fn write(expected: Option<Revision>, value: &str) -> Write {
    Write {
        expected,
        value: Bytes::copy_from_slice(value.as_bytes()),
        ttl: Duration::from_secs(3600),
        history: None,
    }
}

async fn in_time<T>(awaited: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), awaited).await.expect("in time")
}

async fn shows(watch: &mut Watch, value: &str) {
    let wanted = |entry: &Option<Entry>| entry.as_ref().is_some_and(|entry| entry.value == value.as_bytes());
    tokio::time::timeout(Duration::from_secs(20), watch.entries.wait_for(wanted))
        .await
        .expect("in time")
        .unwrap();
}

#[tokio::test]
async fn what_one_server_writes_another_one_reads_and_watches() {
    let server = NatsServer::start();
    let (one, other) = (server.join().await, server.join().await);
    let mut watch = other.watch(&key()).await.unwrap();
    let first = one.commit(&key(), write(None, "a")).await.unwrap();
    shows(&mut watch, "a").await;
    assert!(matches!(other.commit(&key(), write(None, "b")).await, Err(CommitError::Conflict)));
    other.commit(&key(), write(Some(first), "c")).await.unwrap();
    assert_eq!(one.get(&key()).await.unwrap().unwrap().value, "c");
}

#[tokio::test]
async fn a_value_is_kept_in_memory_only_while_it_is_watched() {
    let server = NatsServer::start();
    let (one, other) = (server.join().await, server.join().await);
    let in_memory = |key: &Key| {
        let entries = other.shared.entries.lock();
        entries.get(key).map(|entry| entry.value.clone())
    };
    let [unwatched, watched] = ["unwatched", "watched"].map(|name| Key::new("match", name));
    one.commit(&unwatched, write(None, "a")).await.unwrap();
    let mut watch = other.watch(&watched).await.unwrap();
    one.commit(&watched, write(None, "b")).await.unwrap();
    shows(&mut watch, "b").await;
    assert_eq!(in_memory(&watched).unwrap(), "b");
    assert_eq!(in_memory(&unwatched).unwrap(), "", "changes arrive in their order");
    assert_eq!((other.count(), one.count()), (2, 2));
    let late = other.watch(&unwatched).await.unwrap();
    assert_eq!(late.entries.borrow().as_ref().unwrap().value, "a");
}

#[tokio::test]
async fn servers_that_start_while_another_runs_belong_to_the_same_life() {
    let server = NatsServer::start();
    let one = server.join().await;
    let other = server.join().await;
    assert_eq!(one.members().borrow().service_since, other.members().borrow().service_since);
    let apart = one.clock().now().millis().abs_diff(other.clock().now().millis());
    assert!(apart < 500, "their clocks differ by {apart} ms");
}

#[tokio::test]
async fn servers_know_and_ask_each_other_until_one_stops() {
    let server = NatsServer::start();
    let one = server.join().await;
    let other = server.join().await;
    let mut members = one.members();
    let (own, others) = (other.members().borrow().own, other.members().borrow().others.clone());
    assert_eq!(others, [(members.borrow().own, server.options().public_url)].into());
    in_time(members.wait_for(|members| members.others.contains_key(&own))).await.unwrap();
    let answers = async {
        let Asked { question, answer } = other.asked().await;
        assert_eq!(question, "who is there?");
        answer.send("nobody".into()).unwrap();
    };
    let (answer, ()) = futures::join!(one.ask(own, "who is there?".into()), answers);
    assert_eq!(answer.unwrap(), "nobody");
    other.withdraw().await;
    in_time(members.wait_for(|members| members.others.is_empty())).await.unwrap();
    other.commit(&key(), write(None, "a")).await.expect("it finishes what it has begun");
    assert_eq!(one.ask(NodeId::generate(), "anyone?".into()).await, None);
}

#[tokio::test]
async fn a_stream_that_was_restored_is_a_failure() {
    let server = NatsServer::start();
    let store = server.join().await;
    let info = store.shared.stream.client.request("$JS.API.STREAM.INFO.games", Bytes::new()).await.unwrap();
    let info: serde_json::Value = serde_json::from_slice(&info.payload).unwrap();
    for value in ["a", "b", "c"] {
        let key = Key::new("match", value);
        store.commit(&key, write(None, value)).await.unwrap();
    }
    // A backup keeps the settings, its epoch too.
    let config = serde_json::to_vec(&info["config"]).unwrap();
    store.shared.stream.client.request("$JS.API.STREAM.DELETE.games", Bytes::new()).await.unwrap();
    store.shared.stream.client.request("$JS.API.STREAM.CREATE.games", config.into()).await.unwrap();
    let failure = in_time(store.failed()).await;
    assert!(failure.to_string().contains("restored from a backup"), "{failure}");
}

#[tokio::test]
async fn a_lease_that_is_published_again_counts_once() {
    let server = NatsServer::start();
    let (one, other) = (server.join().await, server.join().await);
    let mut members = one.members();
    let node = other.members().borrow().own;
    in_time(members.wait_for(|members| members.others.contains_key(&node))).await.unwrap();
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Sequence", "1");
    headers.insert("Nats-Time-Stamp", "2026-01-01T00:00:00Z");
    headers.insert("Nats-Subject", format!("games.k.node.{}", NodeId::generate()));
    one.shared
        .stream
        .client
        .publish_with_headers("games-changes.k.node", headers, Bytes::new())
        .await
        .unwrap();
    one.shared.stream.client.flush().await.unwrap();
    other.close().await.unwrap();
    in_time(members.wait_for(|members| !members.others.contains_key(&node))).await.unwrap();
    assert_eq!(members.borrow().others, [].into());
}

#[tokio::test]
async fn a_read_that_is_older_than_what_is_known_is_not_believed() {
    let server = NatsServer::start();
    let store = server.join().await;
    let first = store.commit(&key(), write(None, "a")).await.unwrap();
    let watch = store.watch(&key()).await.unwrap();
    // A revision that the leader has lost, as if it had been deposed.
    let newest = Entry { value: Bytes::from("b"), revision: Revision(first.0 + 1000) };
    store.shared.learn(&key(), newest.clone(), Timestamp::MAX);
    let read = tokio::time::timeout(Duration::from_secs(30), store.get(&key())).await.expect("in time");
    assert!(read.is_err(), "{read:?}");
    assert_eq!(watch.entries.borrow().as_ref().map(|entry| entry.revision), Some(newest.revision));
}

#[tokio::test]
async fn a_value_that_expired_unnoticed_is_gone() {
    let server = NatsServer::start();
    let store = server.join().await;
    let known = store.commit(&key(), write(None, "a")).await.unwrap();
    let purged = r#"{"filter":"games.k.match.>"}"#;
    store.shared.stream.client.request("$JS.API.STREAM.PURGE.games", purged.into()).await.unwrap();
    for renewal in 1..=SETTLED_AFTER as u64 {
        store.shared.nodes.lock().note_renewal(Revision(known.0 + renewal));
    }
    assert_eq!(store.get(&key()).await.unwrap(), None);
    assert_eq!(store.count(), 0);
}

#[tokio::test]
async fn a_watched_key_is_read_again_after_a_loss_of_changes() {
    let server = NatsServer::start();
    let (one, other) = (server.join().await, server.join().await);
    let first = one.commit(&key(), write(None, "a")).await.unwrap();
    let mut watch = other.watch(&key()).await.unwrap();
    other.shared.stream.client.force_reconnect().await.unwrap();
    one.commit(&key(), write(Some(first), "b")).await.unwrap();
    shows(&mut watch, "b").await;
}

#[tokio::test]
async fn a_write_that_was_sent_twice_is_stored_once() {
    let server = NatsServer::start();
    let store = server.join().await;
    let write = Write { history: Some(HistoryEntry { number: 1, value: "game".into() }), ..write(None, "a") };
    let operation = store.shared.next_operation();
    let shared = Arc::clone(&store.shared);
    let first = shared.send(&key(), &write, &operation, None, write.history.as_ref()).await.unwrap();
    // The answer is lost, and the same operation is sent again.
    let settled = shared.settle(&key(), write, &operation, true).await.unwrap();
    assert_eq!(settled, first);
    assert_eq!(store.history(&key(), 10).await.unwrap(), ["game"]);
}

#[tokio::test]
async fn the_oldest_tenth_of_the_history_is_deleted_while_the_stream_is_too_large() {
    const ENTRIES: u32 = 30;
    let server = NatsServer::start();
    let limits = HistoryLimits { bytes: 1, ..HistoryLimits::default() };
    let store = NatsStore::join(&NatsOptions { history: limits, ..server.options() }).await.unwrap();
    let mut revision = None;
    for number in 1..=ENTRIES {
        let history = Some(HistoryEntry { number, value: number.to_string().into() });
        revision = Some(store.commit(&key(), Write { history, ..write(revision, "a") }).await.unwrap());
    }
    let mut kept = store.history(&key(), ENTRIES as usize).await.unwrap();
    while kept.len() > 10 {
        store.shared.check_stream().await;
        let left = store.history(&key(), ENTRIES as usize).await.unwrap();
        assert!(left.len() < kept.len() && left.len() >= kept.len() * 8 / 10, "{left:?} of {kept:?}");
        assert_eq!(left, kept[kept.len() - left.len()..]);
        kept = left;
    }
    assert!(store.get(&key()).await.unwrap().is_some());
}

#[tokio::test]
async fn a_write_that_may_have_been_replaced_has_an_unknown_outcome() {
    let server = NatsServer::start();
    let (one, other) = (server.join().await, server.join().await);
    let operation = one.shared.next_operation();
    let first = one.shared.send(&key(), &write(None, "a"), &operation, None, None).await.unwrap();
    other.commit(&key(), write(Some(first), "b")).await.unwrap();
    let settled = one.shared.settle(&key(), write(None, "a"), &operation, true).await;
    assert!(matches!(settled, Err(CommitError::Unknown(_))), "{settled:?}");
}

#[tokio::test]
async fn a_stream_that_keeps_too_few_copies_is_refused() {
    let server = NatsServer::start();
    server.join().await;
    let refused = NatsStore::join(&NatsOptions { replicas: 3, ..server.options() }).await;
    assert!(matches!(refused, Err(CannotJoin::TooFewCopies(_, 1, 3))));
}

#[tokio::test]
async fn a_stream_that_was_created_again_is_a_failure() {
    let server = NatsServer::start();
    let store = server.join().await;
    let delete = "$JS.API.STREAM.DELETE.games";
    store.shared.stream.client.request(delete, Bytes::new()).await.unwrap();
    let _other = server.join().await;
    store.shared.changes_missed.notify_one();
    let failure = tokio::time::timeout(Duration::from_secs(20), store.failed()).await.expect("in time");
    assert!(failure.to_string().contains("created again"), "{failure}");
}

/// Older servers could lose a batch.
#[tokio::test]
async fn a_nats_server_that_is_too_old_is_refused() {
    for version in ["2.9.10", "2.12.11", "2.13.9", "2.14.2"] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let options = options(format!("nats://{}", listener.local_addr().unwrap()));
        let serves = async {
            let (mut client, _) = listener.accept().await.unwrap();
            let greeting = format!("INFO {{\"version\":\"{version}\",\"max_payload\":1048576}}\r\nPONG\r\n");
            client.write_all(greeting.as_bytes()).await.unwrap();
            client
        };
        let (refused, _client) =
            in_time(futures::future::join(Box::pin(NatsStore::join(&options)), serves)).await;
        assert!(matches!(refused, Err(CannotJoin::TooOld(of)) if of == version));
    }
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_no_store() {
    let server = NatsServer::start();
    let options = server.options();
    drop(server);
    assert!(matches!(NatsStore::join(&options).await, Err(CannotJoin::NoServer(_))));
}
