//! Whom to call, who is there, and when it is enough. Pure: the time comes from outside.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use tictactoe_lan::mdns::AnnouncementId;

use super::call::Answer;
use super::sighting::Sighting;
use super::{Aim, FoundServer, NAME_COLUMNS, VERSION_COLUMNS, cut};
use crate::address::Address;
use crate::exit::Failure;

/// How long somebody who wants to play looks around when nobody answers.
const PLAY_TIME: Duration = Duration::from_millis(1500);

/// After the first answer: how long others may take, so that there is a choice. A server says the same to the whole
/// network at most once a second (RFC 6762, section 6): within a second of its start, or of somebody else's question,
/// it answers only when it is asked for the second time, a second after the first. With another server that has
/// answered at once it is not waited for.
const SETTLE_TIME: Duration = Duration::from_millis(400);

/// How long a server that has been called is waited for, when all else is done.
const ANSWER_TIME: Duration = Duration::from_millis(500);

/// The end of every search.
const LONGEST: Duration = Duration::from_secs(2);

/// Whatever is announced, no more calls are made. Whoever announces as many servers that are not there hides those that
/// are heard later: they are still found by their address.
const MOST_CALLS: usize = 256;

/// A server has so many addresses at most that are called.
const MOST_PLACES: usize = 8;

/// What this machine's own server is called, whatever is announced at this machine's address.
const HERE: &str = "this machine";

/// A search as it stands.
#[derive(Debug)]
pub(super) struct Lookout {
    aim: Aim,
    began: Instant,
    /// This machine's usual port.
    here: Address,
    /// Why nothing will be heard from the network any more.
    deaf: Option<String>,
    candidates: Vec<Candidate>,
    calls: usize,
}

/// A call to make.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// Which call it is: what comes of it is told with this number.
    pub(super) id: CallId,
    /// Where the server may be, the likeliest first.
    pub(super) places: Vec<Address>,
}

/// The number of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CallId(usize);

/// A server that may be there.
#[derive(Debug)]
struct Candidate {
    who: Who,
    /// It is whoever listens on the usual port of this machine.
    is_here: bool,
    /// Where it was called.
    called: Vec<Address>,
    called_at: Instant,
    /// Calls that have come to nothing yet.
    open: Vec<CallId>,
    answer: Option<(Instant, Answer)>,
    failure: Option<Failure>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Who {
    /// Nobody has announced it: it is called all the same.
    Unannounced,
    /// Announced, with this name.
    Announced(AnnouncementId, String),
}

impl Lookout {
    /// Begins a search, with a call to this machine's usual port.
    pub(super) fn new(aim: Aim, now: Instant, here: Address) -> (Self, Option<Call>) {
        let places = vec![here.clone()];
        let mut lookout = Self { aim, began: now, here, deaf: None, candidates: Vec::new(), calls: 0 };
        let call = lookout.call(now, Who::Unannounced, true, places);
        (lookout, call)
    }

    /// A server was announced. Gives the call to make, if there is anything new in it.
    pub(super) fn sighted(&mut self, now: Instant, sighting: Sighting) -> Option<Call> {
        let Sighting { id, name, places, is_here } = sighting;
        self.call(now, Who::Announced(id, name), is_here, places)
    }

    fn call(&mut self, now: Instant, who: Who, is_here: bool, mut places: Vec<Address>) -> Option<Call> {
        if self.calls >= MOST_CALLS {
            return None;
        }
        let known = self.candidates.iter().position(|candidate| candidate.who == who);
        let at = known.unwrap_or_else(|| {
            self.candidates.push(Candidate::new(who, is_here, now));
            self.candidates.len() - 1
        });
        let candidate = self.candidates.get_mut(at)?;
        places.retain(|place| !candidate.called.contains(place));
        places.truncate(MOST_PLACES.saturating_sub(candidate.called.len()));
        if candidate.answer.is_some() || places.is_empty() {
            return None;
        }
        self.calls += 1;
        let id = CallId(self.calls);
        candidate.call(now, id, &places);
        Some(Call { id, places })
    }

    /// What came of a call. Of one to a server that has said goodbye meanwhile, nothing comes.
    pub(super) fn called(&mut self, now: Instant, id: CallId, result: Result<Answer, Failure>) {
        let Some(candidate) = self.candidates.iter_mut().find(|candidate| candidate.open.contains(&id))
        else {
            return;
        };
        candidate.open.retain(|open| *open != id);
        match result {
            Ok(answer) => {
                candidate.answer.get_or_insert((now, answer));
            }
            Err(failure) => candidate.failure = Some(failure),
        }
    }

