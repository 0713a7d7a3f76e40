//! Points in time, as they are stored.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since the beginning of 1970 (UTC), by the server's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(u64);

impl Moment {
    /// The beginning of 1970.
    pub const ZERO: Self = Self(0);

    /// The shortest time by which moments differ.
    pub const TICK: Duration = Duration::from_millis(1);

    /// The moment so many milliseconds after the beginning of 1970.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis)
    }

    /// The milliseconds since the beginning of 1970.
    #[must_use]
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// The moment that comes `time` later.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self(self.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    /// The moment `time` earlier.
    #[must_use]
    pub fn before(self, time: Duration) -> Self {
        Self(self.0.saturating_sub(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    /// The time from here until `later`; `None` when that has passed already.
    #[must_use]
    pub fn until(self, later: Self) -> Option<Duration> {
        later.0.checked_sub(self.0).map(Duration::from_millis)
    }
}
