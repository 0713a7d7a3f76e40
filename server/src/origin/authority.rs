//! `Host` and `Origin` as browsers write them.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use tictactoe_lan::interfaces::is_reachable_from_network;

/// A host with an optional port (RFC 3986, section 3.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    pub(super) host: Host,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    Address(IpAddr),
    /// In lower case, without the root's dot.
    Name(String),
}

/// The origin of a web page: scheme, host and port (RFC 6454).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    scheme: String,
    authority: Authority,
}

/// The longest host name (RFC 1035, section 2.3.4).
const NAME_BYTES: usize = 253;

impl Authority {
    /// Parses `name`, `name:port`, `address`, `address:port`, `[address]` or `[address]:port`.
    pub fn parse(text: &str) -> Option<Self> {
        let (host, port) = if let Some(rest) = text.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            (Host::Address(parse_ipv6(address)?), port)
        } else {
            let (host, port) = text.split_at(text.find(':').unwrap_or(text.len()));
            (host.parse().map(Host::Address).ok().or_else(|| host_name(host).map(Host::Name))?, port)
        };
        let digits = if port.is_empty() { port } else { port.strip_prefix(':')? };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let port = if digits.is_empty() { None } else { Some(digits.parse().ok()?) };
        Some(Self { host, port })
    }

    /// The host as certificates name it, without a port or brackets.
    pub fn host(&self) -> String {
        match &self.host {
            Host::Address(address) => address.to_string(),
            Host::Name(name) => name.clone(),
        }
    }

    /// Other machines may use this authority to reach the same server.
    pub fn is_reachable_from_network(&self) -> bool {
        match &self.host {
            Host::Address(address) => is_reachable_from_network(*address),
            Host::Name(name) => !is_localhost(name),
        }
    }

    /// The port, or the default of this scheme.
    pub fn port_for(&self, scheme: &str) -> Option<u16> {
        self.port.or(default_port(scheme))
    }
}

/// `localhost` and its subdomains always mean the machine of the client (RFC 6761, section 6.3).
pub(super) fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

/// Drops the zone, which names a network interface of the client.
fn parse_ipv6(text: &str) -> Option<IpAddr> {
    let address = text.split_once('%').map_or(text, |(address, _zone)| address);
    address.parse::<Ipv6Addr>().ok().map(|address| IpAddr::V6(address).to_canonical())
}

/// A valid host name in lower case, without the root's dot.
pub(super) fn host_name(text: &str) -> Option<String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    (name.len() <= NAME_BYTES && name.split('.').all(is_label)).then(|| name.to_ascii_lowercase())
}

impl Origin {
    /// Parses `scheme://host` or `scheme://host:port`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (scheme, authority) = text.split_once("://")?;
        let in_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        if scheme.is_empty() || !scheme.bytes().all(in_scheme) {
            return None;
        }
        let (scheme, mut authority) = (scheme.to_ascii_lowercase(), Authority::parse(authority)?);
        authority.port = authority.port.filter(|&port| Some(port) != default_port(&scheme));
        Some(Self { scheme, authority })
    }

    pub(crate) const fn authority(&self) -> &Authority {
        &self.authority
    }

    /// Browsers encrypt their connections to this origin.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.scheme == "https"
    }

    fn is_of_the_web(&self) -> bool {
        default_port(&self.scheme).is_some()
    }

    /// Pages of this origin were loaded from `host`, by http or https.
    pub(super) fn is_same_site(&self, host: &Authority) -> bool {
        self.is_of_the_web()
            && self.authority.host == host.host
            && self.authority.port_for(&self.scheme) == host.port_for(&self.scheme)
    }
}

/// Parses the origin of a website, with or without a slash at the end.
impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let origin = Self::parse(text.strip_suffix('/').unwrap_or(text)).filter(Self::is_of_the_web);
        origin.ok_or("give a URL without a path, like https://games.example.org")
    }
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.authority)
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
