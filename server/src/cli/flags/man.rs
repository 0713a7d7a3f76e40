//! The manual page.

use std::io;

use clap::builder::StyledStr;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::CommandLine;
use super::help::{EXAMPLES, EXITS, NOTES, Row};

const SYNOPSIS: &str = "\
tictactoe-server [OPTIONS]
tictactoe-server solve [OPTIONS] [CxR]
tictactoe-server export [--data DIR]
tictactoe-server completions SHELL
tictactoe-server man";

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
    roff.to_writer(&mut page)?;
    man.render_options_section(&mut page)?;
    for command in command.get_subcommands() {
        subcommand(command, &mut page)?;
    }
    let mut roff = Roff::new();
    table("EXIT STATUS", EXITS, &mut roff);
    table("EXAMPLES", EXAMPLES, &mut roff);
    roff.to_writer(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn subcommand(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let text = |text: Option<&StyledStr>| text.map(ToString::to_string).unwrap_or_default();
    let mut roff = Roff::new();
    roff.control("SH", [&*command.get_name().to_uppercase()]);
    paragraphs(&text(command.get_about()), &mut roff);
    roff.to_writer(page)?;
    let mut options = Vec::new();
    Man::new(command.clone()).render_options_section(&mut options)?;
    page.extend(String::from_utf8_lossy(&options).replace(".SH OPTIONS", ".SS Options").bytes());
    let mut roff = Roff::new();
    paragraphs(&text(command.get_after_help()), &mut roff);
    roff.to_writer(page)
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

fn table(heading: &str, rows: &[Row], roff: &mut Roff) {
    roff.control("SH", [heading]);
    for &(term, meaning) in rows {
        roff.control("TP", []).text([bold(term)]).text([roman(meaning)]);
    }
}
