//! What the command lines of the client and the server share: their version, the layout of the help, environment
//! variables, times, completions and the manual page.

mod usage;
mod variables;

use std::io;
use std::time::Duration;

use clap::Command;
use clap_complete::generate;
use clap_mangen::Man;

pub use clap_complete::Shell;
pub use usage::shorten_error;
pub use variables::{name_variable, with_variables};

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
    generate(shell, &mut command, &name, &mut script);
    let function = name.replace('-', "_");
    String::from_utf8_lossy(&script)
        // For a name with a hyphen clap_complete defines one function and calls another.
        .replace(&format!("{}__", name.replace('-', "__subcmd__")), &format!("{}__", name.replace('-', "__")))
        // In fish a flag that still lacks its value must not hide the values that it can have,
        .replace("    or return\n", "    or return 0\n")
        // and subcommands only come first.
        .replace(
            &format!("\"__fish_{function}_needs_command\" -a"),
            "\"test (count (commandline -opc)) -eq 1\" -a",
        )
}

/// How to install the completions, for the help.
#[must_use]
pub fn about_completions(program: &str) -> String {
    format!(
        "To install them for your user:\n\
         \x20 bash  {program} completions bash > \\\n\
         \x20         ~/.local/share/bash-completion/completions/{program}\n\
         \x20 fish  {program} completions fish > ~/.config/fish/completions/{program}.fish\n\
         \x20 zsh   {program} completions zsh > DIR/_{program}, with a DIR in your $fpath"
    )
}

/// How to install the manual page, for the help.
#[must_use]
pub fn about_man(program: &str) -> String {
    format!(
        "To install it for your user:\n\
         \x20 {program} man > ~/.local/share/man/man1/{program}.1\n\
         To read it now: {program} man | man -l -"
    )
}

/// The manual page: as `--help`, then the examples, and the help of each subcommand.
///
/// # Errors
/// Those of `clap_mangen`, which writes to memory here.
pub fn manual_page(command: Command, examples: &[Row]) -> io::Result<String> {
    let mut command = command.mut_subcommands(|command| command.mut_args(|flag| flag.hide_env_values(true)));
    // Otherwise arguments have no written form.
    command.build();
    let title = command.get_name().to_uppercase();
    let usage = command.clone().flatten_help(true).render_usage().to_string().replace("Usage: ", "       ");
    let help = command.get_after_long_help().or(command.get_after_help()).cloned().unwrap_or_default();
    let notes = format!("{help}\n\nExamples:\n{}", table(examples.iter().copied()));
    let commands = command.get_subcommands_mut().filter(|command| command.get_name() != "help");
    let notes = commands.fold(notes, |notes, command| {
        notes + &format!("\n{}\n{}", command.get_name().to_uppercase(), command.render_long_help())
    });
    // Unquoted, an empty date would vanish, and what follows would move up.
    let man = Man::new(command.override_usage(usage).after_long_help(notes)).title(title).date("\"\"");
    let man = man.manual("Games");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_extra_section(&mut page)?;
    // Tables and commands keep their lines.
    Ok(String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH NOTES\n.nf\n"))
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

    #[test]
    fn fish_offers_the_values_of_a_flag_and_subcommands_only_first() {
        let script = completions(Shell::Fish, program("a-game"));
        assert!(script.contains("or return 0\n") && !script.contains("or return\n"));
        let is_of_list = |line: &&str| line.contains(" -eq 1\" -a \"list\"");
        assert_eq!(script.lines().filter(is_of_list).count(), 1, "{script}");
        assert!(!script.contains("needs_command\" -a"), "{script}");
    }

    /// What bash offers for Tab after these words.
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
    fn bash_completes_the_flags_of_every_command_of_a_program_with_and_without_a_hyphen() {
        for name in ["game", "a-game"] {
            for (words, offered) in [
                (&["--lo"][..], "--log-file\n--local\n"),
                (&["--level", "p"], "perfect\n"),
                (&["list", "--js"], "--json\n"),
                (&["completions", "ba"], "bash\n"),
            ] {
                assert_eq!(completed(&[&[name], words].concat()), offered, "{name} {words:?}");
            }
        }
    }

    #[test]
    fn the_manual_page_has_its_sections_in_order_and_each_flag_with_its_variable() {
        let page = manual_page(program("a-game"), &[("a-game list", "which games there are")]).unwrap();
        let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        assert_eq!(headings, ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "NOTES"]);
        let page = page.replace("\\-", "-");
        assert!(page.contains(".TH A-GAME 1 \"\" "), "a date that is left out is not the source: {page}");
        for text in [
            "\nLIST\n",
            "\nCOMPLETIONS\n",
            "--log-file",
            "GAME_LOG_FILE",
            "--json",
            "GAME_JSON",
            "which games",
        ] {
            assert!(page.contains(text), "{text} in {page}");
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
