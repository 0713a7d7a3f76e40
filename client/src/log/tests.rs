//! What is logged, and what is not.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Resume};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::FrameId;

use super::*;

const SECRET: &str = "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f";

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The log of some events, without the times.
fn logged(with_frames: bool, events: impl FnOnce()) -> String {
    let output = Output::default();
    let writer = output.clone();
    tracing::subscriber::with_default(subscriber(move || writer.clone(), with_frames), events);
    let text = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    text.lines().map(|line| line.split_once(' ').unwrap().1.trim_start().to_owned() + "\n").collect()
}

fn received(text: &str) -> String {
    logged(true, || frame("received", text))
}

fn ticket() -> Ticket {
    Ticket::new(format!("k3v9d7qpx2ma.{SECRET}"))
}

#[test]
fn frames_are_logged_whole_only_with_verbose() {
    let text = r#"{"type":"move","id":3,"cell":4}"#;
    let events = || frame("sent", text);
    assert_eq!(logged(false, events), "DEBUG sent kind=move id=3\n");
    assert!(logged(true, events).contains(r#""cell":4"#));
}

#[test]
fn no_frame_brings_a_ticket_into_the_log() {
    let (id, ticket) = (Some(FrameId::Number(1)), ticket());
    let resume = ClientMessage::Resume(Resume { ticket: ticket.clone() });
    let ours = ClientFrame { id, message: resume }.to_json();
    let word = ticket.reveal();
    let others = [
        format!(r#"{{"type":"seated","match":"m1","ticket":"{word}","mark":"X"}}"#),
        format!(r#"{{"type":"waiting","tick\u0065t":"{word}"}}"#),
        format!(r#"{{"type":"{word}","id":"{word}"}}"#),
        format!(r#"{{"type":"x","deep":[{{"Ticket":"{word}"}},["{word}"],{{"{word}":1}}]}}"#),
        format!(r#"{{"type":"refused","message":"No ticket {word} here."}}"#),
        format!("\"{word}\""),
        format!("{word} is no JSON"),
        format!(r#"{{"ticket":"{word}""#),
    ];
    for text in others.iter().chain([&ours]) {
        let line = received(text);
        assert_eq!(line.lines().count(), 1, "{text}");
        assert!(
            SECRET.as_bytes().windows(16).all(|part| !line.contains(str::from_utf8(part).unwrap())),
            "{line}"
        );
    }
    assert!(!received(r#"{"type":"seated","ticket":"m1.secret"}"#).contains("secret"));
}

#[test]
fn text_from_a_peer_stays_on_one_line() {
    let line = received("{\"type\":\"a\\u001b[2J\\nb\\u202e\",\"x\":\"\u{9b}2J\"}");
    assert_eq!(line.lines().count(), 1);
    assert!(!line.trim_end().contains(char::is_control) && !line.contains('\u{202e}'), "{line:?}");
    let long = format!(r#"{{"type":"{}"}}"#, "long ".repeat(1000));
    let kind = logged(false, || frame("received", &long));
    assert!(kind.len() < 120, "{kind}");
}

#[test]
fn other_crates_are_not_logged() {
    let line = logged(true, || tracing::error!(target: "tungstenite", "a whole frame"));
    assert_eq!(line, "");
}

#[test]
fn a_file_that_cannot_be_opened_is_reported_in_two_lines() {
    let home = TempDir::new().unwrap();
    let failure = open(home.path()).unwrap_err();
    assert_eq!((failure.code(), failure.lines().unwrap().lines().count()), (2, 2), "{failure}");
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner_only_and_is_appended_to() {
    use std::os::unix::fs::PermissionsExt;
    let home = TempDir::new().unwrap();
    let path = home.path().join("log");
    for line in ["one\n", "two\n"] {
        open(&path).unwrap().write_all(line.as_bytes()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting_for_a_reader() {
    let home = TempDir::new().unwrap();
    let pipe = home.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let failure = open(&pipe).unwrap_err();
    assert!(failure.to_string().contains("/pipe cannot be opened: "), "{failure}");
    open(Path::new("/dev/null")).unwrap();
}

#[test]
fn names_from_the_network_are_escaped() {
    let (id, name) = ("a\u{1b}[2J\nb", "kit\nchen\u{202e}");
    assert_eq!(
        logged(false, || info!(?id, name, "announced")),
        "INFO announced id=\"a\\u{1b}[2J\\nb\" name=\"kit\\nchen\\u{202e}\"\n"
    );
}
