//! The limits and defaults that can be set, and the flags for those that operators change. `quota` has the limits that
//! follow from them.

use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use clap::builder::Resettable;
use clap::{Args, Command, FromArgMatches, ValueHint};
use ipnet::IpNet;
use rlimit::increase_nofile_limit;
use tictactoe_host::{number_in, parse_time};

use crate::block_list::{BlockList, BlockListError, parse_network};
use crate::downloads::Downloads;

pub use crate::origin::Origin;
use crate::origin::{allowed_host, allowed_origin};

/// The longest message of a client, in bytes.
pub const MAX_FRAME_BYTES: u32 = 4096;

/// The longest frame that the server sends. No hint or review is longer.
pub const MAX_ANSWER_BYTES: usize = 80 * 1024;

/// The settings of a server, and their flags. The binary uses [`Settings::default`] without flags.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// The address that players open, used in links and QR codes, like `https://games.example.org`
    /// [default: this machine's address]
    // It is always allowed as host and origin.
    #[arg(long, env = "TICTACTOE_PUBLIC_URL", value_name = "URL", help_heading = "Network")]
    pub public_url: Option<Origin>,

    /// How long a player waits for a person before the computer joins
    #[arg(long, env = "TICTACTOE_AI_AFTER", value_name = "TIME", default_value = "10s", value_parser = parse_time,
        help_heading = "Games")]
    pub ai_after: Duration,

    /// Time for a move; 0 for no clock
    // The full path, because clap takes `Option` for a flag that may be missing.
    #[arg(long, env = "TICTACTOE_MOVE_TIME", value_name = "TIME", default_value = "60s", value_parser = move_time,
        help_heading = "Games")]
    pub move_time: std::option::Option<Duration>,

    /// How long a person may take for the first move against someone from the public list or the queue.
    #[arg(skip = Duration::from_secs(20))]
    pub first_move_time: Duration,

    /// How many matches may be stored, including those that ended within the last hour; beyond it, new ones are refused
    // Rooms and arenas count too.
    #[arg(long = "max-matches", env = "TICTACTOE_MAX_MATCHES", value_name = "COUNT", default_value = "200000",
        value_parser = number_in(1..=100_000_000_usize), help_heading = "Storage")]
    pub matches: usize,

    /// Time limit for closing connections at shutdown.
    #[arg(skip = Duration::from_secs(10))]
    pub drain: Duration,

    /// The server restarts after a shutdown. If false, it asks its clients not to reconnect.
    #[arg(skip = true)]
    pub restarts: bool,

    /// The terminal clients that people can download; by default none.
    #[arg(skip)]
    pub downloads: Downloads,

    /// Who may connect.
    #[command(flatten)]
    pub admission: Admission,

    /// How much clients may send and open.
    #[command(flatten)]
    pub limits: Limits,

    /// How long a client may be slow or silent.
    #[arg(skip)]
    pub heartbeat: Heartbeat,

    /// How much the computer may search.
    #[arg(skip)]
    pub search: SearchSettings,
}

/// Who may connect. The addresses and names of this machine are always allowed as hosts.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Access")]
pub struct Admission {
    /// Connections in total; at most four fifths of the open-file limit
    #[arg(long = "max-connections", env = "TICTACTOE_MAX_CONNECTIONS", value_name = "COUNT", default_value = "20000",
        value_parser = number_in(1..=1_000_000_u32))]
    pub connections: u32,

    /// Connections from one IPv4 address or IPv6 /64; loopback connections do not count
    #[arg(long = "max-per-address", env = "TICTACTOE_MAX_PER_ADDRESS", value_name = "COUNT", default_value = "256",
        value_parser = number_in(1..=1_000_000_u32))]
    pub per_address: u32,

    /// Host name to accept in requests, in addition to the server's addresses and the name of
    /// the machine; * for any
    #[arg(long = "allow-host", env = "TICTACTOE_ALLOW_HOST", value_name = "NAME", value_delimiter = ',',
        value_parser = allowed_host)]
    pub hosts: Vec<String>,

    /// Site whose pages can connect, in addition to this server's own, like `https://games.example.org`; * for any
    #[arg(long = "allow-origin", env = "TICTACTOE_ALLOW_ORIGIN", value_name = "SITE", value_delimiter = ',',
        value_parser = allowed_origin)]
    pub origins: Vec<String>,

    /// Proxy, or network of proxies like 10.0.0.0/8, whose X-Forwarded-For is trusted to name the client
    #[arg(long = "trusted-proxy", env = "TICTACTOE_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',',
        value_parser = network)]
    pub proxies: Vec<IpNet>,

    /// File with addresses and networks to refuse, one on each line; SIGHUP reads it again
    #[arg(long, env = "TICTACTOE_BLOCK", value_name = "FILE", value_parser = block_list,
        value_hint = ValueHint::FilePath)]
    pub block: Option<BlockList>,
}

/// Fewer connections than this may be too few for a school.
const FEW_CONNECTIONS: u32 = 1000;

