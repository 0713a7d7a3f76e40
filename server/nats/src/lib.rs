//! The store of several nodes: a NATS `JetStream` stream, replicated on several machines. Acknowledged writes survive
//! the loss of any one machine.
//!
//! Only the leader of the stream knows the newest value of a key for certain, so every read asks it. Writes of other
//! nodes arrive through a subscription, and are recorded with local reads and writes. So a watch is never
//! behind a read.
//!
//! * `options` has the flags, `stream` creates and checks the stream, `requests` asks the NATS servers, `commit` writes,
//!   `feed` follows the writes of others, `clock` is the shared time.
//! * `nodes` knows the nodes that share the stream, and sends them requests. `pairing` pairs with the players who
//!   wait there, `attempt` creates their match.

mod attempt;
mod clock;
mod commit;
mod feed;
mod nodes;
mod options;
mod pairing;
mod requests;
mod stream;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_nats::Subscriber;
use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt, TryStreamExt};
use parking_lot::Mutex;
use tokio::sync::{Notify, Semaphore, SetOnce, watch};
use tokio::time::{Instant, sleep};
use tokio_util::sync::{CancellationToken, DropGuard};

use tictactoe_server::store::{
    Clock, CommitError, Entry, Failure, Key, LiveEntries, Members, NodeId, Revision, Store, Timestamp,
    Unavailable, Watch, Write,
};

use clock::LeaderClock;
use nodes::Nodes;
use requests::{Found, Stream, StreamError};
use stream::changes_of;

pub use options::NatsOptions;
pub use pairing::{Asked, Peers, storage};
pub use stream::CannotJoin;

/// How long a request is retried: longer than an election of the stream's leader takes.
const RETRY_TIME: Duration = Duration::from_secs(15);

/// The most background reads at once, and the most reads at once for one history.
const PARALLEL_READS: usize = 32;

/// Stores values in a stream, shared with other nodes.
pub struct NatsStore {
    shared: Arc<Shared>,
    _stop_when_dropped: DropGuard,
}

struct Shared {
    stream: Stream,
    /// Tells this stream from earlier ones with the same name.
    epoch: String,
    node: NodeId,
    nodes: Mutex<Nodes>,
    questions: tokio::sync::Mutex<Subscriber>,
    operations: AtomicU64,
    options: NatsOptions,
    clock: Arc<LeaderClock>,
    /// Entries that were read, written or received here and have not expired. The values of unwatched keys are left
    /// out, because every read asks the leader.
    entries: Mutex<LiveEntries>,
    changes_missed: Arc<Notify>,
    background_reads: Semaphore,
    failure: SetOnce<Failure>,
    /// Once this is cancelled, the lease is not renewed.
    withdrawal: CancellationToken,
    stop: CancellationToken,
}

impl NatsStore {
    /// Identifies the stream, and so the nodes that share it. Not secret.
    #[must_use]
    pub fn epoch(&self) -> &str {
        &self.shared.epoch
    }

    /// Joins the nodes that share this stream, which is created if it is missing.
    ///
    /// # Errors
    /// [`CannotJoin`].
    pub async fn join(options: &NatsOptions) -> Result<Self, CannotJoin> {
        let changes_missed = Arc::new(Notify::new());
        let node = NodeId::generate();
        let (stream, epoch) = Stream::open(options, &changes_missed, &node.to_string()).await?;
        let unavailable =
            |error: &dyn ToString| CannotJoin::NoStream(options.stream.clone(), error.to_string());
        // Before the first read, so that no later change is missed.
        let subscribe = async |subject| {
            stream.client.subscribe::<String>(subject).await.map_err(|error| unavailable(&error))
        };
        let changes = subscribe(changes_of(&options.stream)).await?;
        let questions = subscribe(stream.questions(node)).await?;
        let members = retry(|| stream.find_members(node)).await.map_err(|error| unavailable(&error.0))?;
        let stop = CancellationToken::new();
        let shared = Arc::new(Shared {
            stream,
            epoch,
            node,
            // The leader's time at the start of this node.
            clock: Arc::new(LeaderClock::new(members.others_gone_at)),
            nodes: Mutex::new(Nodes::new(members)),
            questions: tokio::sync::Mutex::new(questions),
            operations: AtomicU64::new(0),
            options: options.clone(),
            entries: Mutex::default(),
            changes_missed,
            background_reads: Semaphore::new(PARALLEL_READS),
            failure: SetOnce::new(),
            withdrawal: stop.child_token(),
            stop: stop.clone(),
        });
        // Before the first player, so that the other nodes know this one before they see its players.
        retry(|| shared.put_lease(nodes::TTL_SECONDS)).await.map_err(|error| unavailable(&error.0))?;
        tokio::spawn(stop.clone().run_until_cancelled_owned(feed::follow(Arc::clone(&shared), changes)));
        tokio::spawn(stop.clone().run_until_cancelled_owned(feed::resync(Arc::clone(&shared))));
        let withdrawal = shared.withdrawal.clone();
        tokio::spawn(withdrawal.run_until_cancelled_owned(nodes::renew_lease(Arc::clone(&shared))));
        Ok(Self { shared, _stop_when_dropped: stop.drop_guard() })
    }
}

impl Shared {
    fn next_operation(&self) -> String {
        format!("{}.{}", self.node, self.operations.fetch_add(1, Ordering::Relaxed))
    }

