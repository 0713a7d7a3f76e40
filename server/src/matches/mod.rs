//! Matches in the store: load, decide, commit.
//!
//! [`Matches::decide`] is the only loop that knows of conflicts on a match; everything that happens to one is a
//! pure decision given to it. `lobby` brings two players together, `live` shares what is watched on this machine,
//! `listing` is what anybody may watch of that.

pub mod listing;
pub mod live;
pub mod lobby;
mod places;
pub mod playing;
mod rejoining;
pub mod room;
pub mod waiter;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use thiserror::Error;

use crate::clock::{Clock, wall_clock};
use crate::record::{
    Corrupt, Decision, FinishedGame, Record, Refusal, SeatId, Slot, Stage, Timestamp, stored,
};
use crate::secret::{RandomError, Secret};
use crate::store::{CommitError, HistoryEntry, Key, Revision, Store, Unavailable, Write};

use live::{Live, LiveMatches, Subscription};

/// How long a match is kept after its game is over, or should be: for a rematch, and for players who resume
/// late.
pub const KEEP_OVER: Duration = Duration::from_secs(60 * 60);

/// How long a match without a clock is kept while nothing happens in its game.
pub const KEEP_UNTIMED: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a match is kept to which nobody can or would come back, and how long it is remembered that there will
/// be none: longer than a place in a lobby is kept, so that nobody is paired through one that is out of date.
pub const KEEP_DESERTED: Duration = Duration::from_secs(5 * 60);

/// How often a decision is made again because somebody else was first. Each conflict means that another
/// decision went through, so this many in a row on one match mean that something is wrong.
const ATTEMPTS: usize = 100;

/// The public name of a match.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MatchId(String);

/// Every match of the store, as this machine sees them.
pub struct Matches {
    store: Arc<dyn Store>,
    clock: Clock,
    terms: Terms,
    live: Arc<LiveMatches>,
}

/// On which terms matches are begun.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// How long a person may take for a move; `None` for no clock.
    pub move_time: Option<Duration>,
    /// How many matches, and places of those who wait, may be kept when another is begun.
    pub most: usize,
}

/// A seat that a connection speaks for.
pub struct Seated {
    /// Which seat.
    pub seat: SeatId,
    /// The number of the connection in the record.
    pub connection: u32,
    /// What proves the seat on a later connection.
    pub secret: Secret,
    /// The match as it changes. Its newest record is there from the start.
    pub subscription: Subscription,
}

/// What is known of a match.
#[derive(Debug)]
pub struct Known {
    /// Games that are over, in the order in which they were played.
    pub games: Vec<FinishedGame>,
    /// The match itself, as long as it is kept.
    pub record: Option<Arc<Record>>,
    /// How many watch it here without a seat.
    pub watchers: u32,
}

/// Something was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// Now.
    Now,
    /// It had been done before: this was asked twice.
    Before,
}

/// Why something asked of the matches was not done. Nothing has changed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The match says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such match, or it is no longer kept.
    #[error("there is no such match")]
    NoSuchMatch,
    /// The secret proves none of the match's seats.
    #[error("the ticket proves no seat")]
    BadTicket,
    /// There are as many matches as there may be.
    #[error("there are as many matches as there may be")]
    Full,
    /// The store cannot be reached, or holds what cannot be read.
    #[error("{0}")]
    Unavailable(String),
}

impl Seated {
    /// Which match.
    #[must_use]
    pub fn id(&self) -> &MatchId {
        self.subscription.id()
    }

    /// Whether a newer connection speaks for the seat by now.
    #[must_use]
    pub fn is_superseded(&self, record: &Record) -> bool {
        record.person(self.seat).is_some_and(|person| person.connection > self.connection)
    }
}

impl MatchId {
    /// The id that a peer names. Whether there is such a match is another question.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        let wellformed =
            text.len() == 12 && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        wellformed.then(|| Self(text.to_owned()))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn key(&self) -> Key {
        Key::new("match", &self.0)
    }
}

