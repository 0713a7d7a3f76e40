//! What the player asks for: the match that the flags name, and what was chosen since.

use tictactoe_protocol::client::{ClientMessage, Join};
use tictactoe_protocol::values::{Level, Opponent};

use super::notice::Declined;
use crate::purpose::Purpose;

#[derive(Debug)]
pub(super) struct Wish {
    pub(super) purpose: Purpose,
    /// The opponent of the next match, instead of the one that the flags ask for.
    pub(super) opponent: Option<Opponent>,
    /// The next game instead of the wanted one: on from a position against the computer.
    pub(super) position: Option<Join>,
}

impl Wish {
    pub(super) const fn new(purpose: Purpose) -> Self {
        Self { purpose, opponent: None, position: None }
    }

    pub(super) fn room(&self) -> Option<&str> {
        self.purpose.join()?.room.as_deref()
    }

    pub(super) fn level(&self) -> Option<Level> {
        self.purpose.join()?.level
    }

    pub(super) fn next_level(&self) -> Level {
        match self.level().unwrap_or_default() {
            Level::Perfect => Level::Hard,
            Level::Hard => Level::Casual,
            Level::Casual => Level::Easy,
            Level::Easy => Level::Perfect,
        }
    }

    pub(super) fn set_level(&mut self, level: Level) -> Result<(), Declined> {
        self.purpose.join_mut().ok_or(Declined::Watching)?.level = Some(level);
        Ok(())
    }

    /// Changes what is asked for from now on; a spectator asks for nothing.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Join)) {
        self.purpose.join_mut().map(change);
    }

    /// The match has begun: the next one is again as the flags say.
    pub(super) fn on_match(&mut self) {
        (self.opponent, self.position) = (None, None);
    }

    pub(super) fn first_message(&self) -> ClientMessage {
        let mut purpose = self.purpose.clone();
        if let Purpose::Join(join) = &mut purpose {
            join.opponent = self.opponent.or(join.opponent);
            if let Some(position) = self.position.clone() {
                *join = Join { name: join.name.take(), kind: join.kind, level: join.level, ..position };
            }
        }
        purpose.first_message()
    }
}
