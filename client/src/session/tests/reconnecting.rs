//! Lost connections.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;

use tictactoe_protocol::client::{ClientFrame, Resume};
use tictactoe_protocol::ticket::Ticket;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::outputs::Output;
use super::*;
use crate::net::backoff::DEFAULT_LIMIT;
use crate::testing::server::{Peer, SEATED, WELCOME, serve_each};
use crate::testing::snapshots::{snapshot, won};

fn patient(address: &str, face: Ui) -> Config {
    fastrand::seed(7);
    Config { reconnect: DEFAULT_LIMIT, ..plan(address, face) }
}

fn resume() -> ClientMessage {
    ClientMessage::Resume(Resume { ticket: Ticket::new("m1.secret".into()) })
}

/// Lets a client in, gives it a seat and shows it the board after these moves.
async fn seat(stream: TcpStream, moves: &[u8]) -> (Peer, ClientMessage) {
    let mut peer = Peer::accept(stream).await;
    peer.send(WELCOME).await;
    let ClientFrame { message, .. } = peer.grant().await;
    peer.send(SEATED).await;
    peer.show(snapshot(moves)).await;
    (peer, message)
}

async fn answer(mut stream: TcpStream, status: &str) {
    let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 4\r\nconnection: close\r\n\r\nBusy");
    stream.write_all(answer.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_full_or_starting_is_asked_again() {
    let address = serve_each(|number, stream| async move {
        match number {
            0 => drop(seat(stream, &[0, 3, 1, 4]).await),
            1 => answer(stream, "503 Service Unavailable").await,
            2 => answer(stream, "429 Too Many Requests").await,
            3 => answer(stream, "502 Bad Gateway").await,
            4 => drop(stream),
            _ => {
                let (mut peer, _) = seat(stream, &[0, 3, 1, 4]).await;
                peer.show(won()).await;
                while !is_leave(&peer.grant().await.message) {}
            }
        }
    });
    let (end, said) = run_open(patient(&address.await, Ui::Text)).await;
    assert_eq!(end, Ok(()), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("Still no connection")).count(), 3, "{said}");
    assert!(said.contains("a proxy says 502 Bad Gateway"), "{said}");
}

/// A server that names this node, gives each client a seat, and goes; it says how often it was called.
async fn one_of_two(node: &str) -> (String, Arc<AtomicU32>) {
    let welcome = WELCOME.replacen('{', &format!(r#"{{"nodes":["http://{node}"],"#), 1);
    let calls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&calls);
    let address = serve_each(move |_, stream| {
        let welcome = welcome.clone();
        let call = counted.fetch_add(1, Ordering::SeqCst);
        async move {
            let mut peer = Peer::accept(stream).await;
            peer.send(&welcome).await;
            let ClientFrame { message, .. } = peer.grant().await;
            assert_eq!(message == resume(), call > 0);
            peer.send(SEATED).await;
            peer.show(if call == 0 { snapshot(&[0, 3, 1, 4]) } else { won() }).await;
            while call > 0 && !is_leave(&peer.grant().await.message) {}
        }
    });
    (address.await, calls)
}

#[tokio::test]
async fn after_a_lost_connection_the_client_goes_to_another_node() {
    let node = serve_each(|_, stream| async move {
        let (mut peer, message) = seat(stream, &[0, 3, 1, 4]).await;
        assert_eq!(message, resume());
        peer.show(won()).await;
        while !is_leave(&peer.grant().await.message) {}
    });
    let (address, calls) = one_of_two(&node.await).await;
    let (end, said) = run_open(patient(&address, Ui::Text)).await;
    assert_eq!((end, calls.load(Ordering::SeqCst)), (Ok(()), 1), "{said}");
}

#[tokio::test]
async fn if_no_other_node_can_be_used_the_client_comes_back() {
    let stray = serve_each(|_, stream| answer(stream, "404 Not Found")).await;
    for node in ["127.0.0.1:1", &stray] {
        let (address, calls) = one_of_two(node).await;
        let (end, said) = run_open(patient(&address, Ui::Text)).await;
        assert_eq!((end, calls.load(Ordering::SeqCst)), (Ok(()), 2), "{said}");
    }
}

#[tokio::test]
async fn a_server_that_refuses_for_good_is_not_called_again() {
    for (status, code) in [("403 Forbidden", 4), ("421 Misdirected Request", 4), ("404 Not Found", 3)] {
        for face in [Ui::Text, Ui::Json] {
            let address = serve_each(move |number, stream| async move {
                match number {
                    0 => drop(seat(stream, &[4]).await),
                    _ => answer(stream, status).await,
                }
            });
            let address = address.await;
            let (end, _) = run_open(patient(&address, face)).await;
            assert_eq!(end.unwrap_err().code(), code, "{status}");
        }
    }
}

#[tokio::test]
async fn a_stop_ends_the_run_while_the_server_is_silent() {
    let (seen, stop) = oneshot::channel();
    let seen = std::sync::Mutex::new(Some(seen));
    let address = serve_each(move |number, stream| {
        let seen = if number == 1 { seen.lock().unwrap().take() } else { None };
        async move {
            if number == 0 {
                drop(seat(stream, &[4]).await);
            } else if let Some(seen) = seen {
                seen.send(()).unwrap();
                // Let in, and never greeted.
                std::future::pending::<()>().await;
            }
        }
    });
    let (_open, console) = console(Paper::default().output());
    let stop = stop_after(stop, Failure::Stopped(StopSignal::Interrupt));
    let plan = person(patient(&address.await, Ui::Text));
    let end = run(plan.clone(), console, stop).await;
    assert_eq!((end.unwrap_err().code(), kept(&plan)), (130, 1), "nobody could be told: the seat stays");
}

#[tokio::test]
async fn a_person_who_quits_without_a_connection_hears_that_the_seat_is_saved() {
    let address = serve_each(|number, stream| async move {
        if number == 0 {
            drop(seat(stream, &[4]).await);
        }
    });
    let plan = person(patient(&address.await, Ui::Text));
    let paper = Paper::default();
    let (sender, console) = console(paper.output());
    let quit = async {
        paper.wait_for("Connection lost", 1).await;
        sender.send(Ok(typed("quit"))).await.unwrap();
    };
    let front = Frontend::Console(console);
    let run = super::super::run(plan.clone(), Trust::default(), front, std::future::pending());
    let (end, ()) = tokio::join!(run, quit);
    assert_eq!(end, Ok(Some(SEAT_KEPT.to_owned())));
    assert_eq!(kept(&plan), 1);
}

fn kept(plan: &Config) -> usize {
    let files = fs::read_dir(&plan.state).into_iter().flatten();
    files.filter(|file| file.as_ref().unwrap().metadata().unwrap().len() > 0).count()
}

#[tokio::test]
async fn json_shows_the_ticket_that_passed_and_answers_what_cannot_be_sent() {
    let (back, may_go_on) = oneshot::channel::<()>();
    let both = std::sync::Mutex::new(Some(may_go_on));
    let address = serve_each(move |number, stream| {
        let may_go_on = if number == 1 { both.lock().unwrap().take() } else { None };
        async move {
            if number == 0 {
                drop(seat(stream, &[]).await);
                return;
            }
            may_go_on.unwrap().await.unwrap();
            let (mut peer, first_word) = seat(stream, &[]).await;
            assert_eq!(first_word, resume());
            assert_eq!(peer.hear().await, r#"{"type":"resign"}"#);
            assert!(is_leave(&peer.grant().await.message));
            peer.see_close().await;
        }
    });
    let paper = Paper::default();
    let (sender, console) = console(paper.output());
    let program = async {
        let says = |line: &str| sender.send(Ok(typed(line)));
        paper.wait_for(r#""type":"state""#, 1).await;
        // Until there is no connection, it is sent into the void.
        while !paper.text().contains("unavailable") {
            says(r#"{"type":"move","cell":4,"id":"lost"}"#).await.unwrap();
            tokio::task::yield_now().await;
        }
        back.send(()).unwrap();
        paper.wait_for(r#""type":"state""#, 2).await;
        says(r#"{"type":"resign"}"#).await.unwrap();
        drop(sender);
    };
    let (end, ()) =
        tokio::join!(run(patient(&address.await, Ui::Json), console, std::future::pending()), program);
    assert_eq!(end, Ok(()));
    let said = paper.text();
    let refused = r#"{"type":"refused","id":"lost","code":"unavailable","message":"This was not sent. The connection is lost. Wait until it is back."}"#;
    assert!(said.lines().any(|line| line == refused), "{said}");
    assert!(said.contains(r#"{"type":"done","id":"tictactoe-back"}"#), "{said}");
}

#[tokio::test]
async fn json_resumes_a_place_in_the_queue_and_joins_again_when_it_is_gone() {
    let address = serve_each(|number, stream| async move {
        let mut peer = Peer::accept(stream).await;
        peer.send(WELCOME).await;
        let first_word = ClientFrame::parse(&peer.hear().await).unwrap();
        if number == 0 {
            assert_eq!(first_word.message, ClientMessage::Join(Join::default()));
            peer.send(r#"{"type":"waiting","rules":{"columns":3,"rows":3,"run":3},"room":null,"computer_in_ms":null,"ticket":"m1.secret"}"#).await;
            return;
        }
        assert_eq!(first_word.message, resume());
        peer.send(r#"{"type":"refused","id":"tictactoe-back","code":"no_such_match","message":"Gone."}"#)
            .await;
        assert_eq!(peer.grant().await.message, ClientMessage::Join(Join::default()));
        peer.send(SEATED).await;
        peer.show(snapshot(&[])).await;
        peer.send(r#"{"type":"closing","reason":"superseded","message":"Elsewhere."}"#).await;
        peer.0.close(None).await.ok();
        while let Some(Ok(_)) = futures::StreamExt::next(&mut peer.0).await {}
    });
    let (end, said) = run_open(patient(&address.await, Ui::Json)).await;
    assert_eq!(end.unwrap_err().code(), 5);
    assert!(said.contains(r#""type":"seated""#), "{said}");
}

#[tokio::test]
async fn json_ends_at_once_when_its_input_ends_without_a_connection() {
    let (sender, console) = console(Paper::default().output());
    let sender = std::sync::Mutex::new(Some(sender));
    let address = serve_each(move |number, stream| {
        let sender = if number == 1 { sender.lock().unwrap().take() } else { None };
        async move {
            if number == 0 {
                drop(seat(stream, &[]).await);
            } else {
                drop(sender);
                std::future::pending::<()>().await;
            }
        }
    });
    let plan = patient(&address.await, Ui::Json);
    assert_eq!(run(plan, console, std::future::pending()).await, Ok(()));
}

#[tokio::test]
async fn json_ends_when_its_ticket_is_refused_or_its_seat_is_taken() {
    for (frame, code) in [
        (r#"{"type":"refused","id":"tictactoe-back","code":"left","message":"You have left."}"#, 5),
        (r#"{"type":"closing","reason":"superseded","message":"Elsewhere."}"#, 5),
    ] {
        let address = serve_each(move |number, stream| async move {
            if number == 0 {
                drop(seat(stream, &[]).await);
                return;
            }
            let mut peer = Peer::accept(stream).await;
            peer.hear().await;
            peer.send(frame).await;
            peer.0.close(None).await.ok();
            while let Some(Ok(_)) = futures::StreamExt::next(&mut peer.0).await {}
        });
        let (end, _) = run_open(patient(&address.await, Ui::Json)).await;
        assert_eq!(end.unwrap_err().code(), code);
    }
}

/// Review: the seat is left on the server, and its ticket stays on the disk.
#[tokio::test]
async fn a_stop_before_the_seat_is_back_leaves_it_and_saves_it_or_neither() {
    let (seen, resumed) = oneshot::channel();
    let (left, has_left) = oneshot::channel();
    let both = std::sync::Mutex::new(Some((seen, left)));
    let address = serve_each(move |number, stream| {
        let both = if number == 1 { both.lock().unwrap().take() } else { None };
        async move {
            let Some((seen, left)) = both else { return drop(seat(stream, &[4]).await) };
            let mut peer = Peer::accept(stream).await;
            assert_eq!(ClientFrame::parse(&peer.hear().await).unwrap().message, resume());
            seen.send(()).unwrap();
            let next = futures::StreamExt::next(&mut peer.0).await;
            let text = next.and_then(Result::ok).and_then(|m| m.into_text().ok());
            let is_left = text.is_some_and(|text| text.contains(r#""leave""#));
            left.send(is_left).unwrap();
        }
    });
    let (_open, console) = console(Paper::default().output());
    let stop = stop_after(resumed, Failure::Stopped(StopSignal::Interrupt));
    let plan = person(patient(&address.await, Ui::Text));
    let before = kept(&plan);
    let end = run(plan.clone(), console, stop).await;
    assert_eq!(end.unwrap_err().code(), 130);
    let is_saved = kept(&plan) > before;
    assert_eq!(has_left.await.unwrap(), !is_saved, "it is left, or saved");
}

/// Review: a script that reads `seated` may kill the client at once.
#[tokio::test]
async fn a_seat_is_saved_before_it_is_printed() {
    let address = serve_each(|_, stream| async move {
        let (mut peer, _) = seat(stream, &[]).await;
        while !is_leave(&peer.grant().await.message) {}
        peer.see_close().await;
    });
    let plan = person(plan(&address.await, Ui::Text));
    let (printed, mut counts) = mpsc::unbounded_channel();
    let at_output = plan.clone();
    let watchful = Output(move |text: &[u8]| {
        if text.starts_with(b"Game 1") {
            printed.send(kept(&at_output)).unwrap();
        }
        Poll::Ready(Ok(()))
    });
    let (_open, console) = console(watchful);
    let saved = tokio::select! {
        saved = counts.recv() => saved,
        end = run(plan, console, std::future::pending()) => panic!("{end:?}"),
    };
    assert_eq!(saved, Some(1));
}
