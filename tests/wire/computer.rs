//! The computer as an opponent: it accepts every rematch, opens when it is X, plays every board to the end, and
//! never loses at its best.

use harness::join_options::against_computer;
use harness::player::strategy::play_randomly;
use harness::player::{Player, is_own_turn};
use harness::rng::Rng;
use harness::server::{Server, calm_and_unlimited};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::You;
use tictactoe_protocol::values::{Level, Mark, MarkPreference, Rules};

async fn seated(server: &Server, options: Join) -> Player {
    let mut player = server.seated_player(options).await;
    player.state_where("my turn", is_own_turn).await;
    player
}

#[tokio::test]
async fn the_computer_accepts_a_rematch_at_once_at_another_level_and_opens_it() {
    let server = Server::start().await;
    let mut player = seated(&server, against_computer(Level::Perfect, MarkPreference::Any)).await;
    assert_eq!(player.mark(), Mark::X);
    player.resign().await.unwrap();
    player.over().await;
    player.rematch_at(Some(Level::Easy)).await.unwrap();
    let state = player.state_where("the computer's first move", |state| state.ply == 1).await;
    assert_eq!(state.players.x.level, Some(Level::Easy));
    assert_eq!((state.game, state.you, state.turn), (2, Some(You::O), Some(Mark::O)));
    assert_eq!((state.score.x, state.score.o), (1, 0));
}

#[tokio::test]
async fn the_computer_plays_every_level_and_variant_and_bigger_boards_to_the_end() {
    let mut rng = Rng::random();
    let server = Server::with(calm_and_unlimited()).await;
    for level in [Level::Easy, Level::Casual, Level::Hard, Level::Perfect] {
        let misere = Rules { misere: true, ..Rules::new(4, 4, 4) };
        let gravity = Rules { gravity: true, ..Rules::new(7, 6, 4) };
        let both = Rules { gravity: true, ..misere };
        for rules in [Rules::default(), Rules::new(4, 4, 3), Rules::new(6, 5, 4), misere, gravity, both] {
            let options = Join { rules: Some(rules), ..against_computer(level, MarkPreference::Any) };
            let mut player = seated(&server, options).await;
            play_randomly(&mut player, &mut rng, None).await;
        }
    }
}

#[tokio::test]
async fn frames_without_ids_play_against_the_computer() {
    let server = Server::start().await;
    let mut player = server.player().await;
    player.send("{\"type\":\"join\",\"opponent\":\"ai\"}\n").await;
    player.send("{\"type\":\"move\",\"cell\":4}\n").await;
    let unasked = |message: &ServerMessage| match message {
        ServerMessage::Done(done) => panic!("an unrequested receipt: {done:?}"),
        ServerMessage::State(state) => (state.ply == 2).then(|| state.moves[0]),
        _ => None,
    };
    assert_eq!(player.until("the computer's answer", unasked).await, 4);
}
