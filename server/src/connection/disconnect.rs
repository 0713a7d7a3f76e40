//! Runs after the end of the connection. Marks its player as away, or leaves the queue.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};

use super::role::Role;
use crate::matches::{MatchError, Seated};
use crate::matchmaking::Seek;
use crate::record::{Decision, Record};
use crate::services::Services;

/// The retry interval for recording that a player has gone, while the store is unavailable.
const RETRY_EVERY: Duration = Duration::from_secs(1);
/// The retries end after this time.
const GIVE_UP_AFTER: Duration = Duration::from_secs(2 * 60);

/// Records that the player is away since the last frame, `silent_for` ago. Records nothing at a shutdown, because every
/// player counts as disconnected after the next start.
pub(super) async fn disconnect(services: Arc<Services>, role: Role, silent_for: Duration) {
    let seated = match role {
        Role::Idle | Role::Watching(_) => return,
        Role::Playing(seated) => Some(*seated),
        Role::Waiting(seek) => seat_begun(*seek).await,
    };
    let Some(seated) = seated else { return };
    let since = services.matches.clock.now().before(silent_for);
    until_recorded(&services, || services.matches.disconnect(&seated, since)).await;
}

/// For a player who left the queue while the match was being written: leaves the match if it has begun.
pub(super) async fn leave(services: Arc<Services>, seek: Box<Seek>) {
    let Some(seated) = seat_begun(*seek).await else { return };
    let leave = |record: &Record, _| {
        let has_left = !seated.is_superseded_in(record);
        Ok(if has_left { record.leave(seated.seats) } else { Decision::Unchanged })
    };
    until_recorded(&services, || services.matches.change(seated.id(), leave)).await;
}

/// The seat of a player who leaves the queue, if the match has begun.
async fn seat_begun(seek: Seek) -> Option<Seated> {
    seek.leave_queue().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot record that a player has gone: the match cannot be subscribed to");
        None
    })
}

async fn until_recorded<T, F: Future<Output = Result<T, MatchError>>>(
    services: &Services,
    attempt: impl Fn() -> F,
) {
    let recorded = async {
        while let Err(error) = attempt().await
            && !matches!(error, MatchError::NoSuchMatch)
        {
            tracing::warn!(%error, "cannot record that a player has gone: retrying");
            sleep(RETRY_EVERY).await;
        }
    };
    let _ = timeout(GIVE_UP_AFTER, services.matches.stop.run_until_cancelled(recorded)).await;
}
