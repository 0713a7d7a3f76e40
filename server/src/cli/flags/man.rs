//! The manual page.

use std::fmt::Write as _;
use std::io;

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::CommandLine;
use super::help::{EXAMPLES, EXITS, NOTES};

const SYNOPSIS: &str = "\
tictactoe-server [OPTIONS]
tictactoe-server solve [OPTIONS] [CxR]
tictactoe-server export [--data DIR]
tictactoe-server completions SHELL
tictactoe-server man";

/// The page in roff.
pub(crate) fn page() -> io::Result<String> {
    let mut command = CommandLine::command().override_usage(SYNOPSIS);
    // Otherwise arguments have no written form.
    command.build();
    let man = Man::new(command.clone()).manual("Games");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    let mut roff = Roff::new();
    paragraphs(NOTES, &mut roff);
    options(&command, &mut roff);
    command.get_subcommands().for_each(|command| subcommand(command, &mut roff));
    table("EXIT STATUS", EXITS.iter().copied(), &mut roff);
    table("EXAMPLES", EXAMPLES.iter().copied(), &mut roff);
    roff.to_writer(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The options, grouped as in the help.
fn options(command: &Command, roff: &mut Roff) {
    roff.control("SH", ["OPTIONS"]);
    let mut headings: Vec<_> = command.get_arguments().map(Arg::get_help_heading).collect();
    headings.dedup();
    for heading in headings {
        heading.inspect(|heading| {
            roff.control("SS", [*heading]);
        });
        let arguments = command.get_arguments().filter(|argument| argument.get_help_heading() == heading);
        arguments.for_each(|argument| term(&argument.to_string(), &description(argument), roff));
    }
}

/// The section of a subcommand.
fn subcommand(command: &Command, roff: &mut Roff) {
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    roff.control("SH", [&*command.get_name().to_uppercase()]);
    paragraphs(&text(command.get_about()), roff);
    let arguments = command.get_arguments().filter(|argument| argument.get_id() != "help");
    arguments.for_each(|argument| term(&argument.to_string(), &description(argument), roff));
    paragraphs(&text(command.get_after_help()), roff);
}

/// The help of an argument, with its default and variable.
fn description(argument: &Arg) -> String {
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let default = argument.get_default_values().first().filter(|_| !argument.is_hide_default_value_set());
    if let Some(default) = default.filter(|_| argument.get_action().takes_values()) {
        let _ = write!(text, " [default: {}]", default.to_string_lossy());
    }
    if let Some(variable) = argument.get_env() {
        let _ = write!(text, " [env: {}]", variable.to_string_lossy());
    }
    text
}

/// Paragraphs with indented lines keep their line breaks.
fn paragraphs(text: &str, roff: &mut Roff) {
    for paragraph in text.split("\n\n") {
        let has_lines = paragraph.lines().any(|line| line.starts_with(' '));
        roff.control("PP", []);
        if has_lines {
            roff.control("nf", []);
        }
        roff.text([roman(paragraph)]);
        if has_lines {
            roff.control("fi", []);
        }
    }
}

fn table<'a>(heading: &str, rows: impl Iterator<Item = (&'a str, &'a str)>, roff: &mut Roff) {
    roff.control("SH", [heading]);
    rows.for_each(|(name, meaning)| term(name, meaning, roff));
}

fn term(name: &str, meaning: &str, roff: &mut Roff) {
    roff.control("TP", []).text([bold(name)]).text([roman(meaning)]);
}
