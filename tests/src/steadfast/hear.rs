//! What follows from each message of the server.

use std::time::Duration;

use tictactoe_protocol::refusal::{Closing, ClosingReason, Code, Refused};
use tictactoe_protocol::server::{Done, Seated, ServerMessage, Waiting};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::MatchId;
use tokio::time::Instant;

use super::intent::{Deed, Intent};
use super::{Flow, ON, Point, Proof, Steadfast, Talk, Way, Weather};

/// How long a server that cannot do something now is left alone.
const LATER: Duration = Duration::from_millis(50);

impl Steadfast {
    pub(super) fn hear(&mut self, talk: &mut Talk, message: ServerMessage) -> Flow {
        match message {
            ServerMessage::Waiting(waiting) => self.on_waiting(talk, waiting),
            ServerMessage::Seated(seated) => self.on_seated(talk, seated),
            ServerMessage::State(state) => return self.on_state(talk, *state),
            ServerMessage::Done(done) => return self.on_done(talk, &done),
            ServerMessage::Refused(refused) => return self.on_refused(talk, &refused),
            ServerMessage::Closing(Closing { reason: ClosingReason::Superseded, .. }) => {
                self.company.tally.superseded.add();
            }
            _ => {}
        }
        ON
    }

    fn on_waiting(&mut self, talk: &mut Talk, waiting: Waiting) {
        self.news(talk);
        let match_id = match_of(&waiting.ticket);
        self.ticket = Some(Proof { match_id: match_id.clone(), ticket: waiting.ticket, certain: false });
        self.sits(Some(match_id));
    }

    fn on_seated(&mut self, talk: &mut Talk, seated: Seated) {
        self.news(talk);
        if let Some(proof) = self.ticket.as_ref().filter(|proof| proof.certain) {
            let same = (&proof.match_id, &proof.ticket) == (&seated.match_id, &seated.ticket);
            assert!(same, "another seat than that of match {} was given: {seated:?}", proof.match_id);
            self.company.tally.resumes.add();
        }
        self.ticket = Some(Proof { ticket: seated.ticket, match_id: seated.match_id.clone(), certain: true });
        self.sits(Some(seated.match_id));
    }

    fn on_state(&mut self, talk: &mut Talk, state: Snapshot) -> Flow {
        if self.ticket.as_ref().is_none_or(|proof| proof.match_id != state.match_id) {
            // The frame that gave the seat was lost on the way.
            assert_eq!(self.company.manners.weather, Weather::Rough, "a state without a seat: {state:?}");
            return Flow::Break(Way::Lost);
        }
        self.company.journal.shown(&state);
        match &talk.newest {
            None => talk.floor.check(&state),
            Some(newest) => assert!(newest.seq <= state.seq, "it went back from {newest:?} to {state:?}"),
        }
        let first = talk.newest.is_none();
        if talk.newest.as_ref().is_none_or(|newest| newest.seq < state.seq) {
            self.news(talk);
        }
        let flow = self.consider(&state, first);
        talk.newest = Some(state);
        flow
    }

    fn on_done(&mut self, talk: &mut Talk, done: &Done) -> Flow {
        talk.entered |= talk.entry.id.as_ref() == Some(&done.id);
        let Some(intent) = self.intent.as_mut().filter(|intent| intent.id == done.id) else { return ON };
        if done.duplicate {
            let doubled = self.company.manners.weather == Weather::Rough;
            assert!(doubled || intent.said > 1, "{:?} was said once and taken for a resend", intent.deed);
            self.company.tally.duplicates.add();
        }
        intent.acknowledged = true;
        intent.due = None;
        match intent.deed {
            Deed::Leave => return self.has_left(Way::Over),
            Deed::Abandon => return self.has_left(Way::Anew),
            Deed::Move { game, ply, cell } => {
                let id = &self.ticket.as_ref().expect("whoever plays has a seat").match_id;
                self.company.journal.acknowledged(id, (game, ply), cell);
                self.company.tally.receipts.add();
                self.company.fuse.reach(Point::Acknowledged);
            }
            Deed::Resign(_) | Deed::Rematch(_) => {}
        }
        self.news(talk);
        ON
    }

    fn on_refused(&mut self, talk: &Talk, refused: &Refused) -> Flow {
        if refused.code == Code::Left {
            match self.intent.as_ref().filter(|intent| intent.said > 0).map(|intent| intent.deed) {
                Some(Deed::Leave) => return self.has_left(Way::Over),
                Some(Deed::Abandon) => return self.has_left(Way::Anew),
                _ => {}
            }
        }
        if refused.id == talk.entry.id && !talk.entered {
            return self.on_refused_entry(refused);
        }
        let wanted = |intent: &&mut Intent| Some(&intent.id) == refused.id.as_ref() && !intent.acknowledged;
        let Some(intent) = self.intent.as_mut().filter(wanted) else {
            return self.on_refused_before(refused);
        };
        match refused.code {
            Code::Unavailable => intent.due = Some(Instant::now() + LATER),
            Code::RateLimited => {
                let wait = Duration::from_millis(refused.retry_in_ms.expect("how long to wait"));
                intent.due = Some(Instant::now() + wait);
            }
            // The seat was refused just before.
            Code::NotSeated => return Flow::Break(Way::Lost),
            _ => panic!("{:?} was refused: {refused:?}; the newest state was {:?}", intent.deed, talk.newest),
        }
        ON
    }

    fn on_refused_entry(&mut self, refused: &Refused) -> Flow {
        Flow::Break(match (refused.code, &self.ticket) {
            (Code::NoSuchMatch | Code::BadTicket, Some(proof)) if !proof.certain => {
                self.company.tally.joined_again.add();
                self.forget();
                Way::Lost
            }
            // It was asked twice, and the first answer may have been lost: in the room of the two there is a match
            // already, until the other one leaves it.
            (Code::Unavailable | Code::RateLimited | Code::AlreadySeated | Code::RoomFull, _) => Way::Lost,
            _ => panic!("the way to the seat was refused: {refused:?}"),
        })
    }

    fn has_left(&self, way: Way) -> Flow {
        if let Some(proof) = &self.ticket {
            self.company.journal.let_go(&proof.match_id);
        }
        Flow::Break(way)
    }

    /// A message was refused that needs no answer any more: one that was doubled on the way, or said again at
    /// once after a `resume`, when it had been done before.
    fn on_refused_before(&self, refused: &Refused) -> Flow {
        let rough = self.company.manners.weather == Weather::Rough;
        match refused.code {
            Code::RateLimited | Code::Unavailable | Code::NotSeated | Code::AlreadySeated => {}
            Code::Stale if rough => {}
            _ => panic!("a message was refused that had been carried out: {refused:?}"),
        }
        ON
    }

    /// Something has happened.
    fn news(&mut self, talk: &mut Talk) {
        (talk.quiet, talk.entered) = (0, true);
        talk.patience_ends = Instant::now() + self.company.manners.patience;
        self.company.answers(self.part.number, talk.life);
        if let Some(lost_at) = self.lost_at.take() {
            let gap = u64::try_from(lost_at.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.company.tally.longest_gap.raise(gap);
        }
    }
}

/// The match of a ticket is what stands before the dot.
fn match_of(ticket: &Ticket) -> MatchId {
    MatchId(ticket.reveal().split('.').next().unwrap_or_default().to_owned())
}
