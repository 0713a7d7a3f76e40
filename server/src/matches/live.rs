//! The matches that somebody on this machine watches: each record is read once for all of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::watch;

use super::{MatchError, MatchId};
use crate::record::{Corrupt, Record, Slot};
use crate::store::{Entry, Revision, Watch};

/// The matches that are watched here.
#[derive(Default)]
pub struct LiveMatches(Mutex<HashMap<MatchId, Weak<Live>>>);

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
    pub(super) fn get(&self, id: &MatchId) -> Option<Arc<Live>> {
        self.map().get(id).and_then(Weak::upgrade)
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.map().is_empty()
    }

    fn map(&self) -> MutexGuard<'_, HashMap<MatchId, Weak<Live>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// The match, shared with everybody else who watches it here.
    pub(super) fn of(matches: &Arc<LiveMatches>, id: &MatchId) -> Arc<Self> {
        let mut map = matches.map();
        if let Some(live) = map.get(id).and_then(Weak::upgrade) {
            return live;
        }
        let live = Arc::new(Self {
            id: id.clone(),
            matches: Arc::clone(matches),
            newest: Mutex::default(),
            spectators: watch::Sender::new(0),
        });
        map.insert(id.clone(), Arc::downgrade(&live));
        live
    }

    /// The record in an entry; `None` for a match that was withdrawn. An entry that was read before is not
    /// read again.
    pub(super) fn decode(&self, entry: &Entry) -> Result<Option<Arc<Record>>, Corrupt> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((revision, record)) = &*newest
            && *revision == entry.revision
        {
            return Ok(Some(Arc::clone(record)));
        }
        let record = record_in(entry)?;
        if let Some(record) = &record
            && newest.as_ref().is_none_or(|(revision, _)| *revision < entry.revision)
        {
            *newest = Some((entry.revision, Arc::clone(record)));
        }
        Ok(record)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let mut map = self.matches.map();
        // Someone may have come to watch the same match since: then the place in the map is theirs.
        if map.get(&self.id).is_some_and(|live| live.strong_count() == 0) {
            map.remove(&self.id);
        }
    }
}

/// The record in an entry; `None` for a match that was withdrawn.
pub(super) fn record_in(entry: &Entry) -> Result<Option<Arc<Record>>, Corrupt> {
    Ok(match Slot::from_bytes(&entry.value)? {
        Slot::Match(record) => Some(Arc::new(*record)),
        Slot::Withdrawn => None,
    })
}

impl Subscription {
    pub(super) fn new(live: Arc<Live>, entries: Watch) -> Self {
        let spectators = live.spectators.subscribe();
        let mut subscription = Self { live, entries, spectators, counted: false };
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
        *self.live.spectators.borrow()
    }

    /// The newest record; `None` while there is none.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`] when it cannot be read.
    pub fn newest(&self) -> Result<Option<Arc<Record>>, MatchError> {
        let entry = self.entries.borrow().clone();
        entry.map_or(Ok(None), |entry| Ok(self.live.decode(&entry)?))
    }

    /// Waits for the next change; at first that is the present record, if there is one. Spectators are not
    /// told how many they are: a thousand of them would make a million messages. Nothing is lost when this
    /// future is dropped.
    ///
    /// # Errors
    /// [`MatchError::Unavailable`] when the record cannot be read or the store has gone.
    pub async fn changed(&mut self) -> Result<Change, MatchError> {
        let spectators_told = !self.counted;
        tokio::select! {
            biased;
            changed = self.entries.changed() => {
                changed.map_err(|_| MatchError::Unavailable("the store has gone".into()))?;
                let entry = self.entries.borrow_and_update().clone();
                let record = entry.map_or(Ok(None), |entry| self.live.decode(&entry))?;
                Ok(record.map_or(Change::Gone, Change::Record))
            }
            Ok(()) = self.spectators.changed(), if spectators_told => Ok(Change::Spectators),
        }
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
