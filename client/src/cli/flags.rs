//! The definition of the command line. Help, errors, completions and the manual page are made of it.
//!
//! The first paragraph of each doc comment is a line of `-h`, and has to fit beside its flag; `--help` and the manual
//! page have all of it.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand, ValueHint};
use tictactoe_cli::{Shell, about_completions, about_man, help_template, parse_board};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::values::{Level, MarkPreference, Opponent};

use super::help;
use super::values::{
    COLORS, LEVELS, MARKS, ORDERS, OrAuto, UIS, VS, one_of, parse_games, parse_reconnect, parse_run,
    parse_timeout,
};
use crate::address::Destination;
use crate::app::view::Numbers;
use crate::ui::Ui;

const WHOM: &str = "Opponent";
const GAME: &str = "Game";
const HOW: &str = "Interface";
const SCREEN: &str = "Full screen (no effect elsewhere)";
const BACK: &str = "Reconnecting";
const FAULTS: &str = "Troubleshooting";

/// Play tic-tac-toe (noughts and crosses) on a tictactoe-server.
///
/// Without an address it looks for a server on this machine and on the network. The server brings you together with a
/// person who waits there, or after a while with the computer.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "tictactoe",
    version,
    max_term_width = 80,
    help_template = help_template(help::EXAMPLES),
    after_help = help::SHORT_END,
    after_long_help = help::long_end(),
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Flags {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// The server: HOST, HOST:PORT or a link from the browser, also to a room or a match to watch [default: found on this
    /// machine or on the network]
    #[arg(env = "TICTACTOE_SERVER", value_parser = Destination::parse, value_hint = ValueHint::Hostname)]
    pub(super) address: Option<Destination>,

    /// How the others see you
    #[arg(long, env = "TICTACTOE_NAME", value_parser = Name::new, help_heading = WHOM)]
    pub(super) name: Option<Name>,
    /// any, human or ai [default: any, in a room human]
    #[arg(long, value_name = "WHO", env = "TICTACTOE_VS", value_parser = one_of(VS), help_heading = WHOM)]
    pub(super) vs: Option<Opponent>,
    /// easy, casual or perfect [default: perfect]
    #[arg(long, env = "TICTACTOE_LEVEL", value_parser = one_of(LEVELS), help_heading = WHOM)]
    pub(super) level: Option<Level>,
    /// Meet the person who names the same word
    #[arg(long, value_name = "WORD", env = "TICTACTOE_ROOM", value_parser = Room::new, help_heading = WHOM)]
    pub(super) room: Option<Room>,
    /// Two people at this keyboard
    #[arg(long, env = "TICTACTOE_HOTSEAT", value_parser = BoolishValueParser::new(), help_heading = WHOM)]
    pub(super) hotseat: bool,
    /// Look on at a match instead of playing
    #[arg(long, value_name = "MATCH", env = "TICTACTOE_WATCH", help_heading = WHOM)]
    pub(super) watch: Option<String>,

    /// X, O or any; X moves first [default: any]
    ///
    /// It goes to whoever asked for it; otherwise it is random.
    #[arg(long, env = "TICTACTOE_MARK", value_parser = one_of(MARKS), help_heading = GAME)]
    pub(super) mark: Option<MarkPreference>,
    /// Columns and rows [default: 3x3]
    #[arg(long, value_name = "CxR", env = "TICTACTOE_BOARD", value_parser = parse_board, help_heading = GAME)]
    pub(super) board: Option<(u8, u8)>,
    /// How many in a row win [default: 3]
    #[arg(long, value_name = "N", env = "TICTACTOE_RUN", value_parser = parse_run, help_heading = GAME)]
    pub(super) run: Option<u8>,
    /// End after so many games; 0: when you quit
    ///
    /// Without it the full screen and --ui text go on until you quit. Everything else, and --watch, ends after one.
    #[arg(long, value_name = "N", env = "TICTACTOE_GAMES", value_parser = parse_games, help_heading = GAME)]
    pub(super) games: Option<u32>,

    /// auto, tui, text, plain or json [default: auto]
    #[arg(long, value_name = "FACE", env = "TICTACTOE_UI", value_parser = one_of(UIS), help_heading = HOW)]
    pub(super) ui: Option<OrAuto<Ui>>,
    /// End the whole run after so long, with exit code 7
    #[arg(long, value_name = "TIME", env = "TICTACTOE_TIMEOUT", value_parser = parse_timeout, help_heading = HOW)]
    pub(super) timeout: Option<Duration>,

    /// auto, always or never [default: auto]
    #[arg(long, value_name = "WHEN", env = "TICTACTOE_COLOR", value_parser = one_of(COLORS), help_heading = SCREEN)]
    pub(super) color: Option<OrAuto<bool>>,
    /// Draw with ASCII only
    ///
    /// That happens by itself where the locale is not one of UTF-8, and on the console of Linux.
    #[arg(long, env = "TICTACTOE_ASCII", value_parser = BoolishValueParser::new(), help_heading = SCREEN)]
    pub(super) ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long, env = "TICTACTOE_NO_MOUSE", value_parser = BoolishValueParser::new(), help_heading = SCREEN)]
    pub(super) no_mouse: bool,
    /// Where 1 to 9 are: reading or numpad [default: reading]
    ///
    /// The key n changes it. The other interfaces always count in reading order, and refuse --numbers numpad.
    #[arg(long, value_name = "ORDER", env = "TICTACTOE_NUMBERS", value_parser = one_of(ORDERS), help_heading = SCREEN)]
    pub(super) numbers: Option<Numbers>,

    /// How long to try a lost connection again [default: 5m]
    ///
    /// A time like 90s, 5m or 1h, up to 24h; 0: not at all.
    #[arg(long, value_name = "TIME", env = "TICTACTOE_RECONNECT", value_parser = parse_reconnect, help_heading = BACK)]
    pub(super) reconnect: Option<Duration>,
    /// Leave an earlier run's seat alone, and start anew
    #[arg(long, env = "TICTACTOE_NEW", value_parser = BoolishValueParser::new(), help_heading = BACK)]
    pub(super) new: bool,
    /// Where the seat is kept [default: see --help]
    ///
    /// For the case that this run is killed: the next one takes the seat again. Without it that is `tictactoe` in the
    /// platform's directory for such files.
    #[arg(long, value_name = "DIR", env = "TICTACTOE_STATE", value_hint = ValueHint::DirPath, help_heading = BACK)]
    pub(super) state: Option<PathBuf>,

    #[command(flatten)]
    pub(super) log: LogFlags,
}

