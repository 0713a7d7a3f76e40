//! How long a message takes there and back.
//!
//! It is measured only where somebody looks at it: every measurement is a message to the server.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::values::FrameId;

use super::{App, Effect, Effects, Stage};
use crate::mode::LinkId;

/// The time between two measurements.
const EVERY: Duration = Duration::from_secs(10);

/// A measurement that goes on for so long tells something already.
const LONG: Duration = Duration::from_secs(1);

/// The measurements of one run.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    /// When to measure next; none where nobody looks.
    next_at: Option<Instant>,
    /// How many were made: the last one's number.
    count: u64,
    sent_at: Option<Instant>,
    latency: Option<Duration>,
}

impl Pulse {
    pub(super) const fn next_at(&self) -> Option<Instant> {
        self.next_at
    }

    /// The last measurement, or how long the present one has been going on, if it is long.
    pub(super) fn latency(&self, now: Instant) -> Option<Duration> {
        let going_on = self.sent_at.map(|sent_at| now.saturating_duration_since(sent_at));
        going_on.filter(|&time| time >= LONG).or(self.latency)
    }

    pub(super) const fn sent_at(&self) -> Option<Instant> {
        self.sent_at
    }

    /// Begins a measurement, if one is due. Gives what to send.
    fn begin(&mut self, now: Instant) -> Option<ClientFrame> {
        self.next_at.filter(|&at| at <= now)?;
        self.next_at = now.checked_add(EVERY);
        self.count += 1;
        self.sent_at = Some(now);
        Some(ClientFrame { id: Some(self.id()), message: ClientMessage::Ping(Empty {}) })
    }

    /// Ends the measurement that is being made.
    pub(super) fn on_pong(&mut self, now: Instant, id: Option<&FrameId>) {
        if id == Some(&self.id())
            && let Some(sent_at) = self.sent_at.take()
        {
            self.latency = Some(now.saturating_duration_since(sent_at));
        }
    }

    /// There will be no answer.
    pub(super) const fn break_off(&mut self) {
        self.sent_at = None;
    }

    fn id(&self) -> FrameId {
        FrameId::Text(format!("pulse-{}", self.count))
    }
}

impl App {
    /// The same client, which from `now` on measures how long a message takes there and back.
    pub(crate) fn measuring(mut self, now: Instant) -> Self {
        self.pulse.next_at = Some(now);
        self
    }

    /// Measures, if it is time. What is lost with a connection is measured again when it is back.
    pub(super) fn measure(&mut self, now: Instant, out: &mut Effects) {
        if self.stage == Stage::Present
            && !self.is_lost()
            && let Some(frame) = self.pulse.begin(now)
        {
            out.push(Effect::Send(LinkId::First, frame));
        }
    }
}
