//! Two people at one keyboard: one connection holds both seats, under one ticket.

use harness::join_options::against;
use harness::player::Player;
use harness::player::strategy::X_WINS;
use harness::server::Server;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::refusal::{ClosingReason, Code};
use tictactoe_protocol::snapshot::{PlayerKind, Presence, Reason, Score, Snapshot, You};
use tictactoe_protocol::values::{Mark, Opponent};

fn ann_and_bob() -> Join {
    let [name, second_name] = ["Ann", "Bob"].map(|name| Some(name.to_owned()));
    Join { name, second_name, ..against(Opponent::Hotseat) }
}

async fn begins(player: &mut Player, wish: Join) -> Snapshot {
    player.join(wish).await.expect("a hotseat match needs no one else");
    assert_eq!(player.seated().await.mark, None, "both marks");
    player.state_where("the first snapshot", |_| true).await
}

/// Plays these cells in turn, whoever is to move.
async fn plays(player: &mut Player, cells: &[u8]) -> Snapshot {
    for &cell in cells {
        let ply = player.newest().ply;
        player.play(cell).await.expect("a legal move of the mark to move");
        player.state_where("the move", |state| state.ply == ply + 1).await;
    }
    player.newest().clone()
}

fn names(state: &Snapshot) -> [&str; 2] {
    [&state.players.x, &state.players.o].map(|player| player.name.as_str())
}

#[tokio::test]
async fn one_connection_moves_for_both_and_a_rematch_begins_at_once_with_the_marks_swapped() {
    let server = Server::start().await;
    let mut both = server.player().await;
    let first = begins(&mut both, ann_and_bob()).await;
    assert_eq!((names(&first), first.you, first.turn), (["Ann", "Bob"], Some(You::Both), Some(Mark::X)));
    for player in [&first.players.x, &first.players.o] {
        assert_eq!((player.kind, player.presence), (PlayerKind::Person, Presence::Online));
    }

    let end = plays(&mut both, X_WINS).await;
    assert_eq!(end.moves, X_WINS);
    assert_eq!((end.result.unwrap().winner, end.score), (Some(Mark::X), Score { x: 1, o: 0, draws: 0 }));
    assert_eq!(both.review().await.unwrap().moves.len(), X_WINS.len());

    both.rematch().await.unwrap();
    let second = both.state_where("the second game", |state| state.game == 2).await;
    assert_eq!((names(&second), second.you), (["Bob", "Ann"], Some(You::Both)));
    assert_eq!(second.score, Score { x: 0, o: 1, draws: 0 });
}

#[tokio::test]
async fn each_of_the_two_can_get_another_name() {
    let server = Server::start().await;
    let mut both = server.player().await;
    begins(&mut both, ann_and_bob()).await;
    for (mark, name, expected) in [
        (Some(Mark::O), "Bobby", ["Ann", "Bobby"]),
        (Some(Mark::X), "Anna", ["Anna", "Bobby"]),
        (None, "Anne", ["Anne", "Bobby"]),
    ] {
        both.rename_mark(mark, name).await.unwrap();
        both.state_where("the new name", |state| names(state) == expected).await;
    }
}

#[tokio::test]
async fn resigning_is_for_the_mark_to_move_and_a_hint_is_refused() {
    let server = Server::start().await;
    let mut both = server.player().await;
    begins(&mut both, ann_and_bob()).await;
    assert_eq!(both.hint().await.unwrap_err().code, Code::NoHints);
    for (game, cells, winner) in [(1, &[4][..], Mark::X), (2, &[4, 0], Mark::O)] {
        both.state_where("the game", |state| state.game == game).await;
        plays(&mut both, cells).await;
        both.resign().await.unwrap();
        let result = both.over().await.result.unwrap();
        assert_eq!((result.winner, result.reason), (Some(winner), Reason::Resigned));
        both.rematch().await.unwrap();
    }
}

#[tokio::test]
async fn the_ticket_takes_both_seats_and_supersedes_the_older_connection() {
    let server = Server::start().await;
    let mut older = server.player().await;
    begins(&mut older, ann_and_bob()).await;
    plays(&mut older, &[4]).await;
    let mut newer = Player::resumed(server.address(), &older.ticket()).await;
    assert_eq!(newer.seat(), older.seat());
    older.ended().await.assert_closed(ClosingReason::Superseded);
    let state = newer.state_where("the match", |state| state.moves == [4]).await;
    assert_eq!(state.you, Some(You::Both));
    plays(&mut newer, &[1, 0, 2, 8]).await;
    assert_eq!(newer.over().await.result.unwrap().winner, Some(Mark::X));
}
