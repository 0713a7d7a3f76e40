//! Connections that lose, double, delay and end: both players and the server come to the same games.

use tictactoe_tests::crashes::{Trial, play_through_chaos};
use tictactoe_tests::dice::Dice;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_end_alike_for_everybody_whatever_is_lost_on_the_way() {
    println!("{}", play_through_chaos(&Trial::default(), 40, Dice::by_lot()).await);
}
