//! Whole runs against a server that follows a script, over real sockets.

mod ends;
mod games;
mod json;
mod outputs;
mod reconnecting;

use std::path::PathBuf;
use tempfile::TempDir;
use tictactoe_host::StopSignal;
use tictactoe_protocol::client::{ClientMessage, Empty, Join};
use tokio::io::AsyncWrite;
use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::address::Destination;
use crate::cli::SharedFlags;
use crate::cli::config::Venue;
use crate::net::tls::Trust;
use crate::purpose::{InputMode, Purpose};
use crate::ui::Display;
use crate::ui::Ui;
use crate::ui::console::Console;
use crate::ui::stdin::Typed;
use outputs::Paper;

const LOOK: Display = Display { colour: false, ascii: false, mouse: true };

fn plan(address: &str, face: Ui) -> Config {
    Config {
        venue: Venue::Named(Destination::parse(address).unwrap().address),
        display: LOOK,
        purpose: Some(Purpose::Join(Join::default())),
        ui: face,
        input_mode: InputMode::Script,
        timeout: None,
        // Whoever tests how a connection is lost does not want it back.
        reconnect: Duration::ZERO,
        state: nowhere(),
        is_new: false,
        user: None,
        shared: SharedFlags::default(),
    }
}

fn person(plan: Config) -> Config {
    Config { input_mode: InputMode::Person, ..plan }
}

/// A place for what this test keeps.
fn nowhere() -> PathBuf {
    thread_local!(static HOME: TempDir = TempDir::new().unwrap());
    HOME.with(|home| home.path().to_owned())
}

/// Runs by words.
async fn run(plan: Config, console: Console, stop: impl Future<Output = Failure>) -> Result<(), Failure> {
    super::run(plan, Trust::default(), Frontend::Console(console), stop).await.map(|_| ())
}

/// Runs with these lines of input, and then its end.
async fn run_with(address: &str, face: Ui, lines: &[&str]) -> (Result<(), Failure>, String) {
    let lines: Vec<_> = lines.iter().map(|line| Ok(typed(line))).collect();
    run_plan(plan(address, face), lines).await
}

fn typed(line: &str) -> Typed {
    Typed::Line(Ok(line.to_owned()))
}

/// Does what is planned with this input, and then its end.
async fn run_plan(plan: Config, lines: Vec<Result<Typed, Failure>>) -> (Result<(), Failure>, String) {
    let paper = Paper::default();
    let (sender, console) = console(paper.output());
    for line in lines {
        sender.send(line).await.unwrap();
    }
    drop(sender);
    (run(plan, console, std::future::pending()).await, paper.text())
}

/// Does what is planned with an input on which nothing comes.
async fn run_open(plan: Config) -> (Result<(), Failure>, String) {
    let paper = Paper::default();
    let (_open, console) = console(paper.output());
    (run(plan, console, std::future::pending()).await, paper.text())
}

/// Runs with an input on which nothing comes.
async fn run_waiting(
    address: &str,
    output: impl AsyncWrite + Send + Unpin + 'static,
    stop: impl Future<Output = Failure>,
) -> Result<(), Failure> {
    let (_open, console) = console(output);
    run(plan(address, Ui::Text), console, stop).await
}

/// An input, and the console with it and this output.
fn console(
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> (mpsc::Sender<Result<Typed, Failure>>, Console) {
    let (sender, receiver) = mpsc::channel(16);
    (sender, Console::new(receiver, Box::new(output), false))
}

/// Stops a run when this has happened.
async fn stop_after(seen: oneshot::Receiver<()>, stop: Failure) -> Failure {
    seen.await.unwrap();
    stop
}

fn is_leave(message: &ClientMessage) -> bool {
    *message == ClientMessage::Leave(Empty {})
}
