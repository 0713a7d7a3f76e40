//! Thousands of players who join at the same moment, on a server binary in a process of its own.
//!
//! The disk is slow by `tests/slow_sync/slow_sync.c`, preloaded into the server: each `fsync` and `fdatasync` of `SQLite`
//! takes 5 ms and then happens.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;

use futures::future::join_all;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::preload::slow_disk;
use harness::home::Home;
use harness::player::{Player, UNLIMITED};
use harness::program::ServerProgram;

const AT_A_TIME: usize = 100;

/// How much longer each sync takes on a slow disk.
const SYNC_MICROSECONDS: u32 = 5000;

/// A server on a disk where each sync takes longer.
pub async fn server_on_slow_disk(server: &Path) -> ServerProgram {
    ServerProgram::start_with(server, &Home::new(), &slow_disk(SYNC_MICROSECONDS), &[]).await
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
