//! Which run of a server something belongs to.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use serde::{Deserialize, Serialize};

/// One run of one server: another one after each start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(u64);

impl NodeId {
    /// A new id. It is no secret, so the random seed of a hash map will do.
    #[must_use]
    pub fn generate() -> Self {
        Self(RandomState::new().hash_one(()))
    }
}

/// 16 hexadecimal digits.
impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
