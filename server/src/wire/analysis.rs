//! From an analysis to the frames `hint` and `review`.

use tictactoe_engine::search::Verdict;
use tictactoe_engine::{self as engine, Cell, MoveReview, ShapeEffect, ShapeFact};
use tictactoe_protocol::analysis::{Effect, ForcedWin, Hint, Review, ReviewedMove, Shape, Worth};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::FrameId;

use crate::computer::analysis::{FoundHint, FoundReview};
use crate::record::NumberedGame;

/// The maximum number of best cells of a reviewed move, so that the review of the longest game fits into a frame.
const MAX_CELLS: usize = 24;

pub fn hint(id: Option<FrameId>, game: &NumberedGame, found: &FoundHint) -> ServerMessage {
    ServerMessage::Hint(Hint {
        id,
        game: game.number,
        ply: super::count(game.game.ply()),
        cells: super::cells(&found.analysis.best),
        worth: found.analysis.verdict.map(worth),
        shape: found.shape.map(shape),
        forced_win: found.forced_win.as_ref().map(forced_win),
    })
}

pub fn review(id: Option<FrameId>, game: &NumberedGame, found: &FoundReview) -> ServerMessage {
    let moves = found.moves.iter().map(reviewed).collect();
    let forced_wins = found.forced_wins.iter().map(forced_win).collect();
    ServerMessage::Review(Review { id, game: game.number, moves, forced_wins })
}

fn forced_win(win: &engine::ForcedWin) -> ForcedWin {
    let named = |cells: &Vec<Cell>| super::cells(cells.get(..MAX_CELLS).unwrap_or(cells));
    let moves = win.moves.iter().map(named).collect();
    ForcedWin { ply: super::count(win.ply), winner: super::mark(win.winner), moves }
}

fn reviewed(reviewed: &MoveReview) -> ReviewedMove {
    ReviewedMove {
        mark: super::mark(reviewed.mark),
        cell: super::cell(reviewed.cell),
        before: reviewed.before.map(worth),
        after: reviewed.after.map(worth),
        best: named(&reviewed.best, reviewed.cell),
        mistake: reviewed.is_mistake(),
        shape: reviewed.shape.map(shape),
    }
}

/// The first of the cells in ascending order, with the one that was played if it is among them.
fn named(best: &[Cell], played: Cell) -> Vec<u8> {
    let played = Some(played).filter(|cell| best.contains(cell));
    let others = MAX_CELLS - usize::from(played.is_some());
    let mut cells: Vec<Cell> =
        best.iter().copied().filter(|&cell| Some(cell) != played).take(others).collect();
    cells.extend(played);
    cells.sort_unstable();
    super::cells(&cells)
}

fn shape(ShapeFact { effect, marks, is_open }: ShapeFact) -> Shape {
    let effect = match effect {
        ShapeEffect::Makes => Effect::Makes,
        ShapeEffect::Blocks => Effect::Blocks,
        ShapeEffect::Leaves => Effect::Leaves,
    };
    Shape { effect, marks, open: is_open }
}

fn worth(Verdict { value, distance }: Verdict) -> Worth {
    Worth { value: value as i8, distance: distance.and_then(|distance| u16::try_from(distance).ok()) }
}

#[cfg(test)]
mod tests {
    use tictactoe_engine::search::{Analysis, Value};
    use tictactoe_engine::{Game, Mark, Rules};

    use super::*;
    use crate::computer::analysis::MAX_FORCED_WINS;

    fn cells(rules: Rules, indices: impl IntoIterator<Item = usize>) -> Vec<Cell> {
        indices.into_iter().map(|index| rules.cell(index).unwrap()).collect()
    }

    const fn proven(value: Value, distance: usize) -> Verdict {
        Verdict { value, distance: Some(distance) }
    }

    #[test]
    fn a_value_is_a_number_and_its_distance_may_be_unknown() {
        for (value, number) in [(Value::Win, 1), (Value::Draw, 0), (Value::Loss, -1)] {
            let without = Verdict { value, distance: None };
            assert_eq!(worth(without), Worth { value: number, distance: None });
        }
        assert_eq!(worth(proven(Value::Loss, 4)), Worth { value: -1, distance: Some(4) });
    }

    #[test]
    fn a_played_cell_that_is_among_the_best_is_named() {
        let rules = Rules::new(15, 15, 5).unwrap();
        let best = cells(rules, 0..225);
        assert_eq!(named(&best, best[7]), (0..24).collect::<Vec<u8>>());
        assert_eq!(named(&best, best[200]), (0..23).chain([200]).collect::<Vec<u8>>());
        assert_eq!(named(&best[..3], best[200]), [0, 1, 2]);
    }

    #[test]
    fn a_hint_names_every_best_cell_and_the_moves_of_a_forced_win() {
        let rules = Rules::new(15, 15, 5).unwrap();
        let best = cells(rules, 0..225);
        let analysis = Analysis { verdict: Some(proven(Value::Draw, 225)), best, nodes: 1 };
        let game = NumberedGame { game: Game::new(rules), number: 1 };
        let moves = vec![cells(rules, [3, 4]), cells(rules, [5])];
        let win = engine::ForcedWin { ply: 7, winner: Mark::O, moves };
        let found = FoundHint { analysis, shape: None, forced_win: Some(win) };
        let ServerMessage::Hint(hint) = hint(None, &game, &found) else { panic!("another message") };
        assert_eq!(hint.cells, (0..225).collect::<Vec<u8>>());
        let moves = vec![vec![3, 4], vec![5]];
        assert_eq!(
            hint.forced_win,
            Some(ForcedWin { ply: 7, winner: tictactoe_protocol::values::Mark::O, moves })
        );
    }

    #[test]
    fn the_longest_review_fits_into_a_frame() {
        let rules = Rules::new(15, 15, 5).unwrap();
        let best = cells(rules, (0..225).rev());
        let one = MoveReview {
            cell: best[0],
            mark: Mark::X,
            before: Some(proven(Value::Loss, 225)),
            after: Some(proven(Value::Loss, 225)),
            best: best[..100].to_vec(),
            shape: Some(ShapeFact { effect: ShapeEffect::Leaves, marks: 5, is_open: false }),
        };
        let game = NumberedGame { game: Game::new(rules), number: u32::MAX };
        let id = FrameId::Text("x".repeat(4096));
        let win = engine::ForcedWin { ply: 225, winner: Mark::X, moves: vec![best; 12] };
        let forced_wins = vec![win; MAX_FORCED_WINS];
        let frame = review(Some(id), &game, &FoundReview { moves: vec![one; 225], forced_wins }).to_json();
        assert!(frame.len() < crate::settings::MAX_ANSWER_BYTES, "{} bytes", frame.len());
    }
}
