//! A server in this process, on its own port, stopped on drop.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use tictactoe_protocol::client::Join;
use tictactoe_protocol::values::{MarkPreference, MatchId};
use tictactoe_server::startup::{self, Hosts, Startup, any_port};
use tictactoe_server::{Settings, Storage};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::player::Player;
use crate::store::SpyStore;
use crate::wait::in_time;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Longer than any test moves the clock.
const WEEK: Duration = Duration::from_secs(7 * 24 * 60 * 60);

pub struct Server {
    address: SocketAddr,
    store: Arc<SpyStore>,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

/// The defaults, except that nothing happens by itself on a slow machine: no computer joins, no clock expires, no
/// silent connection is closed.
#[must_use]
pub fn calm() -> Settings {
    let mut settings =
        Settings { ai_after: HOUR, move_time: Some(HOUR), first_move_time: HOUR, ..Settings::default() };
    settings.heartbeat.silence = WEEK;
    settings.heartbeat.silence_before_first_move = WEEK;
    settings.heartbeat.first_message = HOUR;
    settings
}

/// For scripts that send more messages than people do.
#[must_use]
pub fn calm_and_unlimited() -> Settings {
    let mut settings = calm();
    settings.limits.messages_per_second = 1_000_000;
    settings
}

/// Clients name their address, as a trusted proxy does.
#[must_use]
pub fn calm_behind_proxy() -> Settings {
    let mut settings = calm();
    settings.admission.proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    settings
}

/// Searches never finish.
#[must_use]
pub fn calm_and_pondering() -> Settings {
    let mut settings = calm();
    settings.search.threads = 0;
    settings
}

/// Serves on any port of this address until `stop` is cancelled.
pub async fn serve(
    ip: impl Into<IpAddr>,
    storage: impl Into<Storage>,
    settings: Settings,
    stop: &CancellationToken,
) -> (SocketAddr, JoinHandle<()>) {
    let hosts = Hosts { ips: vec![ip.into()], are_optional: false };
    let startup = Startup { hosts, ports: any_port(), announced: None, settings, ..Startup::default() };
    let server = startup::Server::start(startup, storage, stop.clone()).await.expect("a free port");
    let address = server.bound()[0];
    (address, tokio::spawn(async { server.run().await.expect("a store that can be written") }))
}

impl Server {
    pub async fn start() -> Self {
        Self::with(calm()).await
    }

    pub async fn with(settings: Settings) -> Self {
        Self::over(Arc::default(), settings).await
    }

    pub async fn over(store: Arc<SpyStore>, settings: Settings) -> Self {
        Self::at(Ipv4Addr::LOCALHOST, store, settings).await
    }

    pub async fn at(ip: Ipv4Addr, store: Arc<SpyStore>, settings: Settings) -> Self {
        let stop = CancellationToken::new();
        let (address, running) = serve(ip, store.clone(), settings, &stop).await;
        Self { address, store, stop, running }
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn store(&self) -> &SpyStore {
        &self.store
    }

    pub fn begin_stop(&self) {
        self.stop.cancel();
    }

    pub async fn stopped(mut self) {
        self.begin_stop();
        in_time("the server to stop", &mut self.running).await.expect("the server does not panic");
    }

    pub async fn player(&self) -> Player {
        Player::connect(self.address).await
    }

    pub async fn players(&self, count: usize) -> Vec<Player> {
        join_all((0..count).map(|_| self.player())).await
    }

    pub async fn waiting_player(&self, options: Join) -> Player {
        let mut player = Player::joined(self.address, options).await;
        player.waiting().await;
        player
    }

    pub async fn seated_player(&self, options: Join) -> Player {
        let mut player = Player::joined(self.address, options).await;
        player.seated().await;
        player
    }

    pub async fn pair(&self) -> (Player, Player) {
        self.pair_for(Join::default()).await
    }

    /// Two players with these options, X first. Both have received the first snapshot.
    pub async fn pair_for(&self, options: Join) -> (Player, Player) {
        pair_at(self.address, options).await
    }

    pub async fn spectator(&self, of: &MatchId) -> Player {
        let mut spectator = self.player().await;
        spectator.watch(of).await.expect("a client may watch");
        spectator.state_where("the match", |state| state.you.is_none()).await;
        spectator
    }
}

pub async fn pair_at(address: SocketAddr, options: Join) -> (Player, Player) {
    let (mut x, mut o) = (Player::connect(address).await, Player::connect(address).await);
    x.join(Join { mark: MarkPreference::X, ..options.clone() }).await.expect("X may join");
    x.waiting().await;
    o.join(Join { mark: MarkPreference::O, ..options }).await.expect("O may join");
    for player in [&mut x, &mut o] {
        player.seated().await;
        player.state_where("the first snapshot", |_| true).await;
        // Both have sent something since the match began, so neither counts as silent.
        player.pong().await;
    }
    (x, o)
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
