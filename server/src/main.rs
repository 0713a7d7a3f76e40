//! The binary: reads flags, opens the port, prints where it is, and runs until it is told to stop; or solves a
//! board, or writes out what was played.

mod banner;
mod export;
mod flags;
mod keeping;
mod logs;
mod signals;
mod solve;

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use tictactoe_server::run;
use tictactoe_server::store::Failure;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

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
    };
    match ended {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tictactoe-server: {error:#}");
            ExitCode::FAILURE
        }
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
    announce(listener.local_addr()?, &place, started);
    tokio::select! {
        () = run(listener, keeping.store(), flags.settings(), stop) => {}
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
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse && candidate < last => {}
            Err(error) => anyhow::bail!(
                "cannot listen on {}: {error}\nChoose another address or port with --host and --port.",
                SocketAddr::new(host, candidate)
            ),
        }
    }
    anyhow::bail!("no port to listen on")
}

/// Says where the server is: to a person in full, to a program a line for each address.
fn announce(bound: SocketAddr, place: &Place, started: Instant) {
    let cards = if_addrs::get_if_addrs().unwrap_or_default();
    let mut out = std::io::stdout();
    let text = if out.is_terminal() {
        banner::banner(bound, &cards, place, started.elapsed())
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
