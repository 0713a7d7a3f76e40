//! Text of a peer for one line of a terminal. Names and rooms are cleaned when they are parsed; sentences and
//! identifiers of the server are not.

use tictactoe_protocol::text::clean;

const MAX_CHARS: usize = 300;

/// Removes control characters, and cuts to a bounded length.
pub(crate) fn sanitize(text: &str) -> String {
    clean(text).chars().take(MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_the_server_cannot_command_the_terminal_or_fill_it() {
        assert_eq!(sanitize("\u{1b}[2JHello\r\nyou\u{202e}"), "[2JHello you");
        assert_eq!(sanitize(&"long ".repeat(1000)).chars().count(), MAX_CHARS);
    }
}
