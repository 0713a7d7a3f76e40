//! Lost connections.

use std::time::Duration;

use proptest::prelude::*;
use tictactoe_protocol::client::{ClientMessage, Empty, Join};
use tictactoe_protocol::server::{Pong, ServerMessage};
use tictactoe_protocol::snapshot::{Presence, Snapshot, You};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::Mark;

use super::{LEAVE, SEATED, plays, resume, seated, with_ticket};
use crate::app::{Event, Input};
use crate::failure::Failure;
use crate::purpose::InputMode;
use crate::testing::client::Client;
use crate::testing::server::{WELCOME, frame};
use crate::testing::snapshots::{snapshot, watched, won};

const STOPPING: &str =
    r#"{"type":"closing","reason":"shutdown","message":"The server is stopping.","retry_in_ms":1200}"#;

fn no_server_at(address: &str) -> Failure {
    Failure::NoServer { address: Some(address.into()), cause: "Connection refused".into() }
}

fn no_server() -> Failure {
    no_server_at("mybox:7878")
}

/// Comes back to the match as it is.
fn come_back(client: &mut Client, snapshot: Snapshot) {
    assert_eq!(client.reconnect(), resume());
    client.sent.pop();
    client.hear(&frame(WELCOME)).hear(&frame(SEATED)).see(snapshot);
}

#[test]
fn a_server_that_was_restored_from_a_backup_shows_its_earlier_state() {
    let mut client = with_ticket(Client::person());
    client.see(at_seq(&snapshot(&[0, 4]), 9)).see(at_seq(&snapshot(&[0]), 8));
    assert_eq!(client.app.view().unwrap().snapshot.ply, 2, "while it is connected, nothing goes back");
    client.cut();
    come_back(&mut client, at_seq(&snapshot(&[0]), 3));
    assert_eq!(client.app.view().unwrap().snapshot.ply, 1);
    client.see(at_seq(&snapshot(&[]), 2));
    assert_eq!(client.app.view().unwrap().snapshot.ply, 1);
}

#[test]
fn a_person_reconnects_and_sees_the_match_again() {
    let mut client = with_ticket(Client::person());
    client.cut();
    assert_eq!(client.said(), "Connection lost (the server closed it). Reconnecting...\n");
    assert!(client.app.is_lost() && !client.app.is_asking());
    come_back(&mut client, snapshot(&[]));
    assert_eq!(
        client.said(),
        "Reconnected.\n 1 2 3\n 4 5 6\n 7 8 9\n\
         Your turn. You are X. Type the number of a square, or help.\n"
    );
    assert!(client.app.is_asking());
    client.read("5");
    assert_eq!(client.grant(), plays(4, 0));
}

#[test]
fn what_happened_during_the_loss_is_shown() {
    let mut client = with_ticket(Client::script());
    client.see(snapshot(&[4])).said();
    client.cut().said();
    come_back(&mut client, snapshot(&[4, 0]));
    let said = client.said();
    assert!(said.starts_with("Reconnected.\nBob played top left.\n O 2 3\n"), "{said}");
}

#[test]
fn the_server_says_how_long_to_stay_away() {
    let mut client = with_ticket(Client::person());
    client.hear(&frame(STOPPING)).cut();
    assert_eq!(client.said(), "Connection lost (the server is stopping). Reconnecting...\n");
    assert_eq!(client.wake_at(), Some(client.now + Duration::from_millis(1200)));
    come_back(&mut client, snapshot(&[]));
    assert_eq!(client.end, None);
}

#[test]
fn a_closing_that_no_close_follows_is_a_lost_connection() {
    let mut client = with_ticket(Client::person());
    client.hear(&frame(STOPPING));
    come_back(&mut client, snapshot(&[]));
}

#[test]
fn a_connection_that_the_server_closes_again_stays_lost() {
    let mut client = with_ticket(Client::person());
    client.cut();
    client.reconnect();
    client.sent.pop();
    client.hear(&frame(WELCOME)).hear(&frame(STOPPING)).lose(Failure::shut());
    assert!(client.app.is_lost());
    come_back(&mut client, snapshot(&[]));
    assert!(client.app.is_asking());
}

