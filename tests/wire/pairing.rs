//! Pairing: people by board or by room, first come first served, never with themselves or with a player who has
//! left. The computer joins on request, or after a wait unless the player wants a person. More about rooms is in
//! `rooms`.

use std::collections::HashSet;
use std::time::Duration;

use harness::join_options::{against, as_mark, in_room, named, on};
use harness::player::strategy::{X_WINS, play_moves};
use harness::player::{Player, own_mark};
use harness::raw;
use harness::server::{Server, calm};
use tictactoe_protocol::client::{Join, JoinKind};
use tictactoe_protocol::history::History;
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::snapshot::{PlayerKind, Presence, Snapshot};
use tictactoe_protocol::values::{Level, Mark, MarkPreference, Opponent};
use tictactoe_protocol::{LISTING_PATH, MATCHES_PATH};
use tictactoe_server::Settings;

async fn first_state(player: &mut Player) -> Snapshot {
    player.state_where("the first snapshot", |_| true).await
}

async fn assert_together(one: &mut Player, other: &mut Player) {
    let (one, other) = (one.seated().await, other.seated().await);
    assert_eq!(one.match_id, other.match_id);
    assert_eq!(one.mark, other.mark.map(Mark::other));
    assert_ne!(one.ticket, other.ticket);
}

#[tokio::test]
async fn two_strangers_are_paired_and_see_each_other() {
    let server = Server::start().await;
    let mut ann = server.waiting_player(named("Ann")).await;
    let mut bob = server.seated_player(named("Bob")).await;
    assert_together(&mut ann, &mut bob).await;
    for player in [&mut ann, &mut bob] {
        let state = first_state(player).await;
        let names: HashSet<_> = [&state.players.x, &state.players.o].map(|p| p.name.to_string()).into();
        assert_eq!(names, ["Ann", "Bob"].map(String::from).into());
        assert_eq!(own_mark(&state), player.seat().mark);
        assert!(
            [state.players.x, state.players.o]
                .iter()
                .all(|p| p.presence == Presence::Online && p.kind == PlayerKind::Person)
        );
    }
}

#[tokio::test]
async fn compatible_mark_preferences_are_honored() {
    use MarkPreference::{Any, O, X};
    let server = Server::start().await;
    for (first, second, x_is_first) in
        [(X, O, true), (O, X, false), (X, Any, true), (O, Any, false), (Any, X, false), (Any, O, true)]
    {
        let mut one = server.waiting_player(as_mark(first)).await;
        let mut other = server.seated_player(as_mark(second)).await;
        assert_together(&mut one, &mut other).await;
        assert_eq!(one.seat().mark == Some(Mark::X), x_is_first, "{first:?} and {second:?}");
    }
}

#[tokio::test]
async fn conflicting_mark_preferences_are_settled_by_lot() {
    let server = Server::start().await;
    for options in [MarkPreference::Any, MarkPreference::X, MarkPreference::O] {
        let mut seen = HashSet::new();
        // Forty equal fair draws in a row: once in 10^12.
        for _ in 0..40 {
            let mut one = server.waiting_player(as_mark(options)).await;
            let mut other = server.seated_player(as_mark(options)).await;
            assert_together(&mut one, &mut other).await;
            seen.insert(one.seat().mark);
            if seen.len() == 2 {
                break;
            }
        }
        assert_eq!(seen.len(), 2, "both options for {options:?}");
    }
}

#[tokio::test]
async fn the_computer_joins_after_the_waiting_time() {
    let server = Server::with(Settings { ai_after: Duration::from_millis(50), ..calm() }).await;
    let mut lone =
        Player::joined(server.address(), Join { level: Some(Level::Casual), ..Join::default() }).await;
    let due = lone.waiting().await.computer_in_ms.expect("the computer will come");
    assert!(due <= 50, "{due}");
    let state = first_state(&mut lone).await;
    assert_eq!((lone.seated().await.mark, state.turn), (Some(Mark::X), Some(Mark::X)));
    assert_computer(&state, Mark::O, Level::Casual);
    let mut another = Player::joined(server.address(), Join::default()).await;
    another.waiting().await;
}

#[tokio::test]
async fn a_requested_computer_opponent_joins_at_once() {
    let server = Server::start().await;
    let _other = server.waiting_player(Join::default()).await;
    for (options, mark) in
        [(MarkPreference::Any, Mark::X), (MarkPreference::X, Mark::X), (MarkPreference::O, Mark::O)]
    {
        let mut player = server.seated_player(Join { mark: options, ..against(Opponent::Ai) }).await;
        let state = first_state(&mut player).await;
        assert_eq!(player.seat().mark, Some(mark));
        assert_computer(&state, mark.other(), Level::Perfect);
    }
}

fn assert_computer(state: &Snapshot, mark: Mark, level: Level) {
    let computer = state.players.get(mark);
    assert_eq!((computer.kind, computer.level), (PlayerKind::Computer, Some(level)));
    assert_eq!(computer.presence, Presence::Online);
}

#[tokio::test]
async fn the_computer_never_joins_a_player_who_wants_a_person() {
    let server = Server::with(Settings { ai_after: Duration::from_millis(1), ..calm() }).await;
    let mut picky = Player::joined(server.address(), against(Opponent::Human)).await;
    let mut in_a_room = Player::joined(server.address(), in_room("kitten")).await;
    for player in [&mut picky, &mut in_a_room] {
        assert_eq!(player.waiting().await.computer_in_ms, None);
    }
    // A later player who accepts the computer has got it.
    let mut later = server.waiting_player(on(4, 4, 4)).await;
    assert_computer(&first_state(&mut later).await, Mark::O, Level::Perfect);

    let mut person = server.seated_player(against(Opponent::Human)).await;
    assert_together(&mut picky, &mut person).await;
    let mut guest = server.seated_player(in_room("kitten")).await;
    assert_together(&mut in_a_room, &mut guest).await;
}

#[tokio::test]
async fn a_bot_is_shown_as_one_in_the_state_the_list_and_the_history() {
    let server = Server::start().await;
    let bot = Join { name: Some("Bob".into()), kind: Some(JoinKind::Bot), ..as_mark(MarkPreference::O) };
    let mut ann = server.waiting_player(as_mark(MarkPreference::X)).await;
    let mut bob = server.seated_player(bot).await;
    let expected = [PlayerKind::Person, PlayerKind::Bot];
    for player in [&mut ann, &mut bob] {
        let players = first_state(player).await.players;
        assert_eq!([players.x.kind, players.o.kind], expected);
    }

    let list = raw::get(server.address(), LISTING_PATH, &[]).await.body;
    let list: Listing = serde_json::from_str(&list).unwrap();
    let [listed] = &list.matches[..] else { panic!("{list:?}") };
    assert_eq!([listed.players.x.kind, listed.players.o.kind], expected);

    play_moves(&mut ann, &mut bob, X_WINS).await;
    let path = format!("{MATCHES_PATH}{}", ann.match_id().0);
    let history = raw::get(server.address(), &path, &[]).await.body;
    let history: History = serde_json::from_str(&history).unwrap();
    let [game] = &history.games[..] else { panic!("{history:?}") };
    assert_eq!([game.players.x.kind, game.players.o.kind], expected);
}
