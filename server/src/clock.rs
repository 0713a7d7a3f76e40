//! The server's clock: where the machine's time enters.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use crate::record::Moment;

/// Tells the time as it was when the clock was made, plus what has passed since on the monotonic clock: it
/// never goes back while the server runs, whatever happens to the machine's date.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    made_at: Moment,
    made: Instant,
}

impl Clock {
    /// A clock that is right now.
    #[must_use]
    pub fn new() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { made_at: Moment::ZERO.after(since_1970), made: Instant::now() }
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Moment {
        self.made_at.after(self.made.elapsed())
    }

    /// When a moment comes on the monotonic clock; now, if it has passed.
    #[must_use]
    pub fn instant_of(&self, moment: Moment) -> Instant {
        Instant::now() + self.now().until(moment).unwrap_or(Duration::ZERO)
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}
