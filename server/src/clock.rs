//! The server's clock.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::timestamp::Timestamp;

/// The clock of a store. It never goes back, even if the system time does.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The current time.
    fn now(&self) -> Timestamp;

    /// The latest time at which players could move. It stops while the store cannot be written, so that no game expires
    /// then.
    fn confirmed(&self) -> Timestamp;
}

/// The clock of a store on this machine: it starts at a timestamp, and advances with the monotonic clock. With a
/// database, it resumes from the last checkpoint, so that match time stands still while the server is down.
#[derive(Debug)]
pub(crate) struct LocalClock {
    began_at: Timestamp,
    began: Instant,
    /// When the store became unwritable, in milliseconds; the maximum while it can be written.
    blocked_since: AtomicU64,
}

impl LocalClock {
    fn starting_at(began_at: Timestamp) -> Self {
        Self { began_at, began: Instant::now(), blocked_since: AtomicU64::new(u64::MAX) }
    }

    /// A clock that starts right after this checkpoint, so that everything before it has an earlier timestamp.
    pub(crate) fn resume_after(checkpoint: Timestamp) -> Self {
        Self::starting_at(checkpoint.after(Duration::from_millis(1)))
    }

    /// When this clock started. Everything that an earlier process wrote is older; every connection is newer.
    pub(crate) const fn began_at(&self) -> Timestamp {
        self.began_at
    }

    /// Stops the confirmed time until [`Self::unblock`], because the store cannot be written.
    pub(crate) fn block(&self) {
        self.blocked_since.store(self.now().millis(), Ordering::Relaxed);
    }

    pub(crate) fn unblock(&self) {
        self.blocked_since.store(u64::MAX, Ordering::Relaxed);
    }
}

impl Clock for LocalClock {
    fn now(&self) -> Timestamp {
        self.began_at.after(self.began.elapsed())
    }

    fn confirmed(&self) -> Timestamp {
        self.now().min(Timestamp::from_millis(self.blocked_since.load(Ordering::Relaxed)))
    }
}

impl Default for LocalClock {
    fn default() -> Self {
        Self::starting_at(wall_clock())
    }
}

/// The system time, as people read it. It may jump.
pub fn wall_clock() -> Timestamp {
    Timestamp::ZERO.after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
