//! The computer as an opponent: it opens when it is X, agrees to every rematch, plays every board to the end,
//! and at its best is beaten by nobody.

use futures::future::join_all;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::You;
use tictactoe_protocol::values::{Level, Mark, MarkPreference, Rules};
use tictactoe_tests::dice::Dice;
use tictactoe_tests::player::{Player, is_own_turn};
use tictactoe_tests::script::play_by_lot;
use tictactoe_tests::server::{Server, calm_and_unlimited};
use tictactoe_tests::wish::against_computer;

/// A player against the computer, at their first turn.
async fn seated(server: &Server, wish: Join) -> Player {
    let mut player = server.sits(wish).await;
    player.state_where("my turn", is_own_turn).await;
    player
}

#[tokio::test]
async fn the_computer_accepts_a_rematch_at_once_and_opens_it() {
    let server = Server::start().await;
    let mut player = seated(&server, against_computer(Level::Perfect, MarkPreference::Any)).await;
    assert_eq!(player.mark(), Mark::X);
    player.resign().await.unwrap();
    player.over().await;
    player.rematch().await.unwrap();
    let state = player.state_where("the computer's first move", |state| state.ply == 1).await;
    assert_eq!((state.game, state.you, state.turn), (2, Some(You::O), Some(Mark::O)));
    assert_eq!((state.score.x, state.score.o), (1, 0));
}

#[tokio::test]
async fn asked_for_o_the_computer_opens() {
    let server = Server::start().await;
    let player = seated(&server, against_computer(Level::Easy, MarkPreference::O)).await;
    assert_eq!((player.mark(), player.newest().ply), (Mark::O, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_beats_the_perfect_computer() {
    let mut dice = Dice::by_lot();
    let server = Server::with(calm_and_unlimited()).await;
    let lone = (0..8).map(|_| lose_or_draw(&server, dice.split(), 4));
    join_all(lone).await;
}

/// Plays so many games by lot against the perfect computer, with the marks changing.
async fn lose_or_draw(server: &Server, mut dice: Dice, games: u32) {
    let mut player = seated(server, against_computer(Level::Perfect, MarkPreference::Any)).await;
    for game in 1..=games {
        player.state_where("the game", |state| state.game == game).await;
        let end = play_by_lot(&mut player, &mut dice, None).await;
        assert_ne!(end.result.unwrap().winner, Some(player.mark()), "{:?}", end.moves);
        player.rematch().await.unwrap();
    }
}

#[tokio::test]
async fn the_computer_plays_every_level_and_bigger_boards_to_the_end() {
    let mut dice = Dice::by_lot();
    let server = Server::with(calm_and_unlimited()).await;
    for level in [Level::Easy, Level::Casual, Level::Perfect] {
        for (columns, rows, run) in [(3, 3, 3), (4, 4, 3), (6, 5, 4)] {
            let rules = Some(Rules { columns, rows, run });
            let wish = Join { rules, ..against_computer(level, MarkPreference::Any) };
            let mut player = seated(&server, wish).await;
            play_by_lot(&mut player, &mut dice, None).await;
        }
    }
}

#[tokio::test]
async fn two_lines_typed_by_hand_play_against_the_computer() {
    let server = Server::start().await;
    let mut player = server.player().await;
    player.send("{\"type\":\"join\",\"opponent\":\"ai\"}\n").await;
    player.send("{\"type\":\"move\",\"cell\":4}\n").await;
    let unasked = |message: &ServerMessage| match message {
        ServerMessage::Done(done) => panic!("a receipt that nobody asked for: {done:?}"),
        ServerMessage::State(state) => (state.ply == 2).then(|| state.moves[0]),
        _ => None,
    };
    assert_eq!(player.until("the computer's answer", unasked).await, 4);
}
