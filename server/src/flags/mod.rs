//! The command line. Help, errors, completions and the manual page are made of its definition.

mod data;
mod help;
mod limits;
mod man;

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::{Shell, generate};
use tictactoe_protocol::DEFAULT_PORT;
use tictactoe_server::Settings;
use tracing_subscriber::EnvFilter;

use crate::{export, solve};
use data::DataFlags;
use limits::LimitFlags;

pub(crate) use data::{DirectoryFlag, NoHome, Place};

/// Runs a tic-tac-toe server: two people on one network play each other, someone alone plays the computer.
#[derive(Debug, Parser)]
#[command(
    version,
    help_template = help::template(),
    after_help = help::end(),
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub(crate) struct CommandLine {
    /// What to do instead of running the server.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// How to run the server.
    #[command(flatten)]
    pub(crate) flags: Flags,
}

/// What there is besides running the server.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Flags),
    Export(export::Flags),
    /// Prints the completions for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell
        #[arg(ignore_case = true)]
        shell: Shell,
    },
    /// Prints the manual page
    #[command(after_help = help::MAN)]
    Man,
}

const WHERE: &str = "Where it listens";
const HOW: &str = "How it is played";
const WHAT: &str = "What is kept";
const FAULTS: &str = "How to find a fault";

/// How to run the server.
#[derive(Debug, Args)]
pub(crate) struct Flags {
    /// The address to listen on
    #[arg(long, env = "TICTACTOE_HOST", default_value_t = IpAddr::V4(Ipv4Addr::UNSPECIFIED), help_heading = WHERE)]
    host: IpAddr,

    /// The port to listen on; 0 for any that is free [default: 7878, or the next free one of ten]
    #[arg(long, env = "TICTACTOE_PORT", help_heading = WHERE)]
    port: Option<u16>,

    /// Keep it to this machine: listen on 127.0.0.1, whatever --host says
    #[arg(long, env = "TICTACTOE_LOCAL", value_parser = BoolishValueParser::new(), help_heading = WHERE)]
    local: bool,

    /// Do not announce it on the network: players need its address
    #[arg(long, env = "TICTACTOE_NO_MDNS", value_parser = BoolishValueParser::new(), help_heading = WHERE)]
    no_mdns: bool,

    /// How long someone alone waits for a person before the computer joins
    #[arg(long, env = "TICTACTOE_AI_AFTER", value_name = "TIME", default_value = "10s", value_parser = time,
        help_heading = HOW)]
    ai_after: Duration,

    /// How long a person may take for a move; 0 for no clock
    #[arg(long, env = "TICTACTOE_MOVE_TIME", value_name = "TIME", default_value = "60s", value_parser = time,
        help_heading = HOW)]
    move_time: Duration,

    /// How long connections get to end when the server stops
    #[arg(long, env = "TICTACTOE_DRAIN", value_name = "TIME", default_value = "10s", value_parser = time,
        help_heading = HOW)]
    drain: Duration,

    /// Where matches are kept.
    #[command(flatten, next_help_heading = WHAT)]
    pub(crate) data: DataFlags,

    /// What to log to standard error: error, warn, info, debug, trace, or a filter like
    /// `tictactoe_server=debug`
    #[arg(long, env = "TICTACTOE_LOG", value_name = "FILTER", default_value = "info", value_parser = filter,
        help_heading = FAULTS)]
    pub(crate) log: String,

    /// They come under headings of their own, and what follows them would too.
    #[command(flatten)]
    limits: LimitFlags,
}

/// Where to listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Listen {
    /// The address.
    pub(crate) host: IpAddr,
    /// The first port to try.
    pub(crate) port: u16,
    /// How many ports to try, one after the other.
    pub(crate) ports: u16,
}

/// A port that nobody asked for may be another one.
const PORTS: u16 = 10;

impl CommandLine {
    /// Reads what was typed and the environment. What makes no sense ends the program.
    pub(crate) fn read() -> Self {
        let mut command = Self::command();
        let matches = command.get_matches_mut();
        let mut line =
            Self::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit());
        let is_typed = |flag: &str| matches.value_source(flag) == Some(ValueSource::CommandLine);
        if let Err(contradiction) = line.flags.data.settle(is_typed) {
            command.error(ErrorKind::ArgumentConflict, contradiction).exit();
        }
        line
    }
}

