//! Command lines, well formed and not.
//!
//! * `shells`: what shells complete.

mod shells;

use std::path::PathBuf;
use std::time::Duration;

use clap::ArgAction;
use tictactoe_protocol::values::{MarkPreference, Opponent};

use super::*;
use crate::cli::options::Colour;
use crate::ui::Ui;
use crate::ui::tui::display::Numbers;

fn wishes(arguments: &[&str]) -> Options {
    match asked(arguments) {
        Ok(Asked::Run(wishes)) => *wishes,
        other => panic!("{other:?}"),
    }
}

fn asked(arguments: &[&str]) -> Result<Asked, Failure> {
    read(std::iter::once("tictactoe").chain(arguments.iter().copied()).map(Into::into))
}

fn lines(arguments: &[&str]) -> String {
    asked(arguments).unwrap_err().lines().unwrap()
}

#[test]
fn the_definition_of_the_flags_holds_together() {
    Flags::command().debug_assert();
}

#[test]
fn every_flag_has_its_variable() {
    let definition = Flags::command();
    let commands: Vec<_> = std::iter::once(&definition).chain(definition.get_subcommands()).collect();
    let long = |flag: &Arg| Some((flag.get_long()?.to_owned(), flag.get_env()?.to_owned()));
    let flags: Vec<_> = commands.iter().flat_map(|command| command.get_arguments()).collect();
    let with_variable: Vec<_> = flags.iter().filter_map(|flag| long(flag)).collect();
    assert_eq!(with_variable.len(), flags.iter().filter(|flag| flag.get_long().is_some()).count());
    for (long, variable) in &with_variable {
        assert_eq!(*variable, *format!("TICTACTOE_{}", long.to_uppercase().replace('-', "_")), "{long}");
    }
}

#[test]
fn a_list_can_be_looked_into() {
    let log = |arguments: &[&str]| match asked(arguments) {
        Ok(Asked::List { log, .. }) => log,
        other => panic!("{other:?}"),
    };
    assert_eq!(log(&["list", "-v"]), Log::StandardError { source: Source::CommandLine });
    let file = Log::File { path: "a b".into(), with_frames: true };
    assert_eq!(log(&["list", "--log-file", "a b", "--verbose"]), file);
}

#[test]
fn words_are_taken_in_capitals_and_without() {
    let wishes = wishes(&["--mark", "o", "--vs", "AI", "--board", "5X4", "--timeout", "1.5"]);
    assert_eq!(wishes.mark.unwrap().value, MarkPreference::O);
    assert_eq!(wishes.vs.unwrap().value, Opponent::Ai);
    assert_eq!(wishes.board.unwrap(), Wish { value: (5, 4), source: Source::CommandLine });
    assert_eq!(wishes.timeout.unwrap().value, Duration::from_millis(1500));
}

#[test]
fn what_makes_no_sense_is_said_in_two_lines() {
    assert_eq!(
        lines(&["--vs", "humn"]),
        "Invalid value 'humn' for '--vs <WHO>'.\nWrite one of any, human, ai.\n"
    );
    assert_eq!(
        lines(&["--bord", "3x3"]),
        "Unexpected argument '--bord' found.\nA similar argument exists: '--board'\n"
    );
    for wrong in
        [["--board", "3"], ["--board", "0x3"], ["--run", "0"], ["--timeout", "-1"], ["--timeout", "0"]]
            .into_iter()
            .chain([["--name", " "], ["--room", "a b"], ["--games", "many"], ["a", "b"]])
    {
        let failure = asked(&wrong).unwrap_err();
        assert_eq!(failure.code(), 2, "{wrong:?}");
        assert_eq!(failure.lines().unwrap().lines().count(), 2, "{wrong:?}");
    }
}

#[test]
fn tips_that_serve_nobody_here_are_left_out() {
    assert_eq!(
        lines(&["--room", "a", "--", "--x", "y"]).lines().last(),
        Some("Run tictactoe --help to see the flags.")
    );
    assert!(lines(&["-x"]).ends_with("\nRun tictactoe --help to see the flags.\n"));
}

#[test]
fn numbers_that_are_none_are_refused_in_words() {
    assert_eq!(
        lines(&["--games", "x"]).lines().next(),
        Some("Invalid value 'x' for '--games <N>': write a whole number, like 3; 0 plays until you quit.")
    );
    for sides in ["300x3", "3x300", "0x3", "3"] {
        assert!(lines(&["--board", sides]).contains("write columns and rows like 3x3, up to 15x15."));
    }
    assert!(lines(&["--run", "300"]).contains("write a whole number from 1 to 15."));
}

#[test]
fn a_wrong_variable_is_named() {
    let error = Flags::command().try_get_matches_from(["tictactoe", "--vs", "humn"]).unwrap_err();
    let set = |name: &str| (name == "TICTACTOE_VS").then(|| "humn".into());
    assert_eq!(usage(&error, set).to_string(), "Invalid value 'humn' for 'TICTACTOE_VS'.");
    let other = |name: &str| (name == "TICTACTOE_VS").then(|| "ai".into());
    assert_eq!(usage(&error, other).to_string(), "Invalid value 'humn' for '--vs <WHO>'.");
}

#[test]
fn the_variable_of_a_flag_with_two_words_is_named() {
    let wrong = ["tictactoe", "--no-mouse"];
    let definition = Flags::command().mut_arg("no_mouse", |flag| {
        flag.action(ArgAction::Set).default_missing_value("maybe").num_args(0..=1)
    });
    let error = definition.try_get_matches_from(wrong).unwrap_err();
    let set = |name: &str| (name == "TICTACTOE_NO_MOUSE").then(|| "maybe".into());
    assert!(usage(&error, set).to_string().contains("'TICTACTOE_NO_MOUSE'"), "{error}");
}