/// Raises the limit as far as possible and needed, and returns how many of `wanted` connections it allows. A fifth of
/// the file descriptors is left for everything else.
pub(crate) fn allowed_connections(wanted: u32) -> u32 {
    let files = increase_nofile_limit(u64::from(wanted) * 5 / 4 + 5).or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        increase_nofile_limit(0)
    });
    let usable = files.ok().and_then(|files| u32::try_from(files / 5 * 4).ok());
    let allowed = usable.map_or(wanted, |usable| usable.clamp(1, wanted));
    let limited = format!(
        "the limit of open files allows {allowed} connections instead of {wanted}; raise it with ulimit -n"
    );
    if allowed < wanted.min(FEW_CONNECTIONS) {
        tracing::warn!("{limited}");
    } else if allowed < wanted {
        tracing::debug!("{limited}");
    }
    allowed
}

/// How much clients may send and open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
#[command(next_help_heading = "Limits")]
pub struct Limits {
    /// Messages per second from one connection, over time; twice as many in one burst
    #[arg(long, env = "TICTACTOE_MESSAGES_PER_SECOND", value_name = "COUNT", default_value = "20",
        value_parser = number_in(1..=1_000_000_u32))]
    pub messages_per_second: u32,

    /// How many arenas may be open (a server counts those used since its start), how many players each may have (up to
    /// 500) and how long each may last (up to 24h); 0,0,0 turns arenas off
    #[arg(long, env = "TICTACTOE_ARENAS", value_name = "COUNT,PLAYERS,TIME", default_value = "1000,500,24h",
        value_parser = arena_limits)]
    pub arenas: ArenaLimits,
}

/// The limits of arenas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArenaLimits {
    /// How many there may be at a time. A node counts those that it has seen since its start.
    pub count: usize,
    /// The most players of each.
    pub players: u16,
    /// How long each lasts at most.
    pub lasts: Duration,
}

/// With more rows, each game would write a record that is too large.
const MAX_ARENA_PLAYERS: u16 = 500;

/// How long a client may be slow or silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heartbeat {
    /// Time limit for the head of an HTTP request, from the opening of the connection or the previous answer. The TLS
    /// handshake has the same limit.
    pub head: Duration,
    /// Time limit for the first message of a connection. Pings do not count.
    pub first_message: Duration,
    /// Interval of pings: at most half of `silence`.
    pub ping: Duration,
    /// A connection from which nothing is received for this long is closed.
    pub silence: Duration,
    /// The same before a player's first move in a match between two people, because the connection may have broken
    /// before the player learned of the match.
    pub silence_before_first_move: Duration,
    /// A connection to which nothing can be written for this long is closed.
    pub write: Duration,
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(5),
            first_message: Duration::from_secs(10),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(45),
            silence_before_first_move: Duration::from_secs(10),
            write: Duration::from_secs(10),
        }
    }
}

/// How much the computer may search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// Threads for computer moves, hints and reviews, besides the async ones. With 0, searches wait forever.
    pub threads: usize,
    /// Nodes for one move, hint or review position while no other search waits, which takes 100 to 200 ms on the
    /// largest boards. If other searches wait, they share these nodes.
    pub nodes: u64,
}

impl Default for SearchSettings {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self { threads: processors.saturating_sub(1).max(1), nodes: 100_000 }
    }
}

fn network(text: &str) -> Result<IpNet, &'static str> {
    parse_network(text).ok_or("give an address, or a network like 10.0.0.0/8")
}

fn arena_limits(text: &str) -> Result<ArenaLimits, &'static str> {
    let read = || {
        let [count, players, lasts] = text.split(',').collect::<Vec<_>>().try_into().ok()?;
        let players = players.parse().ok().filter(|players| *players <= MAX_ARENA_PLAYERS)?;
        let limits = ArenaLimits { count: count.parse().ok()?, players, lasts: parse_time(lasts).ok()? };
        let is_usable = limits.players > 0 && !limits.lasts.is_zero();
        (is_usable || limits.count == 0).then_some(limits)
    };
    read().ok_or("give three limits like 20,100,2h, at most 500 players and 24h, or 0,0,0 for no arenas")
}

fn block_list(path: &str) -> Result<BlockList, BlockListError> {
    BlockList::open(Path::new(path))
}

fn move_time(text: &str) -> Result<Option<Duration>, &'static str> {
    parse_time(text).map(|time| (!time.is_zero()).then_some(time))
}

/// The defaults of the flags, without the environment variables.
impl Default for Settings {
    #[expect(clippy::expect_used, reason = "they are constants, and every test reads them")]
    fn default() -> Self {
        let flags = Self::augment_args(Command::new("defaults")).mut_args(|flag| flag.env(Resettable::Reset));
        let parsed = flags.try_get_matches_from([""]).and_then(|matches| Self::from_arg_matches(&matches));
        parsed.expect("the defaults of the flags are valid")
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn connections_take_at_most_four_fifths_of_the_files() {
        let files = increase_nofile_limit(1).unwrap();
        assert_eq!(allowed_connections(1), 1);
        let allowed = u64::from(allowed_connections(u32::MAX));
        let is_unlimited = allowed == u64::from(u32::MAX);
        assert!(is_unlimited || allowed <= increase_nofile_limit(1).unwrap() / 5 * 4, "{allowed} of {files}");
    }
}
