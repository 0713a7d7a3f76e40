//! Everything that one frame shows, as plain data: decided before anything is drawn.

use std::time::{Duration, Instant};

use tictactoe_protocol::values::Rules;

use super::keys::{Binding, Choice};
use crate::app::arena::Arena;
use crate::app::view::View;
use crate::ui::Display;
use crate::ui::invite::Invite;
use crate::ui::menu::Menu;

#[derive(Debug, Clone)]
pub(crate) struct Scene<'a> {
    pub(crate) display: Display,
    /// The wait until the next try to reconnect; none unless the connection is lost.
    pub(crate) retry_in: Option<Duration>,
    pub(crate) room: Option<&'a str>,
    /// The word of the arena, and the time that is left.
    pub(crate) arena: Option<String>,
    /// How others get here, once it is known.
    pub(crate) invite: Option<Invite>,
    pub(crate) body: Body<'a>,
    /// The keys that do something now, apart from what lies over the screen.
    pub(crate) available: Vec<Binding>,
    pub(crate) overlay: Option<Overlay>,
    /// Lies over everything else.
    pub(crate) question: Option<String>,
    pub(crate) message: Option<&'a Message>,
    /// The keys that can do something now.
    pub(crate) footer: Vec<Binding>,
}

/// The sentence of the status line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) tone: Tone,
    pub(crate) text: String,
    /// None for one that the next event clears.
    pub(crate) until: Option<Instant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    News,
    /// What was asked for is not done.
    Refusal,
    Alert,
}

/// What lies over the screen. While it is open, no key plays a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// Every key.
    Help {
        /// How many lines are scrolled away.
        scroll: u16,
    },
    Invite,
    /// The link for the player who has opened the arena.
    Manage,
    Choose {
        choice: Choice,
        cursor: usize,
    },
}

impl Scene<'_> {
    pub(crate) const fn is_lost(&self) -> bool {
        self.retry_in.is_some()
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Body<'a> {
    Picking(&'a Menu),
    /// A sentence, and what it means: before the server has said anything, and when the match is no longer kept.
    Sentence(&'a str, &'static str),
    Waiting {
        rules: Rules,
        /// In how many seconds the computer joins; none if it does not.
        computer_in: Option<u64>,
        /// What a host can do, so that others come.
        advice: Option<&'static str>,
    },
    /// Between two games of an arena, or after them: its table.
    Arena(&'a Arena),
    Match(MatchScreen<'a>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchScreen<'a> {
    pub(crate) view: &'a View,
    /// The cell with the cursor; none for a spectator.
    pub(crate) cursor: Option<u8>,
    /// The cell that was played and is not yet on the board.
    pub(crate) sent: Option<u8>,
    /// How many seconds the player to move has left; none without a clock.
    pub(crate) clock: Option<u64>,
    pub(crate) hint: &'a [u8],
    pub(crate) review: Option<&'a ReviewStep>,
    /// Whether the viewer has asked for a rematch.
    pub(crate) has_asked: bool,
}

/// A position of a finished game with what its last move was worth, or one of a forced win.
#[derive(Debug, Default, Clone)]
pub(crate) struct ReviewStep {
    pub(crate) title: String,
    pub(crate) sentence: String,
    pub(crate) is_mistake: bool,
    pub(crate) better: Vec<u8>,
    /// The squares that were not played.
    pub(crate) imagined: Vec<u8>,
}
