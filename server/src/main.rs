//! The binary: runs a server; or solves a board, exports games, or prints completions or the manual page.

mod cli;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use cli::flags::{Command, CommandLine};
use cli::{export, flags, serve, solve};

// One thread serves all games in turn, so that none starves; searches have threads of their own.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let started = Instant::now();
    let CommandLine { command, flags } = CommandLine::parse_args();
    let result = match command {
        None => serve::serve(flags, started).await.map(|()| ExitCode::SUCCESS),
        Some(Command::Solve(flags)) => solve::solve(&flags).await.context("cannot go on"),
        Some(Command::Export(flags)) => export::export(&flags),
        Some(Command::Completions { shell }) => print(&flags::completions(shell)),
        Some(Command::Man) => flags::man_page().map_err(Into::into).and_then(|page| print(&page)),
    };
    result.unwrap_or_else(|error| {
        // The reader may stop early, as `head` does.
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("tictactoe-server: {error:#}");
        ExitCode::FAILURE
    })
}

fn print(text: &str) -> anyhow::Result<ExitCode> {
    io::stdout().write_all(text.as_bytes()).context("cannot write")?;
    Ok(ExitCode::SUCCESS)
}
