//! The one port of a server, and the links that people open.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tictactoe_lan::interfaces::{LanAddress, is_served, lan_addresses};
use tictactoe_protocol::SOCKET_PATH;
use tokio::net::TcpListener;

use crate::origin::Authority;
use crate::settings::Origin;
use crate::tls::Tls;

/// Listening sockets, all with one port, and the certificate if connections are encrypted.
#[derive(Debug)]
pub struct Port {
    pub(crate) listeners: Vec<TcpListener>,
    pub(crate) tls: Option<Tls>,
}

impl Port {
    /// A port that encrypts if it has a certificate.
    #[must_use]
    pub const fn new(listeners: Vec<TcpListener>, tls: Option<Tls>) -> Self {
        Self { listeners, tls }
    }
}

impl From<TcpListener> for Port {
    fn from(listener: TcpListener) -> Self {
        Self::new(vec![listener], None)
    }
}

/// The addresses of a server. No link leads to a host that its certificate does not cover.
#[derive(Debug, Clone)]
pub struct Links {
    pub(crate) bound: Vec<SocketAddr>,
    pub(crate) tls: Option<Tls>,
    pub(crate) public_url: Option<Origin>,
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
    /// The argument of `tictactoe` for this server.
    #[must_use]
    pub fn argument(&self) -> &str {
        self.origin.strip_prefix("http://").unwrap_or(&self.origin)
    }

    /// The URL of the WebSocket.
    #[must_use]
    pub fn socket_url(&self) -> String {
        format!("{}{SOCKET_PATH}", self.origin.replacen("http", "ws", 1))
    }

    /// Other machines can open it.
    #[must_use]
    pub const fn is_on_network(&self) -> bool {
        self.interface.is_some()
    }
}

impl Links {
    /// The links of a server that listens on `port`.
    #[must_use]
    pub fn new(port: &Port, public_url: Option<Origin>) -> Self {
        let bound = port.listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect();
        Self { bound, tls: port.tls.clone(), public_url }
    }

    /// The addresses on which the server listens, all with one port.
    #[must_use]
    pub fn bound(&self) -> &[SocketAddr] {
        &self.bound
    }

    /// The server has a certificate.
    #[must_use]
    pub const fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }

    /// `https` if the server itself encrypts.
    pub(crate) const fn scheme(&self) -> &'static str {
        if self.tls.is_some() { "https" } else { "http" }
    }

    /// The certificate, if there is one, covers this host.
    pub(crate) fn covers(&self, host: &Authority) -> bool {
        self.tls.as_ref().is_none_or(|tls| tls.covers(host))
    }

    /// Why people may not be able to open the server.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        match &self.public_url {
            Some(url) if !self.covers(url.authority()) => Some(format!(
                "the certificate is not for {url}: unless a proxy has another one, browsers refuse it"
            )),
            None if self.list(&lan_addresses()).is_empty() => Some(
                "the certificate covers no address of this machine: give players one with --public-url"
                    .to_owned(),
            ),
            _ => None,
        }
    }

    /// All links: this machine's own first, then the URL that the operator gave or the name in the certificate, then
    /// `addresses` in their order.
    #[must_use]
    pub fn list(&self, addresses: &[LanAddress]) -> Vec<Link> {
        let (own, others): (Vec<&SocketAddr>, Vec<_>) =
            self.bound.iter().partition(|bound| bound.ip().is_unspecified() || bound.ip().is_loopback());
        let own = own.into_iter().filter_map(|bound| {
            let (ip, port) = (bound.ip(), bound.port());
            let loopback: IpAddr = match ip {
                IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
                ip => ip,
            };
            let is_localhost = loopback == Ipv4Addr::LOCALHOST || loopback == Ipv6Addr::LOCALHOST;
            let names = [
                is_localhost.then(|| format!("localhost:{port}")),
                Some(SocketAddr::new(loopback, port).to_string()),
            ];
            names.into_iter().flatten().find_map(|authority| self.covered(&authority, None))
        });
        let unknown = others.iter().filter(|bound| addresses.iter().all(|address| address.ip != bound.ip()));
        let unknown = unknown.map(|bound| LanAddress { ip: bound.ip(), interface: String::new() });
        let served = addresses.iter().filter(|address| is_served(&self.bound, address.ip)).cloned();
        let port = self.bound.first().map_or(0, SocketAddr::port);
        let on_network = served.chain(unknown).filter_map(|LanAddress { ip, interface }| {
            self.covered(&SocketAddr::new(ip, port).to_string(), Some(interface))
        });
        let mut links: Vec<_> = own.chain(self.named()).chain(on_network).collect();
        links.dedup();
        links
    }

    /// A link, unless the certificate is for other hosts.
    fn covered(&self, authority: &str, interface: Option<String>) -> Option<Link> {
        Authority::parse(authority).filter(|authority| self.covers(authority))?;
        Some(Link { origin: self.origin(authority), interface })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(bound: &str, public_url: Option<&str>) -> Vec<String> {
        let wlan0 = |ip: &str| LanAddress { ip: ip.parse().unwrap(), interface: "wlan0".into() };
        let bound = bound.split(' ').map(|bound| bound.parse().unwrap()).collect();
        let public_url = public_url.map(|url| url.parse().unwrap());
        let links = Links { bound, tls: None, public_url }.list(&[wlan0("192.168.1.23"), wlan0("fd00::23")]);
        let shown = links.iter().map(|link| match &link.interface {
            None => link.argument().to_owned(),
            Some(interface) => format!("{} {interface}", link.argument()),
        });
        shown.collect()
    }

    #[test]
    fn a_server_is_reached_where_it_listens() {
        for (bound, expected) in [
            ("0.0.0.0:81", &["localhost:81", "192.168.1.23:81 wlan0"][..]),
            ("[::]:81", &["localhost:81", "[fd00::23]:81 wlan0"]),
            ("0.0.0.0:81 [::]:81", &["localhost:81", "192.168.1.23:81 wlan0", "[fd00::23]:81 wlan0"]),
            ("127.0.0.1:81", &["localhost:81"]),
            ("[::1]:81", &["localhost:81"]),
            ("127.0.0.1:81 [::1]:81", &["localhost:81"]),
            ("127.0.0.5:81", &["127.0.0.5:81"]),
            ("192.168.1.23:81", &["192.168.1.23:81 wlan0"]),
            ("[fd00::23]:81 192.168.1.23:81", &["192.168.1.23:81 wlan0", "[fd00::23]:81 wlan0"]),
            ("10.0.0.1:81", &["10.0.0.1:81 "]),
        ] {
            assert_eq!(listed(bound, None), expected, "{bound}");
        }
    }

    #[test]
    fn the_public_url_comes_before_the_addresses() {
        let expected = ["localhost:81", "https://games.example.org ", "192.168.1.23:81 wlan0"];
        assert_eq!(listed("0.0.0.0:81", Some("https://games.example.org")), expected);
    }
}
