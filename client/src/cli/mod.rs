//! The command line: flags, their environment variables, and the help.
//!
//! * `definition`: every flag and command.
//! * `values` and `time`: what can stand behind them.
//! * `help` and `man`: what is said of them.
//! * `usage`: what is wrong with a command line, in two lines.

pub(crate) mod config;
mod definition;
mod help;
mod man;
pub(crate) mod options;
#[cfg(test)]
mod tests;
mod time;
mod usage;
mod values;

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command as Definition, CommandFactory, FromArgMatches};
use clap_complete::{Shell, generate};
use tictactoe_protocol::values::MatchId;

use crate::cli::options::{Options, Source, Wish};
use crate::exit::{Failure, cause};
use crate::log::Log;
use definition::{Command, Faults, Flags, List};
use usage::usage;
use values::UiName;

/// What the command line comes to.
#[derive(Debug)]
pub(crate) enum Asked {
    /// To play or to watch.
    Run(Box<Options>),
    /// To list the servers on this network.
    List {
        /// Whether as JSON, for programs.
        json: bool,
        /// What is written down meanwhile.
        log: Log,
    },
    /// To print this text.
    Print(String),
}

/// Reads the command line and the environment.
pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Asked, Failure> {
    let arguments: Vec<_> = arguments.collect();
    let parsed = definition(&arguments)
        .try_get_matches_from(&arguments)
        .and_then(|matches| Ok((Flags::from_arg_matches(&matches)?, matches)));
    match parsed {
        Ok((Flags { command: Some(command), .. }, matches)) => obey(command, &matches),
        Ok((flags, matches)) => Ok(Asked::Run(Box::new(wishes(flags, &matches)?))),
        Err(error) if error.exit_code() == 0 => Ok(Asked::Print(error.render().to_string())),
        Err(error) => Err(usage(&error, |variable| std::env::var_os(variable))),
    }
}

/// The definition, in which each flag names its variable. It says nothing of what the variable holds.
fn named() -> Definition {
    let name = |flag: Arg| {
        let variable = flag.get_env().map(|name| name.to_string_lossy().into_owned());
        let meaning = flag.get_long_help().or_else(|| flag.get_help()).map(ToString::to_string);
        match (variable, meaning) {
            (Some(variable), Some(meaning)) => {
                flag.hide_env(true).long_help(format!("{meaning} [env: {variable}]"))
            }
            _ => flag,
        }
    };
    Flags::command().mut_args(name).mut_subcommands(|command| command.mut_args(name))
}

/// The definition for this command line. Variables that are empty are left out, because in many places that means that
/// they are not set; so are those of the flags where a command is given, which has none of these flags.
fn definition(arguments: &[OsString]) -> Definition {
    let definition = named();
    let has_command = arguments.get(1).is_some_and(|first| definition.find_subcommand(first).is_some());
    let is_short = arguments.iter().any(|argument| argument == "-h");
    let fit = move |flag: Arg| {
        let is_empty = |name| std::env::var_os(name).is_some_and(|value| value.is_empty());
        let is_empty = flag.get_env().is_some_and(is_empty);
        let hides_values = is_short && flag.get_action().takes_values();
        let flag = flag.hide_possible_values(hides_values);
        if is_empty { flag.env(Resettable::Reset) } else { flag }
    };
    definition
        .mut_args(move |flag| if has_command { fit(flag).env(Resettable::Reset) } else { fit(flag) })
        .mut_subcommands(move |command| command.mut_args(fit))
}

fn obey(command: Command, matches: &ArgMatches) -> Result<Asked, Failure> {
    Ok(match command {
        Command::List(List { json, faults }) => {
            let matches = matches.subcommand().map_or(matches, |(_, of_list)| of_list);
            Asked::List { json, log: Log::wished(&faults.wishes(matches)) }
        }
        Command::Completions { shell } => Asked::Print(completions(shell)),
        Command::Man => Asked::Print(man::page().map_err(|error| {
            Failure::Internal(format!("The manual page cannot be written: {}.", cause(&error)))
        })?),
    })
}

fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    generate(shell, &mut Flags::command(), "tictactoe", &mut script);
    String::from_utf8_lossy(&script)
        // In fish a flag that still lacks its value must not hide the values that it can have,
        .replace("    or return\n", "    or return 0\n")
        // and no command can come behind a flag.
        .replace("\"__fish_tictactoe_needs_command\" -a", "\"test (count (commandline -opc)) -eq 1\" -a")
}

fn wishes(flags: Flags, matches: &ArgMatches) -> Result<Options, Failure> {
    let wishes = Options {
        address: wish(matches, "address", flags.address),
        name: wish(matches, "name", flags.name),
        vs: wish(matches, "vs", flags.vs.map(Into::into)),
        level: wish(matches, "level", flags.level.map(Into::into)),
        mark: wish(matches, "mark", flags.mark.map(Into::into)),
        room: wish(matches, "room", flags.room),
        board: wish(matches, "board", flags.board),
        run: wish(matches, "run", flags.run),
        watch: wish(matches, "watch", flags.watch.map(MatchId)),
        games: wish(matches, "games", flags.games),
        hotseat: wish(matches, "hotseat", flags.hotseat.then_some(())),
        face: wish(matches, "ui", flags.ui.and_then(UiName::ui)),
        colour: wish(matches, "color", flags.color.map(Into::into)),
        ascii: wish(matches, "ascii", flags.ascii.then_some(())),
        no_mouse: wish(matches, "no_mouse", flags.no_mouse.then_some(())),
        numbers: wish(matches, "numbers", flags.numbers.map(Into::into)),
        timeout: wish(matches, "timeout", flags.timeout),
        reconnect: wish(matches, "reconnect", flags.reconnect),
        new: wish(matches, "new", flags.new.then_some(())),
        state: wish(matches, "state", flags.state),
        ..flags.faults.wishes(matches)
    };
    if let Some(Wish { value, source: Source::CommandLine }) = &wishes.address {
        no_command(value)?;
    }
    Ok(wishes)
}

impl Faults {
    fn wishes(self, matches: &ArgMatches) -> Options {
        Options {
            log_file: wish(matches, "log_file", self.log_file),
            verbose: wish(matches, "verbose", self.verbose.then_some(())),
            ..Options::default()
        }
    }
}

/// A command that stands behind a flag is read as the address: nobody means that.
fn no_command(address: &str) -> Result<(), Failure> {
    if Flags::command().find_subcommand(address).is_none() {
        return Ok(());
    }
    Err(Failure::Usage {
        what: format!("The command {address} takes no flags before it."),
        remedy: format!("Write tictactoe {address}, or {address}:7878 for a server that is called so."),
    })
}

fn wish<T>(matches: &ArgMatches, flag: &str, value: Option<T>) -> Option<Wish<T>> {
    let source = match matches.value_source(flag) {
        Some(ValueSource::EnvVariable) => Source::Environment,
        _ => Source::CommandLine,
    };
    value.map(|value| Wish { value, source })
}
