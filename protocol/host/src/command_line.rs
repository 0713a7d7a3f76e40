//! The shared parts of the command lines: version, layout of the help, times, completions and the manual page.

use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::Command;
use clap_complete::generate;
use clap_mangen::Man;

pub use clap_complete::Shell;

/// The version of the programs; in a release build with its commit, like `0.2.0+1a2b3c4d`.
pub const VERSION: &str = env!("TICTACTOE_VERSION");

/// A term and its meaning.
pub type Row = (&'static str, &'static str);

/// A help template in which the examples come first.
#[must_use]
pub fn help_template(examples: &[Row]) -> String {
    let examples = table(examples.iter().copied());
    format!("{{about}}\n\nExamples:\n{examples}\n{{usage-heading}} {{usage}}\n\n{{all-args}}{{after-help}}")
}

/// A row on each line, the meanings below each other.
pub fn table<T: AsRef<str>>(rows: impl IntoIterator<Item = (T, &'static str)>) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let width = rows.iter().map(|(term, _)| term.as_ref().chars().count()).max().unwrap_or_default();
    rows.iter().fold(String::new(), |text, (term, meaning)| {
        text + &format!("  {:<width$}  {meaning}\n", term.as_ref())
    })
}

/// A parser for numbers of this range. clap's own one names it as Rust does: `0 is not in 1..=1440`.
pub fn number_in<T: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("write a number from {} to {}", range.start(), range.end()))
    }
}

/// Parses columns and rows like `5x4`.
///
/// # Errors
/// Says what to write instead.
pub fn parse_board(text: &str) -> Result<(u8, u8), &'static str> {
    text.split_once(['x', 'X'])
        .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)))
        .filter(|&(columns, rows)| columns > 0 && rows > 0)
        .ok_or("write columns and rows like 3x3, up to 15x15")
}

/// Parses a number of seconds, or a time with a unit like `500ms`, `10s` or `2m`.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    match text.trim().parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text.trim()).ok(),
    }
}

/// Parses a time of at most a day.
///
/// # Errors
/// Says what to write instead.
pub fn parse_time(text: &str) -> Result<Duration, &'static str> {
    const MAX: Duration = Duration::from_secs(24 * 60 * 60);
    let time = parse_duration(text).filter(|&time| time <= MAX);
    time.ok_or("give seconds, or a unit like 500ms, 10s or 2m, at most 24h")
}

/// The script with which a shell completes the command line.
#[must_use]
pub fn completions(shell: Shell, mut command: Command) -> String {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page.
///
/// # Errors
/// An error of `clap_mangen`, which writes to memory here.
pub fn manual_page(command: Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command).manual("Games").render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ValueEnum};

    use super::*;

    /// A program with flags of one and more words, with values and without.
    fn program(name: &'static str) -> Command {
        let flag = |name: &'static str, variable: &'static str| Arg::new(name).long(name).env(variable);
        let level = flag("level", "GAME_LEVEL").value_parser(["casual", "perfect"]);
        let log_file = flag("log-file", "GAME_LOG_FILE");
        let shell = Arg::new("shell").value_parser(clap::value_parser!(Shell));
        Command::new(name)
            .args([Arg::new("address"), level, log_file, flag("local", "GAME_LOCAL").num_args(0)])
            .subcommand(Command::new("list").arg(flag("json", "GAME_JSON").num_args(0)))
            .subcommand(Command::new("completions").arg(shell))
    }

    #[test]
    fn every_shell_completes_flags_values_and_commands() {
        for shell in Shell::value_variants() {
            let script = completions(*shell, program("a-game"));
            for word in ["level", "log-file", "local", "completions", "json"] {
                assert!(script.contains(word), "{word} in {shell}");
            }
            let offers_values = matches!(shell, Shell::Bash | Shell::Fish | Shell::Zsh);
            assert!(!offers_values || script.contains("perfect"), "{shell}");
        }
    }

    /// The words that bash offers for Tab after these words.
    #[cfg(unix)]
    fn completed(words: &[&'static str]) -> String {
        let (at, command) = (words.len() - 1, words[0]);
        let press = format!(
            "COMP_WORDS=({}) COMP_CWORD={at}\n\
             by=$(complete -p {command}) && by=${{by#*-F }} && ${{by%% *}} {command} '{}' '{}'\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.join(" "),
            words[at],
            words[at - 1],
        );
        let script = completions(Shell::Bash, program(command)) + "\n" + &press;
        let output = std::process::Command::new("bash").args(["--norc", "-c", &script]).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[test]
    #[cfg(unix)]
    fn bash_completes_flags_and_their_values() {
        for name in ["game", "a-game"] {
            for (words, offered) in
                [(&["--lo"][..], "--log-file\n--local\n"), (&["--level", "p"], "perfect\n")]
            {
                assert_eq!(completed(&[&[name], words].concat()), offered, "{name} {words:?}");
            }
        }
    }

    #[test]
    fn the_manual_page_has_each_flag_with_its_variable_and_each_command() {
        let page = manual_page(program("a-game")).unwrap().replace("\\-", "-");
        for text in [".TH a-game 1 ", "--log-file", "GAME_LOG_FILE", "a-game-list(1)"] {
            assert!(page.contains(text), "{text} in {page}");
        }
    }

    #[test]
    fn a_number_outside_its_range_is_refused_with_both_ends() {
        let parse = number_in(1..=1440_u16);
        assert_eq!((parse("1"), parse("1440")), (Ok(1), Ok(1440)));
        for wrong in ["0", "1441", "-1", "99999999", "many", ""] {
            assert_eq!(parse(wrong).unwrap_err(), "write a number from 1 to 1440", "{wrong}");
        }
    }

    #[test]
    fn a_board_is_two_numbers() {
        assert_eq!(parse_board("5x4"), Ok((5, 4)));
        assert_eq!(parse_board("15X15"), Ok((15, 15)));
        for wrong in ["", "5", "x", "5x", "x4", "0x3", "3x0", "5x4x4", "300x3", "-1x3", "5*4"] {
            assert!(parse_board(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_is_a_number_of_seconds_or_has_a_unit() {
        let seconds = |text| parse_duration(text).map(|time| time.as_secs_f64());
        for (text, expected) in [
            ("90s", 90.0),
            (" 5m ", 300.0),
            ("1h", 3600.0),
            ("2.5s", 2.5),
            ("0", 0.0),
            ("0s", 0.0),
            ("0.5", 0.5),
            ("500ms", 0.5),
            ("24h", 86_400.0),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
        for wrong in ["", "m", "ms", "soon", "-1s", "-1", "NaN", "NaNs", "inf", "1e300", "1e300h", "5\u{e9}"]
        {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}
