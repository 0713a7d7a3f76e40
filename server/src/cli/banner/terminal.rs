//! What the terminal at standard output can show.

use tictactoe_lan::locale;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terminal {
    pub(super) columns: u16,
    pub(super) rows: u16,
    /// In front of each address.
    pub(super) arrow: &'static str,
    /// Whether it shows half blocks in colour; if not, the reason.
    pub(super) half_blocks: Result<(), &'static str>,
}

/// When the terminal does not report its size.
const DEFAULT_SIZE: (u16, u16) = (80, 24);

impl Terminal {
    pub(crate) fn detect() -> Self {
        Self::new(|name| std::env::var(name).ok(), size())
    }

    fn new(variable: impl Fn(&str) -> Option<String>, size: Option<(u16, u16)>) -> Self {
        let (columns, rows) = size.filter(|&(columns, rows)| columns > 0 && rows > 0).unwrap_or(DEFAULT_SIZE);
        let term = variable("TERM").unwrap_or_default();
        let half_blocks = match &*term {
            _ if !locale::is_utf8(&variable) => Err("the locale is not UTF-8"),
            "dumb" => Err("the terminal is dumb"),
            _ => Ok(()),
        };
        // The fonts of the Linux console have blocks, but not this arrow.
        let arrow = if half_blocks.is_ok() && term != "linux" { "➜" } else { "->" };
        Self { columns, rows, arrow, half_blocks }
    }
}

#[cfg(unix)]
fn size() -> Option<(u16, u16)> {
    rustix::termios::tcgetwinsize(std::io::stdout()).ok().map(|size| (size.ws_col, size.ws_row))
}

#[cfg(not(unix))]
const fn size() -> Option<(u16, u16)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(variables: &[(&str, &str)], size: Option<(u16, u16)>) -> Terminal {
        let value =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        Terminal::new(value, size)
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
            let (terminal, is_utf8) = (terminal(variables, None), is_utf8 || cfg!(windows));
            assert_eq!(
                (terminal.half_blocks.is_ok(), terminal.arrow == "➜"),
                (is_utf8, is_utf8),
                "{variables:?}"
            );
        }
    }

    #[test]
    fn the_linux_console_has_blocks_but_no_arrow_and_a_dumb_terminal_has_neither() {
        let linux = terminal(&[("LANG", "C.UTF-8"), ("TERM", "linux")], None);
        assert_eq!((linux.arrow, linux.half_blocks), ("->", Ok(())));
        let dumb = terminal(&[("LANG", "C.UTF-8"), ("TERM", "dumb")], None);
        assert_eq!((dumb.arrow, dumb.half_blocks.is_err()), ("->", true));
    }

    #[test]
    fn a_terminal_of_unknown_size_is_taken_for_80x24() {
        for size in [None, Some((0, 0))] {
            assert_eq!((terminal(&[], size).columns, terminal(&[], size).rows), DEFAULT_SIZE);
        }
        assert_eq!(terminal(&[], Some((100, 50))).columns, 100);
    }
}
