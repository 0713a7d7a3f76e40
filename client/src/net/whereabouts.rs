//! Where the client is on the server, and the ticket that it has there.
//!
//! [`Whereabouts`] sees every message in both directions, and knows the ticket to resume with: no interface, and no program
//! behind `json`, has to send `resume`. It also tells them whether the client waits, plays, watches or leaves.

use std::time::Instant;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty, Join, Resume, Watch};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::{ServerMessage, Waiting};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{FrameId, MatchId};

use crate::purpose::keep_name_and_invitation;

#[derive(Debug)]
pub(crate) struct Whereabouts {
    spot: Spot,
    /// The place to restore if the message with this id is refused.
    before: Option<(Option<FrameId>, Spot)>,
    /// The `join` that takes the player's place in an arena again.
    arena: Option<Join>,
}

#[derive(Debug)]
enum Spot {
    // Left, or forgotten by the server.
    None,
    // `asked` is a `join`, or the `resume` of a program. `ticket`: from `waiting`, or, before there is one, of an earlier
    // run's seat.
    Seeking { asked: ClientMessage, ticket: Option<Ticket>, waiting: Option<Box<(Waiting, Instant)>> },
    Seated { ticket: Ticket, match_id: MatchId, is_over: bool, is_from_earlier_run: bool },
    Watching { watch: Watch, is_over: bool },
}

/// What the server's refusal of a ticket took away.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Forgotten {
    /// A place in the queue, or the seat of an earlier run: the wish can be sent again.
    Place,
    /// The match or the queue that a `leave` without an answer has left.
    Left,
    /// The match that was played or watched.
    Match,
}

impl Whereabouts {
    /// `asked` is what the flags ask for, `ticket` what an earlier run has left behind.
    pub(super) fn new(asked: ClientMessage, ticket: Option<Ticket>) -> Self {
        let arena = arena_of(&asked);
        let mut spot = Spot::asked_for(asked).unwrap_or(Spot::None);
        if let Spot::Seeking { ticket: saved, .. } = &mut spot {
            *saved = ticket;
        }
        Self { spot, before: None, arena }
    }

    /// The first message on a connection. A client without a place pings, to hear that the server is there.
    pub(super) fn greeting(&self) -> ClientMessage {
        match (self.here(), self.here().ticket()) {
            (_, Some(ticket)) => ClientMessage::Resume(Resume { ticket: ticket.clone() }),
            (Spot::Seeking { asked, .. }, None) => asked.clone(),
            (Spot::Watching { watch, .. }, None) => ClientMessage::Watch(watch.clone()),
            (Spot::None | Spot::Seated { .. }, None) => ClientMessage::Ping(Empty {}),
        }
    }

    /// What a later run needs to take the seat; none when there is no game to return to.
    pub(crate) fn saved(&self) -> Option<&Ticket> {
        self.spot.seat().filter(|_| !matches!(self.spot, Spot::Seated { is_over: true, .. }))
    }

    pub(crate) const fn is_game_on(&self) -> bool {
        matches!(self.spot, Spot::Seated { is_over: false, .. } | Spot::Watching { is_over: false, .. })
    }

    /// The server's newest `waiting`, and when it came.
    pub(crate) fn waiting(&self) -> Option<&(Waiting, Instant)> {
        match self.here() {
            Spot::Seeking { waiting, .. } => waiting.as_deref(),
            _ => None,
        }
    }

    /// There is a seat in a match to return to.
    pub(crate) fn has_seat(&self) -> bool {
        self.here().seat().is_some()
    }

    pub(crate) fn is_from_earlier_run(&self) -> bool {
        matches!(self.here(), Spot::Seated { is_from_earlier_run: true, .. })
    }

    /// Nothing is asked for, played or watched.
    pub(crate) fn is_nowhere(&self) -> bool {
        matches!(self.here(), Spot::None)
    }

    /// A snapshot of this match shows where the player is.
    pub(crate) fn is_in(&self, match_id: &MatchId) -> bool {
        match self.here() {
            Spot::Seated { match_id: own, .. } => own == match_id,
            Spot::Watching { watch, .. } => watch.match_id == *match_id,
            Spot::None | Spot::Seeking { .. } => true,
        }
    }

