//! The server's clock: where the machine's time enters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::timestamp::Timestamp;

/// Tells the time that a store goes by. It never goes back, whatever happens to the machine's date: it goes on
/// from the moment at which it began, with the monotonic clock. Where matches outlive the process, it begins
/// after the last moment that was noted: while the server is down, the time of its matches stands still.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    began_at: Timestamp,
    began: Instant,
}

impl Clock {
    /// A clock that begins at the machine's date.
    #[must_use]
    pub fn new() -> Self {
        Self { began_at: date(), began: Instant::now() }
    }

    /// A clock that goes on after this moment: whatever happened at that moment was before it began.
    #[must_use]
    pub fn going_on_after(noted: Timestamp) -> Self {
        Self { began_at: noted.after(Timestamp::TICK), began: Instant::now() }
    }

    /// The moment at which this clock began, later than all that was written before. Whoever was connected before
    /// that no longer is.
    #[must_use]
    pub const fn began_at(&self) -> Timestamp {
        self.began_at
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.began_at.after(self.began.elapsed())
    }

    /// When a moment comes on the monotonic clock; now, if it has passed.
    #[must_use]
    pub fn instant_of(&self, moment: Timestamp) -> Instant {
        Instant::now() + self.now().until(moment).unwrap_or(Duration::ZERO)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

/// The machine's date, for people: it may jump.
#[must_use]
pub fn date() -> Timestamp {
    Timestamp::ZERO.after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
