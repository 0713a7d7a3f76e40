//! The server inside this program: for a private game, or for everyone on the network. It runs on a thread of its own,
//! and the client speaks to it over a socket, as to any other server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tictactoe_protocol::text::Name;
use tictactoe_server::startup::{
    Announced, Hosts, Players, Server, Startup, any_port, default_data_directory, fair_runtime, open_database,
};
use tictactoe_server::store::{self, HistoryLimits, MemoryStore, OpenError, Store};
use tictactoe_server::{Downloads, Settings};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::address::Address;
use crate::exit::Failure;

/// How long the guests may take to close their connections when the host leaves.
const DRAIN: Duration = Duration::from_secs(1);

/// How long the end of the program waits for the end of the server.
const STOP_TIME: Duration = Duration::from_secs(4);

/// Whom the server is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// The people at this terminal. Nothing is stored.
    Private,
    /// Everyone on the network.
    Network,
}

/// A server that runs inside this program.
pub(crate) struct Host {
    /// Where this program reaches it.
    pub(crate) address: Address,
    pub(crate) hosted: Hosted,
    stop: CancellationToken,
    ended: oneshot::Receiver<Result<(), store::Failure>>,
}

/// What is known of the server while it runs.
#[derive(Clone)]
pub(crate) struct Hosted {
    pub(crate) audience: Audience,
    /// When it began, in microseconds since 1970.
    pub(crate) since: u64,
    players: Players,
}

impl Hosted {
    /// The names of the people in running games, but for one player of this name, who is the host.
    pub(crate) async fn guests(&self, host: Option<&Name>) -> Vec<String> {
        let mut names = self.players.names().await;
        let own = host.and_then(|host| names.iter().position(|name| name == host.as_str()));
        own.map(|own| names.swap_remove(own));
        names.sort_unstable();
        names
    }
}

/// Why no server was started.
#[derive(Debug)]
pub(crate) enum NotHosted {
    /// Another server of this machine has the data of this user.
    AlreadyRuns,
    Failed(Failure),
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
        let store = async || Ok(Arc::new(MemoryStore::new()) as Arc<dyn Store>);
        match Self::start(Audience::Private, startup, store).await {
            Ok(host) => Ok(host),
            Err(NotHosted::Failed(failure)) => Err(failure),
            Err(NotHosted::AlreadyRuns) => Err(failed(&"another server has its data")),
        }
    }

    /// What `tictactoe-server` is without flags, announced under the player's name.
    pub(crate) async fn for_network(name: Option<&Name>, data: Option<PathBuf>) -> Result<Self, NotHosted> {
        let directory = data.or_else(default_data_directory);
        let directory = directory.ok_or_else(|| {
            NotHosted::Failed(Failure::usage(
                "There is no home directory for matches.",
                "Name another directory with --data DIR.",
            ))
        })?;
        let announced = Announced::default();
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
            Ok(store) => Ok(Arc::new(store) as Arc<dyn Store>),
            Err(OpenError::InUse(_)) => Err(NotHosted::AlreadyRuns),
            Err(error) => Err(NotHosted::Failed(Failure::usage(
                format!("This machine cannot host: {error}."),
                "Name another directory with --data DIR.",
            ))),
        };
        Self::start(Audience::Network, startup, store).await
    }

    async fn start<O>(audience: Audience, startup: Startup, open_store: O) -> Result<Self, NotHosted>
    where
        O: AsyncFnOnce() -> Result<Arc<dyn Store>, NotHosted> + Send + 'static,
    {
        let runtime = fair_runtime().map_err(|error| NotHosted::Failed(failed(&error)))?;
        let (started, is_started) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let stop = CancellationToken::new();
        let since =
            startup.announced.as_ref().and_then(|announced| announced.hosted_since).unwrap_or_default();
        let token = stop.clone();
        let run = move || {
            let server = runtime.block_on(async {
                let store = open_store().await?;
                let started = Server::start(startup, store, token).await;
                started.map_err(|error| NotHosted::Failed(failed(&error)))
            });
            let server = match server {
                Ok(server) => server,
                Err(error) => return drop(started.send(Err(error))),
            };
            let port = server.bound().first().map_or(0, SocketAddr::port);
            if started.send(Ok((port, server.players()))).is_ok() {
                serve(&runtime, server, end);
            }
            // Nothing is acknowledged any more.
            runtime.shutdown_background();
        };
        thread::Builder::new()
            .name("server".into())
            .spawn(run)
            .map_err(|error| NotHosted::Failed(failed(&error)))?;
        let stopped = |_| NotHosted::Failed(failed(&"its thread has ended"));
        let (port, players) = is_started.await.map_err(stopped)??;
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port).into();
        Ok(Self { address, hosted: Hosted { audience, since, players }, stop, ended })
    }

    /// Waits until the server has ended by itself, because it cannot store matches any more. Cancel safe.
    pub(crate) async fn failed(&mut self) -> Failure {
        match (&mut self.ended).await {
            Ok(Err(failure)) => Failure::Internal(format!("This machine no longer hosts: {failure}.")),
            _ => failed(&"its thread has ended"),
        }
    }

    /// Tells the guests that the host has left, and waits until everything is stored.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        timeout(STOP_TIME, self.ended).await.ok();
    }
}

fn serve(runtime: &Runtime, server: Server, end: oneshot::Sender<Result<(), store::Failure>>) {
    let result = runtime.block_on(server.run());
    // The program may have ended its wait.
    end.send(result).ok();
}

/// Those who come know each other: nobody has to move at once.
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

fn failed(why: &impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("The server inside this program cannot run: {why}."))
}
