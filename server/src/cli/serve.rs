//! Runs the server.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow};
use tictactoe_lan::interfaces::lan_addresses;
use tictactoe_lan::mdns::Announcement;
use tictactoe_server::store::Failure;
use tictactoe_server::{Link, Links, Port, run};
use tictactoe_system::StopSignals;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::banner::{Banner, Terminal, address_lines};
use super::flags::Flags;
use super::listen::listen;
use super::logging::{self, LogGuard};
use super::mdns::announce;
use super::service_manager::notify;

/// The exit code that keeps a service manager from a restart in the same directory, which lacks the matches.
const DISPLACED: i32 = 3;

pub(crate) async fn serve(flags: Flags, started: Instant) -> anyhow::Result<()> {
    let log = logging::init(&flags.log, flags.log_format).context("cannot start the thread of the log")?;
    let stop = CancellationToken::new();
    // Install the signal handlers before printing: a program that reads the addresses may stop the server at once.
    stop_on_signals(stop.clone())?;
    let settings = flags.settings();
    let tls = flags.tls()?;
    // Open the store before the port, so that the first client finds all stored matches.
    let (store, location, cluster) = tokio::select! {
        opened = flags.storage.open(settings.public_url.as_ref()) => opened?,
        // It may wait for another program that has locked the database.
        () = stop.cancelled() => return Ok(()),
    };
    let ports = flags.ports();
    let listeners = listen(&flags.hosts(), &ports)?;
    let busy_port = busy_port(&listeners, &ports);
    let port = Port::new(listeners, tls);
    let links = Links::new(&port, settings.public_url.clone());
    let listed = links.list(&lan_addresses());
    if let Some(problem) = links.problem() {
        tracing::warn!("{problem}");
    }
    let metrics_listener = match flags.metrics {
        Some(address) => Some(bind_metrics(address).await?),
        None => None,
    };
    let announcement = if flags.is_announced() { announce(&links, cluster.as_deref()).await } else { None };
    let is_announced = announcement.as_ref().is_some_and(Announcement::was_sent);
    print_addresses(&listed, busy_port, &location, is_announced, started);
    notify("READY=1");
    let server = run(port, metrics_listener, Arc::clone(&store), settings, stop.clone());
    // Stop announcing as soon as the shutdown begins, because new players are refused from then on.
    let withdrawal = async {
        stop.cancelled().await;
        notify("STOPPING=1");
        if let Some(announcement) = announcement {
            announcement.withdraw().await;
        }
    };
    tokio::select! {
        _ = async { tokio::join!(server, withdrawal) } => {}
        failure = store.failed() => exit_at_once(&failure, log),
    }
    store.close().await.unwrap_or_else(|failure| exit_at_once(&failure, log));
    tracing::info!("stopped");
    Ok(())
}

/// Exits without notifying clients: it is unknown whether the last writes were stored.
fn exit_at_once(failure: &Failure, log: LogGuard) -> ! {
    let code = match failure {
        Failure::Unwritable(_) => {
            tracing::error!("{failure}; exiting now. Everything that was acknowledged was stored");
            1
        }
        Failure::Displaced(_) => {
            tracing::error!("{failure}; exiting now");
            DISPLACED
        }
    };
    drop(log);
    std::process::exit(code);
}

/// The port that was wanted, if the server listens on another one because it is busy.
fn busy_port(listeners: &[TcpListener], ports: &[u16]) -> Option<u16> {
    let port = listeners.first()?.local_addr().ok()?.port();
    ports.first().copied().filter(|&wanted| wanted != 0 && wanted != port)
}

async fn bind_metrics(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).await.map_err(|error| {
        anyhow!("cannot serve metrics at {address}: {error}\nChoose another address with --metrics.")
    })?;
    tracing::info!("metrics at http://{}/metrics", listener.local_addr()?);
    Ok(listener)
}

/// Prints the banner to a terminal, and one line for each address to anything else.
fn print_addresses(
    links: &[Link],
    busy_port: Option<u16>,
    location: &str,
    is_announced: bool,
    started: Instant,
) {
    let mut out = std::io::stdout();
    let text = if out.is_terminal() {
        let ready_in = started.elapsed();
        Banner { links, busy_port, is_announced, location, ready_in }.render(Terminal::detect())
    } else {
        if let Some(port) = busy_port {
            tracing::warn!("port {port} is busy: listening on another one");
        }
        tracing::info!("matches are {location}");
        address_lines(links)
    };
    // The server runs even if its output is closed.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// The first Ctrl-C, SIGTERM or closed terminal shuts the server down; a second one exits at once.
fn stop_on_signals(stop: CancellationToken) -> anyhow::Result<()> {
    let mut signals = StopSignals::new().context("cannot listen for signals")?;
    tokio::spawn(async move {
        signals.next().await;
        tracing::info!("shutting down; press Ctrl-C again to exit now");
        stop.cancel();
        let code = signals.next().await.exit_code();
        std::process::exit(code.into());
    });
    Ok(())
}
