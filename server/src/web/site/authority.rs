//! Hosts and sites as browsers write them.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use tictactoe_lan::cards::is_for_others;

/// A host, and the port if it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    pub(super) host: Host,
    pub(super) port: Option<u16>,
}

/// A host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    /// By its address.
    Address(IpAddr),
    /// By a name in small letters, without the dot of the root.
    Name(String),
}

/// A site: a scheme and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Site {
    scheme: String,
    authority: Authority,
}

/// The longest name of a host (RFC 1035, section 2.3.4).
const NAME_BYTES: usize = 253;

impl Authority {
    /// Reads `name`, `name:port`, `address`, `address:port`, `[address]` or `[address]:port`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (host, port) = if let Some(rest) = text.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            (Host::Address(ipv6(address)?), port)
        } else {
            let (host, port) = text.split_at(text.find(':').unwrap_or(text.len()));
            (host.parse().map(Host::Address).ok().or_else(|| name(host).map(Host::Name))?, port)
        };
        let digits = if port.is_empty() { port } else { port.strip_prefix(':')? };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let port = if digits.is_empty() { None } else { Some(digits.parse().ok()?) };
        Some(Self { host, port })
    }

    /// Whether another machine can mean the same host by it.
    #[must_use]
    pub fn is_for_others(&self) -> bool {
        match &self.host {
            Host::Address(address) => is_for_others(*address),
            Host::Name(name) => !is_localhost(name),
        }
    }

    /// The port that it means in an address of this scheme, if that is known.
    #[must_use]
    pub fn port_for(&self, scheme: &str) -> Option<u16> {
        self.port.or(default_port(scheme))
    }
}

/// Whether a name means the machine of whoever says it (RFC 6761, section 6.3).
pub(super) fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

/// An address without its brackets; which of this machine's networks it is on says nothing here.
fn ipv6(text: &str) -> Option<IpAddr> {
    let address = text.split_once('%').map_or(text, |(address, _)| address);
    address.parse::<Ipv6Addr>().ok().map(|address| IpAddr::V6(address).to_canonical())
}

/// A name in small letters without the dot of the root, if it could be one.
pub(super) fn name(text: &str) -> Option<String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let letters = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    (name.len() <= NAME_BYTES && name.split('.').all(letters)).then(|| name.to_ascii_lowercase())
}

impl Site {
    /// Reads `scheme://host` or `scheme://host:port`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (scheme, authority) = text.split_once("://")?;
        let of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        if scheme.is_empty() || !scheme.bytes().all(of_scheme) {
            return None;
        }
        let (scheme, mut authority) = (scheme.to_ascii_lowercase(), Authority::parse(authority)?);
        authority.port = authority.port.or(default_port(&scheme));
        Some(Self { scheme, authority })
    }

    /// Whether this is the web site at a host, by the port that its scheme means when none is said.
    pub(super) fn is_at(&self, host: &Authority) -> bool {
        default_port(&self.scheme).is_some()
            && self.authority.host == host.host
            && self.authority.port == host.port_for(&self.scheme)
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, authority: Authority { host, port } } = self;
        let port = port.filter(|&port| Some(port) != default_port(scheme));
        write!(f, "{scheme}://{}", Authority { host: host.clone(), port })
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            Host::Address(IpAddr::V6(address)) => write!(f, "[{address}]")?,
            Host::Address(address) => write!(f, "{address}")?,
            Host::Name(name) => f.write_str(name)?,
        }
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}