#[test]
fn late_frames_of_a_lost_connection_are_ignored() {
    let mut client = with_ticket(Client::script());
    client.cut().said();
    client.see(snapshot(&[4, 0]));
    client.cut();
    assert_eq!((client.said().as_str(), &client.end), ("", &None));
}

#[test]
fn a_person_sees_why_reconnecting_fails_once_until_the_client_gives_up() {
    let mut client = with_ticket(Client::person());
    client.cut().said();
    let mut nodes = ["mybox:7878", "other:7878"].into_iter().cycle();
    while client.end.is_none() {
        client.wake();
        if std::mem::take(&mut client.tries) > 0 {
            client.lose(no_server_at(nodes.next().unwrap()));
        }
    }
    let cause = "no server answers at mybox:7878: Connection refused";
    let expected = format!("Still no connection ({cause}). Reconnecting... Type quit to leave.\n");
    assert_eq!(client.said(), expected);
    let end = client.end.take().unwrap().unwrap_err();
    assert_eq!(end.code(), 5);
    assert!(end.keeps_seat() && client.saved().is_some(), "the next run may take it");
}

#[test]
fn a_server_that_accepts_and_stays_silent_is_given_up() {
    let mut client = with_ticket(Client::script());
    client.cut();
    client.reconnect();
    client.hear(&frame(WELCOME));
    while client.end.is_none() {
        client.wake();
    }
    assert!(matches!(client.end, Some(Err(Failure::GaveUp { .. }))));
}

#[test]
fn a_person_can_see_the_board_without_a_connection_but_not_play() {
    let mut client = with_ticket(Client::person());
    client.cut().said();
    client.read("board").read("5").read("resign").read("new").read("hint");
    let declined = "The connection is lost. Wait until it is back.\n";
    assert_eq!(client.said(), format!("___\n___\n___\n{}", declined.repeat(4)));
    assert!(client.sent.is_empty());
}

#[test]
fn quitting_without_a_connection_ends_at_once_and_keeps_the_seat() {
    let quit = Input::Line(Ok("quit".into()));
    for (client, leave) in
        [(Client::person(), quit.clone()), (Client::person(), Input::End), (Client::script(), quit)]
    {
        let mut client = with_ticket(client);
        client.cut();
        client.event(Event::Input(leave));
        assert_eq!(client.end, Some(Ok(())));
        assert_eq!(client.saved(), Some(&Ticket::new("m1.secret".into())));
    }
}

#[test]
fn a_question_that_was_asked_before_is_not_answered_by_what_is_typed_then() {
    let mut client = with_ticket(Client::person());
    client.read("resign").cut().said();
    client.read("y");
    assert_eq!(client.said(), "The connection is lost. Wait until it is back.\n");
    let mut client = with_ticket(Client::person());
    client.read("q").cut();
    come_back(&mut client, snapshot(&[]));
    client.said();
    client.read("n");
    assert_eq!(client.said(), "The game has changed since the question. Nothing was done.\n");
}

#[test]
fn the_line_of_a_script_waits_and_so_does_its_end() {
    let mut client = with_ticket(Client::script());
    client.cut().said();
    client.read("5");
    assert!(client.sent.is_empty() && !client.app.wants_input());
    come_back(&mut client, snapshot(&[]));
    assert_eq!(client.grant(), plays(4, 0));
    client.see(snapshot(&[4])).cut().end_input();
    assert_eq!(client.end, None);
    come_back(&mut client, snapshot(&[4]));
    assert!(client.sent.is_empty(), "it is not its turn");
}

#[test]
fn a_watcher_watches_again() {
    let mut client = Client::spectator(InputMode::Script);
    let watch = client.grant();
    let seen = watched(snapshot(&[4]));
    client.see(seen.clone()).cut().said();
    assert_eq!(client.reconnect(), watch);
    client.grant();
    client.see(seen);
    let said = "Reconnected.\n 1 2 3\n 4 X 6\n 7 8 9\nBob's turn.\n";
    assert_eq!((client.said().as_str(), client.app.is_lost()), (said, false));
    client.cut().said();
    client.reconnect();
    client.refuse("no_such_match");
    assert_eq!(client.said(), "", "the last lines of the run say it");
    assert_eq!(
        client.end.take().unwrap().unwrap_err().lines().unwrap(),
        "The client reconnected, but the match is gone: No.\n\
         Start tictactoe again for a new game, or name another match to watch.\n"
    );
}

