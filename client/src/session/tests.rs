//! Whole runs against a server that follows a script, over real sockets.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use tictactoe_protocol::client::{ClientMessage, Empty, Join, Move};
use tokio::io::AsyncWrite;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use super::*;
use crate::address::Destination;
use crate::errand::{Errand, Series};
use crate::testing::server::{Peer, WELCOME, serve};
use crate::testing::snapshots::{snapshot, won};

const PLAIN: Face = Face::Spoken(Spoken::Plain);

/// An output that can be looked at.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl AsyncWrite for Paper {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, text: &[u8]) -> Poll<io::Result<usize>> {
        self.0.lock().unwrap().extend_from_slice(text);
        Poll::Ready(Ok(text.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// An output whose reader has gone.
struct Unheard;

impl AsyncWrite for Unheard {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// An output that takes nothing in and never will.
struct Stuck;

impl AsyncWrite for Stuck {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Pending
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Pending
    }
}

fn plan(address: &str, face: Face) -> Plan {
    Plan {
        address: Destination::parse(address).unwrap().address,
        errand: Errand::Join(Join::default()),
        series: Series::ONE,
        face,
        timeout: None,
    }
}

/// Runs with these lines of input, and then its end.
async fn run_with(address: &str, face: Face, lines: &[&str]) -> (Result<(), Failure>, String) {
    let (sender, receiver) = mpsc::channel(lines.len() + 1);
    for line in lines {
        sender.send(Ok((*line).to_owned())).await.unwrap();
    }
    drop(sender);
    let paper = Paper::default();
    let console = Console::new(receiver, Box::new(paper.clone()), false);
    let end = run(plan(address, face), console, std::future::pending()).await;
    let said = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    (end, said)
}

/// Runs with an input that never comes.
async fn run_waiting(
    address: &str,
    output: impl AsyncWrite + Send + Unpin + 'static,
    stop: impl Future<Output = Stop>,
) -> Result<(), Failure> {
    let (_open, receiver) = mpsc::channel(1);
    run(plan(address, PLAIN), Console::new(receiver, Box::new(output), false), stop).await
}

fn is_leave(message: &ClientMessage) -> bool {
    *message == ClientMessage::Leave(Empty {})
}

#[tokio::test]
async fn a_game_is_played_to_its_end_and_the_connection_closed_properly() {
    let address = serve(|mut peer: Peer| async move {
        peer.send(WELCOME).await;
        assert_eq!(peer.grant().await.message, ClientMessage::Join(Join::default()));
        peer.show(snapshot(&[0, 3, 1, 4])).await;
        assert_eq!(
            peer.grant().await.message,
            ClientMessage::Move(Move { cell: 2, ply: Some(4), game: Some(1) })
        );
        peer.show(won()).await;
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, PLAIN, &["1", "nonsense", "3"]).await;
    assert_eq!(end, Ok(()));
    assert!(said.starts_with("connected server=0.1.0 protocol=tictactoe.v1\ngame number=1"), "{said}");
    assert!(said.contains("refused code=taken"), "{said}");
    assert!(said.contains("refused code=unreadable"), "{said}");
    assert!(said.ends_with("over result=won winner=X reason=line lines=1-2-3 score=1-0-0\n"), "{said}");
}

#[tokio::test]
async fn the_text_face_prompts_and_ends_its_lines() {
    let address = serve(|mut peer: Peer| async move {
        peer.grant().await;
        peer.show(snapshot(&[0, 3, 1, 4])).await;
        while !is_leave(&peer.grant().await.message) {}
    });
    let (end, said) = run_with(&address.await, Face::Spoken(Spoken::Text), &[]).await;
    assert_eq!((end, said.as_str()), (Ok(()), ""), "a person who has gone is not prompted");
}

#[tokio::test]
async fn nobody_at_the_address_is_exit_3() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let (end, _) = run_with(&address, PLAIN, &[]).await;
    let failure = end.unwrap_err();
    assert_eq!(failure.code(), 3);
    let lines = failure.lines().unwrap();
    assert!(lines.starts_with(&format!("No server answers at {address}: Connection refused.\n")), "{lines}");
    assert_eq!(lines.lines().count(), 2);
}

#[tokio::test]
async fn something_else_at_the_address_is_exit_3() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"SSH-2.0-OpenSSH_9.6\r\n").await.unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.ok();
    });
    let (end, _) = run_with(&address, PLAIN, &[]).await;
    assert!(matches!(end, Err(Failure::NotOurs { .. })), "{end:?}");
}

