//! `tictactoe`: reads its flags, plays, and says with its exit code how it went.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tictactoe_client::console::Console;
use tictactoe_client::exit::Failure;
use tictactoe_client::flags::{self, Asked};
use tictactoe_client::plan::{Plan, Surroundings};
use tictactoe_client::{session, stdin, stop};

fn main() -> ExitCode {
    match play() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(lines) = failure.lines() {
                // Standard error may be closed; the exit code says the same.
                io::stderr().write_all(lines.as_bytes()).ok();
            }
            ExitCode::from(failure.code())
        }
    }
}

fn play() -> Result<(), Failure> {
    let wishes = match flags::read(std::env::args_os())? {
        Asked::Run(wishes) => wishes,
        Asked::Print(text) => {
            io::stdout().write_all(text.as_bytes()).ok();
            return Ok(());
        }
    };
    let plan = Plan::new(*wishes, surroundings()?)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| internal("The runtime cannot be started", &error))?;
    let end = runtime.block_on(async {
        let lines = stdin::lines().map_err(|error| internal("The input cannot be read", &error))?;
        let stop = stop::stop(plan.timeout).map_err(|error| internal("Signals cannot be heard", &error))?;
        let console = Console::new(lines, Box::new(tokio::io::stdout()), io::stdin().is_terminal());
        session::run(plan, console, stop).await
    });
    // An output that nobody reads may still hold a thread: the process does not wait for it.
    runtime.shutdown_background();
    end
}

fn surroundings() -> Result<Surroundings, Failure> {
    let unique = getrandom::u64().map_err(|error| internal("There is no randomness", &error))?;
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    Ok(Surroundings { is_terminal, unique })
}

fn internal(what: &str, why: &dyn std::error::Error) -> Failure {
    Failure::Internal(format!("{what}: {why}."))
}
