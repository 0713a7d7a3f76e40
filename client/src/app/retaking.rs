//! The seat that an earlier run had, and did not give up.

use std::time::Instant;

use tictactoe_protocol::client::{ClientMessage, Empty};
use tictactoe_protocol::refusal::Refused;

use super::notice::Notice;
use super::requests::Request;
use super::view::View;
use super::{App, Bearing, Effect, Effects, Then};
use crate::exit::Failure;
use crate::mode::{LinkId, Mode, Series};
use crate::net::pass::{Pass, is_gone};

impl App {
    /// Shows what the earlier run has left behind.
    pub(super) fn retake(&mut self, out: &mut Effects) {
        if self.connections.iter().all(|connection| connection.pass.as_ref().is_some_and(Pass::is_seat)) {
            self.bearing = Bearing::Retaking;
        }
        for &link in self.mode.links() {
            let word =
                self.connections.get(link).and_then(|connection| connection.first_word(&self.mode, false));
            if let Some(word) = word {
                self.ask(link, Request::Retake, word, out);
            }
        }
    }

    /// What was left behind is worth nothing any more: the run begins as any other. Of two at one keyboard the
    /// other may have the seat again already, and leaves it.
    pub(super) fn on_retake_refused(
        &mut self,
        now: Instant,
        link: LinkId,
        refused: &Refused,
        out: &mut Effects,
    ) {
        if !is_gone(refused) {
            return self.end(Err(Failure::refused(refused)), out);
        }
        self.bearing = Bearing::Usual;
        self.match_id = None;
        self.view = None;
        self.connections.forget_match();
        self.connections.have_nothing_to_return_to(now);
        for &other in self.mode.links().iter().filter(|&&other| other != link) {
            self.requests.disregard(other);
            self.ask(other, Request::Any, ClientMessage::Leave(Empty {}), out);
        }
        self.enter(out);
    }

    /// The match of the earlier run is seen again. A script, which was started for games to come, goes on to the
    /// next when that one has ended meanwhile. Says whether it does.
    pub(super) fn is_past_retaking(&mut self, now: Instant, seen: &View, out: &mut Effects) -> bool {
        if self.bearing != Bearing::Retaking {
            return false;
        }
        self.bearing = Bearing::Usual;
        let has_ended = seen.is_over();
        if has_ended && matches!((&self.mode, self.series), (Mode::Join(_), Series::Games(_))) {
            self.leave(now, Then::Enter, out);
            return true;
        }
        out.push(Effect::Show(Notice::Retaken { has_ended }));
        false
    }
}
