//! How long a message takes there and back.
//!
//! It is measured only where somebody looks at it: every measurement is a message to the server.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::words::FrameId;

use super::{App, Effect, Effects, Stage};
use crate::errand::LinkId;

/// The time between two measurements.
const EVERY: Duration = Duration::from_secs(10);

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

    pub(super) const fn latency(&self) -> Option<Duration> {
        self.latency
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

    fn id(&self) -> FrameId {
        FrameId::Text(format!("pulse-{}", self.count))
    }
}

impl App {
    /// The same client, which from `now` on measures how long a message takes there and back.
    #[must_use]
    pub fn measuring(mut self, now: Instant) -> Self {
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
