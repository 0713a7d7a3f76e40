//! What the players of a run were told, all of them together.
//!
//! A state that somebody was shown is durable, and a match has one history. So whatever anybody is ever told of a match,
//! on whatever connection and by whichever life of the server, must fit into one line of positions that only
//! grows. Each entry is held against its neighbours in that line when it is written down, and against a replay
//! of its moves. A contradiction panics with what was told before and after.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tictactoe_protocol::snapshot::{GameResult, Reason, Score, Snapshot};
use tictactoe_protocol::values::{Mark, MatchId, Rules};

use crate::referee;

/// What all players of a run were told.
#[derive(Default)]
pub struct Journal(Mutex<HashMap<MatchId, Told>>);

/// How far a match has certainly come: whoever looks from now on sees this or more.
#[derive(Debug, Clone, Default)]
pub struct Floor {
    /// The highest `seq` that anybody was shown.
    pub seq: u64,
    /// The highest game that anybody was shown or played in.
    game: u32,
    /// The moves of it that were shown or acknowledged.
    moves: usize,
    /// Whether the match may be forgotten soon.
    pub let_go: bool,
}

/// A game whose end somebody was shown.
#[derive(Debug, Clone)]
pub struct Finished {
    /// Of which match.
    pub match_id: MatchId,
    /// Which game of the series.
    pub game: u32,
    /// The board.
    pub rules: Rules,
    /// The cells played, in order.
    pub moves: Vec<u8>,
    /// How it ended.
    pub result: GameResult,
}

/// What was told of one match.
struct Told {
    rules: Rules,
    /// What was shown, by its `seq`.
    shown: BTreeMap<u64, Sight>,
    /// The cells that were acknowledged to whoever played them, by game and ply.
    acknowledged: BTreeMap<(u32, u32), u8>,
    /// The games that are over: their moves and how they ended.
    ends: BTreeMap<u32, (Vec<u8>, GameResult)>,
    let_go: bool,
    /// Something was told of it since somebody last asked for news.
    is_news: bool,
}

/// A snapshot, without what is each viewer's own and what may change under one `seq`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sight {
    game: u32,
    moves: Vec<u8>,
    result: Option<GameResult>,
    score: Score,
    offers: Vec<Mark>,
}

impl Journal {
    /// Somebody was shown this.
    pub fn shown(&self, state: &Snapshot) {
        referee::check(state);
        let mut told = self.told();
        told.entry(state.match_id.clone()).or_insert_with(|| Told::of(state.rules)).show(state);
    }

    /// A move was acknowledged to whoever played it, by a receipt.
    pub fn acknowledged(&self, id: &MatchId, (game, ply): (u32, u32), cell: u8) {
        let mut told = self.told();
        let told = told.get_mut(id).expect("whoever plays has been shown the match");
        let shown = told.shown.values().filter(|sight| sight.game == game);
        for there in shown.filter_map(|sight| sight.moves.get(ply as usize)) {
            assert_eq!(*there, cell, "match {id}: what was acknowledged as move {ply} of game {game}");
        }
        told.acknowledged.insert((game, ply), cell);
    }

    /// A player has left the match for good, or will never come back to it: it need not be kept for long.
    pub fn let_go(&self, id: &MatchId) {
        if let Some(told) = self.told().get_mut(id) {
            told.let_go = true;
        }
    }

    /// How far a match has certainly come.
    pub fn floor(&self, id: &MatchId) -> Floor {
        self.told().get(id).map(Told::floor).unwrap_or_default()
    }

    /// Every match of which anything was told, and how far it has certainly come.
    pub fn floors(&self) -> Vec<(MatchId, Floor)> {
        self.told().iter().map(|(id, told)| (id.clone(), told.floor())).collect()
    }

    /// The same of those matches of which anything was told since this was last asked.
    pub fn news(&self) -> Vec<(MatchId, Floor)> {
        let mut told = self.told();
        let news = told
            .iter_mut()
            .filter_map(|(id, told)| std::mem::take(&mut told.is_news).then(|| (id.clone(), told.floor())));
        news.collect()
    }

    /// Every game whose end was shown.
    pub fn finished(&self) -> Vec<Finished> {
        let told = self.told();
        let ends = told.iter().flat_map(|(id, told)| {
            told.ends.iter().map(|(&game, (moves, result))| Finished {
                match_id: id.clone(),
                game,
                rules: told.rules,
                moves: moves.clone(),
                result: result.clone(),
            })
        });
        ends.collect()
    }

