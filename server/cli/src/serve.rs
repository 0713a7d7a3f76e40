//! Runs the server.

use std::io::IsTerminal;

use anyhow::{Context, anyhow};
use tictactoe_host::{StopSignal, StopSignals};
use tictactoe_server::startup::{Announced, Server, StartError, Startup, this_machine};
use tictactoe_server::store::Failure;
use tictactoe_server::{BlockList, Settings};
use tokio_util::sync::CancellationToken;

use super::banner::{Banner, Terminal, address_lines};
use super::flags::Flags;
use super::logging::{self, LogGuard, print_in_time};
use super::service_manager::notify;

/// The exit code that keeps a service manager from a restart in the same directory, which lacks the matches.
const DISPLACED: i32 = 3;

const TLS_ADVICE: &str = "Name a certificate and its own key, in PEM form and readable by this user: --tls-cert FILE --tls-key FILE.";

pub(crate) async fn serve(flags: Flags) -> anyhow::Result<()> {
    let log =
        logging::init(flags.log.clone(), flags.log_format).context("cannot start the thread of the log")?;
    let stop = CancellationToken::new();
    // Install the signal handlers before printing, because a program that reads the addresses may stop the server at
    // once.
    let settings = Settings { downloads: flags.downloads()?, ..flags.settings.clone() };
    follow_signals(stop.clone(), settings.admission.block.clone())?;
    let tls = flags.tls().map_err(|error| anyhow!("{error}\n{TLS_ADVICE}"))?;
    // Open the store before the port, so that the first client finds all stored matches.
    let (store, location, cluster) = tokio::select! {
        opened = flags.storage.open(settings.public_url.as_ref()) => opened?,
        // It may wait for another program that has locked the database.
        () = stop.cancelled() => return Ok(()),
    };
    let startup = Startup {
        hosts: flags.hosts(),
        ports: flags.ports(),
        tls,
        metrics: flags.metrics,
        announced: flags.is_announced().then(|| Announced { cluster, ..this_machine() }),
        settings,
    };
    let server = Server::start(startup, store, stop).await.map_err(|error| advised(&error))?;
    print_addresses(&server, &location);
    notify("READY=1");
    // `log` is dropped, and so written to its end, after the last line.
    match server.run().await {
        Ok(()) => tracing::info!("stopped"),
        Err(failure) => exit_at_once(&failure, log),
    }
    Ok(())
}

/// Adds a second line with advice to an error.
fn advised(error: &StartError) -> anyhow::Error {
    let advice = match error {
        StartError::Listen(..) => {
            "Choose another address of this machine with --host, or another port with --port."
        }
        StartError::Metrics(..) => "Choose another address with --metrics.",
    };
    anyhow!("{error}\n{advice}")
}

/// Exits without notifying clients, because it is unknown whether the last writes were stored.
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

/// Prints the banner to a terminal, and one line for each address to anything else.
fn print_addresses(server: &Server, location: &str) {
    let (links, busy_port) = (&server.links(), server.busy_port());
    let out = std::io::stdout();
    let text = if out.is_terminal() {
        let is_announced = server.is_announced();
        Banner { links, busy_port, is_announced, location }.render(Terminal::detect())
    } else {
        if let Some(port) = busy_port {
            tracing::warn!("port {port} is busy: listening on another one");
        }
        tracing::info!("matches are {location}");
        address_lines(links)
    };
    print_in_time(&text, out);
}

/// The first Ctrl-C, SIGTERM or closed terminal shuts the server down; a second one exits at once. With a list of blocked
/// addresses, SIGHUP reads it again instead; Windows sends it only when the process has to end.
fn follow_signals(stop: CancellationToken, blocked: Option<BlockList>) -> anyhow::Result<()> {
    let mut signals = StopSignals::new().context("cannot listen for signals")?;
    let blocked = blocked.filter(|_| cfg!(unix));
    tokio::spawn(async move {
        while let (StopSignal::HangUp, Some(blocked)) = (signals.next().await, &blocked) {
            match blocked.reload() {
                Ok(count) => tracing::info!("blocked addresses and networks: {count}"),
                Err(error) => tracing::error!("{error}; keeping the previous list of blocked addresses"),
            }
        }
        notify("STOPPING=1");
        tracing::info!("shutting down; press Ctrl-C again to exit now");
        stop.cancel();
        std::process::exit(signals.next().await.exit_code().into());
    });
    Ok(())
}
