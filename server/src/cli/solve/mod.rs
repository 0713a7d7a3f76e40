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
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval_at};

use super::signals::Signals;

pub(crate) use flags::Flags;

/// As for errors that clap finds.
const WRONG_USAGE: u8 = 2;

const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Prints each result as soon as it is found, and returns the exit code.
pub(crate) async fn solve(flags: &Flags) -> io::Result<ExitCode> {
    let task = match flags.task() {
        Ok(task) => Arc::new(task),
        Err(error) => {
            eprintln!("{error}");
            return Ok(ExitCode::from(WRONG_USAGE));
        }
    };
    let mut signals = Signals::new()?;
    let started = Instant::now();
    print(&report::header(&task.game))?;
    let control = Arc::new(Control::new());
    // The channel closes after the last result.
    let (sender, mut results) = mpsc::channel(1);
    let search = spawn_blocking({
        let (task, control) = (task.clone(), control.clone());
        move || search::solve(&task, &control, |found| sender.blocking_send(found).is_ok())
    });
    let mut code = ExitCode::SUCCESS;
    let mut ticks = interval_at(Instant::now() + PROGRESS_INTERVAL, PROGRESS_INTERVAL);
    loop {
        tokio::select! {
            found = results.recv() => {
                let Some(found) = found else { break };
                let written = print(&report::lines(&found, &task.game));
                // The receiver is gone: stop searching.
                written.inspect_err(|_| control.stop())?;
            }
            signal = signals.next() => {
                control.stop();
                code = ExitCode::from(signal);
            }
            _ = ticks.tick() => show_progress(&report::progress(control.nodes(), started.elapsed())),
        }
    }
    show_progress("");
    search.await.map_err(io::Error::other)?;
    Ok(code)
}

fn print(text: &str) -> io::Result<()> {
    show_progress("");
    let mut out = io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Rewrites a line on standard error, if that is a terminal.
fn show_progress(text: &str) {
    if io::stderr().is_terminal() {
        // Progress is not essential.
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }
}
