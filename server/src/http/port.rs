//! The one port of a server, on one address or several.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use super::tls::Tls;

/// Listening sockets, all with one port, and the certificate if connections are encrypted.
#[derive(Debug)]
pub struct Port {
    pub(super) listeners: Vec<TcpListener>,
    pub(super) tls: Option<Tls>,
}

impl Port {
    /// A port that encrypts if it has a certificate.
    #[must_use]
    pub const fn new(listeners: Vec<TcpListener>, tls: Option<Tls>) -> Self {
        Self { listeners, tls }
    }

    pub(super) fn bound(&self) -> Vec<SocketAddr> {
        self.listeners.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }
}

impl From<TcpListener> for Port {
    fn from(listener: TcpListener) -> Self {
        Self::new(vec![listener], None)
    }
}
