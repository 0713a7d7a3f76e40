//! What the help says beside the flags. The manual page says the same in its own form.

use crate::app::command::WORDS;
use crate::ui::tui::keys::KEYS;

/// A line of a table: what is written, and what it means.
pub(super) type Row = (&'static str, &'static str);

/// Commands to begin with.
pub(super) const EXAMPLES: &[Row] = &[
    ("tictactoe", "play at once with whoever is there"),
    ("tictactoe 192.168.1.23 --name Ann", "play on that machine"),
    ("tictactoe --room kitten", "meet a friend who names the same room"),
    ("tictactoe --vs ai --level casual", "play the computer at once"),
    ("tictactoe --hotseat", "two people at this keyboard"),
    ("tictactoe --watch k3v9d7qpx2ma", "look on at a match"),
    ("tictactoe list", "see which servers there are"),
    ("printf '5\\n1\\n9\\n' | tictactoe --vs ai", "play from a script"),
];

/// How squares are typed.
pub(super) const SQUARES: Row = ("5, b2, 2,2", "play a square: by number, column and row, or row,column");

/// What the exit codes mean.
pub(super) const EXITS: &[Row] = &[
    ("0", "played, or quit"),
    ("1", "an internal error"),
    ("2", "the flags make no sense"),
    ("3", "no server"),
    ("4", "the server refused"),
    ("5", "the connection was lost for good"),
    ("6", "the server broke the protocol"),
    ("7", "the time of --timeout was over"),
    ("129", "SIGHUP: the terminal is gone"),
    ("130", "Ctrl-C"),
    ("143", "SIGTERM"),
];

/// The variables that count, beside those of the flags.
pub(super) const VARIABLES: &[Row] = &[
    ("NO_COLOR", "no colours on the full screen, if it is not empty"),
    ("TERM", "dumb: no full screen but sentences; linux: ASCII"),
    ("LC_ALL, LC_CTYPE, LANG", "ASCII, unless they ask for UTF-8"),
];

/// What counts more.
pub(super) const ORDER: &str = "Each flag names its variable. Flags count more than variables, and variables more than the defaults. An empty variable counts as none.";

/// The end of `-h`.
pub(super) const SHORT_END: &str =
    "More with tictactoe --help: the keys, the words to type, the variables, the exit\ncodes.";

/// What to do with the completions.
pub(super) const COMPLETIONS: &str = "\
Where they belong, for you alone:
  bash  tictactoe completions bash > \\
          ~/.local/share/bash-completion/completions/tictactoe
  fish  tictactoe completions fish > ~/.config/fish/completions/tictactoe.fish
  zsh   tictactoe completions zsh > DIR/_tictactoe, with a DIR of your $fpath";

/// What to do with the manual page.
pub(super) const MAN: &str = "\
Where it belongs, for you alone:
  tictactoe man > ~/.local/share/man/man1/tictactoe.1
To read it at once: tictactoe man | man -l -";

/// The whole help: examples first.
pub(super) fn template() -> String {
    let examples = table(38, EXAMPLES.iter().copied());
    format!("{{about}}\n\nExamples:\n{examples}\n{{usage-heading}} {{usage}}\n\n{{all-args}}{{after-help}}")
}

/// The end of `--help`.
pub(super) fn end() -> String {
    let keys = table(19, KEYS.iter().map(|key| (key.keys, key.meaning)));
    let words = WORDS.iter().map(|word| (word.spelled.join(", "), word.meaning));
    let squares = std::iter::once((SQUARES.0.to_owned(), SQUARES.1));
    let words = table(12, squares.chain(words));
    let variables = table(22, VARIABLES.iter().copied());
    let exits = table(3, EXITS.iter().copied());
    format!(
        "Keys on the full screen:\n{keys}\n\
         Words and squares, typed with --ui text or plain:\n{words}\n\
         Environment:\n{variables}  {}\n\n\
         Exit codes:\n{}",
        ORDER.replace(". ", ".\n  "),
        exits.trim_end()
    )
}

/// Rows below each other, the meanings from this column on.
fn table<T: AsRef<str>>(width: usize, rows: impl Iterator<Item = (T, &'static str)>) -> String {
    let rows = rows.map(|(name, meaning)| format!("  {:<width$}  {meaning}\n", name.as_ref()));
    rows.collect::<Vec<_>>().concat()
}
