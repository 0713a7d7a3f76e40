//! The program `tictactoe-server`: runs a server, exports games, copies the database, asks a server for its health, or
//! prints completions or the manual page.
//!
//! * `flags`: the command line and its environment variables.
//! * `serve`, `export`, `backup`, `health`: the commands.
//! * `banner`: the output of `serve` at the start.
//! * `storage`: the store of the matches; `nats`: the store that several servers share.
//! * `logging`, `service_manager`.

mod backup;
mod banner;
mod export;
mod flags;
mod health;
mod logging;
#[cfg(feature = "nats")]
mod nats;
mod serve;
mod service_manager;
mod storage;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anstyle_query::windows::enable_ansi_colors;
use anyhow::Context;
use clap::CommandFactory;
use tictactoe_host::{completions, manual_page};
use tictactoe_server::startup::fair_runtime;

use flags::{Command, CommandLine};
use logging::print_in_time;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    // Windows does not interpret escape sequences by default. A failure does not matter, because there may be no
    // console.
    let _ = enable_ansi_colors();
    let command_line = CommandLine::parse_args();
    match fair_runtime() {
        Ok(runtime) => runtime.block_on(run(command_line)),
        Err(error) => {
            eprintln!("tictactoe-server: cannot start its threads: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(CommandLine { command, flags }: CommandLine) -> ExitCode {
    let result = match command {
        None => serve::serve(flags).await.map(|()| ExitCode::SUCCESS),
        Some(Command::Export(flags)) => export::export(&flags),
        Some(Command::Backup(flags)) => backup::backup(&flags),
        Some(Command::Health(flags)) => health::health(flags).await,
        Some(Command::Completions { shell }) => print(&completions(shell, CommandLine::command())),
        Some(Command::Man) => {
            manual_page(CommandLine::command()).map_err(Into::into).and_then(|page| print(&page))
        }
    };
    result.unwrap_or_else(|error| {
        // The reader may stop early, as `head` does.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        print_in_time(&format!("tictactoe-server: {error:#}\n"), io::stderr());
        ExitCode::FAILURE
    })
}

fn print(text: &str) -> anyhow::Result<ExitCode> {
    io::stdout().write_all(text.as_bytes()).context("cannot write")?;
    Ok(ExitCode::SUCCESS)
}
