//! The matches that are watched on this node: each revision is decoded once for all viewers.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, MutexGuard};
use tokio::time::Instant;

use super::MatchError;
use crate::quota::{SeatCost, Source};
use crate::record::{BySeat, MatchId, Record, SeatId, Seats};
use crate::store::{Entry, Key, Revision, Watch};
use crate::token_bucket::TokenBucket;

#[derive(Default)]
pub struct Hub {
    live: Mutex<HashMap<MatchId, Weak<LiveMatch>>>,
}

/// A match that a task on this node watches or is about to change.
pub struct LiveMatch {
    pub(super) id: MatchId,
    pub key: Key,
    hub: Arc<Hub>,
    newest: Mutex<Option<(Revision, Arc<Record>)>>,
    shared_text: Mutex<Option<TextOf>>,
    /// An event, or a newer connection of a player, wakes the viewers with [`Watch::wake_all`].
    extras: Mutex<Extras>,
    /// Locked while a player connects or disconnects, so that the record shows the right presence.
    presence: tokio::sync::Mutex<()>,
    /// Kept while the match has a viewer, so that reconnecting does not refill them.
    budgets: Mutex<BySeat<HashMap<SeatCost, TokenBucket>>>,
    /// Its references count the [`Unconfirmed`] players.
    unconfirmed: Arc<()>,
    /// The source from which each player last connected to this node.
    sources: Mutex<BySeat<Option<Source>>>,
    /// Its references count the spectators on this node.
    spectators: Arc<()>,
}

/// A player who may not know of the match yet. Dropped at the first frame of the player's connection, or when that
/// ends.
#[derive(Clone)]
pub struct Unconfirmed {
    live: Arc<LiveMatch>,
    _count: Arc<()>,
}

impl Unconfirmed {
    pub fn new(live: Arc<LiveMatch>) -> Self {
        Self { _count: Arc::clone(&live.unconfirmed), live }
    }

    pub fn id(&self) -> &MatchId {
        &self.live.id
    }
}

/// The text of a record, and the number of spectators in it.
type TextOf = (Arc<Record>, u32, Arc<str>);

/// State that viewers see besides the record. It is not stored.
#[derive(Default)]
struct Extras {
    /// The number of each seat's newest connection: 0 at the start, one more with each resume.
    connections: BySeat<u32>,
    /// The latest events, the newest first: a text for all viewers, or `None` if a player has a newer connection.
    events: VecDeque<Option<Arc<str>>>,
    /// The number of events so far.
    count: usize,
}

/// The subscription of a player or a spectator to a match.
pub struct Subscription {
    pub live: Arc<LiveMatch>,
    watch: Watch,
    /// The newest revision that was yielded. Before the first, a missing match is not [`MatchEvent::Gone`], because a
    /// remote store may show a new match late.
    seen: Option<Revision>,
    events_seen: usize,
    _spectator: Option<Arc<()>>,
}

#[derive(Debug)]
pub enum MatchEvent {
    Changed(Arc<Record>),
    /// Texts for all viewers that are not stored; none if only a player has a newer connection.
    Texts(Vec<Arc<str>>),
    Gone,
}

/// A viewer who is more than this many events behind misses the oldest.
const EVENTS_KEPT: usize = 8;

/// The number of matches that a task handles before others run.
pub(super) const BATCH: usize = 256;

impl Hub {
    /// All matches.
    pub(super) fn all(&self) -> Vec<Arc<LiveMatch>> {
        // Dropping the last reference to a match locks the map, so it must not happen under the lock.
        self.live.lock().values().filter_map(Weak::upgrade).collect()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.live.lock().is_empty()
    }
}

impl LiveMatch {
    pub(super) fn get_or_create(hub: &Arc<Hub>, id: &MatchId) -> Arc<Self> {
        let mut all = hub.live.lock();
        if let Some(live) = all.get(id).and_then(Weak::upgrade) {
            return live;
        }
        let live = Arc::new(Self {
            id: id.clone(),
            key: Key::new("match", id.as_str()),
            hub: Arc::clone(hub),
            newest: Mutex::default(),
            shared_text: Mutex::default(),
            extras: Mutex::default(),
            presence: tokio::sync::Mutex::default(),
            budgets: Mutex::default(),
            unconfirmed: Arc::default(),
            sources: Mutex::default(),
            spectators: Arc::default(),
        });
        all.insert(id.clone(), Arc::downgrade(&live));
        live
    }

    /// The record of an entry, decoded at most once. A tombstone has no record, and a damaged match has none any more.
    pub(super) fn decode(&self, entry: &Entry) -> Option<Arc<Record>> {
        if entry.value.is_empty() {
            return None;
        }
        let mut newest = self.newest.lock();
        if let Some((revision, record)) = &*newest
            && *revision == entry.revision
        {
            return Some(Arc::clone(record));
        }
        let decoded = Record::from_bytes(&entry.value)
            .inspect_err(|error| tracing::error!(match_id = self.id.as_str(), %error, "a match is lost"));
        let record = decoded.ok()?.into();
        keep_newer(&mut newest, entry.revision, &record);
        Some(record)
    }

    /// Remembers a record that this node has just written, so that no viewer has to decode it.
    pub(super) fn wrote(&self, revision: Revision, record: &Arc<Record>) {
        keep_newer(&mut self.newest.lock(), revision, record);
    }

