//! What a run is for: playing or watching; and who gives the input.

use tictactoe_protocol::client::{ClientMessage, Join, Watch};
use tictactoe_protocol::server::Waiting;
use tictactoe_protocol::values::Opponent;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To play, also for two people at this keyboard.
    Join(Join),
    Watch(Watch),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputMode {
    /// A person types: each line is acted on at once, what cannot be undone needs a confirmation, and after each game
    /// the person chooses what follows.
    Person,
    /// A pipe or a file: each line waits until it can be used, and needs no confirmation. The run ends after one game, or
    /// with `--best-of` after the series, of which the client offers each rematch by itself.
    Script,
}

impl Purpose {
    pub(crate) fn first_message(&self) -> ClientMessage {
        match self.clone() {
            Self::Join(join) => ClientMessage::Join(join),
            Self::Watch(watch) => ClientMessage::Watch(watch),
        }
    }

    pub(crate) const fn join(&self) -> Option<&Join> {
        match self {
            Self::Join(join) => Some(join),
            Self::Watch(_) => None,
        }
    }

    pub(crate) const fn join_mut(&mut self) -> Option<&mut Join> {
        match self {
            Self::Join(join) => Some(join),
            Self::Watch(_) => None,
        }
    }

    pub(crate) const fn is_watch(&self) -> bool {
        matches!(self, Self::Watch(_))
    }

    pub(crate) fn is_hotseat(&self) -> bool {
        matches!(self, Self::Join(join) if join.opponent == Some(Opponent::Hotseat))
    }
}

/// After another `join` the player has the same name, and an invitation stays valid: in a room by the room, else by the
/// word of `waiting`.
pub(crate) fn keep_name_and_invitation(join: &mut Join, waiting: &Waiting) {
    if let Some(name) = &waiting.name {
        join.name = Some(name.to_string());
    }
    if join.room.is_none() {
        join.word = waiting.word.as_ref().map(ToString::to_string);
    }
}
