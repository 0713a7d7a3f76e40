//! Matches of two people: wins, draws, resigning, leaving, rematches, spectators, boards of every size.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::{GameResult, Presence, Reason, Score, Snapshot, You};
use tictactoe_protocol::values::Mark;
use tictactoe_tests::join_options::on;
use tictactoe_tests::player::{Player, own_mark};
use tictactoe_tests::referee;
use tictactoe_tests::script::{X_WINS, play_moves};
use tictactoe_tests::server::Server;

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

async fn result_of(options: Join, moves: &[u8]) -> GameResult {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair_for(options).await;
    end_of(&mut x, &mut o, moves).await.result.unwrap()
}

fn line(winner: Mark, lines: &[&[u8]]) -> GameResult {
    let lines = lines.iter().map(|line| line.to_vec()).collect();
    GameResult { winner: Some(winner), reason: Reason::Line, lines }
}

fn won(winner: Mark, reason: Reason) -> GameResult {
    GameResult { winner: Some(winner), reason, lines: vec![] }
}

fn nobody(reason: Reason) -> GameResult {
    GameResult { winner: None, reason, lines: vec![] }
}

#[tokio::test]
async fn x_wins_and_both_see_the_line() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    let end = end_of(&mut x, &mut o, X_WINS).await;
    assert_eq!(end.result, Some(line(Mark::X, &[&[0, 4, 8]])));
    assert_eq!(end.board, ["XOO", "_X_", "__X"]);
    assert_eq!((end.moves, end.ply, end.game), (X_WINS.to_vec(), 5, 1));
    assert_eq!(end.score, Score { x: 1, o: 0, draws: 0 });
    assert!(end.rematch.open && end.rematch.offers.is_empty());
}

#[tokio::test]
async fn o_wins_as_well() {
    let result = result_of(Join::default(), &[0, 2, 1, 4, 8, 6]).await;
    assert_eq!(result, line(Mark::O, &[&[2, 4, 6]]));
}

#[tokio::test]
async fn a_full_board_is_a_draw() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    let end = end_of(&mut x, &mut o, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).await;
    assert_eq!((end.result, end.score), (Some(nobody(Reason::Full)), Score { x: 0, o: 0, draws: 1 }));
}

#[tokio::test]
async fn a_last_move_can_complete_two_lines_at_once() {
    let mut result = result_of(Join::default(), &[0, 1, 2, 3, 6, 5, 8, 7, 4]).await;
    result.lines.sort();
    assert_eq!(result, line(Mark::X, &[&[0, 4, 8], &[2, 4, 6]]));
}

#[tokio::test]
async fn boards_of_every_size_are_played_to_a_win() {
    for (columns, rows, run, moves, winning) in [
        (1, 1, 1, &[0][..], &[0][..]),
        (5, 1, 3, &[0, 4, 1, 3, 2], &[0, 1, 2]),
        (4, 3, 3, &[1, 0, 6, 2, 11], &[1, 6, 11]),
        (7, 6, 4, &[38, 0, 31, 1, 24, 2, 17], &[17, 24, 31, 38]),
        (15, 15, 5, &[210, 0, 196, 1, 182, 2, 168, 3, 154], &[154, 168, 182, 196, 210]),
    ] {
        assert_eq!(
            result_of(on(columns, rows, run), moves).await,
            line(Mark::X, &[winning]),
            "{columns}x{rows}"
        );
    }
}

#[tokio::test]
async fn resigning_loses() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4]).await;
    x.resign().await.expect("one may resign out of turn");
    let end = o.over().await;
    assert_eq!((end.result, end.score.o), (Some(won(Mark::O, Reason::Resigned)), 1));
    assert!(x.over().await.rematch.open, "the seat stays");
}

#[tokio::test]
async fn leaving_a_game_loses_it() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    o.leave().await.unwrap();
    let end = x.over().await;
    assert_eq!((end.result, end.score.x), (Some(won(Mark::X, Reason::Left)), 1));
    assert!(end.players.o.presence == Presence::Left && !end.rematch.open);
}

#[tokio::test]
async fn leaving_before_the_first_move_cancels_the_game() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4]).await;
    o.leave().await.unwrap();
    let end = x.over().await;
    assert_eq!(end.result, Some(nobody(Reason::Cancelled)));
    assert_eq!(end.score, Score { x: 0, o: 0, draws: 0 });
    assert!(end.players.o.presence == Presence::Left && !end.rematch.open);
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

#[tokio::test]
async fn a_ticket_is_told_to_its_player_only() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    let mut spectator = server.spectator(&x.match_id()).await;
    end_of(&mut x, &mut o, X_WINS).await;
    spectator.over().await;
    let secret = |player: &Player| player.ticket().reveal().rsplit('.').next().unwrap().to_owned();
    for (player, others) in [(&x, [&o, &spectator]), (&o, [&x, &spectator])] {
        let secret = secret(player);
        assert!(player.to_string().contains(&secret), "this test looks at the frames");
        assert!(others.iter().all(|other| !other.to_string().contains(&secret)));
    }
}
