//! The store of several servers: a NATS `JetStream` stream, of which several machines keep copies. What it has
//! acknowledged survives the loss of any one machine.
//!
//! Only the leader of the stream knows the newest value of a key for certain, so every read asks it. What other servers
//! write arrives by a subscription. It goes into the same table as what is read and written here: so a watch is never
//! behind a read.
//!
//! `stream` creates and checks the stream, `subjects` names its subjects, `link` sends requests and decodes answers,
//! `commit` writes, `feed` follows what others write, `lease` shows them that this server runs, and `nodes` knows which
//! of them do, and asks them.

mod cannot_join;
mod commit;
mod feed;
mod lease;
mod link;
mod nodes;
mod stream;
mod subjects;

#[cfg(test)]
pub(super) mod tests;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};
use parking_lot::Mutex;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::{Instant, sleep};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::table::Table;
use super::{
    Asked, Clock, CommitError, Entry, Failure, Held, HistoryLimits, Key, Members, NodeId, Revision, Store,
    Unavailable, Watch, Write,
};
use crate::timestamp::Timestamp;

use link::{Found, LastingSubscription, REQUEST_TIME, RequestError};
use nodes::Nodes;
use subjects::Subjects;

pub use cannot_join::CannotJoin;

/// How long a request is repeated: longer than an election of the stream's leader takes.
const RETRY_TIME: Duration = Duration::from_secs(15);

/// A silent connection is given up after two of these.
const PING_EVERY: Duration = Duration::from_secs(2);

/// The most reads at once that no one waits for, and of one history.
const PARALLEL_READS: usize = 32;

/// Where the matches of several servers are.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// The URLs of the NATS servers.
    pub servers: Vec<String>,
    /// A file with a user's credentials.
    pub credentials: Option<PathBuf>,
    /// A file with the certificates of the authority to trust, instead of the system's.
    pub tls_ca: Option<PathBuf>,
    /// The name of the stream: letters, digits, `-` and `_`.
    pub stream: String,
    /// The least number of copies of each match.
    pub replicas: usize,
    /// What is kept of the history. The size is that of the stream.
    pub history: HistoryLimits,
    /// Where players reach this server, for clients of the others that lose theirs.
    pub public_url: Option<String>,
}

/// Stores values in a stream, shared with other servers.
pub struct NatsStore {
    shared: Arc<Shared>,
    _stop_when_dropped: DropGuard,
}

struct Shared {
    client: Client,
    subjects: Subjects,
    /// Which stream of this name it is.
    epoch: String,
    node: NodeId,
    nodes: Mutex<Nodes>,
    questions: tokio::sync::Mutex<LastingSubscription>,
    operations: AtomicU64,
    history: HistoryLimits,
    public_url: Option<String>,
    /// The revisions of this server's newest leases.
    renewals: Mutex<VecDeque<Revision>>,
    clock: Clock,
    /// What was read, written or received here, and has not expired.
    table: Mutex<Table>,
    changes_missed: Arc<Notify>,
    background_reads: Semaphore,
    failure: watch::Sender<Option<Failure>>,
    /// From then on the lease is not renewed.
    withdrawal: CancellationToken,
    stop: CancellationToken,
}

impl NatsStore {
    /// Identifies the stream, and so the servers that share it: not secret.
    #[must_use]
    pub fn epoch(&self) -> &str {
        &self.shared.epoch
    }

