//! What is said when a connection stands again, and what is sent again.

use std::time::Instant;

use tictactoe_protocol::client::ClientMessage;
use tictactoe_protocol::refusal::Refused;
use tictactoe_protocol::server::ServerMessage;

use super::analysis::LONG;
use super::change::Change;
use super::connections::Standing;
use super::frames::warning;
use super::notice::{Declined, Notice};
use super::requests::Request;
use super::view::View;
use super::{App, Bearing, Effect, Effects, Hold, Position, Stage};
use crate::exit::Failure;
use crate::mode::{LEAVE_TIME, LinkId, Mode};
use crate::net::pass::{Pass, is_gone};

/// What becomes of a message that was not answered on a connection that was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is sent again, with the same game and ply.
    Again,
    /// It was carried out.
    Done,
    /// What it was about has passed.
    Passed,
}

impl App {
    /// Takes note of the first news on a connection that stands again: whoever is told of the match or of the
    /// queue is in it. Says whether now everything stands again.
    pub(super) fn is_back(&mut self, now: Instant, link: LinkId, message: &ServerMessage) -> bool {
        let is_news = match message {
            ServerMessage::State(snapshot) => {
                self.match_id.as_ref().is_none_or(|id| *id == snapshot.match_id)
            }
            ServerMessage::Waiting(_) => true,
            ServerMessage::Pong(pong) => {
                pong.id.as_ref().is_some_and(|id| self.requests.close(id) == Some(Request::Return))
            }
            _ => false,
        };
        let Some(connection) = self.connections.get_mut(link) else { return false };
        if connection.standing != Standing::Returning || !is_news {
            return false;
        }
        connection.standing = Standing::Up;
        connection.comeback.back(now);
        self.connections.are_up()
    }

    /// Goes on where it was lost: sends again what the newest state does not answer.
    pub(super) fn go_on_after_return(&mut self, now: Instant, out: &mut Effects) {
        self.hold = None;
        // A clock that stood still while the server was down goes on with another time.
        self.warn_at = self.view.as_ref().and_then(|view| warning(now, view));
        let mut is_resent = false;
        for &link in self.mode.links() {
            let Some(connection) = self.connections.get_mut(link) else { continue };
            let (unanswered, lost_at) =
                (std::mem::take(&mut connection.unanswered), connection.lost_at.take());
            for (request, message) in unanswered {
                let fate = self.fate(link, request, &message, lost_at.as_ref());
                is_resent |= fate == Fate::Again;
                self.meet(now, link, (request, message), fate, out);
            }
        }
        if self.stage == Stage::Present && !is_resent && !tells_where_it_stands(out) && self.view.is_some() {
            out.push(Effect::Show(Notice::AsBefore));
        }
    }

    fn meet(
        &mut self,
        now: Instant,
        link: LinkId,
        (request, message): (Request, ClientMessage),
        fate: Fate,
        out: &mut Effects,
    ) {
        match (fate, request) {
            (Fate::Again, _) => {
                match request {
                    Request::Move | Request::Resign => {
                        self.hold = self.view.as_ref().map(|view| Hold::Past(Position::of(view)));
                    }
                    Request::Hint | Request::Review => self.analysis.tell_at = Some(now + LONG),
                    _ => {}
                }
                if let Stage::Leaving { until, .. } = &mut self.stage {
                    *until = now + LEAVE_TIME;
                }
                self.ask(link, request, message, out);
            }
            (Fate::Passed, Request::Rematch) => self.asked_after = None,
            (Fate::Passed, Request::Review) => {
                out.push(Effect::Show(Notice::Declined(Declined::ReviewPassed)));
            }
            (Fate::Done | Fate::Passed, _) => {}
        }
    }

    /// What the newest state says of a message that was not answered.
    fn fate(
        &self,
        link: LinkId,
        request: Request,
        message: &ClientMessage,
        lost_at: Option<&Position>,
    ) -> Fate {
        if request == Request::Leave {
            return Fate::Again;
        }
        let Some(view) = &self.view else { return Fate::Passed };
        let snapshot = view.snapshot();
        let (is_same_game, is_over) = (|game| game == Some(snapshot.game), view.is_over());
        let again = |again: bool| if again { Fate::Again } else { Fate::Passed };
        match message {
            ClientMessage::Move(played) => {
                let is_next = played.ply == Some(snapshot.ply) && view.mover() == Some(link);
                again(is_same_game(played.game) && !is_over && is_next)
            }
            ClientMessage::Resign(given_up) => again(is_same_game(given_up.game) && !is_over),
            ClientMessage::Rematch(asked) if is_same_game(asked.game) => match view.mark_over(link) {
                Some(mark) if snapshot.rematch.offers.contains(&mark) => Fate::Done,
                _ => again(is_over && snapshot.rematch.open),
            },
            ClientMessage::Rematch(_) => Fate::Done,
            ClientMessage::Hint(_) => again(lost_at == Some(&Position::of(view))),
            ClientMessage::Review(asked) => again(is_same_game(asked.game) && is_over),
            _ => Fate::Passed,
        }
    }

    /// The server does not let this player go on.
    pub(super) fn on_return_refused(
        &mut self,
        now: Instant,
        link: LinkId,
        refused: Refused,
        out: &mut Effects,
    ) {
        if self.bearing == Bearing::Retaking {
            return self.on_retake_refused(now, link, &refused, out);
        }
        let is_gone = is_gone(&refused);
        let Some(connection) = self.connections.get_mut(link) else { return };
        let pass = if is_gone { connection.pass.take() } else { connection.pass.clone() };
        if matches!(self.stage, Stage::Leaving { .. }) {
            // What was to be given up is not there.
            connection.unanswered.clear();
            connection.standing = Standing::Up;
            connection.comeback.back(now);
            return;
        }
        match (pass, &self.mode) {
            // A place that the server does not know: the wish alone has to do.
            (Some(pass), _) if is_gone && !pass.is_seat() => self.on_stands(link, out),
            (Some(_), _) | (None, Mode::Watch(_)) if is_gone => self.on_seat_gone(now, refused, out),
            _ => self.end(Err(Failure::refused(&refused)), out),
        }
    }

    /// There is nothing to come back to.
    fn on_seat_gone(&mut self, now: Instant, refused: Refused, out: &mut Effects) {
        let is_watch = matches!(self.mode, Mode::Watch(_));
        let gone = Failure::gone(&refused, is_watch);
        self.after_match(now, refused, Err(gone), out);
    }

    /// Ends the run although a connection is lost: nobody can be told. The seat stays, for a while.
    pub(super) fn quit_while_lost(&mut self, out: &mut Effects) {
        let has_seat =
            self.connections.iter().any(|connection| connection.pass.as_ref().is_some_and(Pass::is_seat));
        if has_seat && !self.view.as_ref().is_some_and(View::is_over) {
            out.push(Effect::Show(Notice::SeatKept));
        }
        self.end(Ok(()), out);
    }
}

/// Whether somebody who hears this knows whose turn it is, or what can be done after the game.
fn tells_where_it_stands(out: &Effects) -> bool {
    let tells = |change: &Change| match change {
        Change::Turn(_) | Change::Over | Change::Began | Change::Offered(_) => true,
        Change::Left { after_the_end, .. } => *after_the_end,
        Change::Moved { .. } | Change::Away(_) | Change::Back(_) => false,
    };
    out.iter().any(|effect| matches!(effect, Effect::Show(Notice::Match(change)) if tells(change)))
}
