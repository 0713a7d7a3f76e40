//! How runs end.

use std::io::ErrorKind;
use std::task::Poll;

use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::Opponent;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use super::outputs::Output;
use super::*;
use crate::testing::server::{Peer, SEATED, WELCOME, serve, waiting_in};
use crate::testing::snapshots::snapshot;

#[tokio::test]
async fn what_breaks_the_protocol_is_exit_6() {
    let mut flawed = snapshot(&[]);
    flawed.board.pop();
    let flawed = ServerMessage::State(Box::new(flawed)).to_json();
    for message in [
        Message::text("hello"),
        Message::text(r#"{"type":"state"}"#),
        Message::text(r#"{"type":"hint"}"#),
        Message::text(r#"{"type":"hint","game":1,"ply":0,"cells":[256],"worth":null}"#),
        Message::text(flawed),
        Message::text("x".repeat(100_000)),
        Message::binary(Bytes::from_static(b"{}")),
    ] {
        let address = serve(|mut peer: Peer| async move {
            use futures::SinkExt;
            peer.hear().await;
            peer.0.send(message).await.unwrap();
            // Until the client has gone: closing first would be a lost connection.
            while let Some(Ok(_)) = futures::StreamExt::next(&mut peer.0).await {}
        });
        let (end, _) = run_with(&address.await, Ui::Text, &["5"]).await;
        assert_eq!(end.as_ref().unwrap_err().code(), 6, "{end:?}");
    }
}

#[tokio::test]
async fn a_server_that_falls_silent_is_lost_after_45_seconds_and_during_a_game_after_6() {
    for (is_game_on, seconds) in [(false, 45), (true, 6)] {
        let address = serve(move |mut peer: Peer| async move {
            peer.hear().await;
            if is_game_on {
                peer.send(SEATED).await;
                peer.show(snapshot(&[])).await;
            }
            // From here on the clock jumps to the next deadline whenever everybody waits.
            tokio::time::pause();
            std::future::pending::<()>().await;
        });
        let end = run_waiting(&address.await, Paper::default().output(), std::future::pending()).await;
        assert_eq!(end, Err(Failure::Lost(format!("nothing was heard for {seconds} s"))));
        tokio::time::resume();
    }
}

#[tokio::test]
async fn an_input_that_cannot_be_read_is_not_its_end() {
    for face in [Ui::Text, Ui::Json] {
        let address = serve(|mut peer: Peer| async move {
            peer.grant().await;
            assert!(is_leave(&peer.grant().await.message));
        });
        let (end, _) =
            run_plan(plan(&address.await, face), vec![Err(Failure::Input("Is a directory".into()))]).await;
        let failure = end.unwrap_err();
        assert_eq!(
            (failure.code(), failure.to_string().as_str()),
            (1, "The input cannot be read: Is a directory.")
        );
    }
}

#[tokio::test]
async fn what_arrived_while_the_process_was_stopped_is_read_before_it_gives_up() {
    let address = serve(|mut peer: Peer| async move {
        peer.hear().await;
        tokio::time::pause();
        tokio::time::advance(Duration::from_secs(46)).await;
        tokio::time::resume();
        peer.send(r#"{"type":"refused","id":"tictactoe-enter","code":"bad_rules","message":"No."}"#).await;
        peer.see_close().await;
    });
    let end = run_waiting(&address.await, Paper::default().output(), std::future::pending()).await;
    assert_eq!(end.unwrap_err().code(), 4, "it has heard the refusal");
}

#[tokio::test]
async fn a_close_that_no_end_of_the_stream_follows_is_a_close() {
    let address = serve(|mut peer: Peer| async move {
        use tokio::io::AsyncWriteExt;
        peer.hear().await;
        // A close frame with code 1000, and then nothing any more.
        peer.0.get_mut().write_all(&[0x88, 2, 3, 232]).await.unwrap();
        std::future::pending::<()>().await;
    });
    let end = run_waiting(&address.await, Paper::default().output(), std::future::pending()).await;
    assert_eq!(end, Err(Failure::Lost("the server closed it".into())));
}

/// A server that sees a join and then a leave. Gives its address, and tells when it has answered the join.
async fn sees_a_leave() -> (String, oneshot::Receiver<()>) {
    let (seen, has_joined) = oneshot::channel();
    let address = serve(|mut peer: Peer| async move {
        peer.send(WELCOME).await;
        peer.grant().await;
        peer.send(&waiting_in("null", "null", (3, 3)).to_json()).await;
        seen.send(()).ok();
        assert!(is_leave(&peer.grant().await.message));
    });
    (address.await, has_joined)
}

#[tokio::test]
async fn a_stop_leaves_the_match_and_ends_the_run_although_the_output_is_not_read() {
    for (stop, code) in [(Failure::TimedOut, 7), (Failure::Stopped(StopSignal::Interrupt), 130)] {
        for is_stuck in [true, false] {
            let (address, has_joined) = sees_a_leave().await;
            let output = Output(move |_: &[u8]| if is_stuck { Poll::Pending } else { Poll::Ready(Ok(())) });
            let end = run_waiting(&address, output, stop_after(has_joined, stop.clone())).await;
            assert_eq!(end.unwrap_err().code(), code);
        }
    }
}

#[tokio::test]
async fn a_closed_output_ends_the_run_quietly_and_any_other_error_says_what_to_do() {
    let full = "The output cannot be written: no storage space.\nCheck that";
    for (kind, code, lines) in [(ErrorKind::BrokenPipe, 0, None), (ErrorKind::StorageFull, 1, Some(full))] {
        let (address, _) = sees_a_leave().await;
        let broken = Output(move |_: &[u8]| Poll::Ready(Err(kind.into())));
        let failure = run_waiting(&address, broken, std::future::pending()).await.unwrap_err();
        assert_eq!(failure.code(), code);
        let said = failure.lines();
        assert!(
            said.as_deref() == lines || said.zip(lines).is_some_and(|(said, lines)| said.starts_with(lines))
        );
    }
}

#[test]
fn a_server_that_was_offered_and_has_gone_leads_to_the_menu() {
    let plan = person(plan("mybox", Ui::Text));
    let gone = Err(Failure::NoServer { address: None, cause: "it is off".into() });
    assert!(matches!(next(&plan, &gone, true), Some(Wanted::Choice(_))));
    assert!(next(&plan, &gone, false).is_none(), "the person has named this one");
}

#[tokio::test]
async fn the_join_fits_the_chosen_server() {
    let arena = Join { arena: Some("club".into()), minutes: Some(5), ..Join::default() };
    let address = Destination::parse("mybox").unwrap().address;
    let moved = || Wanted::OlderHost { name: "Bob".to_owned(), address: address.clone() };
    let with = |opponent| Join { opponent: Some(opponent), ..Join::default() };
    for (asked, wanted, sent) in [
        (Join::default(), moved(), with(Opponent::Human)),
        (arena.clone(), moved(), arena.clone()),
        (arena, Wanted::Venue(Venue::Private), with(Opponent::Ai)),
    ] {
        let (_open, console) = console(Paper::default().output());
        let plan = Config { purpose: Some(Purpose::Join(asked)), ..plan("mybox", Ui::Text) };
        let mut front = Frontend::Console(console);
        let found = find_server::find(&plan, wanted, &Trust::default(), &mut front).await;
        assert_eq!(found.unwrap().unwrap().purpose, Purpose::Join(sent));
    }
}