impl Flags {
    pub(super) fn clear(&mut self, id: &str) {
        match id {
            "name" => self.name = None,
            "vs" => self.vs = None,
            "level" => self.level = None,
            "room" => self.room = None,
            "hotseat" => self.hotseat = false,
            "watch" => self.watch = None,
            "mark" => self.mark = None,
            "board" => self.board = None,
            "run" => self.run = None,
            "games" => self.games = None,
            "ui" => self.ui = None,
            _ => {}
        }
    }
}

#[derive(Debug, Clone, Subcommand)]
pub(super) enum Command {
    /// List the servers on this network
    ///
    /// It looks for a moment, and connects to each that it finds. To play on a server that is itself called list, name
    /// its port as well: tictactoe list:7878.
    List {
        /// A JSON object for each, one a line, for programs
        #[arg(long, env = "TICTACTOE_JSON", value_parser = BoolishValueParser::new())]
        json: bool,
        #[command(flatten)]
        log: LogFlags,
    },
    /// Print the completions for a shell
    #[command(after_help = about_completions("tictactoe"))]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = about_man("tictactoe"))]
    Man,
}

/// What is written down, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub(crate) struct LogFlags {
    /// Write down what happens, at the end of this file
    ///
    /// What a search finds, connections, losses, the kinds of the frames, the end. The file is made if it is not there,
    /// for you alone. No ticket is written to it: nobody can take your seat with it.
    #[arg(long, value_name = "FILE", env = "TICTACTOE_LOG_FILE", value_hint = ValueHint::FilePath, help_heading = FAULTS)]
    pub(crate) log_file: Option<PathBuf>,
    /// Write the frames down too
    ///
    /// Without --log-file it all goes to standard error, which the full screen does not have.
    #[arg(short, long, env = "TICTACTOE_VERBOSE", value_parser = BoolishValueParser::new(), help_heading = FAULTS)]
    pub(crate) verbose: bool,
}
