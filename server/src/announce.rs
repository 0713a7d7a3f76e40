//! Tells the local network of the server.

use std::net::SocketAddr;

use tictactoe_lan::mdns::Announcement;
use tokio_util::sync::CancellationToken;

/// What the network has been told.
pub(crate) struct Announcer {
    announcement: Option<Announcement>,
    is_out: bool,
}

impl Announcer {
    /// Tells nobody.
    pub(crate) const fn silent() -> Self {
        Self { announcement: None, is_out: false }
    }

    /// Tells everybody on the network of a server that listens on `bound`, unless nobody else reaches it there. A
    /// server that cannot be announced is one all the same: the log says so.
    pub(crate) async fn begin(bound: SocketAddr) -> Self {
        if bound.ip().to_canonical().is_loopback() {
            return Self::silent();
        }
        match Announcement::begin(&machine(), Some(bound.ip()), bound.port(), env!("CARGO_PKG_VERSION")) {
            Ok(announcement) => {
                let is_out = announcement.is_out().await;
                if !is_out {
                    tracing::warn!(
                        "announced to nobody yet: there is no network, or another program keeps port 5353 to \
                         itself. Players need the address"
                    );
                }
                Self { announcement: Some(announcement), is_out }
            }
            Err(error) => {
                tracing::warn!("not announced: {error}. Players need the address");
                Self::silent()
            }
        }
    }

    /// Whether clients find the server without its address.
    pub(crate) const fn is_out(&self) -> bool {
        self.is_out
    }

    /// Waits until the server is told to stop, and says goodbye at once: from then on it lets nobody new in.
    pub(crate) async fn until(self, stop: CancellationToken) {
        stop.cancelled().await;
        if let Some(announcement) = self.announcement {
            announcement.withdraw().await;
        }
    }
}

/// What the machine calls itself, without the network that it is in.
fn machine() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_that_only_this_machine_reaches_is_announced_to_nobody() {
        for bound in ["127.0.0.1:7878", "[::1]:7878", "[::ffff:127.0.0.1]:7878"] {
            assert!(Announcer::begin(bound.parse().unwrap()).await.announcement.is_none(), "{bound}");
        }
    }
}
