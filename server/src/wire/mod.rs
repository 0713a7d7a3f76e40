//! The only bridge between the protocol and the domain, in both directions. Nothing here is async.
//!
//! In: [`join_request`]. Out: [`snapshot`], [`listing`], [`history`], [`analysis`] and [`refusal`]. Both: [`seating`],
//! with the ticket, and [`arena`].

pub mod analysis;
pub mod arena;
pub mod history;
pub mod join_request;
pub mod listing;
pub mod refusal;
pub mod seating;
pub mod snapshot;

use std::time::Duration;

use tictactoe_engine as engine;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values;

use crate::matchmaking::request::Terms;

/// The most columns, and the most rows, of a board.
pub const BOARD_SIDE: u8 = engine::Rules::MAX_SIDE;

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn room(room: Option<&str>) -> Option<Room> {
    room.and_then(|room| Room::new(room).ok())
}

const fn mark(mark: engine::Mark) -> values::Mark {
    match mark {
        engine::Mark::X => values::Mark::X,
        engine::Mark::O => values::Mark::O,
    }
}

pub const fn engine_mark(mark: values::Mark) -> engine::Mark {
    match mark {
        values::Mark::X => engine::Mark::X,
        values::Mark::O => engine::Mark::O,
    }
}

fn rules(rules: engine::Rules) -> values::Rules {
    values::Rules {
        columns: rules.columns(),
        rows: rules.rows(),
        run: rules.run(),
        misere: rules.is_misere(),
        gravity: rules.has_gravity(),
    }
}

fn best_of(terms: Terms) -> Option<values::BestOf> {
    terms.best_of.and_then(|games| games.try_into().ok())
}

const fn level(level: engine::Level) -> values::Level {
    match level {
        engine::Level::Easy => values::Level::Easy,
        engine::Level::Casual => values::Level::Casual,
        engine::Level::Hard => values::Level::Hard,
        engine::Level::Perfect => values::Level::Perfect,
    }
}

/// A board has at most 225 cells.
fn cell(cell: engine::Cell) -> u8 {
    u8::try_from(cell.index()).unwrap_or(u8::MAX)
}

fn cells(of: &[engine::Cell]) -> Vec<u8> {
    of.iter().copied().map(cell).collect()
}
