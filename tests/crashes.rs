//! The server binary is killed while people play, and while it starts for the first time: nothing that anybody was
//! told is lost. And clients are killed: their seats are not. The same at full size: `cargo run -p tictactoe-tests --bin crashes`.

mod time;

use std::time::Duration;

use tictactoe_protocol::refusal::ClosingReason;
use tictactoe_tests::crashes::{Plan, Trial, die_at_first_start, play_and_die};
use tictactoe_tests::dice::Dice;
use tictactoe_tests::player::Player;
use tictactoe_tests::script::{X_WINS, play_moves};
use tictactoe_tests::server::{Server, calm_and_unlimited};
use tictactoe_tests::wait::DEADLINE;
use time::{MINUTE, time_passes};

/// The small size.
fn plan() -> Plan {
    Plan { seed: Dice::by_lot().roll(), kills: 6, tables: 9, terminals: 0 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_server_is_killed() {
    println!("{}", play_and_die(&Trial::default(), plan()).await);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_power_fails() {
    println!("{}", play_and_die(&Trial { power_cuts: true, ..Trial::default() }, plan()).await);
}

#[tokio::test]
async fn a_server_that_was_killed_while_it_started_for_the_first_time_starts_again() {
    die_at_first_start(&Trial::default(), 10, &mut Dice::by_lot()).await;
}

/// How a client ends that is killed.
#[derive(Debug, Clone, Copy)]
enum Killed {
    /// The server is told by a reset.
    Reset,
    /// Nobody tells the server: it takes the connection for alive.
    Unnoticed,
}

#[tokio::test]
async fn a_client_that_is_killed_at_any_ply_finds_its_seat_and_board_and_clock_again() {
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

/// Kills a client after twenty minutes in which nothing happened, and takes its seat again.
async fn come_back(server: &Server, killed: Player, how: Killed) -> Player {
    let (seat, before) = (killed.seat().clone(), killed.newest().clone());
    let older = match how {
        Killed::Reset => {
            killed.reset();
            None
        }
        Killed::Unnoticed => Some(killed),
    };
    let mut back = server.player().await;
    back.resume(&seat.ticket).await.expect("a ticket is good as long as the match is kept");
    assert_eq!(back.seated().await, seat);
    let after = back.state_where("the match", |_| true).await;
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
