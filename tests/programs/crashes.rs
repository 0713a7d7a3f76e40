//! The server is killed while people play, and during its first start: nothing acknowledged is lost.
//! At full size: `cargo run --release -p tools --bin crashes`.

use harness::program::{Program, built, server};
use harness::rng::Rng;
use tools::crashes::{Binaries, Plan, kill_at_first_start, play_over_lossy_network, play_through_kills};

fn plan() -> Plan {
    Plan { seed: Rng::random().next_u64(), kills: 6, tables: 9 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_server_is_killed() {
    println!("{}", play_through_kills(&Binaries::default(), plan()).await);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_power_fails() {
    println!("{}", play_through_kills(&Binaries { power_cuts: true, ..Binaries::default() }, plan()).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_over_a_lossy_network_end_alike_for_both_players_and_the_server() {
    println!("{}", play_over_lossy_network(&Binaries::default(), 40, Rng::random()).await);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn nothing_is_lost_in_accidents_to_three_machines() {
    println!("{}", crashes(&["--machines", "3", "--minutes", "1", "--games", "6"]).await);
}

/// Runs the program of the longer tests, in a network of its own. Returns what it says. Each accident writes a line, so
/// the wait is for the next one.
#[cfg(target_os = "linux")]
async fn crashes(flags: &[&str]) -> String {
    let server = server().to_str().expect("a path that is text");
    let program = built(&["--workspace", "--bin", "crashes"]).pop().expect("cargo built it");
    let mut run = Program::start(&program, &[&["--server", server], flags].concat());
    while run.out.find_any(&["\n"]).await.is_some() {}
    let exit = run.exit().await;
    assert_eq!(exit.code, Some(0), "{}\n{}", exit.out, exit.err);
    exit.out
}

#[tokio::test]
async fn a_server_killed_during_its_first_start_starts_again() {
    kill_at_first_start(&Binaries::default(), 10, &mut Rng::random()).await;
}
