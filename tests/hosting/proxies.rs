//! The server behind Caddy and behind nginx, with the files in `server/hosting`: page, WebSocket, the addresses of
//! clients, hosts and origins, links; and games that go on when the proxy reloads, its certificate changes, or the server
//! restarts.

use harness::program::{Program, Signal, client};
use harness::raw::address_on_the_network;
use harness::terminal::Terminal;
use harness::wait::in_time;
use hosting::{Hosted, Kind, Several};
use tictactoe_protocol::INVITATION_PATH;

async fn assert_served(kind: Kind) {
    let mut hosted = Hosted::start(kind, &["--max-per-address", "3"]).await;
    let page = hosted.get("/", &[]).await;
    assert!(page.status == 200 && page.body.contains("<script"), "{page:?}");
    let link = hosted.link();
    let invitation = hosted.get(&format!("{INVITATION_PATH}?to=/r/kitten"), &[]).await;
    assert!(invitation.body.contains(&format!(r#""url":"{link}/r/kitten""#)), "{invitation:?}");

    let own = [("origin", &*link)];
    let (status, first) = hosted.open(&own).await;
    assert_eq!(status, 101);
    let foreign = hosted.open(&[("origin", "https://example.org")]).await;
    assert_eq!(foreign.0, 403);
    let more = [hosted.open(&own).await, hosted.open(&own).await];
    assert_eq!(more.each_ref().map(|(status, _)| *status), [101; 2]);
    assert_eq!(hosted.open(&own).await.0, 429);
    drop(first);
    let let_in = async { while hosted.open(&own).await.0 != 101 {} };
    in_time("a place", let_in).await;
    // Another client has places of its own, and no more by saying that it is many.
    let network = address_on_the_network().expect("these tests need a network, or a route to one");
    hosted.address.set_ip(network);
    let mut others = Vec::new();
    for forwarded in ["203.0.113.1", "203.0.113.2", "203.0.113.3"] {
        let (status, other) = hosted.open(&[("x-forwarded-for", forwarded)]).await;
        assert_eq!(status, 101);
        others.push(other);
    }
    assert_eq!(hosted.open(&[("x-forwarded-for", "203.0.113.4")]).await.0, 429);
}

/// A person and a bot play on while the proxy reloads with another certificate, and while the server restarts.
async fn assert_games_go_on(kind: Kind) {
    let mut hosted = Hosted::start(kind, &[]).await;
    let (link, ca) = (hosted.link(), hosted.authority.ca());
    let mut person = hosted.player().await;
    let mut bot = Program::start(
        client(),
        &[&link, "--ca", &ca, "--ui", "json", "--vs", "ai", "--mark", "x", "--game", "5x5 4"],
    );
    bot.out.expect(r#""type":"state""#).await;
    hosted.reload().await;
    play(&mut person, "e1").await;
    hosted.restart_server(&[]).await;
    play(&mut person, "e5").await;
    loop {
        bot.type_in("{\"type\":\"move\",\"cell\":0}\n").await;
        // After a loss it plays again what it is shown; a move that has arrived changes nothing then.
        let said = bot.out.expect_any(&[r#""ply":2"#, r#""type":"state""#]).await;
        if said.contains(r#""ply":2"#) {
            return;
        }
    }
}

/// Types a square, again after a lost connection.
async fn play(person: &mut Terminal, square: &str) {
    let played = format!("You played {square}");
    loop {
        person.type_in(&format!("{square}\n")).await;
        let said = person.screen.expect_any(&[&played, "Wait until it is back", "is thinking.\r\n"]).await;
        if said.ends_with(&played) {
            return;
        }
        person.screen.expect("Your turn").await;
    }
}

#[tokio::test]
async fn a_server_behind_caddy_is_served_as_without() {
    Box::pin(assert_served(Kind::Caddy)).await;
}

#[tokio::test]
async fn a_server_behind_nginx_is_served_as_without() {
    Box::pin(assert_served(Kind::Nginx)).await;
}

#[tokio::test]
async fn games_behind_caddy_go_on_after_a_reload_a_new_certificate_and_a_restart() {
    Box::pin(assert_games_go_on(Kind::Caddy)).await;
}

#[tokio::test]
async fn games_behind_nginx_go_on_after_a_reload_a_new_certificate_and_a_restart() {
    Box::pin(assert_games_go_on(Kind::Nginx)).await;
}

/// All servers but one shut down, one after another, so that each player loses the connection.
#[tokio::test]
async fn two_people_play_on_behind_caddy_while_one_of_several_servers_shuts_down() {
    let mut several = Box::pin(Several::start()).await;
    let [mut x, mut o] = [several.person("kitten", "x"), several.person("kitten", "o")];
    for (first, second) in [("a1", "e1"), ("b1", "d1"), ("a5", "c5")] {
        for (person, square) in [(&mut x, first), (&mut o, second)] {
            person.screen.expect("Your turn").await;
            play(person, square).await;
        }
        if several.servers.len() > 1 {
            let mut server = several.servers.remove(0);
            server.program.signal(Signal::TERM);
            assert_eq!(server.program.exit().await.code, Some(0));
        }
    }
}
