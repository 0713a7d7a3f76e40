//! The variants: a run loses (misere), marks fall (gravity).

use harness::durable::DurableServer;
use harness::join_options::{against_computer, in_room, with_rules};
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::referee;
use harness::server::{Server, pair_at};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::{GameResult, Reason};
use tictactoe_protocol::values::{Level, Mark, MarkPreference, Rules};

const GRAVITY: Rules = Rules { gravity: true, ..Rules::new(7, 6, 4) };
const BOTH: Rules = Rules { misere: true, ..GRAVITY };

/// A game in which X completes a column, with a restart of the server in its middle.
async fn assert_won_after_a_restart(rules: Rules, moves: &[u8], line: &[u8], winner: Mark) {
    let server = DurableServer::start().await;
    let (mut x, mut o) = pair_at(server.address(), with_rules(rules)).await;
    assert_eq!(x.newest().rules, rules);
    let (first, rest) = moves.split_at(moves.len() / 2);
    play_moves(&mut x, &mut o, first).await;
    let tickets = [x.ticket(), o.ticket()];
    let server = server.restarted([x, o]).await;
    let mut x = Player::resumed(server.address(), &tickets[0]).await;
    let mut o = Player::resumed(server.address(), &tickets[1]).await;
    assert_eq!((x.newest().rules, x.newest().moves.as_slice()), (rules, first));
    play_moves(&mut x, &mut o, rest).await;
    let over = o.over().await;
    let result =
        GameResult { winner: Some(winner), reason: Reason::Line, lines: vec![line.to_vec()], ended_by: None };
    assert_eq!(over.result, Some(result));
    referee::check(&over);
}

#[tokio::test]
async fn gravity_and_misere_go_together() {
    let moves = [35, 36, 28, 29, 21, 22, 14];
    assert_won_after_a_restart(BOTH, &moves, &[14, 21, 28, 35], Mark::O).await;
}

#[tokio::test]
async fn a_waiting_players_variant_is_listed_and_taken_by_the_second_player() {
    let server = Server::start().await;
    let waiting = server.waiting_player(with_rules(GRAVITY)).await;
    let mut other = server.player().await;
    let listed = other.list().await.waiting;
    assert_eq!(listed.first().and_then(|player| player.rules), Some(GRAVITY));
    let word = listed.first().map(|player| String::from(player.word.clone()));
    other.join(in_room(&word.expect("the word of the waiting player"))).await.expect("a free room");
    let shown = other.state_where("the first snapshot", |_| true).await;
    assert_eq!((shown.rules, shown.legal), (GRAVITY, (35..42).collect()));
    drop(waiting);
}

#[tokio::test]
async fn the_computer_blocks_a_column_on_a_board_with_gravity_and_gives_hints() {
    let server = Server::start().await;
    let against = against_computer(Level::Perfect, MarkPreference::X);
    let mut x = server.seated_player(Join { rules: Some(GRAVITY), ..against }).await;
    for (ply, cell) in [(0, 35), (2, 28), (4, 21)] {
        let state = x.state_where("my turn", |state| state.ply == ply).await;
        let cell = if state.legal.contains(&cell) { cell } else { state.legal[0] };
        let hint = x.hint().await.expect("a hint against the computer");
        assert!(hint.cells.iter().all(|cell| state.legal.contains(cell)), "{hint:?}");
        x.play(cell).await.expect("a legal cell");
    }
    let state = x.state_where("my turn", |state| state.ply == 6).await;
    referee::check(&state);
    assert_eq!(state.result, None);
}
