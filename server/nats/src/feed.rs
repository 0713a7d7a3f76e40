//! Receives the writes of other nodes, through one subscription to everything that the stream stores. A revision that
//! is not newer than the known one is ignored. If messages may be missing, all watched keys are read again.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::message::StreamMessage;
use async_nats::{Message, Subscriber};
use futures::StreamExt;
use futures::future::join_all;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::Shared;
use super::nodes::{node_of, start_key};
use super::requests::Found;
use tictactoe_server::store::{Clock, Failure, Key, Revision};

const SWEEP_EVERY: Duration = Duration::from_millis(250);

/// How often the watched keys are read even if nothing seems to be missing.
const RESYNC_EVERY: Duration = Duration::from_secs(60);

/// Records every change, and removes what has expired.
pub(super) async fn follow(shared: Arc<Shared>, mut changes: Subscriber) {
    let mut sweep = interval(SWEEP_EVERY);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = None;
    loop {
        tokio::select! {
            // They end only with the client, at the end of the process.
            Some(change) = changes.next() => shared.take_change(change, &mut last),
            _ = sweep.tick() => shared.sweep(),
        }
    }
}

/// Reads the watched keys after a loss of messages, and every minute.
pub(super) async fn resync(shared: Arc<Shared>) {
    loop {
        let due = Instant::now() + RESYNC_EVERY;
        tokio::select! {
            () = shared.changes_missed.notified() => tracing::debug!("reading all watched matches again"),
            () = sleep_until(due) => {}
        }
        shared.check_stream().await;
        let watched = shared.entries.lock().watched();
        join_all(watched.into_iter().map(|key| Arc::clone(&shared).refresh(key))).await;
    }
}

impl Shared {
    fn take_change(&self, message: Message, last: &mut Option<Revision>) {
        let Ok(message) = StreamMessage::try_from(message) else { return };
        let key = self.stream.key_of(&message.subject);
        let found = Found::from(message);
        let revision = found.entry.revision;
        if last.is_some_and(|last| revision.0 > last.0 + 1) {
            self.changes_missed.notify_one();
        }
        let is_replayed = *last >= Some(revision);
        *last = (*last).max(Some(revision));
        let Some(key) = key else { return };
        if let Some(node) = node_of(&key) {
            if !is_replayed {
                self.nodes.lock().renewed(node, &found, self.clock.now());
            }
        } else if key == start_key() {
            self.nodes.lock().interrupted(found.written_at);
        } else {
            self.learn(&key, found.entry, found.expires_at);
        }
    }

    /// A missed message may have prolonged the life of a value, so ask the leader before notifying the watchers.
    fn sweep(self: &Arc<Self>) {
        let expired = self.entries.lock().take_expired(self.clock.now());
        for key in expired {
            if self.entries.lock().is_watched(&key) {
                tokio::spawn(Arc::clone(self).refresh(key));
            }
        }
    }

    /// Reads and records a key, however long that takes.
    async fn refresh(self: Arc<Self>, key: Key) {
        // Cannot fail, because the semaphore is never closed.
        let _permit = self.background_reads.acquire().await;
        while !self.stop.is_cancelled() && self.load(&key).await.is_err() {}
    }

    /// Follows the leader's clock, and keeps the stream within its size. Fails for good if the stream was created
    /// again, because the known revisions then mean nothing.
    pub(super) async fn check_stream(&self) {
        let asked_at = self.clock.now();
        let Ok(info) = self.stream.info(None).await else { return };
        if let Some(answered_at) = info.answered_at() {
            self.clock.follow(asked_at, answered_at);
        }
        if let Ok(Some(started)) = self.stream.read_start().await {
            self.nodes.lock().interrupted(started.written_at);
        }
        if info.epoch() != Some(self.epoch.as_str()) {
            return self.fail("the stream was deleted and created again");
        }
        if info.state.bytes > self.options.history.bytes
            && let Err(error) = self.shorten_history(info.state.last_seq).await
        {
            tracing::warn!(%error, "cannot delete the oldest finished games");
        }
    }

    /// Fails for good, because the known revisions are of no use any more.
    pub(super) fn fail(&self, reason: &str) {
        let advice = "some moves may be lost. Start all nodes again: they go on with what the stream has now";
        // Only the first failure counts.
        let _ = self.failure.set(Failure::Displaced(format!("{reason}; {advice}")));
    }
}
