//! How a run ends: the exit codes, and the two lines that say what happened and what to do.

#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::time::Duration;

use humantime::format_duration;
use textwrap::{Options, WordSplitter};
use thiserror::Error;
use tictactoe_host::StopSignal;
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::refusal::{Closing, ClosingReason, Code, Refused};

use crate::address::{Address, AddressError};
use crate::sanitize::sanitize;

/// Why a run failed. `Display` is the first of the two lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Internal(String),
    #[error("This machine has stopped hosting: {0}.")]
    Hosting(String),
    #[error("The input cannot be read: {0}.")]
    Input(String),
    #[error("The output cannot be written: {0}.")]
    Output(String),
    #[error("{what}")]
    Usage { what: String, hint: String },
    /// Without an address, a search found none, and `cause` says where.
    #[error("{}{cause}.", address.as_ref().map_or_else(|| "No server found ".to_owned(), |address| format!("No server answers at {address}: ")))]
    NoServer { address: Option<String>, cause: String },
    #[error("No host called {0} was found.")]
    NoHost(String),
    #[error("The server at {address} is not a tic-tac-toe server: {cause}.")]
    NotOurs { address: String, cause: String },
    #[error("No secure connection to {address}: {why}.")]
    Distrusted { address: String, why: String, remedy: String },
    #[error("The server at {address} refused the connection: {message}")]
    TurnedAway { address: String, message: String, for_now: bool },
    #[error("The server refused ({code}): {message}")]
    Refused { code: Code, message: String, to_watch: Option<String> },
    #[error("The connection was lost: {0}.")]
    Lost(String),
    #[error("The connection was lost, and reconnecting failed for {}: {}.", format_duration(*limit), last.why())]
    GaveUp { limit: Duration, last: Box<Self> },
    #[error("The client reconnected, but the match is gone: {0}")]
    MatchGone(String),
    #[error("The server closed the connection: {message}")]
    Closed { reason: ClosingReason, message: String },
    #[error("{}", if *is_newer { "This client is older than the server." } else { "The server is older than this client." })]
    OtherVersion { is_newer: bool },
    #[error("The server broke the protocol: {0}.")]
    Broken(String),
    #[error("{0:?}")]
    Stopped(StopSignal),
    #[error("The time limit (--timeout) has passed.")]
    TimedOut,
    #[error("The output was closed.")]
    OutputClosed,
}

impl Failure {
    pub(crate) fn usage(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage { what: what.into(), hint: hint.into() }
    }

    pub(crate) fn no_server(address: &Address, why: &impl Display) -> Self {
        Self::NoServer { address: Some(address.to_string()), cause: cause(why) }
    }

    pub(crate) fn distrusted(address: &Address, why: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Distrusted { address: address.to_string(), why: why.into(), remedy: remedy.into() }
    }

    pub(crate) fn internal(what: &str, why: &impl Display) -> Self {
        Self::Internal(format!("{what}: {}.", cause(why)))
    }

    pub(crate) fn refused(refused: &Refused) -> Self {
        let to_watch = refused.match_id.as_ref().map(|id| sanitize(&id.0));
        Self::Refused { code: refused.code, message: sanitize(&refused.message), to_watch }
    }

    pub(crate) fn shut() -> Self {
        Self::Lost("the server closed it".to_owned())
    }

    pub(crate) fn closed(closing: &Closing) -> Self {
        let message = sanitize(&closing.message);
        let message = if message.is_empty() { closing.reason.to_string() } else { message };
        Self::Closed { reason: closing.reason, message }
    }

    pub(crate) fn silent() -> Self {
        Self::Lost("the server does not answer".to_owned())
    }

    pub(crate) fn unreadable() -> Self {
        Self::Broken("it sent a frame that cannot be read".to_owned())
    }

    /// The server speaks a protocol that is not the client's.
    pub(crate) fn other_protocol(theirs: &str) -> Self {
        match (protocol_version(theirs), protocol_version(SUBPROTOCOL)) {
            (Some(theirs), Some(ours)) if theirs != ours => Self::OtherVersion { is_newer: theirs > ours },
            _ => Self::Broken(format!("it speaks {}, not {SUBPROTOCOL}", sanitize(theirs))),
        }
    }

    /// The player can resume the seat later: it was neither left nor taken over.
    pub(crate) const fn keeps_seat(&self) -> bool {
        match self {
            Self::Lost(_)
            | Self::Hosting(_)
            | Self::GaveUp { .. }
            | Self::NoServer { .. }
            | Self::NoHost(_)
            | Self::NotOurs { .. }
            | Self::Distrusted { .. }
            | Self::TurnedAway { .. }
            | Self::OtherVersion { .. }
            | Self::Stopped(StopSignal::Terminate | StopSignal::HangUp) => true,
            Self::Closed { reason, .. } => !matches!(reason, ClosingReason::Superseded),
            _ => false,
        }
    }

    /// The server has said that it will not come back, or has been away for too long.
    pub(crate) const fn is_server_gone(&self) -> bool {
        matches!(self, Self::GaveUp { .. } | Self::Closed { reason: ClosingReason::Shutdown, .. })
    }

    pub(crate) const fn is_for_now(&self) -> bool {
        match self {
            // A certificate may be renewed, or be that of a sign-in page. Without a network, a name has no address.
            Self::NoServer { .. } | Self::NoHost(_) | Self::Lost(_) | Self::Distrusted { .. } => true,
            Self::TurnedAway { for_now, .. } => *for_now,
            _ => false,
        }
    }

    /// The same failure, perhaps of another node.
    pub(crate) fn has_cause_of(&self, other: &Self) -> bool {
        self.without_address() == other.without_address()
    }

