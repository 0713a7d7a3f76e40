//! The server inside the terminal client: a player hosts, others find them, and nobody needs an address.

use std::path::Path;

use harness::home::Home;
use harness::namespace::{Machine, NSENTER, Network};
use harness::program::{Program, client};
use harness::terminal::Terminal;

/// Prints the local addresses on which a machine listens, as Linux writes them: `0100007F` is 127.0.0.1.
const LISTENING: &str = "cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\" { print $2 }'";

fn play(machine: &Machine, flags: &[&str]) -> Program {
    machine.start(client(), flags)
}

async fn quit(mut player: Program) -> Option<i32> {
    player.type_in("quit\n").await;
    player.exit().await.code
}

#[tokio::test]
async fn a_player_who_hosts_is_found_and_a_killed_host_continues_the_game() {
    let (_network, [kitchen, study]) = Network::with_machines().await;
    let home = Home::new();
    let flags = ["host", "--name", "Ann", "--mark", "x"];
    let mut host = person_in(&home, &kitchen, &flags);
    host.screen.expect("Waiting").await;
    let mut guest = play(&study, &["--name", "Bob", "--mark", "o"]);
    host.answer("5").await;
    guest.out.expect_line("Your turn").await;
    guest.type_in("1\n").await;
    host.screen.expect("Bob played top left.").await;
    host.kill().await;
    guest.out.expect_line("Connection lost").await;
    let mut host = person_in(&home, &kitchen, &flags);
    host.screen.expect("Continuing your last game.").await;
    guest.out.expect_line("Reconnected.").await;
    host.answer("2").await;
    guest.out.expect_line("Your turn").await;
    host.screen.expect("Bob is thinking...").await;
    host.type_in("quit\n").await;
    host.screen.expect("y or n").await;
    host.type_in("y\n").await;
    assert_eq!(host.exit().await, Some(0));
}

#[tokio::test]
async fn a_host_whose_database_is_deleted_says_so_and_exits() {
    let (_network, [kitchen, study]) = Network::with_machines().await;
    let home = Home::new();
    let data = home.path().join("data");
    let mut host = play(&kitchen, &["host", "--data", data.to_str().expect("a path of ours")]);
    host.out.expect_line("Waiting").await;
    let mut guest = play(&study, &[]);
    guest.out.expect_line("Game 1 of match").await;
    std::fs::remove_dir_all(data).unwrap();
    guest.type_in("quit\ny\n").await;
    let exit = host.exit().await;
    assert_eq!(exit.code, Some(1), "{exit:?}");
    assert!(exit.err.contains("This machine has stopped hosting: "), "{exit:?}");
}

#[tokio::test]
async fn the_guests_of_a_host_who_leaves_are_told_and_do_not_reconnect() {
    let (_network, [kitchen, study]) = Network::with_machines().await;
    let mut host = play(&kitchen, &["host"]);
    host.out.expect_line("Waiting").await;
    let mut guest = play(&study, &[]);
    guest.out.expect_line("Game 1").await;
    assert_eq!(quit(host).await, Some(0));
    let exit = guest.exit().await;
    assert_eq!(exit.code, Some(5), "{exit:?}");
    assert!(exit.err.contains("The host has left."), "{exit:?}");
}

#[tokio::test]
async fn two_players_who_host_at_once_play_each_other() {
    let (_network, [kitchen, study]) = Network::with_machines().await;
    let mut players = [play(&kitchen, &["host"]), play(&study, &["host"])];
    for player in &mut players {
        player.out.expect_line("Game 1").await;
    }
    let [one, other] = players;
    drop(one);
    quit(other).await;
}

#[tokio::test]
async fn a_second_host_on_the_same_machine_plays_on_the_first() {
    let (_network, [kitchen]) = Network::with_machines().await;
    let mut first = play(&kitchen, &["host"]);
    first.out.expect_line("Waiting").await;
    let mut second = play(&kitchen, &["host"]);
    second.out.expect("A server is already running on this machine. You are playing there.\n").await;
    second.out.expect_line("Game 1").await;
    quit(second).await;
}

#[tokio::test]
async fn a_private_game_opens_no_port_to_the_network() {
    let (_network, [kitchen]) = Network::with_machines().await;
    let mut ann = play(&kitchen, &["--vs", "ai"]);
    ann.out.expect_line("Game 1").await;
    let listening = kitchen.start(Path::new("/bin/sh"), &["-c", LISTENING]).exit().await;
    let is_loopback = |address: &str| {
        address.starts_with("0100007F:") || address.starts_with("00000000000000000000000001000000:")
    };
    assert!(!listening.out.is_empty() && listening.out.lines().all(is_loopback), "{listening:?}");
    quit(ann).await;
}

/// A person at a terminal with the text interface.
fn person(machine: &Machine) -> Terminal {
    person_in(&Home::new(), machine, &[])
}

fn person_in(home: &Home, machine: &Machine, flags: &[&str]) -> Terminal {
    let binary = client().to_str().expect("a path that is text");
    Terminal::start_in(home, Path::new(NSENTER), &[&machine.enter()[..], &[binary], flags].concat())
}

#[tokio::test]
async fn where_nobody_hosts_a_person_plays_the_computer_or_hosts_or_joins_who_appears() {
    let (_network, [kitchen, study]) = Network::with_machines().await;
    let mut ann = person(&kitchen);
    ann.screen.expect("Nobody is hosting on this network.").await;
    ann.answer("").await;
    ann.screen.expect("the computer (perfect) is O.").await;
    let mut bob = person(&study);
    bob.answer("h").await;
    bob.screen.expect("Waiting for an opponent.").await;
    ann.screen.expect("is hosting on this network. Type join to play there.").await;
    ann.type_in("join\n").await;
    for player in [&mut ann, &mut bob] {
        player.screen.expect("Game 1 of match").await;
    }
    ann.type_in("quit\n").await;
    ann.screen.expect("y or n").await;
    ann.type_in("y\n").await;
    assert_eq!(ann.exit().await, Some(0));
}

#[tokio::test]
async fn a_guest_whose_host_has_left_has_the_same_choice() {
    let (_network, [kitchen, study]) = Network::with_machines().await;
    let mut host = play(&kitchen, &["host"]);
    host.out.expect_line("Waiting").await;
    let mut guest = person(&study);
    guest.screen.expect("Game 1 of match").await;
    assert_eq!(quit(host).await, Some(0));
    guest.screen.expect("The host has left.").await;
    guest.answer("").await;
    guest.screen.expect("the computer (perfect) is O.").await;
}
