//! Everything that the players of a run were shown.
//!
//! A state that was shown is durable, and a match has one history. So all snapshots of a match, on whatever
//! connection and from whichever server process, must form one growing sequence. Each entry is compared with its
//! neighbors and with a replay of its moves. A contradiction panics.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tictactoe_protocol::snapshot::{GameResult, Reason, Score, Snapshot};
use tictactoe_protocol::values::{Mark, MatchId, Rules};

use harness::referee;

/// Everything that the players of a run were shown.
#[derive(Default)]
pub struct Journal(Mutex<HashMap<MatchId, MatchLog>>);

/// How far a match has certainly progressed: every later snapshot shows this or more.
#[derive(Debug, Clone, Default)]
pub struct Watermark {
    pub seq: u64,
    game: u32,
    moves: usize,
    /// The match may expire soon.
    pub expendable: bool,
}

#[derive(Debug, Clone)]
pub struct Finished {
    pub match_id: MatchId,
    pub game: u32,
    pub rules: Rules,
    pub moves: Vec<u8>,
    pub result: GameResult,
}

struct MatchLog {
    rules: Rules,
    shown: BTreeMap<u64, Position>,
    /// Acknowledged cells by game and ply.
    acknowledged: BTreeMap<(u32, u32), u8>,
    /// Finished games: their moves and results.
    ends: BTreeMap<u32, (Vec<u8>, GameResult)>,
    expendable: bool,
    changed: bool,
}

/// A snapshot without the fields that depend on the viewer or may change under one `seq`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Position {
    game: u32,
    moves: Vec<u8>,
    result: Option<GameResult>,
    score: Score,
    offers: Vec<Mark>,
}

impl Journal {
    pub fn record_state(&self, state: &Snapshot) {
        referee::check(state);
        let mut log = self.lock();
        log.entry(state.match_id.clone()).or_insert_with(|| MatchLog::of(state.rules)).show(state);
    }

    pub fn record_receipt(&self, id: &MatchId, (game, ply): (u32, u32), cell: u8) {
        let mut log = self.lock();
        let log = log.get_mut(id).expect("a player has been shown the match");
        let shown = log.shown.values().filter(|position| position.game == game);
        for there in shown.filter_map(|position| position.moves.get(ply as usize)) {
            assert_eq!(*there, cell, "match {id}: what was acknowledged as move {ply} of game {game}");
        }
        log.acknowledged.insert((game, ply), cell);
    }

    /// A player has left the match or will not return, so the server may soon forget it.
    pub fn mark_expendable(&self, id: &MatchId) {
        if let Some(log) = self.lock().get_mut(id) {
            log.expendable = true;
        }
    }

    pub fn watermark(&self, id: &MatchId) -> Watermark {
        self.lock().get(id).map(MatchLog::watermark).unwrap_or_default()
    }

    pub fn watermarks(&self) -> Vec<(MatchId, Watermark)> {
        self.lock().iter().map(|(id, log)| (id.clone(), log.watermark())).collect()
    }

    /// The matches that changed since the last call.
    pub fn take_changed(&self) -> Vec<(MatchId, Watermark)> {
        let mut log = self.lock();
        let changed = log
            .iter_mut()
            .filter_map(|(id, log)| std::mem::take(&mut log.changed).then(|| (id.clone(), log.watermark())));
        changed.collect()
    }

    pub fn finished(&self) -> Vec<Finished> {
        let log = self.lock();
        let ends = log.iter().flat_map(|(id, log)| {
            log.ends.iter().map(|(&game, (moves, result))| Finished {
                match_id: id.clone(),
                game,
                rules: log.rules,
                moves: moves.clone(),
                result: result.clone(),
            })
        });
        ends.collect()
    }

