//! The connection has ended: its player is away, or no longer waits.

use std::time::Duration;

use tokio::time::{sleep, sleep_until};

use super::role::Role;
use crate::matches::hub::MatchEvent;
use crate::matches::{MatchError, Seated};
use crate::record::Decision;
use crate::services::Services;

/// How often, and how many times, recording the disconnect is retried while the store is unavailable: for as long as
/// a connection may be silent, and more.
const RETRY_EVERY: Duration = Duration::from_secs(1);
const MAX_RETRIES: u32 = 120;

/// Records that the player was last heard of `silent_for` ago. At a shutdown there is nothing to record: the next start
/// takes everyone for disconnected.
pub(super) async fn disconnect(services: Services, role: Role, silent_for: Duration) {
    let seated = match role {
        Role::Idle | Role::Watching(_) => return,
        Role::Playing { seated, confirmation } => Some((*seated, confirmation)),
        Role::Waiting(seek) => seek.leave_queue().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a player disconnected from a match that cannot be followed");
            None
        }),
    };
    let Some((mut seated, confirmation)) = seated else { return };
    let since = services.matches.clock().now().before(silent_for);
    for _ in 0..MAX_RETRIES {
        if services.stop.is_cancelled() {
            return;
        }
        match try_disconnect(&services, &seated, since).await {
            Ok(()) | Err(MatchError::NoSuchMatch) => break,
            Err(error) => tracing::warn!(%error, "a disconnect could not be recorded yet"),
        }
        if services.stop.run_until_cancelled(sleep(RETRY_EVERY)).await.is_none() {
            return;
        }
    }
    if confirmation.is_some() {
        services.stop.run_until_cancelled(returned_or_over(&services, &mut seated)).await;
    }
}

/// Waits until the player has returned or the game is over. This player may not have been told of the match, and may
/// join the room anew: until then it is not decided whether the room is full.
async fn returned_or_over(services: &Services, seated: &mut Seated) {
    while let Some(record) = seated.subscription.newest()
        && !seated.is_superseded(&record)
        && let Some(expires_at) = record.expires_at()
    {
        tokio::select! {
            () = sleep_until(services.matches.clock().to_instant(expires_at)) => {
                if services.matches.expire(seated.id()).await.is_err() {
                    return;
                }
            }
            event = seated.subscription.next() => {
                if !matches!(event, Ok(MatchEvent::Changed(_) | MatchEvent::Spectators)) {
                    return;
                }
            }
        }
    }
}

async fn try_disconnect(
    services: &Services,
    seated: &Seated,
    since: crate::record::Timestamp,
) -> Result<(), MatchError> {
    let disconnect = services.matches.change(seated.id(), |record, now| {
        Ok(match record.disconnect(seated.seats, seated.connection, since) {
            // A silent player may have been absent for too long already.
            Decision::Changed(away) => match away.expire(now) {
                Decision::Changed(over) => Decision::Changed(over),
                Decision::Unchanged => Decision::Changed(away),
            },
            Decision::Unchanged => Decision::Unchanged,
        })
    });
    disconnect.await.map(|_| ())
}
