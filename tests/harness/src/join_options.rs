//! Short names for the options of a join.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::{Level, MarkPreference, Opponent, Rules};

#[must_use]
pub fn named(name: &str) -> Join {
    Join { name: Some(name.into()), ..Join::default() }
}

#[must_use]
pub fn in_room(room: &str) -> Join {
    Join { room: Some(room.into()), ..Join::default() }
}

#[must_use]
pub fn on(columns: u8, rows: u8, run: u8) -> Join {
    with_rules(Rules::new(columns, rows, run))
}

#[must_use]
pub fn with_rules(rules: Rules) -> Join {
    Join { rules: Some(rules), ..Join::default() }
}

#[must_use]
pub fn as_mark(mark: MarkPreference) -> Join {
    Join { mark, ..Join::default() }
}

#[must_use]
pub fn against(opponent: Opponent) -> Join {
    Join { opponent: Some(opponent), ..Join::default() }
}

#[must_use]
pub fn against_computer(level: Level, mark: MarkPreference) -> Join {
    Join { level: Some(level), mark, ..against(Opponent::Ai) }
}
