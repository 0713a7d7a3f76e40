//! A value split into shards with one lock each, so that tasks with different keys seldom wait for each other.

use std::array::from_fn;
use std::hash::{BuildHasher, Hash, RandomState};

use parking_lot::{Mutex, MutexGuard};

const SHARDS: usize = 64;

pub(crate) struct Sharded<T> {
    shards: [Mutex<T>; SHARDS],
    hasher: RandomState,
}

impl<T> Sharded<T> {
    /// Makes each shard from its number, 0 to 63.
    pub(crate) fn new(mut shard: impl FnMut(usize) -> T) -> Self {
        Self { shards: from_fn(|number| Mutex::new(shard(number))), hasher: RandomState::new() }
    }

    /// Locks the shard of a key.
    #[expect(clippy::cast_possible_truncation, reason = "any bits of a hash will do")]
    #[expect(clippy::indexing_slicing, reason = "the remainder is less than the length")]
    pub(crate) fn lock(&self, key: &impl Hash) -> MutexGuard<'_, T> {
        self.shards[self.hasher.hash_one(key) as usize % SHARDS].lock()
    }

    /// All shards. Each is locked while its guard is in use.
    pub(crate) fn iter(&self) -> impl Iterator<Item = MutexGuard<'_, T>> {
        self.shards.iter().map(Mutex::lock)
    }
}

impl<T: Default> Default for Sharded<T> {
    fn default() -> Self {
        Self::new(|_| T::default())
    }
}
