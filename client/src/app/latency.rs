//! The round-trip time to the server. It is measured only where it is shown: every measurement is a message.

use std::time::{Duration, Instant};

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::values::FrameId;

const INTERVAL: Duration = Duration::from_secs(10);

/// A measurement that takes so long is shown before it ends.
const LONG: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(crate) struct Latency {
    /// None where nothing is measured.
    pub(super) next_at: Option<Instant>,
    count: u64,
    pub(crate) sent_at: Option<Instant>,
    measured: Option<Duration>,
}

impl Latency {
    /// The last measurement, or how long the present one has taken, if it is long.
    pub(crate) fn value(&self, now: Instant) -> Option<Duration> {
        let elapsed = self.sent_at.map(|sent_at| now.saturating_duration_since(sent_at));
        elapsed.filter(|&time| time >= LONG).or(self.measured)
    }

    /// Begins a measurement, if one is due. Returns what to send.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<ClientFrame> {
        self.next_at.filter(|&at| at <= now)?;
        self.next_at = now.checked_add(INTERVAL);
        self.count += 1;
        self.sent_at = Some(now);
        Some(ClientFrame { id: Some(self.id()), message: ClientMessage::Ping(Empty {}) })
    }

    pub(super) fn on_pong(&mut self, now: Instant, id: Option<&FrameId>) {
        if id == Some(&self.id())
            && let Some(sent_at) = self.sent_at.take()
        {
            self.measured = Some(now.saturating_duration_since(sent_at));
        }
    }

    fn id(&self) -> FrameId {
        FrameId::Text(format!("ping-{}", self.count))
    }
}
