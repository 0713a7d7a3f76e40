//! Matches in the store: load, decide, commit.
//!
//! [`Matches::change`] decides on a match and retries after a conflict; `create` does so for a new match. Everything
//! that happens to a match is a pure decision passed to them. [`hub`] shares the matches that are watched on this node
//! and limits how often a player may disturb the other, `seated` takes seats and resumes them, `recovery` puts matches
//! right after an interruption, `past_games` reads finished games, and [`listing`] is the list of the public matches.

pub mod hub;
pub mod listing;
mod past_games;
mod recovery;
mod seated;

#[cfg(test)]
pub(crate) mod tests;

use std::cell::LazyCell;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use thiserror::Error;
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::clock::wall_clock;
use crate::quota::{ConnectionPermit, Cost};
use crate::record::{
    ArenaRefusal, Corrupt, Decision, FinishedGame, MatchId, Record, Refusal, Timestamp, encoding,
};
use crate::secret::random_u64;
use crate::store::{
    Clock, CommitError, Entry, HistoryEntry, Key, Members, NodeId, Revision, Store, Unavailable, Write,
};
use crate::token_bucket::TooOften;

use hub::{Hub, LiveMatch, Subscription};
pub use past_games::MatchHistory;
pub use seated::Seated;

/// The most attempts at one decision. Each conflict means that another decision was committed, so this many in a row on
/// one record mean that something is wrong.
pub const MAX_ATTEMPTS: usize = 100;

/// When a client may retry after too many conflicts.
const RETRY_AFTER: Duration = Duration::from_secs(1);

pub struct Matches {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub config: MatchConfig,
    pub node: NodeId,
    /// Cancels background tasks at shutdown.
    pub stop: CancellationToken,
    members: watch::Receiver<Members>,
    hub: Arc<Hub>,
}

#[derive(Debug, Clone, Copy)]
pub struct MatchConfig {
    /// The time for each move of a person; `None` for no clock.
    pub move_time: Option<Duration>,
    /// The time for each player's first move against a stranger.
    pub first_move_time: Duration,
    /// The limit of stored matches. No match begins beyond it.
    pub max_matches: usize,
}

/// A request was carried out now, or by an earlier message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    Now,
    Already,
}

