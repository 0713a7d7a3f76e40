//! The server's clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::timestamp::Timestamp;

/// The clock of a store. It never goes back, even if the system time does: it starts at a timestamp, and advances with
/// the monotonic clock. Where matches outlive the process, it resumes from the last checkpoint, so that their time
/// stands still while the server is down.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    began_at: Timestamp,
    began: Instant,
}

impl Clock {
    /// A clock that starts right after this checkpoint, so that everything before it has an earlier timestamp.
    pub(crate) fn resume_after(checkpoint: Timestamp) -> Self {
        Self { began_at: checkpoint.after(Duration::from_millis(1)), began: Instant::now() }
    }

    /// When this clock started. Everything that an earlier process wrote is older; every connection is newer.
    pub(crate) const fn began_at(&self) -> Timestamp {
        self.began_at
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.began_at.after(self.began.elapsed())
    }

    /// A timestamp on the monotonic clock; now, if it has passed.
    pub(crate) fn to_instant(self, timestamp: Timestamp) -> Instant {
        Instant::now() + self.now().until(timestamp).unwrap_or(Duration::ZERO)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self { began_at: wall_clock(), began: Instant::now() }
    }
}

/// The system time, as people read it. It may jump.
pub fn wall_clock() -> Timestamp {
    Timestamp::ZERO.after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
