//! The server is killed while people play, and during its first start: nothing acknowledged is lost. Clients are
//! killed: their seats are kept. At full size: `cargo run -p tictactoe-tests --bin crashes`.

mod time;

use std::path::Path;
use std::time::Duration;

use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_tests::crashes::{
    Binaries, Plan, kill_at_first_start, play_over_lossy_network, play_through_kills,
};
use tictactoe_tests::player::Player;
use tictactoe_tests::player::strategy::{X_WINS, play_moves};
use tictactoe_tests::program::{Program, client, server};
use tictactoe_tests::rng::Rng;
use tictactoe_tests::server::{Server, calm_and_unlimited};
use tictactoe_tests::wait::DEADLINE;
use time::{MINUTE, time_passes};

fn plan() -> Plan {
    Plan { seed: Rng::random().next_u64(), kills: 6, tables: 9, terminals: 0 }
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

#[cfg(target_os = "linux")]
#[tokio::test]
async fn moves_that_are_lost_are_missed() {
    let said = crashes(&["--wiped"]).await;
    assert!(said.contains(" lost (cell "), "{said}");
}

/// Runs the program of the longer tests, in a network of its own. Returns what it says. Each accident writes a line, so
/// the wait is for the next one.
#[cfg(target_os = "linux")]
async fn crashes(flags: &[&str]) -> String {
    let path = |binary: &Path| binary.to_str().expect("a path that is text").to_owned();
    let (server, client) = (path(server()), path(client()));
    let program = Path::new(env!("CARGO_BIN_EXE_crashes"));
    let mut run = Program::start(program, &[&["--server", &server, "--client", &client], flags].concat());
    while run.out.find_any(&["\n"]).await.is_some() {}
    let exit = run.exit().await;
    assert_eq!(exit.code, Some(0), "{}\n{}", exit.out, exit.err);
    exit.out
}

#[tokio::test]
async fn a_server_killed_during_its_first_start_starts_again() {
    kill_at_first_start(&Binaries::default(), 10, &mut Rng::random()).await;
}

#[derive(Debug, Clone, Copy)]
enum Killed {
    Reset,
    /// The server is not told and considers the connection alive.
    Unnoticed,
}

#[tokio::test]
async fn a_client_killed_at_any_ply_resumes_with_the_same_seat_board_and_clock() {
    for ply in 0..=X_WINS.len() {
        for killed in [Killed::Reset, Killed::Unnoticed] {
            let server = Server::with(calm_and_unlimited()).await;
            let (mut x, mut o) = server.pair().await;
            play_moves(&mut x, &mut o, &X_WINS[..ply]).await;
            time_passes(20 * MINUTE).await;
            x = come_back(&server, x, killed).await;
            o = come_back(&server, o, killed).await;
            play_moves(&mut x, &mut o, &X_WINS[ply..]).await;
            assert_eq!(x.over().await.moves, X_WINS);
        }
    }
}

/// Kills a client after twenty idle minutes and resumes its seat.
async fn come_back(server: &Server, killed: Player, how: Killed) -> Player {
    let (seat, before) = (killed.seat().clone(), killed.newest().clone());
    let older = match how {
        Killed::Reset => {
            killed.reset();
            None
        }
        Killed::Unnoticed => Some(killed),
    };
    let back = Player::resumed(server.address(), &seat.ticket).await;
    assert_eq!(*back.seat(), seat);
    let after = back.newest();
    assert_eq!((&after.moves, after.turn, after.you), (&before.moves, before.turn, before.you));
    let passed =
        before.ms_left.zip(after.ms_left).map(|(before, after)| Duration::from_millis(before - after));
    assert_eq!(passed.is_some(), after.turn.is_some(), "the clock runs as long as the game is on");
    assert!(
        passed.is_none_or(|passed| passed.abs_diff(20 * MINUTE) < DEADLINE),
        "the clock showed {passed:?}"
    );
    if let Some(mut older) = older {
        older.ended().await.assert_closed(ClosingReason::Superseded);
    }
    back
}
