//! The signs that are drawn: with Unicode or in ASCII.

use ratatui::symbols::border;

use crate::ui::tui::display::Display;

/// The signs that are drawn.
#[derive(Debug)]
pub(super) struct Glyphs {
    pub(super) is_ascii: bool,
    /// Somebody or something is connected.
    pub(super) here: &'static str,
    /// Not connected now.
    pub(super) away: &'static str,
    /// An empty square without a number.
    pub(super) empty: &'static str,
    /// What stands for the rest of a text.
    pub(super) more: &'static str,
    /// What stands between two things in a row.
    pub(super) between: &'static str,
    /// More lies to the left, to the right, above and below.
    pub(super) left: &'static str,
    pub(super) right: &'static str,
    pub(super) up: &'static str,
    pub(super) down: &'static str,
    /// Frames and grids.
    pub(super) lines: Lines,
}

/// Frames and grids.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) border: border::Set<'static>,
    pub(super) horizontal: &'static str,
    pub(super) vertical: &'static str,
    /// Where lines meet: rows from the top, columns from the left.
    pub(super) joints: [[&'static str; 3]; 3],
}

static UNICODE: Glyphs = Glyphs {
    is_ascii: false,
    here: "●",
    away: "◐",
    empty: "·",
    more: "…",
    between: " · ",
    left: "◂",
    right: "▸",
    up: "▴",
    down: "▾",
    lines: Lines {
        border: border::PLAIN,
        horizontal: "─",
        vertical: "│",
        joints: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    },
};

static ASCII: Glyphs = Glyphs {
    is_ascii: true,
    here: "*",
    away: "!",
    empty: ".",
    more: "...",
    between: " | ",
    left: "<",
    right: ">",
    up: "^",
    down: "v",
    lines: Lines {
        border: border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
        horizontal: "-",
        vertical: "|",
        joints: [["+"; 3]; 3],
    },
};

impl Glyphs {
    pub(super) fn of(look: Display) -> &'static Self {
        if look.ascii { &ASCII } else { &UNICODE }
    }
}
