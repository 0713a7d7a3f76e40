//! `tictactoe`: reads its flags, plays, and says with its exit code how it went.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tictactoe_client::console::Console;
use tictactoe_client::exit::{Failure, cause};
use tictactoe_client::faces::{Face, Spoken};
use tictactoe_client::flags::{self, Asked};
use tictactoe_client::log::{self, Log};
use tictactoe_client::nearby::{self, Aim};
use tictactoe_client::plan::{Plan, Surroundings, Terminal};
use tictactoe_client::session::Front;
use tictactoe_client::terminal::Tty;
use tictactoe_client::wishes::Wishes;
use tictactoe_client::{session, stdin, stop};
use tictactoe_lan::locale;

fn main() -> ExitCode {
    match obey() {
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

fn obey() -> Result<(), Failure> {
    match flags::read(std::env::args_os())? {
        Asked::Run(wishes) => play(*wishes),
        Asked::List { json, log } => list(json, log),
        Asked::Print(text) => print(&text),
    }
}

fn list(json: bool, log: Log) -> Result<(), Failure> {
    log.begin(Face::Spoken(Spoken::Plain))?;
    let found = block_on(nearby::search(Aim::List)).flatten();
    log::end(found.as_ref().err());
    print(&nearby::list(&found?, json))
}

fn play(wishes: Wishes) -> Result<(), Failure> {
    let log = Log::wished(&wishes);
    let plan = Plan::new(wishes, surroundings()?)?;
    log.begin(plan.face)?;
    let run = async {
        let stop = stop::stop(plan.timeout).map_err(|error| internal("Signals cannot be heard", &error))?;
        let front = front(&plan)?;
        session::run(plan, front, stop).await
    };
    let end = block_on(run).flatten();
    log::end(end.as_ref().err());
    // What was on the full screen is gone with it.
    end?.map_or(Ok(()), |result| print(&format!("{result}\n")))
}

/// Where the run is heard and seen.
fn front(plan: &Plan) -> Result<Front, Failure> {
    if plan.face == Face::Tui {
        return Ok(Front::Tty(Box::new(Tty::enter(plan.look.mouse)?)));
    }
    let lines = stdin::lines().map_err(|error| internal("The input cannot be read", &error))?;
    Ok(Front::Console(Console::new(lines, Box::new(tokio::io::stdout()), io::stdin().is_terminal())))
}

/// Waits for what is to be done.
fn block_on<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| internal("The runtime cannot be started", &error))?;
    let done = runtime.block_on(work);
    // An output that nobody reads may still hold a thread: the process does not wait for it.
    runtime.shutdown_background();
    Ok(done)
}

/// Prints a text; that nobody reads it to its end is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(cause(&error))),
        _ => Ok(()),
    }
}

fn surroundings() -> Result<Surroundings, Failure> {
    let unique = getrandom::u64().map_err(|error| internal("There is no randomness", &error))?;
    Ok(Surroundings { terminal: terminal(), is_colourless: is_set("NO_COLOR"), unique })
}

/// What input and output are, and what the terminal says that it can show.
fn terminal() -> Terminal {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Terminal::None;
    }
    match std::env::var("TERM").as_deref() {
        Ok("dumb") => Terminal::Dumb,
        // The console of Linux has too few signs.
        Ok("linux") => Terminal::Full { unicode: false },
        _ => Terminal::Full { unicode: locale::is_utf8(|name| std::env::var(name).ok()) },
    }
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

fn internal(what: &str, why: &impl Display) -> Failure {
    Failure::Internal(format!("{what}: {}.", cause(why)))
}
