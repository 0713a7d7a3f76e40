//! Hints and reviews.

use tictactoe_protocol::analysis::{Review, ReviewedMove, Worth};
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::values::{Mark, Rules};

use tictactoe_protocol::server::ServerMessage;

use super::*;
use crate::testing::server::{Peer, serve};
use crate::testing::snapshots::{against_the_computer, on_board, snapshot, won};

/// A run that asks for a hint on an empty board and then plays 5, against a server that answers the question with
/// this, under its id.
async fn hinted(face: Ui, answer: &'static str) -> (Result<(), Failure>, String) {
    let address = serve(move |mut peer: Peer| async move {
        peer.grant().await;
        peer.show(against_the_computer(snapshot(&[]))).await;
        let hint = ClientFrame::parse(&peer.hear().await).unwrap();
        assert!(matches!(hint.message, ClientMessage::Hint(_)), "{hint:?}");
        let id = serde_json::to_string(&hint.id).unwrap();
        peer.send(&answer.replacen('{', &format!("{{\"id\":{id},"), 1)).await;
        // Whatever comes next: the client may be gone.
        peer.hear_or_end().await;
    });
    run_with(&address.await, face, &["hint", "5"]).await
}

#[tokio::test]
async fn an_impossible_answer_is_exit_6() {
    for answer in [r#"{"type":"hint"}"#, r#"{"type":"hint","game":1,"ply":0,"cells":[256],"worth":null}"#] {
        let (end, said) = hinted(PLAIN, answer).await;
        assert_eq!(end.unwrap_err().code(), 6, "{answer}");
        assert!(!said.contains("hint"), "{said}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_know_the_question_is_said_to_be_too_old() {
    let refusal =
        r#"{"type":"refused","code":"bad_message","message":"not a message: unknown variant `hint`"}"#;
    let (_, said) = hinted(PLAIN, refusal).await;
    let sentence = "This server gives no hints and no reviews: it is too old.";
    assert!(said.contains(&format!("refused code=no_analysis message=\"{sentence}\"\n")), "{said}");
}

#[tokio::test]
async fn a_review_of_the_longest_game_is_taken_in() {
    let rules = Rules { columns: 15, rows: 15, run: 15 };
    let moves: Vec<u8> = (0..225).collect();
    let address = serve(move |mut peer: Peer| async move {
        peer.grant().await;
        let mut over = won();
        let full = on_board(&moves, rules);
        (over.rules, over.board, over.moves, over.ply) = (rules, full.board, full.moves, full.ply);
        over.result.as_mut().unwrap().lines.clear();
        peer.show(over).await;
        let ClientFrame { id, message: ClientMessage::Review(_) } = peer.grant().await else { panic!() };
        let best = |ply: u8| (ply..225).collect();
        let worth = Some(Worth { value: 0, distance: None });
        let reviewed = |cell: u8| ReviewedMove {
            mark: if cell.is_multiple_of(2) { Mark::X } else { Mark::O },
            cell,
            before: worth,
            after: worth,
            best: best(cell),
            mistake: false,
        };
        let review = Review { id, game: 1, moves: (0..225).map(reviewed).collect() };
        let text = ServerMessage::Review(review).to_json();
        assert!(text.len() > 100_000, "{}", text.len());
        peer.send(&text).await;
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, PLAIN, &["review"]).await;
    assert_eq!(end, Ok(()));
    assert!(said.ends_with("review_end game=1 moves=225 mistakes=0\n"), "{said}");
}