#[test]
fn a_player_who_cannot_move_gets_no_time_warning() {
    let mut timed = snapshot(&[]);
    timed.ms_left = Some(60_000);
    let late = |client: &mut Client| {
        client.now += Duration::from_secs(50);
        client.event(Event::Woke).said()
    };
    let mut client = with_ticket(Client::person());
    client.see(snapshot(&[0])).see(at_seq(&timed, 3));
    assert!(late(&mut client).contains("10 s left to move."));
    for is_cut in [true, false] {
        let mut client = with_ticket(Client::person());
        client.see(snapshot(&[0])).see(at_seq(&timed, 3));
        if is_cut {
            client.cut()
        } else {
            client.read("5")
        };
        client.said();
        assert!(!late(&mut client).contains("left to move"), "{is_cut}");
        assert!(client.wake_at().is_none_or(|at| is_cut || at > client.now));
    }
}

fn at_seq(snapshot: &Snapshot, seq: u64) -> Snapshot {
    Snapshot { seq, ..snapshot.clone() }
}

#[test]
fn a_person_whose_ticket_is_refused_may_have_a_new_opponent() {
    for code in ["no_such_match", "bad_ticket", "left"] {
        let mut client = with_ticket(Client::person());
        client.read("5").cut().said();
        client.sent.clear();
        assert_eq!(client.reconnect(), resume());
        client.refuse(code);
        assert_eq!(client.said(), "No. Type new or quit.\n");
        assert!(client.app.is_asking() && client.saved().is_none());
        client.read("n");
        assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
    }
}

