//! Server addresses, in the forms in which people write them.
//!
//! `host`, `host:7878`, `192.168.1.23`, `[::1]:7878`, `fe80::1%eth0`, `ws://…`, `wss://…` and what a browser's address
//! bar shows, `https://host/r/kitten` or `http://host:7878/watch/ID`, whose path names a room, an arena or a match.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use percent_encoding::percent_decode_str;
use thiserror::Error;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::values::MatchId;
use tictactoe_protocol::{DEFAULT_PORT, SOCKET_PATH};

use crate::sanitize::sanitize;

pub(crate) const DEFAULT_ADDRESS: &str = "localhost";

const HTTP_PORT: u16 = 80;
const HTTPS_PORT: u16 = 443;

/// The length limit of the domain name system (RFC 1035, 2.3.4, as text).
const MAX_HOST_CHARS: usize = 253;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// As a resolver wants it: without brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) is_encrypted: bool,
    /// Where it was announced; if nowhere, the host is looked up.
    pub(crate) announced: Vec<SocketAddr>,
}

/// What the path of a copied link names: a room to join (`/r/ROOM`), an arena (`/arena/WORD`), or a match to watch
/// (`/watch/MATCH`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    Room(Room),
    Arena(Room),
    Match(MatchId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Destination {
    pub(crate) address: Address,
    pub(crate) target: Option<LinkTarget>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum AddressError {
    #[error("`{0}` is neither a host name nor an IP address.")]
    BadHost(String),
    #[error("`{0}` is a link-local address, and the interface is missing.")]
    NoInterface(String),
    #[error("`{0}` is not a port. Ports are numbers from 1 to 65535.")]
    BadPort(String),
    #[error("`{0}` is not a room, an arena or a match.")]
    BadPath(String),
}

impl AddressError {
    pub(crate) const fn remedy(&self) -> &'static str {
        match self {
            Self::BadPath(_) => "Leave out the path, or end with /r/ROOM, /arena/WORD or /watch/MATCH.",
            Self::NoInterface(_) => "Write the interface behind the address, as in [fe80::1%eth0]:7878.",
            _ => "Write HOST, HOST:PORT, [IPV6]:PORT or the URL that a browser shows.",
        }
    }
}

impl Address {
    /// Under which this server is remembered: `localhost`, `127.0.0.1` and `::1` are equal. A secret of an encrypted
    /// connection is not sent over another.
    pub(crate) fn key(&self) -> String {
        let is_here =
            ["localhost", "127.0.0.1", "::1"].iter().any(|host| host.eq_ignore_ascii_case(&self.host));
        if is_here && !self.is_encrypted { format!("localhost:{}", self.port) } else { self.to_string() }
    }

    /// The host without the interface of a link-local address, which means something on this machine only.
    pub(crate) fn name(&self) -> &str {
        self.host.split('%').next().unwrap_or_default()
    }

    pub(crate) fn socket_url(&self) -> String {
        let named = Self { host: self.name().to_owned(), ..self.clone() };
        format!("{}{SOCKET_PATH}", named.origin().replacen("http", "ws", 1))
    }

    /// What a browser opens, without a path.
    pub(crate) fn origin(&self) -> String {
        if self.is_encrypted { self.to_string() } else { format!("http://{self}") }
    }

    /// Whether it is this machine, to itself only (RFC 6761, 6.3).
    pub(crate) fn is_this_machine(&self) -> bool {
        let name = self.host.trim_end_matches('.').to_ascii_lowercase();
        let is_own = |ip: IpAddr| ip.to_canonical().is_loopback() || ip.is_unspecified();
        name == "localhost" || name.ends_with(".localhost") || self.host.parse().is_ok_and(is_own)
    }
}

impl From<SocketAddr> for Address {
    fn from(socket: SocketAddr) -> Self {
        let (host, port) = (socket.ip().to_string(), socket.port());
        Self { host, port, is_encrypted: false, announced: Vec::new() }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, is_encrypted, .. } = self;
        let scheme = if *is_encrypted { "https://" } else { "" };
        let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        let port = if *is_encrypted && *port == HTTPS_PORT { String::new() } else { format!(":{port}") };
        write!(f, "{scheme}{host}{port}")
    }
}