/// The completions for a shell.
pub(crate) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    generate(shell, &mut CommandLine::command(), "tictactoe-server", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The manual page.
///
/// # Errors
/// None that memory could have.
pub(crate) fn manual() -> std::io::Result<String> {
    man::page()
}

impl Flags {
    pub(crate) fn listen(&self) -> Listen {
        let host = if self.local { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { self.host };
        match self.port {
            Some(port) => Listen { host, port, ports: 1 },
            None => Listen { host, port: DEFAULT_PORT, ports: PORTS },
        }
    }

    /// Whether others on the network are to be told of the server.
    pub(crate) const fn is_announced(&self) -> bool {
        !self.local && !self.no_mdns
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings {
            ai_after: self.ai_after,
            move_time: (!self.move_time.is_zero()).then_some(self.move_time),
            drain: self.drain,
            matches: self.data.max_matches,
            ..self.limits.settings()
        }
    }
}

/// The longest time that a flag takes: a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads a number of seconds, or a time with its unit.
fn time(text: &str) -> Result<Duration, String> {
    let time = match text.parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
        Err(_) => humantime::parse_duration(text).map_err(|error| error.to_string()),
    };
    match time {
        Ok(time) if time <= LONGEST => Ok(time),
        Ok(_) => Err("at most 24h".into()),
        Err(error) => Err(format!("{error}: give seconds, or a unit as in 500ms, 10s, 2m")),
    }
}

/// Reads a filter as `tracing` knows it, and hands its text on.
fn filter(text: &str) -> Result<String, String> {
    match EnvFilter::try_new(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err("give a level, or a filter like tictactoe_server=debug".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn the_flags_do_not_contradict_each_other() {
        CommandLine::command().debug_assert();
    }

    /// Every long flag, and its variable.
    fn flags() -> Vec<(String, Option<String>)> {
        let command = CommandLine::command();
        let arguments = command.get_arguments().filter_map(|argument| {
            let variable = argument.get_env().map(|name| name.to_string_lossy().into_owned());
            Some((argument.get_long()?.to_owned(), variable))
        });
        arguments.collect()
    }

    #[test]
    fn every_flag_has_a_variable_that_is_named_like_it() {
        for (flag, variable) in flags() {
            let expected = format!("TICTACTOE_{}", flag.to_uppercase().replace('-', "_"));
            assert_eq!(variable, Some(expected), "--{flag}");
        }
    }

    #[test]
    fn the_help_begins_with_examples() {
        let help = CommandLine::command().render_long_help().to_string();
        let heads = [
            "Examples:",
            "Usage:",
            "Commands:",
            WHERE,
            HOW,
            WHAT,
            "Who may connect",
            "Limits",
            "Exit codes:",
        ];
        let places: Vec<_> = heads.iter().map(|head| help.find(head).unwrap()).collect();
        assert!(places.is_sorted(), "{places:?} in {help}");
    }

    #[test]
    fn the_manual_page_has_every_flag_with_its_variable_and_every_command() {
        let page = manual().unwrap().replace("\\-", "-");
        for (flag, variable) in flags() {
            assert!(
                page.contains(&format!("--{flag}")) && page.contains(&variable.unwrap()),
                "--{flag} in {page}"
            );
        }
        for command in CommandLine::command().get_subcommands() {
            assert!(page.contains(&format!(".SH {}", command.get_name().to_uppercase())), "{page}");
        }
        assert!(page.contains("--nodes"), "the flags of a command too");
    }

    #[test]
    fn every_shell_can_complete_every_flag() {
        for shell in Shell::value_variants() {
            let script = completions(*shell);
            for (flag, _) in flags() {
                assert!(script.contains(&flag), "--{flag} in {shell}");
            }
        }
    }

    #[test]
    fn a_server_is_announced_unless_somebody_objects() {
        let is_announced =
            |flags: &[&str]| CommandLine::parse_from([&["server"], flags].concat()).flags.is_announced();
        assert!(is_announced(&[]) && !is_announced(&["--local"]) && !is_announced(&["--no-mdns"]));
    }

    #[test]
    fn the_flags_say_the_defaults_of_the_settings() {
        let (said, meant) = (CommandLine::parse_from(["server"]).flags.settings(), Settings::default());
        assert_eq!(
            (said.ai_after, said.move_time, said.drain, said.matches),
            (meant.ai_after, meant.move_time, meant.drain, meant.matches)
        );
    }

    #[test]
    fn times_are_seconds_or_have_a_unit() {
        assert_eq!(time("10"), Ok(Duration::from_secs(10)));
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "soon", "-1", "NaN", "25h", "1e300"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_port_that_was_asked_for_is_the_only_one_tried() {
        assert_eq!(CommandLine::parse_from(["server", "--port", "9"]).flags.listen().ports, 1);
        assert_eq!(CommandLine::parse_from(["server"]).flags.listen().ports, PORTS);
    }
}
