//! The environment variables of flags: which of them apply, and errors that name them.

use std::ffi::{OsStr, OsString};

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

/// The definition without the variables that do not apply: empty ones, which are commonly meant as unset, those that
/// Kubernetes sets in every container for a service named like the program, and the variables of the program's own
/// flags if there is a subcommand. The help does not show their values.
#[must_use]
pub fn with_variables(definition: Command, arguments: &[OsString]) -> Command {
    let has_command = arguments.get(1).is_some_and(|first| definition.find_subcommand(first).is_some());
    definition
        .mut_args(|flag| if has_command { flag.env(Resettable::Reset) } else { with_variable(flag) })
        .mut_subcommands(|command| command.mut_args(with_variable))
}

fn with_variable(flag: Arg) -> Arg {
    let value = flag.get_env().and_then(std::env::var_os);
    if value.is_some_and(|value| value.is_empty() || is_service_link(&value)) {
        flag.env(Resettable::Reset)
    } else {
        flag.hide_env_values(true)
    }
}

/// For a service `tictactoe`, Kubernetes sets `TICTACTOE_PORT=tcp://10.96.12.7:7878`, as links of Docker did.
fn is_service_link(value: &OsStr) -> bool {
    value.to_str().is_some_and(|value| value.starts_with("tcp://") || value.starts_with("udp://"))
}

/// Names the variable instead of the flag in an error, if the value came from the variable.
#[must_use]
pub fn name_variable(mut error: clap::Error, definition: &Command, arguments: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else { return error };
    let long = flag.split(' ').next().unwrap_or_default();
    let is_typed = |typed: &str| typed == value || typed.strip_prefix(long) == Some(&format!("={value}"));
    // A variable that applies is not empty.
    if value.is_empty() || arguments.iter().filter_map(|typed| typed.to_str()).any(is_typed) {
        return error;
    }
    let commands = std::iter::once(definition).chain(definition.get_subcommands());
    let mut named =
        commands.flat_map(Command::get_arguments).filter(|argument| argument.to_string() == *flag);
    let variable = named.find_map(Arg::get_env);
    if let Some(variable) = variable {
        let variable = ContextValue::String(variable.to_string_lossy().into_owned());
        error.insert(ContextKind::InvalidArg, variable);
    }
    error
}
