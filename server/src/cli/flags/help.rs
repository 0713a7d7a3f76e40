//! The parts of the help that are not flags: examples, notes, exit codes.

use tictactoe_cli::{Row, table};

pub(super) const EXAMPLES: &[Row] = &[
    ("tictactoe-server", "anyone on this network can play"),
    ("tictactoe-server --local", "only this machine"),
    ("tictactoe-server --no-mdns", "only players who know the address"),
    ("tictactoe-server --ai-after 30s", "give people more time to find each other"),
    ("tictactoe-server --move-time 0", "no clock"),
    ("tictactoe-server --ephemeral", "store nothing"),
    ("tictactoe-server --nats one,two", "share matches with other servers"),
    ("tictactoe-server solve 4x4 --run 4", "who wins on a board, and the best moves"),
    ("tictactoe-server export", "every finished game, as JSON"),
    ("tictactoe-server backup FILE", "a copy of all matches, also while it runs"),
];

pub(super) const EXITS: &[Row] = &[
    ("0", "shut down by Ctrl-C, SIGTERM or SIGHUP"),
    ("1", "could not start, or could no longer store matches"),
    ("2", "wrong usage"),
    ("3", "the database (now in rescued-1 or the like) or the stream was deleted or replaced"),
    ("129, 130, 143", "exited at once on a second SIGHUP, Ctrl-C or SIGTERM"),
];

pub(super) const NOTES: &str = "\
A TIME is a number of seconds, or has a unit: 500ms, 10s, 2m.
Every flag can also be set by its environment variable; the flag overrides it.";

pub(super) fn after_help() -> String {
    format!("{NOTES}\n\nExit codes:\n{}", table(EXITS.iter().copied()).trim_end())
}
