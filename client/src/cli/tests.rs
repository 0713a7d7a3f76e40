//! Command lines, well formed and not.

mod config;

use super::config::Venue;
use super::*;
use crate::purpose::{InputMode, Purpose};
use crate::ui::Ui;
use tictactoe_protocol::client::Watch;
use tictactoe_protocol::values::MatchId;

const PIPE: Environment =
    Environment { ui: Ui::Text, input_mode: InputMode::Script, unicode: true, colour: true };

fn request(arguments: &[&str]) -> Result<Request, Failure> {
    read(std::iter::once("tictactoe").chain(arguments.iter().copied()).map(Into::into), PIPE)
}

fn address(arguments: &[&str]) -> Option<String> {
    match request(arguments) {
        Ok(Request::Play(config)) => match config.venue {
            Venue::Named(address) => Some(address.to_string()),
            _ => None,
        },
        other => panic!("{other:?}"),
    }
}

fn lines(arguments: &[&str]) -> String {
    request(arguments).unwrap_err().lines().unwrap()
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
fn the_list_takes_the_flags_of_the_log() {
    let log = |arguments: &[&str]| match request(arguments) {
        Ok(Request::List { shared, .. }) => shared,
        other => panic!("{other:?}"),
    };
    assert_eq!(log(&["list", "-v"]), SharedFlags { verbose: true, ..SharedFlags::default() });
    let file = SharedFlags { log_file: Some("a b".into()), verbose: true, ca: None };
    assert_eq!(log(&["list", "--log-file", "a b", "--verbose"]), file);
}

#[test]
fn a_usage_error_has_two_lines() {
    assert_eq!(
        lines(&["--vs", "humn"]),
        "Invalid value 'humn' for '--vs <WHO>'.\nWrite one of any, human, ai.\n"
    );
    assert_eq!(
        lines(&["--gam", "3x3"]),
        "Unexpected argument '--gam' found.\nA similar argument exists: '--game'\n"
    );
    for wrong in [["--game", "3"], ["--game", "0x3"], ["--timeout", "-1"], ["--timeout", "0"]]
        .into_iter()
        .chain([["--name", " "], ["--room", "a b"], ["a", "b"]])
    {
        let failure = request(&wrong).unwrap_err();
        assert_eq!(failure.code(), 2, "{wrong:?}");
        assert_eq!(failure.lines().unwrap().lines().count(), 2, "{wrong:?}");
    }
}

#[test]
fn tips_that_name_no_flag_are_left_out() {
    assert_eq!(
        lines(&["--room", "a", "--", "--x", "y"]).lines().last(),
        Some("Run tictactoe --help to see the flags.")
    );
    assert!(lines(&["-x"]).ends_with("\nRun tictactoe --help to see the flags.\n"));
}

#[test]
fn invalid_numbers_are_refused_with_an_example() {
    assert!(lines(&["--game", "5x4 6"]).contains("on 5x4, write 1 to 5 in a row, not 6."));
    assert!(lines(&["--best-of", "2"]).contains("a series has 1, 3, 5, 7 or 9 games."));
}

#[test]
fn an_error_names_the_variable_that_the_value_came_from() {
    // Like a variable, a default value is nowhere among the arguments.
    let error = |id: &str, value: &'static str, arguments: &[&str]| {
        let mut definition = Flags::command().mut_arg(id, |flag| flag.default_value(value));
        let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
        let error = definition.try_get_matches_from_mut(&arguments).unwrap_err();
        usage(&name_variable(error, &definition, &arguments), None).to_string()
    };
    for (id, value, typed, what) in [
        ("vs", "humn", &[][..], "Invalid value 'humn' for 'TICTACTOE_VS'."),
        ("vs", "ai", &["--vs", "humn"], "Invalid value 'humn' for '--vs <WHO>'."),
        ("vs", "ai", &["--vs=humn"], "Invalid value 'humn' for '--vs <WHO>'."),
        ("vs", "ai", &["--vs"], "A value is required for '--vs <WHO>' but none was supplied."),
        ("address", "a:0", &[], "TICTACTOE_SERVER: `0` is not a port. Ports are numbers from 1 to 65535."),
        ("address", "a", &["a:0"], "`0` is not a port. Ports are numbers from 1 to 65535."),
    ] {
        assert_eq!(error(id, value, &[&["tictactoe"], typed].concat()), what);
    }
    assert!(error("no_mouse", "maybe", &["tictactoe"]).contains("'TICTACTOE_NO_MOUSE'"));
}

