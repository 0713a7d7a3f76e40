//! One hostile address: whatever it does, others can join and play, and a class behind one address notices nothing.
//!
//! The server trusts a proxy on this machine, so that a test can have any address. `src/bin/one_source.rs` attacks a
//! server from a machine of its own, and measures the games beside.

use std::net::SocketAddr;
use std::time::Duration;

use futures::future::{join, join_all};
use harness::durable::DurableServer;
use harness::home::Home;
use harness::join_options::{against, against_computer, in_room, on};
use harness::live_games::beside_live_games;
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_again, play_moves};
use harness::raw::{self, UPGRADE};
use harness::server::{Server, calm_behind_proxy};
use harness::time::{MINUTE, time_passes};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::history::History;
use tictactoe_protocol::refusal::Code;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{Level, Mark, MarkPreference, MatchId, Opponent, Reaction};
use tictactoe_protocol::{MATCHES_PATH, SOCKET_PATH};
use tictactoe_server::{BlockList, Settings};

const SECOND: Duration = Duration::from_secs(1);

const ATTACKER: &str = "198.51.100.1";
const OTHER: &str = "203.0.113.1";

async fn player_at(server: SocketAddr, client: &str) -> Player {
    Player::connect_for(server, client).await
}

fn computer() -> Join {
    against_computer(Level::Easy, MarkPreference::X)
}

