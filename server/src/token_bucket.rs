//! Rate limiting with a token bucket.

use std::time::Duration;

use thiserror::Error;
use tokio::time::Instant;

/// A limit is reached; it allows the same again after this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a limit is reached for {0:?}")]
pub struct TooOften(pub Duration);

/// Starts full.
#[derive(Debug)]
pub struct TokenBucket {
    capacity: f64,
    per_second: f64,
    tokens: f64,
    refilled: Instant,
}

impl TokenBucket {
    /// A bucket for `capacity` tokens that is refilled with `count` tokens in every `period`.
    pub fn new(capacity: u32, count: u32, period: Duration, now: Instant) -> Self {
        let capacity = f64::from(capacity);
        let per_second = f64::from(count) / period.as_secs_f64();
        Self { capacity, per_second, tokens: capacity, refilled: now }
    }

    /// Takes so many tokens, or none if there are fewer.
    pub fn take(&mut self, count: u32, now: Instant) -> Result<(), TooOften> {
        match self.time_until(count, now) {
            Duration::ZERO => {
                self.tokens = self.tokens_at(now) - f64::from(count);
                self.refilled = now;
                Ok(())
            }
            wait => Err(TooOften(wait)),
        }
    }

    /// Gives back a token that was taken.
    pub const fn give_back(&mut self) {
        self.tokens = (self.tokens + 1.0).min(self.capacity);
    }

    /// How long it takes until there are so many tokens.
    pub fn time_until(&self, count: u32, now: Instant) -> Duration {
        let missing = f64::from(count) - self.tokens_at(now);
        let millis = (missing.max(0.0) / self.per_second * 1000.0).ceil();
        Duration::try_from_secs_f64(millis / 1000.0).unwrap_or(Duration::MAX)
    }

    pub fn is_full(&self, now: Instant) -> bool {
        self.tokens_at(now) >= self.capacity
    }

    fn tokens_at(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.refilled).as_secs_f64();
        passed.mul_add(self.per_second, self.tokens).min(self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn after_a_burst_it_returns_the_time_to_wait() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(3, 2, SECOND, start);
        for _ in 0..3 {
            assert_eq!(bucket.take(1, start), Ok(()));
        }
        assert_eq!(bucket.take(1, start), Err(TooOften(SECOND / 2)));
        assert_eq!(bucket.take(1, start + SECOND / 2), Ok(()));
    }

    #[test]
    fn a_long_pause_refills_it_to_its_capacity_only() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(2, 1, SECOND, start);
        let later = start + 1000 * SECOND;
        assert_eq!((bucket.take(1, later), bucket.take(1, later)), (Ok(()), Ok(())));
        assert!(bucket.take(1, later).is_err());
    }
}
