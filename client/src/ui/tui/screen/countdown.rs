//! A time that runs down on the screen.

use std::time::{Duration, Instant};

pub(super) const SECOND: Duration = Duration::from_secs(1);
pub(super) const TENTH: Duration = Duration::from_millis(100);

/// When another whole second since then will be over.
pub(super) fn next_second_after(since: Instant, now: Instant) -> Instant {
    let gone = now.saturating_duration_since(since).subsec_nanos();
    now + Duration::from_nanos(1_000_000_000_u64.saturating_sub(gone.into()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Countdown {
    left: Duration,
    since: Instant,
}

impl Countdown {
    /// So much was left at that moment.
    pub(super) const fn new(left: Duration, since: Instant) -> Self {
        Self { left, since }
    }

    pub(super) fn left(&self, now: Instant) -> Duration {
        self.left.saturating_sub(now.saturating_duration_since(self.since))
    }

    /// What is left, in whole seconds, rounded up.
    pub(super) fn seconds(&self, now: Instant) -> u64 {
        u64::try_from(self.left(now).as_millis().div_ceil(SECOND.as_millis())).unwrap_or(u64::MAX)
    }

    /// When another number of such steps will be left.
    pub(super) fn next(&self, now: Instant, step: Duration) -> Option<Instant> {
        let left = self.left(now).as_millis();
        let over = left.checked_sub(1)? % step.as_millis();
        now.checked_add(Duration::from_millis(u64::try_from(over).ok()? + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_seconds_are_rounded_up() {
        let begun = Instant::now();
        let countdown = Countdown::new(Duration::from_millis(2500), begun);
        let at = |ms| countdown.seconds(begun + Duration::from_millis(ms));
        assert_eq!([at(0), at(499), at(500), at(1499), at(2499), at(2500), at(9000)], [3, 3, 2, 2, 1, 0, 0]);
    }

    fn just_before(time: Instant) -> Instant {
        time.checked_sub(Duration::from_millis(1)).unwrap()
    }

    #[test]
    fn it_wakes_exactly_when_the_shown_number_changes() {
        let mut now = Instant::now();
        let countdown = Countdown::new(Duration::from_millis(2500), now);
        let mut said = vec![countdown.seconds(now)];
        while let Some(next) = countdown.next(now, SECOND) {
            assert_eq!(countdown.seconds(just_before(next)), *said.last().unwrap());
            now = next;
            said.push(countdown.seconds(now));
        }
        assert_eq!(said, [3, 2, 1, 0]);
    }
}
