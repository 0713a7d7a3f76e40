//! Which game a hint or a review may be about.

use tictactoe_engine::Game;

use super::Record;
use super::refusal::Refusal;
use super::seat::{Holder, Seats};

/// A game of the match, as it stood when its analysis was requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedGame {
    pub game: Game,
    /// Its number in the match, from 1.
    pub number: u32,
}

impl Record {
    /// The game for a hint. `game` is the number that the player named; `None` for the current one.
    pub fn hint(&self, player: Seats, game: Option<u32>) -> Result<NumberedGame, Refusal> {
        self.check_game(game)?;
        let turn = self.to_move().ok_or(Refusal::GameOver)?;
        if !matches!(self.seat(player.holder().other()).holder, Holder::Computer(_)) {
            return Err(Refusal::NoHints);
        }
        if !player.include(turn) {
            return Err(Refusal::NotYourTurn);
        }
        Ok(self.numbered_game())
    }

    /// The game for a review. `game` is the number that was named; `None` for the current one.
    pub fn review(&self, game: Option<u32>) -> Result<NumberedGame, Refusal> {
        self.check_game(game)?;
        if self.is_over() { Ok(self.numbered_game()) } else { Err(Refusal::GameOn) }
    }

    fn numbered_game(&self) -> NumberedGame {
        NumberedGame { game: self.game.clone(), number: self.game_number }
    }
}
