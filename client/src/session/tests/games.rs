//! What is played and said.

use tictactoe_protocol::client::{ClientMessage, Join, Move};

use super::outputs::Output;
use super::*;
use crate::testing::server::{Peer, WELCOME, serve};
use crate::testing::snapshots::{snapshot, won};

#[tokio::test]
async fn a_game_is_played_to_its_end_and_the_connection_closed_properly() {
    let address = serve(|mut peer: Peer| async move {
        // A review of the longest game takes as much.
        peer.send(&format!("{WELCOME}{}", " ".repeat(200_000))).await;
        assert_eq!(peer.grant().await.message, ClientMessage::Join(Join::default()));
        peer.show(snapshot(&[0, 3, 1, 4])).await;
        assert_eq!(
            peer.grant().await.message,
            ClientMessage::Move(Move { cell: 2, ply: Some(4), game: Some(1), takebacks: Some(0) })
        );
        peer.show(won()).await;
        assert!(is_leave(&peer.grant().await.message));
        peer.see_close().await;
    });
    let (end, said) = run_with(&address.await, Ui::Text, &["1", "nonsense", "3"]).await;
    assert_eq!(end, Ok(()));
    assert!(said.starts_with("Game 1 of match m1."), "{said}");
    assert!(said.contains("That square is taken."), "{said}");
    assert!(said.contains("I don't understand `nonsense`."), "{said}");
    assert!(said.ends_with("You won with the top row! Score: you 1, Bob 0, no draws.\n"), "{said}");
}

#[tokio::test]
async fn the_end_of_input_at_the_prompt_ends_its_line() {
    let address = serve(|mut peer: Peer| async move {
        peer.send(WELCOME).await;
        peer.grant().await;
        peer.show(snapshot(&[])).await;
        while !is_leave(&peer.grant().await.message) {}
    });
    let (sender, receiver) = mpsc::channel(1);
    let (paper, mut sender) = (Paper::default(), Some(sender));
    let said = paper.clone();
    let leaves_at_the_prompt = Output(move |text: &[u8]| {
        if text.ends_with(b"> ") {
            drop(sender.take());
        }
        paper.write(text)
    });
    // A terminal shows what is typed, and nothing when the input ends.
    let console = Console::new(receiver, Box::new(leaves_at_the_prompt), true);
    let plan = person(plan(&address.await, Ui::Text));
    assert_eq!(run(plan, console, std::future::pending()).await, Ok(()));
    let said = said.text();
    assert!(said.ends_with("or help.\n> \n"), "{said:?}");
}
