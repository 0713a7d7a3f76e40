//! Servers on the network, for a player who names none.
//!
//! An announcement is only a hint: a server that was killed has sent no goodbye. So each announced server is probed, and
//! only one that answers counts. So is this machine's default port, because a server for this machine only is announced
//! nowhere.
//!
//! * `search_state`: what to probe, what has answered, and when the search ends. Pure.
//! * `candidate`: the addresses of an announcement that are worth a probe.
//! * `probe`: whether a server answers.
//! * `listing`: the servers as a list.
//! * [`menu`]: the choice between several, in words.

mod candidate;
mod listing;
pub(crate) mod menu;
mod probe;
mod search_state;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::{self, BoxStream, FuturesUnordered};
use tictactoe_lan::mdns::{Browser, BrowserEvent};
use tokio::time::sleep_until;
use tracing::{info, warn};

use crate::address::{Address, DEFAULT_ADDRESS, Destination};
use crate::exit::Failure;
use candidate::Candidate;
use probe::probe;
use search_state::{Probe, SearchState};

pub(crate) use listing::{list, several_servers};

const UNAVAILABLE: &str = "no network card is up, or another program keeps port 5353 to itself";

/// A server that has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundServer {
    /// The name of its machine.
    pub(crate) name: String,
    pub(crate) address: Address,
    pub(crate) version: String,
    pub(crate) latency: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The search ends soon after the first answer.
    Play,
    /// The search takes its full time, to find all servers.
    List,
}

/// Returns the servers that have answered within two seconds, by name: at least one. It is no failure that the network
/// cannot be searched, as long as a server answers.
pub(crate) async fn search(aim: Aim) -> Result<Vec<FoundServer>, Failure> {
    let local = Destination::parse(DEFAULT_ADDRESS)?.address;
    let events = |browser| {
        stream::unfold(browser, async |mut browser: Browser| Some((browser.next().await?, browser)))
    };
    let network = Browser::start().map(|browser| events(browser).boxed());
    search_in(aim, local, network.map_err(|error| error.to_string())).await
}

async fn search_in(
    aim: Aim,
    local: Address,
    network: Result<BoxStream<'static, BrowserEvent>, String>,
) -> Result<Vec<FoundServer>, Failure> {
    let (mut state, first) = SearchState::new(aim, Instant::now(), local);
    let mut probes = FuturesUnordered::from_iter([run(first)]);
    let mut events = network.unwrap_or_else(|why| {
        set_unavailable(&mut state, why);
        stream::empty().boxed()
    });
    loop {
        tokio::select! {
            () = sleep_until(state.ends_at().into()) => return state.result(),
            Some((id, result)) = probes.next() => state.on_probed(Instant::now(), id, result),
            event = events.next(), if !state.is_unavailable() => match event {
                Some(BrowserEvent::Found(found)) => {
                    let candidate = Candidate::new(found);
                    let Candidate { id, name, addresses, .. } = &candidate;
                    let addresses: Vec<_> = addresses.iter().map(ToString::to_string).collect();
                    // `?` escapes what the network says.
                    info!(?id, name, ?addresses, "announced");
                    probes.extend(state.on_announced(Instant::now(), candidate).map(run));
                }
                Some(BrowserEvent::Removed(id)) => {
                    info!(?id, "withdrawn");
                    state.on_withdrawn(&id);
                }
                Some(BrowserEvent::Unavailable) => set_unavailable(&mut state, UNAVAILABLE.to_owned()),
                None => set_unavailable(&mut state, "it fell silent".to_owned()),
            },
        }
    }
}

fn set_unavailable(state: &mut SearchState, why: String) {
    warn!(why, "the network cannot be searched");
    state.set_unavailable(why);
}

async fn run(to_do: Probe) -> (usize, Result<FoundServer, Failure>) {
    let result = probe(&to_do.name, to_do.addresses.clone()).await;
    match &result {
        Ok(server) => info!(address = %server.address, "a server answers"),
        Err(failure) => warn!(cause = failure.why(), "no server answers"),
    }
    (to_do.id, result)
}
