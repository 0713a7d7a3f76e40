//! Matches in the store: load, decide, commit.
//!
//! [`Matches::change`] has the only retry loop for conflicts on a match; everything that happens to a match is a
//! pure decision passed to it. [`hub`] shares the matches that are watched on this node, [`seat_budget`] limits how
//! often a player may disturb the other, [`listing`] is the list of the public matches.

pub mod hub;
pub mod listing;
pub mod seat_budget;

#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use thiserror::Error;

use crate::clock::{Clock, wall_clock};
use crate::quota::{ConnectionPermit, Cost};
use crate::record::{Corrupt, Decision, FinishedGame, MatchId, Record, Refusal, Seats, Timestamp, encoding};
use crate::secret::Secret;
use crate::store::{CommitError, Encode, Held, HistoryEntry, Key, Revision, Store, Unavailable, Write};
use crate::token_bucket::TooOften;

use hub::{Hub, LiveMatch, Subscription};
use seat_budget::SeatCost;

/// The most attempts at one decision. Each conflict means that another decision went through, so this many in a row
/// on one match mean that something is wrong.
const MAX_ATTEMPTS: usize = 100;

pub struct Matches {
    pub(crate) store: Arc<dyn Store>,
    /// For deadlines.
    pub clock: Clock,
    pub config: MatchConfig,
    hub: Arc<Hub>,
}

#[derive(Debug, Clone, Copy)]
pub struct MatchConfig {
    /// The time for each move of a person; `None` for no clock.
    pub move_time: Option<Duration>,
    /// The most matches that are kept when another one begins.
    pub max_matches: usize,
}

/// A player's connection to a match.
pub struct Seated {
    pub seats: Seats,
    /// The newest connection to the seat has the highest number.
    connection: u32,
    pub secret: Secret,
    /// Yields the current record first.
    pub subscription: Subscription,
}

/// The finished games of a match, and the match itself.
#[derive(Debug)]
pub struct MatchHistory {
    pub games: Vec<FinishedGame>,
    pub record: Option<Arc<Record>>,
    pub spectators: u32,
}

/// Whether a request was carried out now, or had been before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applied {
    Now,
    Already,
}

/// Why a request was not carried out. Nothing has changed.
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
    #[error(transparent)]
    TooOften(#[from] TooOften),
    /// The store cannot be reached, or a record cannot be decoded.
    #[error("{0}")]
    Unavailable(String),
}

impl Seated {
    pub fn id(&self) -> &MatchId {
        self.subscription.id()
    }

    /// Whether the player has a newer connection.
    pub fn is_superseded(&self) -> bool {
        self.subscription.newest_connection(self.seats) > self.connection
    }
}

fn key(id: &MatchId) -> Key {
    Key::new("match", id.as_str())
}

impl Matches {
    pub fn new(store: Arc<dyn Store>, config: MatchConfig) -> Self {
        let clock = store.clock();
        let hub = Arc::new(Hub::new(clock.began_at()));
        Self { store, clock, config, hub }
    }

    pub fn check_capacity(&self) -> Result<(), MatchError> {
        if self.store.count() < self.config.max_matches { Ok(()) } else { Err(MatchError::Full) }
    }

    /// Creates a match under an id that was drawn for it, and holds something for as long as it is kept.
    pub async fn create(&self, id: &MatchId, record: Record, held: Held) -> Result<(), MatchError> {
        let live = self.hub.get(id);
        let (rules, is_between_people) = (record.game().rules(), record.is_between_people());
        if self.commit_record(id, live.as_deref(), None, Box::new(record), None, Some(held)).await? {
            tracing::debug!(match_id = id.as_str(), %rules, is_between_people, "match began");
            return Ok(());
        }
        // No one else creates a match with this id: this is an earlier attempt, and a move may have followed it.
        self.load(id).await.map(|_| ())
    }

    /// The seat of a player who has just joined a match.
    pub async fn first_seat(&self, id: &MatchId, seats: Seats, secret: Secret) -> Result<Seated, MatchError> {
        let subscription = self.subscribe(id).await?;
        // From here on, the subscription has a newest record.
        self.load(id).await?;
        // Any connection that has resumed the seat is newer.
        Ok(Seated { seats, connection: 0, secret, subscription })
    }

    /// Takes a seat again. Older connections of the player are superseded.
    pub async fn resume(&self, id: &MatchId, secret: Secret) -> Result<Seated, MatchError> {
        let subscription = self.subscribe(id).await?;
        let (_, record) = self.load(id).await?;
        let seats = record.seats_proved_by(&secret).ok_or(MatchError::BadTicket)?;
        subscription.charge(seats, SeatCost::Resume)?;
        // The game may have expired while no one was connected.
        self.expire(id).await?;
        let connection = {
            let _presence = subscription.lock_presence().await;
            self.change(id, |record, now| record.connect(seats, now)).await?;
            subscription.supersede(seats)
        };
        Ok(Seated { seats, connection, secret, subscription })
    }

    /// Records that a player is away, unless there is a newer connection; the last frame arrived at `since`.
    pub async fn disconnect(&self, seated: &Seated, since: Timestamp) -> Result<(), MatchError> {
        let _presence = seated.subscription.lock_presence().await;
        if seated.is_superseded() {
            return Ok(());
        }
        let disconnect = |record: &Record, now| {
            let away = record.disconnect(seated.seats, since);
            // A silent player may have been absent for too long already.
            if let Decision::Changed(away) = &away
                && let over @ Decision::Changed(_) = away.expire(now)
            {
                return Ok(over);
            }
            Ok(away)
        };
        self.change(seated.id(), disconnect).await.map(drop)
    }

