//! The environment variables of flags: which of them apply, and errors that name them.

use std::ffi::OsString;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

/// The definition without the variables that do not apply: empty ones, which are commonly meant as unset, and those of
/// the server's flags when a subcommand is given.
pub(super) fn applied(definition: Command, arguments: &[OsString]) -> Command {
    let has_command = arguments.get(1).is_some_and(|first| definition.find_subcommand(first).is_some());
    definition
        .mut_args(|flag| if has_command { flag.env(Resettable::Reset) } else { without_empty(flag) })
        .mut_subcommands(|command| command.mut_args(without_empty))
}

fn without_empty(flag: Arg) -> Arg {
    let is_empty = flag.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    if is_empty { flag.env(Resettable::Reset) } else { flag }
}

/// Names the variable instead of the flag in an error, if the value came from the variable.
pub(super) fn name_variable(
    mut error: clap::Error,
    definition: &Command,
    arguments: &[OsString],
) -> clap::Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let flag = flag.split(' ').next().unwrap_or_default();
    let is_typed = arguments
        .iter()
        .filter_map(|typed| typed.to_str())
        .any(|typed| typed.split('=').next() == Some(flag));
    let is_flag =
        |argument: &&Arg| argument.get_long().is_some_and(|long| flag.strip_prefix("--") == Some(long));
    let variable = definition.get_arguments().find(is_flag).and_then(Arg::get_env);
    if let Some(variable) = variable.filter(|_| !is_typed) {
        let variable = ContextValue::String(variable.to_string_lossy().into_owned());
        error.insert(ContextKind::InvalidArg, variable);
    }
    error
}