    /// The matches whose newest state is not the end of a game.
    pub fn running(&self) -> Vec<MatchId> {
        let log = self.lock();
        let is_running = |log: &MatchLog| {
            log.shown.last_key_value().is_some_and(|(_, position)| position.result.is_none())
        };
        log.iter().filter(|(_, log)| is_running(log)).map(|(id, _)| id.clone()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, MatchLog>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watermark {
    /// Panics if a later snapshot shows less.
    pub fn check(&self, state: &Snapshot) {
        let there = (state.seq, (state.game, state.moves.len()));
        assert!(
            there.0 >= self.seq && there.1 >= (self.game, self.moves),
            "match {} was shown or acknowledged up to {self:?}, and later it was {state:?}",
            state.match_id
        );
    }
}

impl MatchLog {
    const fn of(rules: Rules) -> Self {
        Self {
            rules,
            shown: BTreeMap::new(),
            acknowledged: BTreeMap::new(),
            ends: BTreeMap::new(),
            expendable: false,
            changed: true,
        }
    }

    fn watermark(&self) -> Watermark {
        let shown = self.shown.last_key_value();
        let log = shown.map_or((0, 0), |(_, position)| (position.game, position.moves.len()));
        let acknowledged =
            self.acknowledged.last_key_value().map(|(&(game, ply), _)| (game, ply as usize + 1));
        let (game, moves) = acknowledged.map_or(log, |acknowledged| acknowledged.max(log));
        Watermark { seq: shown.map_or(0, |(&seq, _)| seq), game, moves, expendable: self.expendable }
    }

    fn show(&mut self, state: &Snapshot) {
        let (id, position) = (&state.match_id, Position::of(state));
        let before = self.shown.range(..state.seq).next_back();
        let after = self.shown.range(state.seq + 1..).next();
        if let Some((seq, earlier)) = before {
            assert!(
                earlier.can_precede(&position),
                "match {id}: {seq} was {earlier:?}, then {} {position:?}",
                state.seq
            );
        }
        if let Some((seq, later)) = after {
            assert!(
                position.can_precede(later),
                "match {id}: {} was {position:?}, then {seq} {later:?}",
                state.seq
            );
        }
        self.changed |= !self.shown.contains_key(&state.seq);
        let log = self.shown.entry(state.seq).or_insert_with(|| position.clone());
        assert_eq!(*log, position, "match {id} was shown twice as {}", state.seq);
        self.check_moves(id, &position);
        self.check_score(id, &position);
    }

    fn check_moves(&self, id: &MatchId, position: &Position) {
        for (&(_, ply), cell) in self.acknowledged.range((position.game, 0)..=(position.game, u32::MAX)) {
            let there = position.moves.get(ply as usize);
            assert!(
                there.is_none_or(|there| there == cell),
                "match {id}: {cell} was acknowledged as move {ply} of {position:?}"
            );
        }
    }

    /// The score is the sum of the results, as far as all of them were shown.
    fn check_score(&mut self, id: &MatchId, position: &Position) {
        if let Some(result) = &position.result {
            self.ends.insert(position.game, (position.moves.clone(), result.clone()));
        }
        let mut score = Score { x: 0, o: 0, draws: 0 };
        for game in 1..=position.game {
            match self.ends.get(&game) {
                Some((_, result)) if game < position.game || position.result.is_some() => {
                    count(&mut score, result);
                }
                Some(_) => {}
                None if game == position.game => {}
                None => return,
            }
            if game < position.game {
                (score.x, score.o) = (score.o, score.x);
            }
        }
        assert_eq!(position.score, score, "the score of match {id} in {position:?}");
    }
}

fn count(score: &mut Score, result: &GameResult) {
    match (result.winner, result.reason) {
        (Some(Mark::X), _) => score.x += 1,
        (Some(Mark::O), _) => score.o += 1,
        (None, Reason::Full) => score.draws += 1,
        (None, _) => {}
    }
}

impl Position {
    fn of(state: &Snapshot) -> Self {
        Self {
            game: state.game,
            moves: state.moves.clone(),
            result: state.result.clone(),
            score: state.score,
            offers: state.rematch.offers.clone(),
        }
    }

    fn can_precede(&self, later: &Self) -> bool {
        if self.game != later.game {
            return self.game < later.game;
        }
        let goes_on = later.moves.starts_with(&self.moves);
        let stays_over = self.result.is_none() || (self.result == later.result && self.moves == later.moves);
        goes_on && stays_over
    }
}
