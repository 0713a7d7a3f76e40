//! What two players have besides the board: takebacks, series, going on against the computer, reactions.

use harness::durable::DurableServer;
use harness::join_options::{against_computer, in_room, named, on};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::server::Server;
use tictactoe_protocol::client::{ClientMessage, Join, Move};
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::server::{Reacted, ServerMessage};
use tictactoe_protocol::snapshot::{PlayerKind, Reason, Score, SeriesResult, Snapshot, Takeback};
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
    both_see([&mut x, &mut o], "an empty board", |state| (state.ply, state.takebacks) == (0, Some(1))).await;
    let resent = Move { cell: 4, ply: Some(0), game: Some(1), takebacks: Some(0) };
    let refused = x.ask(ClientMessage::Move(resent)).await.unwrap_err();
    assert_eq!(refused.code, Code::Stale);
    x.play(0).await.unwrap();
    let refused = x.ask(ClientMessage::Move(resent)).await.unwrap_err();
    assert_eq!(refused.code, Code::Stale);
    o.state_where("the other move", |state| state.moves == [0] && state.takeback.is_none()).await;
}

#[tokio::test]
async fn a_takeback_is_declined_withdrawn_or_ended_by_a_move() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair().await;
    assert_eq!(x.take_back(Mark::X).await.unwrap_err().code, Code::NothingToTakeBack);
    play_moves(&mut x, &mut o, &[4]).await;
    x.take_back(Mark::X).await.unwrap();
    o.state_where("the request", |state| state.takeback.is_some()).await;
    o.decline().await.unwrap();
    x.state_where("the answer", |state| state.takeback == Some(Takeback::DeclinedBy(Mark::O))).await;
    x.take_back(Mark::X).await.unwrap();
    x.decline().await.unwrap();
    o.state_where("no request", |state| state.takeback.is_none()).await;
    assert_eq!(o.take_back(Mark::X).await.unwrap_err().code, Code::Stale, "the request is gone");
    x.take_back(Mark::X).await.unwrap();
    o.play(0).await.unwrap();
    both_see([&mut x, &mut o], "O's move", |state| state.ply == 2 && state.takeback.is_none()).await;
    assert_eq!(o.take_back(Mark::X).await.unwrap_err().code, Code::Stale, "the request is gone");
}

#[tokio::test]
async fn the_computer_agrees_at_once_and_its_late_answer_is_dropped() {
    let server = Server::start().await;
    let rules = on(4, 4, 4).rules;
    let mut x = server.player().await;
    x.join(Join { rules, ..against_computer(Level::Perfect, MarkPreference::X) }).await.unwrap();
    x.state_where("the first snapshot", |_| true).await;
    for takebacks in 1..=5 {
        x.play(5).await.unwrap();
        // The computer is still searching, or has answered.
        x.take_back(Mark::X).await.unwrap();
        x.state_where("an empty board", |state| (state.ply, state.takebacks) == (0, Some(takebacks))).await;
    }
    x.play(6).await.unwrap();
    let answered = x.state_where("the answer", |state| state.ply == 2).await;
    assert_eq!((answered.moves[0], answered.takebacks), (6, Some(5)));
    x.take_back(Mark::X).await.unwrap();
    x.state_where("both moves taken back", |state| state.ply == 0).await;
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
async fn in_public_only_players_who_ask_for_the_same_series_are_paired() {
    let server = Server::start().await;
    let mut ann = server.waiting_player(best_of(3, named("Ann"))).await;
    let _eve = server.waiting_player(named("Eve")).await;
    let waiting = server.player().await.list().await.waiting;
    assert_eq!(waiting.iter().filter_map(|player| player.best_of).map(u8::from).collect::<Vec<_>>(), [3]);
    let mut bob = server.seated_player(best_of(3, named("Bob"))).await;
    assert_eq!(bob.seated().await.match_id, ann.seated().await.match_id);
}

#[tokio::test]
async fn after_the_opponent_has_left_the_game_goes_on_against_the_computer() {
    let server = Server::start().await;
    let (mut x, mut o) = server.pair_for(best_of(3, Join::default())).await;
    let first = &X_WINS[..2];
    play_moves(&mut x, &mut o, first).await;
    assert_eq!(x.continue_with_computer(Level::Easy).await.unwrap_err().code, Code::GameOn);
    let ticket = x.ticket();
    o.leave().await.unwrap();
    let left = x.over().await;
    assert_eq!((left.result.map(|result| result.reason), left.continuable), (Some(Reason::Left), true));
    x.continue_with_computer(Level::Easy).await.unwrap();
    let goes_on = x.state_where("the next game", |state| state.game == 2).await;
    assert_eq!((&goes_on.moves[..], goes_on.turn, goes_on.score.x), (first, Some(Mark::X), 0));
    assert_eq!(goes_on.players.o.kind, PlayerKind::Computer);
    assert!(!goes_on.continuable && goes_on.series.is_some_and(|series| series.result.is_none()));
    x.play(goes_on.legal[0]).await.unwrap();
    x.state_where("the computer's move", |state| state.ply == 4).await;
    let mut again = Player::resumed(server.address(), &ticket).await;
    assert_eq!(again.newest().game, 2);
    again.resign().await.unwrap();
    assert_eq!(again.continue_with_computer(Level::Easy).await.unwrap_err().code, Code::OpponentPresent);
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
    assert_eq!((&o.newest().moves[..], o.newest().takebacks), (&[4][..], Some(1)));
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
