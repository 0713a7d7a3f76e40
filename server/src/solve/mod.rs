//! `tictactoe-server solve`: what a board is worth and how it is played best, by the engine that plays the
//! computer's side.
//!
//! | module | what it is |
//! |---|---|
//! | `flags` | the command line |
//! | `problem` | the position to solve, and the names of its squares |
//! | `steps` | what is looked for, in which order |
//! | `report` | what is printed of it |

mod flags;
mod problem;
mod report;
mod steps;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tictactoe_engine::search::Control;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, interval_at};

use crate::signals::Signals;

pub(crate) use flags::Flags;
use flags::Task;
use report::Found;

/// Solves what the flags ask for, prints what it finds as it finds it, and says how to exit.
///
/// # Errors
/// When the system does not let it listen for signals or write. That nobody reads the output to its end is none.
pub(crate) async fn solve(flags: &Flags) -> io::Result<ExitCode> {
    let task = match flags.task() {
        Ok(task) => Arc::new(task),
        Err(unplayable) => {
            eprintln!("{unplayable}");
            return Ok(ExitCode::from(USAGE));
        }
    };
    match print_solution(task).await {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        ended => ended,
    }
}

/// The exit code for flags that make no sense.
const USAGE: u8 = 2;

/// How often the progress is shown.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

async fn print_solution(task: Arc<Task>) -> io::Result<ExitCode> {
    let mut signals = Signals::new()?;
    let screen = Screen::new();
    screen.print(&report::header(&task.problem))?;
    let control = Arc::new(Control::new());
    let (mut found, search) = search(task.clone(), control.clone());
    let mut code = ExitCode::SUCCESS;
    let mut ticks = interval_at(Instant::now() + SHOWN_EVERY, SHOWN_EVERY);
    loop {
        tokio::select! {
            news = found.recv() => {
                let Some(news) = news else { break };
                let written = screen.print(&report::told(&news, &task.problem));
                // Whoever does not read on wants no more.
                written.inspect_err(|_| control.stop())?;
            }
            signal = signals.next() => {
                control.stop();
                code = ExitCode::from(signal);
            }
            _ = ticks.tick() => screen.show_progress(control.nodes()),
        }
    }
    screen.rewrite("");
    search.await.map_err(io::Error::other)?;
    Ok(code)
}

/// Searches on a thread of its own; what it finds comes through the channel, which then ends.
fn search(task: Arc<Task>, control: Arc<Control>) -> (mpsc::Receiver<Found>, JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel(1);
    let search = spawn_blocking(move || {
        steps::solve(&task, &control, |found| sender.blocking_send(found).is_ok());
    });
    (receiver, search)
}

/// Standard output, and at a terminal one line below it that is written again and again.
struct Screen {
    began: Instant,
    is_watched: bool,
}

impl Screen {
    fn new() -> Self {
        Self { began: Instant::now(), is_watched: io::stderr().is_terminal() }
    }

    fn print(&self, text: &str) -> io::Result<()> {
        self.rewrite("");
        let mut out = io::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    }

    fn show_progress(&self, nodes: u64) {
        self.rewrite(&report::progress(nodes, self.began.elapsed()));
    }

    /// Puts this text in place of the line that is rewritten.
    fn rewrite(&self, text: &str) {
        if self.is_watched {
            // Progress that nobody can see is none to worry about.
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }
}
