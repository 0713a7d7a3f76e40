//! The links that people open.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tictactoe_lan::interfaces::{is_reachable_from_network, is_served};
use tictactoe_protocol::SOCKET_PATH;
use tokio::net::TcpListener;

use crate::settings::Origin;

/// The addresses of a server.
#[derive(Debug)]
pub struct Links {
    /// The addresses on which it listens, all with one port.
    pub bound: Vec<SocketAddr>,
    /// `https` if the server itself encrypts, otherwise `http`.
    pub scheme: &'static str,
    pub public_url: Option<Origin>,
}

/// One way to open a server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Link {
    /// `http://host:port` or `https://host`, as a browser writes it.
    pub origin: String,
    /// Other machines can open it.
    pub is_on_network: bool,
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
}

impl Links {
    pub fn new(listeners: &[TcpListener], is_encrypted: bool, public_url: Option<Origin>) -> Self {
        let bound = listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect();
        let scheme = if is_encrypted { "https" } else { "http" };
        Self { bound, scheme, public_url }
    }

    /// The link of this machine first, then the one for others: the URL that the operator gave, or the first of
    /// `addresses` on which the server listens.
    pub fn list(&self, addresses: &[IpAddr]) -> Vec<Link> {
        let link = |is_on_network| move |origin| Link { origin, is_on_network };
        let own = self.own().map(link(false));
        own.into_iter().chain(self.on_network(addresses).map(link(true))).collect()
    }

    fn own(&self) -> Option<String> {
        let is_own = |bound: &&SocketAddr| bound.ip().is_unspecified() || bound.ip().is_loopback();
        let bound = self.bound.iter().find(is_own)?;
        let is_localhost = bound.ip().is_unspecified()
            || [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()].contains(&bound.ip());
        Some(if is_localhost {
            format!("{}://localhost:{}", self.scheme, bound.port())
        } else {
            format!("{}://{bound}", self.scheme)
        })
    }

    fn on_network(&self, addresses: &[IpAddr]) -> Option<String> {
        if let Some(url) = &self.public_url {
            return Some(url.to_string());
        }
        let port = self.bound.first()?.port();
        let served = addresses.iter().copied().find(|ip| is_served(&self.bound, *ip));
        // An address of a virtual network may be left out of `addresses`.
        let named = || self.bound.iter().map(SocketAddr::ip).find(|ip| is_reachable_from_network(*ip));
        let ip = served.or_else(named)?;
        Some(format!("{}://{}", self.scheme, SocketAddr::new(ip, port)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(bound: &str, public_url: Option<&str>) -> Vec<String> {
        let bound = bound.split(' ').map(|bound| bound.parse().unwrap()).collect();
        let public_url = public_url.map(|url| url.parse().unwrap());
        let links = Links { bound, scheme: "http", public_url };
        let links = links.list(&["192.168.1.23", "fd00::23"].map(|ip| ip.parse().unwrap()));
        links.iter().map(|link| link.argument().to_owned()).collect()
    }

    #[test]
    fn a_server_is_reached_where_it_listens() {
        for (bound, expected) in [
            ("0.0.0.0:81", &["localhost:81", "192.168.1.23:81"][..]),
            ("[::]:81", &["localhost:81", "[fd00::23]:81"]),
            ("0.0.0.0:81 [::]:81", &["localhost:81", "192.168.1.23:81"]),
            ("127.0.0.1:81", &["localhost:81"]),
            ("[::1]:81", &["localhost:81"]),
            ("127.0.0.1:81 [::1]:81", &["localhost:81"]),
            ("127.0.0.5:81", &["127.0.0.5:81"]),
            ("192.168.1.23:81", &["192.168.1.23:81"]),
            ("[fd00::23]:81 192.168.1.23:81", &["192.168.1.23:81"]),
            ("10.0.0.1:81", &["10.0.0.1:81"]),
        ] {
            assert_eq!(listed(bound, None), expected, "{bound}");
        }
    }

    #[test]
    fn the_public_url_takes_the_place_of_the_address() {
        let url = Some("https://games.example.org");
        assert_eq!(listed("0.0.0.0:81", url), ["localhost:81", "https://games.example.org"]);
        assert_eq!(listed("192.168.1.23:81", url), ["https://games.example.org"]);
    }
}
