//! The table of all limits: what a source, a connection and a seat may spend, and the messages that cost more than one.
//! `hosting/limits.md` explains those of a source to operators.

use std::time::Duration;

use tokio::time::Instant;

use crate::settings::{Admission, Limits, MAX_FRAME_BYTES, Settings};
use crate::token_bucket::TokenBucket;

const SECOND: Duration = Duration::from_secs(1);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// A /24 of IPv4 or a /48 of IPv6 may have the connections of this many sources.
const PER_NETWORK: u32 = 8;

/// A source may send as much as this many connections that send all the time: a class behind one address.
const BUSY_CONNECTIONS: u32 = 60;

/// A source may join 4 % of [`Settings::matches`] at once, and again in every hour.
const MATCHES_SHARE: u32 = 25;

/// The least that [`MATCHES_SHARE`] leaves to a source: two for each player of a class.
const MIN_MATCHES: u32 = 120;

/// The players of a source who look for an opponent or have not moved yet, with a small [`Admission::per_address`]: a
/// whole class that joins at once.
const MIN_FIRST_MOVES: u32 = 64;

/// The most connections of a source, and of the network around it: at most half of all, so that others have room.
pub(super) fn max_connections(admission: &Admission) -> (u32, u32) {
    let Admission { per_address, connections, .. } = *admission;
    let half = connections.div_ceil(2);
    (per_address.min(half), per_address.saturating_mul(PER_NETWORK).min(half))
}

/// A cost that is charged to a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cost {
    /// A message. Moves of a seated player are free, so that no neighbour can stop them. So is `resume`; with a wrong
    /// ticket it costs a [`Self::Guess`].
    Message,
    /// An HTTP request.
    Request,
    /// A new WebSocket.
    Socket,
    /// The TLS handshake of a connection.
    Handshake,
    /// A join that is not refused. Its match is stored for an hour after its end.
    Match,
    /// A search for the next opponent in an arena. The game is stored for a minute after its end.
    ArenaGame,
    /// An arena that is opened.
    Arena,
    /// A finished game that is kept as history.
    Game,
    /// A first move that the player owes to someone from the public list or the queue; given back when it is made.
    FirstMove,
    /// Reading and replaying one finished game. A history has up to a hundred.
    StoredGame,
    /// A KiB of a program that is downloaded.
    Download,
    /// A possible guess: naming a room, or showing a wrong ticket.
    Guess,
    /// The answer to a connection that is refused.
    Refusal,
}

impl Cost {
    /// The budget of one source: its name in the metrics, and how much it may spend, `burst` at once, and then `count`
    /// in every `period`.
    pub(super) fn budget(self, settings: &Settings, now: Instant) -> (&'static str, TokenBucket) {
        let (limits, connections) = (&settings.limits, settings.admission.per_address);
        let busy = |messages: u32| messages.saturating_mul(BUSY_CONNECTIONS);
        let (messages, burst) = (busy(limits.messages_per_second), busy(limits.burst()));
        let all_matches = u32::try_from(settings.matches).unwrap_or(u32::MAX);
        let matches = (all_matches / MATCHES_SHARE).max(MIN_MATCHES).min(all_matches.div_ceil(2));
        let (name, burst, count, period) = match self {
            Self::Message => ("message", burst, messages, SECOND),
            Self::Request => ("request", burst, messages, SECOND),
            Self::Socket => ("websocket", connections.saturating_mul(2), connections, 16 * SECOND),
            Self::Handshake => ("handshake", connections.saturating_mul(2), connections, 16 * SECOND),
            Self::Match => ("match", matches, matches, HOUR),
            // Sixty programs behind one address that play as fast as they can begin twenty games a second, and both
            // players of each game search.
            Self::ArenaGame => ("arena_game", 12_000, 40, SECOND),
            Self::Arena => ("arena", 20, 20, HOUR),
            Self::Game => ("game", 1_000, 1, SECOND),
            Self::FirstMove => ("first_move", (connections / 4).max(MIN_FIRST_MOVES), 1, 10 * SECOND),
            Self::StoredGame => ("history", 3_000, 100, SECOND),
            Self::Download => ("download_bytes", 512 * 1024, 1024, SECOND),
            Self::Guess => ("guess", 1_000, 5, SECOND),
            Self::Refusal => ("refusal", 4, 2, SECOND),
        };
        (name, TokenBucket::new(burst, count, period, now))
    }
}

/// An action that disturbs the other player, who cannot prevent it. It is charged to the seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeatCost {
    /// A new connection takes the seat.
    Resume,
    Reaction,
    /// A takeback request, a declined or withdrawn offer, an offer after that, or a new name.
    Request,
}

impl SeatCost {
    /// The budget of one seat.
    pub fn budget(self, now: Instant) -> TokenBucket {
        let (burst, period) = match self {
            Self::Resume => (30, SECOND),
            Self::Reaction => (3, 2 * SECOND),
            Self::Request => (5, 2 * SECOND),
        };
        TokenBucket::new(burst, 1, period, now)
    }
}

/// The budgets of one connection, and the prices of its messages.
impl Limits {
    /// The number of messages that may arrive at once. Further messages are refused. After as many again, counting
    /// pings and pongs, the connection is closed.
    #[must_use]
    pub const fn burst(self) -> u32 {
        self.messages_per_second.saturating_mul(2)
    }

    /// All messages: those that are answered, and then as many that are refused.
    pub(crate) fn message_budget(self) -> TokenBucket {
        let capacity = self.burst().saturating_mul(2);
        TokenBucket::new(capacity, self.messages_per_second, SECOND, Instant::now())
    }

    pub(crate) fn request_budget(self) -> TokenBucket {
        TokenBucket::new(self.burst(), self.messages_per_second, SECOND, Instant::now())
    }

    /// 4x the message limit, so that a flood of messages gets a refusal before the connection is closed.
    pub(crate) fn byte_budget(self) -> TokenBucket {
        let bytes = |messages: u32| MAX_FRAME_BYTES.saturating_mul(4).saturating_mul(messages);
        TokenBucket::new(bytes(self.burst()), bytes(self.messages_per_second), SECOND, Instant::now())
    }

    /// The price of a malformed message, in messages. By default, five at once use up the budget of a client, and the
    /// eleventh disconnects it.
    pub(crate) fn malformed_price(self) -> u32 {
        self.burst().min(8)
    }

    /// The price of a request for the public list, which is long, in messages.
    pub(crate) fn list_price(self) -> u32 {
        (self.messages_per_second / 4).max(1)
    }
}