    /// Records an entry, unless a newer revision is known.
    fn learn(&self, key: &Key, mut entry: Entry, expires_at: Timestamp) {
        let mut entries = self.entries.lock();
        let is_watched = entries.is_watched(key);
        if !is_watched {
            entry.value = Bytes::new();
        }
        let is_known = entries.get(key).is_some_and(|known| {
            known.revision > entry.revision
                || known.revision == entry.revision && !(is_watched && known.value.is_empty())
        });
        if !is_known {
            let watchers = entries.put(key, entry, expires_at);
            drop(entries);
            watchers.wake();
        }
    }

    /// Reads a key from the leader, and records it.
    async fn load(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        let subject = self.stream.value(key);
        let read = retry(|| async {
            let known = self.entries.lock().get(key).map(|entry| entry.revision);
            let found = self.stream.read(&subject).await?;
            let is_older = found.as_ref().map(|found| found.entry.revision) < known;
            // A deposed leader may answer with less than this node knows. But a settled revision that is not there
            // was replaced without notice, and the newer value has expired.
            let has_expired =
                found.is_none() && known.is_some_and(|known| self.nodes.lock().is_settled(known));
            if is_older && !has_expired && self.entries.lock().get(key).is_some() {
                return Err(StreamError::Refused("what was read is older than what is known".to_owned()));
            }
            Ok((known, found))
        });
        let (known, found) = read.await?;
        match found {
            Some(Found { entry, expires_at, .. }) if expires_at > self.clock.now() => {
                self.learn(key, entry.clone(), expires_at);
                Ok(Some(entry))
            }
            _ => {
                // Keeps an entry that was created again in the meantime, whose revision differs.
                let watchers = self.entries.lock().remove(key, known);
                watchers.wake();
                Ok(None)
            }
        }
    }

    /// Deletes the oldest tenth of the history of all keys.
    async fn shorten_history(&self, newest: u64) -> Result<(), StreamError> {
        let entries = self.stream.histories();
        let Some(oldest) = self.stream.read_oldest(&entries).await? else { return Ok(()) };
        let Revision(oldest) = oldest.entry.revision;
        let kept_from = Revision(oldest + newest.saturating_sub(oldest) / 10 + 1);
        self.stream.purge(&entries, kept_from).await
    }

    async fn read_history_entry(&self, key: &Key, number: u32) -> Result<Option<Found>, StreamError> {
        self.stream.read(&self.stream.history_entry(key, number)).await
    }
}

#[async_trait]
impl Store for NatsStore {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        self.shared.load(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        if self.shared.stop.is_cancelled() {
            return Err(Unavailable("it is closed".to_owned()).into());
        }
        // A separate task, because the caller may be dropped.
        let (shared, key) = (Arc::clone(&self.shared), key.clone());
        let committed = tokio::spawn(async move { shared.commit(&key, write).await });
        committed.await.unwrap_or_else(|error| Err(CommitError::Unknown(error.to_string())))
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        let watch = self.shared.entries.lock().watch(key);
        self.shared.load(key).await?;
        Ok(watch)
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        let Shared { stream, .. } = &*self.shared;
        let filter = stream.history_entry(key, "*");
        let info = retry(|| stream.info(Some(&filter))).await?;
        let number = |subject: &String| subject.rsplit('.').next()?.parse().ok();
        let mut numbers: Vec<u32> = info.state.subjects.keys().filter_map(number).collect();
        numbers.sort_unstable();
        let newest = numbers.split_off(numbers.len().saturating_sub(limit));
        let reads =
            newest.into_iter().map(|number| retry(move || self.shared.read_history_entry(key, number)));
        let found: Vec<_> = futures::stream::iter(reads).buffered(PARALLEL_READS).try_collect().await?;
        Ok(found.into_iter().flatten().map(|found| found.entry.value).collect())
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        let found = retry(|| self.shared.read_history_entry(key, number)).await?;
        Ok(found.map(|found| found.entry.value))
    }

    fn count(&self) -> usize {
        self.shared.entries.lock().count()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.shared.nodes.lock().subscribe()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.shared.clock) as _
    }

    async fn failed(&self) -> Failure {
        self.shared.failure.wait().await.clone()
    }

    async fn close(&self) -> Result<(), Failure> {
        self.withdraw().await;
        self.shared.stop.cancel();
        Ok(())
    }
}

#[async_trait]
impl Peers for NatsStore {
    async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes> {
        self.shared.ask(node, question).await
    }

    async fn asked(&self) -> Asked {
        self.shared.asked().await
    }

    async fn withdraw(&self) {
        if self.shared.withdrawal.is_cancelled() {
            return;
        }
        self.shared.withdrawal.cancel();
        if let Err(error) = self.shared.put_lease(nodes::LAST).await {
            tracing::warn!(%error, "the other nodes will notice the stop a little later");
        }
    }
}

/// Retries a request until it is answered, for at most [`RETRY_TIME`].
async fn retry<T, F>(mut request: impl FnMut() -> F) -> Result<T, Unavailable>
where
    F: Future<Output = Result<T, StreamError>>,
{
    let deadline = Instant::now() + RETRY_TIME;
    loop {
        match request().await {
            Ok(answer) => return Ok(answer),
            Err(error) if Instant::now() >= deadline => return Err(Unavailable(error.to_string())),
            // Random, so that nodes that were interrupted together do not retry together.
            Err(_) => sleep(Duration::from_millis(fastrand::u64(5..200))).await,
        }
    }
}
