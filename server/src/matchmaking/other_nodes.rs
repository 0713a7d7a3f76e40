//! The seam to other nodes that share the store, through which they pair their players. A single node has none.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::request::Terms;
use super::{Matchmaker, NotReleased, Player, WaitingPlayer};
use crate::matches::listing::List;
use crate::matches::{MatchError, Matches};
use crate::record::{MatchId, Record, SeatId};
use crate::secret::SecretHash;
use crate::store::NodeId;

/// The other nodes. The defaults are the answers of a single node.
#[async_trait]
pub trait OtherNodes: Send + Sync + 'static {
    /// The delays after which a new seek looks for an opponent on the other nodes; empty if there are none.
    fn lookups(&self) -> &'static [Duration] {
        &[]
    }

    fn exist(&self) -> bool {
        !self.lookups().is_empty()
    }

    /// Looks for an opponent of a seek that is pairing on this node.
    async fn find_opponent(
        &self,
        _: &Matches,
        _: &MatchId,
        _: &Player,
    ) -> Result<FoundElsewhere, MatchError> {
        Ok(FoundElsewhere::NoOpponent)
    }

    /// Takes a seek from the node that has it, because its player has connected to this one.
    async fn fetch_seek(&self, _: NodeId, _: &MatchId, _: &SecretHash) -> Result<WaitingPlayer, NotReleased> {
        Err(NotReleased::Gone)
    }

    /// The match that a seek got on another node.
    async fn match_of_seek(&self, _: &MatchId) -> Result<Option<MatchId>, MatchError> {
        Ok(None)
    }

    /// The public matches and the players who wait outside rooms, from each node that answers; at most this many of
    /// each.
    async fn lists(&self, _matches: usize, _waiting: usize) -> Vec<(List, Vec<WaitingPlayer>)> {
        Vec::new()
    }

    /// The player who waits under this word.
    async fn player_by_word(&self, _: &str) -> Option<WaitingPlayer> {
        None
    }

    /// Sends a text, which is not stored, to the viewers of a match on other nodes. Fails if the player of this seat
    /// is on a node that does not answer.
    async fn show(&self, _: &MatchId, _: &Record, _: SeatId, _text: &str) -> Result<(), MatchError> {
        Ok(())
    }

    /// Answers the other nodes, until this one stops.
    async fn answer(&self, _: Arc<Matchmaker>) {}

    /// Notifies the other nodes that this one is about to stop, so that they ask it no more.
    async fn withdraw(&self) {}
}

/// No other nodes.
pub struct Alone;

impl OtherNodes for Alone {}

/// The result of looking for an opponent on other nodes.
#[derive(Serialize, Deserialize)]
pub enum FoundElsewhere {
    MatchBegun,
    NoOpponent,
    /// A match is being written: ask again.
    Pairing,
    /// The player who waits in this room wants another game.
    OtherTerms(Terms),
}
