//! The manual page.

use std::io;

use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::help::{EXAMPLES, EXITS, ORDER, SQUARES, VARIABLES};
use super::named;
use crate::app::command::WORDS;
use crate::ui::tui::keys::KEYS;

/// Name, section, date, source and manual. Without a date the same source gives the same page.
const TITLE: [&str; 5] =
    ["TICTACTOE", "1", "\"\"", concat!("tictactoe ", env!("CARGO_PKG_VERSION")), "Games"];

const SYNOPSIS: &str = "\
tictactoe [OPTIONS] [ADDRESS]
tictactoe list [--json] [--log-file FILE] [--verbose]
tictactoe completions SHELL
tictactoe man";

const WAYS: &str = "\
Without an address it looks for a server on the network, and else tries localhost:7878. The server brings you together \
with whoever waits there; when nobody does, the computer takes the other side after a while.";

/// The page in the language of man.
pub(super) fn page() -> io::Result<String> {
    let command = named().override_usage(SYNOPSIS);
    let commands: Vec<_> = command.get_subcommands().map(|of| about(of, &command)).collect();
    let man = Man::new(command);
    let mut page = Vec::new();
    Roff::new().control("TH", TITLE).to_writer(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    Roff::new().control("PP", []).text([roman(WAYS)]).to_writer(&mut page)?;
    rest(&commands, &man, &mut page)?;
    // The empty lines before lists of values are breaks, which readers of the page complain about.
    Ok(String::from_utf8_lossy(&page).replace(".br\n\n.br\n", ".sp\n"))
}

fn rest(commands: &[(String, String)], man: &Man, page: &mut Vec<u8>) -> io::Result<()> {
    section("COMMANDS", commands.iter().map(|(name, about)| (name, about)), page)?;
    man.render_options_section(page)?;
    section("KEYS", KEYS.iter().map(|key| (key.keys, key.meaning)), page)?;
    let words = WORDS.iter().map(|word| (word.spelled.join(", "), word.meaning));
    section("WORDS", std::iter::once((SQUARES.0.to_owned(), SQUARES.1)).chain(words), page)?;
    section("ENVIRONMENT", VARIABLES.iter().copied(), page)?;
    Roff::new().control("PP", []).text([roman(ORDER)]).to_writer(page)?;
    section("EXIT STATUS", EXITS.iter().copied(), page)?;
    section("EXAMPLES", EXAMPLES.iter().copied(), page)
}

/// What a command does, and the flags that it has for itself.
fn about(command: &Command, all: &Command) -> (String, String) {
    let is_shared = |flag: &Arg| all.get_arguments().any(|other| other.get_id() == flag.get_id());
    let flags = command.get_arguments().filter(|flag| !is_shared(flag));
    let flags = flags.filter_map(|flag| Some(format!("--{}: {}", flag.get_long()?, flag.get_long_help()?)));
    let about = command.get_long_about().or_else(|| command.get_about()).map(ToString::to_string);
    (command.get_name().to_owned(), about.into_iter().chain(flags).collect::<Vec<_>>().join("\n\n"))
}

/// A heading, and below it what is written and what it means.
fn section<A: AsRef<str>, B: AsRef<str>>(
    heading: &str,
    rows: impl Iterator<Item = (A, B)>,
    page: &mut Vec<u8>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [heading]);
    for (name, meaning) in rows {
        roff.control("TP", []).text([bold(name.as_ref())]);
        for line in meaning.as_ref().lines() {
            if line.is_empty() {
                roff.control("sp", [])
            } else {
                roff.text([roman(line)])
            };
        }
    }
    roff.to_writer(page)
}
