//! The clock of tests that move it. The server under test runs on tokio's clock, in the same thread.

use std::time::Duration;

/// Moves the clock of everything in this process.
pub async fn time_passes(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

pub const MINUTE: Duration = Duration::from_secs(60);
