//! The server inside the program: what is at stake, and playing elsewhere.

use std::time::Duration;

use super::waiting;
use crate::address::Destination;
use crate::app::{Event, Hosting, LONELY};
use crate::testing::client::Client;
use crate::testing::snapshots::snapshot;

fn hosting(guests: &[&str]) -> Client {
    let mut host = Client::person();
    let guests = guests.iter().map(|&name| name.to_owned()).collect();
    host.app.hosting = Some(Hosting::Network { guests });
    host.grant();
    host.hear(&waiting("null")).said();
    host
}

fn says_after(client: &mut Client, wait: Duration) -> String {
    client.now += wait;
    client.event(Event::Woke).said()
}

#[test]
fn only_a_host_with_guests_is_asked_before_their_games_end() {
    assert_eq!(hosting(&[]).read("quit").said(), "");
    let mut host = hosting(&["Bob", "Cy", "Dan", "Eve"]);
    let question = "Leave? You are hosting, so this ends the games of Bob, Cy and 2 others. y or n\n";
    assert_eq!(host.read("quit").said(), question);
    host.read("n").read("quit").read("y");
    host.grant();
    assert_eq!(host.end, Some(Ok(())));
}

#[test]
fn a_host_for_whom_nobody_comes_is_told_once_what_to_check() {
    let mut host = hosting(&[]);
    assert_eq!(says_after(&mut host, LONELY / 2), "");
    assert!(says_after(&mut host, LONELY / 2).contains("firewall"));
    assert_eq!(says_after(&mut host, LONELY), "");
}

#[test]
fn a_guest_who_waits_is_not_told_what_a_host_can_check() {
    let mut guest = Client::person();
    guest.grant();
    guest.hear(&waiting("null")).said();
    assert_eq!(says_after(&mut guest, LONELY), "");
}

#[test]
fn a_server_that_appears_can_be_joined() {
    let address = Destination::parse("192.168.1.23").unwrap().address;
    let mut ann = Client::person();
    assert_eq!(ann.read("join").said(), "No other server has been found.\n");
    ann.event(Event::Found { name: "Bob".to_owned(), address: address.clone() });
    assert_eq!(ann.said(), "Bob is hosting on this network. Type join to play there.\n");
    ann.read("join");
    assert_eq!(ann.joined, Some(address));
}

#[test]
fn a_private_game_is_not_shared_and_not_kept() {
    let mut ann = Client::hotseat();
    ann.app.hosting = Some(Hosting::Private);
    ann.see(snapshot(&[0])).said();
    assert_eq!(ann.read("quit").said(), "Leave? This game will not be saved. y or n\n");
}
