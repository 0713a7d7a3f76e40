//! What to probe, what has answered, and when the search ends. Pure: the time is an argument.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use tictactoe_lan::mdns::AnnouncementId;

use super::candidate::Candidate;
use super::{Aim, FoundServer};
use crate::address::Address;
use crate::exit::Failure;

/// How long [`Aim::Play`] waits for a first answer.
const PLAY_TIMEOUT: Duration = Duration::from_millis(1500);

/// How long others may take after the first answer, so that there is a choice. A server multicasts the same answer at
/// most once a second (RFC 6762, section 6): within a second of its start, or of another query, it answers only the
/// second query, a second after the first. If another server has answered at once, that one is not waited for.
const SETTLE_TIME: Duration = Duration::from_millis(400);

/// How long a probe is waited for when everything else is done.
const PROBE_TIMEOUT: Duration = Duration::from_millis(500);

const MAX_TIME: Duration = Duration::from_secs(2);

/// Whatever is announced, there are no more probes. A flood of false announcements hides servers that are announced
/// later: these can still be reached by their address.
const MAX_PROBES: usize = 256;

const MAX_ADDRESSES: usize = 8;

/// Whatever is announced at this machine's address, its own server has this name.
const LOCAL_NAME: &str = "this machine";

#[derive(Debug)]
pub(super) struct SearchState {
    aim: Aim,
    started: Instant,
    /// This machine's default port.
    local: Address,
    /// Why the network cannot be searched.
    unavailable: Option<String>,
    servers: Vec<Server>,
    probes: usize,
}

/// A probe to run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Probe {
    pub(super) id: usize,
    pub(super) name: String,
    /// The likeliest first.
    pub(super) addresses: Vec<Address>,
}

/// A server that may be there.
#[derive(Debug)]
struct Server {
    /// `None` for this machine's default port, which is probed without an announcement.
    announcement: Option<AnnouncementId>,
    is_local: bool,
    probed: Vec<Address>,
    probed_at: Instant,
    open_probes: Vec<usize>,
    answer: Option<(Instant, FoundServer)>,
    failure: Option<Failure>,
}

impl SearchState {
    /// Starts with a probe of this machine's default port.
    pub(super) fn new(aim: Aim, now: Instant, local: Address) -> (Self, Option<Probe>) {
        let addresses = vec![local.clone()];
        let mut state = Self { aim, started: now, local, unavailable: None, servers: Vec::new(), probes: 0 };
        let probe = state.probe(now, None, LOCAL_NAME.to_owned(), addresses, true);
        (state, probe)
    }

    /// Returns the probe to run, if there is a new address.
    pub(super) fn on_announced(&mut self, now: Instant, candidate: Candidate) -> Option<Probe> {
        let Candidate { id, name, addresses, is_local } = candidate;
        let name = if is_local { LOCAL_NAME.to_owned() } else { name };
        self.probe(now, Some(id), name, addresses, is_local)
    }

    fn probe(
        &mut self,
        now: Instant,
        announcement: Option<AnnouncementId>,
        name: String,
        mut addresses: Vec<Address>,
        is_local: bool,
    ) -> Option<Probe> {
        if self.probes >= MAX_PROBES {
            return None;
        }
        let known = self.servers.iter().position(|server| server.announcement == announcement);
        let index = known.unwrap_or(self.servers.len());
        if known.is_none() {
            self.servers.push(Server {
                announcement,
                is_local,
                probed: Vec::new(),
                probed_at: now,
                open_probes: Vec::new(),
                answer: None,
                failure: None,
            });
        }
        let server = self.servers.get_mut(index)?;
        addresses.retain(|address| !server.probed.contains(address));
        addresses.truncate(MAX_ADDRESSES.saturating_sub(server.probed.len()));
        if server.answer.is_some() || addresses.is_empty() {
            return None;
        }
        self.probes += 1;
        server.probed.extend_from_slice(&addresses);
        server.probed_at = now;
        server.open_probes.push(self.probes);
        Some(Probe { id: self.probes, name, addresses })
    }

