//! What to probe, what has answered, and when the search ends. Pure: the time is an argument.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use tictactoe_lan::mdns::AnnouncementId;

use super::{Aim, FoundServer};
use crate::address::Address;
use crate::exit::Failure;

/// How long [`Aim::Play`] waits for a first answer.
const PLAY_TIMEOUT: Duration = Duration::from_millis(1500);

/// How long others may take after the first answer, so that there is a choice. A server multicasts the same answer at
/// most once a second (RFC 6762, section 6): within a second of its start, or of another query, it answers only the
/// second query, a second after the first. Such a server is missed if another server has answered at once.
const SETTLE_TIME: Duration = Duration::from_millis(400);

/// How long the search waits for open probes when everything else is done.
const PROBE_TIMEOUT: Duration = Duration::from_millis(500);

const MAX_TIME: Duration = Duration::from_secs(2);

/// Limit on probes, whatever is announced. A flood of false announcements hides servers that are announced
/// later: these can still be reached by their address.
const MAX_PROBES: usize = 512;

/// The name of this machine's own server, whatever name is announced at its address.
const LOCAL_NAME: &str = "this machine";

#[derive(Debug)]
pub(super) struct SearchState {
    aim: Aim,
    started: Instant,
    local: Address,
    /// Why the network cannot be searched.
    pub(super) unavailable: Option<String>,
    /// Keyed by announcement; withdrawn ones are removed.
    candidates: BTreeMap<Option<AnnouncementId>, Candidate>,
    probe_count: usize,
}

#[derive(Debug)]
struct Candidate {
    /// `None` for this machine's own.
    name: Option<String>,
    probed_at: Instant,
    /// The likeliest address first.
    probes: Vec<(Address, Option<Outcome>)>,
}

/// An answer and its time, or why there is none.
type Outcome = Result<(Instant, FoundServer), Failure>;

/// A probe to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probe {
    /// `None` for this machine's default port.
    announcement: Option<AnnouncementId>,
    pub(super) name: String,
    pub(super) address: Address,
}

impl SearchState {
    /// Starts with a probe of this machine's default port.
    pub(super) fn new(aim: Aim, now: Instant, local: Address) -> (Self, Vec<Probe>) {
        let candidates = BTreeMap::new();
        let mut state =
            Self { aim, started: now, local: local.clone(), unavailable: None, candidates, probe_count: 0 };
        let probes = state.on_announced(now, None, None, vec![local]);
        (state, probes)
    }

    /// Returns probes for the new addresses, the likeliest first. `name` is `None` for this machine's server,
    /// `announcement` is `None` for its default port.
    pub(super) fn on_announced(
        &mut self,
        now: Instant,
        announcement: Option<AnnouncementId>,
        name: Option<String>,
        mut addresses: Vec<Address>,
    ) -> Vec<Probe> {
        let new = Candidate { name, probed_at: now, probes: Vec::new() };
        let candidate = self.candidates.entry(announcement.clone()).or_insert(new);
        addresses.retain(|address| !candidate.probes.iter().any(|(probed, _)| probed == address));
        addresses.truncate(MAX_PROBES - self.probe_count);
        if candidate.answer().is_some() || addresses.is_empty() {
            return Vec::new();
        }
        self.probe_count += addresses.len();
        candidate.probed_at = now;
        candidate.probes.extend(addresses.iter().map(|address| (address.clone(), None)));
        let name = candidate.name.as_deref().unwrap_or(LOCAL_NAME);
        let probe =
            move |address| Probe { announcement: announcement.clone(), name: name.to_owned(), address };
        addresses.into_iter().map(probe).collect()
    }

    pub(super) fn on_probed(&mut self, now: Instant, probe: &Probe, result: Result<FoundServer, Failure>) {
        let Some(candidate) = self.candidates.get_mut(&probe.announcement) else {
            return;
        };
        if let Some((_, outcome)) = candidate.probes.iter_mut().find(|(address, _)| *address == probe.address)
        {
            *outcome = Some(result.map(|server| (now, server)));
        }
    }

    /// Removes what was announced, and never this machine's default port: anyone can announce a server there, and
    /// withdraw it.
    pub(super) fn on_withdrawn(&mut self, id: AnnouncementId) {
        self.candidates.remove(&Some(id));
    }

    pub(super) fn ends_at(&self) -> Instant {
        let last = self.started + MAX_TIME;
        let first = self.outcomes().filter_map(|outcome| Some(outcome.as_ref().ok()?.0)).min();
        let enough = match (&self.unavailable, self.aim, first) {
            (Some(_), ..) => self.started,
            (None, Aim::List, _) => last,
            (None, Aim::Play, None) => self.started + PLAY_TIMEOUT,
            (None, Aim::Play, Some(first)) => (first + SETTLE_TIME).min(self.started + PLAY_TIMEOUT),
        };
        let open = self.candidates.values().filter(|candidate| candidate.is_open());
        let probed = open.map(|candidate| candidate.probed_at + PROBE_TIMEOUT).max();
        probed.map_or(enough, |probed| probed.max(enough)).min(last)
    }

    /// The servers that have answered, by name.
    pub(super) fn result(&self) -> Result<Vec<FoundServer>, Failure> {
        let is_local_found = self.candidates.get(&None).and_then(Candidate::answer).is_some();
        // This machine's server may have answered at an address of the network too: it is listed once, at the address
        // that is the same in each run.
        let listed = self.candidates.iter().filter(|(announcement, candidate)| {
            !(is_local_found && candidate.name.is_none() && announcement.is_some())
        });
        let mut servers: Vec<_> = listed.filter_map(|(_, candidate)| candidate.answer().cloned()).collect();
        servers.sort_by_cached_key(|server| (server.name.clone(), server.address.to_string()));
        let mut seen = HashSet::new();
        servers.retain(|server| seen.insert(server.address.to_string()));
        if servers.is_empty() { Err(self.failure()) } else { Ok(servers) }
    }

    /// A refusal by a server is more useful than "no server found", so it is preferred.
    fn failure(&self) -> Failure {
        let mut failures = self.outcomes().filter_map(|outcome| outcome.as_ref().err());
        if let Some(failure) = failures.find(|failure| matches!(failure, Failure::TurnedAway { .. })) {
            return failure.clone();
        }
        let local = self.candidates.get(&None).and_then(|local| local.outcomes().next());
        let here = match local {
            Some(Err(Failure::NoServer { cause, .. })) => cause.clone(),
            Some(Err(failure)) => failure.why(),
            _ => "it does not answer".to_owned(),
        };
        let network = match &self.unavailable {
            _ if self.candidates.len() > 1 => {
                "what is announced on the network does not answer either".to_owned()
            }
            Some(why) => format!("the network cannot be searched ({why})"),
            None => "none was found on the network".to_owned(),
        };
        Failure::NoServer { address: self.local.to_string(), cause: format!("{here}, and {network}") }
    }

    fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.candidates.values().flat_map(Candidate::outcomes)
    }
}

impl Candidate {
    fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.probes.iter().filter_map(|(_, outcome)| outcome.as_ref())
    }

    /// The answer at the likeliest address, so that it is the same in each run.
    fn answer(&self) -> Option<&FoundServer> {
        self.outcomes().find_map(|outcome| Some(&outcome.as_ref().ok()?.1))
    }

    fn is_open(&self) -> bool {
        self.answer().is_none() && self.probes.iter().any(|(_, outcome)| outcome.is_none())
    }
}
