//! The flags of access and limits.

use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use ipnet::IpNet;
use tictactoe_server::Settings;
use tictactoe_server::settings::{
    Admission, AllowedHost, AllowedOrigin, Heartbeat, Limits, MAX_FRAME_BYTES, Search,
};

use super::time;

const ACCESS: &str = "Access";

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitFlags {
    /// Connections in total; at most four fifths of the open-file limit
    #[arg(long, env = "TICTACTOE_MAX_CONNECTIONS", value_name = "COUNT", default_value = "20000",
        value_parser = value_parser!(u32).range(1..=1_000_000), help_heading = ACCESS)]
    max_connections: u32,

    /// Connections from one IPv4 address or IPv6 /64; loopback connections do not count
    #[arg(long, env = "TICTACTOE_MAX_PER_ADDRESS", value_name = "COUNT", default_value = "256",
        value_parser = value_parser!(u32).range(1..=1_000_000), help_heading = ACCESS)]
    max_per_address: u32,

    /// Host name to accept in requests, in addition to the server's addresses and the name of
    /// the machine; .example.org for all subdomains, * for any
    #[arg(long, env = "TICTACTOE_ALLOW_HOST", value_name = "NAME", value_delimiter = ',', help_heading = ACCESS)]
    allow_host: Vec<AllowedHost>,

    /// Site whose pages can connect, in addition to this server's own, like `https://games.example.org`; * for any
    #[arg(long, env = "TICTACTOE_ALLOW_ORIGIN", value_name = "SITE", value_delimiter = ',', help_heading = ACCESS)]
    allow_origin: Vec<AllowedOrigin>,

    /// Proxy, or network of proxies like 10.0.0.0/8, whose X-Forwarded-For is trusted to name the client
    #[arg(long, env = "TICTACTOE_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',',
        value_parser = network, help_heading = ACCESS)]
    trusted_proxy: Vec<IpNet>,

    /// The longest message, in bytes
    #[arg(long, env = "TICTACTOE_MAX_FRAME", value_name = "BYTES", default_value = "4096",
        value_parser = RangedU64ValueParser::<u32>::new().range(MIN_FRAME_BYTES..=MAX_FRAME_BYTES as u64))]
    max_frame: u32,

    /// Messages per second from one connection, over time
    #[arg(long, env = "TICTACTOE_MESSAGES_PER_SECOND", value_name = "COUNT", default_value = "20",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    messages_per_second: u32,

    /// Messages from one connection in one burst
    #[arg(long, env = "TICTACTOE_BURST", value_name = "COUNT", default_value = "40",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    burst: u32,

    /// Malformed messages a minute; one more closes the connection
    #[arg(long, env = "TICTACTOE_MALFORMED_PER_MINUTE", value_name = "COUNT", default_value = "5",
        value_parser = value_parser!(u32).range(1..=1_000_000))]
    malformed_per_minute: u32,

    /// Time limit for the head of an HTTP request
    #[arg(long, env = "TICTACTOE_HEADER_TIME", value_name = "TIME", default_value = "5s", value_parser = timeout)]
    header_time: Duration,

    /// Time limit for the first message of a connection
    #[arg(long, env = "TICTACTOE_FIRST_MESSAGE", value_name = "TIME", default_value = "10s", value_parser = timeout)]
    first_message: Duration,

    /// Interval of pings; cut to half of --silence if longer
    #[arg(long, env = "TICTACTOE_PING", value_name = "TIME", default_value = "20s", value_parser = timeout)]
    ping: Duration,

    /// Close a connection from which nothing is received for this long
    #[arg(long, env = "TICTACTOE_SILENCE", value_name = "TIME", default_value = "45s", value_parser = timeout)]
    silence: Duration,

    /// Close a connection to which nothing can be written for this long
    #[arg(long, env = "TICTACTOE_WRITE_TIME", value_name = "TIME", default_value = "10s", value_parser = timeout)]
    write_time: Duration,

    /// Search threads for computer moves, hints and reviews [default: processors minus one]
    #[arg(long, env = "TICTACTOE_THINKERS", value_name = "COUNT", hide_default_value = true,
        default_value_t = Settings::default().search.threads,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    thinkers: usize,

    /// Hints computed at the same time; 0 for none on boards that need a search
    #[arg(long, env = "TICTACTOE_HINTS", value_name = "COUNT", default_value = "256",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    hints: usize,

    /// Reviews computed at the same time; 0 for none on boards that need a search
    #[arg(long, env = "TICTACTOE_REVIEWS", value_name = "COUNT", default_value = "256",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    reviews: usize,
}

/// Enough for a `join` with every field.
const MIN_FRAME_BYTES: u64 = 512;

/// A shorter timeout would exclude players who are far away.
const MIN_TIMEOUT: Duration = Duration::from_millis(100);

const MAX_TIMEOUT: Duration = Duration::from_secs(60 * 60);

fn timeout(text: &str) -> Result<Duration, &'static str> {
    let timeout = Some(time(text)?).filter(|timeout| (MIN_TIMEOUT..=MAX_TIMEOUT).contains(timeout));
    timeout.ok_or("at least 100ms and at most 1h")
}

/// A network, or one address. IPv4 written as IPv6 is IPv4, because that is how clients are compared.
fn network(text: &str) -> Result<IpNet, &'static str> {
    let address = || text.parse().map(|address: std::net::IpAddr| address.to_canonical().into());
    text.parse().or_else(|_| address()).map_err(|_| "give an address, or a network like 10.0.0.0/8")
}

impl LimitFlags {
    /// The default settings with these limits.
    pub(crate) fn settings(&self) -> Settings {
        let defaults = Settings::default();
        Settings {
            admission: Admission {
                connections: self.max_connections,
                per_address: self.max_per_address,
                hosts: self.allow_host.clone(),
                origins: self.allow_origin.clone(),
                proxies: self.trusted_proxy.clone(),
            },
            limits: Limits {
                frame_bytes: self.max_frame,
                messages_per_second: self.messages_per_second,
                burst: self.burst,
                malformed_per_minute: self.malformed_per_minute,
            },
            heartbeat: Heartbeat {
                // So that a client that answers every ping is never silent for too long.
                ping: self.ping.min(self.silence / 2),
                silence: self.silence,
                silence_before_first_move: defaults.heartbeat.silence_before_first_move,
                write: self.write_time,
                head: self.header_time,
                first_message: self.first_message,
            },
            search: Search {
                threads: self.thinkers,
                hints: self.hints,
                reviews: self.reviews,
                ..defaults.search
            },
            ..defaults
        }
    }
}

#[cfg(test)]
mod tests;
