//! What a client makes of what it hears: text and numbers of strangers, bounded.

use std::collections::HashMap;
use std::net::IpAddr;

use mdns_sd::ResolvedService;
use tictactoe_protocol::SUBPROTOCOL;
use tictactoe_protocol::text::{NAME_CHARS, clean};

use super::{AnnouncementId, Found, NAME, News, PROTOCOL};
use crate::cards::{Reach, is_private};

/// The most servers that are known at a time: nobody chooses among more. Whoever announces as many that are not there
/// still hides those that are heard later. A bound on each address would be no help: what an announcement says may be
/// another server's address, and who has sent it is not told.
const SERVERS: usize = 256;

/// The most addresses of a server that are worth a call.
const ADDRESSES: usize = 8;

/// What a machine is called that does not say its name.
const NAMELESS: &str = "somebody";

/// The servers that are announced, by the name of the announcement.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    known: HashMap<String, Found>,
}

impl Neighbours {
    /// A server was announced. That is news when it is new or has other addresses than before: its name and port
    /// stay, since a server that starts again makes another announcement.
    pub(super) fn heard(&mut self, service: &ResolvedService) -> Option<News> {
        let ips = addresses(service);
        if service.port == 0 || ips.is_empty() || !speaks_ours(service) {
            return None;
        }
        if let Some(found) = self.known.get_mut(&service.fullname) {
            if found.ips == ips {
                return None;
            }
            found.ips = ips;
            return Some(News::Found(found.clone()));
        }
        if self.known.len() >= SERVERS {
            return None;
        }
        let id = AnnouncementId::new(&service.fullname);
        let found = Found { id, name: name(service), ips, port: service.port };
        self.known.insert(service.fullname.clone(), found.clone());
        Some(News::Found(found))
    }

    /// A server is announced no more.
    pub(super) fn gone(&mut self, fullname: &str) -> Option<News> {
        self.known.remove(fullname).map(|found| News::Gone(found.id))
    }
}

/// Whether a server does not speak another protocol than ours. What it does not say, it tells when it is called.
fn speaks_ours(service: &ResolvedService) -> bool {
    service.txt_properties.get_property_val_str(PROTOCOL).is_none_or(|protocol| protocol == SUBPROTOCOL)
}

/// The name that a server's machine says it has.
fn name(service: &ResolvedService) -> String {
    let said = service.txt_properties.get_property_val_str(NAME).unwrap_or_default();
    let name: String = clean(said).chars().take(NAME_CHARS).collect();
    let name = name.trim_end();
    if name.is_empty() { NAMELESS.to_owned() } else { name.to_owned() }
}

/// Where a server may be called, the likeliest first. An IPv6 address that is valid on one card only is of no use
/// without the card, and nobody's announcement leads a client to its own machine's inside.
fn addresses(service: &ResolvedService) -> Vec<IpAddr> {
    let ips = service.addresses.iter().map(mdns_sd::ScopedIp::to_ip_addr);
    let mut ips: Vec<_> = ips.filter_map(|ip| Some((Reach::of(ip)?, !is_private(ip), ip))).collect();
    ips.sort_unstable();
    ips.dedup();
    ips.into_iter().map(|(.., ip)| ip).take(ADDRESSES).collect()
}

#[cfg(test)]
mod tests;
