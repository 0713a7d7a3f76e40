//! Starts a server on this machine: opens its port, announces it on the network, and runs it. Shared by the program
//! `tictactoe-server` and by programs that have a server inside.
//!
//! `listen` opens the port.

mod listen;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use gethostname::gethostname;
use thiserror::Error;
use tictactoe_lan::interfaces::lan_addresses;
use tictactoe_lan::mdns::Announcement;
use tictactoe_protocol::DEFAULT_PORT;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use crate::links::{Link, Links};
use crate::services::Services;
use crate::settings::{Origin, Settings};
use crate::store::{Failure, HistoryLimits, OpenError, SqliteStore};
use crate::tls::Tls;
use crate::{Storage, http, metrics_port};
use listen::listen;

pub use listen::Hosts;
pub use tictactoe_lan::mdns::Announced;

/// The number of ports to try if none was requested.
const PORT_ATTEMPTS: u16 = 10;

/// How long to wait before opening a locked database again.
const LOCK_INTERVAL: Duration = Duration::from_secs(1);

/// The options of a server at startup. `tictactoe-server` uses [`Startup::default`] without flags.
#[derive(Debug)]
pub struct Startup {
    /// The addresses to listen on.
    pub hosts: Hosts,
    /// The ports to try, in this order; 0 for any free one.
    pub ports: Vec<u16>,
    /// The certificate, if connections are encrypted.
    pub tls: Option<Tls>,
    /// Where to serve metrics.
    pub metrics: Option<SocketAddr>,
    /// How it is announced on the network; `None` for not at all.
    pub announced: Option<Announced>,
    /// The settings of the running server.
    pub settings: Settings,
}

/// A server that listens, and does not serve yet.
pub struct Server {
    listeners: Vec<TcpListener>,
    tls: Option<Tls>,
    services: Arc<Services>,
    busy_port: Option<u16>,
    metrics: Option<TcpListener>,
    is_announced: bool,
}

/// The people who play on a server.
#[derive(Clone)]
pub struct Players(Arc<Services>);

impl Players {
    /// The names of the people who are online in a running game.
    pub async fn names(&self) -> Vec<String> {
        self.0.matches.players().await
    }
}

/// Why a server cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// Its port cannot be opened: for instance because another program listens there.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The port of its metrics cannot be opened.
    #[error("cannot serve metrics at {0}: {1}")]
    Metrics(SocketAddr, io::Error),
}

impl Default for Startup {
    fn default() -> Self {
        Self {
            hosts: Hosts::all(),
            ports: default_ports(),
            tls: None,
            metrics: None,
            announced: Some(this_machine()),
            settings: Settings::default(),
        }
    }
}

/// A server under the name of this machine.
#[must_use]
pub fn this_machine() -> Announced {
    let name = gethostname().to_string_lossy().into_owned();
    let name = name.split('.').next().unwrap_or_default().to_owned();
    Announced { name, cluster: None, hosted_since: None }
}

/// The ports to try if none was requested: the default port, then the next nine.
#[must_use]
pub fn default_ports() -> Vec<u16> {
    (DEFAULT_PORT..DEFAULT_PORT + PORT_ATTEMPTS).collect()
}

/// The ports to try for any free port: 0 several times, until the system chooses a port that is free in both families.
#[must_use]
pub fn any_port() -> Vec<u16> {
    vec![0; usize::from(PORT_ATTEMPTS)]
}

/// The directory in which a server of this user keeps its matches; `None` if the user has no home directory.
#[must_use]
pub fn default_data_directory() -> Option<PathBuf> {
    Some(tictactoe_host::data_directory()?.join("tictactoe"))
}

/// Opens the database in a directory. Waits as long as another program has locked it.
///
/// # Errors
/// When the database cannot be used.
pub async fn open_database(directory: &Path, limits: HistoryLimits) -> Result<SqliteStore, OpenError> {
    let mut waits = false;
    loop {
        match SqliteStore::open(directory, limits) {
            Err(error @ OpenError::Locked(_)) => {
                if !waits {
                    tracing::warn!("{error}, perhaps a database tool: waiting for it to release the lock");
                }
                waits = true;
                sleep(LOCK_INTERVAL).await;
            }
            opened => return opened,
        }
    }
}

