//! What clients may do, and who they may be.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use tictactoe_server::Settings;
use tictactoe_server::settings::{
    Admission, AllowedHost, AllowedOrigin, HARD_FRAME_BYTES, Heartbeat, Limits, Network, Search,
};

use super::time;

/// What clients may do, and who they may be.
#[derive(Debug, Args)]
pub(crate) struct LimitFlags {
    #[command(flatten)]
    who: WhoFlags,
    #[command(flatten)]
    what: WhatFlags,
    #[command(flatten)]
    when: WhenFlags,
    #[command(flatten)]
    thinking: ThinkingFlags,
}

/// Who may connect.
#[derive(Debug, Args)]
#[command(next_help_heading = "Who may connect")]
struct WhoFlags {
    /// Connections in all; no more than four fifths of the files that may be open
    #[arg(long, env = "TICTACTOE_MAX_CONNECTIONS", value_name = "COUNT", default_value = "20000",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    max_connections: u32,

    /// Connections from one address, or one /64 of IPv6; those over the loopback do not count
    #[arg(long, env = "TICTACTOE_MAX_PER_ADDRESS", value_name = "COUNT", default_value = "128",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    max_per_address: u32,

    /// A name by which browsers and clients may call this server, beside its addresses and the name of the
    /// machine; .example.org for all names below it, * for any
    #[arg(long, env = "TICTACTOE_ALLOW_HOST", value_name = "NAME", value_delimiter = ',')]
    allow_host: Vec<AllowedHost>,

    /// A site whose pages may connect, beside this server's own, like `https://games.example.org`; * for any
    #[arg(long, env = "TICTACTOE_ALLOW_ORIGIN", value_name = "SITE", value_delimiter = ',')]
    allow_origin: Vec<AllowedOrigin>,

    /// A proxy, or a network of them like 10.0.0.0/8, whose X-Forwarded-For says from which address a
    /// connection is
    #[arg(long, env = "TICTACTOE_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,
}

/// What a client may send.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct WhatFlags {
    /// The longest message, in bytes
    #[arg(long, env = "TICTACTOE_MAX_FRAME", value_name = "BYTES", default_value = "4096",
        value_parser = RangedU64ValueParser::<u32>::new().range(SHORTEST_FRAME..=HARD_FRAME_BYTES as u64))]
    max_frame: u32,

    /// Messages a second from one connection that may go on for ever
    #[arg(long, env = "TICTACTOE_MESSAGES_PER_SECOND", value_name = "COUNT", default_value = "20",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    messages_per_second: u32,

    /// Messages from one connection that may come at once
    #[arg(long, env = "TICTACTOE_BURST", value_name = "COUNT", default_value = "40",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    burst: u32,

    /// Messages a minute that cannot be understood; one more ends the connection
    #[arg(long, env = "TICTACTOE_MALFORMED_PER_MINUTE", value_name = "COUNT", default_value = "5",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    malformed_per_minute: u32,
}

/// How long a client may take.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct WhenFlags {
    /// How long the head of a request may take
    #[arg(long, env = "TICTACTOE_HEADER_TIME", value_name = "TIME", default_value = "5s", value_parser = wait)]
    header_time: Duration,

    /// How long the first message may take
    #[arg(long, env = "TICTACTOE_FIRST_MESSAGE", value_name = "TIME", default_value = "10s", value_parser = wait)]
    first_message: Duration,

    /// How often a client is asked whether it is still there; at least twice in --silence
    #[arg(long, env = "TICTACTOE_PING", value_name = "TIME", default_value = "20s", value_parser = wait)]
    ping: Duration,

    /// A connection from which nothing is heard for this long is closed
    #[arg(long, env = "TICTACTOE_SILENCE", value_name = "TIME", default_value = "45s", value_parser = wait)]
    silence: Duration,

    /// A connection to which nothing can be written for this long is closed
    #[arg(long, env = "TICTACTOE_WRITE_TIME", value_name = "TIME", default_value = "10s", value_parser = wait)]
    write_time: Duration,
}

/// How much the computer thinks.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
struct ThinkingFlags {
    /// Threads that think for the computer [default: one fewer than there are processors]
    #[arg(long, env = "TICTACTOE_THINKERS", value_name = "COUNT", hide_default_value = true,
        default_value_t = Settings::default().search.threads, value_parser = count().range(1..=1024))]
    thinkers: usize,

    /// Hints that are thought about at a time; 0 for none on boards that take thought
    #[arg(long, env = "TICTACTOE_HINTS", value_name = "COUNT", default_value = "256",
        value_parser = count().range(0..=1_000_000))]
    hints: usize,

    /// Reviews that are thought about at a time; 0 for none on boards that take thought
    #[arg(long, env = "TICTACTOE_REVIEWS", value_name = "COUNT", default_value = "32",
        value_parser = count().range(0..=1_000_000))]
    reviews: usize,
}

/// Room for a `join` with everything in it, in bytes.
const SHORTEST_FRAME: u64 = 512;

/// The shortest time that a client gets for something: less would leave out people far away.
const SHORTEST: Duration = Duration::from_millis(100);

/// The longest: whoever is gone is noticed within the hour.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// Reads a time that a client gets for something.
fn wait(text: &str) -> Result<Duration, String> {
    let wait = time(text)?;
    if (SHORTEST..=LONGEST).contains(&wait) { Ok(wait) } else { Err("at least 100ms and at most 1h".into()) }
}

/// Reads a number of things.
fn count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new()
}

impl LimitFlags {
    /// The default settings with these limits.
    pub(crate) fn settings(&self) -> Settings {
        let Self { who, what, when, thinking } = self;
        Settings {
            admission: who.admission(),
            limits: what.limits(),
            heartbeat: when.heartbeat(),
            search: thinking.search(),
            ..Settings::default()
        }
    }
}

impl WhoFlags {
    fn admission(&self) -> Admission {
        Admission {
            connections: self.max_connections,
            per_address: self.max_per_address,
            hosts: self.allow_host.iter().cloned().chain(machine()).collect(),
            origins: self.allow_origin.clone(),
            proxies: self.trusted_proxy.clone(),
        }
    }
}

/// The machine's name, where the library cannot ask for it.
#[cfg(windows)]
fn machine() -> Vec<AllowedHost> {
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    [name.clone(), name + ".local"].iter().filter_map(|name| name.parse().ok()).collect()
}

/// The library knows the machine's name.
#[cfg(not(windows))]
const fn machine() -> [AllowedHost; 0] {
    []
}

impl WhatFlags {
    const fn limits(&self) -> Limits {
        Limits {
            frame_bytes: self.max_frame,
            messages_per_second: self.messages_per_second,
            burst: self.burst,
            malformed_per_minute: self.malformed_per_minute,
        }
    }
}

impl WhenFlags {
    fn heartbeat(&self) -> Heartbeat {
        Heartbeat {
            // Whoever answers every ping is never silent for too long.
            ping: self.ping.min(self.silence / 2),
            silence: self.silence,
            write: self.write_time,
            head: self.header_time,
            first_message: self.first_message,
        }
    }
}

impl ThinkingFlags {
    fn search(&self) -> Search {
        Search {
            threads: self.thinkers,
            hints: self.hints,
            reviews: self.reviews,
            ..Settings::default().search
        }
    }
}

#[cfg(test)]
mod tests;
