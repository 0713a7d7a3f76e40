//! Matches in the store: load, decide, commit.
//!
//! [`Matches::change`] has the only retry loop for conflicts on a match; everything that happens to a match is a
//! pure decision passed to it. [`hub`] shares the matches that are watched on this node and limits how often a player
//! may disturb the other, [`listing`] is the list of the public matches.

pub mod hub;
pub mod listing;

#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use thiserror::Error;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::clock::wall_clock;
use crate::quota::{ConnectionPermit, Cost};
use crate::record::{Corrupt, Decision, FinishedGame, MatchId, Record, Refusal, Seats, Timestamp, encoding};
use crate::secret::{Secret, random_u64};
use crate::store::{
    Clock, CommitError, Entry, HistoryEntry, Key, Members, NodeId, Revision, Store, Unavailable, Write,
};
use crate::token_bucket::TooOften;

use hub::{Hub, LiveMatch, SeatCost, Subscription, Unconfirmed};

/// The most attempts at one decision. Each conflict means that another decision went through, so this many in a row
/// on one match mean that something is wrong.
const MAX_ATTEMPTS: usize = 100;

/// After this time no further attempt begins: the player has given up.
const MAX_TIME: Duration = Duration::from_secs(20);

/// While the store is unavailable.
const RETRY_AFTER: Duration = Duration::from_secs(1);

pub struct Matches {
    pub store: Arc<dyn Store>,
    /// For deadlines.
    pub clock: Arc<dyn Clock>,
    pub config: MatchConfig,
    pub node: NodeId,
    /// Ends what no client waits for.
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
    /// The most matches that are kept when another one begins.
    pub max_matches: usize,
}

/// A player's connection to a match.
pub struct Seated {
    pub seats: Seats,
    /// The newest connection to the seat on this node has the highest number.
    connection: u32,
    node: NodeId,
    pub secret: Secret,
    /// Yields the current record first.
    pub subscription: Subscription,
    /// Until the first frame arrives after the match began.
    pub unconfirmed: Option<Unconfirmed>,
}

/// The finished games of a match, and the match itself.
#[derive(Debug)]
pub struct MatchHistory {
    /// Not decoded: that takes too long for an async thread.
    entries: Vec<Bytes>,
    pub record: Option<Arc<Record>>,
    pub spectators: u32,
}

impl MatchHistory {
    pub const fn game_count(&self) -> usize {
        self.entries.len()
    }

    /// Replays each game. A corrupt one is skipped.
    pub fn games(&self) -> impl Iterator<Item = FinishedGame> {
        let decode = |entry: &Bytes| FinishedGame::from_bytes(entry);
        self.entries.iter().map(decode).filter_map(|game| {
            game.inspect_err(|error| tracing::error!(%error, "skipping a corrupt game of the history")).ok()
        })
    }
}

/// Whether a request was carried out now, or had been before.
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
    #[error(transparent)]
    TooOften(#[from] TooOften),
    /// The match is lost: retrying does not help.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// The store cannot be reached, or there are no random numbers.
    #[error("{0}")]
    Unavailable(String),
    /// The only error after which something may have changed, or may change yet.
    #[error("the outcome of a write is unknown: {0}")]
    Unknown(String),
}

impl Seated {
    pub fn id(&self) -> &MatchId {
        self.subscription.id()
    }

    /// Whether the player has a newer connection to this node.
    pub fn is_superseded(&self) -> bool {
        self.subscription.newest_connection(self.seats) > self.connection
    }

    /// Whether the player has a newer connection, to this node or, by the newest record, to another.
    pub fn is_superseded_in(&self, record: &Record) -> bool {
        record.is_online_elsewhere(self.seats, self.node) || self.is_superseded()
    }
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

