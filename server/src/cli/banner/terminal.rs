//! What the terminal at standard output can show.

use terminal_size::{Height, Width, terminal_size};
use tictactoe_lan::locale;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terminal {
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// In front of each address.
    pub(super) arrow: &'static str,
    /// Whether it shows half blocks in colour.
    pub(super) has_half_blocks: bool,
}

impl Terminal {
    pub(crate) fn detect() -> Self {
        let (Width(columns), Height(rows)) = terminal_size().unwrap_or((Width(80), Height(24)));
        Self::new(|name| std::env::var(name).ok(), columns, rows)
    }

    fn new(variable: impl Fn(&str) -> Option<String>, columns: u16, rows: u16) -> Self {
        let term = variable("TERM").unwrap_or_default();
        let has_half_blocks = term != "dumb" && locale::is_utf8(&variable);
        // The fonts of the Linux console have blocks, but not this arrow.
        let arrow = if has_half_blocks && term != "linux" { "➜" } else { "->" };
        Self { columns, rows, arrow, has_half_blocks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(variables: &[(&str, &str)]) -> Terminal {
        let value =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Terminal::new(value, 80, 24)
    }

    #[test]
    fn the_first_variable_that_is_set_selects_the_locale() {
        for (variables, is_utf8) in [
            (&[("LANG", "en_US.UTF-8")][..], true),
            (&[("LANG", "C.utf8")], true),
            (&[("LANG", "de_DE@euro"), ("LC_CTYPE", "de_DE.UTF-8")], true),
            (&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")], false),
            (&[("LANG", "C.UTF-8"), ("LC_ALL", "")], true),
            (&[("LANG", "C")], false),
            (&[], false),
        ] {
            let (terminal, is_utf8) = (terminal(variables), is_utf8 || cfg!(windows));
            assert_eq!(
                (terminal.has_half_blocks, terminal.arrow == "➜"),
                (is_utf8, is_utf8),
                "{variables:?}"
            );
        }
    }

    #[test]
    fn the_linux_console_has_blocks_but_no_arrow_and_a_dumb_terminal_has_neither() {
        let linux = terminal(&[("LANG", "C.UTF-8"), ("TERM", "linux")]);
        assert_eq!((linux.arrow, linux.has_half_blocks), ("->", true));
        let dumb = terminal(&[("LANG", "C.UTF-8"), ("TERM", "dumb")]);
        assert_eq!((dumb.arrow, dumb.has_half_blocks), ("->", false));
    }
}
