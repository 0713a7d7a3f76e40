//! The definition of the command line. Help, errors, completions and the manual page are made of it.
//!
//! The first paragraph of each doc comment is a line of `-h`, and has to fit beside its flag; `--help` and the manual
//! page have all of it.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{BoolishValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueHint};
use serde::de::DeserializeOwned;
use tictactoe_host::{Shell, help_template, number_in, parse_duration, parse_time};
use tictactoe_protocol::arena::{ArenaPlayers, Standings};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{BestOf, Level, MarkPreference, Opponent, Rules};

use super::help;
use crate::address::Destination;
use crate::app::command::by_word;
use crate::named_games;
use crate::ui::Ui;

const OPPONENT: &str = "Opponent";
const GAME: &str = "Game";
const INTERFACE: &str = "Interface";
const SCREEN: &str = "Full screen (no effect elsewhere)";
const RECONNECTING: &str = "Reconnecting";
const ENCRYPTION: &str = "Encryption";
const HOSTING: &str = "Hosting";
const TROUBLESHOOTING: &str = "Troubleshooting";

/// Play tic-tac-toe (noughts and crosses) with people on your network, or against the computer.
///
/// Without an address it looks for a server on this machine and on the network. The server pairs you with a waiting
/// player, or with the computer if no player comes. If there is no server, you can play the computer or host.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "tictactoe",
    version = tictactoe_host::VERSION,
    max_term_width = 80,
    help_template = help_template(help::EXAMPLES),
    after_help = help::SHORT_END,
    after_long_help = help::long_end(),
    subcommand_value_name = "COMMAND"
)]
pub(super) struct Flags {
    #[command(subcommand)]
    pub(super) command: Option<CliCommand>,

    /// The server: HOST, HOST:PORT or a link from the browser, which may lead to a room or a match to watch [default: a
    /// server found on this machine or the network; --vs ai and --hotseat need none]
    #[arg(env = "TICTACTOE_SERVER", value_parser = Destination::parse, value_hint = ValueHint::Hostname)]
    pub(super) address: Option<Destination>,

    /// Watch a match instead of playing
    ///
    /// --name, --level and the flags for the game then have no effect.
    #[arg(long, value_name = "MATCH", env = "TICTACTOE_WATCH", help_heading = OPPONENT)]
    pub(super) watch: Option<String>,

    #[command(flatten)]
    pub(super) opponent: OpponentFlags,
    #[command(flatten)]
    pub(super) play: PlayFlags,
}

/// Whom to play, and how often. In an arena its rules decide that.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct OpponentFlags {
    /// any, human or ai [default: any; in a room: human]
    #[arg(long, value_name = "WHO", env = "TICTACTOE_VS", value_parser = one_of::<Opponent>(opponents()), help_heading = OPPONENT)]
    pub(super) vs: Option<Opponent>,
    /// easy, casual, hard or perfect
    ///
    /// The default is the level you used last; the first time, in a pipe and with --ui json, it is perfect.
    #[arg(long, env = "TICTACTOE_LEVEL", value_parser = one_of::<Level>(["easy", "casual", "hard", "perfect"]), help_heading = OPPONENT)]
    pub(super) level: Option<Level>,
    /// Play the person who types the same word
    #[arg(long, value_name = "WORD", env = "TICTACTOE_ROOM", value_parser = Room::new, help_heading = OPPONENT)]
    pub(super) room: Option<Room>,
    /// Two people at this keyboard
    #[arg(long, env = "TICTACTOE_HOTSEAT", value_parser = BoolishValueParser::new(), help_heading = OPPONENT)]
    pub(super) hotseat: bool,

    /// X, O or any; X moves first [default: any]
    ///
    /// If both players ask for the same mark, or neither asks, it is random.
    #[arg(long, env = "TICTACTOE_MARK", value_parser = one_of::<MarkPreference>(["X", "O", "any"]), help_heading = GAME)]
    pub(super) mark: Option<MarkPreference>,
    /// A series of 1, 3, 5, 7 or 9 games
    ///
    /// At a terminal you play until you quit. In a pipe the run ends after the series, or without this flag after one game.
    #[arg(id = "best-of", long, value_name = "N", env = "TICTACTOE_BEST_OF", value_parser = named_games::parse_best_of, help_heading = GAME)]
    pub(super) best_of: Option<BestOf>,
}

