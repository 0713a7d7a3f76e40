//! What players ask for, in words.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::{Level, MarkPreference, Opponent, Rules};

/// To be called so.
#[must_use]
pub fn named(name: &str) -> Join {
    Join { name: Some(name.into()), ..Join::default() }
}

/// To meet somebody in a room.
#[must_use]
pub fn in_room(room: &str) -> Join {
    Join { room: Some(room.into()), ..Join::default() }
}

/// To play on a board of so many columns and rows, with so many in a row.
#[must_use]
pub fn on(columns: u8, rows: u8, run: u8) -> Join {
    Join { rules: Some(Rules { columns, rows, run }), ..Join::default() }
}

/// To play with a mark.
#[must_use]
pub fn as_mark(mark: MarkPreference) -> Join {
    Join { mark, ..Join::default() }
}

/// To meet somebody or something.
#[must_use]
pub fn against(opponent: Opponent) -> Join {
    Join { opponent: Some(opponent), ..Join::default() }
}

/// To play the computer.
#[must_use]
pub fn against_computer(level: Level, mark: MarkPreference) -> Join {
    Join { level: Some(level), mark, ..against(Opponent::Ai) }
}
