//! The computer's search: minimax with alpha-beta pruning, and proofs.
//!
//! [`Search::analyse`] first asks the proof search whether either side can force a win. A proof needs no evaluation:
//! threats, forks and the Erdős–Selfridge potential decide most positions without a deep search.
//! Where the budget is too small for a proof, it looks for a forced win by threats; else the heuristic search picks a
//! move. All of this holds only in the plain game: in the variants `variant_search` takes its place.
//!
//! | module | contents |
//! |---|---|
//! | `verdict` | [`Value`] and [`Verdict`]: the value of a game, and what a search knows of it |
//! | `budget` | [`Budget`] and [`Control`]: the node budget of a search, and the handle that stops it |
//! | `analysis` | [`Analysis`]: value, distance and best moves; which search is asked what, in which order |
//! | `proof_search` | whether a side can force a win, yes or no |
//! | `variant_search` | proofs and good moves in the variants |
//! | `tactics` | what the threats of both sides decide without a search |
//! | `shape_search` | the board of the two searches by shapes |
//! | `threat_search` | a forced win, every move of which makes a threat |
//! | `heuristic_search` | a good move where nothing can be proven: alpha-beta with iterative deepening |
//! | `position` | the board of the proof search: moves are played and undone in place |
//! | `winning_lines` | every place on a board where a run can be completed |
//! | `zobrist` | hash keys of positions |
//! | `transposition_table` | what the searches found out already |
//! | `tablebase` | every position of 3×3, solved |

mod analysis;
mod budget;
mod heuristic_search;
mod position;
mod proof_search;
mod shape_search;
mod tablebase;
mod tactics;
mod threat_search;
mod transposition_table;
mod variant_search;
mod verdict;
mod winning_lines;
mod zobrist;

use crate::shapes::{ShapeBoard, ShapeTable};
use crate::{Cell, Game, Rules};

use analysis::{Analyser, Prover};
use budget::NodeCounter;
use heuristic_search::INFINITY;
use position::Position;
use proof_search::ProofSearch;
use shape_search::ShapeSearch;
use transposition_table::TranspositionTable;
use variant_search::VariantSearch;
use winning_lines::WinningLines;
use zobrist::ZobristKeys;

pub use analysis::Analysis;
pub use budget::{Budget, Control};
pub use tablebase::has_tablebase;
pub(crate) use tablebase::lookup;
pub use verdict::{Value, Verdict};

/// The search and its memory: a transposition table of bounded size, and what was precomputed for the last rules.
///
/// Keep one, because making one costs more than a small search. The result of a search does not depend on earlier
/// searches.
#[derive(Debug)]
pub struct Search {
    table: TranspositionTable,
    lines: WinningLines,
    zobrist: ZobristKeys,
    shapes: ShapeTable,
}

impl Search {
    /// A search whose transposition table takes at most this many bytes, but at least 64. The operating system
    /// provides them as they are used.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(table_bytes),
            lines: WinningLines::new(Rules::CLASSIC),
            zobrist: ZobristKeys::new(Rules::CLASSIC),
            shapes: ShapeTable::new(Rules::CLASSIC),
        }
    }

    /// The value of the game to the side to move, and its best moves, as far as the budget allows.
    ///
    /// It searches for the value first, then for its distance, then for every move that keeps both. 3×3 is looked up
    /// in the tablebase.
    pub fn analyse(&mut self, game: &Game, budget: Budget<'_>) -> Analysis {
        if let Some((known, _)) = lookup(game) {
            return known.clone();
        }
        match self.analyser(game, budget) {
            Some(analyser) => analyser.analyse(),
            None => Analysis::of_finished(game),
        }
    }

    /// The most promising moves of the plain game without a proof of the value, the best first, with their scores to the side
    /// to move: 1,120 points are one unit of the log odds of winning, and more than 8,000,000 a win. None when the game is
    /// over. It does not know the variants, and ranks their moves by the rules of the plain game.
    pub fn rank(&mut self, game: &Game, budget: Budget<'_>) -> Vec<(i32, Cell)> {
        let Some(to_move) = game.to_move() else { return Vec::new() };
        self.prepare(game.rules());
        self.table.clear();
        let mut resources = Resources { table: &mut self.table, counter: NodeCounter::new(budget) };
        resources.counter.allow_fraction(1, 6);
        let mut search = ShapeSearch::new(&self.shapes, game.board(), to_move, &mut resources);
        search.forced_win().map_or_else(|| search.rank_moves(), |cell| vec![(INFINITY, cell)])
    }

    /// The shapes of a game that is not over, with their table; `None` when it is.
    pub(crate) fn shapes(&mut self, game: &Game) -> Option<(&ShapeTable, ShapeBoard)> {
        let to_move = game.to_move()?;
        self.prepare(game.rules());
        Some((&self.shapes, ShapeBoard::new(&self.shapes, game.board(), to_move)))
    }

    /// `None` when the game is over.
    fn analyser<'a>(&'a mut self, game: &'a Game, budget: Budget<'a>) -> Option<Analyser<'a>> {
        let to_move = game.to_move()?;
        self.prepare(game.rules());
        self.table.clear();
        let Self { table, lines, zobrist, shapes: shape_table } = self;
        let resources = Resources { table, counter: NodeCounter::new(budget) };
        let search: Box<dyn Prover<'a> + 'a> = match game.rules().cell_count().div_ceil(64) {
            _ if game.rules().is_plain() => {
                let position = Position::new(lines, zobrist, game.board(), to_move);
                Box::new(ProofSearch { position, board: game.board(), shape_table, resources })
            }
            0 | 1 => Box::new(VariantSearch::<1>::new(game, lines, zobrist, resources)),
            2 => Box::new(VariantSearch::<2>::new(game, lines, zobrist, resources)),
            _ => Box::new(VariantSearch::<4>::new(game, lines, zobrist, resources)),
        };
        Some(Analyser::new(game, to_move, search))
    }

    fn prepare(&mut self, rules: Rules) {
        if self.lines.rules() != rules {
            self.lines = WinningLines::new(rules);
            self.zobrist = ZobristKeys::new(rules);
            self.shapes = ShapeTable::new(rules);
        }
    }
}

/// What the searches of one analysis share.
#[derive(Debug)]
struct Resources<'a> {
    table: &'a mut TranspositionTable,
    counter: NodeCounter<'a>,
}
