//! The server's clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::timestamp::Timestamp;

/// The clock of a store. It never goes back, even if the system time does: it starts at a timestamp, and advances with
/// the monotonic clock. Where matches outlive the process, it resumes from the last checkpoint, so that their time
/// stands still while the server is down.
#[derive(Debug, Clone)]
pub struct Clock {
    began_at: Timestamp,
    began: Instant,
    leader: Option<Arc<Leader>>,
    /// Since when the store could not be written, in milliseconds; the maximum if it can.
    blocked_since: Arc<AtomicU64>,
}

/// How a clock follows another one, in milliseconds.
#[derive(Debug)]
struct Leader {
    /// How far it is ahead.
    lead: AtomicU64,
    /// The latest time that was read.
    latest: AtomicU64,
    /// The latest time at which the store was written.
    confirmed: AtomicU64,
}

impl Clock {
    /// A clock that starts right after this checkpoint, so that everything before it has an earlier timestamp.
    pub(crate) fn resume_after(checkpoint: Timestamp) -> Self {
        let began_at = checkpoint.after(Duration::from_millis(1));
        Self { began_at, ..Self::default() }
    }

    /// A clock that follows one on another machine, whose time is `now`.
    #[cfg(feature = "nats")]
    pub(crate) fn following(now: Timestamp) -> Self {
        let [lead, latest, confirmed] = [(); 3].map(|()| AtomicU64::new(now.millis()));
        let leader = Leader { lead, latest, confirmed };
        Self { began_at: Timestamp::ZERO, leader: Some(Arc::new(leader)), ..Self::default() }
    }

    /// Corrects a clock that follows another: it was asked for its time at `asked_at` by this clock, and has answered.
    #[cfg(feature = "nats")]
    pub(crate) fn follow(&self, asked_at: Timestamp, answer: Timestamp) {
        let Some(leader) = &self.leader else { return };
        let ahead = answer.until(asked_at).unwrap_or_default();
        let behind = self.now().until(answer).unwrap_or_default();
        let lead = Timestamp::from_millis(leader.lead.load(Ordering::Relaxed)).after(behind).before(ahead);
        leader.lead.store(lead.millis(), Ordering::Relaxed);
    }

    /// The store has been written after this time.
    #[cfg(feature = "nats")]
    pub(crate) fn confirm(&self, time: Timestamp) {
        if let Some(leader) = &self.leader {
            leader.confirmed.fetch_max(time.millis(), Ordering::Relaxed);
        }
    }

    /// The store cannot be written from now on, until it is unblocked.
    pub(crate) fn block(&self) {
        self.blocked_since.store(self.now().millis(), Ordering::Relaxed);
    }

    pub(crate) fn unblock(&self) {
        self.blocked_since.store(u64::MAX, Ordering::Relaxed);
    }

    /// The time up to which players could move. No game expires later: while the store cannot be written, this time
    /// stands still.
    pub(crate) fn confirmed(&self) -> Timestamp {
        let now = self.now().min(Timestamp::from_millis(self.blocked_since.load(Ordering::Relaxed)));
        let Some(leader) = &self.leader else { return now };
        Timestamp::from_millis(leader.confirmed.load(Ordering::Relaxed)).min(now)
    }

    /// When this clock started, if it follows no other. Everything that an earlier process wrote is older; every
    /// connection is newer.
    pub(crate) const fn began_at(&self) -> Timestamp {
        self.began_at
    }

    pub(crate) fn now(&self) -> Timestamp {
        let now = self.began_at.after(self.began.elapsed());
        let Some(leader) = &self.leader else { return now };
        let now = now.millis().saturating_add(leader.lead.load(Ordering::Relaxed));
        Timestamp::from_millis(leader.latest.fetch_max(now, Ordering::Relaxed).max(now))
    }
}

impl Default for Clock {
    fn default() -> Self {
        let blocked_since = Arc::new(AtomicU64::new(u64::MAX));
        Self { began_at: wall_clock(), began: Instant::now(), leader: None, blocked_since }
    }
}

/// The system time, as people read it. It may jump.
pub fn wall_clock() -> Timestamp {
    Timestamp::ZERO.after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

#[cfg(all(test, feature = "nats"))]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_clock_follows_another_and_never_goes_back() {
        let at = Timestamp::from_millis;
        let clock = Clock::following(at(5000));
        assert_eq!(clock.now(), at(5000));
        tokio::time::advance(Duration::from_secs(1)).await;
        clock.follow(at(5900), at(5950));
        assert_eq!(clock.now(), at(6000), "an answer between question and now shows no error");
        clock.follow(at(5900), at(6500));
        assert_eq!(clock.now(), at(6500), "it was behind");
        clock.follow(at(6500), at(6400));
        assert_eq!(clock.now(), at(6500), "it was ahead, and stands still");
        tokio::time::advance(Duration::from_millis(300)).await;
        assert_eq!(clock.now(), at(6700));
        assert_eq!(clock.confirmed(), at(5000));
        clock.confirm(at(6600));
        clock.confirm(at(6000));
        assert_eq!(clock.confirmed(), at(6600));
    }
}
