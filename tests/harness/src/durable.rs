//! A server in this process that stores its matches on disk and can be restarted.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use futures::future::join_all;
use tictactoe_server::Settings;
use tictactoe_server::store::{HistoryLimits, SqliteStore};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::home::Home;
use crate::join_options::in_room;
use crate::player::Player;
use crate::server::{calm, pair_at, serve};
use crate::wait::in_time;

pub struct DurableServer {
    home: Home,
    settings: Settings,
    address: SocketAddr,
    store: Arc<SqliteStore>,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl DurableServer {
    pub async fn start() -> Self {
        Self::with(calm()).await
    }

    pub async fn with(settings: Settings) -> Self {
        Self::open(Home::new(), settings).await
    }

    async fn open(home: Home, settings: Settings) -> Self {
        let store = Arc::new(
            SqliteStore::open(home.path(), HistoryLimits::default()).expect("a directory of our own"),
        );
        let stop = CancellationToken::new();
        let (address, running) = serve(Ipv4Addr::LOCALHOST, store.clone(), settings.clone(), &stop).await;
        Self { home, settings, address, store, stop, running }
    }

    /// Stops this server while these players are connected, and starts another on its data.
    pub async fn restarted(self, players: impl IntoIterator<Item = Player>) -> Self {
        self.stop.cancel();
        join_all(players.into_iter().map(async |mut player| player.ended().await)).await;
        in_time("the server to stop", self.running).await.expect("the server does not panic");
        drop(self.store);
        Self::open(self.home, self.settings).await
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub async fn player(&self) -> Player {
        Player::connect(self.address).await
    }

    pub async fn pair(&self) -> (Player, Player) {
        pair_at(self.address, in_room("kitten")).await
    }
}
