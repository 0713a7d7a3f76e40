//! How a run ends: the exit codes, and the two lines that say what happened and what to do.
//!
//! * `remedy`: what to do.

mod remedy;
#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::time::Duration;

use thiserror::Error;
use tictactoe_protocol::refusal::{Closing, ClosingReason, Code, Refused};

use crate::address::AddressError;
use crate::sanitize::sanitize;

/// Why a run ended before its time. The message is the first of the two lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Failure {
    /// Something that should not happen on this machine.
    #[error("{0}")]
    Internal(String),
    /// Standard input cannot be read.
    #[error("The input cannot be read: {0}.")]
    Input(String),
    /// Standard output cannot be written.
    #[error("The output cannot be written: {0}.")]
    Output(String),
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
        /// Whether it may be otherwise in a moment: servers and what stands before them are started again.
        for_now: bool,
    },
    /// The server did not let the connection in.
    #[error("The server at {address} turned the connection away: {message}")]
    TurnedAway {
        /// Where it is.
        address: String,
        /// What it said.
        message: String,
        /// Whether it may let somebody in in a moment.
        for_now: bool,
    },
    /// The server refused to seat the player or to show the match.
    #[error("The server refused ({}): {message}", code.word())]
    Refused {
        /// The stable code.
        code: Code,
        /// What it said.
        message: String,
        /// The match that could be watched instead.
        to_watch: Option<String>,
    },
    /// The connection is gone.
    #[error("The connection was lost: {0}.")]
    Lost(String),
    /// The connection was lost, and could not be made again.
    #[error("The connection was lost and did not come back within {}: {cause}.", time(*limit))]
    GaveUp {
        /// How long it was tried.
        limit: Duration,
        /// Why the last try failed.
        cause: String,
    },
    /// The connection is back, but the seat or the match is gone.
    #[error("The connection is back, but the match is gone: {0}")]
    SeatGone(String),
    /// The connection is back, but what was watched is gone.
    #[error("The connection is back, but the match that you watched is gone: {0}")]
    WatchGone(String),
    /// The server has closed the connection, and has said why.
    #[error("The server closed the connection: {message}")]
    Closed {
        /// The stable reason.
        reason: ClosingReason,
        /// What it said.
        message: String,
    },
    /// The server said something that a server of this protocol does not say.
    #[error("The server broke the protocol: {0}.")]
    Broken(String),
    /// Something outside the game ended the run.
    #[error("{0}")]
    Stopped(Stop),
}

/// What can end a run from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Stop {
    /// Ctrl-C.
    #[error("Interrupted.")]
    Interrupted,
    /// SIGTERM.
    #[error("Terminated.")]
    Terminated,
    /// SIGHUP: the terminal is gone.
    #[error("The terminal is gone.")]
    HungUp,
    /// The time of `--timeout` is over.
    #[error("The time that --timeout gave to the run is over.")]
    TimedOut,
    /// Nobody reads the output any more.
    #[error("Nobody reads the output any more.")]
    Unheard,
}

impl Failure {
    /// A refused `join` or `watch`.
    pub(crate) fn refused(refused: &Refused) -> Self {
        let to_watch = refused.match_id.as_ref().map(|id| sanitize(&id.0));
        Self::Refused { code: refused.code, message: sanitize(&refused.message), to_watch }
    }

    /// A seat, or a match that was watched, that is gone when the connection is back.
    pub(crate) fn gone(refused: &Refused, is_watch: bool) -> Self {
        let message = sanitize(&refused.message);
        if is_watch { Self::WatchGone(message) } else { Self::SeatGone(message) }
    }

    /// A connection that went after the server had said why is one that it closed.
    pub(crate) fn after(self, closing: Option<&Closing>) -> Self {
        match (self, closing) {
            (Self::Lost(_) | Self::Closed { .. }, Some(closing)) => Self::closed(closing),
            (failure, _) => failure,
        }
    }

    /// A connection that was closed with a code after which nobody comes back by themselves; any other close is
    /// only a lost connection.
    pub(crate) fn closed_with(code: u16, message: &str) -> Self {
        const STOP: [ClosingReason; 8] = [
            ClosingReason::BadFrame,
            ClosingReason::NotText,
            ClosingReason::NotUtf8,
            ClosingReason::Flood,
            ClosingReason::Malformed,
            ClosingReason::TooBig,
            ClosingReason::Superseded,
            ClosingReason::NoMessage,
        ];
        let closed = |&reason: &ClosingReason| {
            let message = message.to_owned();
            Self::closed(&Closing { reason, message, retry_in_ms: None })
        };
        STOP.iter().find(|reason| reason.close_code() == code).map_or_else(Self::shut, closed)
    }

