//! What is written down, and what is not.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tempfile::TempDir;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Resume};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::FrameId;

use super::*;
use crate::address::Destination;
use crate::cli::options::Wish;
use crate::ui::LineUi;

const SECRET: &str = "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f";

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What is written while something happens, without the times.
fn written(with_frames: bool, happens: impl FnOnce()) -> String {
    let paper = Paper::default();
    let writer = paper.clone();
    tracing::subscriber::with_default(lines(move || writer.clone(), with_frames), happens);
    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    text.lines().map(|line| line.split_once(' ').unwrap().1.trim_start().to_owned() + "\n").collect()
}

fn received(text: &str) -> String {
    written(true, || frame(Way::Received, LinkId::First, text))
}

fn ticket() -> Ticket {
    Ticket::new(format!("k3v9d7qpx2ma.{SECRET}"))
}

#[test]
fn a_run_is_written_down_from_the_call_to_the_end() {
    let address = Destination::parse("mybox").unwrap().address;
    let happens = || {
        calling(LinkId::First, &address);
        stands(LinkId::First);
        frame(Way::Sent, LinkId::First, r#"{"type":"ping","id":7}"#);
        gone(LinkId::First, &Failure::shut());
        end(Some(&Failure::shut()));
    };
    assert_eq!(
        written(false, happens),
        "INFO calling link=First address=mybox:7878\n\
         INFO connected link=First\n\
         DEBUG sent link=First kind=ping id=7\n\
         WARN no connection link=First cause=\"the server closed it\"\n\
         INFO the end code=5 why=\"the server closed it\"\n"
    );
}

#[test]
fn frames_are_written_whole_only_when_that_is_wished_for() {
    let text = r#"{"type":"move","id":3,"cell":4}"#;
    let happens = || frame(Way::Sent, LinkId::Second, text);
    assert_eq!(written(false, happens), "DEBUG sent link=Second kind=move id=3\n");
    assert!(written(true, happens).contains(r#""cell":4"#));
}

#[test]
fn no_ticket_is_written_down_whatever_the_frame() {
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
        let said = received(text);
        assert_eq!(said.lines().count(), 1, "{text}");
        assert!(
            SECRET.as_bytes().windows(16).all(|part| !said.contains(str::from_utf8(part).unwrap())),
            "{said}"
        );
    }
    assert!(!received(r#"{"type":"seated","ticket":"m1.secret"}"#).contains("secret"));
}

#[test]
fn what_a_peer_says_stays_on_its_line() {
    let said = received("{\"type\":\"a\\u001b[2J\\nb\\u202e\",\"x\":\"\u{9b}2J\"}");
    assert_eq!(said.lines().count(), 1);
    assert!(!said.trim_end().contains(char::is_control) && !said.contains('\u{202e}'), "{said:?}");
    let long = format!(r#"{{"type":"{}"}}"#, "long ".repeat(1000));
    let kind = written(false, || frame(Way::Received, LinkId::First, &long));
    assert!(kind.len() < 120, "{kind}");
}

#[test]
fn the_crates_of_others_are_not_heard() {
    let said = written(true, || tracing::error!(target: "tungstenite", "a whole frame"));
    assert_eq!(said, "");
}

#[test]
fn verbose_needs_a_place_beside_the_full_screen() {
    let verbose =
        |source| Log::wished(&Options { verbose: Some(Wish { value: (), source }), ..Options::default() });
    let failure = verbose(Source::CommandLine).begin(Ui::Tui).unwrap_err();
    assert_eq!(failure.code(), 2);
    assert_eq!(
        failure.lines().unwrap(),
        "--verbose writes to standard error, and there the full screen is.\nAdd --log-file FILE, or use --ui text.\n"
    );
    let failure = verbose(Source::Environment).begin(Ui::Tui).unwrap_err();
    assert!(failure.to_string().starts_with("TICTACTOE_VERBOSE "));
    assert_eq!(Log::wished(&Options::default()).begin(Ui::Lines(LineUi::Text)), Ok(()));
}

#[test]
fn a_file_that_cannot_be_opened_is_told_in_two_lines() {
    let home = TempDir::new().unwrap();
    let failure = open(home.path()).unwrap_err();
    assert_eq!((failure.code(), failure.lines().unwrap().lines().count()), (2, 2), "{failure}");
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner_alone_and_is_added_to() {
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
fn what_is_no_file_is_refused_without_waiting_for_a_reader() {
    let home = TempDir::new().unwrap();
    let pipe = home.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let failure = open(&pipe).unwrap_err();
    assert!(failure.to_string().ends_with("/pipe cannot be opened: it is no file."), "{failure}");
    open(Path::new("/dev/null")).unwrap();
}

#[test]
fn a_search_is_written_down_and_strangers_stay_on_their_line() {
    let id = AnnouncementId::from("a\u{1b}[2J\nb._tictactoe._tcp.local.");
    let places = ["10.0.0.1", "[fd00::9]:9000"].map(|place| Destination::parse(place).unwrap().address);
    let happens = || {
        announced(&id, "kit\nchen\u{202e}", &places);
        called(&places, Ok(&places[1]));
        called(&places[..1], Err(&Failure::shut()));
        withdrawn(&id);
        deaf("no card");
    };
    assert_eq!(
        written(false, happens),
        "INFO announced id=\"a[2J b._tictactoe._tcp.local.\" name=\"kit chen\" places=\"10.0.0.1:7878 [fd00::9]:9000\"\n\
         INFO a server answers places=\"10.0.0.1:7878 [fd00::9]:9000\" address=[fd00::9]:9000\n\
         WARN no server answers places=\"10.0.0.1:7878\" cause=\"the server closed it\"\n\
         INFO withdrawn id=\"a[2J b._tictactoe._tcp.local.\"\n\
         WARN the network cannot be searched why=\"no card\"\n"
    );
}
