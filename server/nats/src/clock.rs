//! The clock that the nodes of a stream share. It is the clock of the stream's leader, which stamps every message.

use std::sync::atomic::{AtomicU64, Ordering};

use tictactoe_server::store::{Clock, Timestamp};
use tokio::time::Instant;

/// A clock that follows the leader's, and advances with the monotonic clock in between. It never goes back.
#[derive(Debug)]
pub(super) struct LeaderClock {
    began: Instant,
    /// How far the leader is ahead, in milliseconds.
    lead: AtomicU64,
    /// The latest time that was read, in milliseconds.
    latest: AtomicU64,
    /// The latest time at which the stream was written, in milliseconds.
    confirmed: AtomicU64,
}

impl LeaderClock {
    /// A clock that follows the leader's, whose time is `now`.
    pub(super) fn new(now: Timestamp) -> Self {
        let [lead, latest, confirmed] = [(); 3].map(|()| AtomicU64::new(now.millis()));
        Self { began: Instant::now(), lead, latest, confirmed }
    }

    /// Corrects the clock by the leader's answer to a request at `asked_at`, which is a time of this clock.
    pub(super) fn follow(&self, asked_at: Timestamp, answer: Timestamp) {
        let ahead = answer.until(asked_at).unwrap_or_default();
        let behind = self.now().until(answer).unwrap_or_default();
        let lead = Timestamp::from_millis(self.lead.load(Ordering::Relaxed)).after(behind).before(ahead);
        self.lead.store(lead.millis(), Ordering::Relaxed);
    }

    /// Records that the stream was written after this time.
    pub(super) fn confirm(&self, time: Timestamp) {
        self.confirmed.fetch_max(time.millis(), Ordering::Relaxed);
    }
}

impl Clock for LeaderClock {
    fn now(&self) -> Timestamp {
        let own = Timestamp::ZERO.after(self.began.elapsed());
        let now = own.millis().saturating_add(self.lead.load(Ordering::Relaxed));
        Timestamp::from_millis(self.latest.fetch_max(now, Ordering::Relaxed).max(now))
    }

    fn confirmed(&self) -> Timestamp {
        Timestamp::from_millis(self.confirmed.load(Ordering::Relaxed)).min(self.now())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_clock_follows_another_and_never_goes_back() {
        let at = Timestamp::from_millis;
        let clock = LeaderClock::new(at(5000));
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
