//! Killed during the first start.

use std::time::Duration;

use tictactoe_protocol::values::{Level, MarkPreference};
use tokio::time::sleep;

use super::server_process::{Binaries, Installation};
use harness::join_options::against_computer;
use harness::player::Player;
use harness::rng::Rng;

const LATEST_US: usize = 50_000;

/// Kills the server within 50 ms of its first start. Panics unless it starts again and plays.
pub async fn kill_at_first_start(binaries: &Binaries, times: u32, rng: &mut Rng) {
    for _ in 0..times {
        let installation = Installation::new(binaries, rng);
        // Sometimes twice.
        for _ in 0..rng.pick(&[1, 1, 1, 2]) {
            let server = installation.spawn();
            sleep(Duration::from_micros(u64::try_from(rng.below(LATEST_US)).expect("it is small"))).await;
            server.kill().await;
            installation.after_kill(rng);
        }
        let server = installation.start().await;
        let mut player = Player::connect(installation.address()).await;
        player.join(against_computer(Level::Easy, MarkPreference::X)).await.expect("a client may join");
        player.state_where("the finished board", |_| true).await;
        player.play(4).await.expect("a legal move is not refused");
        server.kill().await;
    }
}
