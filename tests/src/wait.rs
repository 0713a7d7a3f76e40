//! The one deadline of everything that is waited for.

use std::time::Duration;

use tokio::time::timeout;

/// Long enough for a loaded machine; whoever waits longer waits in vain.
pub const DEADLINE: Duration = Duration::from_secs(30);

/// Waits for something that must come.
pub async fn in_time<T>(what: &str, awaited: impl Future<Output = T>) -> T {
    in_time_or(|| what.to_owned(), awaited).await
}

/// Waits for something that must come. What to say if it does not is asked when it is too late.
pub async fn in_time_or<T>(what: impl FnOnce() -> String, awaited: impl Future<Output = T>) -> T {
    timeout(DEADLINE, awaited).await.unwrap_or_else(|_| panic!("waited {DEADLINE:?} in vain for {}", what()))
}
