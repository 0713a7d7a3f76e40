//! Sentences, hints and exit codes.

use super::*;

fn lines(reason: ClosingReason) -> String {
    let closing = Closing { reason, message: "It\u{1b} ends.".to_owned(), retry_in_ms: None };
    Failure::closed(&closing).lines().unwrap()
}

#[test]
fn the_hint_fits_the_reason_of_the_close() {
    assert_eq!(
        lines(ClosingReason::Shutdown),
        "The server closed the connection: It ends.\nStart the server again, or try again later.\n"
    );
    for (reason, hint) in [
        (ClosingReason::Superseded, "Continue there."),
        (ClosingReason::Flood, "Send fewer messages per second"),
        (ClosingReason::Malformed, "Send only messages of the protocol"),
        (ClosingReason::Silent, "Check the network"),
    ] {
        assert!(lines(reason).contains(hint), "{reason:?}");
    }
}

#[test]
fn another_version_of_the_protocol_says_which_of_the_two_is_older() {
    let newer = Failure::other_protocol("tictactoe.v2").lines().unwrap();
    assert!(newer.starts_with("This client is older than the server.\nUpdate this client, or"), "{newer}");
    let older = Failure::other_protocol("tictactoe.v0").lines().unwrap();
    assert!(
        older.starts_with("The server is older than this client.\nAsk its operator to update it"),
        "{older}"
    );
    for other in ["chess.v1", "tictactoe.vx", SUBPROTOCOL] {
        assert!(matches!(Failure::other_protocol(other), Failure::Broken(_)), "{other}");
    }
}

#[test]
fn a_cause_fits_into_a_sentence() {
    let no_server =
        Failure::NoServer { address: Some("mybox:7878".into()), cause: "Connection refused".into() };
    assert_eq!(no_server.why(), "no server answers at mybox:7878: Connection refused");
    assert_eq!(Failure::shut().why(), "the server closed it");
    let gone = Failure::GaveUp { limit: Duration::from_secs(300), last: Box::new(no_server) };
    let why = "no server answers at mybox:7878: Connection refused.";
    assert_eq!(gone.to_string(), format!("The connection was lost, and reconnecting failed for 5m: {why}"));
}

#[test]
fn lines_that_are_too_wide_are_broken_between_words() {
    let lines = "The output cannot be written.\nTry --log-file http://mybox:7878/r/otter now.\n";
    let expected = "The output\ncannot be\nwritten.\nTry\n--log-file\nhttp://mybox:7878/r/otter\nnow.\n";
    assert_eq!(wrapped(lines, 12), expected);
    assert_eq!(wrapped(lines, 80), lines);
}

#[test]
fn the_error_numbers_of_the_system_are_left_out() {
    let error = std::io::Error::from_raw_os_error(104);
    assert!(error.to_string().contains("os error"));
    assert!(!cause(&error).contains("os error"));
    assert_eq!(cause(&"a\u{1b}b"), "ab");
}

#[test]
fn a_refused_room_says_what_to_type() {
    let lines = |json: &str| Failure::refused(&serde_json::from_str(json).unwrap()).lines().unwrap();
    let full = "The server refused (room_full): Ann and Bob play.\n";
    let refused = r#"{"code":"room_full","message":"Ann and Bob play.","match":"k3v9\u001bd7qpx2ma"}"#;
    let watch = "To watch, type --watch k3v9d7qpx2ma instead of the room.\n";
    assert_eq!(lines(refused), full.to_owned() + watch);
    let refused = r#"{"code":"room_full","message":"Ann and Bob play."}"#;
    assert_eq!(lines(refused), full.to_owned() + "Try again later, or with another --room.\n");
    let other = "The server refused (room_rules): They want 5x5.\n\
                 Leave out --game and --best-of to play that game.\n";
    assert_eq!(lines(r#"{"code":"room_rules","message":"They want 5x5."}"#), other);
}
