//! The texts of the help besides the flags. The manual page has them too.

/// A term and its meaning.
pub(super) type Row = (&'static str, &'static str);

pub(super) const EXAMPLES: &[Row] = &[
    ("tictactoe-server", "anyone on this network can play"),
    ("tictactoe-server --local", "only this machine"),
    ("tictactoe-server --no-mdns", "only players who know the address"),
    ("tictactoe-server --ai-after 30s", "give people more time to find each other"),
    ("tictactoe-server --move-time 0", "no clock"),
    ("tictactoe-server --ephemeral", "store nothing"),
    ("tictactoe-server solve 4x4 --run 4", "who wins on a board, and the best moves"),
    ("tictactoe-server export", "every finished game, as JSON"),
];

pub(super) const EXITS: &[Row] = &[
    ("0", "shut down by Ctrl-C or SIGTERM"),
    ("1", "could not start, or could no longer store matches"),
    ("2", "wrong usage"),
    ("130, 143", "exited at once on a second Ctrl-C or SIGTERM"),
];

pub(super) const NOTES: &str = "\
A TIME is a number of seconds, or has a unit: 500ms, 10s, 2m.
Every flag can also be set by its environment variable; the flag overrides it.";

pub(super) const COMPLETIONS: &str = "\
To install them for your user:
  bash  tictactoe-server completions bash > \\
          ~/.local/share/bash-completion/completions/tictactoe-server
  fish  tictactoe-server completions fish > ~/.config/fish/completions/tictactoe-server.fish
  zsh   tictactoe-server completions zsh > DIR/_tictactoe-server, with a DIR in your $fpath";

pub(super) const MAN: &str = "\
To install it for your user:
  tictactoe-server man > ~/.local/share/man/man1/tictactoe-server.1
To read it now: tictactoe-server man | man -l -";

/// Examples come first.
pub(super) fn template() -> String {
    let examples = table(35, EXAMPLES);
    format!("{{about}}\n\nExamples:\n{examples}\n{{usage-heading}} {{usage}}\n\n{{all-args}}{{after-help}}")
}

pub(super) fn after_help() -> String {
    format!("{NOTES}\n\nExit codes:\n{}", table(8, EXITS).trim_end())
}

fn table(width: usize, rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |text, (name, meaning)| text + &format!("  {name:<width$}  {meaning}\n"))
}
