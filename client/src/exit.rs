//! How a run ends: the exit codes, and the two lines that say what happened and what to do.

use thiserror::Error;
use tictactoe_protocol::refusal::{Closing, Refused};

use crate::address::AddressError;
use crate::tidy::tidy;

/// Why a run ended before its time. The message is the first of the two lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Failure {
    /// Something that should not happen on this machine.
    #[error("{0}")]
    Internal(String),
    /// The flags make no sense.
    #[error("{what}")]
    Usage {
        /// What is wrong with them.
        what: String,
        /// What to write instead.
        remedy: String,
    },
    /// Nothing answers at the address.
    #[error("No server answers at {address}: {cause}.")]
    NoServer {
        /// Where it was looked for.
        address: String,
        /// What the system said.
        cause: String,
    },
    /// Something answers, but it does not play this game.
    #[error("What answers at {address} is no tic-tac-toe server: {cause}.")]
    NotOurs {
        /// Where it is.
        address: String,
        /// What it did instead.
        cause: String,
    },
    /// The server did not let the connection in.
    #[error("The server at {address} turned the connection away: {message}")]
    TurnedAway {
        /// Where it is.
        address: String,
        /// What it said.
        message: String,
    },
    /// The server refused to seat the player or to show the match.
    #[error("The server refused ({code}): {message}")]
    Refused {
        /// The stable code.
        code: &'static str,
        /// What it said.
        message: String,
    },
    /// The connection is gone.
    #[error("The connection was lost: {0}.")]
    Lost(String),
    /// The server said something that a server of this protocol does not say.
    #[error("The server broke the protocol: {0}.")]
    Broken(String),
    /// Something outside the game ended the run.
    #[error("{0}")]
    Stopped(Stop),
}

/// What can end a run from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Stop {
    /// Ctrl-C.
    #[error("Interrupted.")]
    Interrupted,
    /// SIGTERM.
    #[error("Terminated.")]
    Terminated,
    /// The time of `--timeout` is over.
    #[error("The time that --timeout gave to the run is over.")]
    TimedOut,
    /// Nobody reads the output any more.
    #[error("Nobody reads the output any more.")]
    Unheard,
}

impl Failure {
    /// A refused `join` or `watch`.
    #[must_use]
    pub fn refused(refused: &Refused) -> Self {
        Self::Refused { code: refused.code.word(), message: tidy(&refused.message) }
    }

    /// A connection that the server closed after it had said why.
    #[must_use]
    pub fn closed(closing: &Closing) -> Self {
        let message = tidy(&closing.message);
        Self::Lost(format!("the server said \"{}\"", message.trim_end_matches('.')))
    }

    /// The exit code of the process.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Internal(_) => 1,
            Self::Usage { .. } => 2,
            Self::NoServer { .. } | Self::NotOurs { .. } => 3,
            Self::TurnedAway { .. } | Self::Refused { .. } => 4,
            Self::Lost(_) => 5,
            Self::Broken(_) => 6,
            Self::Stopped(Stop::TimedOut) => 7,
            Self::Stopped(Stop::Interrupted) => 130,
            Self::Stopped(Stop::Terminated) => 143,
            Self::Stopped(Stop::Unheard) => 0,
        }
    }

    /// The two lines for standard error: what happened, and what to do. A run that was stopped by its own
    /// user needs none.
    #[must_use]
    pub fn lines(&self) -> Option<String> {
        let quiet = matches!(self, Self::Stopped(Stop::Interrupted | Stop::Terminated | Stop::Unheard));
        (!quiet).then(|| format!("{self}\n{}\n", self.remedy()))
    }

    fn remedy(&self) -> &str {
        match self {
            Self::Usage { remedy, .. } => remedy,
            Self::Internal(_) => "This should not happen: please report it with the command that you typed.",
            Self::NoServer { .. } => {
                "Start a server with `tictactoe-server`, or name the address of one: tictactoe HOST:PORT."
            }
            Self::NotOurs { .. } => {
                "Check the host and the port: the server prints its address when it starts."
            }
            Self::TurnedAway { .. } => "Wait a little and try again, or ask whoever runs the server.",
            Self::Refused { .. } => {
                "Change what you asked for and try again: tictactoe --help lists the flags."
            }
            Self::Lost(_) => "Check the network and the server, then start tictactoe again.",
            Self::Broken(_) => "Use a client and a server of the same version.",
            Self::Stopped(_) => "Give --timeout more seconds, or leave it out.",
        }
    }
}

impl From<AddressError> for Failure {
    fn from(error: AddressError) -> Self {
        Self::Usage { what: error.to_string(), remedy: error.remedy().to_owned() }
    }
}
