//! The games that are over, over HTTP and in the export.

use std::collections::HashMap;
use std::net::SocketAddr;

use tictactoe_protocol::MATCHES_PATH;
use tictactoe_protocol::history::{FinishedGame, History};
use tictactoe_protocol::values::MatchId;

use super::mortal::Site;
use super::terminals::ToldGame;
use crate::journal::{Finished, Journal};
use crate::program::Program;
use crate::raw;

/// Every game whose end was shown is in the history of its match, once and as it was shown.
pub async fn check(server: SocketAddr, journal: &Journal) {
    let mut finished: HashMap<MatchId, Vec<Finished>> = HashMap::new();
    for game in journal.finished().into_iter().filter(was_played) {
        finished.entry(game.match_id.clone()).or_default().push(game);
    }
    for (id, games) in finished {
        let answer = raw::get(server, &format!("{MATCHES_PATH}{id}"), &[]).await;
        assert_eq!(answer.status, 200, "the history of match {id}: {answer:?}");
        let history: History = serde_json::from_str(&answer.body).expect("a history");
        assert_eq!(history.match_id, id);
        let kept = Kept::of(history.games);
        for game in &games {
            kept.assert_has(game);
        }
    }
}

/// The same in what the binary exports when no server runs, and what terminal clients were told too. Gives how many
/// games the journal has.
pub async fn check_export(site: &Site, journal: &Journal, in_terminals: &[ToldGame]) -> usize {
    let data = site.data();
    let data = data.to_str().expect("a path of our own");
    let exit = Program::start(site.server(), &["export", "--data", data]).exit().await;
    assert_eq!(exit.code, Some(0), "{exit:?}");
    let lines = exit.out.lines().map(|line| serde_json::from_str(line).expect("a game that is over"));
    let kept = Kept::of(lines.collect());
    let finished: Vec<_> = journal.finished().into_iter().filter(was_played).collect();
    for game in &finished {
        kept.assert_has(game);
    }
    for told in in_terminals {
        assert_eq!(kept.the_one(&told.match_id, told.game).moves, told.moves, "{told:?}");
    }
    finished.len()
}

/// Games in which nobody has moved are not kept.
fn was_played(game: &Finished) -> bool {
    !game.moves.is_empty()
}

/// What is kept, by match and game.
struct Kept(HashMap<(MatchId, u32), Vec<FinishedGame>>);

impl Kept {
    fn of(games: Vec<FinishedGame>) -> Self {
        let mut kept: HashMap<_, Vec<_>> = HashMap::new();
        for game in games {
            kept.entry((game.match_id.clone(), game.game)).or_default().push(game);
        }
        Self(kept)
    }

    fn the_one(&self, id: &MatchId, game: u32) -> &FinishedGame {
        let kept = self.0.get(&(id.clone(), game)).map_or(&[][..], |kept| kept);
        let [one] = kept else {
            panic!("the end of game {game} of match {id} was shown, and it is kept as {kept:?}")
        };
        one
    }

    fn assert_has(&self, game: &Finished) {
        let kept = self.the_one(&game.match_id, game.game);
        let same = (kept.rules, &kept.moves, &kept.result) == (game.rules, &game.moves, &game.result);
        assert!(same, "{game:?} was shown, and is kept as {kept:?}");
    }
}
