//! Killed while it starts for the first time.

use std::time::Duration;

use tictactoe_protocol::values::{Level, MarkPreference};
use tokio::time::sleep;

use super::mortal::{Site, Trial};
use crate::dice::Dice;
use crate::player::Player;
use crate::wish::against_computer;

/// The last moment of a first start at which the server is killed.
const LATEST_US: usize = 50_000;

/// Kills the server in the first 50 ms of its first start, so many times, each time on a data directory of its own.
/// Panics unless it starts again each time, and can be played on.
pub async fn die_at_first_start(trial: &Trial, times: u32, dice: &mut Dice) {
    for _ in 0..times {
        let site = Site::new(trial, dice);
        // Sometimes twice.
        for _ in 0..dice.pick(&[1, 1, 1, 2]) {
            let server = site.spawn();
            sleep(Duration::from_micros(u64::try_from(dice.below(LATEST_US)).expect("it is small"))).await;
            server.kill().await;
            site.after_death(dice);
        }
        let server = site.start().await;
        let mut player = Player::connect(site.address()).await;
        player.join(against_computer(Level::Easy, MarkPreference::X)).await.expect("anybody may join");
        player.state_where("the empty board", |_| true).await;
        player.play(4).await.expect("a legal move is not refused");
        server.kill().await;
    }
}
