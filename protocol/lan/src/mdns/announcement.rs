//! Announces a server.

use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::time::Duration;

use if_addrs::Interface;
use mdns_sd::{DaemonEvent, IfKind, IfPredicate, Receiver, ServiceInfo};
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::text::Name;
use tokio::time::{sleep, timeout};

use super::{CLUSTER, Daemon, HOSTED_SINCE, MdnsError, NAME, PROTOCOL, SERVICE, URL};
use crate::interfaces::{is_reachable_from_network, is_served};

/// A server's announcement. End it with [`Announcement::withdraw`], because the program may otherwise exit before the
/// goodbye is sent.
pub struct Announcement {
    daemon: Daemon,
    fullname: String,
    events: Receiver<DaemonEvent>,
}

/// An announcement that can be sent at all is sent within this time.
const ANNOUNCE_TIME: Duration = Duration::from_millis(200);

/// mdns-sd repeats the goodbye, in case the first was missed. The second is sent within this time after the first.
const SECOND_GOODBYE: Duration = Duration::from_millis(150);

const GOODBYE_TIME: Duration = Duration::from_secs(1);

/// How a server presents itself on the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announced {
    /// The name that people see in lists of servers.
    pub name: String,
    /// The name of the cluster: the same for all servers that share their matches.
    pub cluster: Option<String>,
    /// When a player began to host this server, in microseconds since 1970; `None` for a server that no player hosts.
    pub hosted_since: Option<u64>,
}

impl Announced {
    fn properties(&self, url: Option<String>) -> Vec<(&'static str, String)> {
        let mut properties = vec![(PROTOCOL, SUBPROTOCOL.to_owned())];
        properties.extend(Name::shortened(&self.name).map(|name| (NAME, name.into())));
        properties.extend(url.map(|url| (URL, url)));
        properties.extend(self.cluster.clone().map(|cluster| (CLUSTER, cluster)));
        properties.extend(self.hosted_since.map(|since| (HOSTED_SINCE, since.to_string())));
        properties
    }
}

impl Announcement {
    /// Announces a server that listens on `bound`, all with one port. `0.0.0.0` stands for every IPv4 address of this
    /// machine, and `::` for every IPv6 address. Addresses that are added or removed later are followed. `url` is that of
    /// an encrypted server, because its certificate is for that host.
    ///
    /// # Errors
    /// [`MdnsError`] when the system provides no thread or no event queue.
    pub fn start(
        bound: Vec<SocketAddr>,
        announced: &Announced,
        url: Option<String>,
    ) -> Result<Self, MdnsError> {
        // A random label, because several servers may run on one machine, and another program may answer for the
        // machine's name.
        let label = format!("tictactoe-{:016x}", RandomState::new().hash_one(()));
        let properties = announced.properties(url);
        let port = bound.first().map_or(0, SocketAddr::port);
        let mut info =
            ServiceInfo::new(SERVICE, &label, &format!("{label}.local."), (), port, &properties[..])?
                .enable_addr_auto();
        let serves = IfPredicate::new(move |interface: &Interface| {
            is_served(&bound, interface.ip()) && is_reachable_from_network(interface.ip())
        });
        info.set_interfaces(vec![IfKind::Predicate(serves)]);
        // The label is random, so probing for a conflict would waste most of a second.
        info.set_requires_probe(false);
        let daemon = Daemon::start()?;
        let fullname = info.get_fullname().to_owned();
        let events = daemon.0.monitor()?;
        daemon.0.register(info)?;
        Ok(Self { daemon, fullname, events })
    }

    /// Waits until the announcement is sent. False after 200 ms: no interface is up, or another program has the port of
    /// multicast DNS exclusively. It is still sent when an interface comes up later.
    pub fn sent(&self) -> impl Future<Output = bool> + Send + use<> {
        let events = self.events.clone();
        async move { timeout(ANNOUNCE_TIME, until_announced(&events)).await.unwrap_or(false) }
    }

    /// Sends the goodbye, so that clients stop offering the server. Returns when it is sent, or after a second.
    ///
    /// # Panics
    /// Outside of a Tokio runtime with time.
    pub async fn withdraw(self) {
        let goodbye = async {
            if let Ok(sent) = self.daemon.0.unregister(&self.fullname) {
                let _ = sent.recv_async().await;
                sleep(SECOND_GOODBYE).await;
            }
            if let Ok(ended) = self.daemon.0.shutdown() {
                let _ = ended.recv_async().await;
            }
        };
        let _ = timeout(GOODBYE_TIME, goodbye).await;
    }
}

async fn until_announced(events: &Receiver<DaemonEvent>) -> bool {
    while let Ok(event) = events.recv_async().await {
        if matches!(event, DaemonEvent::Announce(..)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_machine_of_any_name_can_be_announced() {
        for name in ["", "a.b\\c", "\0", &"😀".repeat(100)] {
            let announced = Announced { name: name.to_owned(), cluster: None, hosted_since: None };
            let bound = vec![([0, 0, 0, 0], 1).into()];
            Announcement::start(bound, &announced, None).unwrap().withdraw().await;
        }
    }
}
