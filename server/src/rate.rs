//! How much may come: a token bucket.

use std::time::Duration;

use tokio::time::Instant;

/// So many at once, and so many a while after that.
#[derive(Debug)]
pub struct Bucket {
    capacity: f64,
    per_second: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket that holds `capacity` and gets `count` new ones in every `period`.
    #[must_use]
    pub fn new(capacity: u32, count: u32, period: Duration, now: Instant) -> Self {
        let capacity = f64::from(capacity);
        Self { capacity, per_second: f64::from(count) / period.as_secs_f64(), tokens: capacity, filled: now }
    }

    /// Takes one out.
    ///
    /// # Errors
    /// How long to wait until there is one.
    pub fn take(&mut self, now: Instant) -> Result<(), Duration> {
        self.take_many(1, now)
    }

    /// Takes so many out.
    ///
    /// # Errors
    /// How long to wait until there are as many. None was taken.
    pub fn take_many(&mut self, count: u32, now: Instant) -> Result<(), Duration> {
        let count = f64::from(count);
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = passed.mul_add(self.per_second, self.tokens).min(self.capacity);
        self.filled = now;
        if self.tokens >= count {
            self.tokens -= count;
            return Ok(());
        }
        let millis = ((count - self.tokens) / self.per_second * 1000.0).ceil();
        Err(Duration::try_from_secs_f64(millis / 1000.0).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_burst_is_allowed_and_then_the_wait_is_told() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3, 2, SECOND, start);
        for _ in 0..3 {
            assert_eq!(bucket.take(start), Ok(()));
        }
        assert_eq!(bucket.take(start), Err(SECOND / 2));
        assert_eq!(bucket.take(start + SECOND / 2), Ok(()));
    }

    #[test]
    fn a_long_pause_fills_it_to_the_brim_and_no_further() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2, 1, SECOND, start);
        let later = start + 1000 * SECOND;
        assert_eq!((bucket.take(later), bucket.take(later)), (Ok(()), Ok(())));
        assert!(bucket.take(later).is_err());
    }
}
