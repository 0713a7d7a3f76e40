//! The variants: a run loses (misere), marks fall (gravity).

use harness::durable::DurableServer;
use harness::join_options::with_rules;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::referee;
use harness::server::pair_at;
use tictactoe_protocol::snapshot::{GameResult, Reason};
use tictactoe_protocol::values::{Mark, Rules};

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
