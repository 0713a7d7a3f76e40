//! Every limit and default of the server, in one place.

use std::num::NonZero;
use std::time::Duration;

use tokio::time::Instant;

use crate::rate::Bucket;

pub use crate::web::HARD_FRAME_BYTES;
pub use crate::web::network::Network;
pub use crate::web::site::{AllowedHost, AllowedOrigin};

/// How a server behaves. [`Settings::default`] is what the binary does without flags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// How long a lone player waits before the computer takes the other seat.
    pub ai_after: Duration,
    /// How long a person may take for a move; `None` for no clock.
    pub move_time: Option<Duration>,
    /// How many matches, and places of those who wait, are kept at a time; more are refused.
    pub matches: usize,
    /// How long connections get to end when the server stops.
    pub drain: Duration,
    /// Who may connect.
    pub admission: Admission,
    /// What a client may send.
    pub limits: Limits,
    /// How the server notices that a client is gone, or never was there.
    pub heartbeat: Heartbeat,
    /// How the computer searches.
    pub search: Search,
}

/// Who may connect. The machine's own addresses and names are always allowed as hosts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admission {
    /// Connections in all, and never more than four fifths of the files that the process may have open.
    pub connections: u32,
    /// Connections from one address, or from one network of IPv6. Those of this machine do not count.
    pub per_address: u32,
    /// Further names by which clients may call this server.
    pub hosts: Vec<AllowedHost>,
    /// Further sites whose pages may connect.
    pub origins: Vec<AllowedOrigin>,
    /// Proxies whose `X-Forwarded-For` says who is counted.
    pub proxies: Vec<Network>,
}

/// What a client may send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest frame, in bytes; at most [`HARD_FRAME_BYTES`].
    pub frame_bytes: u32,
    /// Messages a second that may go on for ever.
    pub messages_per_second: u32,
    /// Messages that may come at once. Those beyond are refused, and as many again, with pings and pongs, end
    /// the connection.
    pub burst: u32,
    /// Messages a minute that cannot be understood; one more ends the connection.
    pub malformed_per_minute: u32,
}

impl Limits {
    /// As many messages as may come at once, beginning now, and as many a second as may go on for ever.
    #[must_use]
    pub(crate) fn messages(&self) -> Bucket {
        Bucket::new(self.burst, self.messages_per_second, SECOND, Instant::now())
    }

    /// How many bytes may come: several times those of all messages, so that who sends too many of these is told.
    #[must_use]
    pub(crate) fn bytes(&self) -> Bucket {
        let room = self.frame_bytes.saturating_mul(SLACK);
        let of = |messages: u32| room.saturating_mul(messages);
        Bucket::new(of(self.burst), of(self.messages_per_second), SECOND, Instant::now())
    }
}

const SECOND: Duration = Duration::from_secs(1);

/// How many times the bytes of all messages may come.
const SLACK: u32 = 4;

/// How the server notices that a client is gone, or never was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// A WebSocket ping goes out this often.
    pub ping: Duration,
    /// A connection from which nothing was heard for this long is closed.
    pub silence: Duration,
    /// A frame that cannot be written for this long ends the connection.
    pub write: Duration,
    /// Time for a whole request head to arrive, from when the connection begins or the request before it was
    /// answered.
    pub head: Duration,
    /// Time for the first message to arrive, from when the WebSocket is open. Pings are no messages.
    pub first_message: Duration,
}

/// How the computer searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// Threads of the search pool: one fewer than there are processors, and at least one. With none, a search never
    /// ends.
    pub threads: usize,
    /// The most nodes for a move, a hint or one position of a review while nothing else waits: a tenth of a second or
    /// two on the biggest boards. Jobs that wait share it.
    pub nodes: u64,
    /// The most hints at a time; more are refused.
    pub hints: usize,
    /// The most reviews at a time; more are refused.
    pub reviews: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ai_after: Duration::from_secs(10),
            move_time: Some(Duration::from_secs(60)),
            matches: 200_000,
            drain: Duration::from_secs(10),
            admission: Admission::default(),
            limits: Limits::default(),
            heartbeat: Heartbeat::default(),
            search: Search::default(),
        }
    }
}

impl Default for Admission {
    fn default() -> Self {
        Self {
            connections: 20_000,
            per_address: 128,
            hosts: Vec::new(),
            origins: Vec::new(),
            proxies: Vec::new(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { frame_bytes: 4096, messages_per_second: 20, burst: 40, malformed_per_minute: 5 }
    }
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self {
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(45),
            write: Duration::from_secs(10),
            head: Duration::from_secs(5),
            first_message: Duration::from_secs(10),
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Self { threads: processors().saturating_sub(1).max(1), nodes: 100_000, hints: 256, reviews: 32 }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