#[test]
fn the_flags_of_the_screen_and_of_the_log_are_wishes() {
    let wishes = wishes(&[
        "--ui",
        "TUI",
        "--color",
        "never",
        "--ascii",
        "--no-mouse",
        "--numbers",
        "numpad",
        "--log-file",
        "a b",
        "-v",
    ]);
    assert_eq!(wishes.face.unwrap().value, Ui::Tui);
    assert_eq!(wishes.colour.unwrap().value, Colour::Never);
    assert_eq!(wishes.numbers.unwrap().value, Numbers::Numpad);
    assert!(wishes.ascii.is_some() && wishes.no_mouse.is_some() && wishes.verbose.is_some());
    assert_eq!(wishes.log_file.unwrap().value, PathBuf::from("a b"));
    assert_eq!(super::tests::wishes(&["--ui", "auto"]).face, None);
}

#[test]
fn commands_stand_first_and_everything_else_is_an_address() {
    assert!(matches!(asked(&["list"]), Ok(Asked::List { json: false, log: Log::Off })));
    assert!(matches!(asked(&["list", "--json"]), Ok(Asked::List { json: true, log: Log::Off })));
    for address in ["192.168.1.23", "list:7878", "mybox", "lists"] {
        assert_eq!(wishes(&[address]).address.unwrap().value, address);
        assert_eq!(wishes(&["--name", "Ann", address]).address.unwrap().value, address);
    }
    assert_eq!(
        lines(&["--name", "Ann", "list"]),
        "The command list takes no flags before it.\n\
         Write tictactoe list, or list:7878 for a server that is called so.\n"
    );
    for wrong in
        [&["list", "--name", "Ann"][..], &["list", "mybox"], &["completions"], &["completions", "tcsh"]]
    {
        assert_eq!(asked(wrong).unwrap_err().code(), 2, "{wrong:?}");
        assert_eq!(lines(wrong).lines().count(), 2, "{wrong:?}");
    }
}

fn printed(arguments: &[&str]) -> String {
    match asked(arguments) {
        Ok(Asked::Print(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_short_help_has_a_line_for_each_flag() {
    let help = printed(&["-h"]);
    for flag in Flags::command().get_arguments().filter_map(Arg::get_long) {
        let is_of_flag = |line: &str| {
            line.trim_start().starts_with('-')
                && line.split([' ', ',']).any(|word| word == format!("--{flag}"))
        };
        let at = help.lines().position(is_of_flag).unwrap();
        let next = help.lines().nth(at + 1).unwrap_or_default().trim_start();
        assert!(next.is_empty() || next.starts_with('-'), "--{flag} takes more than a line: {next}");
    }
    assert!(help.find("Examples:").unwrap() < help.find("Usage:").unwrap());
    for heading in ["Commands:", "Whom to play:", "What to play:", "How to show it:", "How to come back:"] {
        assert!(help.contains(heading), "{help}");
    }
    for rest in ["Keys", "Words", "Exit codes", "possible values", "env:"] {
        assert!(!help.contains(rest), "{rest}");
    }
}

#[test]
fn the_help_has_every_key_word_variable_and_exit_code() {
    for text in [printed(&["--help"]), plain(&printed(&["man"]))] {
        let rows = help::EXITS.iter().chain(help::VARIABLES).chain(help::EXAMPLES).map(|row| row.1);
        let keys = crate::ui::tui::keys::KEYS.iter().map(|key| key.meaning);
        let words = crate::app::command::WORDS.iter().map(|word| word.meaning);
        for meaning in rows.chain(keys).chain(words) {
            assert!(text.contains(meaning), "{meaning}");
        }
        for flag in Flags::command().get_arguments() {
            assert!(flag.get_long().is_none_or(|flag| text.contains(&format!("--{flag}"))), "{flag}");
            let variable = flag.get_env().map(|name| format!("[env: {}]", name.display()));
            assert!(variable.is_none_or(|variable| words_of(&text).contains(&variable)), "{flag} in {text}");
        }
        assert!(
            text.contains("a person, or the computer when nobody comes") || text.contains("A person, or")
        );
    }
}

#[test]
fn the_manual_page_has_the_flags_of_the_commands() {
    let page = plain(&printed(&["man"]));
    assert!(page.contains("--json: A JSON object") && page.contains("[env: TICTACTOE_JSON]"), "{page}");
}

/// A text without its line breaks.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A manual page without what escapes its hyphens and quotes.
fn plain(page: &str) -> String {
    page.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\fB", "").replace("\\fR", "")
}

#[test]
fn the_help_fits_into_80_columns() {
    for arguments in
        [&["-h"][..], &["--help"], &["list", "--help"], &["completions", "--help"], &["man", "-h"]]
    {
        for line in printed(arguments).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn the_manual_page_has_its_sections_in_order() {
    let page = printed(&["man"]);
    let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    let first = ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS"];
    assert_eq!(headings[..5], first);
    assert!(
        headings.ends_with(&["KEYS", "WORDS", "ENVIRONMENT", "\"EXIT STATUS\"", "EXAMPLES"]),
        "{headings:?}"
    );
    assert!(page.contains(".TH TICTACTOE 1 \"\" "), "a date that is left out is not the source: {page}");
}
