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
    /// Without those of withdrawn servers. Of a server that has answered, only the one that was answered.
    probes: Vec<Started>,
    probe_count: usize,
}

/// A probe to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probe {
    pub(super) id: usize,
    pub(super) name: String,
    /// The likeliest first.
    pub(super) addresses: Vec<Address>,
}

#[derive(Debug)]
struct Started {
    probe: Probe,
    /// `None` for this machine's default port, which is probed without an announcement.
    announcement: Option<AnnouncementId>,
    is_local: bool,
    at: Instant,
    result: Option<Result<(Instant, FoundServer), Failure>>,
}

impl SearchState {
    /// Starts with a probe of this machine's default port.
    pub(super) fn new(aim: Aim, now: Instant, local: Address) -> (Self, Probe) {
        let probe = Probe { id: 0, name: LOCAL_NAME.to_owned(), addresses: vec![local.clone()] };
        let probes =
            vec![Started { probe: probe.clone(), announcement: None, is_local: true, at: now, result: None }];
        (Self { aim, started: now, local, unavailable: None, probes, probe_count: 1 }, probe)
    }

    /// Returns the probe to run, if there is a new address.
    pub(super) fn on_announced(&mut self, now: Instant, candidate: Candidate) -> Option<Probe> {
        let Candidate { id, name, mut addresses, is_local } = candidate;
        let id = Some(id);
        let earlier: Vec<_> = self.probes.iter().filter(|started| started.announcement == id).collect();
        let probed: Vec<_> = earlier.iter().flat_map(|started| &started.probe.addresses).collect();
        addresses.retain(|address| !probed.contains(&address));
        addresses.truncate(MAX_ADDRESSES.saturating_sub(probed.len()));
        let is_answered = earlier.iter().any(|started| started.answer().is_some());
        if is_answered || addresses.is_empty() || self.probe_count >= MAX_PROBES {
            return None;
        }
        let name = if is_local { LOCAL_NAME.to_owned() } else { name };
        let probe = Probe { id: self.probe_count, name, addresses };
        self.probe_count += 1;
        self.probes.push(Started { probe: probe.clone(), announcement: id, is_local, at: now, result: None });
        Some(probe)
    }

    pub(super) fn on_probed(&mut self, now: Instant, id: usize, result: Result<FoundServer, Failure>) {
        let Some(started) = self.probes.iter_mut().find(|started| started.probe.id == id) else {
            return;
        };
        started.result = Some(result.map(|server| (now, server)));
        if started.answer().is_some() {
            let announcement = started.announcement.clone();
            self.probes.retain(|other| other.probe.id == id || other.announcement != announcement);
        }
    }

    /// Removes what was announced, and never this machine's default port: anyone can announce a server there, and
    /// withdraw it.
    pub(super) fn on_withdrawn(&mut self, id: &AnnouncementId) {
        self.probes.retain(|started| started.announcement.as_ref() != Some(id));
    }

    pub(super) fn set_unavailable(&mut self, why: String) {
        self.unavailable = Some(why);
    }

    pub(super) const fn is_unavailable(&self) -> bool {
        self.unavailable.is_some()
    }

    pub(super) fn ends_at(&self) -> Instant {
        let last = self.started + MAX_TIME;
        let first = self.probes.iter().filter_map(|started| Some(started.answer()?.0)).min();
        let enough = match (&self.unavailable, self.aim, first) {
            (Some(_), ..) => self.started,
            (None, Aim::List, _) => last,
            (None, Aim::Play, None) => self.started + PLAY_TIMEOUT,
            (None, Aim::Play, Some(first)) => (first + SETTLE_TIME).min(self.started + PLAY_TIMEOUT),
        };
        let open = self.probes.iter().filter(|started| started.result.is_none());
        let probed = open.map(|started| started.at + PROBE_TIMEOUT).max();
        probed.map_or(enough, |probed| probed.max(enough)).min(last)
    }

    /// The servers that have answered, by name.
    pub(super) fn result(&self) -> Result<Vec<FoundServer>, Failure> {
        let is_local_found = self.local_probe().is_some_and(|local| local.answer().is_some());
        // This machine's server may have answered at an address of the network too: it is listed once, at the address
        // that is the same in each run.
        let is_listed = |started: &&Started| {
            let is_announced = started.announcement.is_some();
            !(started.is_local && is_announced && is_local_found)
        };
        let listed = self.probes.iter().filter(is_listed);
        let mut servers: Vec<_> = listed.filter_map(|started| Some(started.answer()?.1.clone())).collect();
        servers.sort_by_cached_key(|server| (server.name.clone(), server.address.to_string()));
        let mut seen = HashSet::new();
        servers.retain(|server| seen.insert(server.address.to_string()));
        if servers.is_empty() { Err(self.failure()) } else { Ok(servers) }
    }

    fn local_probe(&self) -> Option<&Started> {
        self.probes.iter().find(|started| started.announcement.is_none())
    }

    /// A server that turned the connection away is at least there: its refusal says more than that no server was found.
    fn failure(&self) -> Failure {
        let mut failures = self.probes.iter().filter_map(Started::failure);
        if let Some(failure) = failures.find(|failure| matches!(failure, Failure::TurnedAway { .. })) {
            return failure.clone();
        }
        let here = match self.local_probe().and_then(Started::failure) {
            Some(Failure::NoServer { cause, .. }) => cause.clone(),
            Some(failure) => failure.why(),
            None => "it does not answer".to_owned(),
        };
        let is_announced = self.probes.iter().any(|started| started.announcement.is_some());
        let network = match &self.unavailable {
            _ if is_announced => "what is announced on the network does not answer either".to_owned(),
            Some(why) => format!("the network cannot be searched ({why})"),
            None => "none was found on the network".to_owned(),
        };
        Failure::NoServer { address: self.local.to_string(), cause: format!("{here}, and {network}") }
    }
}

impl Started {
    fn answer(&self) -> Option<&(Instant, FoundServer)> {
        self.result.as_ref()?.as_ref().ok()
    }

    fn failure(&self) -> Option<&Failure> {
        self.result.as_ref()?.as_ref().err()
    }
}
