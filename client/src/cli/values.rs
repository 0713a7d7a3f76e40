//! What can stand behind the flags.

use std::time::Duration;

use clap::ValueEnum;
use tictactoe_protocol::values::{Level, MarkPreference, Opponent};

use crate::cli::options::Colour;
use crate::ui::tui::display::Numbers;
use crate::ui::{LineUi, Ui};

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Vs {
    /// A person, or the computer when nobody comes
    Any,
    /// A person only
    Human,
    /// The computer at once
    Ai,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum LevelName {
    Easy,
    Casual,
    Perfect,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum MarkName {
    #[value(name = "X")]
    X,
    #[value(name = "O")]
    O,
    Any,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum UiName {
    /// At a terminal the full screen, or text where TERM is dumb; else plain
    Auto,
    /// The full screen: a board to point at
    Tui,
    /// Sentences and a prompt, for screen readers and slow links
    Text,
    /// A line for each event, for scripts
    Plain,
    /// The frames of the protocol, for bots; the client itself sends the join that its flags ask for
    Json,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum When {
    /// As the environment wishes
    Auto,
    /// Whatever the environment wishes
    Always,
    /// Bold, underlined and reversed only
    Never,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Order {
    /// 1 is at the top on the left
    Reading,
    /// As on a keypad: 7 is at the top on the left
    Numpad,
}

pub(super) fn parse_games(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "write a whole number, like 3; 0 plays until you quit".to_owned())
}

pub(super) fn parse_run(text: &str) -> Result<u8, String> {
    let run = text.parse().ok().filter(|&run| run > 0);
    run.ok_or_else(|| "write a whole number from 1 to 15".to_owned())
}

pub(super) fn parse_board(text: &str) -> Result<(u8, u8), String> {
    let side = |text: &str| text.parse::<u8>().ok().filter(|&side| side > 0);
    text.split_once(['x', 'X'])
        .and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)))
        .ok_or_else(|| "write columns and rows like 3x3, up to 15x15".to_owned())
}

pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "write a number of seconds above 0".to_owned())
}

impl From<Vs> for Opponent {
    fn from(vs: Vs) -> Self {
        match vs {
            Vs::Any => Self::Any,
            Vs::Human => Self::Human,
            Vs::Ai => Self::Ai,
        }
    }
}

impl From<LevelName> for Level {
    fn from(level: LevelName) -> Self {
        match level {
            LevelName::Easy => Self::Easy,
            LevelName::Casual => Self::Casual,
            LevelName::Perfect => Self::Perfect,
        }
    }
}

impl From<MarkName> for MarkPreference {
    fn from(mark: MarkName) -> Self {
        match mark {
            MarkName::X => Self::X,
            MarkName::O => Self::O,
            MarkName::Any => Self::Any,
        }
    }
}

impl From<When> for Colour {
    fn from(when: When) -> Self {
        match when {
            When::Auto => Self::Auto,
            When::Always => Self::Always,
            When::Never => Self::Never,
        }
    }
}

impl From<Order> for Numbers {
    fn from(order: Order) -> Self {
        match order {
            Order::Reading => Self::Reading,
            Order::Numpad => Self::Numpad,
        }
    }
}

impl UiName {
    pub(super) const fn ui(self) -> Option<Ui> {
        match self {
            Self::Auto => None,
            Self::Tui => Some(Ui::Tui),
            Self::Text => Some(Ui::Lines(LineUi::Text)),
            Self::Plain => Some(Ui::Lines(LineUi::Plain)),
            Self::Json => Some(Ui::Json),
        }
    }
}