/// How to play, on any server.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct PlayFlags {
    /// The name that other players see
    ///
    /// The default is the name used last, or your login name. In a pipe and with --ui json the server makes one up.
    #[arg(long, env = "TICTACTOE_NAME", value_parser = Name::new, help_heading = GAME)]
    pub(super) name: Option<Name>,
    /// misere, four, five, or a board like 5x4 [default: classic]
    ///
    /// After a board you can add how many in a row win (otherwise 3), `misere` if a row loses, and `gravity` if marks
    /// fall: --game '5x4 4 misere gravity'.
    #[arg(long, env = "TICTACTOE_GAME", value_parser = named_games::parse, help_heading = GAME)]
    pub(super) game: Option<Rules>,

    /// auto, tui, text or json [default: auto]
    #[arg(long, value_name = "UI", env = "TICTACTOE_UI", value_parser = parse_ui(), help_heading = INTERFACE)]
    pub(super) ui: Option<OrAuto<Ui>>,
    /// Exit after this time, with exit code 7
    #[arg(long, value_name = "TIME", env = "TICTACTOE_TIMEOUT", value_parser = parse_timeout, help_heading = INTERFACE)]
    pub(super) timeout: Option<Duration>,

    /// Draw with ASCII only
    ///
    /// This is the default if the locale is not UTF-8, and on the Linux console.
    #[arg(long, env = "TICTACTOE_ASCII", value_parser = BoolishValueParser::new(), help_heading = SCREEN)]
    pub(super) ascii: bool,
    /// Do not use the mouse
    #[arg(long, env = "TICTACTOE_NO_MOUSE", value_parser = BoolishValueParser::new(), help_heading = SCREEN)]
    pub(super) no_mouse: bool,

    /// How long to try to reconnect [default: 5m]
    ///
    /// A time like 90s, 5m or 1h, up to 24h; 0 turns it off.
    #[arg(long, value_name = "TIME", env = "TICTACTOE_RECONNECT", value_parser = parse_time, help_heading = RECONNECTING)]
    pub(super) reconnect: Option<Duration>,
    /// Start a new game; do not resume a saved seat
    ///
    /// The seat stays saved until the new game begins.
    #[arg(long, env = "TICTACTOE_NEW", value_parser = BoolishValueParser::new(), help_heading = RECONNECTING)]
    pub(super) new: bool,
    /// Directory for saved seats
    ///
    /// If a run at a terminal is killed, the next run resumes its seat. The default is `tictactoe` in your state directory, on
    /// Linux ~/.local/state/tictactoe.
    #[arg(long, value_name = "DIR", env = "TICTACTOE_STATE", value_hint = ValueHint::DirPath, help_heading = RECONNECTING)]
    pub(super) state: Option<PathBuf>,

    #[command(flatten)]
    pub(super) shared: SharedFlags,
}

