//! Matches of two people: wins, draws, resigning, leaving, rematches, spectators, boards of every size.

use harness::join_options::{against_computer, named};
use harness::player::strategy::{X_WINS, play_moves};
use harness::player::{Player, is_own_turn, own_mark};
use harness::referee;
use harness::server::Server;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::snapshot::{Cause, EndedBy, GameResult, Presence, Reason, Score, Snapshot, You};
use tictactoe_protocol::values::{Level, Mark, MarkPreference};

fn common(state: &Snapshot) -> Snapshot {
    Snapshot { you: None, ms_left: None, spectators: 0, ..state.clone() }
}

async fn end_of(x: &mut Player, o: &mut Player, moves: &[u8]) -> Snapshot {
    play_moves(x, o, moves).await;
    let (by_x, by_o) = (x.over().await, o.over().await);
    assert_eq!(common(&by_x), common(&by_o));
    assert_eq!((by_x.you, by_o.you), (Some(You::X), Some(You::O)));
    assert_eq!((by_x.turn, by_x.legal.len(), by_x.ms_left), (None, 0, None));
    referee::check(&by_x);
    common(&by_x)
}

fn line(winner: Mark, lines: &[&[u8]]) -> GameResult {
    let lines = lines.iter().map(|line| line.to_vec()).collect();
    GameResult { winner: Some(winner), reason: Reason::Line, lines, ended_by: None }
}

/// A game that the player of `mark` ended.
fn ended_by(mark: Mark, cause: Cause, winner: Option<Mark>, reason: Reason) -> GameResult {
    GameResult { winner, reason, lines: vec![], ended_by: Some(EndedBy { mark, cause }) }
}

#[tokio::test]
async fn a_game_against_the_computer_goes_on_from_a_position() {
    let server = Server::start().await;
    // O has to block the first row.
    let join = Join { from: Some(vec![0, 4, 1]), ..against_computer(Level::Perfect, MarkPreference::X) };
    let mut player = server.seated_player(join).await;
    let answered = player.state_where("my turn", is_own_turn).await;
    assert_eq!((answered.moves, answered.game), (vec![0, 4, 1, 2], 1));
    player.resign().await.unwrap();
    player.rematch().await.unwrap();
    let next = player.state_where("the next game", |state| state.game == 2).await;
    assert!(next.ply <= 1, "it begins on an empty board");
}

#[tokio::test]
async fn resigning_loses() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4]).await;
    x.resign().await.expect("one may resign out of turn");
    let end = o.over().await;
    let resigned = ended_by(Mark::X, Cause::Resigned, Some(Mark::O), Reason::Resigned);
    assert_eq!((end.result, end.score.o), (Some(resigned), 1));
    assert!(x.over().await.rematch.open, "the seat stays");
}

#[tokio::test]
async fn leaving_a_game_loses_it_and_leaving_before_the_first_move_cancels_it() {
    let lost = ended_by(Mark::O, Cause::Left, Some(Mark::X), Reason::Left);
    let cancelled = ended_by(Mark::O, Cause::Left, None, Reason::Cancelled);
    for (moves, result, score) in [
        (&[4, 0][..], lost, Score { x: 1, o: 0, draws: 0 }),
        (&[4], cancelled, Score { x: 0, o: 0, draws: 0 }),
    ] {
        let server = Server::start().await;
        let (mut x, mut o) = server.pair().await;
        play_moves(&mut x, &mut o, moves).await;
        o.leave().await.unwrap();
        let end = x.over().await;
        assert_eq!((end.result, end.score), (Some(result), score));
        assert!(end.players.o.presence == Presence::Left && !end.rematch.open);
    }
}

#[tokio::test]
async fn leaving_after_the_game_withdraws_the_rematch_offer() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    end_of(&mut x, &mut o, X_WINS).await;
    o.rematch().await.unwrap();
    x.state_where("the offer", |state| state.rematch.offers == [Mark::O]).await;
    o.leave().await.unwrap();
    let end = x.state_where("O to have left", |state| state.players.o.presence == Presence::Left).await;
    assert!(!end.rematch.open && end.rematch.offers.is_empty());
    assert_eq!((end.result, end.score.x), (Some(line(Mark::X, &[&[0, 4, 8]])), 1));
}