    fn told(&self) -> MutexGuard<'_, HashMap<MatchId, Told>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Floor {
    /// Fails if a match that was looked at after this has not come so far.
    pub fn check(&self, state: &Snapshot) {
        let there = (state.seq, (state.game, state.moves.len()));
        assert!(
            there.0 >= self.seq && there.1 >= (self.game, self.moves),
            "match {} was shown or acknowledged up to {self:?}, and later it was {state:?}",
            state.match_id
        );
    }
}

impl Told {
    const fn of(rules: Rules) -> Self {
        Self {
            rules,
            shown: BTreeMap::new(),
            acknowledged: BTreeMap::new(),
            ends: BTreeMap::new(),
            let_go: false,
            is_news: true,
        }
    }

    fn floor(&self) -> Floor {
        let shown = self.shown.last_key_value();
        let told = shown.map_or((0, 0), |(_, sight)| (sight.game, sight.moves.len()));
        let acknowledged =
            self.acknowledged.last_key_value().map(|(&(game, ply), _)| (game, ply as usize + 1));
        let (game, moves) = acknowledged.map_or(told, |acknowledged| acknowledged.max(told));
        Floor { seq: shown.map_or(0, |(&seq, _)| seq), game, moves, let_go: self.let_go }
    }

    fn show(&mut self, state: &Snapshot) {
        let (id, sight) = (&state.match_id, Sight::of(state));
        let before = self.shown.range(..state.seq).next_back();
        let after = self.shown.range(state.seq + 1..).next();
        if let Some((seq, earlier)) = before {
            assert!(
                earlier.leads_to(&sight),
                "match {id}: {seq} was {earlier:?}, then {} {sight:?}",
                state.seq
            );
        }
        if let Some((seq, later)) = after {
            assert!(sight.leads_to(later), "match {id}: {} was {sight:?}, then {seq} {later:?}", state.seq);
        }
        let told = self.shown.entry(state.seq).or_insert_with(|| sight.clone());
        assert_eq!(*told, sight, "match {id} was shown twice as {}", state.seq);
        self.is_news = true;
        self.check_moves(id, &sight);
        self.check_score(id, &sight);
    }

    /// What was acknowledged is there, once and in its place.
    fn check_moves(&self, id: &MatchId, sight: &Sight) {
        for (&(_, ply), cell) in self.acknowledged.range((sight.game, 0)..=(sight.game, u32::MAX)) {
            let there = sight.moves.get(ply as usize);
            assert!(
                there.is_none_or(|there| there == cell),
                "match {id}: {cell} was acknowledged as move {ply} of {sight:?}"
            );
        }
    }

    /// The score is what the ends of the games come to, as far as somebody was shown all of them.
    fn check_score(&mut self, id: &MatchId, sight: &Sight) {
        if let Some(result) = &sight.result {
            self.ends.insert(sight.game, (sight.moves.clone(), result.clone()));
        }
        let mut score = Score { x: 0, o: 0, draws: 0 };
        for game in 1..=sight.game {
            match self.ends.get(&game) {
                Some((_, result)) if game < sight.game || sight.result.is_some() => count(&mut score, result),
                Some(_) => {}
                None if game == sight.game => {}
                None => return,
            }
            if game < sight.game {
                (score.x, score.o) = (score.o, score.x);
            }
        }
        assert_eq!(sight.score, score, "the score of match {id} in {sight:?}");
    }
}

/// Adds a game to the score.
fn count(score: &mut Score, result: &GameResult) {
    match (result.winner, result.reason) {
        (Some(Mark::X), _) => score.x += 1,
        (Some(Mark::O), _) => score.o += 1,
        (None, Reason::Full) => score.draws += 1,
        (None, _) => {}
    }
}

impl Sight {
    fn of(state: &Snapshot) -> Self {
        Self {
            game: state.game,
            moves: state.moves.clone(),
            result: state.result.clone(),
            score: state.score,
            offers: state.rematch.offers.clone(),
        }
    }

    /// Whether a match that was here may be there later.
    fn leads_to(&self, later: &Self) -> bool {
        if self.game != later.game {
            return self.game < later.game;
        }
        let goes_on = later.moves.starts_with(&self.moves);
        let stays_over = self.result.is_none() || (self.result == later.result && self.moves == later.moves);
        goes_on && stays_over
    }
}
