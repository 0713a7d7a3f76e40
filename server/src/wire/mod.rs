//! The only bridge between the words on the wire and the record, both ways. Nothing here waits for anything.
//!
//! In: [`wish`]. Out: [`snapshot`], [`listing`], [`history`], [`analysis`] and [`refusal`]. Both ways: [`seating`], with
//! the ticket.

pub mod analysis;
pub mod history;
pub mod listing;
pub mod refusal;
pub mod seating;
pub mod snapshot;
pub mod wish;

use std::time::Duration;

use tictactoe_engine as engine;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::words;

/// The most columns, and the most rows, of a board.
pub const BOARD_SIDE: u8 = engine::Rules::MAX_SIDE;

/// A time as the wire says it.
#[must_use]
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A number as the wire says it.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A room as the wire says it.
fn room(room: Option<&str>) -> Option<Room> {
    room.and_then(|room| Room::new(room).ok())
}

/// A mark as the wire says it.
const fn mark(mark: engine::Mark) -> words::Mark {
    match mark {
        engine::Mark::X => words::Mark::X,
        engine::Mark::O => words::Mark::O,
    }
}

const fn engine_mark(mark: words::Mark) -> engine::Mark {
    match mark {
        words::Mark::X => engine::Mark::X,
        words::Mark::O => engine::Mark::O,
    }
}

/// Rules as the wire says them.
fn rules(rules: engine::Rules) -> words::Rules {
    words::Rules { columns: rules.columns(), rows: rules.rows(), run: rules.run() }
}

const fn level(level: engine::Level) -> words::Level {
    match level {
        engine::Level::Easy => words::Level::Easy,
        engine::Level::Casual => words::Level::Casual,
        engine::Level::Perfect => words::Level::Perfect,
    }
}

/// A cell as the wire says it. A board has at most 225.
fn cell(cell: engine::Cell) -> u8 {
    u8::try_from(cell.index()).unwrap_or(u8::MAX)
}

fn cells(of: &[engine::Cell]) -> Vec<u8> {
    of.iter().copied().map(cell).collect()
}
