//! Simultaneous requests for one place in the queue, one opponent or one move: each is given once. `joins` is about
//! thousands of players.

use futures::future::join;
use harness::player::Player;
use harness::server::{Server, calm_and_unlimited};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::{Presence, Reason};

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

async fn is_seated(player: &mut Player) -> bool {
    player
        .until("waiting or seated", |message| match message {
            ServerMessage::Waiting(_) => Some(false),
            ServerMessage::Seated(_) => Some(true),
            _ => None,
        })
        .await
}