    fn without_address(&self) -> Self {
        let mut failure = self.clone();
        if let Self::NoServer { address: Some(address), .. }
        | Self::NoHost(address)
        | Self::NotOurs { address, .. }
        | Self::Distrusted { address, .. }
        | Self::TurnedAway { address, .. } = &mut failure
        {
            address.clear();
        }
        failure
    }

    /// The cause, worded to fit inside a sentence.
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

    pub(crate) const fn code(&self) -> u8 {
        self.code_and_hint().0
    }

    /// The two lines for standard error; `None` if the user stopped the run.
    pub(crate) fn lines(&self) -> Option<String> {
        let hint = match self {
            Self::Usage { hint, .. } => hint.clone(),
            Self::Distrusted { remedy, .. } => remedy.clone(),
            Self::Refused { code, to_watch, .. } => after_refusal(*code, to_watch.as_deref()),
            Self::GaveUp { last, .. } => match &**last {
                Self::Distrusted { remedy, .. } => remedy.clone(),
                _ => self.code_and_hint().1.to_owned(),
            },
            failure => failure.code_and_hint().1.to_owned(),
        };
        (!hint.is_empty()).then(|| format!("{self}\n{hint}\n"))
    }

    /// The exit code, and what to do where that does not depend on the details.
    const fn code_and_hint(&self) -> (u8, &'static str) {
        match self {
            Self::OutputClosed => (0, ""),
            Self::Internal(_) => (1, "This is a bug. Please report it with the command that you typed."),
            Self::Hosting(_) => {
                (1, "Check that the disk is not full, then type tictactoe host to continue the games.")
            }
            Self::Input(_) => (1, "Start tictactoe with a terminal, a pipe or /dev/null as its input."),
            Self::Output(_) => (1, "Check that the output can be written, and that its disk is not full."),
            Self::Usage { .. } => (2, ""),
            Self::NoServer { .. } => (
                3,
                "Play the computer with tictactoe --vs ai, host with tictactoe host, or name a running server: tictactoe HOST.",
            ),
            Self::NoHost(_) => (3, "Check the name and the network, or type tictactoe list."),
            Self::NotOurs { .. } => {
                (3, "Check the host and the port. The server prints them when it starts.")
            }
            Self::Distrusted { .. } => (3, ""),
            Self::TurnedAway { .. } => (4, "Try again later, or ask the operator of the server."),
            Self::Refused { .. } => (4, ""),
            Self::Lost(_) => (5, "Check the network and the server, then start tictactoe again."),
            Self::GaveUp { .. } => (
                5,
                "Check the network and the server, then start tictactoe again. At a terminal it resumes your seat \
                 while the match is kept.",
            ),
            Self::MatchGone(_) => {
                (5, "Start tictactoe again for a new game, or name another match to watch.")
            }
            Self::Closed { reason, .. } => (5, hint_after(*reason)),
            Self::OtherVersion { is_newer: true } => {
                (6, "Update this client, or open the server's address in a browser.")
            }
            Self::OtherVersion { .. } => {
                (6, "Ask its operator to update it, or open the server's address in a browser.")
            }
            Self::Broken(_) => (6, "Use a client and a server of the same version."),
            Self::TimedOut => (7, "Use a longer --timeout, or leave it out."),
            Self::Stopped(signal) => (signal.exit_code(), ""),
        }
    }
}

fn after_refusal(code: Code, to_watch: Option<&str>) -> String {
    let hint = match (code, to_watch) {
        (Code::RoomFull, Some(id)) => {
            return format!("To watch, type --watch {id} instead of the room.");
        }
        (Code::RoomFull, None) => "Try again later, or with another --room.",
        (Code::RoomRules, _) => "Leave out --game and --best-of to play that game.",
        (Code::NoSuchArena, _) => "Check the word. To open the arena, leave out --table.",
        (Code::ArenaOver | Code::WrongKind, _) => "tictactoe arena WORD opens another one.",
        (Code::ArenaFull, _) => "Choose another arena or a room, or try again later.",
        (Code::NameTaken, _) => "Choose another name: --name NAME.",
        (Code::NoSuchMatch, _) => "To choose another match, type tictactoe watch SERVER.",
        _ => "Change the flags and try again. tictactoe --help lists them.",
    };
    hint.to_owned()
}

/// The 2 of `tictactoe.v2`.
pub(crate) fn protocol_version(protocol: &str) -> Option<u32> {
    protocol.strip_prefix("tictactoe.v")?.parse().ok()
}

const fn hint_after(reason: ClosingReason) -> &'static str {
    match reason {
        ClosingReason::Shutdown => "Start the server again, or try again later.",
        ClosingReason::Superseded => "Continue there.",
        ClosingReason::Flood => "Send fewer messages per second. The server limits them.",
        ClosingReason::Silent | ClosingReason::NoMessage => "Check the network, then start tictactoe again.",
        ClosingReason::Unknown => "Start tictactoe again, or ask the operator of the server.",
        _ => "Send only messages of the protocol, each as one short line of JSON.",
    }
}

/// The lines for a terminal of this width, broken between words.
pub(crate) fn wrapped(lines: &str, width: u16) -> String {
    let options = Options::new(width.into()).break_words(false).word_splitter(WordSplitter::NoHyphenation);
    lines.lines().map(|line| textwrap::fill(line, &options) + "\n").collect()
}

/// The error's text without the system's number: `Connection refused` for `Connection refused (os error 111)`.
pub(crate) fn cause(error: &impl Display) -> String {
    let text = error.to_string();
    sanitize(text.split(" (os error").next().unwrap_or(&text))
}

impl From<AddressError> for Failure {
    fn from(error: AddressError) -> Self {
        Self::usage(error.to_string(), error.remedy())
    }
}