#[test]
fn a_match_that_is_forgotten_during_a_reconnect_blocks_no_player() {
    let mut client = with_ticket(Client::person());
    client.cut().said();
    client.reconnect();
    client.grant();
    client.hear(&frame(SEATED));
    client.hear(&frame(r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#));
    assert_eq!(client.said(), "Gone. Type new or quit.\n");
    assert!(client.app.is_asking() && !client.app.is_lost());
}

#[test]
fn a_script_that_has_nothing_more_to_say_ends_when_its_ticket_is_refused() {
    let mut client = with_ticket(Client::script());
    client.cut().end_input();
    client.reconnect();
    client.refuse("no_such_match");
    let end = client.end.take().unwrap().unwrap_err();
    assert_eq!((end.code(), end.keeps_seat()), (5, false));
}

#[test]
fn a_client_whose_match_is_gone_greets_with_a_ping() {
    let mut client = with_ticket(Client::person());
    client.hear(&frame(r#"{"type":"refused","code":"no_such_match","message":"Gone."}"#));
    client.cut().said();
    assert_eq!(client.reconnect(), ClientMessage::Ping(Empty {}));
    let ping = client.take_sent();
    client.hear(&ServerMessage::Pong(Pong { id: ping.id }));
    assert_eq!(client.said(), "Reconnected.\n");
    client.read("n");
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()));
}

#[test]
fn a_server_that_says_nothing_more_is_not_bidden_goodbye() {
    let mut client = with_ticket(Client::person());
    client.read("quit").read("y").wake();
    assert_eq!((client.end.take(), client.disconnects), (Some(Ok(())), 1));
    let mut client = with_ticket(Client::script());
    client.read("quit");
    assert_eq!(client.grant(), LEAVE);
    assert_eq!((client.end.take(), client.disconnects), (Some(Ok(())), 0));
}

#[test]
fn after_a_reconnect_the_board_or_the_options_after_the_game_are_shown_once() {
    let (mut mine, mut theirs, mut left) = (won(), won(), won());
    (mine.rematch.offers, theirs.rematch.offers) = (vec![Mark::X], vec![Mark::O]);
    (left.players.o.presence, left.rematch.open) = (Presence::Left, false);
    let first = Snapshot { you: Some(You::O), ..snapshot(&[]) };
    for (before, after, told) in [
        (&first, &first, " 1 2 3\n 4 5 6\n 7 8 9\nAnn is thinking...\n"),
        (&mine, &mine, "Rematch offered. Waiting for Bob...\n"),
        (&won(), &theirs, "Bob wants a rematch. Type rematch to accept, or decline.\n"),
        (&won(), &left, "Bob has left. Type review, new or quit.\n"),
        (&won(), &won(), "Type rematch, review, new or quit.\n"),
    ] {
        let mut client = with_ticket(Client::person());
        client.see(before.clone()).cut().said();
        come_back(&mut client, at_seq(after, 100));
        assert_eq!(client.said(), format!("Reconnected.\n{told}"));
    }
}

#[test]
fn leaving_is_said_again_when_it_may_not_have_arrived() {
    let mut client = with_ticket(Client::script());
    client.read("quit");
    assert_eq!(client.take_sent().message, LEAVE);
    assert_eq!(client.saved(), None, "nobody comes back to what was left");
    client.cut();
    assert_eq!((client.said().as_str(), &client.end), ("", &None));
    assert_eq!(client.reconnect(), resume());
    client.grant();
    client.hear(&frame(SEATED)).see(snapshot(&[]));
    assert_eq!(client.grant(), LEAVE);
    assert_eq!(client.end, Some(Ok(())));
}

#[test]
fn leaving_that_had_arrived_is_done() {
    let mut client = with_ticket(Client::person());
    client.see(won()).read("n").cut();
    client.sent.clear();
    assert_eq!(client.reconnect(), resume());
    client.refuse("left");
    assert_eq!(client.grant(), ClientMessage::Join(Join::default()), "on to the next opponent");
}

#[test]
fn a_player_can_leave_although_the_server_is_gone() {
    let mut client = with_ticket(Client::script());
    client.read("quit").cut();
    while client.end.is_none() {
        client.wake();
        if std::mem::take(&mut client.tries) > 0 {
            client.lose(no_server());
        }
    }
    assert_eq!((client.end.take(), client.saved()), (Some(Ok(())), None));
    let mut waits = seated(Client::script());
    waits.read("quit").cut();
    assert_eq!(waits.end, Some(Ok(())), "whoever has no ticket has nothing to come back for");
}

proptest! {
    /// However often and whenever connections go: no client panics, spins, or says two things at once that the
    /// server could take for two moves.
    #[test]
    fn no_order_of_losses_confuses_the_core(happenings in proptest::collection::vec(0..7_u8, 0..40), is_hotseat in any::<bool>(), is_person in any::<bool>()) {
        let new = if is_hotseat { Client::hotseat } else if is_person { Client::person } else { Client::script };
        let mut client = with_ticket(new());
        let mut ply = 0;
        for happening in happenings {
            if client.end.is_some() {
                break;
            }
            match happening {
                0 | 1 => drop(client.cut()),
                2 if client.wake_at().is_some() => drop(client.wake()),
                3 => if client.tries > 0 { client.connect(); },
                4 => if std::mem::take(&mut client.tries) > 0 { client.lose(no_server()); },
                5 => {
                    let moves: Vec<u8> = (0..=ply).collect();
                    ply = (ply + 1).min(3);
                    let mut seen = snapshot(&moves);
                    seen.you = Some(if is_hotseat { You::Both } else { You::X });
                    client.see(seen);
                }
                _ => if client.app.wants_input() { client.read("9"); },
            }
            let moves = client.sent.iter().filter(|sent| matches!(sent.message, ClientMessage::Move(_)));
            for sent in moves {
                let ClientMessage::Move(played) = sent.message else { continue };
                prop_assert!(played.ply.is_some() && played.game == Some(1));
            }
            if let Some(wake) = client.wake_at() {
                prop_assert!(wake >= client.now || client.app.is_lost());
            }
        }
    }
}

#[test]
fn a_busy_server_is_asked_again_for_the_seat() {
    let mut client = with_ticket(Client::script());
    client.cut();
    client.reconnect();
    assert_eq!(client.refuse("unavailable"), resume());
    client.wake();
    assert_eq!(client.grant(), resume());
    client.hear(&frame(SEATED)).see(snapshot(&[]));
    assert!(!client.app.is_lost());
}
