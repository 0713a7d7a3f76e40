//! When a lost connection is made again or given up, and when a busy server is asked again. The time comes from outside.

use std::time::{Duration, Instant};

use tictactoe_protocol::refusal::{Code, Refused};

/// The longest wait before each attempt, in milliseconds; the last one repeats. A random part of it is waited, so that
/// clients that were disconnected together do not reconnect together.
const WAITS_MS: [u64; 6] = [0, 500, 1000, 2000, 4000, 5000];

/// After a connection that lasted for less, the waits are not reset: the same cause may cut it again.
const STABLE: Duration = Duration::from_secs(2);

pub(crate) const DEFAULT_LIMIT: Duration = Duration::from_secs(5 * 60);

/// The pause before a busy server is asked again, when it does not say how long.
const PAUSE: Duration = Duration::from_secs(1);

/// The shortest pause, so that no server makes the client spin, and the longest, so that it does ask again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(60));

/// A person is told that the server is busy or full when something takes this long.
const BUSY_NOTICE: Duration = Duration::from_secs(2);

/// How long to wait before the same message is sent again; none if the refusal is final.
pub(crate) fn pause(refused: &Refused) -> Option<Duration> {
    let told = refused.retry_in_ms.map_or(PAUSE, Duration::from_millis);
    // In an arena, the game of the player's other connection ends soon.
    let is_temporary = refused.code == Code::GameOn && refused.retry_in_ms.is_some();
    (is_temporary || matches!(refused.code, Code::RateLimited | Code::Unavailable | Code::Full))
        .then(|| told.clamp(PAUSES.0, PAUSES.1))
}

/// When a message that a busy server refused is sent again.
#[derive(Debug, Default)]
pub(crate) struct BusyRetry {
    /// None while the message is not to be sent again.
    pub(crate) at: Option<Instant>,
    refused_since: Option<Instant>,
    pub(crate) is_long: bool,
}

impl BusyRetry {
    /// Returns whether it takes long now, for the first time.
    pub(crate) fn schedule(&mut self, now: Instant, wait: Duration) -> bool {
        let at = now + wait;
        self.at = Some(at);
        let since = *self.refused_since.get_or_insert(now);
        let was_long = self.is_long;
        self.is_long |= at.saturating_duration_since(since) >= BUSY_NOTICE;
        self.is_long && !was_long
    }

    /// Is the message to be sent now? True once.
    pub(crate) fn take_due(&mut self, now: Instant) -> bool {
        self.at.take_if(|at| *at <= now).is_some()
    }
}

#[derive(Debug)]
pub(super) struct Backoff {
    /// How long to try. Zero: not at all.
    pub(super) limit: Duration,
    step: usize,
    /// None while there is a connection.
    until: Option<Instant>,
    /// When the next attempt is due; none while one is being made.
    next_at: Option<Instant>,
    connected_at: Option<Instant>,
}

impl Backoff {
    pub(super) const fn new(limit: Duration) -> Self {
        Self { limit, step: 0, until: None, next_at: None, connected_at: None }
    }

    /// Schedules the next attempt. Returns how long it waits; none when the time is up.
    pub(super) fn schedule(&mut self, now: Instant, shortest: Duration) -> Option<Duration> {
        if self.until.is_none() {
            if self.connected_at.is_none_or(|at| now.saturating_duration_since(at) >= STABLE) {
                self.step = 0;
            }
            // If the deadline overflows, do not retry.
            self.until = Some(now.checked_add(self.limit).unwrap_or(now));
        }
        if self.is_exhausted(now) {
            return None;
        }
        let longest = WAITS_MS.get(self.step).or(WAITS_MS.last()).copied().unwrap_or_default();
        self.step = self.step.saturating_add(1);
        let wait = Duration::from_millis(fastrand::u64(0..=longest)).max(shortest);
        self.next_at = now.checked_add(wait);
        Some(wait)
    }

    /// Begins the attempt that is due, if one is.
    pub(super) fn take_due(&mut self, now: Instant) -> bool {
        self.next_at.take_if(|at| *at <= now).is_some()
    }

    pub(super) fn is_exhausted(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    /// How long until the next attempt. Zero while an attempt is being made.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        self.next_at.map_or(Duration::ZERO, |at| at.saturating_duration_since(now))
    }

    pub(super) fn wake_at(&self) -> Option<Instant> {
        [self.next_at, self.until].into_iter().flatten().min()
    }

    /// The connection is there again, with the place that the client had.
    pub(super) const fn succeed(&mut self, now: Instant) {
        (self.until, self.next_at) = (None, None);
        self.connected_at = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn backoff(limit: Duration, seed: u64) -> Backoff {
        fastrand::seed(seed);
        Backoff::new(limit)
    }

    #[test]
    fn without_any_time_nothing_is_retried() {
        assert_eq!(backoff(Duration::ZERO, 1).schedule(Instant::now(), Duration::ZERO), None);
    }

    #[test]
    fn retrying_ends_when_the_time_is_up_and_not_before() {
        let (start, limit) = (Instant::now(), Duration::from_secs(60));
        let (mut backoff, mut now) = (backoff(limit, 7), start);
        while let Some(wait) = backoff.schedule(now, Duration::ZERO) {
            assert!(!backoff.is_exhausted(now) && backoff.wake_at() <= Some(start + limit));
            now += wait.max(Duration::from_millis(1));
        }
        assert!(now >= start + limit && now < start + limit + Duration::from_secs(5));
        assert!(backoff.is_exhausted(now));
    }

    #[test]
    fn only_after_a_stable_connection_the_first_attempt_is_immediate() {
        let (mut backoff, start) = (backoff(DEFAULT_LIMIT, 7), Instant::now());
        assert_eq!(backoff.schedule(start, Duration::ZERO), Some(Duration::ZERO));
        backoff.schedule(start, Duration::ZERO);
        backoff.succeed(start);
        let later = start + STABLE;
        assert_eq!(backoff.schedule(later, Duration::ZERO), Some(Duration::ZERO));
        backoff.succeed(later);
        // A server that cuts every connection at once is not called without pauses.
        let waits: Vec<_> = (0..20)
            .filter_map(|_| {
                let wait = backoff.schedule(later, Duration::ZERO);
                backoff.succeed(later);
                wait
            })
            .collect();
        assert!(waits.iter().sum::<Duration>() > Duration::from_secs(15), "{waits:?}");
    }

    proptest! {
        #[test]
        fn each_wait_is_a_part_of_the_longest(seed in any::<u64>()) {
            let (mut backoff, now) = (backoff(DEFAULT_LIMIT, seed), Instant::now());
            for longest in [0, 500, 1000, 2000, 4000, 5000, 5000, 5000] {
                let wait = backoff.schedule(now, Duration::ZERO).unwrap();
                prop_assert!(wait <= Duration::from_millis(longest));
                prop_assert_eq!(backoff.wake_at(), Some(now + wait));
                prop_assert!(!backoff.take_due(now) || wait.is_zero());
                prop_assert!(backoff.take_due(now + wait) || wait.is_zero());
                prop_assert_eq!(backoff.wake_at(), Some(now + DEFAULT_LIMIT));
            }
        }

        #[test]
        fn the_wait_that_the_server_asked_for_is_kept(seed in any::<u64>(), ms in 0..10_000_u64) {
            let told = Duration::from_millis(ms);
            prop_assert_eq!(backoff(DEFAULT_LIMIT, seed).schedule(Instant::now(), told), Some(told));
        }
    }
}
