//! What a store of one machine has in memory: the newest value of each key, until when it is kept, and who
//! watches it.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::{Entry, Key, Watch};
use crate::timestamp::Timestamp;

/// Below this many channels it is not worth looking for idle ones.
const MIN_WATCHED: usize = 64;

/// Values by their keys. What changes here is seen by everybody at once.
#[derive(Default)]
pub(super) struct Table {
    values: HashMap<Key, Kept>,
    /// The same values by the time until which they are kept, so that forgetting costs nothing to look for.
    until: BTreeSet<(Timestamp, Key)>,
    watched: HashMap<Key, watch::Sender<Option<Entry>>>,
    /// How many channels there may be before those that nobody watches are looked for.
    watched_limit: usize,
}

struct Kept {
    entry: Entry,
    until: Timestamp,
}

/// Locks what holds table. A panic elsewhere cannot have left them half changed: every change below is
/// complete before anything that can fail.
pub(super) fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Table {
    /// What a key holds.
    pub(super) fn entry(&self, key: &Key) -> Option<&Entry> {
        self.values.get(key).map(|kept| &kept.entry)
    }

    /// How many keys hold something.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Puts an entry in place of the one that is there, and tells those who watch the key.
    pub(super) fn put(&mut self, key: &Key, entry: Entry, until: Timestamp) {
        self.tell(key, Some(&entry));
        if let Some(old) = self.values.insert(key.clone(), Kept { entry, until }) {
            self.until.remove(&(old.until, key.clone()));
        }
        self.until.insert((until, key.clone()));
    }

    /// Forgets what is kept no longer, and says which keys that was.
    pub(super) fn forget(&mut self, now: Timestamp) -> Vec<Key> {
        let mut forgotten = Vec::new();
        while self.until.first().is_some_and(|(until, _)| *until <= now) {
            if let Some((_, key)) = self.until.pop_first() {
                self.values.remove(&key);
                self.tell(&key, None);
                forgotten.push(key);
            }
        }
        forgotten
    }

    /// Watches a key, whether it holds something or not.
    pub(super) fn watch(&mut self, key: &Key) -> Watch {
        self.prune_watched();
        let present = self.entry(key).cloned();
        self.watched.entry(key.clone()).or_insert_with(|| watch::Sender::new(present)).subscribe()
    }

    /// Drops the channels that nobody watches once there are twice as many as were in use the last time: a
    /// constant cost a watch, and a bounded map even when people watch keys that never get a value.
    fn prune_watched(&mut self) {
        if self.watched.len() >= self.watched_limit {
            self.watched.retain(|_, sender| sender.receiver_count() > 0);
            self.watched_limit = (self.watched.len() * 2).max(MIN_WATCHED);
        }
    }

    /// Tells those who watch the key, and forgets the channel once nobody does.
    fn tell(&mut self, key: &Key, entry: Option<&Entry>) {
        let Some(sender) = self.watched.get(key) else { return };
        if sender.send(entry.cloned()).is_err() {
            self.watched.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watching_keys_that_never_get_a_value_does_not_grow_the_shelves() {
        let mut table = Table::default();
        for n in 0..10_000 {
            table.watch(&Key::new("match", &n.to_string()));
        }
        assert!(table.watched.len() <= MIN_WATCHED);
    }
}
