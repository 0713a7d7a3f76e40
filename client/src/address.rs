//! Where the server is: the many ways in which people write an address.
//!
//! `host`, `host:7878`, `192.168.1.23`, `[::1]:7878`, `fe80::1%eth0`, `ws://…` and what a browser's address
//! bar shows, `http://host:7878/r/kitten`, whose path names a room.

use std::fmt;
use std::net::{Ipv6Addr, SocketAddr};

use thiserror::Error;
use tictactoe_protocol::text::{Room, TextError};
use tictactoe_protocol::{DEFAULT_PORT, SOCKET_PATH};

use crate::tidy::tidy;

/// The server that is called when nobody says otherwise.
pub const DEFAULT_ADDRESS: &str = "localhost";

/// The port that a URL without one means.
const URL_PORT: u16 = 80;

/// The longest host name that the domain name system knows.
const HOST_CHARS: usize = 253;

/// A server's host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

/// An address as it was typed: the server, and the room if the path named one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The server.
    pub address: Address,
    /// The room of a copied invitation.
    pub room: Option<Room>,
}

/// Why a text is no address.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AddressError {
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
    /// The path is neither empty nor a room's.
    #[error("The path `{0}` leads nowhere in this game.")]
    BadPath(String),
    /// The path names a room that cannot exist.
    #[error("The address names a room that cannot exist: {0}.")]
    BadRoom(TextError),
}

impl AddressError {
    /// What to do about it.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Encrypted(_) => "Write ws://HOST:PORT, or only HOST:PORT.",
            Self::BadPath(_) | Self::BadRoom(_) => "Leave the path out, or name a room: HOST:PORT/r/ROOM.",
            _ => "Write HOST, HOST:PORT, [IPV6]:PORT or the URL that a browser shows.",
        }
    }
}

impl Address {
    /// The address of a socket; none for a port that nobody can call.
    #[must_use]
    pub fn at(place: SocketAddr) -> Option<Self> {
        (place.port() > 0).then(|| Self { host: place.ip().to_string(), port: place.port() })
    }

    /// The host as a resolver wants it: without brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The URL of the WebSocket. The network card of a link-local address is this machine's own business.
    #[must_use]
    pub fn socket_url(&self) -> String {
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
    ///
    /// # Errors
    /// [`AddressError`]: what is wrong with it, and what to do.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (rest, port) = match text.split_once("://") {
            Some((scheme, rest)) => (rest, scheme_port(scheme)?),
            None => (text, DEFAULT_PORT),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        Ok(Self { address: parse_authority(authority, port)?, room: parse_path(path)? })
    }
}

fn scheme_port(scheme: &str) -> Result<u16, AddressError> {
    match scheme.to_ascii_lowercase().as_str() {
        "ws" | "http" => Ok(URL_PORT),
        "wss" | "https" => Err(AddressError::Encrypted(tidy(scheme))),
        _ => Err(AddressError::UnknownScheme(tidy(scheme))),
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
        Some(rest) => rest.split_once(']').ok_or_else(|| AddressError::BadHost(tidy(authority)))?,
        // More colons than that of a port: it was meant to be IPv6.
        None if authority.matches(':').count() > 1 => return Err(AddressError::BadHost(tidy(authority))),
        None => authority.find(':').map_or((authority, ""), |at| authority.split_at(at)),
    };
    let known = if authority.starts_with('[') { is_ipv6(host) } else { is_host_name(host) };
    if !known {
        return Err(AddressError::BadHost(tidy(host)));
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
        _ => Err(AddressError::BadPort(tidy(text.trim_start_matches(':')))),
    }
}

