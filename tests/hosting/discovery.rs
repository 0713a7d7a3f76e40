//! Servers are found without an address: real binaries on machines with nothing but a network card.

use harness::certificates::Authority;
use harness::namespace::{Machine, Network};
use harness::program::{Exit, Program, Signal, client, server};
use harness::wait::in_time;
use serde_json::Value;

async fn run(machine: &Machine, flags: &[&str], input: &str) -> Exit {
    let mut program = machine.start(client(), flags);
    program.type_in(input).await;
    program.end_of_input();
    program.exit().await
}

async fn listed(machine: &Machine) -> Vec<String> {
    let exit = run(machine, &["list", "--json"], "").await;
    assert_eq!(exit.code, Some(if exit.out.is_empty() { 3 } else { 0 }), "{exit:?}");
    let objects = exit.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut addresses: Vec<_> =
        objects.map(|server| server["address"].as_str().unwrap().to_owned()).collect();
    addresses.sort();
    addresses
}

/// Runs the client beside two servers until both have answered in time. A server multicasts the same answer at most
/// once a second: within a second of its start, or of another query, only the other server answers, and the client
/// plays there. Each attempt therefore waits for a search on another network, which takes two seconds.
async fn run_beside_two(player: &Machine, flags: &[&str], input: &str) -> Exit {
    let elsewhere = Network::new().await.machine(1).await;
    let both = async {
        loop {
            assert_eq!(listed(&elsewhere).await, [""; 0]);
            let exit = run(player, flags, input).await;
            if exit.code != Some(0) {
                return exit;
            }
        }
    };
    in_time("both servers", both).await
}

async fn stop(mut program: Program, signal: Signal) {
    program.signal(signal);
    program.exit().await;
}

fn assert_nobody(exit: &Exit) {
    assert_eq!((exit.code, exit.out.as_str()), (Some(3), ""), "{exit:?}");
    assert_eq!(exit.err.lines().count(), 2, "{exit:?}");
    assert!(exit.err.contains("tictactoe host") && exit.err.contains("tictactoe HOST"), "{exit:?}");
}

#[tokio::test]
async fn two_servers_are_listed_a_stopped_one_vanishes_and_a_killed_one_is_not_offered() {
    let (_network, [kitchen, study, player]) = Network::with_machines().await;
    let (in_kitchen, _in_study) = (kitchen.serve(&[]).await, study.serve(&[]).await);
    assert_eq!(listed(&player).await, [kitchen.address(), study.address()]);
    stop(in_kitchen, Signal::TERM).await;
    assert_eq!(listed(&player).await, [study.address()]);
    let again = kitchen.serve(&[]).await;
    assert_eq!(listed(&player).await, [kitchen.address(), study.address()]);
    stop(again, Signal::KILL).await;
    assert_eq!(listed(&player).await, [study.address()]);
}

#[tokio::test]
async fn an_encrypted_server_is_found_by_those_who_trust_it_and_the_others_learn_why_not() {
    let (_network, [kitchen, player]) = Network::with_machines().await;
    let authority = Authority::new();
    let flags = authority.certify(&["10.77.0.1"]);
    let flags =
        [&flags.each_ref().map(String::as_str)[..4], &["--public-url", "https://10.77.0.1:7878"]].concat();
    let mut kitchen = kitchen.start(server(), &flags);
    kitchen.out.expect("wss://10.77.0.1:7878/ws\n").await;
    let trusting = run(&player, &["list", "--json", "--ca", &authority.ca()], "").await;
    assert!(trusting.out.contains(r#""address":"https://10.77.0.1:7878""#), "{trusting:?}");
    let other = run(&player, &["list"], "").await;
    assert_eq!((other.code, &*other.out), (Some(3), ""), "{other:?}");
    assert!(other.err.contains("https://10.77.0.1:7878") && other.err.contains("--ca FILE"), "{other:?}");
}

#[tokio::test]
async fn a_script_must_name_one_of_two_servers() {
    let (_network, [kitchen, study, player]) = Network::with_machines().await;
    let _servers = (kitchen.serve(&[]).await, study.serve(&[]).await);
    let exit = run_beside_two(&player, &[], "5\n").await;
    assert_eq!((exit.code, exit.out.as_str()), (Some(2), ""), "{exit:?}");
    for address in [kitchen.address(), study.address()] {
        assert!(exit.err.contains(&address), "{exit:?}");
    }
    assert!(exit.err.ends_with("Name one: tictactoe HOST:PORT.\n"), "{exit:?}");
}

#[tokio::test]
async fn a_game_is_played_without_an_address() {
    let (_network, [kitchen, player]) = Network::with_machines().await;
    let _server = kitchen.serve(&["--ai-after", "0"]).await;
    for at in [&player, &kitchen] {
        let exit = run(at, &["--mark", "X"], "5\n1\n9\n").await;
        assert_eq!((exit.code, exit.err.as_str()), (Some(0), ""), "{exit:?}");
        assert!(exit.out.contains("Score: "), "{exit:?}");
    }
}

#[tokio::test]
async fn a_local_server_is_found_on_its_own_machine_only() {
    let (_network, [kitchen, player]) = Network::with_machines().await;
    let mut program = kitchen.start(server(), &["--local"]);
    program.out.expect("/ws\n").await;
    assert_eq!(listed(&kitchen).await, ["localhost:7878"]);
    assert_eq!(listed(&player).await, [""; 0]);
}

#[tokio::test]
async fn an_unsearchable_network_is_reported_as_such() {
    let (_network, [player]) = Network::with_machines().await;
    player.unplug().await;
    let exit = run(&player, &["list"], "").await;
    assert_nobody(&exit);
    assert!(exit.err.contains("the network cannot be searched (no network card is up"), "{exit:?}");
}
