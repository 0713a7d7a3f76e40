//! Live games beside something that must not disturb them.

use std::panic;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use futures::future::{join, join_all};
use tictactoe_protocol::snapshot::{GameResult, Presence, Reason};
use tictactoe_protocol::values::Mark;
use tictactoe_server::Settings;

use crate::join_options::in_room;
use crate::player::Player;
use crate::player::strategy::play_moves;
use crate::referee;
use crate::server::Server;

const GAMES: usize = 20;

const BEGINNING: &[u8] = &[4, 0];

const REST: &[u8] = &[2, 1, 6];

/// Attacks a server beside twenty games: half of them continue meanwhile, the others afterwards. Every game must end
/// correctly with both players online and no panic; then the server must accept new players, and stop.
pub async fn beside_live_games(settings: Settings, attack: impl AsyncFnOnce(&Server)) {
    note_panics();
    let server = Server::with(settings).await;
    let mut during = join_all((0..GAMES).map(|game| begin(&server, game))).await;
    let after = during.split_off(GAMES / 2);
    join(attack(&server), join_all(during.into_iter().map(finish))).await;
    join_all(after.into_iter().map(finish)).await;
    finish(begin(&server, GAMES).await).await;
    server.stopped().await;
    let panics = panics().clone();
    assert!(panics.is_empty(), "{panics:?}");
}

async fn begin(server: &Server, game: usize) -> (Player, Player) {
    let (mut x, mut o) = server.pair_for(in_room(&format!("live-{game}"))).await;
    play_moves(&mut x, &mut o, BEGINNING).await;
    (x, o)
}

async fn finish((mut x, mut o): (Player, Player)) {
    play_moves(&mut x, &mut o, REST).await;
    for player in [&mut x, &mut o] {
        let end = player.over().await;
        referee::check(&end);
        let won = GameResult {
            winner: Some(Mark::X),
            reason: Reason::Line,
            lines: vec![vec![2, 4, 6]],
            ended_by: None,
        };
        assert_eq!(end.result, Some(won));
        let both = (end.players.x.presence, end.players.o.presence);
        assert_eq!(both, (Presence::Online, Presence::Online), "{end:?}");
    }
}

/// Panics outside the tests. A panic in a server task would go unnoticed otherwise.
fn panics() -> MutexGuard<'static, Vec<String>> {
    static NOTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    NOTED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if panic.location().is_none_or(|place| !place.file().starts_with("tests/")) {
                panics().push(panic.to_string());
            }
            before(panic);
        }));
    });
}
