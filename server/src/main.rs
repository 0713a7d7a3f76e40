//! The binary: reads flags, opens the port, prints where it is, and runs until it is told to stop; or solves a
//! board, writes out what was played, or prints what shells and manuals need to know of it.

mod announce;
mod banner;
mod export;
mod flags;
mod keeping;
mod logs;
mod signals;
mod solve;

use std::io::{ErrorKind, IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use tictactoe_server::run;
use tictactoe_server::store::Failure;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use announce::Announcer;
use banner::{Screen, Start};
use flags::{Command, CommandLine, Flags, Listen, Place};
use keeping::{CannotKeep, Keeping};
use signals::Signals;

#[tokio::main]
async fn main() -> ExitCode {
    let started = Instant::now();
    let CommandLine { command, flags } = CommandLine::read();
    let ended = match command {
        None => serve(flags, started).await.map(|()| ExitCode::SUCCESS),
        Some(Command::Solve(flags)) => solve::solve(&flags).await.context("cannot go on"),
        Some(Command::Export(flags)) => export::export(&flags).map_err(Into::into),
        Some(Command::Completions { shell }) => print(&flags::completions(shell)),
        Some(Command::Man) => flags::manual().map_err(Into::into).and_then(|page| print(&page)),
    };
    match ended {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tictactoe-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints a text. That nobody reads it to its end is no error.
fn print(text: &str) -> anyhow::Result<ExitCode> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

async fn serve(flags: Flags, started: Instant) -> anyhow::Result<()> {
    logs::begin(&flags.log);
    let stop = CancellationToken::new();
    // Before anything is said: whoever reads the addresses may stop the server at once.
    stop_on_signals(stop.clone())?;
    let place = flags.data.place().map_err(CannotKeep::NoHome)?;
    // Before anybody can come: all that was promised is there.
    let keeping = Keeping::open(&place).map_err(CannotKeep::Open)?;
    let listener = bind(flags.listen()).await?;
    let bound = listener.local_addr()?;
    let announcer = if flags.is_announced() { Announcer::begin(bound).await } else { Announcer::silent() };
    say_where(bound, &place, announcer.is_out(), started);
    let serving = run(listener, keeping.store(), flags.settings(), stop.clone());
    tokio::select! {
        _ = async { tokio::join!(serving, announcer.until(stop)) } => {}
        failure = keeping.failed() => end_at_once(&failure),
    }
    keeping.close().await.unwrap_or_else(|failure| end_at_once(&failure));
    tracing::info!("stopped");
    Ok(())
}

/// Ends the process without another word to anybody: nobody can know what became of what was being written.
fn end_at_once(failure: &Failure) -> ! {
    tracing::error!("{failure}; stopping at once. Whatever was acknowledged is kept");
    std::process::exit(1);
}

/// Opens the first of the ports that is free.
async fn bind(listen: Listen) -> anyhow::Result<TcpListener> {
    let Listen { host, port, ports } = listen;
    let last = port.saturating_add(ports - 1);
    for candidate in port..=last {
        match TcpListener::bind(SocketAddr::new(host, candidate)).await {
            Ok(listener) => {
                if candidate != port {
                    tracing::warn!("port {port} is busy: listening on {candidate} instead");
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse && candidate < last => {}
            Err(error) => anyhow::bail!(
                "cannot listen on {}: {error}\nChoose another address or port with --host and --port.",
                SocketAddr::new(host, candidate)
            ),
        }
    }
    anyhow::bail!("no port to listen on")
}

/// Says where the server is: to a person in full, to a program a line for each address.
fn say_where(bound: SocketAddr, place: &Place, is_announced: bool, started: Instant) {
    let cards = tictactoe_lan::cards::ranked();
    let mut out = std::io::stdout();
    let text = if out.is_terminal() {
        let start = Start { bound, cards: &cards, is_announced, place, ready_in: started.elapsed() };
        banner::banner(&start, Screen::of_output())
    } else {
        tracing::info!("matches are {place}");
        banner::lines(bound, &cards)
    };
    // A server whose output nobody reads plays all the same.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// The first Ctrl-C or SIGTERM stops the server in good order; a second one ends it at once.
fn stop_on_signals(stop: CancellationToken) -> anyhow::Result<()> {
    let mut signals = Signals::new().context("cannot listen for signals")?;
    tokio::spawn(async move {
        signals.next().await;
        tracing::info!("stopping; once more to stop at once");
        stop.cancel();
        let code = signals.next().await;
        std::process::exit(code.into());
    });
    Ok(())
}
