//! Messages that a busy server refuses.

use std::time::Duration;

use tictactoe_protocol::client::{ClientMessage, Join};
use tictactoe_protocol::values::FrameId;

use super::{LEAVE, REMATCH, plays, seated};
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::{in_series, snapshot, won};

const UNREAD: &str = r#"{"type":"refused","code":"rate_limited","message":"Wait.","retry_in_ms":350}"#;

/// Refuses the oldest message that was not looked at, for so long. Gives it.
fn put_off(client: &mut Client, retry_in_ms: u64) -> (FrameId, ClientMessage) {
    let sent = client.take_sent();
    let id = sent.id.unwrap();
    let json = serde_json::to_string(&id).unwrap();
    let refused = format!(
        r#"{{"type":"refused","id":{json},"code":"rate_limited","message":"No.","retry_in_ms":{retry_in_ms}}}"#
    );
    client.hear(&frame(&refused));
    (id, sent.message)
}

#[test]
fn a_deferred_message_is_sent_again_unchanged() {
    let mut client = seated(Client::script());
    client.said();
    let start = client.now;
    client.read("5");
    let (id, message) = put_off(&mut client, 350);
    client.read("1");
    assert!(client.sent.is_empty(), "neither it nor the next line goes out at once");
    assert_eq!(client.wake_at(), Some(start + Duration::from_millis(350)));
    client.wake();
    let again = client.sent[0].clone();
    assert_eq!((again.id, again.message), (Some(id), message));
    assert_eq!(client.grant(), plays(4, 0));
    assert_eq!(client.said(), "", "a script hears nothing of it");
    assert_eq!(client.wake_at(), None);
    client.see(snapshot(&[4, 8]));
    assert_eq!(client.grant(), plays(0, 2));
}

#[test]
fn a_refusal_without_an_id_is_that_of_the_oldest_message() {
    let mut client = seated(Client::script());
    client.read("5");
    client.take_sent();
    client.hear(&frame(UNREAD)).wake();
    assert_eq!(client.grant(), plays(4, 0));
    assert_eq!(client.end, None);
}

#[test]
fn a_deferred_join_does_not_end_the_run() {
    let mut client = Client::script();
    assert_eq!(client.refuse("unavailable"), ClientMessage::Join(Join::default()));
    assert_eq!(client.end, None);
    let start = client.now;
    client.wake();
    assert_eq!(client.now, start + Duration::from_secs(1), "a pause where none is told");
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
}

#[test]
fn a_series_that_leaves_waits_longer_for_a_server_that_puts_it_off() {
    let mut client = seated(Client::script());
    let mut alone = in_series(won(), None);
    alone.rematch.open = false;
    client.see(alone);
    put_off(&mut client, 5000);
    client.wake();
    assert_eq!(client.end, None);
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
}

#[test]
fn a_client_that_leaves_resends_nothing_else() {
    let mut client = seated(Client::script());
    client.read("5");
    put_off(&mut client, 350);
    client.read("quit").wake();
    assert_eq!(client.grant(), LEAVE);
    assert!(client.sent.is_empty());
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn a_person_is_told_once_that_the_server_is_busy() {
    let mut client = Client::person();
    for _ in 0..5 {
        client.refuse("unavailable");
        client.wake();
    }
    assert_eq!(client.said(), "The server is busy. Retrying...\n");
    client.read("q");
    assert!(!client.sent.is_empty(), "and can go");
}

#[test]
fn no_server_makes_the_client_spin_or_wait_for_ever() {
    for retry_in_ms in [0, u64::MAX] {
        let mut client = Client::script();
        put_off(&mut client, retry_in_ms);
        let wait = client.wake_at().unwrap() - client.now;
        assert!((Duration::from_millis(50)..=Duration::from_secs(60)).contains(&wait), "{wait:?}");
    }
}

#[test]
fn a_series_keeps_its_opponent_when_the_rematch_is_deferred() {
    let mut client = seated(Client::script());
    client.see(in_series(won(), None));
    assert_eq!(client.refuse("unavailable"), REMATCH);
    assert!(client.sent.is_empty(), "it does not leave");
    client.wake();
    assert_eq!(client.grant(), REMATCH);
}
