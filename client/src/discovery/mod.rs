//! Servers that are found on the network, for a player who names none.
//!
//! What is announced is only a hint: a server that was killed has said no goodbye. So each is called, and only one
//! that answers counts. This machine's usual port is called as well, because a server that keeps to its machine is
//! announced nowhere.
//!
//! * `lookout`: whom to call, who is there, and when it is enough. Pure.
//! * `sighting`: an announcement, without what cannot be called.
//! * `call`: whether a server lives.
//! * `search`: all of it together.
//! * `listing`: the servers as a list.
//! * [`menu`]: which of them, asked in words.

mod call;
mod listing;
mod lookout;
pub(crate) mod menu;
mod search;
mod sighting;

use std::time::Duration;

use unicode_width::UnicodeWidthChar;

use crate::address::Address;
use crate::sanitize::sanitize;

pub(crate) use listing::{list, several};
pub(crate) use search::search;

/// The widest name, in columns.
const NAME_COLUMNS: usize = 40;

/// The widest version, in columns.
const VERSION_COLUMNS: usize = 20;

/// A server that is there: it has been called and has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundServer {
    /// What its machine is called: cleaned, and at most 40 columns wide.
    pub(crate) name: String,
    /// Where it answered.
    pub(crate) address: Address,
    /// Its version: cleaned and cut.
    pub(crate) version: String,
    /// How long a message takes there and back.
    pub(crate) latency: Duration,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To play: soon after the first server it is enough.
    Play,
    /// To see all that are there.
    List,
}

/// A stranger's text, cleaned and cut to so many columns.
fn cut(text: &str, columns: usize) -> String {
    let mut left = columns;
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let fits = width <= left;
        left = left.saturating_sub(width);
        fits
    };
    sanitize(text).chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_stranger_commands_nothing_and_takes_one_line_of_bounded_width() {
        assert_eq!(cut("\u{1b}[31mkit\nchen", NAME_COLUMNS), "[31mkit chen");
        assert_eq!(cut(&"w".repeat(80), NAME_COLUMNS), "w".repeat(40));
        assert_eq!(cut(&"棋".repeat(80), 5), "棋棋");
    }
}
