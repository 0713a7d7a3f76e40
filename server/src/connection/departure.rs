//! The connection has ended: whoever it spoke for is away, or no longer waits.

use std::time::Duration;

use super::Services;
use super::role::Role;
use crate::matches::{MatchError, MatchId};
use crate::record::{FIRST_CONNECTION, SeatId};

/// How often, and how many times, a departure is tried again while the store cannot be reached: for longer than
/// a place in a lobby is kept.
const AGAIN_EVERY: Duration = Duration::from_secs(1);
const TIMES: u32 = 120;

/// Notes the departure, and says whether that worked. When the server stops there is nothing to note: one that
/// goes on with what was kept takes everybody for gone who was there before it began.
pub(super) async fn depart(services: &Services, role: &Role) -> bool {
    if services.stop.is_cancelled() {
        return true;
    }
    let departed = match role {
        Role::Idle | Role::Watching(_) => Ok(()),
        Role::Waiting { waiter, .. } => match services.matches.withdraw(waiter).await {
            Ok(true) => Ok(()),
            Ok(false) => depart_from(services, waiter.id(), SeatId::Host, FIRST_CONNECTION).await,
            Err(error) => Err(error),
        },
        Role::Seated(seated) => depart_from(services, seated.id(), seated.seat, seated.connection).await,
    };
    match departed {
        Ok(()) | Err(MatchError::NoSuchMatch) => true,
        Err(error) => {
            tracing::warn!(%error, "a departure could not be noted yet");
            false
        }
    }
}

/// Tries again until the store can be reached, so that nobody is left with somebody who has gone.
pub(super) async fn go_on_departing(services: &Services, role: &Role) {
    for _ in 0..TIMES {
        tokio::select! {
            () = services.stop.cancelled() => return,
            () = tokio::time::sleep(AGAIN_EVERY) => {}
        }
        if depart(services, role).await {
            return;
        }
    }
}

async fn depart_from(
    services: &Services,
    id: &MatchId,
    seat: SeatId,
    connection: u32,
) -> Result<(), MatchError> {
    services.matches.change(id, |record, now| Ok(record.depart(seat, connection, now))).await.map(|_| ())
}
