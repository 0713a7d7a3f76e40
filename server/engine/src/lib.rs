//! Tic-tac-toe on any board up to 15×15, and the computer that plays it.
//!
//! Pure: no I/O, no clock, no threads, no dependencies. Randomness comes in as a `u64` seed, so equal arguments
//! always give equal results.
//!
//! The modules, in reading order:
//!
//! | module | contents |
//! |---|---|
//! | `rules` | [`Rules`]: columns, rows, how many in a row win, and the variant |
//! | `cell` | [`Cell`], a square by its number, and bit sets of cells |
//! | `mark` | [`Mark`]: X or O |
//! | `board` | [`Board`]: the marks on the cells, and its text form |
//! | `lines` | straight lines through a cell, and which of them win |
//! | `outcome` | [`Outcome`]: how a game ended |
//! | `game` | [`Game`]: rules and the cells played; checks every move |
//! | `shapes` | how far a mark on an empty cell takes its side, along each line |
//! | `cell_worth` | what the shapes on the four lines through a cell are worth together |
//! | `random` | the seeded random number generator |
//! | [`search`] | minimax with alpha-beta pruning and proofs, under a budget; the 3×3 tablebase |
//! | `level` | [`Level`] and [`choose_move`]: the computer's move; [`hint`] and [`forced_win`] for a player |
//! | `shape_fact` | [`ShapeFact`]: what a move does to the rows on a large board |
//! | `review` | [`review()`]: what each move of a game did to its value |
//!
//! ```
//! use tictactoe_engine::search::{Budget, Control, Search};
//! use tictactoe_engine::{Game, Level, Rules, choose_move};
//!
//! let mut game = Game::new(Rules::CLASSIC);
//! for index in [0, 4, 1] {
//!     game.play(Rules::CLASSIC.cell(index).ok_or("no such cell")?)?;
//! }
//! assert_eq!(game.board().to_string(), "XX_\n_O_\n___");
//!
//! // X threatens to complete the first row, so O blocks, whatever the seed.
//! let (mut search, control) = (Search::new(1 << 20), Control::new());
//! let budget = Budget { nodes: 10_000, control: &control };
//! let reply = choose_move(&game, Level::Perfect, 7, &mut search, budget).ok_or("the game is over")?;
//! assert_eq!(reply.index(), 2);
//!
//! game.play(reply)?;
//! assert!(game.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod cell_worth;
mod game;
mod level;
mod lines;
mod mark;
mod outcome;
mod random;
mod review;
mod rules;
pub mod search;
mod shape_fact;
mod shapes;
#[cfg(test)]
mod testing;

pub use board::Board;
pub use cell::Cell;
pub use game::{Game, IllegalMove, ReplayError};
pub use level::{ForcedWin, Level, choose_move, forced_win, hint};
pub use mark::Mark;
pub use outcome::Outcome;
pub use review::{MoveReview, review};
pub use rules::{Rules, RulesError};
pub use shape_fact::{ShapeEffect, ShapeFact, shape_fact};
