//! A waiting player, as the player's connection sees it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::request::{JoinRequest, Opponent};
use super::seeks::Place;
use super::{Matchmaker, computer};
use crate::matches::{MatchError, Seated};
use crate::record::{MatchId, NodeId, SeatId, Seats};
use crate::secret::Secret;

/// How often a player who has become free in an arena looks for an opponent.
pub const ARENA_LOOKUPS: Duration = Duration::from_millis(500);

/// A connection's place in the queue. Dropping it gives the place up.
pub struct Seek {
    matchmaker: Arc<Matchmaker>,
    pub place: Place,
    pub secret: Secret,
    /// As the player has joined or resumed: the name may have changed since.
    pub request: JoinRequest,
    /// When the computer takes the other seat; `None` if it never does.
    pub computer_due: Option<Instant>,
}

impl Seek {
    pub(super) fn new(
        matchmaker: &Arc<Matchmaker>,
        place: Place,
        secret: Secret,
        request: JoinRequest,
    ) -> Self {
        let may_be_computer = matches!(request.opponent, Opponent::Any(_));
        let computer_due = may_be_computer.then(|| place.since + matchmaker.computer_after);
        Self { matchmaker: Arc::clone(matchmaker), place, secret, request, computer_due }
    }

    /// The id of the seek, and of the match if this player becomes the host.
    pub const fn id(&self) -> &MatchId {
        &self.place.id
    }

    /// The node whose queue has the seek, if the player may reconnect to another node.
    pub fn node(&self) -> Option<NodeId> {
        self.matchmaker.neighbours.exist().then_some(self.matchmaker.matches.node)
    }

    /// Lets the computer take the other seat, unless a person is taking it at this moment.
    pub async fn call_computer(&self) -> Result<(), MatchError> {
        let Opponent::Any(level) = self.request.opponent else { return Ok(()) };
        let Some(pairing) = self.matchmaker.seeks.start_pairing(SeatId::Host, self.id()) else {
            return Ok(());
        };
        self.matchmaker.create(self.id(), &pairing.player()?, None, computer(level)).await?;
        self.matchmaker.succeed(pairing, self.id());
        Ok(())
    }

    /// Looks for another seek in the lobby, once, while the connection waits.
    pub fn look_for_opponent(&self) {
        self.matchmaker.spawn_lookups(self.id(), &[Duration::ZERO]);
    }

    /// Removes the seek from the queue. Returns the seat if the match has begun; `None` if there is no match, or a
    /// newer connection has the seek. Waits for the outcome while the match is being written.
    pub async fn leave_queue(self) -> Result<Option<Seated>, MatchError> {
        let Some((seat, unconfirmed)) = self.place.leave().await else { return Ok(None) };
        let seats = Seats::One(seat);
        self.matchmaker.matches.first_seat(unconfirmed.id(), seats, self.secret).await.map(Some)
    }
}
