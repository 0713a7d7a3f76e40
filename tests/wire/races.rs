//! Simultaneous requests for one place in the queue, one opponent or one move: each is given once. `joins` is about
//! thousands of players.

use futures::future::join;
use harness::join_options::on;
use harness::player::Player;
use harness::server::{Server, calm_and_unlimited};
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Join, Move};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{Presence, Reason};
use tictactoe_protocol::values::FrameId;

const RACES: usize = 100;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn leaving_while_another_joins_either_ends_the_match_or_prevents_it() {
    let server = Server::with(calm_and_unlimited()).await;
    let (mut goes, mut comes) = (server.player().await, server.player().await);
    let mut met = 0;
    for race in 0..RACES {
        goes.join(Join::default()).await.unwrap();
        goes.waiting().await;
        // The one that is named first is sent first, and often arrives first.
        let (left, came) = if race % 2 == 0 {
            join(goes.leave(), comes.join(Join::default())).await
        } else {
            let (came, left) = join(comes.join(Join::default()), goes.leave()).await;
            (left, came)
        };
        left.unwrap();
        came.unwrap();
        if is_seated(&mut comes).await {
            met += 1;
            let state = comes.over().await;
            assert_eq!(state.result.unwrap().reason, Reason::Cancelled);
            assert_eq!(state.players.get(comes.mark().other()).presence, Presence::Left);
        }
        comes.leave().await.unwrap();
    }
    assert!(met > 0, "they never met, so nothing was tested");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn only_one_of_many_moves_at_one_ply_is_played() {
    let server = Server::with(calm_and_unlimited()).await;
    let (mut x, mut o) = server.pair_for(on(15, 15, 15)).await;
    for ply in 0..30 {
        for player in [&mut x, &mut o] {
            player.state_where("the position", |state| state.ply == ply).await;
        }
        // Both send the same cells at once; their order at the server is arbitrary.
        let tries = |cell: u32| (0..8).map(move |n| (cell + n, Some(ply))).collect::<Vec<_>>();
        let (by_x, by_o) = join(made(&mut x, tries(ply * 7)), made(&mut o, tries(ply * 7))).await;
        assert_eq!((by_x, by_o), if ply % 2 == 0 { (1, 0) } else { (0, 1) }, "at ply {ply}");
    }
}

/// Sends all these moves at once. Returns how many were played; the others must be refused.
async fn made(player: &mut Player, moves: Vec<(u32, Option<u32>)>) -> usize {
    let mut made = 0;
    for (id, (cell, ply)) in (0..).zip(&moves) {
        let message = ClientMessage::Move(Move { cell: *cell, ply: *ply, game: None, takebacks: None });
        let frame = ClientFrame { id: Some(FrameId::Text(format!("{id}"))), message };
        player.send(&frame.to_json()).await;
    }
    for _ in &moves {
        let receipt = player.until("a receipt", |message| match message {
            ServerMessage::Done(done) => Some(!done.duplicate),
            ServerMessage::Refused(_) => Some(false),
            _ => None,
        });
        made += usize::from(receipt.await);
    }
    made
}

async fn is_seated(player: &mut Player) -> bool {
    player
        .until("waiting or seated", |message| match message {
            ServerMessage::Waiting(_) => Some(false),
            ServerMessage::Seated(_) => Some(true),
            _ => None,
        })
        .await
}
