//! The command line: flags, their environment variables, and the help.

#[cfg(test)]
mod tests;
mod time;
mod usage;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{BoolishValueParser, Resettable};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches, Parser, ValueEnum};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::words::{Level, MarkWish, MatchId, Opponent};

use crate::exit::Failure;
use crate::faces::{Face, Spoken};
use crate::input::WORDS;
use crate::wishes::{Source, Wish, Wishes};
use usage::usage;

const TEMPLATE: &str = "\
{about}

Examples:
  tictactoe                              play at localhost, against anyone or the computer
  tictactoe 192.168.1.23 --name Ann      play on another machine
  tictactoe --room kitten                meet a friend who names the same room
  tictactoe --vs ai --level casual       play the computer at once
  tictactoe --hotseat                    two people at this keyboard
  tictactoe --watch k3v9d7qpx2ma         look on
  printf '5\\n1\\n9\\n' | tictactoe --vs ai  play from a script

{usage-heading} {usage}

{all-args}
{after-help}";

/// What follows the flags, after the words that can be typed.
const AFTER: &str = "
With --ui json the client itself sends the `join` that its flags ask for.
Every flag can stand in the environment instead: flags count more, then the environment, then the defaults.

Exit codes:
  0  played, or quit                  5  the connection was lost for good
  1  an internal error                6  the server broke the protocol
  2  the flags make no sense          7  the time of --timeout was over
  3  no server                      129  SIGHUP
  4  the server refused             130  Ctrl-C,  143  SIGTERM";

const WHOM: &str = "Whom to play";
const GAME: &str = "What to play";
const HOW: &str = "How to show it";
const BACK: &str = "How to come back";

/// Play tic-tac-toe (noughts and crosses) on a tictactoe-server.
#[derive(Debug, Parser)]
#[command(name = "tictactoe", version, help_template = TEMPLATE, after_help = after())]
struct Flags {
    /// The server: HOST, HOST:PORT, or the URL that a browser shows [default: localhost:7878]
    #[arg(env = "TICTACTOE_SERVER", hide_env_values = true)]
    address: Option<String>,

    /// How the others see you
    #[arg(long, value_name = "NAME", env = "TICTACTOE_NAME", hide_env_values = true, value_parser = Name::new, help_heading = WHOM)]
    name: Option<Name>,
    /// Whom to meet; any: a person, or the computer when nobody comes [default: any, in a room human]
    #[arg(long, value_name = "WHO", env = "TICTACTOE_VS", hide_env_values = true, ignore_case = true, help_heading = WHOM)]
    vs: Option<Vs>,
    /// How well the computer plays [default: perfect]
    #[arg(long, value_name = "LEVEL", env = "TICTACTOE_LEVEL", hide_env_values = true, ignore_case = true, help_heading = WHOM)]
    level: Option<LevelName>,
    /// Meet the person who names the same word
    #[arg(long, value_name = "WORD", env = "TICTACTOE_ROOM", hide_env_values = true, value_parser = Room::new, help_heading = WHOM)]
    room: Option<Room>,
    /// Two people at this keyboard
    #[arg(long, env = "TICTACTOE_HOTSEAT", hide_env_values = true, value_parser = BoolishValueParser::new(), help_heading = WHOM)]
    hotseat: bool,
    /// Look on at a match instead of playing
    #[arg(long, value_name = "MATCH", env = "TICTACTOE_WATCH", hide_env_values = true, help_heading = WHOM)]
    watch: Option<String>,

    /// The mark you would like; X moves first [default: any]
    #[arg(long, value_name = "MARK", env = "TICTACTOE_MARK", hide_env_values = true, ignore_case = true, help_heading = GAME)]
    mark: Option<MarkName>,
    /// Columns and rows [default: 3x3]
    #[arg(long, value_name = "CxR", env = "TICTACTOE_BOARD", hide_env_values = true, value_parser = parse_board, help_heading = GAME)]
    board: Option<(u8, u8)>,
    /// How many in a row win [default: 3]
    #[arg(long, value_name = "N", env = "TICTACTOE_RUN", hide_env_values = true, value_parser = parse_run, help_heading = GAME)]
    run: Option<u8>,
    /// End after so many games; 0: when you quit [default: 1; to play with --ui text: 0]
    #[arg(long, value_name = "N", env = "TICTACTOE_GAMES", hide_env_values = true, value_parser = parse_games, help_heading = GAME)]
    games: Option<u32>,

    /// Sentences, a line for each event, or the protocol's frames; auto: text at a terminal, else plain
    #[arg(long, value_name = "FACE", env = "TICTACTOE_UI", hide_env_values = true, ignore_case = true, help_heading = HOW)]
    ui: Option<Ui>,
    /// End the whole run after so many seconds, with exit code 7
    #[arg(long, value_name = "SECONDS", env = "TICTACTOE_TIMEOUT", hide_env_values = true, value_parser = parse_seconds, help_heading = HOW)]
    timeout: Option<Duration>,

