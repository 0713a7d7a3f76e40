//! Runs after the end of the connection. Marks its player as away, or leaves the queue.

use std::sync::Arc;
use std::time::Duration;

use super::role::Role;
use crate::matches::MatchError;
use crate::services::Services;

/// While the store is unavailable, recording the disconnect is retried at this interval, at most this many times.
const RETRY_EVERY: Duration = Duration::from_secs(1);
const MAX_RETRIES: u32 = 120;

/// Records that the player is away since the last frame, `silent_for` ago. Records nothing at a shutdown, because every
/// player counts as disconnected after the next start.
pub(super) async fn disconnect(services: Arc<Services>, role: Role, silent_for: Duration) {
    let seated = match role {
        Role::Idle | Role::Watching(_) => Ok(None),
        Role::Playing(seated) => Ok(Some(*seated)),
        Role::Waiting(seek) => seek.leave_queue().await,
    };
    let seated = seated.unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot record that a player has gone: the match cannot be subscribed to");
        None
    });
    let Some(seated) = seated else { return };
    let matches = &services.matches;
    let since = matches.clock.now().before(silent_for);
    for _ in 0..MAX_RETRIES {
        if matches.stop.is_cancelled() {
            return;
        }
        match matches.disconnect(&seated, since).await {
            Ok(()) | Err(MatchError::NoSuchMatch) => return,
            Err(error) => tracing::warn!(%error, "cannot record that a player has gone: retrying"),
        }
        if matches.stop.run_until_cancelled(tokio::time::sleep(RETRY_EVERY)).await.is_none() {
            return;
        }
    }
}
