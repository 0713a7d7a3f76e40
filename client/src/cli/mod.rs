//! The command line: flags and their environment variables become one [`Config`], a list of servers or a text.

pub(crate) mod config;
mod flags;
mod help;
#[cfg(test)]
mod tests;

use std::error::Error as _;
use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command as Definition, CommandFactory, FromArgMatches as _, Id};
use tictactoe_host::{completions, manual_page, name_variable, shorten_error, with_variables};
use tictactoe_protocol::text::{Room, clean};

use crate::address::{AddressError, Destination, LinkTarget};
use crate::failure::Failure;
use crate::ui::Ui;
use config::{Config, Environment};
pub(crate) use flags::SharedFlags;
use flags::{CliCommand, Flags, OpponentFlags};

#[derive(Debug)]
pub(crate) enum Request {
    Play(Box<Config>),
    List {
        /// Its table instead of the servers.
        arena: Option<Room>,
        server: Option<Destination>,
        json: bool,
        shared: SharedFlags,
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
        Ok(matches) => request(&matches, arguments, around),
        Err(help) if help.exit_code() == 0 => Ok(Request::Print(help.render().to_string())),
        Err(error) => {
            let command = arguments.get(1).and_then(|first| definition.find_subcommand(first));
            let command = command.map(|command| command.get_name().to_owned());
            Err(usage(&name_variable(error, &definition, &arguments), command))
        }
    }
}

fn request(
    matches: &ArgMatches,
    mut arguments: Vec<OsString>,
    around: Environment,
) -> Result<Request, Failure> {
    let is_typed = |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    if let Some(late) = matches.subcommand_name().filter(|_| matches.ids().any(is_typed)) {
        return Err(Failure::usage(
            format!("The command {late} must come before all flags."),
            format!("Type tictactoe {late}, or tictactoe {late}:7878 for a server of that name."),
        ));
    }
    let mut flags = Flags::from_arg_matches(matches).map_err(|error| usage(&error, None))?;
    match flags.command.clone() {
        None => {
            let target = flags.address.as_ref().and_then(|address| address.target.as_ref());
            if let Some(LinkTarget::Arena(word)) = target {
                // Like its command, a link to an arena takes neither flags nor variables for the opponent.
                arguments.splice(1..1, ["arena".into(), word.to_string().into()]);
                return read(arguments.into_iter(), around);
            }
        }
        Some(CliCommand::Host { opponent, play, .. }) => {
            flags = Flags { address: None, watch: None, opponent: *opponent, play: *play, ..flags };
        }
        Some(CliCommand::Arena { word, server, table: true, play, .. }) => {
            let json = play.ui.flatten() == Some(Ui::Json);
            return Ok(Request::List { arena: Some(word), server, json, shared: play.shared });
        }
        // Variables that say whom to play, and which match to watch, are not for these commands.
        Some(CliCommand::Arena { server, play, .. } | CliCommand::Watch { server, play }) => {
            // A link may name the match.
            let opponent = OpponentFlags::default();
            flags = Flags { address: server, watch: None, opponent, play: *play, ..flags };
        }
        Some(CliCommand::List { server, json, shared }) => {
            return Ok(Request::List { arena: None, server, json, shared });
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
