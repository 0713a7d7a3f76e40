//! `tictactoe-server solve`: who wins on a board, and the best moves, by the engine that plays as the computer.
//!
//! * `position`: what the command line describes; `report`: the output.

mod position;
mod report;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tictactoe_cli::parse_board;
use tictactoe_engine::search::{Budget, Control, Search};
use tictactoe_engine::{Game, Rules, RulesError, hint_from};
use tictactoe_system::StopSignals;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval_at};

/// Finds out who wins on a board, and the best moves
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    /// Columns and rows
    #[arg(value_name = "CxR", default_value = "3x3", value_parser = parse_board)]
    board: (u8, u8),

    /// How many in a row decide the game
    #[arg(long, value_name = "N", default_value_t = 3)]
    run: u8,

    /// A player who completes a run loses
    #[arg(long)]
    misere: bool,

    /// Marks fall to the lowest empty square of their column
    #[arg(long)]
    gravity: bool,

    /// Start after these moves, X's first: squares by number, or by column and row like b2
    #[arg(long, value_name = "SQUARES", default_value = "", hide_default_value = true)]
    moves: String,

    /// Stop each step (value, best moves, line) after this many nodes [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Memory for the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=4096))]
    table: u16,
}

impl Flags {
    fn rules(&self) -> Result<Rules, RulesError> {
        let (columns, rows) = self.board;
        let plain = Rules::new(columns, rows, self.run)?;
        Ok(plain.with_misere(self.misere).with_gravity(self.gravity))
    }
}

const HELP: &str = "\
Examples:
  tictactoe-server solve 4x4 --run 4                    the empty board
  tictactoe-server solve --moves 5,1                    after X at 5 and O at 1
  tictactoe-server solve --misere                       a run loses
  tictactoe-server solve 15x15 --run 5 --nodes 100000   a limited search

The value comes first, with the nodes and the time that it took; then the best moves and a line of best play, as soon \
as they are known. Best moves without a proof are marked as a guess. On large boards the search may never end: \
Ctrl-C stops it, and it prints what it has found.

Exit codes: 0 when the search has ended, 2 for wrong usage, 130 after Ctrl-C, 143 after SIGTERM.";

/// As for errors that clap finds.
const WRONG_USAGE: u8 = 2;

const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Prints each result as soon as it is found, and returns the exit code.
pub(crate) async fn solve(flags: &Flags) -> io::Result<ExitCode> {
    let game = match position::parse(flags.rules(), &flags.moves) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("{error}");
            return Ok(ExitCode::from(WRONG_USAGE));
        }
    };
    let mut signals = StopSignals::new()?;
    let started = Instant::now();
    print(&report::header(&game))?;
    let control = Arc::new(Control::new());
    // The channel closes after the last result.
    let (sender, mut results) = mpsc::channel(1);
    let search = spawn_blocking({
        let control = control.clone();
        let (nodes, table_bytes) = (flags.nodes.unwrap_or(u64::MAX), usize::from(flags.table) << 20);
        move || {
            let budget = Budget { nodes, control: &control };
            search(&game, Search::new(table_bytes), budget, |text| sender.blocking_send(text).is_ok());
        }
    });
    let mut code = ExitCode::SUCCESS;
    let mut ticks = interval_at(Instant::now() + PROGRESS_INTERVAL, PROGRESS_INTERVAL);
    loop {
        tokio::select! {
            result = results.recv() => {
                let Some(result) = result else { break };
                // The reader is gone: stop searching.
                print(&result).inspect_err(|_| control.stop())?;
            }
            signal = signals.next() => {
                control.stop();
                code = ExitCode::from(signal.exit_code());
            }
            _ = ticks.tick() => show_progress(&report::progress(control.nodes(), started.elapsed())),
        }
    }
    show_progress("");
    search.await.map_err(io::Error::other)?;
    Ok(code)
}

/// Searches the value, the best moves and a line of best play. Reports each as soon as it is found, until it is done, is
/// stopped, or `report` returns false.
fn search(game: &Game, mut search: Search, budget: Budget<'_>, mut report: impl FnMut(String) -> bool) {
    let started = Instant::now();
    let (value, nodes) = search.value(game, budget);
    if !report(report::value(value, nodes, started.elapsed(), game)) {
        return;
    }
    let analysis = hint_from(game, search.analyse(game, budget), &mut search);
    let was_stopped = budget.control.is_stopped();
    let best = report::best(&analysis, was_stopped, game.rules());
    if !report(best) || was_stopped || analysis.verdict.value().is_none() {
        return;
    }
    let mut next = game.clone();
    if let Some(&first) = analysis.best.first()
        && next.play(first).is_ok()
    {
        let line = [vec![first], search.principal_variation(&next, budget)].concat();
        report(report::cells("Line", &line, game.rules()));
    }
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
