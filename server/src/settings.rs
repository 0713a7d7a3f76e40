//! Every limit and default of the server, in one place.

use std::num::NonZero;
use std::time::Duration;

use ipnet::IpNet;
use tokio::time::Instant;

use crate::token_bucket::TokenBucket;

pub use crate::origin::{AllowedHost, AllowedOrigin, PublicUrl};

/// The upper bound of [`Limits::frame_bytes`].
pub const MAX_FRAME_BYTES: usize = 64 * 1024;

/// How a server behaves. [`Settings::default`] is what the binary does without flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// How long a lone player waits before the computer takes the other seat.
    pub ai_after: Duration,
    /// How long a person may take for a move; `None` for no clock.
    pub move_time: Option<Duration>,
    /// How many matches and room entries are stored at most; at that limit new players are refused.
    pub matches: usize,
    /// Time limit for closing connections at shutdown.
    pub drain: Duration,
    /// Where people open the server, if that is not one of its own addresses; it is always allowed as host and origin.
    pub public_url: Option<PublicUrl>,
    /// Who may connect.
    pub admission: Admission,
    /// How much a client may send.
    pub limits: Limits,
    /// How long a client may be slow or silent.
    pub heartbeat: Heartbeat,
    /// How much the computer may search.
    pub search: Search,
}

/// Who may connect. The addresses and names of this machine are always allowed as hosts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// Connections in total, and never more than four fifths of the limit of open files.
    pub connections: u32,
    /// Connections from one IPv4 address or IPv6 /64. Loopback connections do not count.
    pub per_address: u32,
    /// Additional names by which clients may call this server.
    pub hosts: Vec<AllowedHost>,
    /// Additional sites whose pages may connect.
    pub origins: Vec<AllowedOrigin>,
    /// Proxies whose `X-Forwarded-For` is trusted to name the client.
    pub proxies: Vec<IpNet>,
}

/// How much a client may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest frame, in bytes; at most [`MAX_FRAME_BYTES`].
    pub frame_bytes: u32,
    /// The sustained rate of messages.
    pub messages_per_second: u32,
    /// Messages that may arrive at once. More are refused, and as many again, pings and pongs included, close the
    /// connection.
    pub burst: u32,
    /// Malformed messages a minute; one more closes the connection.
    pub malformed_per_minute: u32,
}

impl Limits {
    pub(crate) fn messages(&self) -> TokenBucket {
        TokenBucket::new(self.burst, self.messages_per_second, SECOND, Instant::now())
    }

    /// Byte limit per connection: 4x the message limit, so that a flood of messages gets a refusal before the
    /// connection is closed.
    pub(crate) fn bytes(&self) -> TokenBucket {
        let bytes = |messages: u32| self.frame_bytes.saturating_mul(4).saturating_mul(messages);
        TokenBucket::new(bytes(self.burst), bytes(self.messages_per_second), SECOND, Instant::now())
    }
}

const SECOND: Duration = Duration::from_secs(1);

/// How long a client may be slow or silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// The interval of WebSocket pings.
    pub ping: Duration,
    /// A connection from which nothing is received for this long is closed.
    pub silence: Duration,
    /// The same before a player's first move in a match between two people: the connection may have broken before the
    /// player was told of the match.
    pub silence_before_first_move: Duration,
    /// A connection to which a frame cannot be written for this long is closed.
    pub write: Duration,
    /// Time for a complete request head to arrive, since the connection was opened or the last request was answered.
    /// The same again for encrypting the connection.
    pub head: Duration,
    /// Time limit for the first message of a connection on a WebSocket. Pings do not count.
    pub first_message: Duration,
}

/// How much the computer may search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// Search threads, in addition to the async ones: by default one fewer than there are processors, but at least
    /// one. Without any, searches wait forever.
    pub threads: usize,
    /// Search nodes for one move, hint or position of a review while no other search waits: 100 to 200 ms on the
    /// largest boards. Waiting searches share it.
    pub nodes: u64,
    /// Hints computed at the same time; more are refused.
    pub hints: usize,
    /// Reviews computed at the same time; more are refused.
    pub reviews: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            ai_after: Duration::from_secs(10),
            move_time: Some(Duration::from_secs(60)),
            matches: 200_000,
            drain: Duration::from_secs(10),
            public_url: None,
            admission: Admission {
                connections: 20_000,
                per_address: 256,
                hosts: Vec::new(),
                origins: Vec::new(),
                proxies: Vec::new(),
            },
            limits: Limits { frame_bytes: 4096, messages_per_second: 20, burst: 40, malformed_per_minute: 5 },
            heartbeat: Heartbeat {
                ping: Duration::from_secs(20),
                silence: Duration::from_secs(45),
                silence_before_first_move: Duration::from_secs(10),
                write: Duration::from_secs(10),
                head: Duration::from_secs(5),
                first_message: Duration::from_secs(10),
            },
            search: Search {
                threads: processors.saturating_sub(1).max(1),
                nodes: 100_000,
                hints: 256,
                reviews: 256,
            },
        }
    }
}