impl Matches {
    /// The matches of a store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, terms: Terms) -> Self {
        let clock = store.clock();
        Self { store, clock, terms, live: Arc::new(LiveMatches::new(clock.began_at())) }
    }

    /// The clock by which deadlines are meant.
    #[must_use]
    pub const fn clock(&self) -> Clock {
        self.clock
    }

    /// Takes a seat again with its secret. The record counts a new connection from here on.
    ///
    /// # Errors
    /// [`MatchError::NoSuchMatch`], [`MatchError::BadTicket`], [`Refusal::Left`], or the store's trouble.
    pub async fn resume(&self, id: &MatchId, secret: Secret) -> Result<Seated, MatchError> {
        let subscription = self.follow(id).await?;
        let (record, _) = self.load(id).await?;
        let seat = record.seat_proved_by(&secret).ok_or(MatchError::BadTicket)?;
        let connection = self
            .decide(id, |record, now| {
                // While nobody was there, nobody has looked at the clock.
                let arrived = match record.expire(now) {
                    Decision::Changed(over) => over.arrive(seat, now)?,
                    Decision::Unchanged => record.arrive(seat, now)?,
                };
                let connection = arrived.person(seat).map_or(0, |person| person.connection);
                Ok((Decision::Changed(Box::new(arrived)), connection))
            })
            .await?;
        Ok(Seated { seat, connection, secret, subscription })
    }

    /// Watches a match without a seat in it.
    ///
    /// # Errors
    /// [`MatchError::NoSuchMatch`], or the store's trouble.
    pub async fn watch(&self, id: &MatchId) -> Result<Subscription, MatchError> {
        let mut subscription = self.follow(id).await?;
        self.look_at_clock(id).await?;
        subscription.count_as_spectator();
        Ok(subscription)
    }

    /// Ends the game if its time has run out while nobody was there to look.
    async fn look_at_clock(&self, id: &MatchId) -> Result<(), MatchError> {
        self.change(id, |record, now| Ok(record.expire(now))).await.map(|_| ())
    }

    /// What is known of a match, with the newest of its games that are over, `most` of them at most.
    ///
    /// # Errors
    /// [`MatchError::NoSuchMatch`] when there is neither, or the store's trouble.
    pub async fn history(&self, id: &MatchId, most: usize) -> Result<Known, MatchError> {
        let record = match self.look_at_clock(id).await {
            Ok(()) => self.load(id).await.ok().map(|(record, _)| record),
            Err(MatchError::NoSuchMatch) => None,
            Err(error) => return Err(error),
        };
        let pages = self.store.history(&id.key(), most).await?;
        let read = |page: &Bytes| {
            let game = FinishedGame::from_bytes(page);
            game.inspect_err(|error| tracing::error!(%error, id = id.as_str(), "a game is left out")).ok()
        };
        let games: Vec<_> = pages.iter().filter_map(read).collect();
        if games.is_empty() && record.is_none() {
            return Err(MatchError::NoSuchMatch);
        }
        let watchers = self.live.get(id).map_or(0, |live| live.spectators());
        Ok(Known { games, record, watchers })
    }

    /// Loads a match, asks for a decision on it, and commits what comes of it; again from the start when
    /// somebody else was first.
    ///
    /// # Errors
    /// What `decide` refuses, [`MatchError::NoSuchMatch`], or the store's trouble.
    pub async fn decide<T>(
        &self,
        id: &MatchId,
        mut decide: impl FnMut(&Record, Timestamp) -> Result<(Decision, T), Refusal>,
    ) -> Result<T, MatchError> {
        for _ in 0..ATTEMPTS {
            let (record, revision) = self.load(id).await?;
            let (decision, answer) = decide(&record, self.clock.now())?;
            let Decision::Changed(next) = decision else { return Ok(answer) };
            let finished = next.finished_since(&record, wall_clock());
            if self.commit_record(id, Some(revision), next, finished).await? {
                return Ok(answer);
            }
            tokio::task::yield_now().await;
        }
        Err(MatchError::Unavailable("too many changes at once".into()))
    }

    /// Watches a match without being seen, whether it exists yet or not. Whoever reads it does so after this, so
    /// that no change falls between the two.
    ///
    /// # Errors
    /// The store's trouble.
    pub async fn follow(&self, id: &MatchId) -> Result<Subscription, MatchError> {
        Ok(Subscription::new(Live::of(&self.live, id), self.store.watch(&id.key()).await?))
    }

    /// Carries a decision out that has no answer beyond having been made.
    ///
    /// # Errors
    /// As [`Matches::decide`].
    pub async fn change(
        &self,
        id: &MatchId,
        mut decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Done, MatchError> {
        self.decide(id, |record, now| {
            let decision = decide(record, now)?;
            let done = if decision == Decision::Unchanged { Done::Before } else { Done::Now };
            Ok((decision, done))
        })
        .await
    }

    async fn load(&self, id: &MatchId) -> Result<(Arc<Record>, Revision), MatchError> {
        let entry = self.store.get(&id.key()).await?.ok_or(MatchError::NoSuchMatch)?;
        let record = match self.live.get(id) {
            Some(live) => live.decode(&entry)?,
            None => self.live.record_in(&entry)?,
        };
        Ok((record.ok_or(MatchError::NoSuchMatch)?, entry.revision))
    }

    /// Writes a record, and the game that is over by it, if nobody else was first, and says whether it did.
    async fn commit_record(
        &self,
        id: &MatchId,
        expected: Option<Revision>,
        record: Box<Record>,
        finished: Option<FinishedGame>,
    ) -> Result<bool, MatchError> {
        let keep = keep_for(&record);
        let slot = Slot::Match(record);
        let value = stored::to_bytes(&slot);
        let history =
            finished.map(|game| HistoryEntry { number: game.number, value: stored::to_bytes(&game) });
        let revision = self.commit(&id.key(), Write { expected, value, ttl: keep, history }).await?;
        if let (Some(revision), Some(live), Slot::Match(record)) = (revision, self.live.get(id), slot) {
            live.wrote(revision, &Arc::from(record));
        }
        Ok(revision.is_some())
    }

    /// Writes a value and returns its revision, or `None` if somebody else was first. When the store cannot
    /// tell, the value is read back.
    async fn commit(&self, key: &Key, write: Write) -> Result<Option<Revision>, MatchError> {
        let value = write.value.clone();
        match self.store.commit(key, write).await {
            Ok(revision) => Ok(Some(revision)),
            Err(CommitError::Conflict) => Ok(None),
            Err(CommitError::Unavailable(error)) => Err(error.into()),
            Err(CommitError::Unknown(reason)) => {
                tracing::warn!(%key, reason, "reading back a write of unknown outcome");
                let written = self.store.get(key).await?.filter(|entry| entry.value == value);
                Ok(written.map(|entry| entry.revision))
            }
        }
    }
}

fn keep_for(record: &Record) -> Duration {
    match (record.stage(), record.move_time()) {
        _ if record.is_deserted() => KEEP_DESERTED,
        (Stage::Over { .. }, _) => KEEP_OVER,
        (Stage::On { .. }, None) => KEEP_UNTIMED,
        (Stage::On { .. }, Some(move_time)) if record.is_untouched() => KEEP_DESERTED + move_time,
        (Stage::On { .. }, Some(move_time)) => KEEP_OVER + move_time,
    }
}

impl From<Unavailable> for MatchError {
    fn from(error: Unavailable) -> Self {
        Self::Unavailable(error.to_string())
    }
}

impl From<RandomError> for MatchError {
    fn from(error: RandomError) -> Self {
        Self::Unavailable(error.to_string())
    }
}

impl From<Corrupt> for MatchError {
    fn from(error: Corrupt) -> Self {
        Self::Unavailable(error.to_string())
    }
}
