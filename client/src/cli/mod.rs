//! The command line: flags and their environment variables become one [`Config`], a list of servers or a text.

pub(crate) mod config;
mod flags;
mod help;
#[cfg(test)]
mod tests;

use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command as Definition, CommandFactory, FromArgMatches as _};
use tictactoe_host::{completions, manual_page, name_variable, shorten_error, with_variables};
use tictactoe_protocol::text::{Room, clean};

use crate::address::{AddressError, Destination};
use crate::failure::Failure;
use crate::ui::Ui;
use config::{Config, Environment};
pub(crate) use flags::LogFlags;
use flags::{CliCommand, Flags, OpponentFlags};

#[derive(Debug)]
pub(crate) enum Request {
    Play(Box<Config>),
    List {
        server: Option<Destination>,
        json: bool,
        ca: Option<PathBuf>,
        log: LogFlags,
    },
    /// The table of an arena.
    Table {
        arena: Room,
        server: Option<Destination>,
        json: bool,
        ca: Option<PathBuf>,
        log: LogFlags,
    },
    Print(String),
}

pub(crate) fn read(
    arguments: impl Iterator<Item = OsString>,
    around: Environment,
) -> Result<Request, Failure> {
    let arguments: Vec<_> = arguments.collect();
    let mut definition = definition(&arguments);
    match definition.try_get_matches_from_mut(&arguments) {
        Ok(matches) => request(&matches, around),
        Err(help) if help.exit_code() == 0 => Ok(Request::Print(help.render().to_string())),
        Err(error) => Err(wrong_usage(error, &definition, &arguments)),
    }
}

fn request(matches: &ArgMatches, around: Environment) -> Result<Request, Failure> {
    let mut flags = Flags::from_arg_matches(matches).map_err(|error| usage(&error, None))?;
    match flags.command.clone() {
        None => refuse_late_command(matches)?,
        Some(CliCommand::Host { opponent, play, .. }) => {
            flags = Flags { address: None, watch: None, opponent: *opponent, play: *play, ..flags };
        }
        Some(CliCommand::Arena { word, server, table: true, play, .. }) => {
            let json = play.ui.flatten() == Some(Ui::Json);
            return Ok(Request::Table { arena: word, server, json, ca: play.trust.ca, log: play.log });
        }
        Some(CliCommand::Arena { server, play, .. }) => {
            let opponent = OpponentFlags::default();
            flags = Flags { address: server, watch: None, opponent, play: *play, ..flags };
        }
        Some(CliCommand::Watch { server, ui, trust, log }) => {
            // A link may name the match.
            flags.address = server;
            (flags.play.ui, flags.play.trust, flags.play.log) = (ui, trust, log);
            // Variables that say whom to play, and which match to watch, are not for this command.
            (flags.watch, flags.opponent) = (None, OpponentFlags::default());
        }
        Some(CliCommand::List { server, json, trust, log }) => {
            return Ok(Request::List { server, json, ca: trust.ca, log });
        }
        Some(CliCommand::Completions { shell }) => {
            return Ok(Request::Print(completions(shell, Flags::command())));
        }
        Some(CliCommand::Man) => {
            let page = manual_page(Flags::command());
            let cannot_print = |error| Failure::internal("The manual page cannot be printed", &error);
            return page.map(Request::Print).map_err(cannot_print);
        }
    }
    Ok(Request::Play(Box::new(Config::new(flags, around)?)))
}

fn wrong_usage(error: clap::Error, definition: &Definition, arguments: &[OsString]) -> Failure {
    let is_conflict = error.kind() == ErrorKind::ArgumentConflict;
    let command = |argument: &OsString| command_named(argument);
    match arguments.iter().skip(1).find_map(command) {
        Some(late) if is_conflict => late_command(&late),
        _ => usage(&name_variable(error, definition, arguments), arguments.get(1).and_then(command)),
    }
}

/// Values ignore case. `-h` has one line for each flag, so it leaves out variables and values.
fn definition(arguments: &[OsString]) -> Definition {
    let is_short = arguments.iter().any(|argument| argument == "-h");
    let shorten = move |flag: Arg| {
        let takes_values = flag.get_action().takes_values();
        flag.ignore_case(takes_values).hide_env(is_short).hide_possible_values(is_short && takes_values)
    };
    with_variables(Flags::command(), arguments)
        .mut_args(shorten)
        .mut_subcommands(move |command| command.mut_args(shorten))
}

/// clap parses a subcommand after a flag as the address: refuse that with a hint.
fn refuse_late_command(matches: &ArgMatches) -> Result<(), Failure> {
    let is_typed = matches.value_source("address") == Some(ValueSource::CommandLine);
    let mut typed = matches.get_raw("address").into_iter().flatten().filter(|_| is_typed);
    typed.next().and_then(command_named).map_or(Ok(()), |name| Err(late_command(&name)))
}

fn command_named(word: &OsStr) -> Option<String> {
    Flags::command().find_subcommand(word).map(|command| command.get_name().to_owned())
}

fn late_command(name: &str) -> Failure {
    Failure::usage(
        format!("The command {name} must come before all flags."),
        format!("Type tictactoe {name}, or tictactoe {name}:7878 for a server of that name."),
    )
}

/// Shortens clap's error to two lines.
fn usage(error: &clap::Error, command: Option<String>) -> Failure {
    if let Some(wrong) = error.source().and_then(|source| source.downcast_ref::<AddressError>()) {
        let is_variable = error.to_string().contains("'TICTACTOE_SERVER'");
        let place = if is_variable { "TICTACTOE_SERVER: " } else { "" };
        return Failure::usage(format!("{place}{wrong}"), wrong.remedy());
    }
    let program = command.map_or_else(|| "tictactoe".to_owned(), |name| format!("tictactoe {name}"));
    let (what, hint) = shorten_error(error.render().to_string().lines().map(clean), &program);
    Failure::usage(what, hint)
}
