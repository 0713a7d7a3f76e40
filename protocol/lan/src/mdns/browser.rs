//! Finds servers. Everything in an announcement is untrusted, so it is validated, cleaned and bounded here.

use std::collections::HashMap;
use std::net::IpAddr;

use mdns_sd::{Receiver, ResolvedService, ServiceEvent};
use tictactoe_protocol::text::{Name, clean};

use super::{AnnouncedServer, BrowserEvent, CLUSTER, Daemon, HOSTED_SINCE, MdnsError, NAME, SERVICE, URL};
use crate::interfaces::{family_order, is_private, is_reachable_from_network};

/// Part of mdns-sd's `SearchStarted` message when there is no interface to listen on.
const NO_INTERFACE: &str = " on 0 interfaces ";

/// The most servers that are known at a time. A flood of false announcements can still hide servers that are
/// announced later; a limit for each sender would not help, because an announcement may name any address and mdns-sd
/// does not say who sent it.
const MAX_SERVERS: usize = 256;

/// The most addresses that are kept of one server.
const MAX_ADDRESSES: usize = 8;

/// Shown for a machine that announces no name.
const UNNAMED: &str = "unnamed";

/// Looks for servers until it is dropped.
pub struct Browser {
    events: Receiver<ServiceEvent>,
    known: KnownServers,
    _daemon: Daemon,
}

impl Browser {
    /// Starts looking.
    ///
    /// # Errors
    /// [`MdnsError`] when the system provides no thread or no event queue.
    pub fn start() -> Result<Self, MdnsError> {
        let daemon = Daemon::start()?;
        let events = daemon.0.browse(SERVICE)?;
        Ok(Self { events, known: KnownServers::default(), _daemon: daemon })
    }

    /// The next event; `None` when there will be no more. Cancel safe.
    pub async fn next(&mut self) -> Option<BrowserEvent> {
        loop {
            let event = match self.events.recv_async().await.ok()? {
                ServiceEvent::ServiceResolved(service) => self.known.on_resolved(&service),
                ServiceEvent::ServiceRemoved(_, fullname) => {
                    self.known.0.remove(&fullname);
                    None
                }
                ServiceEvent::SearchStarted(interfaces) if interfaces.contains(NO_INTERFACE) => {
                    Some(BrowserEvent::Unavailable)
                }
                ServiceEvent::SearchStopped(_) => return None,
                _ => None,
            };
            if event.is_some() {
                return event;
            }
        }
    }
}

/// The announced servers, by the full name of the announcement.
#[derive(Debug, Default)]
struct KnownServers(HashMap<String, AnnouncedServer>);

impl KnownServers {
    /// Returns an event when the server is new or its addresses changed. Name and port of an announcement are fixed,
    /// because a restarted server makes a new one.
    fn on_resolved(&mut self, service: &ResolvedService) -> Option<BrowserEvent> {
        let ips = addresses(service);
        if service.port == 0 || ips.is_empty() {
            return None;
        }
        if let Some(server) = self.0.get_mut(&service.fullname) {
            if server.ips == ips {
                return None;
            }
            server.ips = ips;
            return Some(BrowserEvent::Found(server.clone()));
        }
        if self.0.len() >= MAX_SERVERS {
            return None;
        }
        let cluster = service.txt_properties.get_property_val_str(CLUSTER);
        // No announcement has this as its full name, so no cluster hides a server.
        let id = cluster.map_or_else(|| service.fullname.clone(), |cluster| format!("cluster {cluster}"));
        let hosted_since = service.txt_properties.get_property_val_str(HOSTED_SINCE);
        let server = AnnouncedServer {
            id,
            name: name(service),
            ips,
            port: service.port,
            url: url(service),
            hosted_since: hosted_since.and_then(|since| since.parse().ok()),
        };
        self.0.insert(service.fullname.clone(), server.clone());
        Some(BrowserEvent::Found(server))
    }
}

fn name(service: &ResolvedService) -> String {
    let announced = service.txt_properties.get_property_val_str(NAME).unwrap_or_default();
    Name::shortened(announced).map_or_else(|_| UNNAMED.to_owned(), String::from)
}

/// The name in a certificate. A link without encryption is ignored, because it could lead to any service of this
/// machine.
fn url(service: &ResolvedService) -> Option<String> {
    let url = service.txt_properties.get_property_val_str(URL)?;
    url.starts_with("https://").then(|| clean(url))
}

/// The addresses to connect to, the likeliest first. Loopback addresses are left out, so that no announcement makes a
/// client connect to its own machine. So are IPv6 link-local ones, which are of no use without the interface.
fn addresses(service: &ResolvedService) -> Vec<IpAddr> {
    let ips = service.addresses.iter().map(mdns_sd::ScopedIp::to_ip_addr);
    let mut ips: Vec<_> = ips.filter(|ip| is_reachable_from_network(*ip)).collect();
    ips.sort_unstable_by_key(|&ip| (family_order(ip), !is_private(ip), ip));
    ips.dedup();
    ips.truncate(MAX_ADDRESSES);
    ips
}

#[cfg(test)]
mod tests;
