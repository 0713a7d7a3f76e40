//! The one deadline for everything that tests wait for.

use std::time::Duration;

use tokio::time::timeout;

/// Long enough for a machine with other load on each core.
pub const DEADLINE: Duration = Duration::from_secs(90);

pub async fn in_time<T>(what: &str, awaited: impl Future<Output = T>) -> T {
    in_time_or(|| what.to_owned(), awaited).await
}

/// `what` describes the awaited event and is called only on timeout.
pub async fn in_time_or<T>(what: impl FnOnce() -> String, awaited: impl Future<Output = T>) -> T {
    timeout(DEADLINE, awaited).await.unwrap_or_else(|_| panic!("waited {DEADLINE:?} in vain for {}", what()))
}