    pub async fn watch(&self, id: &MatchId) -> Result<Subscription, MatchError> {
        let mut subscription = self.subscribe(id).await?;
        self.expire(id).await?;
        subscription.count_as_spectator();
        Ok(subscription)
    }

    /// Subscribes to a match without being counted as a spectator, whether it exists yet or not. Subscribe first, then
    /// read: so no change is missed in between.
    pub async fn subscribe(&self, id: &MatchId) -> Result<Subscription, MatchError> {
        Ok(Subscription::new(LiveMatch::get_or_create(&self.hub, id), self.store.watch(&key(id)).await?))
    }

    pub async fn expire(&self, id: &MatchId) -> Result<Applied, MatchError> {
        self.change(id, |record, now| Ok(record.expire(now))).await
    }

    /// The match with the latest of its finished games, at most `max_games` of them.
    pub async fn history(&self, id: &MatchId, max_games: usize) -> Result<MatchHistory, MatchError> {
        let record = match self.expire(id).await {
            Ok(_) => self.load(id).await.ok().map(|(_, record)| record),
            Err(MatchError::NoSuchMatch) => None,
            Err(error) => return Err(error),
        };
        let entries = self.store.history(&key(id), max_games).await?;
        let decode = |entry: &Bytes| {
            let game = FinishedGame::from_bytes(entry);
            game.inspect_err(
                |error| tracing::error!(%error, match_id = id.as_str(), "skipping a corrupt game"),
            )
            .ok()
        };
        let games: Vec<_> = entries.iter().filter_map(decode).collect();
        if games.is_empty() && record.is_none() {
            return Err(MatchError::NoSuchMatch);
        }
        let spectators = self.hub.get(id).map_or(0, |live| live.spectators());
        Ok(MatchHistory { games, record, spectators })
    }

    /// Decides on a match and commits the decision; starts over when another decision was committed first.
    pub async fn change(
        &self,
        id: &MatchId,
        decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Applied, MatchError> {
        self.change_for(None, id, decide).await
    }

    /// The same for a client. A game that it finishes is no history if its source has finished too many.
    pub async fn change_for(
        &self,
        client: Option<&ConnectionPermit>,
        id: &MatchId,
        mut decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Applied, MatchError> {
        let mut is_kept = None;
        let mut is_kept = |_: &FinishedGame| {
            *is_kept.get_or_insert_with(|| client.is_none_or(|client| client.charge(Cost::Game).is_ok()))
        };
        // The newest record of this node is nearly always the newest of all, and the commit checks that it is. Nothing
        // is refused because of it.
        let live = self.hub.get(id);
        let mut known = live.as_ref().and_then(|live| live.newest());
        for _ in 0..MAX_ATTEMPTS {
            let is_known = known.is_some();
            let (revision, record) = match known.take() {
                Some(known) => known,
                None => self.load(id).await?,
            };
            let next = match decide(&record, self.clock.now()) {
                Ok(Decision::Changed(next)) => next,
                _ if is_known => continue,
                decision => return decision.map(|_| Applied::Already).map_err(Into::into),
            };
            let finished = next.finished_since(&record, wall_clock()).filter(&mut is_kept);
            if self.commit_record(id, live.as_deref(), Some(revision), next, finished, None).await? {
                return Ok(Applied::Now);
            }
            tokio::task::yield_now().await;
        }
        Err(MatchError::Unavailable("too many conflicting changes".into()))
    }

    pub(crate) async fn load(&self, id: &MatchId) -> Result<(Revision, Arc<Record>), MatchError> {
        let entry = self.store.get(&key(id)).await?.ok_or(MatchError::NoSuchMatch)?;
        let record = match self.hub.get(id) {
            Some(live) => live.decode(&entry)?,
            None => self.hub.decode(&entry)?,
        };
        Ok((entry.revision, record))
    }

    /// Writes a record and the game that it finished, and returns whether it did: not if the revision has changed.
    async fn commit_record(
        &self,
        id: &MatchId,
        live: Option<&LiveMatch>,
        expected: Option<Revision>,
        record: Box<Record>,
        finished: Option<FinishedGame>,
        held: Option<Held>,
    ) -> Result<bool, MatchError> {
        let history =
            finished.map(|game| HistoryEntry { number: game.number, value: encoding::to_bytes(&game) });
        let record: Arc<Record> = record.into();
        let value = Arc::clone(&record).into();
        let write = Write { expected, value, ttl: record.keep_for(), history, held };
        let revision = self.commit(&key(id), write).await?;
        if let (Some(revision), Some(live)) = (revision, live) {
            live.wrote(revision, &record);
        }
        Ok(revision.is_some())
    }

    /// Writes something that expires at once, to see that the store can write.
    pub async fn write_probe(&self) -> Result<(), MatchError> {
        let key = Key::new("probe", "write");
        let expected = self.store.get(&key).await?.map(|entry| entry.revision);
        let write =
            Write { expected, value: Bytes::new().into(), ttl: Duration::ZERO, history: None, held: None };
        self.commit(&key, write).await.map(drop)
    }

    /// Writes a value and returns its revision, or `None` after a conflict. If the outcome is unknown, it is read
    /// back.
    pub(crate) async fn commit(&self, key: &Key, write: Write) -> Result<Option<Revision>, MatchError> {
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

impl Encode for Record {
    fn to_bytes(&self) -> Bytes {
        self.to_bytes()
    }
}

impl From<Unavailable> for MatchError {
    fn from(error: Unavailable) -> Self {
        Self::Unavailable(error.to_string())
    }
}

impl From<getrandom::Error> for MatchError {
    fn from(error: getrandom::Error) -> Self {
        Self::Unavailable(format!("the operating system returned no random numbers: {error}"))
    }
}

impl From<Corrupt> for MatchError {
    fn from(error: Corrupt) -> Self {
        Self::Unavailable(error.to_string())
    }
}
