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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn each_move_is_reviewed_no_best_one_is_a_mistake_and_none_increases_the_value(
        game in finished(rules(5, 4)), nodes in 0..200_000_u64
    ) {
        let moves = reviewed(&game, nodes);
        let played = [Mark::X, Mark::O].into_iter().cycle().zip(game.cells().iter().copied());
        prop_assert!(moves.iter().map(|reviewed| (reviewed.mark, reviewed.cell)).eq(played));
        for reviewed in moves {
            if let (Some(before), Some(after)) = (reviewed.before.map(|verdict| verdict.value), reviewed.after.map(|verdict| verdict.value)) {
                prop_assert!(after <= before);
            }
            prop_assert!(!(reviewed.is_mistake() && reviewed.best.contains(&reviewed.cell)), "{reviewed:?}");
        }
    }
}