    /// No player who joined on this node is [`Unconfirmed`].
    pub fn is_confirmed(&self) -> bool {
        Arc::strong_count(&self.unconfirmed) == 1
    }

    pub fn set_source(&self, seat: SeatId, source: Option<Source>) {
        *self.sources.lock().get_mut(seat) = source;
    }

    pub fn source(&self, seat: SeatId) -> Option<Source> {
        *self.sources.lock().get(seat)
    }

    pub fn newest(&self) -> Option<(Revision, Arc<Record>)> {
        self.newest.lock().clone()
    }

    pub fn spectators(&self) -> u32 {
        u32::try_from(Arc::strong_count(&self.spectators) - 1).unwrap_or(u32::MAX)
    }
}

fn keep_newer(newest: &mut Option<(Revision, Arc<Record>)>, revision: Revision, record: &Arc<Record>) {
    if newest.as_ref().is_none_or(|(known, _)| *known < revision) {
        *newest = Some((revision, Arc::clone(record)));
    }
}

impl Drop for LiveMatch {
    fn drop(&mut self) {
        let mut all = self.hub.live.lock();
        // A new viewer may have replaced the entry since.
        if all.get(&self.id).is_some_and(|live| live.strong_count() == 0) {
            all.remove(&self.id);
        }
    }
}

impl Subscription {
    pub(super) fn new(live: Arc<LiveMatch>, mut watch: Watch) -> Self {
        let events_seen = live.extras.lock().count;
        watch.entries.mark_changed();
        Self { live, watch, seen: None, events_seen, _spectator: None }
    }

    pub fn id(&self) -> &MatchId {
        &self.live.id
    }

    /// The newest record that was read or written on this node; `None` while there is none.
    pub fn newest(&self) -> Option<Arc<Record>> {
        self.live.newest().map(|(_, record)| record)
    }

    /// The part of a record's text that all viewers share, encoded once for all of them.
    pub fn shared_text(
        &self,
        record: &Arc<Record>,
        encode: impl FnOnce(&MatchId, &Record, u32) -> Arc<str>,
    ) -> Arc<str> {
        let spectators = self.live.spectators();
        let mut newest = self.live.shared_text.lock();
        match &*newest {
            Some((of, count, text)) if Arc::ptr_eq(of, record) && *count == spectators => Arc::clone(text),
            _ => {
                let text = encode(self.id(), record, spectators);
                *newest = Some((Arc::clone(record), spectators, Arc::clone(&text)));
                text
            }
        }
    }

    /// Charges an action of a player to the budget of the seat.
    pub fn charge(&self, seats: Seats, cost: SeatCost) -> Result<(), MatchError> {
        let now = Instant::now();
        let mut budgets = self.live.budgets.lock();
        let budget = budgets.get_mut(seats.person_seat()).entry(cost);
        Ok(budget.or_insert_with(|| cost.budget(now)).take(1, now)?)
    }

    /// The number of the newest connection that plays these seats.
    pub fn newest_connection(&self, seats: Seats) -> u32 {
        *self.live.extras.lock().connections.get(seats.person_seat())
    }

    pub(super) async fn lock_presence(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.live.presence.lock().await
    }

    /// Supersedes the connections that play these seats, and returns the number of the new one.
    pub(super) fn supersede(&self, seats: Seats) -> u32 {
        let mut extras = self.live.extras.lock();
        let newest = extras.connections.get_mut(seats.person_seat());
        *newest += 1;
        let number = *newest;
        self.wake_all(extras, None);
        number
    }

    /// Sends a text to all viewers on this node, this one included.
    pub fn broadcast(&self, text: &str) {
        self.wake_all(self.live.extras.lock(), Some(text.into()));
    }

    fn wake_all(&self, mut extras: MutexGuard<'_, Extras>, event: Option<Arc<str>>) {
        extras.events.truncate(EVENTS_KEPT - 1);
        extras.events.push_front(event);
        extras.count += 1;
        drop(extras);
        self.watch.wake_all();
    }

    /// Waits for the next event; the first is the current record, if there is one. Cancel safe.
    pub async fn next(&mut self) -> MatchEvent {
        loop {
            // Cannot fail, because the subscription holds the sender too.
            let _ = self.watch.entries.changed().await;
            if let Some(event) = self.read() {
                return event;
            }
        }
    }

    fn read(&mut self) -> Option<MatchEvent> {
        let entry = self.watch.entries.borrow_and_update().clone();
        let Some(entry) = entry.filter(|entry| !entry.value.is_empty()) else {
            return self.seen.map(|_| MatchEvent::Gone);
        };
        let extras = self.live.extras.lock();
        let new = extras.count - self.events_seen;
        if self.seen != Some(entry.revision) {
            self.seen = Some(entry.revision);
            if new > 0 {
                // The next read yields them.
                self.watch.entries.mark_changed();
            }
            drop(extras);
            return Some(self.live.decode(&entry).map_or(MatchEvent::Gone, MatchEvent::Changed));
        }
        self.events_seen = extras.count;
        let texts = || extras.events.iter().take(new).rev().flatten().cloned().collect();
        (new > 0).then(|| MatchEvent::Texts(texts()))
    }

    /// Wakes no viewer, because a thousand arriving spectators would wake each other a million times.
    pub(super) fn counted_as_spectator(self) -> Self {
        Self { _spectator: Some(Arc::clone(&self.live.spectators)), ..self }
    }
}
