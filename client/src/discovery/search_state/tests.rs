mod untrusted;

use proptest::prelude::*;

use super::*;
use crate::address::Destination;

fn address(text: &str) -> Address {
    Destination::parse(text).unwrap().address
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn refused(address: &Address) -> Failure {
    Failure::NoServer { address: Some(address.to_string()), cause: "Connection refused".to_owned() }
}

/// A search state with its own clock and the probes that are not answered yet.
struct Search {
    state: SearchState,
    began: Instant,
    now: Instant,
    probes: Vec<Probe>,
}

impl Search {
    fn new(kind: SearchKind) -> Self {
        let now = Instant::now();
        let (state, probes) = SearchState::new(kind, now, address("localhost"));
        Self { state, began: now, now, probes }
    }

    /// On a machine without a server.
    fn without_local_server(kind: SearchKind) -> Self {
        let mut search = Self::new(kind);
        search.fails("localhost");
        search
    }

    fn wait(&mut self, count: u64) {
        self.now += milliseconds(count);
    }

    fn announces(&mut self, name: &str, hosts: &[&str]) {
        self.announces_with_id(name, name, hosts, false);
    }

    fn announces_local(&mut self, name: &str, host: &str) {
        self.announces_with_id(name, name, &[host], true);
    }

    fn announces_with_id(&mut self, id: &str, name: &str, hosts: &[&str], is_local: bool) {
        let addresses = hosts.iter().map(|host| address(host)).collect();
        let (id, name) = (AnnouncementId::from(id), (!is_local).then(|| name.to_owned()));
        self.probes.extend(self.state.on_announced(Some(&id), name.as_deref(), addresses));
    }

    fn take_probe(&mut self, host: &str) -> Probe {
        let address = address(host);
        let at = self.probes.iter().position(|probe| probe.address == address);
        self.probes.remove(at.unwrap_or_else(|| panic!("{address} is not probed")))
    }

    fn answers(&mut self, host: &str) {
        let probe = self.take_probe(host);
        self.answers_probe(&probe);
    }

    fn answers_probe(&mut self, probe: &Probe) {
        let Probe { name, address, .. } = probe.clone();
        let name = name.unwrap_or_else(|| LOCAL_NAME.to_owned());
        let server = FoundServer { name, address, version: "0.1.0".to_owned(), listing: None };
        self.state.on_probed(self.now, probe, Ok(server));
    }

    fn fails(&mut self, host: &str) {
        self.fails_with(host, refused(&address(host)));
    }

    fn fails_with(&mut self, host: &str, failure: Failure) {
        let probe = self.take_probe(host);
        self.state.on_probed(self.now, &probe, Err(failure));
    }

    /// In milliseconds since its start.
    fn ends_after(&self) -> u128 {
        self.state.ends_at().unwrap().saturating_duration_since(self.began).as_millis()
    }

    fn found(&self) -> Vec<String> {
        let servers = self.state.result().unwrap_or_default();
        servers.iter().map(|server| format!("{} {}", server.name, server.address)).collect()
    }

    fn failure(&self) -> String {
        self.state.result().unwrap_err().to_string()
    }
}

#[test]
fn a_search_to_play_ends_soon_after_the_first_answer() {
    let mut search = Search::without_local_server(SearchKind::Play);
    assert_eq!(search.ends_after(), 1500);
    search.wait(100);
    search.announces("kitchen", &["10.0.0.1"]);
    search.wait(10);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 510);
    search.wait(300);
    search.announces("study", &["10.0.0.2"]);
    search.answers("10.0.0.2");
    assert_eq!(search.ends_after(), 510);
    assert_eq!(search.found(), ["kitchen 10.0.0.1:7878", "study 10.0.0.2:7878"]);
}

#[test]
fn a_list_takes_two_seconds_whatever_answers() {
    let mut search = Search::without_local_server(SearchKind::List);
    search.announces("kitchen", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 2000);
    search.wait(1990);
    search.announces("study", &["10.0.0.2"]);
    assert_eq!(search.ends_after(), 2000);
}

#[test]
fn a_dead_server_is_neither_offered_nor_awaited() {
    let mut search = Search::without_local_server(SearchKind::Play);
    search.announces("ghost", &["10.0.0.66"]);
    search.announces("kitchen", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 400);
    assert_eq!(search.found(), ["kitchen 10.0.0.1:7878"]);
}

