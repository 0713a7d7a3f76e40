//! Whole runs against a server that follows a script, over real sockets.
//!
//! * `outputs`: what a run may write to.
//! * `games`: whole games.
//! * `analysis`: hints and reviews.
//! * `ends`: how runs end.
//! * `reconnecting`: lost connections.
//! * `json`: the `json` interface.

mod analysis;
mod ends;
mod games;
mod json;
mod outputs;
mod reconnecting;

use tempfile::TempDir;
use tictactoe_protocol::client::{ClientMessage, Empty, Join};
use tokio::io::AsyncWrite;
use tokio::sync::mpsc;

use super::*;
use crate::address::Destination;
use crate::app::view::Numbers;
use crate::cli::LogFlags;
use crate::mode::{Mode, Series};
use crate::net::backoff::RetryPolicy;
use crate::net::saved_tickets::SavingConfig;
use crate::ui::LineUi;
use crate::ui::stdin::Line;
use crate::ui::tui::Display;
use outputs::Paper;

const PLAIN: Ui = Ui::Lines(LineUi::Plain);

const LOOK: Display = Display { colour: false, ascii: false, numbers: Numbers::Reading, mouse: true };

fn plan(address: &str, face: Ui) -> Config {
    Config {
        address: Some(Destination::parse(address).unwrap().address),
        display: LOOK,
        mode: Mode::Join(Join::default()),
        series: Series::ONE,
        ui: face,
        timeout: None,
        // Whoever tests how a connection is lost does not want it back.
        retry: RetryPolicy { limit: Duration::ZERO, seed: 7 },
        saving: nowhere(),
        log: LogFlags::default(),
    }
}

/// A place for what this test keeps.
fn nowhere() -> SavingConfig {
    thread_local!(static HOME: TempDir = TempDir::new().unwrap());
    SavingConfig { directory: Some(HOME.with(|home| home.path().to_owned())), ignores_earlier: false }
}

/// Runs by words.
async fn run(plan: Config, console: Console, stop: impl Future<Output = Stop>) -> Result<(), Failure> {
    super::run(plan, Front::Console(console), stop).await.map(|_| ())
}

/// Runs with these lines of input, and then its end.
async fn run_with(address: &str, face: Ui, lines: &[&str]) -> (Result<(), Failure>, String) {
    let lines: Vec<_> = lines.iter().map(|line| Line::Text((*line).to_owned())).collect();
    run_plan(plan(address, face), lines).await
}

/// Does what is planned with this input, and then its end.
async fn run_plan(plan: Config, lines: Vec<Line>) -> (Result<(), Failure>, String) {
    let (sender, receiver) = mpsc::channel(lines.len() + 1);
    for line in lines {
        sender.send(line).await.unwrap();
    }
    drop(sender);
    let paper = Paper::default();
    let console = Console::new(receiver, Box::new(paper.clone()), false);
    let end = run(plan, console, std::future::pending()).await;
    (end, paper.text())
}

/// Runs with an input that never comes.
async fn run_waiting(
    address: &str,
    output: impl AsyncWrite + Send + Unpin + 'static,
    stop: impl Future<Output = Stop>,
) -> Result<(), Failure> {
    let (_open, receiver) = mpsc::channel(1);
    let console = Console::new(receiver, Box::new(output), false);
    run(plan(address, PLAIN), console, stop).await
}

fn is_leave(message: &ClientMessage) -> bool {
    *message == ClientMessage::Leave(Empty {})
}
