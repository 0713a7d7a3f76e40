//! What is wrong with a command line, in two lines.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use tictactoe_protocol::text::clean;

use crate::exit::Failure;

/// Two lines of clap's several: what is wrong, and what can be written. Of clap's tips only those serve that
/// name what was meant.
pub(super) fn usage(error: &clap::Error, variable: impl Fn(&str) -> Option<OsString>) -> Failure {
    let text = error.render().to_string();
    let mut lines = text.lines().map(clean).filter(|line| !line.is_empty());
    let what = lines.next().unwrap_or_default();
    let help = lines
        .find_map(|line| {
            let values = line.strip_prefix("[possible values: ").and_then(|line| line.strip_suffix(']'));
            let tip = line.strip_prefix("tip: ").filter(|tip| tip.starts_with("a similar"));
            values.map(|values| format!("Write one of {values}.")).or_else(|| tip.map(capitalised))
        })
        .unwrap_or_else(|| "Run tictactoe --help to see the flags.".to_owned());
    let what = what.strip_prefix("error: ").unwrap_or(&what);
    let what = match wrong_variable(error, variable) {
        Some((variable, flag)) => what.replace(&flag, &variable),
        None => what.to_owned(),
    };
    Failure::Usage { what: format!("{}.", capitalised(&what).trim_end_matches('.')), remedy: help }
}

fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), rest.as_str()))
}

/// The variable that holds the wrong value, and the flag that clap names instead.
fn wrong_variable(
    error: &clap::Error,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<(String, String)> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else { return None };
    let name = flag.trim_start_matches('-').split([' ', '=']).next()?;
    let name = format!("TICTACTOE_{}", name.to_uppercase().replace('-', "_"));
    (variable(&name)? == OsString::from(value)).then(|| (name, flag.clone()))
}