/// A runtime on which no connection starves, because its threads poll their shared queue before each task. By default,
/// they rarely do, and a busy connection waits there ten times as long as the others.
///
/// # Errors
/// When the system provides no threads or no event queue.
pub fn fair_runtime() -> io::Result<Runtime> {
    let has_one_core = available_parallelism().is_ok_and(|cores| cores.get() == 1);
    let mut runtime = if has_one_core { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    runtime.global_queue_interval(1).enable_all().build()
}

impl Server {
    /// Opens the ports and announces the server. From then on clients can connect; [`Server::run`] serves them until
    /// `stop` is cancelled.
    ///
    /// # Errors
    /// When a port cannot be opened.
    pub async fn start(
        startup: Startup,
        storage: impl Into<Storage>,
        stop: CancellationToken,
    ) -> Result<Self, StartError> {
        let Startup { hosts, ports, tls, metrics, announced, settings } = startup;
        let listeners = listen(&hosts, &ports)?;
        let busy_port = busy_port(&listeners, &ports);
        if let (Some(tls), Some(url)) = (&tls, &settings.public_url)
            && !tls.covers(url.authority())
        {
            tracing::warn!(
                "the certificate is not for {url}: unless a proxy has another one, browsers refuse it"
            );
        }
        let metrics = match metrics {
            Some(address) => Some(bind_metrics(address).await?),
            None => None,
        };
        let links = Links::new(&listeners, tls.is_some(), settings.public_url.clone());
        let services = Services::new(links, storage.into(), settings, stop);
        let announcement = announced.and_then(|announced| announce(&announced, &services.links));
        let is_announced = announcement.is_some();
        if let Some(announcement) = announcement {
            let stop = services.tasks.stop.clone();
            // As soon as the shutdown begins, because new players are refused from then on.
            services.tasks.spawn(async move {
                stop.cancelled().await;
                announcement.withdraw().await;
            });
        }
        Ok(Self { listeners, tls, services, busy_port, metrics, is_announced })
    }

    /// The addresses on which it listens, all with one port.
    #[must_use]
    pub fn bound(&self) -> &[SocketAddr] {
        &self.services.links.bound
    }

    /// The links that people open.
    #[must_use]
    pub fn links(&self) -> Vec<Link> {
        self.services.links.list(&lan_addresses())
    }

    /// The requested port, if it was busy and the server listens on another one.
    #[must_use]
    pub const fn busy_port(&self) -> Option<u16> {
        self.busy_port
    }

    /// Clients on the network can find the server without its address.
    #[must_use]
    pub const fn is_announced(&self) -> bool {
        self.is_announced
    }

    /// The people who play on it.
    #[must_use]
    pub fn players(&self) -> Players {
        Players(Arc::clone(&self.services))
    }

    /// Serves until the shutdown. Then it accepts no more players, notifies its clients, and returns when everything is
    /// stored and their connections have ended, at the latest after [`Settings::drain`].
    ///
    /// # Errors
    /// When the store can no longer write. The caller must end the process at once and acknowledge nothing more,
    /// because it is unknown whether the last writes were stored.
    pub async fn run(self) -> Result<(), Failure> {
        let Self { listeners, tls, services, metrics, .. } = self;
        let store = Arc::clone(&services.matches.store);
        spawn_background(&services);
        let metrics = metrics.map(|listener| metrics_port::serve(listener, Arc::clone(&services)));
        let _metrics = metrics.map(|metrics| AbortOnDropHandle::new(tokio::spawn(metrics)));
        tokio::select! {
            () = http::serve(listeners, tls, services) => {}
            failure = store.failed() => return Err(failure),
        }
        store.close().await
    }
}

/// The tasks of a server besides its connections.
fn spawn_background(services: &Arc<Services>) {
    let Services { matches, matchmaker, tasks, .. } = &**services;
    let stop = &tasks.stop;
    tasks.spawn(stop.clone().run_until_cancelled_owned(Arc::clone(matches).watch_members()));
    tasks.spawn(stop.clone().run_until_cancelled_owned(Arc::clone(matchmaker).answer_other_nodes()));
    let stopping = Arc::clone(services);
    tasks.spawn(async move {
        stopping.tasks.stop.cancelled().await;
        stopping.search_pool.close();
        stopping.matchmaker.other_nodes.withdraw().await;
    });
    let services = Arc::clone(services);
    tasks.spawn(async move { services.report_full().await });
}

fn busy_port(listeners: &[TcpListener], ports: &[u16]) -> Option<u16> {
    let port = listeners.first()?.local_addr().ok()?.port();
    ports.first().copied().filter(|&wanted| wanted != 0 && wanted != port)
}

async fn bind_metrics(address: SocketAddr) -> Result<TcpListener, StartError> {
    let bound = TcpListener::bind(address).await.and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (address, listener) = bound.map_err(|error| StartError::Metrics(address, error))?;
    tracing::info!("metrics at http://{address}/metrics");
    Ok(listener)
}

/// Announces a server, unless only this machine can reach it. A failure is only logged.
fn announce(announced: &Announced, links: &Links) -> Option<Announcement> {
    let mut bound = links.bound.clone();
    bound.retain(|address| !address.ip().to_canonical().is_loopback());
    if bound.is_empty() {
        return None;
    }
    let url = links.public_url.as_ref().filter(|_| links.scheme == "https").map(Origin::to_string);
    let announcement = Announcement::start(bound, announced, url).inspect_err(|error| {
        tracing::warn!("not announced on the network: {error}. Players need the address");
    });
    let announcement = announcement.ok()?;
    let sent = announcement.sent();
    tokio::spawn(async move {
        if !sent.await {
            tracing::warn!("not announced on the network yet: {UNANNOUNCED}. Players need the address");
        }
    });
    Some(announcement)
}

/// The possible reasons.
const UNANNOUNCED: &str = "no network interface is up on which others can reach this server, or another program uses \
                           port 5353 exclusively";

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_on_loopback_is_not_announced() {
        let local = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        assert!(announce(&this_machine(), &Links::new(&[local], false, None)).is_none());
    }
}