    /// Joins the servers that share this stream, which is created if it is missing.
    ///
    /// # Errors
    /// [`CannotJoin`].
    pub async fn join(options: &NatsOptions) -> Result<Self, CannotJoin> {
        let changes_missed = Arc::new(Notify::new());
        let client = connect(options, &changes_missed).await?;
        let (node, subjects) = (NodeId::generate(), Subjects::new(&options.stream));
        let epoch = stream::open(&client, &subjects, options.replicas, &node.to_string()).await?;
        let unavailable = |error: String| CannotJoin::NoStream(options.stream.clone(), error);
        // Before the first read, so that no later change is missed.
        let changes = LastingSubscription::new(&client, subjects.changes()).await;
        let changes = changes.map_err(|error| unavailable(error.to_string()))?;
        let questions = LastingSubscription::new(&client, subjects.questions(node)).await;
        let questions = questions.map_err(|error| unavailable(error.to_string()))?;
        let running = retry(|| lease::find_running(&client, &subjects)).await;
        let running = running.map_err(|Unavailable(reason)| unavailable(reason))?;
        let clock = Clock::following(running.now);
        let stop = CancellationToken::new();
        let shared = Arc::new(Shared {
            client,
            subjects,
            epoch,
            node,
            nodes: Mutex::new(Nodes::new(node, running)),
            questions: tokio::sync::Mutex::new(questions),
            operations: AtomicU64::new(0),
            history: options.history,
            public_url: options.public_url.clone(),
            renewals: Mutex::default(),
            clock,
            table: Mutex::default(),
            changes_missed,
            background_reads: Semaphore::new(PARALLEL_READS),
            failure: watch::Sender::new(None),
            withdrawal: stop.child_token(),
            stop: stop.clone(),
        });
        // Before the first player, so that the others know of this server before they know of them.
        let lease = retry(|| shared.begin_lease()).await;
        lease.map_err(|Unavailable(reason)| CannotJoin::NoStream(options.stream.clone(), reason))?;
        let until_stopped = || stop.clone();
        tokio::spawn(until_stopped().run_until_cancelled_owned(feed::follow(Arc::clone(&shared), changes)));
        tokio::spawn(until_stopped().run_until_cancelled_owned(feed::resync(Arc::clone(&shared))));
        let withdrawal = shared.withdrawal.clone();
        tokio::spawn(withdrawal.run_until_cancelled_owned(lease::renew(Arc::clone(&shared))));
        Ok(Self { shared, _stop_when_dropped: stop.drop_guard() })
    }
}

