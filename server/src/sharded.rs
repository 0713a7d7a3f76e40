//! A state in parts with a lock each, so that what is about different keys seldom waits for each other.

use std::array::from_fn;
use std::hash::{BuildHasher, Hash, RandomState};

use parking_lot::{Mutex, MutexGuard};

const SHARDS: usize = 64;

pub(crate) struct Sharded<T> {
    shards: [Mutex<T>; SHARDS],
    hasher: RandomState,
}

impl<T> Sharded<T> {
    /// Shards made from their numbers, which are less than 64.
    pub(crate) fn new(mut shard: impl FnMut(usize) -> T) -> Self {
        Self { shards: from_fn(|number| Mutex::new(shard(number))), hasher: RandomState::new() }
    }

    /// The shard of a key.
    #[expect(clippy::cast_possible_truncation, reason = "any bits of a hash will do")]
    #[expect(clippy::indexing_slicing, reason = "the remainder is less than the length")]
    pub(crate) fn lock(&self, key: &impl Hash) -> MutexGuard<'_, T> {
        self.shards[self.hasher.hash_one(key) as usize % SHARDS].lock()
    }

    /// All shards, each of which is locked while it is used.
    pub(crate) fn iter(&self) -> impl Iterator<Item = MutexGuard<'_, T>> {
        self.shards.iter().map(Mutex::lock)
    }
}

impl<T: Default> Default for Sharded<T> {
    fn default() -> Self {
        Self::new(|_| T::default())
    }
}