    /// How long a lost connection is tried again, up to 24h: 90s, 5m, 1h; 0: not at all [default: 5m]
    #[arg(long, value_name = "TIME", env = "TICTACTOE_RECONNECT", hide_env_values = true, value_parser = time::parse, help_heading = BACK)]
    reconnect: Option<Duration>,
    /// Let a seat alone that an earlier run has left behind, and start another game
    #[arg(long, env = "TICTACTOE_NEW", hide_env_values = true, value_parser = BoolishValueParser::new(), help_heading = BACK)]
    new: bool,
    /// Where the seat is kept, for the case that this run is killed [default: tictactoe in the platform's directory]
    #[arg(long, value_name = "DIR", env = "TICTACTOE_STATE", hide_env_values = true, help_heading = BACK)]
    state: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Vs {
    Any,
    Human,
    Ai,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LevelName {
    Easy,
    Casual,
    Perfect,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum MarkName {
    #[value(name = "X")]
    X,
    #[value(name = "O")]
    O,
    Any,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Ui {
    Auto,
    Text,
    Plain,
    Json,
}

/// The words that can be typed, from the table that reads them, and the rest.
fn after() -> String {
    let words = WORDS.iter().map(|word| format!("  {:<12} {}\n", word.spelled.join(", "), word.meaning));
    let squares = "  5, b2, 2,2   play a square: by number, by column and row, or as row,column\n";
    format!("While you play:\n{squares}{}{AFTER}", words.collect::<String>())
}

/// What the command line comes to.
#[derive(Debug)]
pub enum Asked {
    /// To do something.
    Run(Box<Wishes>),
    /// To print this text: help or version.
    Print(String),
}

/// Reads the command line and the environment.
///
/// # Errors
/// [`Failure::Usage`].
pub fn read(arguments: impl Iterator<Item = OsString>) -> Result<Asked, Failure> {
    let parsed = command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Ok((Flags::from_arg_matches(&matches)?, matches)));
    match parsed {
        Ok((flags, matches)) => Ok(Asked::Run(Box::new(wishes(flags, &matches)))),
        Err(error) if error.exit_code() == 0 => Ok(Asked::Print(error.render().to_string())),
        Err(error) => Err(usage(&error, |variable| std::env::var_os(variable))),
    }
}

/// The definition, without the variables that are empty: in many places that means that they are not set.
fn command() -> Command {
    let is_empty = |variable| std::env::var_os(variable).is_some_and(|value| value.is_empty());
    let command = Flags::command();
    let empty = command.get_arguments().filter(|flag| flag.get_env().is_some_and(is_empty));
    let empty: Vec<_> = empty.map(|flag| flag.get_id().clone()).collect();
    empty.into_iter().fold(command, |command, flag| command.mut_arg(flag, |flag| flag.env(Resettable::Reset)))
}

fn wishes(flags: Flags, matches: &ArgMatches) -> Wishes {
    Wishes {
        address: wish(matches, "address", flags.address),
        name: wish(matches, "name", flags.name),
        vs: wish(matches, "vs", flags.vs.map(Opponent::from)),
        level: wish(matches, "level", flags.level.map(Level::from)),
        mark: wish(matches, "mark", flags.mark.map(MarkWish::from)),
        room: wish(matches, "room", flags.room),
        board: wish(matches, "board", flags.board),
        run: wish(matches, "run", flags.run),
        watch: wish(matches, "watch", flags.watch.map(MatchId)),
        games: wish(matches, "games", flags.games),
        hotseat: wish(matches, "hotseat", flags.hotseat.then_some(())),
        face: wish(matches, "ui", flags.ui.and_then(Ui::face)),
        timeout: wish(matches, "timeout", flags.timeout),
        reconnect: wish(matches, "reconnect", flags.reconnect),
        new: wish(matches, "new", flags.new.then_some(())),
        state: wish(matches, "state", flags.state),
    }
}

fn wish<T>(matches: &ArgMatches, flag: &str, value: Option<T>) -> Option<Wish<T>> {
    let source = match matches.value_source(flag) {
        Some(ValueSource::EnvVariable) => Source::Environment,
        _ => Source::CommandLine,
    };
    value.map(|value| Wish { value, source })
}

fn parse_games(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "write a whole number, like 3; 0 plays until you quit".to_owned())
}

fn parse_run(text: &str) -> Result<u8, String> {
    let run = text.parse().ok().filter(|&run| run > 0);
    run.ok_or_else(|| "write a whole number from 1 to 15".to_owned())
}

fn parse_board(text: &str) -> Result<(u8, u8), String> {
    let side = |text: &str| text.parse::<u8>().ok().filter(|&side| side > 0);
    text.split_once(['x', 'X'])
        .and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)))
        .ok_or_else(|| "write columns and rows like 3x3, up to 15x15".to_owned())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "write a number of seconds above 0".to_owned())
}

impl From<Vs> for Opponent {
    fn from(vs: Vs) -> Self {
        match vs {
            Vs::Any => Self::Any,
            Vs::Human => Self::Human,
            Vs::Ai => Self::Ai,
        }
    }
}

impl From<LevelName> for Level {
    fn from(level: LevelName) -> Self {
        match level {
            LevelName::Easy => Self::Easy,
            LevelName::Casual => Self::Casual,
            LevelName::Perfect => Self::Perfect,
        }
    }
}

impl From<MarkName> for MarkWish {
    fn from(mark: MarkName) -> Self {
        match mark {
            MarkName::X => Self::X,
            MarkName::O => Self::O,
            MarkName::Any => Self::Any,
        }
    }
}

impl Ui {
    const fn face(self) -> Option<Face> {
        match self {
            Self::Auto => None,
            Self::Text => Some(Face::Spoken(Spoken::Text)),
            Self::Plain => Some(Face::Spoken(Spoken::Plain)),
            Self::Json => Some(Face::Json),
        }
    }
}
