//! The value to the side to move, or to the side that would be next when the game is over.

use tictactoe_engine::search::{Budget, Control, Search, Value};
use tictactoe_engine::{Game, Rules};

fn value(game: &Game) -> Option<Value> {
    let control = Control::new();
    Search::new(1 << 20)
        .analyse(game, Budget { nodes: 100_000, control: &control })
        .verdict
        .map(|verdict| verdict.value)
}

fn game((columns, rows, run): (u8, u8, u8), cells: &[usize]) -> Game {
    let rules = Rules::new(columns, rows, run).unwrap();
    Game::replay(rules, cells.iter().map(|&cell| rules.cell(cell).unwrap())).unwrap()
}

#[test]
fn the_value_of_a_finished_game_is_its_result() {
    assert_eq!(value(&game((3, 3, 3), &[0, 3, 1, 4, 2])), Some(Value::Loss));
    assert_eq!(value(&game((4, 3, 3), &[0, 4, 1, 5, 8, 6])), Some(Value::Loss));
    assert_eq!(value(&game((3, 3, 3), &[0, 1, 2, 4, 3, 5, 7, 6, 8])), Some(Value::Draw));
    assert_eq!(value(&game((2, 2, 2), &[0, 1, 2])), Some(Value::Loss));
}

#[test]
fn bigger_boards_have_values_too() {
    assert_eq!(value(&game((4, 3, 3), &[])), Some(Value::Win));
    assert_eq!(value(&game((4, 4, 4), &[5])), Some(Value::Draw));
    assert_eq!(value(&game((6, 5, 4), &[14])), Some(Value::Loss));
    assert_eq!(value(&game((8, 7, 4), &[])), Some(Value::Win));
    assert_eq!(value(&game((8, 8, 4), &[])), Some(Value::Win));
}
