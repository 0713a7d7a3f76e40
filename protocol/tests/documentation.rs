//! The JSON that `PROTOCOL.md` shows is the JSON that the crate reads and writes.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may fail loudly"
)]

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::history::History;
use tictactoe_protocol::invitation::Invitation;
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::refusal::{ClosingReason, Code};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::{INVITATION_PATH, LISTING_PATH, MATCHES_PATH, to_json};

const TEXT: &str = include_str!("../PROTOCOL.md");

/// The lines of JSON in the chapter with this title.
fn examples(title: &str) -> Vec<&'static str> {
    let blocks = chapter(title).split("```json\n").skip(1);
    blocks.filter_map(|rest| rest.split("\n```").next()).flat_map(str::lines).collect()
}

fn chapter(title: &str) -> &'static str {
    TEXT.split("\n## ").find(|chapter| chapter.starts_with(title)).expect("the chapter exists")
}

/// The first word in back quotes of each row of the chapter's table.
fn first_column(title: &str) -> BTreeSet<String> {
    let rows = chapter(title).lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| row.split('`').nth(1).expect("a word").to_owned()).collect()
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("the documentation shows valid JSON")
}

#[test]
fn every_client_example_is_read_and_written_as_shown() {
    for example in examples("From the client") {
        let frame = ClientFrame::parse(example).unwrap();
        assert_eq!(value(&frame.to_json()), value(example));
    }
}

#[test]
fn every_server_example_is_read_and_written_as_shown() {
    for example in examples("From the server") {
        let message = ServerMessage::parse(example).unwrap();
        assert_eq!(value(&message.to_json()), value(example));
    }
}

/// An example, read and written again.
fn again<T: DeserializeOwned + Serialize>(example: &str) -> Value {
    value(&to_json::<T>(&serde_json::from_str(example).unwrap()))
}

#[test]
fn every_example_over_http_is_read_and_written_as_shown() {
    let [listing, history, invitation] = &*examples("Over HTTP") else { panic!("three examples") };
    assert_eq!(again::<Listing>(listing), value(listing));
    assert_eq!(again::<History>(history), value(history));
    assert_eq!(again::<Invitation>(invitation), value(invitation));
}

#[test]
fn every_path_is_documented() {
    for path in [LISTING_PATH, MATCHES_PATH, INVITATION_PATH] {
        assert!(chapter("Over HTTP").contains(&format!("`GET {path}")), "{path}");
    }
    assert!(
        chapter("Over HTTP")
            .replace(char::is_whitespace, " ")
            .contains(&format!("at most {} matches", Listing::MATCHES))
    );
}

#[test]
fn every_refusal_code_is_in_the_table() {
    let codes = Code::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(first_column("Refusals"), codes);
}

#[test]
fn every_close_code_is_in_the_table() {
    for reason in ClosingReason::ALL {
        let word = format!("`{reason}`");
        let row = chapter("Close codes").lines().find(|line| line.contains(&word));
        assert!(row.unwrap().starts_with(&format!("| {} ", reason.close_code())), "{word}");
    }
}
