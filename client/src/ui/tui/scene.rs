//! Everything that one frame shows, as plain data: what has been decided, before anything is drawn.

use std::time::Duration;

use tictactoe_protocol::values::Rules;

use super::display::Display;
use super::keys::Action;
use crate::app::notice::Question;
use crate::app::view::View;

/// One frame.
#[derive(Debug, Clone)]
pub(crate) struct Scene<'a> {
    /// How it is to look.
    pub(crate) look: Display,
    /// How it stands with the connection.
    pub(crate) signal: Signal<'a>,
    /// The room, where there is one.
    pub(crate) room: Option<&'a str>,
    /// What fills the screen.
    pub(crate) body: Body<'a>,
    /// What lies over it.
    pub(crate) card: Option<Card<'a>>,
    /// What was said last: one sentence.
    pub(crate) message: Option<Message<'a>>,
    /// What can be done now, the most important first.
    pub(crate) footer: Vec<Way>,
}

/// Something that can be done now, in the footer. It can be clicked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    /// The keys, as they are shown: `arrows`.
    pub(crate) keys: &'static str,
    /// What they do, in a word or two: `move`.
    pub(crate) label: &'static str,
    /// The same for the program; none where there is nothing to click on.
    pub(crate) action: Option<Action>,
}

/// How it stands with the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal<'a> {
    /// There is none yet.
    None,
    /// It stands.
    Up {
        /// How long a message takes there and back; none until it is known.
        latency: Option<Duration>,
    },
    /// It is lost, and is made again.
    Lost {
        /// Why, within a sentence.
        cause: &'a str,
        /// How many tries were made.
        tries: u32,
        /// How long until the next; none while one is made.
        wait: Option<Duration>,
    },
}

impl Signal<'_> {
    /// Whether the connection is lost.
    pub(crate) const fn is_lost(self) -> bool {
        matches!(self, Self::Lost { .. })
    }
}

/// What was said last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Message<'a> {
    /// A sentence.
    pub(crate) text: &'a str,
    /// How it is meant.
    pub(crate) tone: Tone,
}

/// How a sentence is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Something happened.
    News,
    /// What was asked for is not done.
    Refusal,
    /// It needs attention.
    Alert,
}

/// What fills the screen.
#[derive(Debug, Clone)]
pub(crate) enum Body<'a> {
    /// Servers are looked for on the network.
    Looking,
    /// Several servers were found.
    Picking {
        /// Each with its name and its address.
        servers: &'a [Server],
        /// Which one the cursor is on.
        cursor: usize,
    },
    /// The server is being called, or has not said anything yet.
    Calling {
        /// Where it is.
        address: &'a str,
    },
    /// There is no opponent yet.
    Waiting(Waiting<'a>),
    /// A match.
    Table(Table<'a>),
    /// The match is no longer kept, and the player chooses what comes next.
    MatchGone,
}

/// A server to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Server {
    /// What its machine is called, cleaned.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) address: String,
}

/// There is no opponent yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waiting<'a> {
    /// Where others find this server.
    pub(crate) invite: &'a Invite,
    /// The board that will be played on.
    pub(crate) rules: Rules,
    /// In how many seconds the computer joins; none when only a person will do.
    pub(crate) computer_in: Option<u64>,
}

/// How somebody else gets here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Invite {
    /// It is not known yet.
    Unknown,
    /// Over the network.
    Open {
        /// What to type: `tictactoe 192.168.1.23 --room kitten`.
        command: String,
        /// What to open in a browser: `http://192.168.1.23:7878/r/kitten`.
        url: String,
    },
    /// Over the network, but not with a browser: its page would ask for another board.
    Typed {
        /// What to type.
        command: String,
    },
    /// The server can be reached from its own machine only.
    Local {
        /// What to type there.
        command: String,
    },
}

/// A match as it is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Table<'a> {
    /// The newest state.
    pub(crate) view: &'a View,
    /// Which cell the cursor is on; none for a watcher.
    pub(crate) cursor: Option<u8>,
    /// Whether a move would be taken now.
    pub(crate) may_play: bool,
    /// The cell that was played and is not yet on the board.
    pub(crate) sent: Option<u8>,
    /// How many seconds the player to move has left; none without a clock.
    pub(crate) clock: Option<u64>,
    /// The cells of a hint.
    pub(crate) hint: &'a [u8],
    /// What was typed of a coordinate so far, on a board that is too large for numbers: `h1`.
    pub(crate) typed: Option<&'a str>,
    /// Whether the viewer has asked for a rematch.
    pub(crate) has_asked: bool,
}

/// What lies over the rest.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Card<'a> {
    /// Every key. With how many lines are scrolled away.
    Help {
        /// Lines that are scrolled away.
        scroll: u16,
    },
    /// The address and its QR code.
    Invite(&'a Invite),
    /// Something needs a yes or a no.
    Question(Question),
    /// What each move was worth.
    Review {
        /// A sentence each.
        lines: &'a [String],
        /// Lines that are scrolled away.
        scroll: u16,
    },
}

/// What is at a place on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hit {
    /// A cell of the board.
    Cell(u8),
    /// A server to choose.
    Server(usize),
    /// Something that can be done.
    Do(Action),
}
