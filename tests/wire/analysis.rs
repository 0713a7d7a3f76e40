//! Hints against the computer, and reviews of finished games.
//!
//! Where a request has to stay pending, the server searches without end.

use harness::join_options::{against, against_computer, on};
use harness::player::strategy::{X_WINS, play_again, play_moves};
use harness::player::{Player, is_own_turn};
use harness::server::{Server, calm_and_pondering};
use tictactoe_protocol::analysis::{Effect, ReviewedMove, Shape, Worth};
use tictactoe_protocol::client::{ClientMessage, InGame, Join};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::values::{FrameId, Level, Mark, MarkPreference, Opponent, Rules};

const HINT: ClientMessage = ClientMessage::Hint(InGame { game: None });
const REVIEW: ClientMessage = ClientMessage::Review(InGame { game: None });

const fn worth(value: i8, distance: u16) -> Worth {
    Worth { value, distance: Some(distance) }
}

/// A player against the computer on a board that needs a search.
async fn against_thinker(server: &Server, level: Level, mark: MarkPreference) -> Player {
    let rules = Some(Rules::new(4, 4, 4));
    server.seated_player(Join { rules, ..against_computer(level, mark) }).await
}

fn assert_stale(refused: &Refused, id: &FrameId) {
    assert_eq!((refused.id.as_ref(), refused.code), (Some(id), Code::Stale));
}

async fn waits_for_hint(server: &Server) -> (Player, FrameId) {
    let mut player = against_thinker(server, Level::Easy, MarkPreference::X).await;
    player.state_where("my turn", is_own_turn).await;
    let id = player.say(HINT).await;
    player.pong().await;
    (player, id)
}

#[tokio::test]
async fn a_hint_names_every_cell_that_is_as_good_as_the_best() {
    let server = Server::start().await;
    let mut player = server.seated_player(against(Opponent::Ai)).await;
    player.state_where("my turn", is_own_turn).await;
    let hint = player.hint().await.unwrap();
    assert_eq!((hint.game, hint.ply, hint.worth), (1, 0, Some(worth(0, 9))));
    assert_eq!(hint.cells, [4, 0, 2, 6, 8, 1, 3, 5, 7], "the most promising first");
}

#[tokio::test]
async fn on_a_large_board_a_review_and_a_hint_say_what_a_move_does_to_a_row() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair_for(on(10, 10, 5)).await;
    // X makes three in the fourth row, which O does not block; then X makes four.
    play_moves(&mut x, &mut o, &[33, 0, 34, 9, 35, 90, 36]).await;
    o.resign().await.unwrap();
    let shapes = x.review().await.unwrap().moves.into_iter().map(|reviewed| reviewed.shape);
    let [makes, leaves] =
        [Effect::Makes, Effect::Leaves].map(|effect| move |marks| Some(Shape { effect, marks, open: true }));
    assert_eq!(shapes.collect::<Vec<_>>(), [None, None, None, None, makes(3), leaves(3), makes(4)]);

    let rules = Some(Rules::new(10, 10, 5));
    let join = Join { rules, ..against_computer(Level::Easy, MarkPreference::X) };
    let mut player = server.seated_player(join).await;
    player.state_where("my turn", is_own_turn).await;
    assert_eq!(player.hint().await.unwrap().shape, None, "nothing is on the board yet");
}

#[tokio::test]
async fn a_hint_is_refused_while_the_computer_is_to_move() {
    let server = Server::with(calm_and_pondering()).await;
    let mut player = against_thinker(&server, Level::Perfect, MarkPreference::O).await;
    player.state_where("the computer's turn", |state| state.turn == Some(Mark::X)).await;
    assert_eq!(player.hint().await.unwrap_err().code, Code::NotYourTurn);
}

#[tokio::test]
async fn a_second_request_is_refused_while_the_first_is_searched() {
    let server = Server::with(calm_and_pondering()).await;
    let (mut player, _) = waits_for_hint(&server).await;
    assert_eq!(player.hint().await.unwrap_err().code, Code::Busy);
    assert_eq!(player.review().await.unwrap_err().code, Code::Busy);
}

#[tokio::test]
async fn moving_resigning_and_leaving_make_the_pending_hint_stale() {
    let server = Server::with(calm_and_pondering()).await;
    let (mut player, id) = waits_for_hint(&server).await;
    player.play(5).await.unwrap();
    assert_stale(&player.refused().await, &id);
    player.next_state_where("the newest state", |state| state.moves.first() == Some(&5)).await;

    let (mut player, id) = waits_for_hint(&server).await;
    player.resign().await.unwrap();
    assert_stale(&player.refused().await, &id);
    player.over().await;

    let (mut player, id) = waits_for_hint(&server).await;
    player.leave().await.unwrap();
    assert_stale(&player.refused().await, &id);
    player.join(against(Opponent::Ai)).await.unwrap();
    player.state_where("my turn", is_own_turn).await;
    assert_eq!(player.hint().await.unwrap().cells.len(), 9);
}

#[tokio::test]
async fn the_review_of_a_game_tells_values_best_cells_and_mistakes() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, X_WINS).await;
    let mut spectator = server.spectator(&x.match_id()).await;
    let review = x.review().await.unwrap();
    let expected = [
        (Mark::X, 4, worth(0, 9), worth(0, 8), (0..9).collect(), false),
        (Mark::O, 1, worth(0, 8), worth(-1, 5), vec![0, 2, 6, 8], true),
        (Mark::X, 0, worth(1, 5), worth(1, 4), vec![0, 2, 3, 5, 6, 8], false),
        (Mark::O, 2, worth(-1, 4), worth(-1, 1), vec![8], false),
        (Mark::X, 8, worth(1, 1), worth(1, 0), vec![8], false),
    ];
    let expected = expected.map(|(mark, cell, before, after, best, mistake)| ReviewedMove {
        mark,
        cell,
        before: Some(before),
        after: Some(after),
        best,
        mistake,
        shape: None,
    });
    assert_eq!((review.game, review.moves.as_slice()), (1, &expected[..]));
    let [win] = review.forced_wins.as_slice() else { panic!("{:?}", review.forced_wins) };
    assert_eq!((win.ply, win.winner, win.moves.len()), (2, Mark::X, 5), "the game turned once");
    for other in [&mut o, &mut spectator] {
        assert_eq!(other.review().await.unwrap().moves, review.moves, "everybody is told the same");
    }
}

#[tokio::test]
async fn a_pending_review_outlives_a_rematch() {
    let server = Server::with(calm_and_pondering()).await;
    let (mut x, mut o) = server.pair_for(on(4, 4, 4)).await;
    x.resign().await.unwrap();
    for player in [&mut x, &mut o] {
        player.over().await;
    }
    o.say(REVIEW).await;
    play_again([&mut x, &mut o]).await;
    assert_eq!(o.ask(REVIEW).await.unwrap_err().code, Code::Busy, "the first is still thought about");
}
