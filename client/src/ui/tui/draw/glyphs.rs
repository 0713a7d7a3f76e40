//! The signs that are drawn: with Unicode or in ASCII.

use crate::ui::tui::Display;

/// The signs that take more columns in ASCII, or of which words are made.
#[derive(Debug)]
pub(super) struct Glyphs {
    pub(super) here: &'static str,
    pub(super) away: &'static str,
    /// Stands for the rest of a text.
    pub(super) more: &'static str,
    /// Stands between two things in a row.
    pub(super) between: &'static str,
}

static UNICODE: Glyphs = Glyphs { here: "●", away: "◐", more: "…", between: " · " };
static ASCII: Glyphs = Glyphs { here: "*", away: "!", more: "...", between: " | " };

impl Glyphs {
    pub(super) const fn of(display: Display) -> &'static Self {
        if display.ascii { &ASCII } else { &UNICODE }
    }
}

/// What is shown in one column instead of a sign that is not ASCII.
pub(super) fn ascii(symbol: &str) -> &'static str {
    match symbol {
        "─" => "-",
        "│" => "|",
        "┌" | "┬" | "┐" | "├" | "┼" | "┤" | "└" | "┴" | "┘" => "+",
        "·" => ".",
        "◂" => "<",
        "▸" => ">",
        "▴" => "^",
        "▾" => "v",
        _ => "?",
    }
}
