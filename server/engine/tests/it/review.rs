//! The review of a game.

use proptest::prelude::*;
use tictactoe_engine::search::{Analysis, Budget, Control, Search, Value, Verdict};
use tictactoe_engine::{Game, Mark, MoveReview, Rules, review};

use crate::random_games::{finished, rules};

fn reviewed(game: &Game, nodes: u64) -> Vec<MoveReview> {
    let (control, mut search) = (Control::new(), Search::new(1 << 20));
    let budget = Budget { nodes: nodes / (game.ply() as u64 + 1), control: &control };
    let mut analyse = |plies| {
        let earlier = Game::replay(game.rules(), game.cells().iter().copied().take(plies)).unwrap();
        search.analyse(&earlier, budget)
    };
    let analyses: Vec<Analysis> = (0..=game.ply()).map(&mut analyse).collect();
    review(game, &analyses, &mut search)
}

fn classic(cells: &[usize]) -> Game {
    Game::replay(Rules::CLASSIC, cells.iter().map(|&cell| Rules::CLASSIC.cell(cell).unwrap())).unwrap()
}

#[test]
fn the_move_that_turned_a_draw_into_a_loss_is_the_mistake() {
    // O replies to the corner on an edge, after which X can win.
    let moves = reviewed(&classic(&[0, 1, 4, 8, 6]), 1_000);
    let mistakes: Vec<usize> = (0..moves.len()).filter(|&ply| moves[ply].is_mistake()).collect();
    assert_eq!(mistakes, [1]);
    assert_eq!(moves[1].before.map(|verdict| verdict.value), Some(Value::Draw));
    assert_eq!(moves[1].after, Some(Verdict { value: Value::Loss, distance: Some(5) }));
    assert_eq!(moves[1].best.iter().map(|cell| cell.index()).collect::<Vec<_>>(), [4]);
}

#[test]
fn a_game_without_moves_has_nothing_to_review() {
    assert_eq!(reviewed(&classic(&[]), 1_000), []);
}

#[test]
fn the_last_move_of_a_won_game_is_a_win_at_distance_0() {
    let moves = reviewed(&classic(&[0, 3, 1, 4, 2]), 1_000);
    assert_eq!(moves[4].before.and_then(|verdict| verdict.distance), Some(1));
    assert_eq!(moves[4].after, Some(Verdict { value: Value::Win, distance: Some(0) }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_best_move_is_a_mistake_and_no_move_increases_the_value(
        game in finished(rules(5, 4)), nodes in 0..200_000_u64
    ) {
        let moves = reviewed(&game, nodes);
        prop_assert!(moves.iter().map(|reviewed| reviewed.cell).eq(game.cells().iter().copied()));
        for reviewed in moves {
            if let (Some(before), Some(after)) = (reviewed.before.map(|verdict| verdict.value), reviewed.after.map(|verdict| verdict.value)) {
                prop_assert!(after <= before);
            }
            prop_assert!(!(reviewed.is_mistake() && reviewed.best.contains(&reviewed.cell)), "{reviewed:?}");
        }
    }
}

#[test]
fn marks_and_cells_are_those_of_the_game() {
    let game = classic(&[4, 0, 8]);
    let marks_and_cells: Vec<(Mark, usize)> =
        reviewed(&game, 1_000).iter().map(|reviewed| (reviewed.mark, reviewed.cell.index())).collect();
    assert_eq!(marks_and_cells, [(Mark::X, 4), (Mark::O, 0), (Mark::X, 8)]);
}
