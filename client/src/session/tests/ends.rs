//! How runs end.

use std::io::ErrorKind;

use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use super::outputs::{Broken, Stuck};
use tictactoe_protocol::server::ServerMessage;

use super::*;
use crate::testing::server::{Peer, WELCOME, serve};
use crate::testing::snapshots::snapshot;

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
        peer.send(
            r#"{"type":"refused","id":"tictactoe-enter","code":"bad_rules","message":"No such board."}"#,
        )
        .await;
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
async fn a_stop_ends_the_run_although_the_output_is_not_read() {
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
async fn a_closed_output_ends_the_run_quietly() {
    let address = serve(|mut peer: Peer| async move {
        peer.send(WELCOME).await;
        peer.grant().await;
        assert!(is_leave(&peer.grant().await.message));
    });
    let failure =
        run_waiting(&address.await, Broken(ErrorKind::BrokenPipe), std::future::pending()).await.unwrap_err();
    assert_eq!((failure.code(), failure.lines()), (0, None));
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

#[tokio::test]
async fn an_output_that_cannot_be_written_leaves_the_match_and_says_what_to_do() {
    let address = serve(|mut peer: Peer| async move {
        peer.send(WELCOME).await;
        peer.grant().await;
        assert!(is_leave(&peer.grant().await.message));
    });
    let full = Broken(ErrorKind::StorageFull);
    let failure = run_waiting(&address.await, full, std::future::pending()).await.unwrap_err();
    assert_eq!(failure.code(), 1);
    let lines = failure.lines().unwrap();
    assert!(lines.starts_with("The output cannot be written: no storage space.\nCheck that"), "{lines}");
}

#[tokio::test]
async fn an_input_that_cannot_be_read_is_not_its_end() {
    for face in [PLAIN, Ui::Lines(LineUi::Text), Ui::Json] {
        let address = serve(|mut peer: Peer| async move {
            peer.grant().await;
            assert!(is_leave(&peer.grant().await.message));
        });
        let (end, _) =
            run_plan(plan(&address.await, face), vec![Line::Failed("Is a directory".into())]).await;
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
    let end = run_waiting(&address.await, Paper::default(), std::future::pending()).await;
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
    let end = run_waiting(&address.await, Paper::default(), std::future::pending()).await;
    assert_eq!(end, Err(Failure::Lost("the server closed it".into())));
}
