//! The part of every store that is in memory: the newest entry of each key until it expires, and its watchers.

use std::collections::{BTreeSet, HashMap};

use tokio::sync::watch;

use super::{Entry, Key, Revision, Watch};
use crate::timestamp::Timestamp;

/// Below this many channels, unused ones are not removed.
const MIN_CHANNELS: usize = 64;

/// The newest entry of each key, until it expires, and the channels of its watchers.
#[derive(Default)]
pub struct LiveEntries {
    rows: HashMap<Key, Row>,
    /// When to check whether each row has expired, the earliest first. A write that lets a row live longer leaves its
    /// check, which moves when it is due.
    checks: BTreeSet<(Timestamp, Key)>,
    channels: HashMap<Key, watch::Sender<Option<Entry>>>,
    /// When there are this many channels, those without a receiver are dropped.
    max_channels: usize,
}

/// The watchers of a key, if there are any. Their channel has the newest entry, but they have to be woken.
#[must_use]
pub struct Watchers(Option<watch::Sender<Option<Entry>>>);

struct Row {
    entry: Entry,
    expires_at: Timestamp,
    check_at: Timestamp,
}

impl LiveEntries {
    /// The entry of a key, even if it has expired and was not removed yet.
    #[must_use]
    pub fn get(&self, key: &Key) -> Option<&Entry> {
        self.rows.get(key).map(|row| &row.entry)
    }

    /// The number of entries.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Puts an entry where readers and watchers find it. The caller wakes the watchers, after unlocking the entries.
    pub fn put(&mut self, key: &Key, entry: Entry, expires_at: Timestamp) -> Watchers {
        let watchers = self.update_channel(key, Some(&entry));
        if let Some(row) = self.rows.get_mut(key).filter(|row| row.check_at <= expires_at) {
            (row.entry, row.expires_at) = (entry, expires_at);
        } else {
            self.remove_row(key);
            self.checks.insert((expires_at, key.clone()));
            self.rows.insert(key.clone(), Row { entry, expires_at, check_at: expires_at });
        }
        watchers
    }

    /// Removes the entries that have expired, wakes their watchers, and returns their keys.
    pub fn expire(&mut self, now: Timestamp) -> Vec<Key> {
        let expired = self.take_expired(now);
        for key in &expired {
            self.update_channel(key, None).wake();
        }
        expired
    }

    /// Removes the entries that have expired, and returns their keys, but does not wake their watchers.
    pub fn take_expired(&mut self, now: Timestamp) -> Vec<Key> {
        let mut expired = Vec::new();
        while self.checks.first().is_some_and(|(check_at, _)| *check_at <= now)
            && let Some((_, key)) = self.checks.pop_first()
        {
            if let Some(row) = self.rows.get_mut(&key).filter(|row| row.expires_at > now) {
                row.check_at = row.expires_at;
                self.checks.insert((row.check_at, key));
            } else {
                self.rows.remove(&key);
                expired.push(key);
            }
        }
        expired
    }

    /// Watches a key, which may have no entry yet.
    pub fn watch(&mut self, key: &Key) -> Watch {
        self.prune_channels();
        let current = self.get(key).cloned();
        Watch::new(self.channels.entry(key.clone()).or_insert_with(|| watch::Sender::new(current)).clone())
    }

    /// Removes an entry that has this revision. The caller wakes the watchers.
    pub fn remove(&mut self, key: &Key, revision: Option<Revision>) -> Watchers {
        if self.get(key).map(|entry| entry.revision) != revision {
            return Watchers(None);
        }
        self.remove_row(key);
        self.update_channel(key, None)
    }

    fn remove_row(&mut self, key: &Key) {
        if let Some(row) = self.rows.remove(key) {
            self.checks.remove(&(row.check_at, key.clone()));
        }
    }

    /// The key has a watcher.
    #[must_use]
    pub fn is_watched(&self, key: &Key) -> bool {
        self.channels.get(key).is_some_and(|sender| sender.receiver_count() > 0)
    }

    /// The keys that are watched.
    #[must_use]
    pub fn watched(&self) -> Vec<Key> {
        self.channels.keys().filter(|key| self.is_watched(key)).cloned().collect()
    }

    /// Drops the channels without a receiver once there are twice as many as were in use the last time. The
    /// cost per watch is constant, and the map is bounded even if callers watch keys that never get a value.
    fn prune_channels(&mut self) {
        if self.channels.len() >= self.max_channels {
            self.channels.retain(|_, sender| sender.receiver_count() > 0);
            self.max_channels = (self.channels.len() * 2).max(MIN_CHANNELS);
        }
    }

    fn update_channel(&self, key: &Key, entry: Option<&Entry>) -> Watchers {
        let sender = self.channels.get(key);
        if let Some(sender) = sender {
            sender.send_if_modified(|newest| {
                *newest = entry.cloned();
                false
            });
        }
        Watchers(sender.cloned())
    }
}

impl Watchers {
    /// Wakes the watchers.
    pub fn wake(self) {
        if let Some(sender) = self.0 {
            sender.send_modify(|_| {});
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watching_keys_that_never_get_a_value_grows_no_map() {
        let mut entries = LiveEntries::default();
        for n in 0..10_000 {
            entries.watch(&Key::new("match", &n.to_string()));
        }
        assert!(entries.channels.len() <= MIN_CHANNELS);
    }
    #[test]
    fn an_entry_has_one_check_however_often_it_is_written() {
        let at = Timestamp::from_millis;
        let (mut entries, key) = (LiveEntries::default(), Key::new("match", "a"));
        for (put_at, expires_at) in [(0, 9), (1, 10), (2, 6), (3, 8)] {
            let entry = Entry { value: bytes::Bytes::new(), revision: Revision(put_at) };
            entries.put(&key, entry, at(expires_at)).wake();
            assert_eq!(entries.checks.len(), 1);
        }
        assert_eq!(entries.expire(at(7)), []);
        assert_eq!(entries.checks.len(), 1);
        assert_eq!(entries.expire(at(8)), [key]);
        assert!(entries.checks.is_empty());
    }
}