/// Why a request was not carried out. Nothing has changed, except perhaps after [`MatchError::Unknown`].
#[derive(Debug, Error)]
pub enum MatchError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("there is no such match")]
    NoSuchMatch,
    #[error("the ticket proves no seat")]
    BadTicket,
    #[error("the limit of matches is reached")]
    Full,
    #[error("a player waits in the room for {0}")]
    RoomRules(String),
    #[error("two people are playing in the room")]
    RoomFull(RoomFull),
    #[error(transparent)]
    Arena(#[from] ArenaRefusal),
    #[error(transparent)]
    TooOften(#[from] TooOften),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The only error after which something may have changed, or may change yet.
    #[error("the outcome of a write is unknown: {0}")]
    Unknown(String),
}

#[derive(Debug)]
pub struct RoomFull {
    pub match_id: MatchId,
    pub names: [String; 2],
}

impl Matches {
    pub fn new(store: Arc<dyn Store>, config: MatchConfig, stop: CancellationToken) -> Self {
        let (clock, members) = (store.clock(), store.members());
        let node = members.borrow().own;
        Self { store, clock, config, node, stop, members, hub: Arc::default() }
    }

    pub fn check_capacity(&self) -> Result<(), MatchError> {
        if self.store.count() < self.config.max_matches { Ok(()) } else { Err(MatchError::Full) }
    }

    /// Creates a match under a new id.
    pub async fn create(&self, id: &MatchId, record: Record) -> Result<(), MatchError> {
        let live = self.live(id);
        let (rules, is_between_people) = (record.game.rules(), record.is_between_people());
        let record = Arc::new(record);
        let mut expected = None;
        for _ in 0..MAX_ATTEMPTS {
            let written = self.commit_record(&live, expected, Arc::clone(&record), None).await;
            if matches!(written, Ok(true)) {
                tracing::debug!(match_id = id.as_str(), %rules, is_between_people, "match began");
                return Ok(());
            }
            let (revision, found) = self.find(&live).await?;
            // An attempt of this call has succeeded, and a move may have followed.
            if found.is_some_and(|found| found.has_people_of(&record)) {
                return Ok(());
            }
            written?;
            // A late write of an abandoned attempt, or its tombstone. Replace it, because no client knows of that
            // match.
            expected = revision;
        }
        Err(too_many_conflicts())
    }

    pub async fn watch(&self, id: &MatchId) -> Result<Subscription, MatchError> {
        let subscription = self.subscribe(id).await?;
        self.expire(id).await?;
        Ok(subscription.counted_as_spectator())
    }

    /// Subscribes to a match without counting a spectator. The match need not exist yet. Subscribe before reading, so
    /// that no change is missed in between.
    pub async fn subscribe(&self, id: &MatchId) -> Result<Subscription, MatchError> {
        let live = self.live(id);
        let entries = self.store.watch(&live.key).await?;
        Ok(Subscription::new(live, entries))
    }

    pub fn live(&self, id: &MatchId) -> Arc<LiveMatch> {
        LiveMatch::get_or_create(&self.hub, id)
    }

    pub async fn expire(&self, id: &MatchId) -> Result<Applied, MatchError> {
        self.change(id, |record, _| Ok(record.expire(self.clock.confirmed()))).await
    }

    /// Decides on a match and commits the decision, together with corrections after an interruption. Retries when
    /// another decision was committed first.
    pub async fn change(
        &self,
        id: &MatchId,
        decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Applied, MatchError> {
        self.change_for(None, &self.live(id), decide).await
    }

    /// [`Self::change`] for a client. A finished game is not added to the history if its source has finished too many.
    pub async fn change_for<E: Into<MatchError>>(
        &self,
        client: Option<&ConnectionPermit>,
        live: &LiveMatch,
        mut decide: impl FnMut(&Record, Timestamp) -> Result<Decision, E>,
    ) -> Result<Applied, MatchError> {
        // Charged once, however many attempts the commit takes.
        let is_paid = LazyCell::new(|| client.is_none_or(|client| client.charge(Cost::Game).is_ok()));
        // Try the newest record on this node first, because it is nearly always current, and the commit checks that. If
        // it changes nothing, decide again on the stored record.
        let mut known = live.newest();
        for _ in 0..MAX_ATTEMPTS {
            let is_known = known.is_some();
            let (revision, record) = match known.take() {
                Some(known) => known,
                None => self.load_live(live).await?,
            };
            let recovered = self.recovered(&record);
            let decision = decide(recovered.as_deref().unwrap_or(&record), self.clock.now());
            let (next, applied) = match (decision, recovered) {
                (Ok(Decision::Changed(next)), _) => (next, Applied::Now),
                (Ok(Decision::Unchanged), Some(next)) => (next, Applied::Already),
                _ if is_known => continue,
                (decision, _) => return decision.map(|_| Applied::Already).map_err(Into::into),
            };
            let finished = next.finished_since(&record, wall_clock);
            // Every game that an arena counts is kept.
            let finished = finished.filter(|game| game.arena.is_some() || *is_paid);
            if self.commit_record(live, Some(revision), next.into(), finished).await? {
                return Ok(applied);
            }
            if !is_known {
                // Boxed, because every move would otherwise reserve memory for it.
                Box::pin(wait_after_conflict()).await;
            }
        }
        Err(too_many_conflicts())
    }

    /// Loads a match, ends a game that has expired, and corrects the match after an interruption. Writes nothing,
    /// because the connections of the players and spectators do that.
    pub(crate) async fn load_current(&self, id: &MatchId) -> Result<Arc<Record>, MatchError> {
        let (_, mut record) = self.load(id).await?;
        if let Some(recovered) = self.recovered(&record) {
            record = recovered.into();
        }
        Ok(match record.expire(self.clock.confirmed()) {
            Decision::Changed(expired) => expired.into(),
            Decision::Unchanged => record,
        })
    }

    pub(crate) async fn load(&self, id: &MatchId) -> Result<(Revision, Arc<Record>), MatchError> {
        self.load_live(&self.live(id)).await
    }

    async fn load_live(&self, live: &LiveMatch) -> Result<(Revision, Arc<Record>), MatchError> {
        let (revision, record) = self.find(live).await?;
        revision.zip(record).ok_or(MatchError::NoSuchMatch)
    }

    /// The revision stored under the id of a match, and the match; no match for a tombstone, or if it is damaged.
    pub async fn find(
        &self,
        live: &LiveMatch,
    ) -> Result<(Option<Revision>, Option<Arc<Record>>), MatchError> {
        let Some(entry) = self.store.get(&live.key).await? else { return Ok((None, None)) };
        Ok((Some(entry.revision), live.decode(&entry)))
    }

    /// Writes a record and the game that it finished. Returns false if the revision has changed.
    pub fn commit_record<'a>(
        &'a self,
        live: &'a LiveMatch,
        expected: Option<Revision>,
        record: Arc<Record>,
        finished: Option<FinishedGame>,
    ) -> impl Future<Output = Result<bool, MatchError>> + Send + 'a {
        let history =
            finished.map(|game| HistoryEntry { number: game.number, value: encoding::to_bytes(&game) });
        // Encoded before the `async` block, so that the waiting future does not hold `finished`.
        let value = record.to_bytes();
        let write = Write { expected, value, ttl: record.keep_for(), history };
        async move {
            let revision = self.commit_or_read_back(&live.key, write).await?;
            if let Some(revision) = revision {
                live.wrote(revision, &record);
            }
            Ok(revision.is_some())
        }
    }

    /// Checks that the store can write, with a value that expires at once.
    pub async fn write_probe(&self) -> Result<(), MatchError> {
        self.replace(&Key::new("probe", "write"), Bytes::new(), Duration::ZERO).await.map(drop)
    }

    /// Replaces the value of a key. Returns the new revision, or `None` after a conflict.
    pub async fn replace(
        &self,
        key: &Key,
        value: Bytes,
        ttl: Duration,
    ) -> Result<Option<Revision>, MatchError> {
        let expected = self.store.get(key).await?.map(|entry| entry.revision);
        self.commit_or_read_back(key, Write { expected, value, ttl, history: None }).await
    }

    /// Writes a value and returns its revision, or `None` after a conflict. Reads it back if the outcome is unknown. A
    /// write that is not found then may still take effect, so the caller must not decide again.
    pub async fn commit_or_read_back(&self, key: &Key, write: Write) -> Result<Option<Revision>, MatchError> {
        let (value, expected) = (write.value.clone(), write.expected);
        match self.store.commit(key, write).await {
            Ok(revision) => Ok(Some(revision)),
            Err(CommitError::Conflict) => Ok(None),
            Err(CommitError::Unavailable(error)) => Err(error.into()),
            Err(CommitError::Unknown(reason)) => {
                tracing::warn!(reason, "reading back a write of unknown outcome");
                let is_written = |entry: &Entry| Some(entry.revision) != expected && entry.value == value;
                match self.store.get(key).await {
                    Ok(Some(entry)) if is_written(&entry) => Ok(Some(entry.revision)),
                    _ => Err(MatchError::Unknown(reason)),
                }
            }
        }
    }
}

/// Waits for a random time, so that conflicting writers do not collide again.
pub async fn wait_after_conflict() {
    sleep(Duration::from_micros(1_000 + random_u64() % 9_000)).await;
}

/// Stored data that cannot be decoded are as good as gone.
impl From<Corrupt> for MatchError {
    fn from(error: Corrupt) -> Self {
        tracing::error!(%error, "stored data are lost");
        Self::NoSuchMatch
    }
}

pub fn too_many_conflicts() -> MatchError {
    TooOften(RETRY_AFTER).into()
}
