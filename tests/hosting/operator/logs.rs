//! The log as JSON: one line for each connection and match, joined by ids, without addresses and tickets.

use std::collections::BTreeSet;

use harness::player::Player;
use harness::program::{ServerProgram, Signal};
use serde_json::Value;
use tictactoe_protocol::client::Join;

/// Two clients behind a proxy play, and the server stops. Returns its log, their match, and a ticket.
async fn log_of_a_game(filter: &str) -> (Vec<Value>, String, String) {
    let flags = ["--ephemeral", "--trusted-proxy", "127.0.0.1", "--log-format", "json", "--log", filter];
    let mut server = ServerProgram::start(&flags).await;
    let mut players = Vec::new();
    for client in ["203.0.113.9", "198.51.100.7"] {
        let mut player = Player::connect_for(server.address, client).await;
        player.join(Join::default()).await.unwrap();
        players.push(player);
    }
    for player in &mut players {
        player.seated().await;
    }
    let (id, ticket) = (players[0].match_id().0, players[0].ticket().reveal().to_owned());
    drop(players);
    server.program.signal(Signal::TERM);
    let log = server.program.exit().await.err;
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}")));
    (lines.collect(), id, ticket)
}

fn with_message<'a>(lines: &'a [Value], message: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["message"] == message).collect()
}

#[tokio::test]
async fn connections_and_matches_are_joined_by_their_ids() {
    let (lines, id, ticket) = log_of_a_game("debug").await;
    assert_eq!(with_message(&lines, "match began").iter().filter(|line| line["match_id"] == *id).count(), 1);
    let joined = with_message(&lines, "joined a match");
    assert!(joined.iter().all(|line| line["match_id"] == *id), "{joined:?}");
    let connections = |lines: &[&Value]| -> BTreeSet<u64> {
        lines.iter().map(|line| line["connection"].as_u64().expect("a number")).collect()
    };
    let ended = with_message(&lines, "disconnected");
    assert_eq!((connections(&joined), connections(&ended)), ([1, 2].into(), [1, 2].into()));
    let networks: BTreeSet<_> = ended.iter().filter_map(|line| line["network"].as_str()).collect();
    assert_eq!(networks, ["198.51.100.0/24", "203.0.113.0/24"].into());
    let text = lines.iter().map(Value::to_string).collect::<String>();
    for secret in ["203.0.113.9", "198.51.100.7", ticket.split_once('.').unwrap().1] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[tokio::test]
async fn addresses_are_logged_only_when_asked_for() {
    let (lines, _, _) = log_of_a_game("trace").await;
    let connected =
        with_message(&lines, "connected").iter().map(|line| line["source"].to_string()).collect::<String>();
    assert!(connected.contains("203.0.113.9") && connected.contains("198.51.100.7"), "{connected}");
}
