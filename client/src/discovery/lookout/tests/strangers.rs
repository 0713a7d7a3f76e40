//! What strangers announce.

use super::*;

#[test]
fn nobody_on_the_network_renames_or_hides_the_server_of_this_machine() {
    let mut search = Search::new(Aim::Play);
    search.sights_here("evil", "192.168.1.2");
    search.gone("evil");
    search.answers("localhost");
    search.sights_here("eviler", "192.168.1.2");
    assert_eq!(search.found(), ["this machine localhost:7878"]);
    search.gone("eviler");
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn servers_of_one_name_are_told_apart_by_their_announcements() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights_one("b", "vm", &["10.0.0.2"], false);
    search.answers("10.0.0.2");
    search.sights_one("a", "vm", &["10.0.0.1"], false);
    search.answers("10.0.0.1");
    assert_eq!(search.found(), ["vm 10.0.0.1:7878", "vm 10.0.0.2:7878"]);
    search.gone("a");
    assert_eq!(search.found(), ["vm 10.0.0.2:7878"]);
}

#[test]
fn two_announcements_of_one_address_are_one_server() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights("old name", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    search.sights("new name", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.found(), ["new name 10.0.0.1:7878"]);
}

#[test]
fn whatever_is_announced_calls_are_bounded() {
    let mut search = Search::new(Aim::List);
    let many: Vec<_> = (0..=255).map(|number| format!("10.0.0.{number}")).collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    search.sights("many", &many);
    assert_eq!(search.calls.last().unwrap().places.len(), MOST_PLACES);
    search.sights("many", &many);
    for number in 0..1000 {
        search.sights(&format!("server {number}"), &["10.0.0.1"]);
    }
    assert_eq!(search.calls.len(), MOST_CALLS);
}

#[test]
fn the_text_of_a_stranger_is_cleaned_and_cut() {
    let mut search = Search::elsewhere(Aim::Play);
    search.sights("\u{1b}[2Jkit\r\nchen\u{202e}", &["10.0.0.1"]);
    search.sights("\u{200b}", &["10.0.0.2"]);
    search.sights(&"w".repeat(100), &["10.0.0.3"]);
    for place in ["10.0.0.1", "10.0.0.2", "10.0.0.3"] {
        search.answers(place);
    }
    let cut = format!("{} 10.0.0.3:7878", "w".repeat(40));
    assert_eq!(search.found(), ["10.0.0.2 10.0.0.2:7878", "[2Jkit chen 10.0.0.1:7878", &cut]);
}
