//! What the help says beside the flags. The manual page says the same in its own form.

/// A line of a table: what is written, and what it means.
pub(super) type Row = (&'static str, &'static str);

/// Commands to begin with.
pub(super) const EXAMPLES: &[Row] = &[
    ("tictactoe-server", "anyone on this network can play"),
    ("tictactoe-server --local", "only this machine"),
    ("tictactoe-server --no-mdns", "whoever is told the address"),
    ("tictactoe-server --ai-after 30s", "give people more time to find each other"),
    ("tictactoe-server --move-time 0", "no clock"),
    ("tictactoe-server --ephemeral", "keep nothing"),
    ("tictactoe-server solve 4x4 --run 4", "what a board is worth, and how to play it"),
    ("tictactoe-server export", "every game that is over, as JSON"),
];

/// What the exit codes mean.
pub(super) const EXITS: &[Row] = &[
    ("0", "stopped by Ctrl-C or SIGTERM, in good order"),
    ("1", "it cannot start, or it can keep no more matches"),
    ("2", "the flags make no sense"),
    ("130, 143", "stopped at once by a second Ctrl-C or SIGTERM"),
];

/// What holds for all flags.
pub(super) const NOTES: &str = "\
A TIME is a number of seconds, or has a unit: 500ms, 10s, 2m.
Every flag can be set by the variable that is named with it; a flag counts more.";

/// What to do with the completions.
pub(super) const COMPLETIONS: &str = "\
Where they belong, for you alone:
  bash  tictactoe-server completions bash > \\
          ~/.local/share/bash-completion/completions/tictactoe-server
  fish  tictactoe-server completions fish > ~/.config/fish/completions/tictactoe-server.fish
  zsh   tictactoe-server completions zsh > DIR/_tictactoe-server, with a DIR of your $fpath";

/// What to do with the manual page.
pub(super) const MAN: &str = "\
Where it belongs, for you alone:
  tictactoe-server man > ~/.local/share/man/man1/tictactoe-server.1
To read it at once: tictactoe-server man | man -l -";

/// The whole help: examples first.
pub(super) fn template() -> String {
    let examples = table(35, EXAMPLES);
    format!("{{about}}\n\nExamples:\n{examples}\n{{usage-heading}} {{usage}}\n\n{{all-args}}{{after-help}}")
}

/// The end of the help.
pub(super) fn end() -> String {
    format!("{NOTES}\n\nExit codes:\n{}", table(8, EXITS).trim_end())
}

/// Rows below each other, the meanings from one column on.
fn table(width: usize, rows: &[Row]) -> String {
    rows.iter().fold(String::new(), |text, (name, meaning)| text + &format!("  {name:<width$}  {meaning}\n"))
}