#[test]
fn the_server_of_this_machine_is_listed_once() {
    let mut search = Search::new(SearchKind::Play);
    search.announces_local("mybox", "192.168.1.2");
    search.answers("192.168.1.2");
    assert_eq!(search.found(), ["this machine 192.168.1.2:7878"]);
    search.answers("localhost");
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn without_a_network_only_this_machine_is_awaited() {
    let mut search = Search::new(SearchKind::List);
    search.state.unavailable = Some("there is none".to_owned());
    assert_eq!(search.ends_after(), 2000);
    search.wait(5);
    search.answers("localhost");
    assert_eq!(search.ends_after(), 0);
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn further_addresses_of_a_server_are_probed() {
    let mut search = Search::without_local_server(SearchKind::Play);
    search.announces("kitchen", &["10.0.0.1"]);
    search.fails("10.0.0.1");
    search.announces("kitchen", &["10.0.0.1", "10.1.0.1"]);
    assert_eq!(search.probes.len(), 1, "the first address is not probed again");
    search.answers("10.1.0.1");
    assert_eq!(search.found(), ["kitchen 10.1.0.1:7878"]);
}

#[test]
fn of_several_addresses_the_likeliest_that_answers_counts() {
    let mut search = Search::without_local_server(SearchKind::Play);
    search.announces("kitchen", &["10.0.0.1", "10.1.0.1", "10.2.0.1"]);
    search.wait(100);
    search.answers("10.2.0.1");
    assert_eq!(search.ends_after(), 500, "further addresses are not awaited");
    search.wait(100);
    search.answers("10.1.0.1");
    assert_eq!(search.found(), ["kitchen 10.1.0.1:7878"]);
}

#[test]
fn a_failure_says_what_was_tried() {
    let mut search = Search::new(SearchKind::Play);
    assert_eq!(search.failure(), "No server found on this machine or on the network.");
    search.fails("localhost");
    assert_eq!(search.failure(), "No server found on this machine or on the network.");
    search.announces("ghost", &["10.0.0.66"]);
    search.fails("10.0.0.66");
    assert_eq!(
        search.failure(),
        "No server found on this machine, and those announced on the network do not answer."
    );
}

#[test]
fn the_refusal_of_a_server_is_the_failure() {
    let mut search = Search::without_local_server(SearchKind::Play);
    search.announces("kitchen", &["10.0.0.1"]);
    let full = Failure::TurnedAway {
        address: "10.0.0.1:7878".to_owned(),
        message: "It is full.".to_owned(),
        for_now: true,
    };
    search.fails_with("10.0.0.1", full.clone());
    assert_eq!(search.state.result(), Err(full));
}

/// Milliseconds to wait, a kind of event, and the number of a server.
fn events() -> impl Strategy<Value = Vec<(u64, u8, u8)>> {
    prop::collection::vec((0..300_u64, 0..3_u8, 0..5_u8), 0..40)
}

proptest! {
    #[test]
    fn every_search_ends_and_offers_exactly_the_servers_that_answered(
        is_play in any::<bool>(),
        events in events(),
    ) {
        let mut search = Search::new(if is_play { SearchKind::Play } else { SearchKind::List });
        let mut alive: Vec<String> = Vec::new();
        for (wait, what, which) in events {
            search.wait(wait);
            let (name, place) = (format!("box{which}"), format!("10.0.0.{which}"));
            let is_called = search.probes.iter().any(|probe| probe.address == address(&place));
            match what {
                0 => search.announces(&name, &[&place]),
                1 if is_called => {
                    search.answers(&place);
                    alive.push(format!("{name} {place}:7878"));
                }
                2 if is_called => search.fails(&place),
                _ => {}
            }
            prop_assert!(search.ends_after() <= 2000);
        }
        alive.sort();
        prop_assert_eq!(search.found(), alive);
    }
}

#[test]
fn a_server_for_this_machine_only_is_found_without_an_announcement() {
    let mut search = Search::new(SearchKind::Play);
    search.answers("localhost");
    assert_eq!(search.ends_after(), 400);
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}
