//! Command lines, well formed and not.

use super::*;

fn wishes(arguments: &[&str]) -> Wishes {
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
    for flag in Flags::command().get_arguments().filter(|flag| flag.get_long().is_some()) {
        let long = flag.get_long().unwrap();
        let variable = format!("TICTACTOE_{}", long.to_uppercase());
        assert_eq!(flag.get_env(), Some(variable.as_ref()), "{long}");
    }
}

#[test]
fn words_are_taken_in_capitals_and_without() {
    let wishes = wishes(&["--mark", "o", "--vs", "AI", "--board", "5X4", "--timeout", "1.5"]);
    assert_eq!(wishes.mark.unwrap().value, MarkWish::O);
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
    let error = command().try_get_matches_from(["tictactoe", "--vs", "humn"]).unwrap_err();
    let set = |name: &str| (name == "TICTACTOE_VS").then(|| "humn".into());
    assert_eq!(usage(&error, set).to_string(), "Invalid value 'humn' for 'TICTACTOE_VS'.");
    let other = |name: &str| (name == "TICTACTOE_VS").then(|| "ai".into());
    assert_eq!(usage(&error, other).to_string(), "Invalid value 'humn' for '--vs <WHO>'.");
}

#[test]
fn help_shows_examples_first_and_every_word() {
    let Ok(Asked::Print(help)) = asked(&["--help"]) else { panic!("help") };
    assert!(help.find("Examples:").unwrap() < help.find("Usage:").unwrap());
    for word in crate::input::WORDS {
        assert!(help.contains(word.meaning), "{}", word.meaning);
    }
}
