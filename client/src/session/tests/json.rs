//! The `json` interface.

use tictactoe_protocol::client::Watch;
use tictactoe_protocol::values::MatchId;

use super::*;
use crate::testing::server::{Peer, serve};
use crate::testing::snapshots::{snapshot, won};

#[tokio::test]
async fn json_carries_lines_and_frames_as_they_are() {
    let address = serve(|mut peer: Peer| async move {
        peer.send("{ \"type\": \"pong\",\n\"mood\": \"good\" }").await;
        assert!(matches!(peer.grant().await.message, ClientMessage::Join(_)));
        assert_eq!(peer.hear().await, r#"{"type":"dance"}"#);
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, Ui::Json, &[" {\"type\":\"dance\"} ", "  "]).await;
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
    let (end, _) = run_open(plan(&address.await, Ui::Json)).await;
    assert_eq!(end.unwrap_err().code(), 4);
}

#[tokio::test]
async fn json_says_nothing_of_its_own_leave_after_that_of_the_program() {
    let address = serve(|mut peer: Peer| async move {
        peer.grant().await;
        peer.hear().await;
        peer.send(r#"{"type":"done","id":1}"#).await;
        assert!(peer.hear().await.contains("tictactoe-leave"));
        peer.send(r#"{"type":"refused","id":"tictactoe-leave","code":"not_seated","message":"No."}"#).await;
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, Ui::Json, &[r#"{"type":"leave","id":1}"#]).await;
    assert_eq!(end, Ok(()));
    assert!(said.contains(r#"{"type":"done","id":1}"#) && !said.contains("refused"), "{said}");
}

async fn put_off(peer: &mut Peer, id: &str) {
    assert!(peer.hear().await.contains(id));
    let refused = r#""code":"rate_limited","message":"No.","retry_in_ms":1"#;
    peer.send(&format!(r#"{{"type":"refused","id":"{id}",{refused}}}"#)).await;
}

#[tokio::test]
async fn json_asks_again_when_a_busy_server_puts_it_off() {
    let (sender, console) = console(Paper::default().output());
    let address = serve(|mut peer: Peer| async move {
        put_off(&mut peer, "tictactoe-enter").await;
        assert!(matches!(peer.grant().await.message, ClientMessage::Join(_)));
        drop(sender);
        put_off(&mut peer, "tictactoe-leave").await;
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let end = run(plan(&address.await, Ui::Json), console, std::future::pending()).await;
    assert_eq!(end, Ok(()));
}

#[tokio::test]
async fn json_watches_to_the_end_of_the_game_although_its_input_has_ended() {
    let address = serve(|mut peer: Peer| async move {
        peer.grant().await;
        peer.show(snapshot(&[0, 3, 1, 4])).await;
        peer.show(won()).await;
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let watch = Purpose::Watch(Watch { match_id: MatchId("m1".into()) });
    let plan = Config { purpose: Some(watch), ..plan(&address.await, Ui::Json) };
    let (end, said) = run_plan(plan, Vec::new()).await;
    assert_eq!(end, Ok(()));
    assert!(said.contains(r#""reason":"line""#), "{said}");
}
