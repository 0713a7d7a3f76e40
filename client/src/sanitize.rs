//! Text of a peer, made fit for one line of a terminal.
//!
//! Names and rooms clean themselves when they are parsed; sentences and identifiers of the server do not.

use tictactoe_protocol::text::clean;

/// The longest text of a peer that is shown.
const CHARS: usize = 300;

/// The text without anything that commands a terminal, in one line of bounded length.
pub(crate) fn sanitize(text: &str) -> String {
    clean(text).chars().take(CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_the_server_cannot_command_the_terminal_or_fill_it() {
        assert_eq!(sanitize("\u{1b}[2JHello\r\nyou\u{202e}"), "[2JHello you");
        assert_eq!(sanitize(&"long ".repeat(1000)).chars().count(), CHARS);
    }
}
