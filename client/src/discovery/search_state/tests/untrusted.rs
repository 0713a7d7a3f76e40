//! Announcements that are forged or ambiguous.

use super::*;

#[test]
fn announcements_neither_rename_nor_hide_the_server_of_this_machine() {
    let mut search = Search::new(SearchKind::Play);
    search.announces_local("evil", "192.168.1.2");
    search.answers("localhost");
    search.announces_local("eviler", "192.168.1.2");
    assert_eq!(search.found(), ["this machine localhost:7878"]);
}

#[test]
fn servers_of_the_same_name_are_both_listed() {
    let mut search = Search::without_local_server(SearchKind::Play);
    search.announces_with_id("b", "vm", &["10.0.0.2"], false);
    search.answers("10.0.0.2");
    search.announces_with_id("a", "vm", &["10.0.0.1"], false);
    search.answers("10.0.0.1");
    assert_eq!(search.found(), ["vm 10.0.0.1:7878", "vm 10.0.0.2:7878"]);
}

#[test]
fn two_announcements_of_one_address_are_listed_once() {
    let mut search = Search::without_local_server(SearchKind::Play);
    search.announces("old name", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    search.announces("new name", &["10.0.0.1"]);
    search.answers("10.0.0.1");
    assert_eq!(search.found(), ["new name 10.0.0.1:7878"]);
}

#[test]
fn forged_announcements_cause_a_bounded_number_of_probes() {
    let mut search = Search::new(SearchKind::List);
    for number in 0..1000 {
        let hosts = ["10.0.0.1".to_owned(), format!("10.1.{}.{}", number / 256, number % 256)];
        search.announces(&format!("server {}", number / 2), &hosts.each_ref().map(String::as_str));
    }
    assert_eq!(search.probes.len(), MAX_PROBES);
}
