//! The only bridge between the words on the wire and the record, both ways. Nothing here waits for anything.
//!
//! In: [`wish`]. Out: [`snapshot`] and [`refusal`].

pub mod refusal;
pub mod snapshot;
pub mod wish;

use tictactoe_engine as engine;
use tictactoe_protocol::words;

/// The most columns, and the most rows, of a board.
pub const BOARD_SIDE: u8 = engine::Rules::MAX_SIDE;

/// A mark as the wire says it.
#[must_use]
pub const fn mark(mark: engine::Mark) -> words::Mark {
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
#[must_use]
pub fn rules(rules: engine::Rules) -> words::Rules {
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
