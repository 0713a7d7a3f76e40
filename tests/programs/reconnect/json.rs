//! The JSON UI.

use harness::home::Home;
use harness::player::Player;
use harness::program::Program;
use harness::server::Server;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Snapshot;

use super::{at, kill};
use harness::proxy::Proxy;

async fn next_state(bot: &mut Program, kinds: &mut Vec<String>) -> Snapshot {
    loop {
        let line = bot.out.expect("\n").await;
        let frame: serde_json::Value = serde_json::from_str(&line).expect("a frame");
        kinds.push(frame["type"].as_str().expect("a type").to_owned());
        if let Ok(ServerMessage::State(state)) = ServerMessage::parse(&line) {
            return *state;
        }
    }
}

/// An opponent for the bot, which waits, and the kinds of the frames until the bot's first state.
async fn opponent_of(bot: &mut Program, server: &Server) -> (Player, Vec<String>) {
    let opponent = Player::joined(server.address(), Join::default()).await;
    let mut kinds = Vec::new();
    bot.out.expect("\n").await;
    next_state(bot, &mut kinds).await;
    (opponent, kinds)
}

#[tokio::test]
async fn a_bot_gets_its_seat_and_state_again_after_a_cut_and_a_restart() {
    let server = Server::start().await;
    let (proxy, home) = (Proxy::that_hides_ends(server.address()).await, Home::new());
    let flags = ["--ui", "json", "--mark", "X"];
    let mut bot = at(&proxy.argument(), &home, &flags);
    bot.out.expect("\"waiting\"").await;
    let (mut o, mut kinds) = opponent_of(&mut bot, &server).await;
    bot.type_in("{\"type\":\"move\",\"cell\":4,\"ply\":0}\n").await;
    o.state_where("the first move", |state| state.moves == [4]).await;
    while next_state(&mut bot, &mut kinds).await.moves != [4] {}

    proxy.cut();
    kinds.clear();
    while !kinds.contains(&"seated".to_owned()) {
        next_state(&mut bot, &mut kinds).await;
    }
    let again = ["welcome", "done", "seated", "state"];
    assert!(kinds.ends_with(&again.map(String::from)), "{kinds:?}");
    bot.err.expect("Connected again.").await;

    kill(bot).await;
    let mut bot = at(&proxy.argument(), &home, &flags);
    kinds.clear();
    assert_eq!(next_state(&mut bot, &mut kinds).await.moves, [4]);
    assert_eq!(kinds, again);
    o.play(0).await.expect("a legal move");
    while next_state(&mut bot, &mut kinds).await.moves != [4, 0] {}
    bot.type_in("{\"type\":\"move\",\"cell\":8,\"ply\":2}\n").await;
    o.state_where("the second move", |state| state.moves == [4, 0, 8]).await;
    bot.end_of_input();
    assert_eq!(bot.exit().await.code, Some(0));
}

#[tokio::test]
async fn a_bot_that_rejoined_and_sent_an_illegal_move_keeps_its_seat() {
    let server = Server::start().await;
    let (proxy, home) = (Proxy::that_hides_ends(server.address()).await, Home::new());
    let mut bot = at(&proxy.argument(), &home, &["--ui", "json"]);
    bot.out.expect("\"waiting\"").await;
    bot.type_in("{\"type\":\"leave\"}\n{\"type\":\"join\",\"mark\":\"X\"}\n").await;
    bot.out.expect("\"waiting\"").await;
    let (_o, mut kinds) = opponent_of(&mut bot, &server).await;
    bot.type_in("{\"type\":\"move\",\"cell\":99}\n").await;
    bot.out.expect("\"refused\"").await;
    bot.out.expect("\n").await;

    proxy.cut();
    next_state(&mut bot, &mut kinds).await;
    assert_eq!(kinds.iter().filter(|kind| *kind == "seated").count(), 2, "{kinds:?}");
    kill(bot).await;
    let mut bot = at(&proxy.argument(), &home, &["--ui", "json"]);
    bot.err.expect("Continuing your last game").await;
}
