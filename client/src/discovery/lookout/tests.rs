mod strangers;

use proptest::prelude::*;

use super::*;
use crate::address::Destination;

fn address(text: &str) -> Address {
    Destination::parse(text).unwrap().address
}

fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count)
}

fn refused(place: &Address) -> Failure {
    Failure::NoServer { address: place.to_string(), cause: "Connection refused".to_owned() }
}

/// A lookout, its own clock, and the calls that it has made.
struct Search {
    lookout: Lookout,
    began: Instant,
    now: Instant,
    calls: Vec<Call>,
}

impl Search {
    fn new(aim: Aim) -> Self {
        let now = Instant::now();
        let (lookout, call) = Lookout::new(aim, now, address("localhost"));
        Self { lookout, began: now, now, calls: Vec::from_iter(call) }
    }

    /// A search on a machine without a server.
    fn elsewhere(aim: Aim) -> Self {
        let mut search = Self::new(aim);
        search.fails("localhost");
        search
    }

    fn wait(&mut self, count: u64) {
        self.now += milliseconds(count);
    }

    fn sights(&mut self, name: &str, places: &[&str]) {
        self.sights_one(name, name, places, false);
    }

    fn sights_here(&mut self, name: &str, place: &str) {
        self.sights_one(name, name, &[place], true);
    }

    fn sights_one(&mut self, id: &str, name: &str, places: &[&str], is_here: bool) {
        let places = places.iter().map(|place| address(place)).collect();
        let sighting = Sighting { id: AnnouncementId::from(id), name: name.to_owned(), places, is_here };
        self.calls.extend(self.lookout.sighted(self.now, sighting));
    }

    /// The call to this place.
    fn take(&mut self, place: &str) -> CallId {
        let place = address(place);
        let at = self.calls.iter().position(|call| call.places.contains(&place));
        self.calls.remove(at.unwrap_or_else(|| panic!("{place} is not called"))).id
    }

    fn answers(&mut self, place: &str) {
        let id = self.take(place);
        self.answers_to(id, place);
    }

    fn answers_to(&mut self, id: CallId, place: &str) {
        let answer =
            Answer { address: address(place), version: "0.1.0".to_owned(), latency: milliseconds(1) };
        self.lookout.called(self.now, id, Ok(answer));
    }

    fn fails(&mut self, place: &str) {
        let id = self.take(place);
        self.lookout.called(self.now, id, Err(refused(&address(place))));
    }

    fn gone(&mut self, name: &str) {
        self.lookout.gone(&AnnouncementId::from(name));
    }

    /// After how many milliseconds it ends, as things stand.
    fn ends_after(&self) -> u128 {
        self.lookout.ends_at().saturating_duration_since(self.began).as_millis()
    }

    fn found(&self) -> Vec<String> {
        let servers = self.lookout.end().unwrap_or_default();
        servers.iter().map(|server| format!("{} {}", server.name, server.address)).collect()
    }

    fn failure(&self) -> String {
        self.lookout.end().unwrap_err().to_string()
    }
}

#[test]
fn soon_after_the_first_answer_it_is_enough() {
    let mut search = Search::elsewhere(Aim::Play);
    assert_eq!(search.ends_after(), 1500);
    search.wait(100);
    search.sights("kitchen", &["10.0.0.1"]);
    search.wait(10);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 510);
    search.wait(300);
    search.sights("study", &["10.0.0.2"]);
    search.answers("10.0.0.2");
    assert_eq!(search.ends_after(), 510);
    assert_eq!(search.found(), ["kitchen 10.0.0.1:7878", "study 10.0.0.2:7878"]);
}

#[test]
fn a_list_looks_for_two_seconds_whoever_answers() {
    let mut search = Search::elsewhere(Aim::List);
    search.sights("kitchen", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 2000);
    search.wait(1990);
    search.sights("study", &["10.0.0.2"]);
    assert_eq!(search.ends_after(), 2000);
}

#[test]
fn a_server_that_is_found_in_the_last_moment_is_waited_for() {
    let mut search = Search::elsewhere(Aim::Play);
    search.wait(1499);
    search.sights("kitchen", &["10.0.0.1"]);
    assert_eq!(search.ends_after(), 1999);
    search.wait(20);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 1500);
    assert_eq!(search.found(), ["kitchen 10.0.0.1:7878"]);
}

#[test]
fn a_dead_server_is_not_offered_and_delays_nobody_for_long() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights("ghost", &["10.0.0.66"]);
    search.sights("kitchen", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.ends_after(), 500);
    search.fails("10.0.0.66");
    assert_eq!(search.ends_after(), 400);
    assert_eq!(search.found(), ["kitchen 10.0.0.1:7878"]);
}