#[derive(Debug, Clone, Subcommand)]
pub(super) enum CliCommand {
    /// Host for this network, and play
    ///
    /// Runs the same server as tictactoe-server without flags, until you quit. Others on the network type
    /// tictactoe, or open the link that is shown. You wait for a person, unless --vs says otherwise.
    Host {
        /// Directory for matches [default: the same as tictactoe-server's]
        #[arg(long, value_name = "DIR", env = "TICTACTOE_DATA", value_hint = ValueHint::DirPath, help_heading = HOSTING)]
        data: Option<PathBuf>,
        #[command(flatten)]
        opponent: Box<OpponentFlags>,
        #[command(flatten)]
        play: Box<PlayFlags>,
    },
    /// Play in an arena: game after game, against everyone who is there
    ///
    /// Everyone who types the same word is paired again and again until time runs out. The first player opens the arena.
    /// Bots play with --ui json.
    Arena {
        /// The word of the arena
        #[arg(value_parser = Room::new)]
        word: Room,
        /// The server, as for tictactoe itself
        #[arg(env = "TICTACTOE_SERVER", value_parser = Destination::parse, value_hint = ValueHint::Hostname)]
        server: Option<Destination>,
        /// How many minutes a new arena lasts [default: 30]
        #[arg(long, env = "TICTACTOE_MINUTES", value_parser = number_in(1..=Standings::MAX_MINUTES), help_heading = GAME)]
        minutes: Option<u16>,
        /// Who may take part in a new arena: all, people or bots [default: all]
        #[arg(long = "for", value_name = "WHO", env = "TICTACTOE_FOR", value_parser = one_of::<ArenaPlayers>(["all", "people", "bots"]), help_heading = GAME)]
        players: Option<ArenaPlayers>,
        /// Print the table, and do not play
        #[arg(long, env = "TICTACTOE_TABLE", value_parser = BoolishValueParser::new())]
        table: bool,
        #[command(flatten)]
        play: Box<PlayFlags>,
    },
    /// List the servers on this network, and who is waiting and playing there
    ///
    /// Without an address it searches for two seconds, and connects to each server that it finds. To play on a server
    /// named list, type its port too: tictactoe list:7878.
    List {
        /// List only this server
        #[arg(env = "TICTACTOE_SERVER", value_parser = Destination::parse, value_hint = ValueHint::Hostname)]
        server: Option<Destination>,
        /// Print one JSON object per line, for programs
        #[arg(long, env = "TICTACTOE_JSON", value_parser = BoolishValueParser::new())]
        json: bool,
        #[command(flatten)]
        shared: SharedFlags,
    },
    /// Choose a match to watch from a list
    ///
    /// In a pipe it prints the list. If you know the match's id, type tictactoe --watch MATCH.
    #[command(mut_args(hide_for_watching))]
    Watch {
        /// The server, as for tictactoe itself
        #[arg(env = "TICTACTOE_SERVER", value_parser = Destination::parse, value_hint = ValueHint::Hostname)]
        server: Option<Destination>,
        #[command(flatten)]
        play: Box<PlayFlags>,
    },
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// A spectator needs no name and starts no game.
fn hide_for_watching(flag: Arg) -> Arg {
    let is_for_players = ["name", "game", "new"].contains(&flag.get_id().as_str());
    if is_for_players { flag.hide(true) } else { flag }
}

/// For every command that connects: whom to trust, and what to log.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(crate) struct SharedFlags {
    /// Also trust the certificate authority in this PEM file
    #[arg(long, value_name = "FILE", env = "TICTACTOE_CA", value_hint = ValueHint::FilePath, help_heading = ENCRYPTION)]
    pub(crate) ca: Option<PathBuf>,
    /// Append a log to this file
    ///
    /// It lists servers found, connections, message types and the exit, never a ticket. A new file is readable only by you.
    #[arg(long, value_name = "FILE", env = "TICTACTOE_LOG_FILE", value_hint = ValueHint::FilePath, help_heading = TROUBLESHOOTING)]
    pub(crate) log_file: Option<PathBuf>,
    /// Also log whole messages
    ///
    /// The log goes to standard error or to --log-file. On the full screen, -v needs --log-file.
    #[arg(short, long, env = "TICTACTOE_VERBOSE", value_parser = BoolishValueParser::new(), help_heading = TROUBLESHOOTING)]
    pub(crate) verbose: bool,
}

/// A value that `auto` leaves to the environment. Under its own name clap does not take it for an optional flag.
type OrAuto<T> = Option<T>;

fn opponents() -> [PossibleValue; 3] {
    [
        PossibleValue::new("any").help("A person, or the computer if no person comes"),
        PossibleValue::new("human").help("A person only"),
        PossibleValue::new("ai").help("The computer at once"),
    ]
}

/// Parses one of these words of the protocol, ignoring case.
fn one_of<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = impl Into<PossibleValue>>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words).try_map(|typed| by_word(&typed).ok_or("unknown word"))
}

fn parse_ui() -> impl TypedValueParser<Value = OrAuto<Ui>> {
    let words = [
        PossibleValue::new("auto").help("tui on a terminal; text in a pipe, and if TERM is dumb"),
        PossibleValue::new("tui").help("Full screen, with keys and mouse"),
        PossibleValue::new("text")
            .help("Sentences and lines to type, for screen readers, slow links and pipes"),
        PossibleValue::new("json").help("The protocol's messages, for bots; the flags choose the first one"),
    ];
    PossibleValuesParser::new(words).try_map(|typed| match typed.to_ascii_lowercase().as_str() {
        "auto" => Ok(None),
        word => by_word(word).map(Some).ok_or("unknown word"),
    })
}

fn parse_timeout(text: &str) -> Result<Duration, &'static str> {
    let time = parse_duration(text).filter(|time| !time.is_zero());
    time.ok_or("write a number of seconds above 0, or a time like 90s, 5m or 1h")
}
