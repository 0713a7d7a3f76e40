//! The server inside this program: for a private game, or for everyone on the network. It runs on a thread of its own,
//! and the client speaks to it over a socket, as to any other server.

use std::future::pending;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tictactoe_protocol::text::Name;
/// The ports on which another server of this user may listen.
pub(crate) use tictactoe_server::startup::default_ports;
use tictactoe_server::startup::{
    Announced, Hosts, Players, Server, Startup, any_port, default_data_directory, fair_runtime,
    open_database, this_machine,
};
use tictactoe_server::store::{self, HistoryLimits, MemoryStore};
use tictactoe_server::{Downloads, Settings, Storage};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::address::Address;
use crate::failure::Failure;

/// How long the guests may take to close their connections when the host leaves.
const DRAIN: Duration = Duration::from_secs(1);

/// How long the end of the program waits for the end of the server.
const STOP_TIME: Duration = Duration::from_secs(4);

/// A server that runs inside this program.
pub(crate) struct Host {
    /// Where this program reaches it.
    pub(crate) address: Address,
    pub(crate) hosted: Hosted,
    stop: CancellationToken,
    /// `None` once the server has ended.
    ended: Option<oneshot::Receiver<Result<(), store::Failure>>>,
}

/// What is known of the server while it runs.
#[derive(Clone)]
pub(crate) enum Hosted {
    /// For the people at this terminal. Nothing is stored.
    Private,
    /// For everyone on the network, since so many microseconds after 1970.
    Network { since: u64, players: Players },
}

impl Hosted {
    /// The names of the people in running games, without the host's. `None` on a private server.
    pub(crate) async fn guests(&self, host: Option<&Name>) -> Option<Vec<String>> {
        let Self::Network { players, .. } = self else { return None };
        let mut names = players.names().await;
        let own = host.and_then(|host| names.iter().position(|name| name == host.as_str()));
        own.map(|own| names.swap_remove(own));
        names.sort_unstable();
        Some(names)
    }
}

impl Host {
    /// A server for this terminal: on loopback only, not announced, in memory.
    pub(crate) async fn private() -> Result<Self, Failure> {
        let startup = Startup {
            hosts: Hosts::loopback(),
            ports: any_port(),
            announced: None,
            settings: Settings { move_time: None, ..settings() },
            ..Startup::default()
        };
        Self::start(startup, async || Ok(Arc::new(MemoryStore::new()).into())).await
    }

    /// What `tictactoe-server` is without flags, announced under the player's name.
    pub(crate) async fn for_network(name: Option<&Name>, data: Option<PathBuf>) -> Result<Self, Failure> {
        let directory = data.or_else(default_data_directory);
        let directory = directory.ok_or_else(|| {
            Failure::usage(
                "There is no home directory for matches.",
                "Name another directory with --data DIR.",
            )
        })?;
        let announced = this_machine();
        let startup = Startup {
            announced: Some(Announced {
                name: name.map_or(announced.name, ToString::to_string),
                hosted_since: Some(now()),
                ..announced
            }),
            settings: Settings { downloads: this_program(), ..settings() },
            ..Startup::default()
        };
        let store = async move || match open_database(&directory, HistoryLimits::default()).await {
            Ok(store) => Ok(Arc::new(store).into()),
            Err(error) => Err(cannot_host(&error)),
        };
        Self::start(startup, store).await
    }

    async fn start<O>(startup: Startup, open_store: O) -> Result<Self, Failure>
    where
        O: AsyncFnOnce() -> Result<Storage, Failure> + Send + 'static,
    {
        let (started, is_started) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let stop = CancellationToken::new();
        let since = startup.announced.as_ref().and_then(|announced| announced.hosted_since);
        let token = stop.clone();
        let run = move || {
            let runtime = match fair_runtime() {
                Ok(runtime) => runtime,
                Err(error) => return drop(started.send(Err(failed(&error)))),
            };
            let server = runtime.block_on(async {
                let store = open_store().await?;
                Server::start(startup, store, token).await.map_err(|error| cannot_host(&error))
            });
            let server = match server {
                Ok(server) => server,
                Err(error) => return drop(started.send(Err(error))),
            };
            if started.send(Ok((loopback(server.bound()), server.players()))).is_ok() {
                // The program may have stopped waiting.
                end.send(runtime.block_on(server.run())).ok();
            }
            // No acknowledgement may follow.
            runtime.shutdown_background();
        };
        thread::Builder::new().name("server".into()).spawn(run).map_err(|error| failed(&error))?;
        let stopped = |_| failed(&"its thread has ended");
        let (address, players) = is_started.await.map_err(stopped)??;
        let hosted = since.map_or(Hosted::Private, |since| Hosted::Network { since, players });
        Ok(Self { address: address.into(), hosted, stop, ended: Some(ended) })
    }

    /// Waits until the server has ended by itself, because it cannot store matches any more. Cancel safe.
    pub(crate) async fn failed(&mut self) -> Failure {
        let Some(ended) = &mut self.ended else { return pending().await };
        let end = ended.await;
        self.ended = None;
        match end {
            Ok(Err(failure)) => Failure::Hosting(failure.to_string()),
            _ => failed(&"its thread has ended"),
        }
    }

    /// Tells the guests that the host has left, and waits until everything is stored.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        if let Some(ended) = self.ended {
            timeout(STOP_TIME, ended).await.ok();
        }
    }
}

/// Guests are usually friends: the first move has the full time for a move.
fn settings() -> Settings {
    let settings = Settings { drain: DRAIN, restarts: false, ..Settings::default() };
    Settings { first_move_time: settings.move_time.unwrap_or(settings.first_move_time), ..settings }
}

/// This program, as it is now: another one may be installed in its place while it runs.
fn this_program() -> Downloads {
    let opened = std::env::current_exe().and_then(|path| Downloads::from_program(&path));
    opened.unwrap_or_else(|error| {
        tracing::warn!(%error, "this program is not handed out");
        Downloads::default()
    })
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_micros().try_into().unwrap_or(u64::MAX)
}

/// Where this machine itself reaches a server.
fn loopback(bound: &[SocketAddr]) -> SocketAddr {
    let port = bound.first().map_or(0, SocketAddr::port);
    let has_ipv4 = bound.iter().any(SocketAddr::is_ipv4);
    let ip: IpAddr = if has_ipv4 { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    SocketAddr::new(ip, port)
}

fn cannot_host(why: &impl std::fmt::Display) -> Failure {
    Failure::usage(
        format!("This machine cannot host: {why}."),
        "Close the program that is in the way, or name another directory with --data DIR.",
    )
}

fn failed(why: &impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("The server inside this program cannot run: {why}."))
}
