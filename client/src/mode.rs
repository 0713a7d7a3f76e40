//! What a run of the client is for: whom to join, how many games, and how its input is read; and the
//! patience that every face has with a server.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::{ClientMessage, Join, Watch};
use tictactoe_protocol::refusal::{Code, Refused};

/// How long a client that leaves waits for the server's word.
pub(crate) const LEAVE_TIME: Duration = Duration::from_secs(2);

/// How long a client waits for the end of a connection that the server is closing.
pub(crate) const CLOSING_TIME: Duration = Duration::from_secs(3);

/// The pause before a busy server is asked again, when it does not say how long.
const PAUSE: Duration = Duration::from_secs(1);

/// The shortest pause, so that nobody makes the client spin, and the longest, so that it comes back.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(60));

/// How long to wait before the same message is sent again; none if the refusal is the last word.
pub(crate) fn pause(refused: &Refused) -> Option<Duration> {
    let told = refused.retry_in_ms.map_or(PAUSE, Duration::from_millis);
    matches!(refused.code, Code::RateLimited | Code::Unavailable).then(|| told.clamp(PAUSES.0, PAUSES.1))
}

/// What the client came for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mode {
    /// To play.
    Join(Join),
    /// To look on.
    Watch(Watch),
    /// To seat two people who share this keyboard, over two connections.
    Hotseat {
        /// Whose name was given.
        first: Join,
        /// Who sits beside.
        second: Join,
    },
}

/// How many games a run is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Series {
    /// This many: rematches are asked for without being told to, and the run ends after the last game.
    Games(NonZeroU32),
    /// As many as the person likes, but no more than this: every game but the last ends with a choice.
    UpTo(NonZeroU32),
    /// As many as the person likes: every game ends with a choice.
    Open,
}

/// How input is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InputMode {
    /// A person types: each line is acted on at once, and what cannot be taken back asks first.
    Person,
    /// A script was written in advance: each line waits until it can be used, and nothing asks.
    Script,
}

/// Which of the client's connections. Only two people at one keyboard need the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LinkId {
    /// The player's, the watcher's, or that of the first of two people.
    First,
    /// That of the second of two people.
    Second,
}

impl Series {
    /// A single game.
    pub(crate) const ONE: Self = Self::Games(NonZeroU32::MIN);

    /// Whether a person says what comes after a game.
    pub(crate) const fn is_chosen(self) -> bool {
        !matches!(self, Self::Games(_))
    }

    /// Whether no game may follow after so many.
    pub(crate) const fn is_done(self, games: u32) -> bool {
        match self {
            Self::Games(most) | Self::UpTo(most) => games >= most.get(),
            Self::Open => false,
        }
    }
}

impl Mode {
    /// What to say first, and on which connection.
    pub(crate) fn first_words(&self) -> Vec<(LinkId, ClientMessage)> {
        match self.clone() {
            Self::Join(join) => vec![(LinkId::First, ClientMessage::Join(join))],
            Self::Watch(watch) => vec![(LinkId::First, ClientMessage::Watch(watch))],
            Self::Hotseat { first, second } => vec![
                (LinkId::First, ClientMessage::Join(first)),
                (LinkId::Second, ClientMessage::Join(second)),
            ],
        }
    }

    /// The connections that the mode needs.
    pub(crate) const fn links(&self) -> &'static [LinkId] {
        match self {
            Self::Join(_) | Self::Watch(_) => &[LinkId::First],
            Self::Hotseat { .. } => &[LinkId::First, LinkId::Second],
        }
    }
}
