//! Noughts and crosses on any board up to 15×15, and the computer that plays it.
//!
//! Pure: no I/O, no clock, no threads, no dependencies. Whatever is random comes in as a `u64` seed, so
//! the same question always has the same answer.
//!
//! The modules, in reading order:
//!
//! | module | what it is |
//! |---|---|
//! | `rules` | [`Rules`]: columns, rows, and how many in a row win |
//! | `cell` | [`Cell`], a square by its number, and the set of them as bits |
//! | `mark` | [`Mark`]: X or O |
//! | `board` | [`Board`]: the marks on the cells, and its text form |
//! | `lines` | straight lines through a cell: what wins |
//! | `outcome` | [`Outcome`]: how a game ended |
//! | `game` | [`Game`]: rules and the cells played, the referee of every move |
//! | `random` | the numbers that a seed stands for |
//! | [`search`] | looking ahead: plain minimax, proofs, and estimates under a budget |
//! | `solved` | every position of 3×3, worked out once |
//! | `level` | [`Level`] and [`choose`]: the computer's move; [`advise`]: a hint |
//! | `review` | [`review()`]: what the moves of a game were worth |
//!
//! ```
//! use tictactoe_engine::search::{Budget, Control, Search};
//! use tictactoe_engine::{Game, Level, Outcome, Rules, choose};
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
//! let reply = choose(&game, Level::Perfect, 7, &mut search, budget).ok_or("the game is over")?;
//! assert_eq!(reply.index(), 2);
//!
//! game.play(reply)?;
//! assert!(game.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod game;
mod level;
mod lines;
mod mark;
mod outcome;
mod random;
mod review;
mod rules;
pub mod search;
mod solved;

pub use board::Board;
pub use cell::Cell;
pub use game::{Game, Illegal, ReplayError};
pub use level::{Level, advise, choose};
pub use mark::Mark;
pub use outcome::Outcome;
pub use review::{Reviewed, review};
pub use rules::{Rules, RulesError};
