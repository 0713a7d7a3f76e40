//! The matches that somebody on this machine watches: each record is read once for all of them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;

use super::listing::Listed;
use super::{MatchError, MatchId};
use crate::record::{Corrupt, Record, Slot, Timestamp};
use crate::store::{Entry, Revision, Watch};

/// The matches that are watched here.
pub struct LiveMatches {
    /// In parts, each with a lock of its own: whoever looks through them all keeps nobody waiting.
    parts: [Mutex<Part>; PARTS],
    part_of: RandomState,
    /// When this life of the store began: records from before are read as its end has left them.
    began_at: Timestamp,
}

/// Some of the matches that are watched here.
type Part = HashMap<MatchId, Weak<Live>>;

/// In how many parts they are.
const PARTS: usize = 64;

/// A match that is watched here.
pub struct Live {
    id: MatchId,
    matches: Arc<LiveMatches>,
    newest: Mutex<Option<(Revision, Arc<Record>)>>,
    spectators: watch::Sender<u32>,
}

/// One watcher's view of a match, a player's or a spectator's.
pub struct Subscription {
    live: Arc<Live>,
    entries: Watch,
    spectators: watch::Receiver<u32>,
    counted: bool,
    /// A store on another machine may show nothing for a while of what it has just been given: until the
    /// match was seen once, nothing there does not mean that it is gone.
    seen: bool,
}

/// What a subscription has to tell.
#[derive(Debug)]
pub enum Change {
    /// The match is now this.
    Record(Arc<Record>),
    /// Another number of spectators.
    Spectators,
    /// The match is no longer kept, or whoever waited for it has withdrawn.
    Gone,
}

impl LiveMatches {
    pub(super) fn new(began_at: Timestamp) -> Self {
        let parts = std::array::from_fn(|_| Mutex::default());
        Self { parts, part_of: RandomState::new(), began_at }
    }

    /// The record in an entry; `None` for a match that was withdrawn.
    pub(super) fn record_in(&self, entry: &Entry) -> Result<Option<Arc<Record>>, Corrupt> {
        Ok(match Slot::from_bytes(&entry.value)? {
            Slot::Match(record) => Some(Arc::new(record.recovered(self.began_at))),
            Slot::Withdrawn { .. } => None,
        })
    }

    pub(super) fn get(&self, id: &MatchId) -> Option<Arc<Live>> {
        self.part(id).get(id).and_then(Weak::upgrade)
    }

    /// All of them, part by part. No part is locked when it is given.
    pub(super) fn parts(&self) -> impl Iterator<Item = Vec<Arc<Live>>> {
        // Let go of only after the lock: whoever is the last to hold one takes it out.
        self.parts.iter().map(|part| lock(part).values().filter_map(Weak::upgrade).collect())
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| lock(part).is_empty())
    }

    /// The part in which a match is.
    #[expect(clippy::cast_possible_truncation, reason = "any bits of a hash will do")]
    #[expect(clippy::indexing_slicing, reason = "a remainder is below what it is the remainder of")]
    fn part(&self, id: &MatchId) -> MutexGuard<'_, Part> {
        lock(&self.parts[self.part_of.hash_one(id) as usize % PARTS])
    }
}

impl Live {
    /// The match, shared with everybody else who watches it here.
    pub(super) fn of(matches: &Arc<LiveMatches>, id: &MatchId) -> Arc<Self> {
        let mut part = matches.part(id);
        if let Some(live) = part.get(id).and_then(Weak::upgrade) {
            return live;
        }
        let live = Arc::new(Self {
            id: id.clone(),
            matches: Arc::clone(matches),
            newest: Mutex::default(),
            spectators: watch::Sender::new(0),
        });
        part.insert(id.clone(), Arc::downgrade(&live));
        live
    }

