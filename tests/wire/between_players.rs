//! What two players have besides the board: takebacks, series, going on against the computer, reactions.

use harness::durable::DurableServer;
use harness::join_options::in_room;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::server::Server;
use tictactoe_protocol::client::{ClientMessage, Join, Move};
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::server::{Reacted, ServerMessage};
use tictactoe_protocol::snapshot::{Score, SeriesResult, Snapshot, Takeback};
use tictactoe_protocol::values::{BestOf, Level, Mark, MarkPreference, Reaction};

fn best_of(games: u8, options: Join) -> Join {
    Join { best_of: Some(BestOf::try_from(games).expect("an odd number")), ..options }
}

/// Waits until both players see a state like this.
async fn both_see(players: [&mut Player; 2], what: &str, like: impl Fn(&Snapshot) -> bool) {
    for player in players {
        player.state_where(what, &like).await;
    }
}

async fn reaction(viewer: &mut Player) -> Reacted {
    let reacted = viewer.until("a reaction", |message| match message {
        ServerMessage::Reaction(reacted) => Some(*reacted),
        _ => None,
    });
    reacted.await
}

#[tokio::test]
async fn a_move_that_was_taken_back_is_never_played_again() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &[4]).await;
    x.take_back(Mark::X).await.unwrap();
    assert!(x.take_back(Mark::X).await.unwrap().duplicate, "asked twice is asked once");
    both_see([&mut x, &mut o], "the request", |state| state.takeback == Some(Takeback::AskedBy(Mark::X)))
        .await;
    o.take_back(Mark::X).await.unwrap();
    both_see([&mut x, &mut o], "an empty board", |state| (state.ply, state.takebacks) == (0, 1)).await;
    let resent = Move { cell: 4, ply: Some(0), game: Some(1), takebacks: Some(0) };
    let refused = x.ask(ClientMessage::Move(resent)).await.unwrap_err();
    assert_eq!(refused.code, Code::Stale);
    x.play(0).await.unwrap();
    let refused = x.ask(ClientMessage::Move(resent)).await.unwrap_err();
    assert_eq!(refused.code, Code::Stale);
    o.state_where("the other move", |state| state.moves == [0] && state.takeback.is_none()).await;
}

#[tokio::test]
async fn a_series_is_agreed_on_in_a_room_and_counts_until_it_is_decided() {
    let server = Server::start().await;
    let mut ann = server.waiting_player(best_of(3, in_room("kitten"))).await;
    let mut other = server.player().await;
    let refused = other.join(best_of(5, in_room("kitten"))).await.unwrap_err();
    assert_eq!(refused.code, Code::RoomRules);
    let mut bob = server.seated_player(in_room("kitten")).await;
    for game in 1..=2 {
        both_see([&mut ann, &mut bob], "the game", |state| state.game == game).await;
        assert_eq!(
            bob.newest().series.map(|series| (series.best_of, series.result)),
            Some((BestOf::try_from(3).unwrap(), None))
        );
        // Bob loses, with either mark.
        bob.resign().await.unwrap();
        ann.over().await;
        ann.rematch().await.unwrap();
        if game == 1 {
            bob.rematch().await.unwrap();
        }
    }
    let decided = bob.over().await;
    let won = if ann.mark() == Mark::X { SeriesResult::X } else { SeriesResult::O };
    assert_eq!(decided.series.and_then(|series| series.result), Some(won));
    bob.rematch().await.unwrap();
    let next = ann.state_where("another series", |state| state.game == 3).await;
    assert_eq!(
        (next.score, next.series.and_then(|series| series.result)),
        (Score { x: 0, o: 0, draws: 0 }, None)
    );
}

#[tokio::test]
async fn all_of_it_survives_a_restart() {
    let server = DurableServer::start().await;
    let mut x = server.player().await;
    x.join(Join { mark: MarkPreference::X, ..best_of(3, in_room("kitten")) }).await.unwrap();
    let mut o = server.player().await;
    o.join(in_room("kitten")).await.unwrap();
    for player in [&mut x, &mut o] {
        player.seated().await;
        player.state_where("the first snapshot", |_| true).await;
    }
    let tickets = [x.ticket(), o.ticket()];
    play_moves(&mut x, &mut o, &[4, 0]).await;
    o.take_back(Mark::O).await.unwrap();
    let server = server.restarted([x, o]).await;
    let mut x = Player::resumed(server.address(), &tickets[0]).await;
    assert_eq!(x.newest().takeback, Some(Takeback::AskedBy(Mark::O)));
    x.take_back(Mark::O).await.unwrap();
    let server = server.restarted([x]).await;
    let [mut x, mut o] = [
        Player::resumed(server.address(), &tickets[0]).await,
        Player::resumed(server.address(), &tickets[1]).await,
    ];
    assert_eq!((&o.newest().moves[..], o.newest().takebacks), (&[4][..], 1));
    assert!(o.newest().series.is_some());
    o.leave().await.unwrap();
    x.over().await;
    x.continue_with_computer(Level::Casual).await.unwrap();
    let server = server.restarted([x]).await;
    let mut x = Player::resumed(server.address(), &tickets[0]).await;
    let state = x.state_where("the computer's move", |state| (state.game, state.ply) == (2, 2)).await;
    assert_eq!((state.moves[0], state.players.o.level), (4, Some(Level::Casual)));
}

#[tokio::test]
async fn a_reaction_is_shown_to_every_viewer_and_never_stored() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    let mut spectator = server.spectator(&x.match_id()).await;
    spectator.state_where("the match", |_| true).await;
    x.pong().await;
    let (record, commits) = (server.store().record(&x.match_id()).await, server.store().commits());
    let mark = x.mark();
    x.react(Reaction::NiceMove).await.unwrap();
    for viewer in [&mut x, &mut o, &mut spectator] {
        assert_eq!(reaction(viewer).await, Reacted { mark, reaction: Reaction::NiceMove });
    }
    assert_eq!(spectator.react(Reaction::Hello).await.unwrap_err().code, Code::NotSeated);
    let mut limited = None;
    for _ in 0..3 {
        limited = limited.or(x.react(Reaction::Thanks).await.err());
    }
    let limited = limited.expect("more than three at once are refused");
    assert_eq!(limited.code, Code::RateLimited);
    assert!(limited.retry_in_ms.is_some_and(|wait| wait <= 2000));
    assert_eq!((server.store().record(&x.match_id()).await, server.store().commits()), (record, commits));
}
