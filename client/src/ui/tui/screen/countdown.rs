//! A time that runs down on the screen: the moment at which it ends.

use std::time::{Duration, Instant};

pub(super) const SECOND: Duration = Duration::from_secs(1);

pub(super) const MINUTE: Duration = Duration::from_secs(60);

/// The end of a time that was left at this moment.
pub(super) fn end(since: Instant, left: Duration) -> Instant {
    since.checked_add(left).unwrap_or(since)
}

/// What is left, in whole seconds, rounded up.
pub(super) fn seconds(end: Instant, now: Instant) -> u64 {
    let left = end.saturating_duration_since(now);
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}

/// When another number of these units will be left.
pub(super) fn next(end: Instant, unit: Duration, now: Instant) -> Option<Instant> {
    let left = end.saturating_duration_since(now).as_nanos();
    let over = left.checked_sub(1)? % unit.as_nanos();
    now.checked_add(Duration::from_nanos(u64::try_from(over).ok()? + 1))
}
