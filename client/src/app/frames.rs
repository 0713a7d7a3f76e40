//! What each of the server's messages does.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::refusal::Closing;
use tictactoe_protocol::server::{Seated, ServerMessage, Welcome};
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::values::FrameId;

use super::change::{Change, changes};
use super::connections::Standing;
use super::notice::Notice;
use super::requests::Request;
use super::view::View;
use super::{App, Effect, Effects, Hold, Position, Stage, Then};
use crate::exit::Failure;
use crate::mode::{CLOSING_TIME, LinkId, Mode};
use crate::net::pass::Pass;
use crate::sanitize::sanitize;

/// A player to move is told when this much of the time is left.
const TIME_SHORT: Duration = Duration::from_secs(10);

impl App {
    pub(super) fn on_frame(&mut self, now: Instant, link: LinkId, message: ServerMessage, out: &mut Effects) {
        let standing = self.connections.standing(link);
        if matches!(standing, Standing::Lost | Standing::Calling) {
            return;
        }
        let is_back = self.is_back(now, link, &message);
        let is_present = self.stage == Stage::Present;
        if is_back && is_present && std::mem::take(&mut self.is_loss_told) {
            out.push(Effect::Show(Notice::Back));
        }
        self.take(now, link, message, out);
        if is_back && self.stage != Stage::Ended {
            self.go_on_after_return(now, out);
        }
    }

    fn take(&mut self, now: Instant, link: LinkId, message: ServerMessage, out: &mut Effects) {
        let is_present = self.stage == Stage::Present;
        match message {
            ServerMessage::Welcome(welcome) => self.on_welcome(link, welcome, out),
            ServerMessage::Waiting(waiting) if is_present => self.on_waiting(link, waiting, out),
            ServerMessage::Seated(seated) if is_present => self.on_seated(link, seated, out),
            ServerMessage::State(snapshot) if is_present => self.on_state(now, link, *snapshot, out),
            ServerMessage::Done(done) => self.on_done(&done.id),
            ServerMessage::Hint(hint) => self.on_hint(hint, out),
            ServerMessage::Review(review) => self.on_review(review, out),
            ServerMessage::Refused(refused) => self.on_refused(now, link, refused, out),
            ServerMessage::Closing(closing) => self.on_closing(now, link, closing, out),
            ServerMessage::Pong(pong) => self.pulse.on_pong(now, pong.id.as_ref()),
            ServerMessage::Waiting(_)
            | ServerMessage::Seated(_)
            | ServerMessage::State(_)
            | ServerMessage::Unknown => {}
        }
    }

    /// What the computer is asked is answered by more than a receipt.
    fn on_done(&mut self, id: &FrameId) {
        if !self.requests.get(id).is_some_and(Request::is_for_analysis) {
            self.requests.close(id);
        }
    }

    /// Whether two people share the keyboard.
    pub(crate) const fn is_hotseat(&self) -> bool {
        matches!(self.mode, Mode::Hotseat { .. })
    }

    fn on_welcome(&mut self, link: LinkId, welcome: Welcome, out: &mut Effects) {
        if welcome.protocol != SUBPROTOCOL {
            let detail = format!("it speaks {}, not {SUBPROTOCOL}", sanitize(&welcome.protocol));
            self.end(Err(Failure::Broken(detail)), out);
        } else if link == LinkId::First && self.connections.standing(link) == Standing::Up {
            out.push(Effect::Show(Notice::Connected(welcome)));
        }
    }

    fn on_seated(&mut self, link: LinkId, seated: Seated, out: &mut Effects) {
        if let Some(connection) = self.connections.get_mut(link) {
            connection.pass = Some(Pass::Seat(seated.ticket.clone()));
        }
        let is_news = self.match_id.as_ref() != Some(&seated.match_id);
        self.match_id = Some(seated.match_id.clone());
        if is_news && !self.is_hotseat() {
            out.push(Effect::Show(Notice::Seated(seated)));
        }
    }

    fn on_closing(&mut self, now: Instant, link: LinkId, closing: Closing, out: &mut Effects) {
        if let Some(connection) = self.connections.get_mut(link) {
            connection.closing = Some((closing.clone(), now + CLOSING_TIME));
        }
        if self.stage == Stage::Present {
            out.push(Effect::Show(Notice::Closing(closing)));
        }
    }

    fn on_state(&mut self, now: Instant, link: LinkId, snapshot: Snapshot, out: &mut Effects) {
        if self.match_id.as_ref().is_some_and(|id| *id != snapshot.match_id) {
            return;
        }
        let after = match View::new(snapshot, &self.mode, link) {
            Ok(view) => view.numbered(self.numbers),
            Err(flaw) => return self.end(Err(Failure::Broken(format!("it sent {flaw}"))), out),
        };
        let order = self.view.as_ref().map_or(Ordering::Greater, |before| order(&after, before));
        if order == Ordering::Less {
            return;
        }
        if self.hold.as_ref().is_some_and(|hold| *hold != Hold::Past(Position::of(&after))) {
            self.hold = None;
        }
        // Two connections to one match bring each state twice.
        if order == Ordering::Equal && self.is_hotseat() {
            return;
        }
        if !self.is_past_retaking(now, &after, out) {
            self.take_in(now, after, out);
        }
    }

    /// Tells what has happened since the last state.
    fn take_in(&mut self, now: Instant, after: View, out: &mut Effects) {
        let told = changes(self.view.as_ref(), &after);
        let is_over = told.contains(&Change::Over);
        let seeks_again = is_over && after.is_cancelled_without_opponent() && !self.input_ended;
        if is_over && !seeks_again {
            self.games_over = self.games_over.saturating_add(1);
        }
        if told.iter().any(|change| matches!(change, Change::Over | Change::Began | Change::Turn(_))) {
            self.withdraw();
        }
        if told.iter().any(|change| matches!(change, Change::Over | Change::Turn(_))) {
            self.warn_at = warning(now, &after);
        }
        self.match_id = Some(after.snapshot().match_id.clone());
        self.instead = None;
        self.view = Some(after);
        self.seen_at = Some(now);
        out.extend(told.into_iter().map(|change| Effect::Show(Notice::Match(change))));
        if seeks_again {
            self.leave(now, Then::Enter, out);
        }
    }

    /// Says that the time runs short, to whoever can still do something about it: without a connection, clocks may
    /// stand.
    pub(super) fn warn(&mut self, now: Instant, out: &mut Effects) {
        if self.warn_at.take_if(|at| *at <= now).is_some() && !self.is_lost() && !self.is_busy() {
            out.push(Effect::Show(Notice::TimeShort(TIME_SHORT.as_secs())));
        }
    }
}

/// Which of two snapshots of a match is newer.
fn order(snapshot: &View, than: &View) -> Ordering {
    let (snapshot, than) = (snapshot.snapshot(), than.snapshot());
    if snapshot.match_id == than.match_id { snapshot.seq.cmp(&than.seq) } else { Ordering::Greater }
}

/// When to say that the time runs short: not on a clock on which it always does.
pub(super) fn warning(now: Instant, view: &View) -> Option<Instant> {
    view.mover()?;
    let left = Duration::from_millis(view.snapshot().ms_left?);
    let until_short = left.checked_sub(TIME_SHORT).filter(|&time| time >= TIME_SHORT)?;
    now.checked_add(until_short)
}
