//! What the server says when it starts: the addresses at which others reach it.
//!
//! * [`screen`]: what the terminal can show.
//! * `picture`: the best address as a QR code, or why there is none.

mod picture;
mod screen;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::Duration;

use tictactoe_lan::cards::Card;
use tictactoe_lan::reach::{Audience, Reach, reaches};
use tictactoe_protocol::{DEFAULT_PORT, SCHEMA_PATH, SOCKET_PATH};

use crate::flags::Place;
use picture::Picture;

pub(crate) use screen::Screen;

/// What there is to tell a person.
pub(crate) struct Start<'a> {
    /// Where the server listens.
    pub(crate) bound: SocketAddr,
    /// This machine's network cards, the best first.
    pub(crate) cards: &'a [Card],
    /// Whether clients find the server without its address.
    pub(crate) is_announced: bool,
    /// Where matches are kept.
    pub(crate) place: &'a Place,
    /// How long the start took.
    pub(crate) ready_in: Duration,
}

/// The banner for a person at a terminal.
pub(crate) fn banner(start: &Start, screen: Screen) -> String {
    let reaches = reaches(start.bound, start.cards);
    let best = reaches.iter().find(|reach| reach.is_for_others());
    let closing = closing(best.is_some(), screen.columns);
    let picture = best.map(|best| Picture::new(&url(best), rows_of(&closing, screen.columns), screen));
    let mut text = header(start.ready_in);
    for reach in &reaches {
        let has_picture = Some(reach) == best && matches!(picture, Some(Picture::Code(_)));
        text += &address(screen.arrow, reach, has_picture);
    }
    text += &terminal(screen.arrow, start, best);
    if let Some(Reach { place, .. }) = best.or(reaches.first()) {
        text += &row(
            screen.arrow,
            "Bots",
            &format!("ws://{place}{SOCKET_PATH}"),
            &format!("schema: {SCHEMA_PATH}"),
        );
    }
    text += &row(screen.arrow, "Matches", &start.place.to_string(), "");
    text + &picture.map(|picture| picture.to_string()).unwrap_or_default() + &closing
}

/// One line for each address, for logs and programs.
pub(crate) fn lines(bound: SocketAddr, cards: &[Card]) -> String {
    let mut text = String::new();
    for Reach { place, .. } in reaches(bound, cards) {
        let _ = writeln!(text, "listening on ws://{place}{SOCKET_PATH}");
    }
    text
}

fn header(ready_in: Duration) -> String {
    let name = concat!("tictactoe-server ", env!("CARGO_PKG_VERSION"));
    format!("  {name:<47}  ready in {} ms\n", ready_in.as_millis())
}

fn address(arrow: &str, reach: &Reach, has_picture: bool) -> String {
    let (label, note) = match &reach.audience {
        Audience::ThisMachine => ("This machine", String::new()),
        Audience::Network { card } if has_picture => ("Network", format!("{card:<7} <- QR below")),
        Audience::Network { card } => ("Network", card.clone()),
    };
    row(arrow, label, &url(reach), &note)
}

/// What to type to play from a terminal.
fn terminal(arrow: &str, start: &Start, best: Option<&Reach>) -> String {
    let port = start.bound.port();
    match best {
        Some(Reach { place, .. }) if start.is_announced => {
            row(arrow, "Terminal", "tictactoe", "found automatically")
                + &row("", "", &format!("tictactoe {place}"), "if not")
        }
        Some(Reach { place, .. }) => row(arrow, "Terminal", &format!("tictactoe {place}"), ""),
        None if port == DEFAULT_PORT => row(arrow, "Terminal", "tictactoe", ""),
        None => row(arrow, "Terminal", &format!("tictactoe localhost:{port}"), ""),
    }
}

/// A line of the banner: an arrow, a label, what it labels, and a note.
fn row(arrow: &str, label: &str, value: &str, note: &str) -> String {
    let line = format!("  {arrow:<3}{label:<15}{value:<29}  {note}");
    line.trim_end().to_owned() + "\n"
}

/// The columns that the last words take in one line.
const CLOSING_COLUMNS: u16 = 94;

fn closing(is_open: bool, columns: u16) -> String {
    let stop = "  Ctrl-C stops the server.\n";
    if !is_open {
        return stop.to_owned();
    }
    let open = "  Anyone on this network can play. --local keeps it to this machine.";
    if columns < CLOSING_COLUMNS { format!("{open}\n{stop}") } else { format!("{open}{}", &stop[1..]) }
}

/// The rows that lines take on a screen that wraps them.
fn rows_of(text: &str, columns: u16) -> usize {
    text.lines().map(|line| line.len().div_ceil(columns.into())).sum()
}

/// What to type into a browser.
fn url(reach: &Reach) -> String {
    format!("http://{}/", reach.place)
}

#[cfg(test)]
mod tests;
