//! The parts of `--help` and the manual page that are not flags: examples, keys, words, variables, exit codes.

use tictactoe_host::{Row, table};

use crate::app::command::typed_lines;
use crate::ui::tui::keys::KEYS;

pub(super) const EXAMPLES: &[Row] = &[
    ("tictactoe", "play a person, or else the computer"),
    ("tictactoe host", "host for this network, and play"),
    ("tictactoe 192.168.1.23 --name Ann", "play on that machine"),
    ("tictactoe https://games.example.org", "play over an encrypted connection"),
    ("tictactoe --room kitten", "meet a friend who types the same word"),
    ("tictactoe --vs ai --level casual", "play the computer at once"),
    ("tictactoe --game four", "play four in a row"),
    ("tictactoe --hotseat", "two people at this keyboard"),
    ("tictactoe --watch k3v9d7qpx2ma", "watch a match"),
    ("tictactoe watch", "choose a match to watch"),
    ("tictactoe list", "list the servers on this network"),
    ("seq 9 | tictactoe --vs ai", "play moves from a pipe"),
];

pub(super) const EXITS: &[Row] = &[
    ("0", "played, or quit"),
    ("1", "an internal error"),
    ("2", "usage error, or several servers found"),
    ("3", "no server"),
    ("4", "the server refused"),
    ("5", "the connection was lost for good"),
    ("6", "the server's version differs, or it broke the protocol"),
    ("7", "stopped by --timeout"),
    ("129", "SIGHUP: the terminal is gone"),
    ("130", "Ctrl-C"),
    ("143", "SIGTERM"),
];

/// Environment variables without a flag.
pub(super) const VARIABLES: &[Row] = &[
    ("NO_COLOR", "if not empty, no colours on the full screen"),
    ("TERM", "dumb: the text interface; linux: ASCII"),
    ("LC_ALL, LC_CTYPE, LANG", "ASCII, unless they ask for UTF-8"),
];

pub(super) const SHORT_END: &str =
    "For more, type tictactoe --help: keys, words to type, variables and exit codes.";

pub(super) fn long_end() -> String {
    // The line for "close" covers both uses of Esc.
    let keys = table(KEYS.iter().filter(|key| key.label != "cancel").map(|key| (key.keys(), key.meaning)));
    let words = table(typed_lines());
    let variables = table(VARIABLES.iter().copied());
    let exits = table(EXITS.iter().copied());
    format!(
        "Keys on the full screen:\n{keys}\n\
         Words and squares, typed with --ui text:\n{words}\n\
         Environment:\n{variables}\
         \x20 The help of each flag names its variable.\n\
         \x20 A flag overrides its variable, and a variable the default.\n\
         \x20 An empty variable is ignored.\n\
         \x20 Contradictory flags are refused, even if a variable sets one.\n\n\
         Exit codes:\n{}",
        exits.trim_end()
    )
}
