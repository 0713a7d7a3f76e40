//! Everything that one frame shows, as plain data: what has been decided, before anything is drawn.

use std::time::Duration;

use tictactoe_protocol::values::Rules;

use super::keys::Action;
use super::look::Look;
use crate::app::notice::Question;
use crate::app::view::View;

/// One frame.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// How it is to look.
    pub look: Look,
    /// How it stands with the connection.
    pub signal: Signal<'a>,
    /// The room, where there is one.
    pub room: Option<&'a str>,
    /// What fills the screen.
    pub body: Body<'a>,
    /// What lies over it.
    pub card: Option<Card<'a>>,
    /// What was said last: one sentence.
    pub message: Option<Message<'a>>,
    /// What can be done now, the most important first.
    pub footer: Vec<Way>,
}

/// Something that can be done now, in the footer. It can be clicked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The keys, as they are shown: `arrows`.
    pub keys: &'static str,
    /// What they do, in a word or two: `move`.
    pub label: &'static str,
    /// The same for the program; none where there is nothing to click on.
    pub action: Option<Action>,
}

/// How it stands with the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal<'a> {
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
    #[must_use]
    pub const fn is_lost(self) -> bool {
        matches!(self, Self::Lost { .. })
    }
}

/// What was said last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message<'a> {
    /// A sentence.
    pub text: &'a str,
    /// How it is meant.
    pub tone: Tone,
}

/// How a sentence is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something happened.
    News,
    /// What was asked for is not done.
    Refusal,
    /// It needs attention.
    Alert,
}

/// What fills the screen.
#[derive(Debug, Clone)]
pub enum Body<'a> {
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
    Adrift,
}

/// A server to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// What its machine is called, cleaned.
    pub name: String,
    /// Where it is.
    pub address: String,
}

/// There is no opponent yet.
#[derive(Debug, Clone, Copy)]
pub struct Waiting<'a> {
    /// Where others find this server.
    pub invite: &'a Invite,
    /// The board that will be played on.
    pub rules: Rules,
    /// In how many seconds the computer joins; none when only a person will do.
    pub computer_in: Option<u64>,
}

/// How somebody else gets here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invite {
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
pub struct Table<'a> {
    /// The newest state.
    pub view: &'a View,
    /// Which cell the cursor is on; none for a watcher.
    pub cursor: Option<u8>,
    /// Whether a move would be taken now.
    pub may_play: bool,
    /// The cell that was played and is not yet on the board.
    pub sent: Option<u8>,
    /// How many seconds the player to move has left; none without a clock.
    pub clock: Option<u64>,
    /// The cells of a hint.
    pub hint: &'a [u8],
    /// What was typed of a coordinate so far, on a board that is too large for numbers: `h1`.
    pub typed: Option<&'a str>,
    /// Whether the viewer has asked for a rematch.
    pub has_asked: bool,
}

/// What lies over the rest.
#[derive(Debug, Clone, Copy)]
pub enum Card<'a> {
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
pub enum Hit {
    /// A cell of the board.
    Cell(u8),
    /// A server to choose.
    Server(usize),
    /// Something that can be done.
    Do(Action),
}
