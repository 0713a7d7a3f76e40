//! A player's connection to a match: taking a seat, resuming it, and disconnecting.

use super::hub::{Subscription, Unconfirmed};
use super::{MatchError, Matches};
use crate::quota::SeatCost;
use crate::record::{Decision, MatchId, NodeId, Record, Seats, Timestamp};
use crate::secret::Secret;

/// A player's connection to a match.
pub struct Seated {
    pub seats: Seats,
    /// The newest connection to the seat on this node has the highest number.
    connection: u32,
    node: NodeId,
    pub secret: Secret,
    /// Yields the current record first.
    pub subscription: Subscription,
    /// Set until this connection's first frame after the match began.
    pub unconfirmed: Option<Unconfirmed>,
}

impl Seated {
    pub fn id(&self) -> &MatchId {
        self.subscription.id()
    }

    /// The player has a newer connection to this node.
    pub fn is_superseded(&self) -> bool {
        self.subscription.newest_connection(self.seats) > self.connection
    }

    /// The player has a newer connection to this node or, according to the newest record, to another one.
    pub fn is_superseded_in(&self, record: &Record) -> bool {
        record.is_online_elsewhere(self.seats, self.node) || self.is_superseded()
    }
}

impl Matches {
    /// The seat of a player who has just joined a match.
    pub async fn first_seat(&self, id: &MatchId, seats: Seats, secret: Secret) -> Result<Seated, MatchError> {
        let subscription = self.subscribe(id).await?;
        // From here on, the subscription has a newest record.
        self.load(id).await?;
        let unconfirmed = Some(Unconfirmed::new(self.live(id)));
        // Any connection that has resumed the seat is newer.
        Ok(Seated { seats, connection: 0, node: self.node, secret, subscription, unconfirmed })
    }

    /// Takes a seat again. Older connections of the player are superseded.
    pub async fn resume(&self, id: &MatchId, secret: Secret) -> Result<Seated, MatchError> {
        let subscription = self.subscribe(id).await?;
        let (_, record) = self.load(id).await?;
        let seats = record.seats_proved_by(&secret).ok_or(MatchError::BadTicket)?;
        subscription.charge(seats, SeatCost::Resume)?;
        // The game may have expired while no one was connected.
        self.expire(id).await?;
        let connection = {
            let _presence = subscription.lock_presence().await;
            self.change(id, |record, now| record.connect(seats, self.node, now)).await?;
            subscription.supersede(seats)
        };
        Ok(Seated { seats, connection, node: self.node, secret, subscription, unconfirmed: None })
    }

    /// Marks a player online again after another node wrongly marked this node's players as away. Charged like a
    /// resume, because that node may repeat its mistake.
    pub async fn stay(&self, seated: &Seated) -> Result<(), MatchError> {
        seated.subscription.charge(seated.seats, SeatCost::Resume)?;
        let _presence = seated.subscription.lock_presence().await;
        let stay = |record: &Record, now| {
            let node = record.person(seated.seats.person_seat()).map(|person| person.node);
            if node != Some(self.node) || seated.is_superseded() {
                return Ok(Decision::Unchanged);
            }
            record.connect(seated.seats, self.node, now)
        };
        self.change(seated.id(), stay).await.map(drop)
    }

    /// Records that a player is away since the last frame at `since`, unless there is a newer connection.
    pub async fn disconnect(&self, seated: &Seated, since: Timestamp) -> Result<(), MatchError> {
        let _presence = seated.subscription.lock_presence().await;
        if seated.is_superseded() {
            return Ok(());
        }
        let disconnect = |record: &Record, _| Ok(record.disconnect(seated.seats, self.node, since));
        self.change(seated.id(), disconnect).await.map(drop)
    }
}
