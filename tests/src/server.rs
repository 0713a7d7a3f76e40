//! A server in this process, on a port of its own, stopped when the test lets go of it.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::{MarkPreference, MatchId};
use tictactoe_server::{Settings, run};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::player::Player;
use crate::store::SpyStore;
use crate::wait::in_time;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    store: Arc<SpyStore>,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

/// The defaults, except that nothing happens by itself while a loaded machine makes a test slow: the computer
/// does not come uncalled, no clock runs out, nobody is silent for too long.
#[must_use]
pub fn calm() -> Settings {
    let mut settings = Settings { ai_after: HOUR, move_time: Some(HOUR), ..Settings::default() };
    settings.heartbeat.silence = HOUR;
    settings.heartbeat.silence_before_first_move = HOUR;
    settings.heartbeat.first_message = HOUR;
    settings
}

/// A calm server's settings for scripts that send more than people do.
#[must_use]
pub fn calm_and_unlimited() -> Settings {
    let mut settings = calm();
    settings.limits.messages_per_second = 1_000_000;
    settings.limits.burst = 1_000_000;
    settings
}

/// A calm server's settings whose computer never comes to an end with what it has to think about.
#[must_use]
pub fn calm_and_pondering() -> Settings {
    let mut settings = calm();
    settings.search.threads = 0;
    settings
}

impl Server {
    /// Starts a calm server.
    pub async fn start() -> Self {
        Self::with(calm()).await
    }

    /// Starts a server with these settings.
    pub async fn with(settings: Settings) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let store = Arc::new(SpyStore::default());
        let stop = CancellationToken::new();
        let running = tokio::spawn(run(listener, store.clone(), settings, stop.clone()));
        Self { address, store, stop, running }
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it stores.
    pub fn store(&self) -> &SpyStore {
        &self.store
    }

    /// Tells it to stop.
    pub fn tell_to_stop(&self) {
        self.stop.cancel();
    }

    /// Waits until it has stopped.
    pub async fn stopped(mut self) {
        in_time("the server to stop", &mut self.running).await.expect("the server does not panic");
    }

    /// A client that has been welcomed.
    pub async fn player(&self) -> Player {
        Player::connect(self.address).await
    }

    /// As many clients.
    pub async fn players(&self, count: usize) -> Vec<Player> {
        join_all((0..count).map(|_| self.player())).await
    }

    /// A client that has joined where nobody waits.
    pub async fn waits(&self, wish: Join) -> Player {
        let mut player = self.player().await;
        player.join(wish).await.expect("anybody may join");
        player.waiting().await;
        player
    }

    /// A client that has joined where somebody waits, or the computer comes.
    pub async fn sits(&self, wish: Join) -> Player {
        let mut player = self.player().await;
        player.join(wish).await.expect("anybody may join");
        player.seated().await;
        player
    }

    /// Two players on a 3x3 board, X first. Both have seen the first snapshot.
    pub async fn pair(&self) -> (Player, Player) {
        self.pair_for(Join::default()).await
    }

    /// Two players who both want this, X first. Both have seen the first snapshot.
    pub async fn pair_for(&self, wish: Join) -> (Player, Player) {
        pair_at(self.address, wish).await
    }

    /// Somebody who watches a match, and has seen it.
    pub async fn watcher(&self, of: &MatchId) -> Player {
        let mut watcher = self.player().await;
        watcher.watch(of).await.expect("anybody may watch");
        watcher.state_where("the match", |state| state.you.is_none()).await;
        watcher
    }
}

/// Two players of a server who both want this, X first. Both have seen the first snapshot.
pub async fn pair_at(address: SocketAddr, wish: Join) -> (Player, Player) {
    let (mut x, mut o) = (Player::connect(address).await, Player::connect(address).await);
    x.join(Join { mark: MarkPreference::X, ..wish.clone() }).await.expect("X may join");
    x.waiting().await;
    o.join(Join { mark: MarkPreference::O, ..wish }).await.expect("O may join");
    for player in [&mut x, &mut o] {
        player.seated().await;
        player.state_where("the first snapshot", |_| true).await;
        // So that the server has heard of both since the match began.
        player.pong().await;
    }
    (x, o)
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
