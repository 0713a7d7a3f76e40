//! What to probe, what has answered, and when the search ends. Pure: the time is an argument.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use tictactoe_lan::mdns::AnnouncementId;

use super::{FoundServer, SearchKind};
use crate::address::Address;
use crate::failure::Failure;

/// How long [`SearchKind::Play`] waits for a first answer.
const PLAY_TIMEOUT: Duration = Duration::from_millis(1500);

/// How long others may take after the first answer, so that there is a choice. A server multicasts the same answer at
/// most once a second (RFC 6762, section 6): within a second of its start, or of another query, it answers only the
/// second query, a second after the first. Such a server is missed if another server has answered at once.
const SETTLE_TIME: Duration = Duration::from_millis(400);

/// How long [`SearchKind::List`] searches.
const LIST_TIME: Duration = Duration::from_secs(2);

/// Limit on probes, whatever is announced. A flood of false announcements hides servers that are announced
/// later: these can still be reached by their address.
const MAX_PROBES: usize = 512;

/// The name of this machine's own server, whatever name is announced at its address.
pub(crate) const LOCAL_NAME: &str = "this machine";

#[derive(Debug)]
pub(super) struct SearchState {
    kind: SearchKind,
    started: Instant,
    pub(super) unavailable: Option<String>,
    /// The likeliest address of each announcement first.
    probes: Vec<StartedProbe>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probe {
    /// `None` for this machine's default port.
    pub(super) announcement: Option<AnnouncementId>,
    /// `None` for this machine's own server.
    pub(super) name: Option<String>,
    pub(super) address: Address,
}

#[derive(Debug)]
struct StartedProbe {
    probe: Probe,
    /// An answer and its time, or why there is none.
    outcome: Option<Result<(Instant, FoundServer), Failure>>,
}

impl SearchState {
    pub(super) fn new(kind: SearchKind, now: Instant, local: Address) -> (Self, Vec<Probe>) {
        let mut state = Self { kind, started: now, unavailable: None, probes: Vec::new() };
        // An older host is another server than this machine's.
        let is_local_wanted = !matches!(kind, SearchKind::OlderHost { .. });
        let probes = state.on_announced(None, None, Vec::from_iter(is_local_wanted.then_some(local)));
        (state, probes)
    }

    /// Returns probes for the new addresses, the likeliest first.
    pub(super) fn on_announced(
        &mut self,
        announcement: Option<&AnnouncementId>,
        name: Option<&str>,
        addresses: Vec<Address>,
    ) -> Vec<Probe> {
        let probe =
            |address| Probe { announcement: announcement.cloned(), name: name.map(str::to_owned), address };
        let mut new: Vec<_> = addresses.into_iter().map(probe).collect();
        new.retain(|new| !self.probes.iter().any(|started| started.probe == *new));
        new.truncate(MAX_PROBES - self.probes.len());
        let started = new.iter().cloned().map(|probe| StartedProbe { probe, outcome: None });
        self.probes.extend(started);
        new
    }

    pub(super) fn on_probed(&mut self, now: Instant, probe: &Probe, result: Result<FoundServer, Failure>) {
        if let Some(started) = self.probes.iter_mut().find(|started| started.probe == *probe) {
            started.outcome = Some(result.map(|server| (now, server)));
        }
    }

    pub(super) fn ends_at(&self) -> Option<Instant> {
        let first = self.answers().map(|(_, at, _)| at).min();
        let is_done = self.unavailable.is_some() && self.probes.iter().all(|probe| probe.outcome.is_some());
        Some(match (self.kind, first) {
            (SearchKind::Wait | SearchKind::OlderHost { .. }, first) => return first,
            _ if is_done => self.started,
            (SearchKind::List, _) => self.started + LIST_TIME,
            (SearchKind::Play, None) => self.started + PLAY_TIMEOUT,
            (SearchKind::Play, Some(first)) => (first + SETTLE_TIME).min(self.started + PLAY_TIMEOUT),
        })
    }

    /// The servers that have answered, by name. Of several addresses the likeliest counts, and this machine's server is
    /// listed at its default port rather than at an address of the network: so they are the same in each run.
    pub(super) fn result(&self) -> Result<Vec<FoundServer>, Failure> {
        let is_local_found = self.answers().any(|(probe, ..)| probe.announcement.is_none());
        let mut listed = HashSet::new();
        let mut servers: Vec<_> = self
            .answers()
            .filter(|(probe, ..)| !(is_local_found && probe.name.is_none() && probe.announcement.is_some()))
            .filter(|(probe, ..)| listed.insert(&probe.announcement))
            .map(|(_, _, server)| server.clone())
            .collect();
        servers.sort_by_cached_key(|server| (server.name.clone(), server.address.to_string()));
        let mut seen = HashSet::new();
        servers.retain(|server| seen.insert(server.address.to_string()));
        if servers.is_empty() { Err(self.failure()) } else { Ok(servers) }
    }

    /// A refusal by a server, its version, or its certificate, is more useful than "no server found", so it is preferred.
    fn failure(&self) -> Failure {
        let is_announced = self.probes.iter().any(|started| started.probe.announcement.is_some());
        let mut failures = self.probes.iter().filter_map(|started| started.outcome.as_ref()?.as_ref().err());
        let is_of_server = |failure: &&Failure| {
            matches!(
                failure,
                Failure::TurnedAway { .. } | Failure::OtherVersion { .. } | Failure::Distrusted { .. }
            )
        };
        let cause = match (failures.find(is_of_server), &self.unavailable) {
            (Some(failure), _) => return failure.clone(),
            _ if is_announced => {
                "on this machine, and those announced on the network do not answer".to_owned()
            }
            (None, None) => "on this machine or on the network".to_owned(),
            (None, Some(why)) => format!("on this machine, and the network cannot be searched ({why})"),
        };
        Failure::NoServer { address: None, cause }
    }

    fn answers(&self) -> impl Iterator<Item = (&Probe, Instant, &FoundServer)> {
        self.probes.iter().filter_map(|StartedProbe { probe, outcome, .. }| {
            let (at, server) = outcome.as_ref()?.as_ref().ok()?;
            Some((probe, *at, server))
        })
    }
}