    /// A server has said goodbye. Whoever answers on this machine's own port stays: anybody can announce a server
    /// there, and say goodbye for it.
    pub(super) fn gone(&mut self, gone: &AnnouncementId) {
        self.candidates.retain(|candidate| !matches!(&candidate.who, Who::Announced(id, _) if id == gone));
    }

    /// Nothing will be heard from the network any more.
    pub(super) fn deafen(&mut self, why: String) {
        self.deaf = Some(why);
    }

    /// Whether anything may still be heard from the network.
    pub(super) const fn is_deaf(&self) -> bool {
        self.deaf.is_some()
    }

    /// When the search is over, as things stand.
    pub(super) fn ends_at(&self) -> Instant {
        let last = self.began + LONGEST;
        let first = self.candidates.iter().filter_map(|candidate| Some(candidate.answer.as_ref()?.0)).min();
        let enough = match (&self.deaf, self.aim, first) {
            (Some(_), ..) => self.began,
            (None, Aim::List, _) => last,
            (None, Aim::Play, None) => self.began + PLAY_TIME,
            (None, Aim::Play, Some(first)) => (first + SETTLE_TIME).min(self.began + PLAY_TIME),
        };
        let waited_for = self.candidates.iter().filter(|candidate| candidate.is_awaited());
        let awaited = waited_for.map(|candidate| candidate.called_at + ANSWER_TIME).max();
        awaited.map_or(enough, |awaited| awaited.max(enough)).min(last)
    }

    /// The servers that are there, by name.
    pub(super) fn end(&self) -> Result<Vec<FoundServer>, Failure> {
        let mut servers: Vec<_> =
            self.candidates.iter().filter_map(|candidate| self.server(candidate)).collect();
        servers.sort_by_cached_key(|server| (server.name.clone(), server.address.to_string()));
        let mut seen: Vec<Address> = Vec::new();
        servers.retain(|server| {
            let is_new = !seen.contains(&server.address);
            seen.push(server.address.clone());
            is_new
        });
        if servers.is_empty() { Err(self.nobody()) } else { Ok(servers) }
    }

    /// A candidate that has answered. This machine's own server may have answered at an address of the network
    /// too: it is named once, at the address that is the same in each run.
    fn server(&self, candidate: &Candidate) -> Option<FoundServer> {
        let (_, Answer { address, version, latency }) = candidate.answer.as_ref()?;
        let name = match &candidate.who {
            Who::Announced(..) if candidate.is_here && self.has_answered_here() => return None,
            Who::Announced(_, name) if !candidate.is_here => name,
            _ => HERE,
        };
        let name = Some(cut(name, NAME_COLUMNS)).filter(|name| !name.is_empty());
        Some(FoundServer {
            name: name.unwrap_or_else(|| address.host().to_owned()),
            address: address.clone(),
            version: cut(version, VERSION_COLUMNS),
            latency: *latency,
        })
    }

    fn unannounced(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|candidate| candidate.who == Who::Unannounced)
    }

    fn has_answered_here(&self) -> bool {
        self.unannounced().is_some_and(|here| here.answer.is_some())
    }

    /// Why there is no server. One that turns people away is at least there.
    fn nobody(&self) -> Failure {
        let mut failures = self.candidates.iter().filter_map(|candidate| candidate.failure.as_ref());
        if let Some(failure) = failures.find(|failure| matches!(failure, Failure::TurnedAway { .. })) {
            return failure.clone();
        }
        let here = match self.unannounced().and_then(|here| here.failure.as_ref()) {
            Some(Failure::NoServer { cause, .. }) => cause.clone(),
            Some(failure) => failure.why(),
            None => "it does not answer".to_owned(),
        };
        let is_announced = self.candidates.iter().any(|candidate| candidate.who != Who::Unannounced);
        let network = match &self.deaf {
            _ if is_announced => "what is announced on the network does not answer either".to_owned(),
            Some(why) => format!("the network cannot be searched ({why})"),
            None => "none was found on the network".to_owned(),
        };
        Failure::NoServer { address: self.here.to_string(), cause: format!("{here}, and {network}") }
    }
}

impl Candidate {
    const fn new(who: Who, is_here: bool, now: Instant) -> Self {
        Self {
            who,
            is_here,
            called: Vec::new(),
            called_at: now,
            open: Vec::new(),
            answer: None,
            failure: None,
        }
    }

    fn call(&mut self, now: Instant, id: CallId, places: &[Address]) {
        self.called.extend_from_slice(places);
        self.called_at = now;
        self.open.push(id);
    }

    /// Whether the outcome may depend on it.
    const fn is_awaited(&self) -> bool {
        self.answer.is_none() && !self.open.is_empty()
    }
}
