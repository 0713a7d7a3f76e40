//! The finished games, over HTTP and in the export.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;

use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::history::{FinishedGame, History};
use tictactoe_protocol::values::MatchId;
use tokio::time::sleep;

use super::server_process::Installation;
use crate::journal::{Finished, Journal};
use harness::program::Program;
use harness::raw;
use harness::referee::has_enough_moves;

/// Every finished game that was shown is in its match's history, once and unchanged.
pub async fn check(server: SocketAddr, journal: &Journal) {
    let mut finished: HashMap<MatchId, Vec<Finished>> = HashMap::new();
    for game in journal.finished().into_iter().filter(was_played) {
        finished.entry(game.match_id.clone()).or_default().push(game);
    }
    for (id, games) in finished {
        let answer = loop {
            let answer = raw::get(server, &format!("{MATCHES_PATH}{id}"), &[]).await;
            // All requests come from one address.
            match answer.header("retry-after") {
                Some(seconds) => sleep(Duration::from_secs(seconds.parse().expect("seconds"))).await,
                None => break answer,
            }
        };
        assert_eq!(answer.status, 200, "the history of match {id}: {answer:?}");
        let history: History = serde_json::from_str(&answer.body).expect("a history");
        assert_eq!(history.match_id, id);
        let kept = Kept::of(history.games);
        for game in &games {
            kept.assert_has(game);
        }
    }
}

/// The same for the output of `export`. Returns the number of games.
pub async fn check_export(installation: &Installation, journal: &Journal) -> usize {
    let kept = Kept::of(exported(installation).await);
    let finished: Vec<_> = journal.finished().into_iter().filter(was_played).collect();
    for game in &finished {
        kept.assert_has(game);
    }
    finished.len()
}

/// All games in the output of `export`.
pub async fn exported(installation: &Installation) -> Vec<FinishedGame> {
    let data = installation.data();
    let data = data.to_str().expect("a path of our own");
    let exit = Program::start(installation.server(), &["export", "--data", data]).exit().await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
    exit.out.lines().map(|line| serde_json::from_str(line).expect("a game that is over")).collect()
}

fn was_played(game: &Finished) -> bool {
    has_enough_moves(game.rules.run, game.moves.len())
}

struct Kept(HashMap<(MatchId, u32), Vec<FinishedGame>>);

impl Kept {
    fn of(games: Vec<FinishedGame>) -> Self {
        let mut kept: HashMap<_, Vec<_>> = HashMap::new();
        for game in games {
            kept.entry((game.match_id.clone(), game.game)).or_default().push(game);
        }
        Self(kept)
    }

    fn assert_has(&self, game: &Finished) {
        let kept = self.0.get(&(game.match_id.clone(), game.game)).map_or(&[][..], |kept| kept);
        let [kept] = kept else { panic!("{game:?} was shown, and is kept as {kept:?}") };
        let same = (kept.rules, &kept.moves, &kept.result) == (game.rules, &game.moves, &game.result);
        assert!(same, "{game:?} was shown, and is kept as {kept:?}");
    }
}
