//! Thousands of players who join at the same moment, on a server binary in a process of its own.
//!
//! The disk of [`Storage::SlowSqlite`] is slow by `tests/slow_sync/slow_sync.c`, preloaded into the server: each `fsync`
//! and `fdatasync` of `SQLite` takes 5 ms and then happens.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::join_all;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tictactoe_protocol::values::Opponent;
use tokio::sync::Barrier;

use crate::preload::slow_disk;
use harness::home::Home;
use harness::join_options::against;
use harness::player::{Player, UNLIMITED};
use harness::program::ServerProgram;

const AT_A_TIME: usize = 100;

/// How much longer each sync takes on a slow disk.
const SYNC_MICROSECONDS: u32 = 5000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    Memory,
    Sqlite,
    /// On a disk where each sync takes 5 ms more.
    SlowSqlite,
}

impl Storage {
    pub async fn start(self, server: &Path) -> ServerProgram {
        let flags: &[&str] = if self == Self::Memory { &["--ephemeral"] } else { &[] };
        let slow = slow_disk(SYNC_MICROSECONDS);
        let variables = if self == Self::SlowSqlite { &slow[..] } else { &[] };
        ServerProgram::start_with(server, &Home::new(), variables, flags).await
    }
}

/// Opens this many connections, some at a time. The process may need as many open files.
pub async fn connect(address: SocketAddr, count: usize) -> Vec<Player> {
    raise_open_files();
    let mut players = Vec::with_capacity(count);
    while players.len() < count {
        let next = AT_A_TIME.min(count - players.len());
        players.extend(join_all((0..next).map(|_| Player::connect_for(address, UNLIMITED))).await);
    }
    players
}

/// When a player sent `join`, and was seated.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    pub joined_at: Instant,
    pub seated_at: Instant,
}

/// Joins for a person, and stays until all players have been answered; `None` if the join was refused.
pub async fn seek(mut player: Player, all: Arc<Barrier>) -> Option<Times> {
    let joined_at = Instant::now();
    let times = match player.join(against(Opponent::Human)).await {
        Ok(_) => {
            player.seated().await;
            Some(Times { joined_at, seated_at: Instant::now() })
        }
        Err(_) => None,
    };
    read_until(&mut player, all.wait()).await;
    times
}

/// The median and the 99th percentile.
pub fn percentiles(mut times: Vec<Duration>) -> [Duration; 2] {
    times.sort_unstable();
    [50, 99].map(|percent| times[(times.len() - 1) * percent / 100])
}

/// Reads on, so that pings are answered, until something else is ready.
pub async fn read_until<T>(player: &mut Player, ready: impl Future<Output = T>) {
    tokio::select! {
        _ = ready => {}
        never = player.until::<Infallible>("the other players", |_| None) => match never {},
    }
}

pub fn raise_open_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).expect("the soft limit may be raised");
}
