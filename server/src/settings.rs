//! Every limit and default of the server, in one place.

use std::num::NonZero;
use std::time::Duration;

/// How a server behaves. [`Settings::default`] is what the binary does without flags.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How long a lone player waits before the computer takes the other seat.
    pub ai_after: Duration,
    /// How long a person may take for a move; `None` for no clock.
    pub move_time: Option<Duration>,
    /// How long connections get to end when the server stops.
    pub drain: Duration,
    /// What a client may send.
    pub limits: Limits,
    /// How the server notices that a client is gone.
    pub heartbeat: Heartbeat,
    /// How the computer thinks.
    pub thinking: Thinking,
}

/// What a client may send.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest frame, in bytes.
    pub frame_bytes: u32,
    /// Messages a second that may go on for ever.
    pub messages_per_second: u32,
    /// Messages that may come at once. Those beyond are refused, and as many again, with pings and pongs, end
    /// the connection.
    pub burst: u32,
    /// Messages a minute that cannot be understood; one more ends the connection.
    pub malformed_per_minute: u32,
}

/// How the server notices that a client is gone.
#[derive(Debug, Clone, Copy)]
pub struct Heartbeat {
    /// A WebSocket ping goes out this often.
    pub ping: Duration,
    /// A connection from which nothing was heard for this long is closed.
    pub silence: Duration,
    /// A frame that cannot be written for this long ends the connection.
    pub write: Duration,
    /// Time for a whole request head to arrive, from when the connection begins.
    pub head: Duration,
}

/// How the computer thinks.
#[derive(Debug, Clone, Copy)]
pub struct Thinking {
    /// How many threads think beside those that talk to people: one fewer than there are processors, and at
    /// least one. With none, whatever takes thought waits for ever.
    pub threads: usize,
    /// How many nodes of the search a move, a hint or a position of a review may take while nothing else waits:
    /// a tenth of a second or two on the biggest boards. Those that wait share it.
    pub nodes: u64,
    /// How many hints may be thought about at a time; more are refused.
    pub hints: usize,
    /// How many reviews may be thought about at a time; more are refused.
    pub reviews: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ai_after: Duration::from_secs(10),
            move_time: Some(Duration::from_secs(60)),
            drain: Duration::from_secs(10),
            limits: Limits { frame_bytes: 4096, messages_per_second: 20, burst: 40, malformed_per_minute: 5 },
            heartbeat: Heartbeat {
                ping: Duration::from_secs(20),
                silence: Duration::from_secs(45),
                write: Duration::from_secs(10),
                head: Duration::from_secs(5),
            },
            thinking: Thinking {
                threads: processors().saturating_sub(1).max(1),
                nodes: 100_000,
                hints: 256,
                reviews: 32,
            },
        }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