fn parse_path(path: &str) -> Result<Option<Room>, AddressError> {
    if matches!(path.trim_end_matches('/'), "" | SOCKET_PATH) {
        return Ok(None);
    }
    let bad_path = || AddressError::BadPath(tidy(path));
    let word = path.strip_prefix("/r/").ok_or_else(bad_path)?;
    let word = decode_percent(word.trim_end_matches('/')).ok_or_else(bad_path)?;
    Room::new(&word).map(Some).map_err(AddressError::BadRoom)
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reads_as(text: &str, address: &str, room: Option<&str>) {
        let destination = Destination::parse(text).unwrap();
        assert_eq!(destination.address.to_string(), address, "{text}");
        assert_eq!(destination.room.as_ref().map(Room::as_str), room, "{text}");
    }

    fn error(text: &str) -> AddressError {
        Destination::parse(text).unwrap_err()
    }

    #[test]
    fn a_bare_host_means_the_games_own_port() {
        reads_as("192.168.1.23", "192.168.1.23:7878", None);
        reads_as(" mybox.local ", "mybox.local:7878", None);
        reads_as("mybox:9000", "mybox:9000", None);
        reads_as(DEFAULT_ADDRESS, "localhost:7878", None);
    }

    #[test]
    fn ipv6_is_read_with_and_without_brackets() {
        reads_as("::1", "[::1]:7878", None);
        reads_as("[::1]", "[::1]:7878", None);
        reads_as("ws://[fe80::1]:9000/ws", "[fe80::1]:9000", None);
        assert_eq!(Destination::parse("[::1]:7878").unwrap().address.host(), "::1");
    }

    #[test]
    fn a_link_local_address_keeps_its_network_card_to_itself() {
        reads_as("fe80::1%eth0", "[fe80::1%eth0]:7878", None);
        reads_as("http://[fe80::1%eth0]:9000/r/kitten", "[fe80::1%eth0]:9000", Some("kitten"));
        let address = Destination::parse("fe80::1%eth0").unwrap().address;
        assert_eq!((address.host(), &*address.socket_url()), ("fe80::1%eth0", "ws://[fe80::1]:7878/ws"));
        assert_eq!(error("fe80::1%"), AddressError::BadHost("fe80::1%".into()));
        assert_eq!(error("[fe80::1%e h]"), AddressError::BadHost("fe80::1%e h".into()));
    }

    #[test]
    fn what_is_wrong_with_an_address_cannot_command_the_terminal() {
        for text in ["\u{1b}[2J", "a:\u{1b}", "a/\u{1b}", "\u{1b}://a", "[\u{1b}", "[\u{1b}]"] {
            assert!(!error(text).to_string().contains(char::is_control), "{text:?}");
        }
    }

    #[test]
    fn a_url_without_a_port_means_the_schemes_own() {
        reads_as("ws://mybox", "mybox:80", None);
        reads_as("HTTP://mybox/", "mybox:80", None);
        reads_as("http://mybox:7878/?a=b#c", "mybox:7878", None);
        reads_as("ws://mybox:7878/ws/", "mybox:7878", None);
    }

    #[test]
    fn a_copied_invitation_names_its_room() {
        reads_as("http://mybox:7878/r/Kitten", "mybox:7878", Some("kitten"));
        reads_as("mybox/r/k%C3%BCken/", "mybox:7878", Some("k\u{fc}ken"));
    }

    #[test]
    fn what_is_no_address_is_named() {
        assert_eq!(error(""), AddressError::Empty);
        assert_eq!(error("ws:///ws"), AddressError::Empty);
        assert_eq!(error("wss://mybox"), AddressError::Encrypted("wss".into()));
        assert_eq!(error("https://mybox"), AddressError::Encrypted("https".into()));
        assert_eq!(error("ftp://mybox"), AddressError::UnknownScheme("ftp".into()));
        assert_eq!(error("my box"), AddressError::BadHost("my box".into()));
        assert_eq!(error("ann@mybox"), AddressError::BadHost("ann@mybox".into()));
        assert_eq!(error("[::1"), AddressError::BadHost("[::1".into()));
        assert_eq!(error("mybox:0"), AddressError::BadPort("0".into()));
        assert_eq!(error("mybox:+80"), AddressError::BadPort("+80".into()));
        assert_eq!(error("[::1]7878"), AddressError::BadPort("7878".into()));
        assert_eq!(error("mybox/scores"), AddressError::BadPath("/scores".into()));
        assert_eq!(error("mybox/r/a%2"), AddressError::BadPath("/r/a%2".into()));
        assert_eq!(error("mybox/r/"), AddressError::BadRoom(TextError::Empty));
    }

    proptest! {
        #[test]
        fn no_text_panics_the_reader(text in any::<String>()) {
            let _ = Destination::parse(&text);
        }

        #[test]
        fn an_address_reads_back_as_itself(host in "[a-z][a-z0-9.-]{0,20}", port in 1..=u16::MAX) {
            let text = format!("{host}:{port}");
            prop_assert_eq!(Destination::parse(&text).unwrap().address.to_string(), text);
        }
    }
}
