//! The variables that stand for flags: which of them count, and what is said of a wrong one.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

/// The definition for this command line. Variables that are empty are left out, because in many places that means that
/// they are not set; so are those of the server's flags where a command is given, which has none of these flags.
pub(super) fn definition(definition: Command, arguments: &[OsString]) -> Command {
    let has_command = arguments.get(1).is_some_and(|first| definition.find_subcommand(first).is_some());
    definition
        .mut_args(|flag| if has_command { flag.env(Resettable::Reset) } else { without_empty(flag) })
        .mut_subcommands(|command| command.mut_args(without_empty))
}

fn without_empty(flag: Arg) -> Arg {
    let is_empty = flag.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    if is_empty { flag.env(Resettable::Reset) } else { flag }
}

/// The error, with the variable in the place of the flag that nobody typed.
pub(super) fn blame(mut error: clap::Error, definition: &Command, arguments: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let flag = flag.split(' ').next().unwrap_or_default();
    let is_typed = arguments
        .iter()
        .filter_map(|typed| typed.to_str())
        .any(|typed| typed.split('=').next() == Some(flag));
    let is_meant =
        |argument: &&Arg| argument.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long));
    let variable = definition.get_arguments().find(is_meant).and_then(Arg::get_env);
    if let Some(variable) = variable.filter(|_| !is_typed) {
        let variable = ContextValue::String(variable.to_string_lossy().into_owned());
        error.insert(ContextKind::InvalidArg, variable);
    }
    error
}
