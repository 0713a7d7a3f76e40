//! The command line. Help, errors, completions and the manual page are made of its definition.
//!
//! * `data` and `limits`: flags of one kind each.
//! * `variables`: which variables count, and what is said of a wrong one.
//! * `help` and `man`: what is said of the flags.

mod data;
mod help;
mod limits;
mod man;
#[cfg(test)]
mod tests;
mod variables;

use std::ffi::OsString;
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
        Self::parse_with_variables(&std::env::args_os().collect::<Vec<_>>())
            .unwrap_or_else(|error| error.exit())
    }

    fn parse_with_variables(arguments: &[OsString]) -> Result<Self, clap::Error> {
        let mut command = variables::definition(Self::command(), arguments);
        let matches = command
            .try_get_matches_from_mut(arguments)
            .map_err(|error| variables::blame(error, &command, arguments))?;
        let mut line = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let is_typed = |flag: &str| matches.value_source(flag) == Some(ValueSource::CommandLine);
        let settled = line.flags.data.settle(is_typed);
        settled.map_err(|contradiction| command.error(ErrorKind::ArgumentConflict, contradiction))?;
        Ok(line)
    }
}

/// The completions for a shell.
pub(crate) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    generate(shell, &mut CommandLine::command(), "tictactoe-server", &mut script);
    // The script for bash sets the one name and looks for the other, because of the hyphen.
    String::from_utf8_lossy(&script).replace("tictactoe__subcmd__server__", "tictactoe__server__")
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