#[tokio::test]
async fn one_address_cannot_fill_the_server_with_matches() {
    let mut settings = Settings { matches: 4_000, ..calm_behind_proxy() };
    settings.limits.messages_per_second = 1_000_000;
    beside_live_games(settings, async |server: &Server| {
        let series = |games: u8| Join { best_of: games.try_into().ok(), ..in_room("kitten") };
        let mut waiting = player_at(server.address(), OTHER).await;
        waiting.join(series(3)).await.unwrap();
        let mut other_terms = player_at(server.address(), ATTACKER).await;
        for _ in 0..200 {
            // Costs no match.
            assert_eq!(other_terms.join(series(5)).await.unwrap_err().code, Code::RoomRules);
        }
        let mut joined = 0;
        let refused = loop {
            // A new connection does not refill the budget.
            let mut player = player_at(server.address(), ATTACKER).await;
            if let Err(refused) = player.join(computer()).await {
                break refused;
            }
            enter_match(&mut player).await;
            player.play(4).await.unwrap();
            joined += 1;
        };
        assert_eq!(refused.code, Code::RateLimited);
        assert!(refused.retry_in_ms.is_some_and(|wait| wait > 0), "{refused:?}");
        assert!((120..200).contains(&joined), "{joined} of 4000 matches");
        player_at(server.address(), OTHER).await.join(computer()).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn one_address_cannot_fill_the_history() {
    let mut settings = calm_behind_proxy();
    settings.limits.messages_per_second = 1_000_000;
    let server = Server::with(settings).await;
    // A match keeps its latest hundred games.
    for _ in 0..12 {
        play_games(&server, ATTACKER, 100).await;
    }
    let kept = async |id: MatchId| {
        let response = raw::get(server.address(), &format!("{MATCHES_PATH}{id}"), &[]).await;
        serde_json::from_str::<History>(&response.body).unwrap().games.len()
    };
    let attackers = kept(play_games(&server, ATTACKER, 100).await).await;
    assert!(attackers < 100, "{attackers} games");
    assert_eq!(kept(play_games(&server, OTHER, 10).await).await, 10);
}

/// Plays games on one keyboard in a match.
async fn play_games(server: &Server, client: &str, games: u32) -> MatchId {
    let mut player = player_at(server.address(), client).await;
    player.join(Join { second_name: Some("Bob".into()), ..against(Opponent::Hotseat) }).await.unwrap();
    enter_match(&mut player).await;
    for game in 1..=games {
        for (ply, &cell) in (0..).zip(X_WINS) {
            player.state_where("the position", |state| (state.game, state.ply) == (game, ply)).await;
            player.play(cell).await.unwrap();
        }
        player.rematch().await.unwrap();
    }
    player.match_id()
}

#[tokio::test]
async fn reading_stored_games_is_charged_for_each_of_them() {
    let mut settings = calm_behind_proxy();
    settings.limits.messages_per_second = 1_000_000;
    let server = Server::with(settings).await;
    let id = play_games(&server, OTHER, 105).await;
    let read = async |client: &str, part: &str| {
        let path = format!("{MATCHES_PATH}{id}{part}");
        raw::get(server.address(), &path, &[("x-forwarded-for", client)]).await
    };
    for (game, status) in [(1, 200), (5, 200), (105, 200), (106, 404)] {
        let one = read(OTHER, &format!("/games/{game}")).await;
        assert_eq!((one.status, one.body.contains(&format!("\"game\":{game},"))), (status, status == 200));
        assert_eq!(read(OTHER, &format!("/review/{game}")).await.status, status, "game {game}");
    }
    let mut histories = 0;
    let refused = loop {
        let history = read(ATTACKER, "").await;
        if history.status != 200 {
            break history;
        }
        histories += 1;
    };
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.header("retry-after").is_some(), "{refused:?}");
    assert!((30..60).contains(&histories), "{histories} histories of a hundred games");
    assert_eq!(read(OTHER, "").await.status, 200);
}

#[tokio::test]
async fn one_address_cannot_open_websockets_as_fast_as_it_likes() {
    beside_live_games(calm_behind_proxy(), async |server: &Server| {
        let headers = [UPGRADE, &[("x-forwarded-for", ATTACKER)]].concat();
        let open = async || raw::get(server.address(), SOCKET_PATH, &headers).await;
        let mut refused = open().await;
        while refused.status == 101 || refused.body.contains("Too many connections") {
            refused = open().await;
        }
        assert_eq!(refused.status, 429, "{refused:?}");
        assert!(refused.header("retry-after").is_some(), "{refused:?}");
        assert!(refused.body.contains("Too many requests"), "{refused:?}");
        let health = raw::get(server.address(), "/healthz", &[("x-forwarded-for", ATTACKER)]).await;
        assert_eq!(health.status, 200, "a probe is never refused for what others do");
        player_at(server.address(), OTHER).await.pong().await;
    })
    .await;
}

#[tokio::test]
async fn strangers_who_share_a_connection_of_their_proxy_do_not_share_its_limit() {
    let mut settings = calm_behind_proxy();
    settings.limits.messages_per_second = 1;
    let server = Server::with(settings).await;
    let mut connection = raw::connect(server.address()).await;
    for last in 1..=20 {
        let client = format!("203.0.113.{last}");
        for path in ["/", "/healthz"] {
            let request = raw::head(path, &[("x-forwarded-for", &client)]);
            let response = raw::ask(&mut connection, &request).await;
            assert_eq!(response.status, 200, "{path} for {client}: {}", response.body);
        }
    }
}

#[tokio::test]
async fn a_class_of_ninety_joins_at_once_with_four_connections_for_each() {
    const CLASS: u32 = 90;
    let mut settings = calm_behind_proxy();
    settings.admission.per_address = 4 * CLASS;
    let server = Server::with(settings).await;
    let mut class = join_all((0..CLASS).map(|_| player_at(server.address(), OTHER))).await;
    for joined in join_all(class.iter_mut().map(|player| player.join(Join::default()))).await {
        joined.expect("room for one more");
    }
}

#[tokio::test]
async fn a_blocked_address_behind_a_proxy_is_refused() {
    let home = Home::new();
    let file = home.path().join("blocked");
    std::fs::write(&file, ATTACKER).unwrap();
    let mut settings = calm_behind_proxy();
    settings.admission.block = Some(BlockList::open(&file).unwrap());
    let server = Server::with(settings).await;
    for (client, status) in [(ATTACKER, 403), (OTHER, 200)] {
        let page = raw::get(server.address(), "/", &[("x-forwarded-for", client)]).await;
        assert_eq!(page.status, status, "{page:?}");
    }
}

#[tokio::test]
async fn the_addresses_of_one_network_leave_room_for_others() {
    let mut settings = calm_behind_proxy();
    (settings.admission.connections, settings.admission.per_address) = (1_000, 64);
    beside_live_games(settings, async |server: &Server| {
        let mut held = Vec::new();
        for last in 1..=12 {
            let client = format!("198.51.100.{last}");
            let headers = [UPGRADE, &[("x-forwarded-for", client.as_str())]].concat();
            for _ in 0..64 {
                let mut stream = raw::connect(server.address()).await;
                let response = raw::ask(&mut stream, &raw::head(SOCKET_PATH, &headers)).await;
                if response.status == 101 {
                    held.push(stream);
                }
            }
        }
        assert_eq!(held.len(), 500, "half of all is left to others");
        player_at(server.address(), OTHER).await.join(computer()).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_ticket_shown_again_and_again_does_not_keep_the_opponent_from_moving() {
    let server = Server::with(calm_behind_proxy()).await;
    let (mut x, mut o) = server.pair().await;
    play_moves(&mut x, &mut o, &X_WINS[..1]).await;
    let ticket = x.ticket();
    let commits = server.store().commits();
    let resume = async || player_at(server.address(), ATTACKER).await.resume(&ticket).await;
    let (results, moved) = join(join_all((0..120).map(|_| resume())), o.play(X_WINS[1])).await;
    moved.expect("a legal move");
    let (accepted, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert!(!refused.is_empty());
    for refused in refused.into_iter().filter_map(Result::err) {
        assert_eq!(refused.code, Code::RateLimited);
        assert!(refused.retry_in_ms.is_some());
    }
    // Each connects and disconnects at most, and there is the move.
    let commits = server.store().commits() - commits;
    assert!(commits <= 2 * accepted.len() as u64 + 2, "{commits} commits of {}", accepted.len());
    time_passes(2 * SECOND).await;
    let mut x = Player::resumed(server.address(), &ticket).await;
    play_moves(&mut x, &mut o, &X_WINS[2..]).await;
}

#[tokio::test]
async fn a_neighbour_who_spends_everything_keeps_no_player_from_returning_and_moving() {
    let server = Server::with(calm_behind_proxy()).await;
    let (mut x, mut o) = server.pair().await;
    let wrong: Ticket =
        serde_json::from_value(format!("{}.{}", x.match_id(), "0".repeat(64)).into()).unwrap();
    // More wrong tickets than an address may show, from more connections than one message limit covers.
    let spent = join_all((0..30).map(async |_| {
        let mut neighbour = player_at(server.address(), OTHER).await;
        for _ in 0..39 {
            if neighbour.resume(&wrong).await.unwrap_err().code == Code::RateLimited {
                return true;
            }
        }
        false
    }));
    assert!(spent.await.contains(&true));
    let ticket = x.ticket();
    drop(x);
    let mut player = player_at(server.address(), OTHER).await;
    player.resume(&ticket).await.unwrap();
    enter_match(&mut player).await;
    x = player;
    play_moves(&mut x, &mut o, X_WINS).await;
}

#[tokio::test]
async fn reconnecting_does_not_refill_what_annoys_the_opponent() {
    let server = Server::start().await;
    let (mut x, _o) = server.pair().await;
    for _ in 0..3 {
        x.react(Reaction::Hello).await.unwrap();
    }
    for number in 0..5 {
        x.rename(&format!("Ann {number}")).await.unwrap();
    }
    assert_eq!(x.rename("Bob").await.unwrap_err().code, Code::RateLimited);
    let ticket = x.ticket();
    drop(x);
    let mut x = Player::resumed(server.address(), &ticket).await;
    assert_eq!(x.react(Reaction::Hello).await.unwrap_err().code, Code::RateLimited);
    assert_eq!(x.rename("Bob").await.unwrap_err().code, Code::RateLimited);
    assert!(x.decline().await.unwrap().duplicate, "there is nothing to decline, so nothing is charged");
    x.play(4).await.unwrap();
    assert_eq!(x.take_back(Mark::X).await.unwrap_err().code, Code::RateLimited);
}

#[tokio::test]
async fn matches_that_have_expired_make_room_for_others_of_the_address() {
    let server = Server::with(Settings { matches: 1_000, ..calm_behind_proxy() }).await;
    let joined = async || player_at(server.address(), ATTACKER).await.join(computer()).await;
    while joined().await.is_ok() {}
    time_passes(11 * MINUTE).await;
    joined().await.expect("the ten minutes of the others are over");
}

/// X wins on 5x5 by the first row. There is no tablebase: a review is searched.
const X_WINS_ON_5X5: &[u8] = &[0, 5, 1, 6, 2, 7, 3, 8, 4];

/// Thirty people with browsers and thirty bots behind one address, two at a table. The people load the page, play,
/// review, and return after a restart; the bots leave after each game and join anew.
#[tokio::test]
async fn a_class_of_sixty_behind_one_address_is_never_refused() {
    const TABLES: usize = 15;
    let mut settings = calm_behind_proxy();
    settings.search.nodes = 1_000;
    let server = DurableServer::with(settings).await;
    let address = server.address();
    let seat = async |table: String| {
        let join = Join { room: Some(table), ..on(5, 5, 5) };
        let mut x = player_at(address, OTHER).await;
        x.join(Join { mark: MarkPreference::X, ..join.clone() }).await.unwrap();
        x.waiting().await;
        let mut o = player_at(address, OTHER).await;
        o.join(Join { mark: MarkPreference::O, ..join }).await.unwrap();
        enter_match(&mut x).await;
        enter_match(&mut o).await;
        (x, o)
    };
    let people = join_all((0..TABLES).map(async |table| {
        for _ in 0..16 {
            let page = raw::get(address, "/", &[("x-forwarded-for", OTHER)]).await;
            assert_eq!(page.status, 200, "{page:?}");
        }
        let (mut x, mut o) = seat(format!("people-{table}")).await;
        play_moves(&mut x, &mut o, X_WINS_ON_5X5).await;
        play_again([&mut x, &mut o]).await;
        (x.ticket(), o.ticket(), x, o)
    }));
    let bots = join_all((0..TABLES).map(async |table| {
        for _ in 0..10 {
            let (mut x, mut o) = seat(format!("bots-{table}")).await;
            play_moves(&mut x, &mut o, X_WINS_ON_5X5).await;
            x.leave().await.unwrap();
            o.leave().await.unwrap();
        }
    }));
    let (people, _) = join(people, bots).await;
    let tickets: Vec<_> = people.iter().map(|(x, o, ..)| (x.clone(), o.clone())).collect();
    let server = server.restarted(people.into_iter().flat_map(|(_, _, x, o)| [x, o])).await;
    let address = server.address();
    join_all(tickets.into_iter().map(async |(x, o)| {
        let (mut one, mut other) = (resumed_at(address, &x).await, resumed_at(address, &o).await);
        // The marks were swapped.
        play_moves(&mut other, &mut one, X_WINS_ON_5X5).await;
        let reviews = join(one.review(), other.review()).await;
        for (player, review) in [(one, reviews.0), (other, reviews.1)] {
            assert_eq!(review.unwrap().moves.len(), X_WINS_ON_5X5.len());
            let mut player = player;
            player.leave().await.unwrap();
            player.join(computer()).await.unwrap();
        }
    }))
    .await;
}

async fn enter_match(player: &mut Player) {
    player.seated().await;
    player.state_where("the match", |_| true).await;
    player.pong().await;
}

async fn resumed_at(address: SocketAddr, ticket: &Ticket) -> Player {
    let mut player = player_at(address, OTHER).await;
    player.resume(ticket).await.unwrap();
    enter_match(&mut player).await;
    player
}
