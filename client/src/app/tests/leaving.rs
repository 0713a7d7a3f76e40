//! Input while the client leaves, and series that a person chooses.

use std::time::Duration;

use super::*;
use crate::app::command::{Command, Verb};
use crate::app::{Event, Input};
use crate::purpose::InputMode;
use crate::testing::snapshots::won;

fn say(client: &mut Client, verb: Verb) {
    client.event(Event::Input(Input::Command(Command::Say(verb))));
}

fn waits(computer_in_ms: &str) -> Client {
    let mut client = Client::person();
    client.grant();
    client.hear(&waiting(computer_in_ms)).said();
    client
}

#[test]
fn a_key_that_is_held_leaves_once() {
    let mut client = waits("10000");
    for _ in 0..20 {
        say(&mut client, Verb::Computer);
        say(&mut client, Verb::Wait);
    }
    assert_eq!(client.sent.len(), 1);
    assert_eq!(client.grant(), LEAVE);
}

#[test]
fn a_player_who_quits_gets_no_new_opponent_whatever_key_follows() {
    let mut client = seated(Client::person());
    client.see(won());
    say(&mut client, Verb::Quit);
    for verb in [Verb::New, Verb::Rematch, Verb::Review, Verb::Quit] {
        say(&mut client, verb);
    }
    assert_eq!(client.grant(), LEAVE);
    assert_eq!((client.sent.len(), client.end.clone()), (0, Some(Ok(()))));
}

#[test]
fn a_player_who_leaves_for_a_new_opponent_can_still_quit() {
    let mut client = waits("10000");
    say(&mut client, Verb::Computer);
    say(&mut client, Verb::Quit);
    assert_eq!(client.grant(), LEAVE);
    assert_eq!((client.sent.len(), client.end.clone()), (0, Some(Ok(()))));
}

#[test]
fn quitting_again_does_not_make_it_longer() {
    let mut client = waits("10000");
    say(&mut client, Verb::Quit);
    let begun = client.now;
    client.now += Duration::from_millis(1500);
    say(&mut client, Verb::Quit);
    client.wake();
    assert_eq!((client.now, client.end.clone()), (begun + Duration::from_secs(2), Some(Ok(()))));
}

#[test]
fn a_person_who_waits_for_a_person_keeps_the_place() {
    let mut client = waits("null");
    client.read("wait");
    assert_eq!((client.sent.len(), &*client.said()), (0, "You are already waiting for a person.\n"));
}

#[test]
fn a_person_who_watches_sees_the_end_for_as_long_as_they_like() {
    let mut client = Client::spectator(InputMode::Person);
    client.grant();
    let mut end = won();
    end.rematch.open = false;
    client.see(snapshot(&[])).see(end);
    assert!(client.sent.is_empty() && client.end.is_none());
    client.read("quit");
    assert_eq!(client.grant(), LEAVE);
}
