//! The connections as the core knows them: whether they stand, and what is shown when they have to be made again.

use std::time::Instant;

use tictactoe_protocol::client::{ClientMessage, Empty};
use tictactoe_protocol::refusal::Closing;

use super::Position;
use super::requests::Request;
use crate::mode::{LinkId, Mode};
use crate::net::backoff::{Backoff, RetryPolicy};
use crate::net::pass::Pass;

/// All connections of a run.
#[derive(Debug)]
pub(super) struct Connections(Vec<Connection>);

/// One connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) link: LinkId,
    pub(super) standing: Standing,
    pub(super) comeback: Backoff,
    /// Why the last try failed, within a sentence.
    pub(super) cause: String,
    /// What proves the place or the seat.
    pub(super) pass: Option<Pass>,
    /// What the server says before it closes the connection, and when it should have done so.
    pub(super) closing: Option<(Closing, Instant)>,
    /// What had no receipt when the connection was lost.
    pub(super) unanswered: Vec<(Request, ClientMessage)>,
    /// The position that was seen then.
    pub(super) lost_at: Option<Position>,
}

/// How it stands with a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It stands, and the server knows who is there.
    Up,
    /// It is lost, and the next try has to wait.
    Lost,
    /// It is being made.
    Calling,
    /// It stands again, and the server has been told who is there.
    Returning,
}

impl Connections {
    /// Connections that stand.
    pub(super) fn new(mode: &Mode, patience: RetryPolicy) -> Self {
        // Two that were lost at once do not come back at once.
        let lots = (patience.lot..).chain(0..);
        let connection = |(&link, lot)| Connection {
            link,
            standing: Standing::Up,
            comeback: Backoff::new(RetryPolicy { lot, ..patience }),
            cause: String::new(),
            pass: None,
            closing: None,
            unanswered: Vec::new(),
            lost_at: None,
        };
        Self(mode.links().iter().zip(lots).map(connection).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Connection> {
        self.0.iter()
    }

    pub(super) fn get(&self, link: LinkId) -> Option<&Connection> {
        self.0.iter().find(|connection| connection.link == link)
    }

    pub(super) fn get_mut(&mut self, link: LinkId) -> Option<&mut Connection> {
        self.0.iter_mut().find(|connection| connection.link == link)
    }

    /// How it stands with a connection. One that nobody has is lost.
    pub(super) fn standing(&self, link: LinkId) -> Standing {
        self.get(link).map_or(Standing::Lost, |connection| connection.standing)
    }

    /// Whether all stand.
    pub(super) fn are_up(&self) -> bool {
        self.0.iter().all(|connection| connection.standing == Standing::Up)
    }

    /// The first that does not stand: of several that are lost, it is the one that is told of.
    pub(super) fn first_down(&self) -> Option<LinkId> {
        self.0.iter().find(|connection| connection.standing != Standing::Up).map(|connection| connection.link)
    }

    /// Whether the server has said on one of them that it closes it.
    pub(super) fn is_closing(&self) -> bool {
        self.0.iter().any(|connection| connection.closing.is_some())
    }

    /// When something is due on one of them.
    pub(super) fn wake_at(&self) -> Option<Instant> {
        let closed_by = |connection: &Connection| connection.closing.as_ref().map(|&(_, until)| until);
        self.0
            .iter()
            .flat_map(|connection| [closed_by(connection), connection.comeback.wake_at()])
            .flatten()
            .min()
    }

    /// What an earlier run had. Says whether it fits.
    pub(super) fn take_over(&mut self, passes: Vec<Pass>) -> bool {
        let fits = !passes.is_empty() && passes.len() == self.0.len();
        if fits {
            self.0.iter_mut().zip(passes).for_each(|(connection, pass)| connection.pass = Some(pass));
        }
        fits
    }

    /// What proves the places or seats, if there is something for each connection.
    pub(super) fn passes(&self) -> Option<Vec<Pass>> {
        self.0.iter().map(|connection| connection.pass.clone()).collect()
    }

    /// Those that stand again need not wait for news of a match that is not there.
    pub(super) fn have_nothing_to_return_to(&mut self, now: Instant) {
        for connection in self.0.iter_mut().filter(|connection| connection.standing == Standing::Returning) {
            connection.standing = Standing::Up;
            connection.comeback.back(now);
        }
    }

    /// There is nothing to come back to.
    pub(super) fn forget_match(&mut self) {
        for connection in &mut self.0 {
            connection.pass = None;
            connection.unanswered.clear();
            connection.lost_at = None;
        }
    }
}

impl Connection {
    /// What is said first on a connection that stands again, or to take over what an earlier run had. Whoever has
    /// nothing to come back to only shows that somebody is there.
    pub(super) fn first_word(&self, mode: &Mode, is_match_gone: bool) -> Option<ClientMessage> {
        if is_match_gone {
            return Some(ClientMessage::Ping(Empty {}));
        }
        let (_, word) = mode.first_words().into_iter().find(|(link, _)| *link == self.link)?;
        Some(self.pass.as_ref().map_or(word, Pass::words))
    }
}
