//! Everything that one frame shows, as plain data: decided before anything is drawn.

use std::time::Duration;

use tictactoe_protocol::values::Rules;

use super::display::Display;
use super::keys::Action;
use crate::app::notice::Question;
use crate::app::view::View;

#[derive(Debug, Clone)]
pub(crate) struct Scene<'a> {
    pub(crate) display: Display,
    pub(crate) connection: Connection<'a>,
    pub(crate) room: Option<&'a str>,
    /// What fills the screen.
    pub(crate) body: Body<'a>,
    /// What lies over it.
    pub(crate) overlay: Option<Overlay<'a>>,
    pub(crate) message: Option<Message<'a>>,
    /// What can be done now, the most important first.
    pub(crate) footer: Vec<FooterItem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FooterItem {
    /// As they are shown: `arrows`.
    pub(crate) keys: &'static str,
    /// What they do, in a word or two.
    pub(crate) label: &'static str,
    /// What a click does; none where there is nothing to click on.
    pub(crate) action: Option<Action>,
}

impl FooterItem {
    pub(super) const fn text(keys: &'static str, label: &'static str) -> Self {
        Self { keys, label, action: None }
    }

    pub(super) const fn button(keys: &'static str, label: &'static str, action: Action) -> Self {
        Self { keys, label, action: Some(action) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Connection<'a> {
    /// There is none yet.
    None,
    /// With the time of a round trip, once it is known.
    Up { latency: Option<Duration> },
    /// Why, how many tries were made, and the wait until the next; none while one is made.
    Lost { cause: &'a str, tries: u32, wait: Option<Duration> },
}

impl Connection<'_> {
    pub(crate) const fn is_lost(self) -> bool {
        matches!(self, Self::Lost { .. })
    }
}

/// The sentence of the status line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Message<'a> {
    pub(crate) text: &'a str,
    pub(crate) tone: Tone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    News,
    /// What was asked for is not done.
    Refusal,
    /// It needs attention.
    Alert,
}

#[derive(Debug, Clone)]
pub(crate) enum Body<'a> {
    /// Servers are looked for on the network.
    Looking,
    Picking {
        servers: &'a [Server],
        cursor: usize,
    },
    /// Connecting, or connected and the server has not said anything yet.
    Calling {
        address: &'a str,
    },
    Waiting(Waiting<'a>),
    Match(MatchScreen<'a>),
    /// The match is no longer kept, and the player chooses what comes next.
    MatchGone,
}

/// A server to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Server {
    pub(crate) name: String,
    pub(crate) address: String,
}

/// There is no opponent yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waiting<'a> {
    pub(crate) invite: &'a Invite,
    pub(crate) rules: Rules,
    /// In how many seconds the computer joins; none if it does not.
    pub(crate) computer_in: Option<u64>,
}

/// How others get to this server and match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Invite {
    Unknown,
    /// Over the network, with a command or a browser.
    Open {
        command: String,
        url: String,
    },
    /// Over the network, but not with a browser: its page would ask for another board.
    Typed {
        command: String,
    },
    /// From the server's own machine only.
    Local {
        command: String,
    },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchScreen<'a> {
    pub(crate) view: &'a View,
    /// The cell with the cursor; none for a spectator of a numbered board.
    pub(crate) cursor: Option<u8>,
    /// Whether a move would be taken now.
    pub(crate) may_play: bool,
    /// The cell that was played and is not yet on the board.
    pub(crate) sent: Option<u8>,
    /// How many seconds the player to move has left; none without a clock.
    pub(crate) clock: Option<u64>,
    /// The cells of a hint.
    pub(crate) hint: &'a [u8],
    /// What was typed of a coordinate so far: `h1`.
    pub(crate) typed: Option<&'a str>,
    /// Whether the viewer has asked for a rematch.
    pub(crate) has_asked: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Overlay<'a> {
    /// Every key, without the lines that are scrolled away.
    Help {
        scroll: u16,
    },
    Invite(&'a Invite),
    Question(Question),
    /// What each move was worth, a sentence each.
    Review {
        lines: &'a [String],
        scroll: u16,
    },
}

/// What a click on a place means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hit {
    Cell(u8),
    Server(usize),
    Do(Action),
}
