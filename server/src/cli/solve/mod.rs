//! `tictactoe-server solve`: who wins on a board, and the best moves, by the engine that plays as the computer.
//!
//! * `flags`: the command line; `position`: what it describes.
//! * `search`: the steps of the search; `report`: the output.

mod flags;
mod position;
mod report;
mod search;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tictactoe_engine::search::Control;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, interval_at};

use super::signals::Signals;

pub(crate) use flags::Flags;
use flags::Task;
use report::Found;

/// Prints each result as soon as it is found, and returns the exit code.
pub(crate) async fn solve(flags: &Flags) -> io::Result<ExitCode> {
    let task = match flags.task() {
        Ok(task) => Arc::new(task),
        Err(error) => {
            eprintln!("{error}");
            return Ok(ExitCode::from(WRONG_USAGE));
        }
    };
    match print_solution(task).await {
        // The reader may stop early, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => result,
    }
}

/// As for errors that clap finds.
const WRONG_USAGE: u8 = 2;

const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

async fn print_solution(task: Arc<Task>) -> io::Result<ExitCode> {
    let mut signals = Signals::new()?;
    let output = Output::new();
    output.print(&report::header(&task.game))?;
    let control = Arc::new(Control::new());
    let (mut results, search) = spawn_search(task.clone(), control.clone());
    let mut code = ExitCode::SUCCESS;
    let mut ticks = interval_at(Instant::now() + PROGRESS_INTERVAL, PROGRESS_INTERVAL);
    loop {
        tokio::select! {
            found = results.recv() => {
                let Some(found) = found else { break };
                let written = output.print(&report::lines(&found, &task.game));
                // The receiver is gone: stop searching.
                written.inspect_err(|_| control.stop())?;
            }
            signal = signals.next() => {
                control.stop();
                code = ExitCode::from(signal);
            }
            _ = ticks.tick() => output.show_progress(control.nodes()),
        }
    }
    output.rewrite_progress("");
    search.await.map_err(io::Error::other)?;
    Ok(code)
}

/// Searches on a thread of its own. The channel closes after the last result.
fn spawn_search(task: Arc<Task>, control: Arc<Control>) -> (mpsc::Receiver<Found>, JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel(1);
    let search = spawn_blocking(move || {
        search::solve(&task, &control, |found| sender.blocking_send(found).is_ok());
    });
    (receiver, search)
}

/// Standard output, and a line of progress on standard error if that is a terminal.
struct Output {
    started: Instant,
    shows_progress: bool,
}

impl Output {
    fn new() -> Self {
        Self { started: Instant::now(), shows_progress: io::stderr().is_terminal() }
    }

    fn print(&self, text: &str) -> io::Result<()> {
        self.rewrite_progress("");
        let mut out = io::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    }

    fn show_progress(&self, nodes: u64) {
        self.rewrite_progress(&report::progress(nodes, self.started.elapsed()));
    }

    fn rewrite_progress(&self, text: &str) {
        if self.shows_progress {
            // Progress is not essential.
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }
}