async fn connect(options: &NatsOptions, changes_missed: &Arc<Notify>) -> Result<Client, CannotJoin> {
    let changes_missed = Arc::clone(changes_missed);
    let mut connect = ConnectOptions::new()
        .name("tictactoe-server")
        .ping_interval(PING_EVERY)
        .connection_timeout(PING_EVERY)
        .request_timeout(Some(REQUEST_TIME))
        .reconnect_delay_callback(|_| Duration::from_millis(fastrand::u64(5..1000)))
        .ignore_discovered_servers()
        .event_callback(move |event| {
            match event {
                Event::Connected | Event::SlowConsumer(_) => changes_missed.notify_one(),
                // Such as a missing permission.
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

impl Shared {
    fn is_closed(&self) -> bool {
        self.stop.is_cancelled()
    }

    fn next_operation(&self) -> String {
        format!("{}.{}", self.node, self.operations.fetch_add(1, Ordering::Relaxed))
    }

    /// Puts what was read, written or received into the table, unless it knows a newer revision.
    fn learn(&self, key: &Key, entry: &Entry, expires_at: Timestamp, held: Option<Held>) {
        let mut table = self.table.lock();
        let watchers = if table.get(key).is_some_and(|known| known.revision >= entry.revision) {
            table.hold(key, held);
            None
        } else {
            table.put(key, entry.clone(), expires_at, held)
        };
        drop(table);
        if let Some(watchers) = watchers {
            watchers.wake();
        }
    }

    /// Reads a key from the leader into the table.
    async fn load(&self, key: &Key, held: Option<Held>) -> Result<Option<Entry>, Unavailable> {
        let subject = self.subjects.value(key);
        let read = retry(|| async {
            let known = self.table.lock().get(key).map(|entry| entry.revision);
            let found = link::read(&self.client, &self.subjects, &subject).await?;
            let is_older = found.as_ref().map(|found| found.entry.revision) < known;
            // A deposed leader may answer with less than is known. But if nothing is left of what it must have had, the
            // value was replaced without word of it, and has expired.
            let has_expired = found.is_none() && known.is_some_and(|known| self.is_settled(known));
            if is_older && !has_expired && self.table.lock().is_live(key, self.clock.now()) {
                return Err(RequestError::Refused("what was read is older than what is known".to_owned()));
            }
            Ok((known, found))
        });
        let (known, found) = read.await?;
        match found {
            Some(Found { entry, expires_at, .. }) if expires_at > self.clock.now() => {
                self.learn(key, &entry, expires_at, held);
                Ok(Some(entry))
            }
            _ => {
                // Unless it was created again in the meantime.
                let removed = self.table.lock().remove(key, known);
                if let Some(watchers) = removed {
                    watchers.wake();
                }
                Ok(None)
            }
        }
    }

    /// Deletes the oldest tenth of the history of all keys.
    async fn shorten_history(&self, newest: Revision) -> Result<(), RequestError> {
        let entries = self.subjects.histories();
        let Some(oldest) = link::read_oldest(&self.client, &self.subjects, &entries).await? else {
            return Ok(());
        };
        let Revision(oldest) = oldest.entry.revision;
        let kept_from = Revision(oldest + newest.0.saturating_sub(oldest) / 10 + 1);
        stream::purge(&self.client, &self.subjects, &entries, kept_from).await
    }

    async fn read_history_entry(&self, key: &Key, number: u32) -> Result<Option<Found>, RequestError> {
        link::read(&self.client, &self.subjects, &self.subjects.history_entry(key, number)).await
    }

    async fn read_history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        let filter = self.subjects.history(key);
        let info = retry(|| stream::info(&self.client, &self.subjects, Some(&filter))).await?;
        let numbers = info.into_subjects().filter_map(|subject| subjects::entry_number(&subject));
        let mut numbers: Vec<_> = numbers.collect();
        numbers.sort_unstable();
        let newest = numbers.split_off(numbers.len().saturating_sub(limit));
        let reads = newest.into_iter().map(|number| retry(move || self.read_history_entry(key, number)));
        let found: Vec<_> = futures::stream::iter(reads).buffered(PARALLEL_READS).try_collect().await?;
        Ok(found.into_iter().flatten().map(|found| found.entry.value.to_bytes()).collect())
    }
}

#[async_trait]
impl Store for NatsStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        self.shared.load(key, None).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        if self.shared.is_closed() {
            return Err(Unavailable("it is closed".to_owned()).into());
        }
        // A task of its own, because the caller may go away.
        let (shared, key) = (Arc::clone(&self.shared), key.clone());
        let committed = tokio::spawn(async move { shared.commit(&key, write).await });
        committed.await.unwrap_or_else(|error| Err(CommitError::Unknown(error.to_string())))
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let watch = self.shared.table.lock().watch(key);
        self.shared.load(key, None).await?;
        Ok(watch)
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.shared.read_history(key, limit).await
    }

    fn count(&self) -> usize {
        self.shared.table.lock().len()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.shared.nodes.lock().subscribe()
    }

    async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes> {
        self.shared.ask(node, question).await
    }

    async fn asked(&self) -> Asked {
        self.shared.asked().await
    }

    fn clock(&self) -> Clock {
        self.shared.clock.clone()
    }

    async fn failed(&self) -> Failure {
        let mut failure = self.shared.failure.subscribe();
        match failure.wait_for(Option::is_some).await.map(|failure| failure.clone()) {
            Ok(Some(failure)) => failure,
            _ => std::future::pending().await,
        }
    }

    async fn withdraw(&self) {
        if self.shared.withdrawal.is_cancelled() {
            return;
        }
        self.shared.withdrawal.cancel();
        if let Err(error) = self.shared.end_lease().await {
            tracing::warn!(%error, "the other servers will notice the stop a little later");
        }
    }

    async fn close(&self) -> Result<(), Failure> {
        self.withdraw().await;
        self.shared.stop.cancel();
        Ok(())
    }
}

/// Repeats a request until it is answered.
async fn retry<T, F>(mut request: impl FnMut() -> F) -> Result<T, Unavailable>
where
    F: Future<Output = Result<T, RequestError>>,
{
    let deadline = Instant::now() + RETRY_TIME;
    loop {
        match request().await {
            Ok(answer) => return Ok(answer),
            Err(error) if Instant::now() >= deadline => return Err(Unavailable(error.to_string())),
            Err(_) => sleep(jitter()).await,
        }
    }
}

/// A random wait, so that servers that were interrupted together do not go on together.
fn jitter() -> Duration {
    Duration::from_millis(fastrand::u64(5..200))
}
