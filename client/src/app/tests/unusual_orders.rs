//! Events that rarely come in this order.

use tictactoe_protocol::values::MatchId;

use super::{LEAVE, SEATED, waiting, with_ticket};
use crate::address::Destination;
use crate::testing::client::Client;
use crate::testing::server::frame;
use crate::testing::snapshots::snapshot;

/// `tictactoe </dev/null`: the input ends before the server has answered the `join`.
#[test]
fn a_ticket_that_comes_while_the_client_leaves_is_not_saved() {
    for late in [waiting("10000"), frame(SEATED)] {
        let mut client = Client::script();
        client.end_input();
        client.grant();
        client.hear(&late);
        assert_eq!(client.grant(), LEAVE);
        assert_eq!(client.end, Some(Ok(())));
        assert_eq!(client.saved(), None, "{late:?}");
    }
}

#[test]
fn a_snapshot_of_another_match_restores_nothing() {
    let mut client = with_ticket(Client::person());
    client.cut();
    client.reconnect();
    let mut other = snapshot(&[]);
    other.match_id = MatchId("m2".into());
    client.see(other);
    assert!(client.app.is_lost());
    client.answer(r#"{"type":"refused","code":"no_such_match","message":"No."}"#);
    assert!(client.app.is_match_gone(), "otherwise the client waits for ever");
}

/// A busy server has not taken the `leave` in; the run has ended all the same.
#[test]
fn a_player_who_quits_a_busy_server_saves_no_seat() {
    let mut client = with_ticket(Client::person());
    client.read("quit").read("y");
    client.answer(r#"{"type":"refused","code":"unavailable","message":"No.","retry_in_ms":30000}"#);
    client.wake();
    assert_eq!(client.end, Some(Ok(())));
    assert_eq!(client.saved(), None);
}

/// A line without an id of a `json` program is refused before the `join` is answered.
#[test]
fn a_greeting_that_is_answered_is_not_sent_again() {
    let mut client = Client::script();
    let join = client.take_sent();
    client.hear_text(r#"{"type":"refused","code":"rate_limited","message":"No.","retry_in_ms":100}"#);
    let id = serde_json::to_string(&join.id).unwrap();
    client.hear_text(&format!(r#"{{"type":"done","id":{id}}}"#)).hear(&waiting("10000"));
    assert_eq!(client.app.connection().wake_at(), None);
}

/// Otherwise it joins after it has left, and the opponent that it gets waits for a player who is not there.
#[test]
fn a_deferred_join_is_not_sent_after_a_leave() {
    let mut client = Client::script();
    client.refuse("unavailable");
    client.end_input();
    assert_eq!(client.take_sent().message, LEAVE);
    client.wake();
    assert_eq!((client.sent.len(), client.end), (0, Some(Ok(()))));
}

#[test]
fn the_full_screen_shows_no_connection_while_the_server_is_called() {
    let Client { app, now, .. } = Client::person();
    let address = Destination::parse("mybox").unwrap().address;
    let display = crate::ui::Display { colour: false, ascii: false, mouse: true };
    let screen = crate::ui::tui::screen::Screen::new(display, &address, now);
    assert_eq!(screen.scene(now, &app).retry_in, None);
}