impl Destination {
    pub(crate) fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (rest, port, is_encrypted) = match text.split_once("://") {
            None => (text, DEFAULT_PORT, false),
            Some((scheme, rest)) => match scheme.to_ascii_lowercase().as_str() {
                "ws" | "http" => (rest, HTTP_PORT, false),
                "wss" | "https" => (rest, HTTPS_PORT, true),
                _ => return Err(AddressError::BadHost(sanitize(text))),
            },
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let (mut host, port) = parse_authority(authority, port)?;
        // In a URL the `%` of an interface is escaped (RFC 6874).
        if text.contains("://") && !host.ends_with("%25") {
            host = host.replacen("%25", "%", 1);
        }
        let address = Address { host, port, is_encrypted, announced: Vec::new() };
        Ok(Self { address, target: parse_path(path)? })
    }
}

fn parse_authority(authority: &str, default_port: u16) -> Result<(String, u16), AddressError> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']').unwrap_or((authority, "")),
        // More than one colon: IPv6 without a port.
        None if authority.matches(':').count() > 1 => (authority, ""),
        None => authority.find(':').map_or((authority, ""), |at| authority.split_at(at)),
    };
    let is_ipv6 = authority.starts_with('[') || host.contains(':');
    let is_valid = if is_ipv6 { is_ipv6_address(host) } else { is_host_name(host) };
    if !is_valid {
        return Err(AddressError::BadHost(sanitize(host)));
    }
    if host.parse().is_ok_and(|address: Ipv6Addr| address.is_unicast_link_local()) {
        return Err(AddressError::NoInterface(host.to_owned()));
    }
    Ok((host.to_owned(), parse_port(port, default_port)?))
}

/// A link-local address may name its interface: `fe80::1%eth0`.
fn is_ipv6_address(text: &str) -> bool {
    let (address, interface) = text.split_once('%').unwrap_or((text, "any"));
    address.parse::<Ipv6Addr>().is_ok() && is_host_name(interface)
}

fn is_host_name(host: &str) -> bool {
    (1..=MAX_HOST_CHARS).contains(&host.len())
        && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))
}

fn parse_port(text: &str, default: u16) -> Result<u16, AddressError> {
    if text.is_empty() {
        return Ok(default);
    }
    let digits = text.strip_prefix(':').filter(|digits| digits.chars().all(|c| c.is_ascii_digit()));
    let port = digits.and_then(|digits| digits.parse().ok()).filter(|port| *port != 0);
    port.ok_or_else(|| AddressError::BadPort(sanitize(text.trim_start_matches(':'))))
}

fn parse_path(path: &str) -> Result<Option<LinkTarget>, AddressError> {
    if matches!(path.trim_end_matches('/'), "" | SOCKET_PATH) {
        return Ok(None);
    }
    let bad_path = || AddressError::BadPath(sanitize(path));
    // A malformed escape stays in the text, and no room or match has a `%` in its name.
    let decode = |text: &str| match percent_decode_str(text.trim_end_matches('/')).decode_utf8() {
        Ok(text) if !text.contains('%') => Ok(text.into_owned()),
        _ => Err(bad_path()),
    };
    if let Some(id) = path.strip_prefix("/watch/") {
        let id = decode(id)?;
        return if id.is_empty() { Err(bad_path()) } else { Ok(Some(LinkTarget::Match(MatchId(id)))) };
    }
    let (word, target): (_, fn(Room) -> LinkTarget) = match path.strip_prefix("/arena/") {
        Some(word) => (word, LinkTarget::Arena),
        None => (path.strip_prefix("/r/").ok_or_else(bad_path)?, LinkTarget::Room),
    };
    Room::new(&decode(word)?).map(|word| Some(target(word))).map_err(|_| bad_path())
}

#[cfg(test)]
mod tests;
