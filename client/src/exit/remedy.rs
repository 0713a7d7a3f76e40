//! What to do after a failure: the second of the two lines.

use std::borrow::Cow;

use tictactoe_protocol::refusal::{ClosingReason, Code};

use super::Failure;

impl Failure {
    /// A sentence that says what to do.
    pub(super) fn remedy(&self) -> Cow<'_, str> {
        let remedy = match self {
            Self::Refused { code: Code::RoomFull, to_watch: Some(id), .. } => {
                return format!(
                    "To look on, type --watch {id} instead of the room; to play, take another room."
                )
                .into();
            }
            Self::Refused { code: Code::RoomFull, .. } => {
                "Take another room with --room, or try again later."
            }
            Self::Refused { code: Code::RoomRules, .. } => {
                "Leave --board and --run out to play on that board, or take another room with --room."
            }
            Self::Usage { remedy, .. } => remedy,
            Self::Internal(_) => "This should not happen: please report it with the command that you typed.",
            Self::Input(_) => {
                "Start tictactoe with an input that can be read: a terminal, a pipe or /dev/null."
            }
            Self::Output(_) => {
                "Send the output to a place that can be written, and look whether its disk is full."
            }
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
            Self::GaveUp { .. } => {
                "Check the network and the server, then start tictactoe again: as long as the match is kept, it \
                 takes your seat again."
            }
            Self::SeatGone(_) => "Start tictactoe again for a new game.",
            Self::WatchGone(_) => "Name another match to watch, or leave --watch out to play.",
            Self::Closed { reason, .. } => after_closing(*reason),
            Self::Broken(_) => "Use a client and a server of the same version.",
            Self::Stopped(_) => "Give --timeout more seconds, or leave it out.",
        };
        remedy.into()
    }
}

const fn after_closing(reason: ClosingReason) -> &'static str {
    match reason {
        ClosingReason::Shutdown => "Start the server again, or try again later.",
        ClosingReason::Superseded => "Play on where you came back: the newer connection has your seat.",
        ClosingReason::Flood => {
            "Send less at a time: the server takes so many messages a second and no more."
        }
        ClosingReason::BadFrame
        | ClosingReason::NotText
        | ClosingReason::NotUtf8
        | ClosingReason::Malformed
        | ClosingReason::TooBig => "Send only what the protocol has: each message is one short line of JSON.",
        ClosingReason::Silent | ClosingReason::NoMessage => "Check the network, then start tictactoe again.",
        ClosingReason::Unknown => "Start tictactoe again, or ask whoever runs the server.",
    }
}
