//! The seam to other servers that share the store: what is asked of their players. One machine has none.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use super::request::Terms;
use super::{Matchmaker, Player, Release, WaitingPlayer};
use crate::matches::listing::List;
use crate::matches::{MatchError, Matches};
use crate::record::{MatchId, Record, SeatId};
use crate::secret::SecretHash;
use crate::store::NodeId;

/// The other servers. Every default is the answer of one that is alone.
#[async_trait]
pub trait Neighbours: Send + Sync + 'static {
    /// The delays after which a new seek looks for an opponent on the other servers: none if it has no neighbours.
    fn lookups(&self) -> &'static [Duration] {
        &[]
    }

    /// Whether there are any.
    fn exist(&self) -> bool {
        !self.lookups().is_empty()
    }

    /// Looks for an opponent of a seek that is pairing on this server.
    async fn find_opponent(
        &self,
        _: &Matches,
        _: &MatchId,
        _: &Player,
    ) -> Result<FoundElsewhere, MatchError> {
        Ok(FoundElsewhere::NoOpponent)
    }

    /// Takes a seek off the server that has it, because its player has come to this one.
    async fn fetch_seek(&self, _: NodeId, _: &MatchId, _: &SecretHash) -> Release {
        Release::Gone
    }

    /// The match to which a seek has led on another server.
    async fn match_of_seek(&self, _: &MatchId) -> Result<Option<MatchId>, MatchError> {
        Ok(None)
    }

    /// The public matches, and the players who wait outside rooms, of each server that answers; at most so many of each.
    async fn lists(&self, _matches: usize, _waiting: usize) -> Vec<(List, Vec<WaitingPlayer>)> {
        Vec::new()
    }

    /// The player who is found by this word.
    async fn player_by_word(&self, _: &str) -> Option<WaitingPlayer> {
        None
    }

    /// Shows a text that is not stored to those who see the match on other servers. An error means that the player of
    /// this seat is on one that does not answer.
    async fn show(&self, _: &MatchId, _: &Record, _: SeatId, _text: &str) -> Result<(), MatchError> {
        Ok(())
    }

    /// Answers the other servers, until this one stops.
    async fn answer(&self, _: Arc<Matchmaker>) {}

    /// Tells the other servers that this one is about to end: they do not ask it any more.
    async fn withdraw(&self) {}
}

/// No other servers.
pub struct Alone;

impl Neighbours for Alone {}

/// The result of looking for an opponent on other servers.
#[derive(Serialize, Deserialize)]
pub enum FoundElsewhere {
    MatchBegun,
    NoOpponent,
    /// A match is being written: ask again.
    Pairing,
    /// In this room, a player waits for another game.
    OtherTerms(Terms),
}