    /// A connection that the server closed without a reason.
    pub(crate) fn shut() -> Self {
        Self::Lost("the server closed it".to_owned())
    }

    fn closed(closing: &Closing) -> Self {
        let message = sanitize(&closing.message);
        let message = if message.is_empty() { closing.reason.word().to_owned() } else { message };
        Self::Closed { reason: closing.reason, message }
    }

    /// A frame that is none of the protocol's.
    pub(crate) fn unreadable() -> Self {
        Self::Broken("it sent a frame that cannot be read".to_owned())
    }

    /// Whether the seat stays the player's, who may come back to it: nobody has left, and nobody else has it.
    pub(crate) const fn keeps_seat(&self) -> bool {
        match self {
            Self::Lost(_)
            | Self::GaveUp { .. }
            | Self::NoServer { .. }
            | Self::NotOurs { .. }
            | Self::TurnedAway { .. }
            | Self::Stopped(Stop::Terminated | Stop::HungUp) => true,
            Self::Closed { reason, .. } => !matches!(reason, ClosingReason::Superseded),
            _ => false,
        }
    }

    /// Whether there may still be a seat to give up, and a connection to do it on.
    pub(crate) const fn may_leave(&self) -> bool {
        let has_none = matches!(
            self,
            Self::Closed { .. } | Self::Refused { .. } | Self::SeatGone(_) | Self::WatchGone(_)
        );
        !self.keeps_seat() && !has_none
    }

    /// Whether the next try to reach the server may go better.
    pub(crate) const fn is_for_now(&self) -> bool {
        match self {
            Self::NoServer { .. } | Self::Lost(_) => true,
            Self::NotOurs { for_now, .. } | Self::TurnedAway { for_now, .. } => *for_now,
            _ => false,
        }
    }

    /// The same within a sentence: why there is no connection.
    pub(crate) fn why(&self) -> String {
        let text = match self {
            Self::Lost(why) => why.clone(),
            Self::Closed { message, .. } => message.clone(),
            failure => failure.to_string(),
        };
        let text = text.trim_end_matches('.');
        // All of them begin with an article: only the first letter is for the beginning of a sentence.
        let mut rest = text.chars();
        rest.next().map_or_else(String::new, |first| first.to_lowercase().chain(rest).collect())
    }

    /// The exit code of the process.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Internal(_) | Self::Input(_) | Self::Output(_) => 1,
            Self::Usage { .. } => 2,
            Self::NoServer { .. } | Self::NotOurs { .. } => 3,
            Self::TurnedAway { .. } | Self::Refused { .. } => 4,
            Self::Lost(_)
            | Self::Closed { .. }
            | Self::GaveUp { .. }
            | Self::SeatGone(_)
            | Self::WatchGone(_) => 5,
            Self::Broken(_) => 6,
            Self::Stopped(Stop::TimedOut) => 7,
            Self::Stopped(Stop::HungUp) => 129,
            Self::Stopped(Stop::Interrupted) => 130,
            Self::Stopped(Stop::Terminated) => 143,
            Self::Stopped(Stop::Unheard) => 0,
        }
    }

    /// The two lines for standard error: what happened, and what to do. A run that was stopped by its own
    /// user needs none.
    pub(crate) fn lines(&self) -> Option<String> {
        let quiet = matches!(self, Self::Stopped(stop) if *stop != Stop::TimedOut);
        (!quiet).then(|| format!("{self}\n{}\n", self.remedy()))
    }
}

/// A time in words: whole minutes, or seconds.
fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds >= 60 && seconds.is_multiple_of(60) => format!("{} min", seconds / 60),
        _ => format!("{} s", time.as_millis().div_ceil(1000)),
    }
}

/// What the system says of an error: "Connection refused (os error 111)" says the same without the number.
pub(crate) fn cause(error: &impl Display) -> String {
    let text = error.to_string();
    sanitize(text.split(" (os error").next().unwrap_or(&text))
}

impl From<AddressError> for Failure {
    fn from(error: AddressError) -> Self {
        Self::Usage { what: error.to_string(), remedy: error.remedy().to_owned() }
    }
}