    /// The run ends without an answer to its `leave`: there is nothing to return to.
    pub(super) fn abandon(&mut self) {
        (self.spot, self.before) = (Spot::None, None);
    }

    pub(super) fn sent(&mut self, frame: &ClientFrame) {
        if matches!(frame.message, ClientMessage::Join(_) | ClientMessage::Resume(_)) {
            self.arena = arena_of(&frame.message);
        }
        let is_leave = matches!(frame.message, ClientMessage::Leave(_));
        if let (true, Spot::None, Some((id, _))) = (is_leave, &self.spot, &mut self.before) {
            // The same place is left once more.
            id.clone_from(&frame.id);
        } else if let Some(next) = Spot::asked_for(frame.message.clone()) {
            self.before = Some((frame.id.clone(), std::mem::replace(&mut self.spot, next)));
        }
    }

    pub(super) fn received(&mut self, now: Instant, message: &ServerMessage) {
        match message {
            ServerMessage::Seated(seated) => {
                let Some(place) = self.confirmed() else { return };
                let is_from_earlier_run = match place {
                    Spot::Seated { is_from_earlier_run, .. } => *is_from_earlier_run,
                    _ => place.seat().is_some(),
                };
                let (ticket, match_id) = (seated.ticket.clone(), seated.match_id.clone());
                *place = Spot::Seated { ticket, match_id, is_over: false, is_from_earlier_run };
            }
            ServerMessage::Waiting(waiting) => {
                if let (Some(join), Some(place)) = (&mut self.arena, &waiting.place) {
                    join.place = Some(place.clone());
                }
                self.wait_in_arena(waiting);
                if let Some(Spot::Seeking { asked, ticket, waiting: newest }) = self.confirmed() {
                    if let ClientMessage::Join(join) = asked {
                        keep_name_and_invitation(join, waiting);
                    }
                    *ticket = Some(waiting.ticket.clone());
                    *newest = Some(Box::new((waiting.clone(), now)));
                }
            }
            ServerMessage::State(snapshot) => match &mut self.spot {
                Spot::Seated { is_over, .. } => *is_over = snapshot.result.is_some(),
                Spot::Watching { is_over, .. } => {
                    *is_over = snapshot.result.is_some();
                    // A watch has no other answer.
                    self.before = None;
                }
                // Of a match that was left a state may still be on its way.
                Spot::None | Spot::Seeking { .. } => {}
            },
            ServerMessage::Done(done) if self.changed_by(Some(&done.id)) => self.before = None,
            ServerMessage::Refused(refused) => self.on_refused(refused),
            _ => {}
        }
    }

    /// After a game in an arena, its player waits for the next one without asking.
    fn wait_in_arena(&mut self, waiting: &Waiting) {
        if waiting.arena.is_some() && matches!(self.spot, Spot::Seated { .. }) {
            // A run that resumed a seat does not know the place.
            let resume = || ClientMessage::Resume(Resume { ticket: waiting.ticket.clone() });
            let asked = self.arena.clone().map_or_else(resume, ClientMessage::Join);
            self.spot = Spot::Seeking { asked, ticket: None, waiting: None };
        }
    }

    /// Drops the ticket or match that the server does not know.
    pub(super) fn forget(&mut self) -> Forgotten {
        if self.left_unconfirmed().is_some() {
            self.before = None;
            return Forgotten::Left;
        }
        if let Spot::Seeking { asked: ClientMessage::Join(_), ticket, waiting } = &mut self.spot {
            (*ticket, *waiting) = (None, None);
            return Forgotten::Place;
        }
        // The arena continues without the match.
        if let (Some(join), Spot::Seated { .. }) = (&self.arena, &self.spot) {
            let asked = ClientMessage::Join(join.clone());
            self.spot = Spot::Seeking { asked, ticket: None, waiting: None };
            return Forgotten::Place;
        }
        self.spot = Spot::None;
        Forgotten::Match
    }

