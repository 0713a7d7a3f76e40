//! Where the server is: the many ways in which people write an address.
//!
//! `host`, `host:7878`, `192.168.1.23`, `[::1]:7878`, `fe80::1%eth0`, `ws://…` and what a browser's address
//! bar shows, `http://host:7878/r/kitten` or `http://host:7878/watch/ID`, whose path names a room or a match.

use std::fmt;
use std::net::{Ipv6Addr, SocketAddr};

use thiserror::Error;
use tictactoe_protocol::text::{Room, TextError};
use tictactoe_protocol::values::MatchId;
use tictactoe_protocol::{DEFAULT_PORT, SOCKET_PATH};

use crate::sanitize::sanitize;

/// The server that is called when nobody says otherwise.
pub(crate) const DEFAULT_ADDRESS: &str = "localhost";

/// The port that a URL without one means.
const URL_PORT: u16 = 80;

/// The longest host name that the domain name system knows.
const HOST_CHARS: usize = 253;

/// A server's host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    host: String,
    port: u16,
}

/// What the path of a copied link names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// A room to play in: `/r/ROOM`.
    Room(Room),
    /// A match to look on at: `/watch/MATCH`.
    Match(MatchId),
}

/// An address as it was typed: the server, and what the path named there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Destination {
    /// The server.
    pub(crate) address: Address,
    /// Where a copied link leads on the server.
    pub(crate) place: Option<Place>,
}

/// Why a text is no address.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum AddressError {
    /// There is nothing in it.
    #[error("The address is empty.")]
    Empty,
    /// It asks for an encrypted connection.
    #[error("{0}:// asks for an encrypted connection, and this client speaks plain ws only.")]
    Encrypted(String),
    /// It starts with a scheme that no server of this game speaks.
    #[error("{0}:// is no way to reach a tic-tac-toe server.")]
    UnknownScheme(String),
    /// The host is neither a name nor a number.
    #[error("`{0}` is no host name and no IP address.")]
    BadHost(String),
    /// The port is no number from 1 to 65535.
    #[error("`{0}` is no port: ports are numbers from 1 to 65535.")]
    BadPort(String),
    /// The path is neither empty nor that of a room or a match.
    #[error("The path `{0}` leads nowhere in this game.")]
    BadPath(String),
    /// The path names a room that cannot exist.
    #[error("The address names a room that cannot exist: {0}.")]
    BadRoom(TextError),
}

impl AddressError {
    /// What to do about it.
    pub(crate) const fn remedy(&self) -> &'static str {
        match self {
            Self::Encrypted(_) => "Write ws://HOST:PORT, or only HOST:PORT.",
            Self::BadPath(_) | Self::BadRoom(_) => {
                "Leave the path out, or name a room or a match: HOST:PORT/r/ROOM, HOST:PORT/watch/MATCH."
            }
            _ => "Write HOST, HOST:PORT, [IPV6]:PORT or the URL that a browser shows.",
        }
    }
}

impl Address {
    /// The address of a socket; none for a port that nobody can call.
    pub(crate) fn at(place: SocketAddr) -> Option<Self> {
        (place.port() > 0).then(|| Self { host: place.ip().to_string(), port: place.port() })
    }

    /// The host as a resolver wants it: without brackets.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// The URL of the WebSocket. The network card of a link-local address is this machine's own business.
    pub(crate) fn socket_url(&self) -> String {
        let host = self.host.split('%').next().unwrap_or_default().to_owned();
        format!("ws://{}{SOCKET_PATH}", Self { host, port: self.port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

impl Destination {
    /// Reads an address.
    pub(crate) fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (rest, port) = match text.split_once("://") {
            Some((scheme, rest)) => (rest, scheme_port(scheme)?),
            None => (text, DEFAULT_PORT),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        Ok(Self { address: parse_authority(authority, port)?, place: parse_path(path)? })
    }
}

fn scheme_port(scheme: &str) -> Result<u16, AddressError> {
    match scheme.to_ascii_lowercase().as_str() {
        "ws" | "http" => Ok(URL_PORT),
        "wss" | "https" => Err(AddressError::Encrypted(sanitize(scheme))),
        _ => Err(AddressError::UnknownScheme(sanitize(scheme))),
    }
}

fn parse_authority(authority: &str, default_port: u16) -> Result<Address, AddressError> {
    if authority.is_empty() {
        return Err(AddressError::Empty);
    }
    if is_ipv6(authority) {
        return Ok(Address { host: authority.to_owned(), port: default_port });
    }
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']').ok_or_else(|| AddressError::BadHost(sanitize(authority)))?,
        // More colons than that of a port: it was meant to be IPv6.
        None if authority.matches(':').count() > 1 => return Err(AddressError::BadHost(sanitize(authority))),
        None => authority.find(':').map_or((authority, ""), |at| authority.split_at(at)),
    };
    let known = if authority.starts_with('[') { is_ipv6(host) } else { is_host_name(host) };
    if !known {
        return Err(AddressError::BadHost(sanitize(host)));
    }
    Ok(Address { host: host.to_owned(), port: parse_port(port, default_port)? })
}

/// An IPv6 address; one that is link-local may name its network card: `fe80::1%eth0`.
fn is_ipv6(text: &str) -> bool {
    let (address, card) = text.split_once('%').map_or((text, None), |(address, card)| (address, Some(card)));
    address.parse::<Ipv6Addr>().is_ok() && card.is_none_or(is_host_name)
}

fn is_host_name(host: &str) -> bool {
    (1..=HOST_CHARS).contains(&host.len())
        && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))
}

/// Reads what follows the host: nothing, or a colon and a number.
fn parse_port(text: &str, default: u16) -> Result<u16, AddressError> {
    if text.is_empty() {
        return Ok(default);
    }
    let digits = text.strip_prefix(':').filter(|digits| digits.chars().all(|c| c.is_ascii_digit()));
    match digits.and_then(|digits| digits.parse().ok()) {
        Some(port) if port != 0 => Ok(port),
        _ => Err(AddressError::BadPort(sanitize(text.trim_start_matches(':')))),
    }
}

fn parse_path(path: &str) -> Result<Option<Place>, AddressError> {
    if matches!(path.trim_end_matches('/'), "" | SOCKET_PATH) {
        return Ok(None);
    }
    let bad_path = || AddressError::BadPath(sanitize(path));
    let named = |text: &str| decode_percent(text.trim_end_matches('/')).ok_or_else(bad_path);
    if let Some(id) = path.strip_prefix("/watch/") {
        let id = named(id)?;
        return if id.is_empty() { Err(bad_path()) } else { Ok(Some(Place::Match(MatchId(id)))) };
    }
    let room = named(path.strip_prefix("/r/").ok_or_else(bad_path)?)?;
    Room::new(&room).map(|room| Some(Place::Room(room))).map_err(AddressError::BadRoom)
}

/// Undoes the escapes (`%C3%BC`) that browsers write for letters beyond ASCII.
fn decode_percent(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests;