    /// Creates a match under an id that was drawn for it.
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
            // This attempt, and a move may have followed it.
            if found.is_some_and(|found| found.has_people_of(&record)) {
                return Ok(());
            }
            written?;
            // Another attempt, which took effect late or was ruled out: no one was told of it.
            expected = revision;
        }
        Err(too_many_conflicts())
    }

    /// The seat of a player who has just joined a match.
    pub async fn first_seat(&self, id: &MatchId, seats: Seats, secret: Secret) -> Result<Seated, MatchError> {
        let subscription = self.subscribe(id).await?;
        // From here on, the subscription has a newest record.
        self.load(id).await?;
        let unconfirmed = Some(Unconfirmed::new(self.live(id)));
        // Any connection that has resumed the seat is newer.
        Ok(Seated { seats, connection: 0, node: self.node, secret, subscription, unconfirmed })
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
            self.change(id, |record, now| record.connect(seats, self.node, now)).await?;
            subscription.supersede(seats)
        };
        Ok(Seated { seats, connection, node: self.node, secret, subscription, unconfirmed: None })
    }

    /// Shows a player as online again who is still connected here, but whom another node took for gone with this one. This
    /// is charged like a reconnect: as long as that node is not convinced, it does the same again.
    pub async fn stay(&self, seated: &Seated) -> Result<(), MatchError> {
        seated.subscription.charge(seated.seats, SeatCost::Resume)?;
        let _presence = seated.subscription.lock_presence().await;
        let stay = |record: &Record, now| {
            let node = record.person(seated.seats.holder()).map(|person| person.node);
            if node != Some(self.node) || seated.is_superseded() {
                return Ok(Decision::Unchanged);
            }
            record.connect(seated.seats, self.node, now)
        };
        self.change(seated.id(), stay).await.map(drop)
    }

    /// Records that a player is away, unless there is a newer connection; the last frame arrived at `since`.
    pub async fn disconnect(&self, seated: &Seated, since: Timestamp) -> Result<(), MatchError> {
        let _presence = seated.subscription.lock_presence().await;
        if seated.is_superseded() {
            return Ok(());
        }
        let disconnect = |record: &Record, _| {
            let away = record.disconnect(seated.seats, self.node, since);
            // A silent player may have been absent for too long already.
            if let Decision::Changed(away) = &away
                && let over @ Decision::Changed(_) = away.expire(self.clock.confirmed())
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

    /// The match with the latest of its finished games, at most `max_games` of them.
    pub async fn history(&self, id: &MatchId, max_games: usize) -> Result<MatchHistory, MatchError> {
        let record = match self.load_current(id).await {
            Ok(record) => Some(record),
            // The finished games may be readable even so.
            Err(MatchError::NoSuchMatch | MatchError::Corrupt(_)) => None,
            Err(error) => return Err(error),
        };
        let live = self.live(id);
        let entries = self.store.history(&live.key, max_games).await?;
        if entries.is_empty() && record.is_none() {
            return Err(MatchError::NoSuchMatch);
        }
        Ok(MatchHistory { entries, record, spectators: live.spectators() })
    }

    /// A finished game of a match, as it is stored.
    pub async fn finished_game(&self, id: &MatchId, number: u32) -> Result<Option<Bytes>, MatchError> {
        Ok(self.store.history_entry(&self.live(id).key, number).await?)
    }

    /// After each interruption, recovers the matches that are watched here, until the nodes can no longer change. What fails
    /// is retried by the viewers.
    pub async fn watch_members(self: Arc<Self>) {
        let mut members = self.members.clone();
        while members.changed().await.is_ok() {
            for shard in self.hub.shards() {
                let mut changes = JoinSet::new();
                for (live, record) in shard.iter().filter_map(|live| Some((live, live.newest()?.1))) {
                    if self.must_recover(&record) {
                        let (matches, id) = (Arc::clone(&self), live.id.clone());
                        changes.spawn(async move { matches.expire(&id).await });
                    }
                }
                while changes.join_next().await.is_some() {}
            }
        }
    }

    /// Where clients that lose this node reach others.
    pub fn other_urls(&self) -> Vec<String> {
        self.members.borrow().others.values().flatten().cloned().collect()
    }

    /// Whether this node has not reached the store for so long that clients should go to another one.
    pub fn is_cut_off(&self) -> bool {
        self.members.borrow().is_cut_off
    }

    /// Whether the record is older than an interruption that changes it.
    pub fn must_recover(&self, record: &Record) -> bool {
        self.recovered(record).is_some()
    }

    fn recovered(&self, record: &Record) -> Option<Box<Record>> {
        let is_alive = |node| node == self.node || self.members.borrow().others.contains_key(&node);
        let service_since = self.members.borrow().service_since;
        record.recovered(is_alive, || self.members.borrow().others_gone_at, service_since)
    }

    /// Decides on a match and commits the decision, together with what an interruption changes; starts over when another
    /// decision was committed first.
    pub async fn change(
        &self,
        id: &MatchId,
        decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Applied, MatchError> {
        self.change_for(None, &self.live(id), decide).await
    }

    /// The same for a client. A game that it finishes is no history if its source has finished too many.
    pub async fn change_for(
        &self,
        client: Option<&ConnectionPermit>,
        live: &LiveMatch,
        mut decide: impl FnMut(&Record, Timestamp) -> Result<Decision, Refusal>,
    ) -> Result<Applied, MatchError> {
        let mut is_kept = None;
        let mut is_kept = |_: &FinishedGame| {
            *is_kept.get_or_insert_with(|| client.is_none_or(|client| client.charge(Cost::Game).is_ok()))
        };
        // The newest record of this node is nearly always the newest of all, and the commit checks that it is. Nothing
        // is refused because of it.
        let mut known = live.newest();
        let mut give_up_at = None;
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
            let finished = next.finished_since(&record, wall_clock).filter(&mut is_kept);
            if self.commit_record(live, Some(revision), next.into(), finished).await? {
                return Ok(applied);
            }
            if !is_known {
                // Boxed, because every move would reserve memory for it.
                Box::pin(wait_after_conflict()).await?;
            }
            if *give_up_at.get_or_insert_with(|| Instant::now() + MAX_TIME) < Instant::now() {
                break;
            }
        }
        Err(too_many_conflicts())
    }

    /// The match once a game that has expired is over, and after each interruption. Nothing is written: the players and
    /// their viewers do that.
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

    /// The revision of what is stored under the id of a match, and the match, unless it was ruled out.
    pub async fn find(
        &self,
        live: &LiveMatch,
    ) -> Result<(Option<Revision>, Option<Arc<Record>>), MatchError> {
        let Some(entry) = self.store.get(&live.key).await? else { return Ok((None, None)) };
        let record = if entry.value.is_empty() { None } else { Some(live.decode(&entry)?) };
        Ok((Some(entry.revision), record))
    }

    /// Writes a record and the game that it finished, and returns whether it did: not if the revision has changed.
    pub fn commit_record<'a>(
        &'a self,
        live: &'a LiveMatch,
        expected: Option<Revision>,
        record: Arc<Record>,
        finished: Option<FinishedGame>,
    ) -> impl Future<Output = Result<bool, MatchError>> + Send + 'a {
        let history =
            finished.map(|game| HistoryEntry { number: game.number, value: encoding::to_bytes(&game) });
        let value = record.to_bytes();
        live.write(&value, &record);
        let write = Write { expected, value, ttl: record.keep_for(), history };
        // Only what it needs from here on is kept while it waits.
        async move {
            let revision = self.commit(&live.key, write).await?;
            if let Some(revision) = revision {
                live.wrote(revision, &record);
            }
            Ok(revision.is_some())
        }
    }

    /// Writes something that expires at once, to see that the store can write.
    pub async fn write_probe(&self) -> Result<(), MatchError> {
        self.replace(&Key::new("probe", "write"), Bytes::new(), Duration::ZERO).await.map(drop)
    }

    /// Writes a value in the place of the one that the key has, and returns its revision, or `None` after a conflict.
    pub async fn replace(
        &self,
        key: &Key,
        value: Bytes,
        ttl: Duration,
    ) -> Result<Option<Revision>, MatchError> {
        let expected = self.store.get(key).await?.map(|entry| entry.revision);
        self.commit(key, Write { expected, value, ttl, history: None }).await
    }

    /// Writes a value and returns its revision, or `None` after a conflict. If the outcome is unknown, it is read back. A
    /// write that is not found then may still be made, so the caller must not decide again.
    pub async fn commit(&self, key: &Key, write: Write) -> Result<Option<Revision>, MatchError> {
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

/// Lets writers of one match that met each other come back one by one.
async fn wait_after_conflict() -> Result<(), MatchError> {
    sleep(Duration::from_micros(1_000 + random_u64()? % 9_000)).await;
    Ok(())
}

fn too_many_conflicts() -> MatchError {
    TooOften(RETRY_AFTER).into()
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