#[tokio::test]
async fn an_offer_of_a_rematch_can_be_withdrawn_and_declined_and_made_again() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    end_of(&mut x, &mut o, X_WINS).await;
    assert!(o.decline().await.unwrap().duplicate, "there is nothing to decline");
    o.rematch().await.unwrap();
    x.state_where("the offer", |state| state.rematch.offers == [Mark::O]).await;
    o.decline().await.unwrap();
    let withdrawn = x.state_where("no offer", |state| state.rematch.offers.is_empty()).await;
    assert_eq!((withdrawn.rematch.open, withdrawn.rematch.declined_by), (true, None));
    o.rematch().await.unwrap();
    x.state_where("the offer", |state| state.rematch.offers == [Mark::O]).await;
    x.decline().await.unwrap();
    let declined = o.state_where("the answer", |state| state.rematch.declined_by.is_some()).await;
    assert_eq!((declined.rematch.offers, declined.rematch.declined_by), (vec![], Some(Mark::X)));
    x.rematch().await.unwrap();
    o.state_where("X's offer", |state| state.rematch.offers == [Mark::X]).await;
    o.rematch().await.unwrap();
    let begun = x.state_where("the second game", |state| state.game == 2).await;
    assert_eq!(begun.rematch.declined_by, None);
}

#[tokio::test]
async fn a_player_changes_the_name_while_waiting_and_while_playing() {
    let server = Server::start().await;
    let mut ann = server.player().await;
    assert_eq!(ann.rename("Ann").await.unwrap_err().code, Code::NotSeated);
    ann.join(named("Anne")).await.unwrap();
    ann.waiting().await;
    ann.rename("Ann").await.unwrap();
    let mut bob = server.seated_player(named("Bob")).await;
    let seen = bob.state_where("the first snapshot", |_| true).await;
    let name = |state: &Snapshot, mark| state.players.get(mark).name.as_str().to_owned();
    assert_eq!(name(&seen, bob.mark().other()), "Ann");
    assert_eq!(bob.rename(" \u{202e} ").await.unwrap_err().code, Code::BadName);
    bob.rename("Robert").await.unwrap();
    assert!(bob.rename("Robert").await.unwrap().duplicate);
    ann.state_where("the new name", |state| name(state, bob.mark()) == "Robert").await;
}

#[tokio::test]
async fn a_rematch_begins_when_both_want_it_with_marks_swapped_and_the_score_kept() {
    let server = Server::start().await;
    let (mut ann, mut bob) = server.pair().await;
    end_of(&mut ann, &mut bob, X_WINS).await;
    bob.rematch().await.unwrap();
    let offered = ann.state_where("the offer", |state| !state.rematch.offers.is_empty()).await;
    assert_eq!((offered.rematch.offers, offered.game), (vec![Mark::O], 1));
    assert!(bob.rematch().await.unwrap().duplicate, "offered twice is offered once");
    ann.rematch().await.unwrap();
    for (player, mark) in [(&mut ann, Mark::O), (&mut bob, Mark::X)] {
        let state = player.state_where("the second game", |state| state.game == 2).await;
        assert_eq!((own_mark(&state), state.ply, state.turn), (Some(mark), 0, Some(Mark::X)));
        assert_eq!((state.score.x, state.score.o), (0, 1), "the score follows the player");
        assert_eq!((state.result, state.rematch.open), (None, false));
    }
    let end = end_of(&mut bob, &mut ann, X_WINS).await;
    assert_eq!(end.score, Score { x: 1, o: 1, draws: 0 });
}

#[tokio::test]
async fn a_spectator_sees_every_move_and_is_counted() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    let (mut one, other) = (server.spectator(&x.match_id()).await, server.spectator(&x.match_id()).await);
    for player in [&mut x, &mut o] {
        player.state_where("two spectators", |state| state.spectators == 2).await;
    }
    drop(other);
    o.state_where("one spectator", |state| state.spectators == 1).await;
    for ply in 0..X_WINS.len() {
        let mover = if ply % 2 == 0 { &mut x } else { &mut o };
        mover.state_where("my turn", |state| state.ply as usize == ply).await;
        mover.play(X_WINS[ply]).await.unwrap();
        let seen = one.state_where("the move", |state| state.ply as usize == ply + 1).await;
        assert_eq!((seen.you, &seen.moves[..]), (None, &X_WINS[..=ply]));
    }
    assert_eq!(common(&one.over().await), common(&o.over().await));
    one.leave().await.unwrap();
    x.state_where("no spectator", |state| state.spectators == 0).await;
}