#[test]
fn a_subcommand_comes_first_and_everything_else_is_an_address() {
    assert!(matches!(request(&["list"]), Ok(Request::List { server: None, json: false, .. })));
    assert!(matches!(request(&["list", "mybox"]), Ok(Request::List { server: Some(_), .. })));
    assert!(matches!(request(&["list", "--json"]), Ok(Request::List { json: true, .. })));
    for host in ["192.168.1.23:7878", "list:7878", "mybox:7878", "lists:7878"] {
        assert_eq!(address(&[host]).as_deref(), Some(host));
        assert_eq!(address(&["--name", "Ann", host]).as_deref(), Some(host));
    }
    assert_eq!(
        lines(&["--name", "Ann", "list"]),
        "The command list must come before all flags.\n\
         Type tictactoe list, or tictactoe list:7878 for a server of that name.\n"
    );
    for late in [&["--name", "Ann", "watch", "mybox"][..], &["--vs", "ai", "watch", "--ui", "text"]] {
        assert!(
            lines(late).starts_with("The command watch must come before all flags.\n"),
            "{}",
            lines(late)
        );
    }
    for wrong in [&["list", "--name", "Ann"][..], &["completions"], &["completions", "tcsh"]] {
        assert_eq!(request(wrong).unwrap_err().code(), 2, "{wrong:?}");
        assert_eq!(lines(wrong).lines().count(), 2, "{wrong:?}");
    }
}

#[test]
fn a_watch_takes_a_link_to_a_match_and_the_flags_of_its_interface_and_log() {
    let link = ["watch", "http://mybox/watch/m1", "--ui", "text", "--log-file", "log", "-v"];
    let Ok(Request::Play(config)) = request(&link) else { panic!("a watch") };
    assert_eq!(config.purpose, Some(Purpose::Watch(Watch { match_id: MatchId("m1".into()) })));
    assert_eq!((config.ui, config.shared.verbose), (Ui::Text, true));
    let Ok(Request::Play(config)) = request(&["watch", "mybox"]) else { panic!("a watch") };
    assert_eq!(config.purpose, None, "chosen from a list");
    let lists = |flag| printed(&["watch", "--help"]).contains(flag);
    assert_eq!(["--ascii", "--name", "--game", "--new"].map(lists), [true, false, false, false]);
}

fn printed(arguments: &[&str]) -> String {
    match request(arguments) {
        Ok(Request::Print(text)) => text,
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
    for heading in ["Commands:", "Opponent:", "Game:", "Interface:", "Reconnecting:", "Troubleshooting:"] {
        assert!(help.contains(heading), "{help}");
    }
    for rest in ["Keys", "Words", "Exit codes", "possible values", "env:"] {
        assert!(!help.contains(rest), "{rest}");
    }
}

#[test]
fn the_help_has_every_key_word_variable_and_exit_code() {
    for (text, examples) in [(printed(&["--help"]), help::EXAMPLES), (plain(&printed(&["man"])), &[])] {
        let rows = help::EXITS.iter().chain(help::VARIABLES).chain(examples).map(|row| row.1);
        let keys = crate::ui::tui::keys::KEYS.iter().map(|key| key.meaning);
        let words = crate::app::command::typed_lines().map(|(_, meaning)| meaning);
        for meaning in rows.chain(keys).chain(words) {
            assert!(text.contains(meaning), "{meaning}");
        }
        for flag in Flags::command().get_arguments() {
            assert!(flag.get_long().is_none_or(|flag| text.contains(&format!("--{flag}"))), "{flag}");
            let variable = flag.get_env().map(|name| name.display().to_string());
            assert!(variable.is_none_or(|variable| text.contains(&variable)), "{flag} in {text}");
        }
        assert!(
            text.contains("a person, or the computer when nobody comes") || text.contains("A person, or")
        );
    }
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
