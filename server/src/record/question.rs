//! What may be asked about a game. A question changes nothing.

use tictactoe_engine::Game;

use super::Record;
use super::refusal::Refusal;
use super::seat::SeatId;
use super::stage::Stage;

/// The game that a question is about, as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The game.
    pub game: Game,
    /// Which game of the series that is.
    pub game_number: u32,
}

impl Record {
    /// The game in which a player wants to be told what to play. `game` is the one that is meant; `None` for
    /// the present one.
    ///
    /// # Errors
    /// [`Refusal::Stale`] and [`Refusal::Ahead`] for another game than the present one; then
    /// [`Refusal::GameOver`], [`Refusal::NoHints`] against a person, [`Refusal::NotYourTurn`].
    pub fn hint(&self, seat: SeatId, game: Option<u32>) -> Result<Asked, Refusal> {
        self.must_be_in(game)?;
        let turn = self.to_move().ok_or(Refusal::GameOver)?;
        if self.person(seat.other()).is_some() {
            return Err(Refusal::NoHints);
        }
        if turn != seat {
            return Err(Refusal::NotYourTurn);
        }
        Ok(self.asked())
    }

    /// The game that somebody wants to look back at. `game` is the one that is meant; `None` for the present
    /// one.
    ///
    /// # Errors
    /// [`Refusal::Stale`] and [`Refusal::Ahead`] for another game than the present one; then
    /// [`Refusal::GameOn`].
    pub fn review(&self, game: Option<u32>) -> Result<Asked, Refusal> {
        self.must_be_in(game)?;
        match self.stage {
            Stage::On { .. } => Err(Refusal::GameOn),
            Stage::Over { .. } => Ok(self.asked()),
        }
    }

    fn asked(&self) -> Asked {
        Asked { game: self.game.clone(), game_number: self.game_number }
    }
}