#[test]
fn a_server_that_says_goodbye_vanishes_even_if_it_has_answered() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights("kitchen", &["10.0.0.1"]);
    search.sights("study", &["10.0.0.2"]);
    search.answers("10.0.0.1");
    let late = search.take("10.0.0.2");
    search.gone("kitchen");
    search.gone("study");
    search.answers_to(late, "10.0.0.2");
    assert_eq!(search.found(), [""; 0]);
    assert_eq!(search.ends_after(), 1500);
    search.sights("kitchen", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.found(), ["kitchen 10.0.0.1:7878"]);
}

#[test]
fn the_server_of_this_machine_is_one_however_it_is_found() {
    let mut search = Search::new(Aim::Play);
    search.sights_here("mybox", "192.168.1.2");
    search.answers("192.168.1.2");
    assert_eq!(search.found(), ["this machine 192.168.1.2:7878"]);
    search.answers("localhost");
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn a_server_that_keeps_to_this_machine_is_found_without_an_announcement() {
    let mut search = Search::new(Aim::Play);
    search.answers("localhost");
    assert_eq!(search.ends_after(), 400);
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn without_a_network_nothing_is_waited_for_but_this_machine() {
    let mut search = Search::new(Aim::List);
    search.lookout.deafen("there is none".to_owned());
    assert_eq!(search.ends_after(), 500);
    search.wait(5);
    search.answers("localhost");
    assert_eq!(search.ends_after(), 0);
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn more_addresses_of_a_server_are_called_until_one_has_answered() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights("kitchen", &["10.0.0.1"]);
    search.fails("10.0.0.1");
    search.sights("kitchen", &["10.0.0.1", "10.1.0.1"]);
    assert_eq!(search.calls.last().unwrap().places, [address("10.1.0.1")]);
    search.answers("10.1.0.1");
    search.sights("kitchen", &["10.2.0.1"]);
    assert!(search.calls.is_empty());
    assert_eq!(search.found(), ["kitchen 10.1.0.1:7878"]);
}

#[test]
fn where_nobody_answers_it_says_what_was_tried() {
    let mut search = Search::new(Aim::Play);
    assert_eq!(
        search.failure(),
        "No server answers at localhost:7878: it does not answer, and none was found on the network."
    );
    search.fails("localhost");
    assert_eq!(
        search.failure(),
        "No server answers at localhost:7878: Connection refused, and none was found on the network."
    );
    search.sights("ghost", &["10.0.0.66"]);
    search.fails("10.0.0.66");
    assert_eq!(
        search.failure(),
        "No server answers at localhost:7878: Connection refused, and what is announced on the network does not \
         answer either."
    );
}

#[test]
fn a_server_that_lets_nobody_in_is_at_least_there() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights("kitchen", &["10.0.0.1"]);
    let id = search.take("10.0.0.1");
    let full = Failure::TurnedAway {
        address: "10.0.0.1:7878".to_owned(),
        message: "It is full.".to_owned(),
        for_now: true,
    };
    search.lookout.called(search.now, id, Err(full.clone()));
    assert_eq!(search.lookout.end(), Err(full));
}

/// What may happen in a search, after so many milliseconds.
fn happenings() -> impl Strategy<Value = Vec<(u64, u8, u8)>> {
    prop::collection::vec((0..300_u64, 0..4_u8, 0..5_u8), 0..40)
}

proptest! {
    #[test]
    fn every_search_ends_and_offers_only_who_has_answered(
        is_play in any::<bool>(),
        happenings in happenings(),
    ) {
        let mut search = Search::new(if is_play { Aim::Play } else { Aim::List });
        let mut alive: Vec<String> = Vec::new();
        for (wait, what, which) in happenings {
            search.wait(wait);
            let (name, place) = (format!("box{which}"), format!("10.0.0.{which}"));
            let is_called = search.calls.iter().any(|call| call.places.contains(&address(&place)));
            match what {
                0 => search.sights(&name, &[&place]),
                1 if is_called => {
                    search.answers(&place);
                    alive.push(format!("{name} {place}:7878"));
                }
                2 if is_called => search.fails(&place),
                3 => {
                    search.gone(&name);
                    search.calls.retain(|call| !call.places.contains(&address(&place)));
                    alive.retain(|server| !server.starts_with(&name));
                }
                _ => {}
            }
            prop_assert!(search.ends_after() <= 2000);
        }
        alive.sort();
        prop_assert_eq!(search.found(), alive);
    }
}
