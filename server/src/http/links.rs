//! The links with which people open this server.

use std::net::SocketAddr;

use tictactoe_lan::endpoints::{Endpoint, endpoints};
use tictactoe_lan::interfaces::LanAddress;
use tictactoe_protocol::SOCKET_PATH;

use super::port::Port;
use super::tls::Tls;
use crate::origin::Authority;
use crate::settings::PublicUrl;

/// Where a server is reached. None of its links leads to a host that its certificate does not cover.
#[derive(Debug, Clone)]
pub struct Links {
    pub(super) bound: Vec<SocketAddr>,
    pub(super) tls: Option<Tls>,
    pub(super) public_url: Option<PublicUrl>,
}

/// One way to open a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// `http://host:port` or `https://host`, as a browser writes it.
    pub origin: String,
    /// The network interface over which other machines reach it, empty when it is not known; `None` when only this
    /// machine reaches it.
    pub interface: Option<String>,
}

impl Link {
    /// What a player types after `tictactoe`.
    #[must_use]
    pub fn argument(&self) -> &str {
        self.origin.strip_prefix("http://").unwrap_or(&self.origin)
    }

    /// The URL of the WebSocket.
    #[must_use]
    pub fn socket_url(&self) -> String {
        format!("{}{SOCKET_PATH}", self.origin.replacen("http", "ws", 1))
    }

    /// Whether other machines can open it.
    #[must_use]
    pub const fn is_on_network(&self) -> bool {
        self.interface.is_some()
    }
}

impl Links {
    /// The links of a server that listens on `port`.
    #[must_use]
    pub fn new(port: &Port, public_url: Option<PublicUrl>) -> Self {
        Self { bound: port.bound(), tls: port.tls.clone(), public_url }
    }

    /// The addresses on which the server listens, all with one port.
    #[must_use]
    pub fn bound(&self) -> &[SocketAddr] {
        &self.bound
    }

    /// Whether the server has a certificate.
    #[must_use]
    pub const fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }

    /// `https` if the server itself encrypts.
    pub(super) const fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }

    /// Whether no certificate forbids a link to this host.
    pub(super) fn covers(&self, host: &Authority) -> bool {
        self.tls.as_ref().is_none_or(|tls| tls.covers(host))
    }

    /// All links: this machine's own first, then the URL that the operator gave or the name in the certificate, then
    /// `addresses` in their order.
    #[must_use]
    pub fn list(&self, addresses: &[LanAddress]) -> Vec<Link> {
        let covered = |endpoint: &Endpoint| {
            Authority::parse(&endpoint.authority).is_some_and(|authority| self.covers(&authority))
        };
        let listening = endpoints(&self.bound, addresses).into_iter().filter(covered);
        let mut links: Vec<_> = listening
            .map(|Endpoint { authority, interface }| Link { origin: self.origin(&authority), interface })
            .collect();
        let first_on_network = links.iter().take_while(|link| !link.is_on_network()).count();
        links.splice(first_on_network..first_on_network, self.named());
        links
    }

    fn named(&self) -> Option<Link> {
        if let Some(url) = &self.public_url {
            return Some(Link { origin: url.to_string(), interface: Some(String::new()) });
        }
        let (host, port) = (self.tls.as_ref()?.host()?, self.bound.first()?.port());
        let is_on_network = self.bound.iter().any(|bound| !bound.ip().is_loopback());
        let interface = is_on_network.then(String::new);
        Some(Link { origin: self.origin(&format!("{host}:{port}")), interface })
    }

    fn origin(&self, authority: &str) -> String {
        match self.tls {
            Some(_) => format!("https://{}", authority.strip_suffix(":443").unwrap_or(authority)),
            None => format!("http://{authority}"),
        }
    }
}
