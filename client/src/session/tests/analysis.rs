//! Hints and reviews.

use tictactoe_protocol::analysis::{Review, ReviewedMove, Worth};
use tictactoe_protocol::client::ClientFrame;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::{Mark, Rules};

use super::*;
use crate::testing::server::{Peer, serve};
use crate::testing::snapshots::{on_board, won};

#[tokio::test]
async fn a_review_of_the_longest_game_is_taken_in() {
    let rules = Rules::new(15, 15, 15);
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
            shape: None,
        };
        let moves = (0..225).map(reviewed).collect();
        let review = Review { id, game: 1, moves, forced_wins: Vec::new() };
        let text = ServerMessage::Review(review).to_json();
        assert!(text.len() > 100_000, "{}", text.len());
        peer.send(&text).await;
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, Ui::Text, &["review"]).await;
    assert_eq!(end, Ok(()));
    assert!(said.ends_with("No mistakes found in 225 moves.\n"), "{said}");
}
