//! `tictactoe`, the terminal client: reads its flags, plays, and says with its exit code how it went.
//!
//! It computes nothing about the rules: the server's snapshots say what is legal, whose turn it is and who won.
//!
//! * `cli`: flags and environment become one checked configuration.
//! * `discovery`: finds servers on the network; `address`: the ways in which people write where a server is.
//! * `net`: the socket, reconnecting, and the tickets that are saved for a later run.
//! * `app`: the pure core that every interface shares: state and event in, messages and notices out.
//! * `host`: the server inside this program.
//! * `named_games`: the games that have a name, and how another one is written.
//! * `purpose`: playing or watching, and who gives the input.
//! * `ui`: the three interfaces: full screen, text and json.
//! * `terminal`: raw mode, keys and clicks, restoring the terminal.
//! * `listing`: what is on the servers, to list and to choose from.
//! * `session`: one run, from the first connection to the last sentence.
//! * `failure`: error messages and exit codes; `log`: the log file; `sanitize`: text from a peer;
//!   `state_directory`: where files for later runs are; `preferences`: the name and the level chosen last.

mod address;
mod app;
mod cli;
mod discovery;
mod failure;
mod host;
mod listing;
mod log;
mod named_games;
mod net;
mod preferences;
mod purpose;
mod sanitize;
mod session;
mod state_directory;
mod terminal;
#[cfg(test)]
mod testing;
mod ui;

use std::io::{self, IsTerminal, Write};

use futures::future::OptionFuture;
use tictactoe_host::StopSignals;
use tictactoe_lan::locale;
use tictactoe_protocol::text::Name;
use tictactoe_protocol::to_json;
use tokio::time::sleep;
use tracing::info;

use cli::Request;
use cli::config::{Config, Environment};
use discovery::SearchKind;
use failure::{Failure, cause, wrapped};
use net::tls::Trust;
use purpose::InputMode;
use session::Frontend;
use terminal::Tty;
use ui::Ui;
use ui::console::Console;
use ui::sentences;

/// Runs the program: reads its flags and its input, and ends the process.
///
/// # Panics
/// If the system provides no event queue.
#[tokio::main(flavor = "current_thread")]
pub async fn main() {
    let end = Box::pin(run()).await;
    let code = end.as_ref().map_or_else(Failure::code, |()| 0);
    info!(code, why = end.as_ref().err().map(Failure::why), "the end");
    if let Some(lines) = end.err().and_then(|failure| failure.lines()) {
        let is_read_by_a_person = io::stderr().is_terminal();
        let lines = if is_read_by_a_person { wrapped(&lines, terminal::measure().width) } else { lines };
        // Standard error may be closed; the exit code says the same.
        io::stderr().write_all(lines.as_bytes()).ok();
    }
    // A thread may still block on an output without a reader: the process does not wait for it.
    std::process::exit(code.into())
}

async fn run() -> Result<(), Failure> {
    match cli::read(std::env::args_os(), environment())? {
        Request::Play(config) => Box::pin(play(*config)).await,
        Request::List { arena, server, json, shared } => {
            log::init(shared.log_file.as_deref(), shared.verbose)?;
            let trust = Trust::new(shared.ca.as_deref())?;
            if let Some(arena) = arena {
                let standings = discovery::standings(server, &arena, &trust).await?;
                let lines = || sentences::standings(&standings, None).join("\n");
                return print(&format!("{}\n", if json { to_json(&standings) } else { lines() }));
            }
            let servers = match server {
                Some(server) => vec![discovery::probe(server.address, SearchKind::List, &trust).await?],
                None => discovery::search(SearchKind::List, &trust).await?,
            };
            print(&listing::list(&servers, json))
        }
        Request::Print(text) => print(&text),
    }
}

async fn play(mut config: Config) -> Result<(), Failure> {
    config.user = ["USER", "USERNAME"].iter().find_map(|name| Name::new(&std::env::var(name).ok()?).ok());
    log::init(config.shared.log_file.as_deref(), config.shared.verbose)?;
    let trust = Trust::new(config.shared.ca.as_deref())?;
    let mut signals = StopSignals::new()
        .map_err(|error| Failure::internal("Signal handlers cannot be installed", &error))?;
    let timeout = OptionFuture::from(config.timeout.map(sleep));
    let stop = async move {
        tokio::select! {
            signal = signals.next() => Failure::Stopped(signal),
            Some(()) = timeout => Failure::TimedOut,
        }
    };
    let front = match config.ui {
        Ui::Tui => Frontend::Tty(Box::new(Tty::enter(config.display.mouse)?)),
        Ui::Text | Ui::Json => {
            // A terminal that cannot move the cursor edits lines itself, as the shell of Emacs does.
            let can_move_cursor = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
            let edits_lines = config.ui == Ui::Text && io::stdout().is_terminal() && can_move_cursor;
            let console = Console::open(edits_lines);
            Frontend::Console(console.map_err(|error| Failure::internal("The input cannot be read", &error))?)
        }
    };
    // What was on the full screen is gone with it.
    session::run(config, trust, front, stop).await?.map_or(Ok(()), |result| print(&format!("{result}\n")))
}

/// Prints a text. A reader that closes the output early is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(cause(&error))),
        _ => Ok(()),
    }
}

fn environment() -> Environment {
    let variable = |name: &str| std::env::var(name).ok();
    let term = variable("TERM").unwrap_or_default();
    let is_input_typed = io::stdin().is_terminal();
    // A dumb terminal cannot move the cursor.
    let has_screen = is_input_typed && io::stdout().is_terminal() && term != "dumb";
    Environment {
        ui: if has_screen { Ui::Tui } else { Ui::Text },
        input_mode: if is_input_typed { InputMode::Person } else { InputMode::Script },
        // The font of the Linux console lacks most of Unicode.
        unicode: term != "linux" && locale::is_utf8(variable),
        colour: term != "dumb" && variable("NO_COLOR").is_none_or(|value| value.is_empty()),
    }
}