    /// Ignores a server that has sent its goodbye meanwhile.
    pub(super) fn on_probed(&mut self, now: Instant, id: usize, result: Result<FoundServer, Failure>) {
        let Some(server) = self.servers.iter_mut().find(|server| server.open_probes.contains(&id)) else {
            return;
        };
        server.open_probes.retain(|open| *open != id);
        match result {
            Ok(answer) => {
                server.answer.get_or_insert((now, answer));
            }
            Err(failure) => server.failure = Some(failure),
        }
    }

    /// Removes what was announced, and never this machine's default port: anyone can announce a server there, and
    /// withdraw it.
    pub(super) fn on_withdrawn(&mut self, id: &AnnouncementId) {
        self.servers.retain(|server| server.announcement.as_ref() != Some(id));
    }

    pub(super) fn set_unavailable(&mut self, why: String) {
        self.unavailable = Some(why);
    }

    pub(super) const fn is_unavailable(&self) -> bool {
        self.unavailable.is_some()
    }

    pub(super) fn ends_at(&self) -> Instant {
        let last = self.started + MAX_TIME;
        let first = self.servers.iter().filter_map(|server| Some(server.answer.as_ref()?.0)).min();
        let enough = match (&self.unavailable, self.aim, first) {
            (Some(_), ..) => self.started,
            (None, Aim::List, _) => last,
            (None, Aim::Play, None) => self.started + PLAY_TIMEOUT,
            (None, Aim::Play, Some(first)) => (first + SETTLE_TIME).min(self.started + PLAY_TIMEOUT),
        };
        let awaited =
            self.servers.iter().filter(|server| server.answer.is_none() && !server.open_probes.is_empty());
        let probed = awaited.map(|server| server.probed_at + PROBE_TIMEOUT).max();
        probed.map_or(enough, |probed| probed.max(enough)).min(last)
    }

    /// The servers that have answered, by name.
    pub(super) fn result(&self) -> Result<Vec<FoundServer>, Failure> {
        let is_local_found = self.local_server().is_some_and(|local| local.answer.is_some());
        // This machine's server may have answered at an address of the network too: it is listed once, at the address
        // that is the same in each run.
        let listed = self.servers.iter().filter(|server| {
            let is_announced = server.announcement.is_some();
            !(server.is_local && is_announced && is_local_found)
        });
        let mut servers: Vec<_> = listed.filter_map(|server| Some(server.answer.clone()?.1)).collect();
        servers.sort_by_cached_key(|server| (server.name.clone(), server.address.to_string()));
        let mut seen = HashSet::new();
        servers.retain(|server| seen.insert(server.address.to_string()));
        if servers.is_empty() { Err(self.failure()) } else { Ok(servers) }
    }

    fn local_server(&self) -> Option<&Server> {
        self.servers.iter().find(|server| server.announcement.is_none())
    }

    /// A server that turned the connection away is at least there: its refusal says more than that no server was found.
    fn failure(&self) -> Failure {
        let mut failures = self.servers.iter().filter_map(|server| server.failure.as_ref());
        if let Some(failure) = failures.find(|failure| matches!(failure, Failure::TurnedAway { .. })) {
            return failure.clone();
        }
        let here = match self.local_server().and_then(|local| local.failure.as_ref()) {
            Some(Failure::NoServer { cause, .. }) => cause.clone(),
            Some(failure) => failure.why(),
            None => "it does not answer".to_owned(),
        };
        let is_announced = self.servers.iter().any(|server| server.announcement.is_some());
        let network = match &self.unavailable {
            _ if is_announced => "what is announced on the network does not answer either".to_owned(),
            Some(why) => format!("the network cannot be searched ({why})"),
            None => "none was found on the network".to_owned(),
        };
        Failure::NoServer { address: self.local.to_string(), cause: format!("{here}, and {network}") }
    }
}