    /// The record in an entry; `None` for a match that was withdrawn. An entry that was read before is not
    /// read again.
    pub(super) fn decode(&self, entry: &Entry) -> Result<Option<Arc<Record>>, Corrupt> {
        let mut newest = self.newest();
        if let Some((revision, record)) = &*newest
            && *revision == entry.revision
        {
            return Ok(Some(Arc::clone(record)));
        }
        let record = self.matches.record_in(entry)?;
        if let Some(record) = &record {
            keep_newer(&mut newest, entry.revision, record);
        }
        Ok(record)
    }

    /// Remembers a record that this machine has just written, so that nobody here has to read it.
    pub(super) fn wrote(&self, revision: Revision, record: &Arc<Record>) {
        keep_newer(&mut self.newest(), revision, record);
    }

    /// How many watch the match here without a seat.
    pub(super) fn spectators(&self) -> u32 {
        *self.spectators.borrow()
    }

    /// The match as the list shows it, if it may.
    pub(super) fn listed(&self) -> Option<Listed> {
        let newest = self.newest();
        let (_, record) = newest.as_ref()?;
        Listed::of(&self.id, record, self.spectators())
    }

    fn newest(&self) -> MutexGuard<'_, Option<(Revision, Arc<Record>)>> {
        lock(&self.newest)
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn keep_newer(newest: &mut Option<(Revision, Arc<Record>)>, revision: Revision, record: &Arc<Record>) {
    if newest.as_ref().is_none_or(|(known, _)| *known < revision) {
        *newest = Some((revision, Arc::clone(record)));
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let mut part = self.matches.part(&self.id);
        // Someone may have come to watch the same match since: then the place in the map is theirs.
        if part.get(&self.id).is_some_and(|live| live.strong_count() == 0) {
            part.remove(&self.id);
        }
    }
}

impl Subscription {
    pub(super) fn new(live: Arc<Live>, entries: Watch) -> Self {
        let spectators = live.spectators.subscribe();
        let mut subscription = Self { live, entries, spectators, counted: false, seen: false };
        subscription.again();
        subscription
    }

    /// Which match.
    #[must_use]
    pub fn id(&self) -> &MatchId {
        &self.live.id
    }

    /// How many watch the match here without a seat.
    #[must_use]
    pub fn spectators(&self) -> u32 {
        self.live.spectators()
    }

    /// The newest record that was seen or written here; `None` while there is none.
    #[must_use]
    pub fn newest(&self) -> Option<Arc<Record>> {
        self.live.newest().as_ref().map(|(_, record)| Arc::clone(record))
    }

    /// Waits for the next change; at first that is the present record, if there is one. Spectators are not
    /// told how many they are: a thousand of them would make a million messages. Nothing is lost when this
    /// future is dropped.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`] when the record cannot be read or the store has gone.
    pub async fn changed(&mut self) -> Result<Change, MatchError> {
        let spectators_told = !self.counted;
        loop {
            tokio::select! {
                biased;
                changed = self.entries.changed() => {
                    changed.map_err(|_| MatchError::Unavailable("the store has gone".into()))?;
                    if let Some(change) = self.read()? {
                        return Ok(change);
                    }
                }
                Ok(()) = self.spectators.changed(), if spectators_told => return Ok(Change::Spectators),
            }
        }
    }

    fn read(&mut self) -> Result<Option<Change>, MatchError> {
        let Some(entry) = self.entries.borrow_and_update().clone() else {
            return Ok(self.seen.then_some(Change::Gone));
        };
        self.seen = true;
        Ok(Some(self.live.decode(&entry)?.map_or(Change::Gone, Change::Record)))
    }

    /// Lets [`Subscription::changed`] tell of the present record once more.
    pub(super) fn again(&mut self) {
        self.entries.mark_changed();
    }

    pub(super) fn count_as_spectator(&mut self) {
        self.counted = true;
        self.live.spectators.send_modify(|count| *count += 1);
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if self.counted {
            self.live.spectators.send_modify(|count| *count -= 1);
        }
    }
}
