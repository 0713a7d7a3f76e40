//! The value of a game to a player, and the boards that may come next.

use tictactoe_engine::search::{Value, board_value};
use tictactoe_engine::{Game, Mark, Rules};

use crate::reference::positions;

fn game(rules: (u8, u8, u8), cells: &[usize]) -> Game {
    let rules = Rules::new(rules.0, rules.1, rules.2).unwrap();
    Game::replay(rules, cells.iter().map(|&cell| rules.cell(cell).unwrap())).unwrap()
}

#[test]
fn what_one_player_wins_the_other_loses() {
    for game in positions() {
        let [x, o] = [Mark::X, Mark::O].map(|mark| board_value(&game, mark));
        assert_eq!(x, o.reversed(), "{}", game.board());
    }
}

#[test]
fn a_game_that_is_over_is_worth_what_came_of_it() {
    let won = game((3, 3, 3), &[0, 3, 1, 4, 2]);
    assert_eq!(board_value(&won, Mark::X).number(), 1);
    assert_eq!(board_value(&won, Mark::O).number(), -1);
    let lost = game((4, 3, 3), &[0, 4, 1, 5, 8, 6]);
    assert_eq!(board_value(&lost, Mark::X), Value::Loss);
    let drawn = game((3, 3, 3), &[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    assert_eq!(board_value(&drawn, Mark::O), Value::Draw);
}

#[test]
fn bigger_boards_have_values_too() {
    assert_eq!(board_value(&game((4, 3, 3), &[]), Mark::O), Value::Loss);
    assert_eq!(board_value(&game((4, 4, 4), &[5]), Mark::X), Value::Draw);
    assert_eq!(board_value(&game((6, 5, 4), &[14]), Mark::X), Value::Win);
}
