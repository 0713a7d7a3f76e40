//! Reactions to the messages of the server.

use std::time::Duration;

use tictactoe_protocol::refusal::{Closing, ClosingReason, Code, Refused};
use tictactoe_protocol::server::{Done, Seated, ServerMessage, Waiting};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::MatchId;
use tokio::time::Instant;

use super::pending::{Action, PendingAction};
use super::{CONTINUE, Flow, Network, Point, Proof, ResilientPlayer, Session, SessionEnd};

const LATER: Duration = Duration::from_millis(50);

impl ResilientPlayer {
    pub(super) fn handle(&mut self, session: &mut Session, message: ServerMessage) -> Flow {
        match message {
            ServerMessage::Waiting(waiting) => self.on_waiting(session, waiting),
            ServerMessage::Seated(seated) => self.on_seated(session, seated),
            ServerMessage::State(state) => return self.on_state(session, &state),
            ServerMessage::Done(done) => return self.on_done(session, &done),
            ServerMessage::Refused(refused) => return self.on_refused(session, &refused),
            ServerMessage::Closing(Closing { reason: ClosingReason::Superseded, .. }) => {
                self.context.tally.superseded.add();
            }
            _ => {}
        }
        CONTINUE
    }

    fn on_waiting(&mut self, session: &mut Session, waiting: Waiting) {
        self.progress(session);
        let match_id = match_of(&waiting.ticket);
        self.ticket = Some(Proof { match_id: match_id.clone(), ticket: waiting.ticket, confirmed: false });
        self.set_seat(Some(match_id));
    }

    fn on_seated(&mut self, session: &mut Session, seated: Seated) {
        self.progress(session);
        if let Some(proof) = self.ticket.as_ref().filter(|proof| proof.confirmed) {
            let same = (&proof.match_id, &proof.ticket) == (&seated.match_id, &seated.ticket);
            assert!(same, "another seat than that of match {} was given: {seated:?}", proof.match_id);
            self.context.tally.resumes.add();
        }
        self.ticket =
            Some(Proof { ticket: seated.ticket, match_id: seated.match_id.clone(), confirmed: true });
        self.set_seat(Some(seated.match_id));
    }

    fn on_state(&mut self, session: &mut Session, state: &Snapshot) -> Flow {
        if self.ticket.as_ref().is_none_or(|proof| proof.match_id != state.match_id) {
            // The `seated` frame was lost.
            assert_eq!(self.context.behavior.network, Network::Lossy, "a state without a seat: {state:?}");
            return Flow::Break(SessionEnd::Lost);
        }
        self.context.journal.record_state(state);
        let before = session.seq.replace(state.seq);
        if before.is_none() {
            session.watermark.check(state);
        }
        if before < Some(state.seq) {
            self.progress(session);
        }
        self.react_to(state, before.is_none())
    }

    fn on_done(&mut self, session: &mut Session, done: &Done) -> Flow {
        session.admitted |= session.request.id.as_ref() == Some(&done.id);
        let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == done.id) else {
            return CONTINUE;
        };
        if done.duplicate {
            let doubled = self.context.behavior.network == Network::Lossy;
            let was_resent = doubled || pending.attempts > 1;
            assert!(was_resent, "{:?} was sent once and taken for a resend", pending.action);
            self.context.tally.duplicates.add();
        }
        pending.acknowledged = true;
        pending.due = None;
        self.context.tally.longest_wait.raise(pending.waited());
        match pending.action {
            Action::Leave => return self.on_left(SessionEnd::Over),
            Action::Abandon => return self.on_left(SessionEnd::Anew),
            Action::Move { game, ply, cell } => {
                let id = &self.ticket.as_ref().expect("a player has a seat").match_id;
                self.context.journal.record_receipt(id, (game, ply), cell);
                self.context.record_receipt();
                self.context.kill_switch.trigger(Point::Acknowledged);
            }
            Action::Resign(_) | Action::Rematch(_) => {}
        }
        self.progress(session);
        CONTINUE
    }

    fn on_refused(&mut self, session: &Session, refused: &Refused) -> Flow {
        if refused.code == Code::Left {
            match self.pending.as_ref().filter(|pending| pending.attempts > 0).map(|pending| pending.action) {
                Some(Action::Leave) => return self.on_left(SessionEnd::Over),
                Some(Action::Abandon) => return self.on_left(SessionEnd::Anew),
                _ => {}
            }
        }
        if refused.id == session.request.id && !session.admitted {
            return self.on_refused_entry(refused);
        }
        let wanted =
            |pending: &&mut PendingAction| Some(&pending.id) == refused.id.as_ref() && !pending.acknowledged;
        let Some(pending) = self.pending.as_mut().filter(wanted) else {
            return self.on_refused_before(refused);
        };
        match refused.code {
            Code::Unavailable => pending.due = Some(Instant::now() + LATER),
            Code::RateLimited => {
                let wait = Duration::from_millis(refused.retry_in_ms.expect("how long to wait"));
                pending.due = Some(Instant::now() + wait);
            }
            // The join or resume was refused just before.
            Code::NotSeated => return Flow::Break(SessionEnd::Lost),
            _ => panic!(
                "{:?} was refused: {refused:?}; the last frames were\n{}",
                pending.action, session.player
            ),
        }
        CONTINUE
    }

    fn on_refused_entry(&mut self, refused: &Refused) -> Flow {
        Flow::Break(match (refused.code, &self.ticket) {
            (Code::NoSuchMatch | Code::BadTicket, Some(proof)) if !proof.confirmed => {
                self.context.tally.rejoined.add();
                self.forget_seat();
                SessionEnd::Lost
            }
            // The request was sent twice, and the first answer may be lost: the room has a match already, until the
            // opponent leaves it.
            (Code::Unavailable | Code::RateLimited | Code::AlreadySeated | Code::RoomFull, _) => {
                SessionEnd::Lost
            }
            _ => panic!("the way to the seat was refused: {refused:?}"),
        })
    }

    fn on_left(&self, way: SessionEnd) -> Flow {
        if let Some(proof) = &self.ticket {
            self.context.journal.mark_expendable(&proof.match_id);
        }
        Flow::Break(way)
    }

    /// Refusals that need no reaction: of a message that the network doubled, or that was resent after a `resume`
    /// although it had been applied.
    fn on_refused_before(&self, refused: &Refused) -> Flow {
        let lossy = self.context.behavior.network == Network::Lossy;
        match refused.code {
            Code::RateLimited | Code::Unavailable | Code::NotSeated | Code::AlreadySeated => {}
            Code::Stale if lossy => {}
            _ => panic!("a message was refused that had been carried out: {refused:?}"),
        }
        CONTINUE
    }

    fn progress(&mut self, session: &mut Session) {
        (session.quiet, session.admitted) = (0, true);
        session.quiet_deadline = Instant::now() + self.context.behavior.quiet_limit;
        self.context.record_contact(self.assignment.number, session.generation);
        if let Some(lost_at) = self.lost_at.take() {
            let gap = u64::try_from(lost_at.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.context.tally.longest_gap.raise(gap);
        }
    }
}

fn match_of(ticket: &Ticket) -> MatchId {
    MatchId(ticket.reveal().split('.').next().unwrap_or_default().to_owned())
}
