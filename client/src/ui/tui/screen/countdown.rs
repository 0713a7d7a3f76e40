//! A time that runs down on the screen: the moment at which it ends.

use std::time::{Duration, Instant};

/// The end of a time that was left at this moment.
pub(super) fn end(since: Instant, left: Duration) -> Instant {
    since.checked_add(left).unwrap_or(since)
}

/// What is left, in whole seconds, rounded up.
pub(super) fn seconds(end: Instant, now: Instant) -> u64 {
    let left = end.saturating_duration_since(now);
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}

/// When another number of seconds will be left.
pub(super) fn next(end: Instant, now: Instant) -> Option<Instant> {
    let left = end.saturating_duration_since(now).as_nanos();
    let over = left.checked_sub(1)? % Duration::from_secs(1).as_nanos();
    now.checked_add(Duration::from_nanos(u64::try_from(over).ok()? + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_seconds_are_rounded_up() {
        let begun = Instant::now();
        let end = end(begun, Duration::from_millis(2500));
        let at = |ms| seconds(end, begun + Duration::from_millis(ms));
        assert_eq!([at(0), at(499), at(500), at(1499), at(2499), at(2500), at(9000)], [3, 3, 2, 2, 1, 0, 0]);
    }

    #[test]
    fn it_wakes_exactly_when_the_shown_number_changes() {
        let mut now = Instant::now();
        let end = end(now, Duration::from_millis(2500));
        let mut said = vec![seconds(end, now)];
        while let Some(next) = next(end, now) {
            let just_before = next.checked_sub(Duration::from_nanos(1)).unwrap();
            assert_eq!(seconds(end, just_before), *said.last().unwrap());
            now = next;
            said.push(seconds(end, now));
        }
        assert_eq!(said, [3, 2, 1, 0]);
    }
}