    /// The place that a `seated` or `waiting` is about.
    fn confirmed(&mut self) -> Option<&mut Spot> {
        match (&self.spot, &mut self.before) {
            // The server sent this before it read the `leave`.
            (Spot::None, before) => before.as_mut().map(|(_, left)| left),
            (_, before) => {
                *before = None;
                Some(&mut self.spot)
            }
        }
    }

    fn on_refused(&mut self, refused: &Refused) {
        let answers_change = self.changed_by(refused.id.as_ref())
            && (refused.id.is_some() || self.can_be_refused_with(refused.code));
        if answers_change {
            let before = self.before.take();
            // A `leave` that is refused for the lack of a seat has left.
            if let Some((_, before)) = before.filter(|_| refused.code != Code::NotSeated) {
                self.spot = before;
            }
        } else if is_match_forgotten(refused) {
            self.spot = Spot::None;
        }
    }

    /// Can a refusal with this code, and without an id, answer the message that led here? Most are those of moves.
    const fn can_be_refused_with(&self, code: Code) -> bool {
        match code {
            // It is also sent, unasked, when the server has forgotten the match of this connection.
            Code::NoSuchMatch => matches!(
                self.spot,
                Spot::Watching { .. } | Spot::Seeking { asked: ClientMessage::Resume(_), .. }
            ),
            Code::AlreadySeated
            | Code::BadName
            | Code::BadRoom
            | Code::BadRules
            | Code::BadPosition
            | Code::ArenaOver
            | Code::ArenaFull
            | Code::NameTaken
            | Code::Left
            | Code::BadTicket
            | Code::Unavailable
            | Code::RateLimited => true,
            _ => false,
        }
    }

    fn changed_by(&self, id: Option<&FrameId>) -> bool {
        self.before.as_ref().is_some_and(|(change, _)| change.as_ref() == id)
    }

    /// The place, or the one that is being left: the `leave` may not have arrived.
    fn here(&self) -> &Spot {
        self.left_unconfirmed().unwrap_or(&self.spot)
    }

    /// The place that a `leave` without an answer gave up.
    fn left_unconfirmed(&self) -> Option<&Spot> {
        // Without an id there is no answer to wait for.
        let before = self.before.as_ref();
        before.filter(|(id, _)| id.is_some() && matches!(self.spot, Spot::None)).map(|(_, before)| before)
    }
}

impl Spot {
    /// Where a message leads, if it leads anywhere.
    fn asked_for(message: ClientMessage) -> Option<Self> {
        Some(match message {
            ClientMessage::Join(_) | ClientMessage::Resume(_) => {
                Self::Seeking { asked: message, ticket: None, waiting: None }
            }
            ClientMessage::Watch(watch) => Self::Watching { watch, is_over: false },
            ClientMessage::Leave(_) => Self::None,
            _ => return None,
        })
    }

    /// The ticket of a seat in a match.
    const fn seat(&self) -> Option<&Ticket> {
        match self {
            Self::Seeking { waiting: Some(_), .. } => None,
            place => place.ticket(),
        }
    }

    const fn ticket(&self) -> Option<&Ticket> {
        match self {
            Self::Seeking { ticket, .. } => ticket.as_ref(),
            Self::Seated { ticket, .. } => Some(ticket),
            Self::None | Self::Watching { .. } => None,
        }
    }
}

fn arena_of(message: &ClientMessage) -> Option<Join> {
    match message {
        ClientMessage::Join(join) if join.arena.is_some() => Some(join.clone()),
        _ => None,
    }
}

/// The server does not know the ticket or the watched match.
pub(crate) const fn is_gone(refused: &Refused) -> bool {
    matches!(refused.code, Code::BadTicket | Code::Left | Code::NoSuchMatch)
}

/// The server says, unasked, that it has forgotten the match of this connection.
pub(crate) fn is_match_forgotten(refused: &Refused) -> bool {
    refused.id.is_none() && refused.code == Code::NoSuchMatch
}

#[cfg(test)]
mod tests;