#[tokio::test]
async fn a_refused_join_is_exit_4() {
    let address = serve(|mut peer: Peer| async move {
        peer.hear().await;
        peer.send(r#"{"type":"refused","id":1,"code":"bad_rules","message":"No such board."}"#).await;
        peer.see_close().await;
    });
    let (end, _) = run_with(&address.await, PLAIN, &["5"]).await;
    assert_eq!(end.unwrap_err().code(), 4);
}

#[tokio::test]
async fn a_server_that_goes_is_exit_5() {
    let address = serve(|mut peer: Peer| async move {
        peer.hear().await;
        peer.0.close(None).await.unwrap();
    });
    let (end, _) = run_with(&address.await, PLAIN, &["5"]).await;
    assert_eq!(end, Err(Failure::Lost("the server closed it".into())));
    let address = serve(|mut peer: Peer| async move {
        peer.hear().await;
    });
    let (end, _) = run_with(&address.await, PLAIN, &["5"]).await;
    assert_eq!(end.unwrap_err().code(), 5, "cut without a word");
}

#[tokio::test]
async fn what_breaks_the_protocol_is_exit_6() {
    let mut flawed = snapshot(&[]);
    flawed.board.pop();
    let flawed = ServerMessage::State(Box::new(flawed)).to_json();
    for message in [
        Message::text("hello"),
        Message::text(r#"{"type":"state"}"#),
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
        let (end, _) = run_with(&address.await, PLAIN, &["5"]).await;
        assert_eq!(end.as_ref().unwrap_err().code(), 6, "{end:?}");
    }
}

#[tokio::test]
async fn a_stop_leaves_the_match_and_has_its_own_exit_code() {
    let (seen, stop) = tokio::sync::oneshot::channel();
    let address = serve(|mut peer: Peer| async move {
        peer.grant().await;
        seen.send(()).unwrap();
        assert!(is_leave(&peer.grant().await.message));
    });
    let stop = async move {
        stop.await.unwrap();
        Stop::TimedOut
    };
    let end = run_waiting(&address.await, Paper::default(), stop).await;
    assert_eq!(end.unwrap_err().code(), 7);
}

#[tokio::test]
async fn a_stop_gets_through_although_nobody_reads_the_output() {
    let (seen, stop) = tokio::sync::oneshot::channel();
    let address = serve(|mut peer: Peer| async move {
        peer.grant().await;
        peer.send(WELCOME).await;
        seen.send(()).unwrap();
        assert!(is_leave(&peer.grant().await.message));
    });
    let stop = async move {
        stop.await.unwrap();
        Stop::Interrupted
    };
    let end = run_waiting(&address.await, Stuck, stop).await;
    assert_eq!(end.unwrap_err().code(), 130);
}

#[tokio::test]
async fn an_output_that_nobody_reads_any_more_ends_the_run_quietly() {
    let address = serve(|mut peer: Peer| async move {
        peer.send(WELCOME).await;
        peer.grant().await;
        assert!(is_leave(&peer.grant().await.message));
    });
    let failure = run_waiting(&address.await, Unheard, std::future::pending()).await.unwrap_err();
    assert_eq!((failure.code(), failure.lines()), (0, None));
}

#[tokio::test]
async fn json_carries_lines_and_frames_as_they_are() {
    let address = serve(|mut peer: Peer| async move {
        peer.send("{ \"type\": \"pong\",\n\"mood\": \"good\" }").await;
        assert!(matches!(peer.grant().await.message, ClientMessage::Join(_)));
        assert_eq!(peer.hear().await, r#"{"type":"dance"}"#);
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, Face::Json, &[" {\"type\":\"dance\"} ", "  "]).await;
    assert_eq!(end, Ok(()));
    let mut lines: Vec<_> = said.lines().collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            r#"{ "type": "pong", "mood": "good" }"#,
            r#"{"type":"done","id":"tictactoe-enter"}"#,
            r#"{"type":"done","id":"tictactoe-leave"}"#,
        ]
    );
}

#[tokio::test]
async fn json_ends_when_what_the_flags_ask_for_is_refused() {
    let address = serve(|mut peer: Peer| async move {
        peer.hear().await;
        peer.send(r#"{"type":"refused","id":"tictactoe-enter","code":"stopping","message":"No."}"#).await;
        peer.see_close().await;
    });
    let (_open, receiver) = mpsc::channel(1);
    let console = Console::new(receiver, Box::new(Paper::default()), false);
    let end = run(plan(&address.await, Face::Json), console, std::future::pending()).await;
    assert_eq!(end.unwrap_err().code(), 4);
}

#[tokio::test]
async fn a_server_that_falls_silent_is_lost_after_45_seconds() {
    let address = serve(|mut peer: Peer| async move {
        peer.hear().await;
        // From here on the clock jumps to the next deadline whenever everybody waits.
        tokio::time::pause();
        std::future::pending::<()>().await;
    });
    let end = run_waiting(&address.await, Paper::default(), std::future::pending()).await;
    assert_eq!(end, Err(Failure::Lost("nothing was heard for 45 s".into())));
}
