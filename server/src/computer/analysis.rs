//! Hints and reviews: the best moves now, and the value of each move of a game.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tictactoe_engine::search::{Analysis, Budget, Search, Value, has_tablebase};
use tictactoe_engine::{ForcedWin, Game, MoveReview, Rules, ShapeFact, forced_win, hint, review, shape_fact};
use tokio::sync::OnceCell;

use super::search_pool::{Priority, SearchPool, answer_from_tables};
use crate::quota::Source;
use crate::record::MatchId;
use crate::record::NumberedGame;
use crate::settings::SearchSettings;

/// The most nodes for the positions of a review, about two seconds however long the game was.
const REVIEW_NODES: u64 = 1_000_000;

/// The most nodes for each forced win of a hint or a review.
const FORCED_WIN_NODES: u64 = 20_000;

/// The most forced wins of a review, so that its frame has room for them.
pub const MAX_FORCED_WINS: usize = 12;

/// The value of a game and its best moves to the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundHint {
    /// The moves that the perfect level would choose from.
    pub analysis: Analysis,
    /// The effect of the first of them on the rows.
    pub shape: Option<ShapeFact>,
    pub forced_win: Option<ForcedWin>,
}

/// The value of each move of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundReview {
    pub moves: Vec<MoveReview>,
    /// Where the game turned.
    pub forced_wins: Vec<ForcedWin>,
}

/// Computes hints and reviews. Each kind has its own limit, so that reviews do not block hints. Boards with a
/// tablebase need no search and have no limit.
#[derive(Clone)]
pub struct AnalysisService {
    pool: Arc<SearchPool>,
    hints: Arc<Running<()>>,
    reviews: Arc<Running<Review>>,
}

/// Too many analyses of this kind are running, or another one of the same match; or the search has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Busy;

/// The running searches of one kind: at most `max`, at most a quarter of them for one source, and one per match. A
/// search ends when its last caller drops it.
struct Running<T> {
    max: usize,
    by_match: Mutex<HashMap<MatchId, BySource<T>>>,
}

/// A search, and the source that requested it first.
type BySource<T> = (Option<Source>, Weak<T>);

/// A review that is computed once for all callers that request it.
struct Review {
    game_number: u32,
    found: OnceCell<Arc<FoundReview>>,
}

impl AnalysisService {
    pub fn new(pool: Arc<SearchPool>, settings: SearchSettings) -> Self {
        let SearchSettings { hints, reviews, .. } = settings;
        Self { pool, hints: Arc::new(Running::new(hints)), reviews: Arc::new(Running::new(reviews)) }
    }

    pub async fn hint(
        &self,
        source: Option<Source>,
        id: &MatchId,
        requested: &NumberedGame,
    ) -> Result<FoundHint, Busy> {
        let (game, rules) = (requested.game.clone(), requested.game.rules());
        let start = || self.hints.join_or_start(source, id, (), |()| false);
        let _running = (!has_tablebase(rules)).then(start).transpose()?;
        let find = move |search: &mut Search, budget: Budget<'_>| {
            let analysis = hint(&game, search, budget);
            let shape = analysis.best.first().and_then(|&cell| shape_fact(&game, cell, search));
            let forced_win = find_forced_win(&game, analysis.clone(), search, budget);
            FoundHint { analysis, shape, forced_win }
        };
        self.run(source, rules, Priority::Hint, find).await
    }

    pub async fn review(
        &self,
        source: Option<Source>,
        id: &MatchId,
        requested: &NumberedGame,
    ) -> Result<Arc<FoundReview>, Busy> {
        if has_tablebase(requested.game.rules()) {
            return self.review_game(source, &requested.game).await;
        }
        let new = Review { game_number: requested.number, found: OnceCell::new() };
        let is_same = |running: &Review| running.game_number == requested.number;
        let review = self.reviews.join_or_start(source, id, new, is_same)?;
        review.found.get_or_try_init(|| self.review_game(source, &requested.game)).await.cloned()
    }

    async fn review_game(&self, source: Option<Source>, game: &Game) -> Result<Arc<FoundReview>, Busy> {
        let analyses = self.analyse_positions(source, game).await?;
        let forced_wins = self.forced_wins(source, game, &analyses).await?;
        let (game, rules) = (game.clone(), game.rules());
        let review = move |search: &mut Search, _: Budget<'_>| review(&game, &analyses, search);
        let moves = self.run(source, rules, Priority::Review, review).await?;
        Ok(Arc::new(FoundReview { moves, forced_wins }))
    }

    /// Analyses the positions of a game, from its end: the last ones need the fewest nodes, and leave the rest of the
    /// budget to those before them.
    async fn analyse_positions(&self, source: Option<Source>, game: &Game) -> Result<Vec<Analysis>, Busy> {
        let mut nodes_left = REVIEW_NODES;
        let mut analyses = Vec::new();
        for plies in (0..=game.ply()).rev() {
            let Some(position) = position_after(game, plies) else { break };
            let share = position_share(nodes_left, plies);
            let analyse = move |search: &mut Search, budget: Budget<'_>| {
                search.analyse(&position, Budget { nodes: budget.nodes.min(share), ..budget })
            };
            let found = self.run(source, game.rules(), Priority::Review, analyse).await?;
            nodes_left = nodes_left.saturating_sub(found.nodes);
            analyses.push(found);
        }
        analyses.reverse();
        Ok(analyses)
    }

    async fn forced_wins(
        &self,
        source: Option<Source>,
        game: &Game,
        analyses: &[Analysis],
    ) -> Result<Vec<ForcedWin>, Busy> {
        let mut forced_wins = Vec::new();
        for plies in turning_points(analyses).into_iter().take(MAX_FORCED_WINS) {
            let position = position_after(game, plies).zip(analyses.get(plies).cloned());
            let Some((position, found)) = position else { break };
            let find = move |search: &mut Search, budget: Budget<'_>| {
                find_forced_win(&position, found, search, budget)
            };
            forced_wins.extend(self.run(source, game.rules(), Priority::Review, find).await?);
        }
        Ok(forced_wins)
    }

    async fn run<T: Send + 'static>(
        &self,
        source: Option<Source>,
        rules: Rules,
        priority: Priority,
        work: impl FnOnce(&mut Search, Budget<'_>) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        if has_tablebase(rules) {
            return Ok(answer_from_tables(work));
        }
        self.pool.submit(source, priority, work).await.ok_or(Busy)
    }
}

fn find_forced_win(
    game: &Game,
    found: Analysis,
    search: &mut Search,
    budget: Budget<'_>,
) -> Option<ForcedWin> {
    forced_win(game, found, search, Budget { nodes: budget.nodes.min(FORCED_WIN_NODES), ..budget })
}

/// The numbers of moves after which a forced win is worth showing: where it is known first, and before a move that gave it
/// away. `analyses` has one for each position of a game, in order.
fn turning_points(analyses: &[Analysis]) -> Vec<usize> {
    let mut points = Vec::new();
    for (plies, (before, after)) in analyses.iter().zip(analyses.iter().skip(1)).enumerate() {
        let (before, after) =
            (before.verdict.map(|it| it.value), after.verdict.map(|it| it.value.for_opponent()));
        let gives_away = before == Some(Value::Win) && after.is_some();
        let is_decided = after.is_some_and(|value| value != Value::Draw);
        if before != after {
            points.extend(gives_away.then_some(plies).into_iter().chain(is_decided.then_some(plies + 1)));
        }
    }
    points.dedup();
    points
}

fn position_after(game: &Game, plies: usize) -> Option<Game> {
    Game::replay(game.rules(), game.cells().iter().copied().take(plies)).ok()
}

/// The share of the remaining nodes for the position after this many plies: the positions before it need the rest.
fn position_share(nodes_left: u64, plies: usize) -> u64 {
    nodes_left / u64::try_from(plies + 1).unwrap_or(u64::MAX)
}

impl<T> Running<T> {
    fn new(max: usize) -> Self {
        Self { max, by_match: Mutex::default() }
    }

    /// Joins the search that is running for this match if it is the same one, else starts a new one.
    fn join_or_start(
        &self,
        source: Option<Source>,
        id: &MatchId,
        new: T,
        is_same: impl FnOnce(&T) -> bool,
    ) -> Result<Arc<T>, Busy> {
        let mut by_match = self.by_match.lock();
        if let Some(running) = by_match.get(id).and_then(|(_, running)| running.upgrade()) {
            return if is_same(&running) { Ok(running) } else { Err(Busy) };
        }
        by_match.retain(|_, (_, running)| running.strong_count() > 0);
        let own = by_match.values().filter(|(other, _)| *other == source).count();
        let is_too_much = source.is_some() && own >= self.max.div_ceil(4);
        if is_too_much || by_match.len() >= self.max {
            return Err(Busy);
        }
        let new = Arc::new(new);
        by_match.insert(id.clone(), (source, Arc::downgrade(&new)));
        Ok(new)
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Waker};

    use super::*;
    use crate::metrics::SearchMetrics;

    fn service(threads: usize) -> AnalysisService {
        let settings = SearchSettings { threads, nodes: 10_000, hints: 4, reviews: 4 };
        AnalysisService::new(Arc::new(SearchPool::start(settings, SearchMetrics::default())), settings)
    }

    fn asked((columns, rows, run): (u8, u8, u8), indices: &[usize]) -> NumberedGame {
        let rules = Rules::new(columns, rows, run).unwrap();
        let cells = indices.iter().map(|&index| rules.cell(index).unwrap());
        NumberedGame { game: Game::replay(rules, cells).unwrap(), number: 1 }
    }

    fn id(number: usize) -> MatchId {
        MatchId::parse(&format!("{number:012}")).unwrap()
    }

    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> bool {
        future.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn a_position_gets_its_share_of_the_nodes_that_are_left() {
        let (mut left, mut spent) = (100, Vec::new());
        for (plies, needed) in [(3, 5), (2, u64::MAX), (1, u64::MAX), (0, u64::MAX)] {
            let nodes = position_share(left, plies).min(needed);
            left -= nodes;
            spent.push(nodes);
        }
        assert_eq!((spent, left), (vec![5, 31, 32, 32], 0));
    }

    #[tokio::test]
    async fn callers_of_the_same_review_share_it() {
        let (service, asked) = (service(0), asked((4, 4, 4), &[5, 6]));
        let id = id(1);
        let (mut one, mut other) =
            (Box::pin(service.review(None, &id, &asked)), Box::pin(service.review(None, &id, &asked)));
        assert!(!poll(one.as_mut()) && !poll(other.as_mut()), "neither is refused");
        drop(one);
        assert!(!poll(other.as_mut()), "it continues for the other");
        let next = NumberedGame { number: 2, ..asked.clone() };
        assert_eq!(service.review(None, &id, &next).await, Err(Busy), "another game of the match");
        drop(other);
        assert!(!poll(Box::pin(service.review(None, &id, &next)).as_mut()), "no review is running");
        assert!(service.pool.is_idle());
    }

    #[tokio::test]
    async fn a_match_has_one_hint_at_a_time() {
        let (service, asked) = (service(0), asked((4, 4, 4), &[5, 6]));
        let id = id(1);
        let mut first = Box::pin(service.hint(None, &id, &asked));
        assert!(!poll(first.as_mut()));
        assert_eq!(service.hint(None, &id, &asked).await, Err(Busy));
        assert!(!poll(Box::pin(service.review(None, &id, &asked)).as_mut()), "a review is of another kind");
        drop(first);
        assert!(!poll(Box::pin(service.hint(None, &id, &asked)).as_mut()));
    }

    #[tokio::test]
    async fn an_analysis_over_the_limit_of_its_kind_is_refused_until_another_ends() {
        let (service, asked) = (service(0), asked((4, 4, 4), &[5, 6]));
        let ids: Vec<_> = (0..5).map(id).collect();
        let mut reviews: Vec<_> =
            ids[..4].iter().map(|id| Box::pin(service.review(None, id, &asked))).collect();
        assert!(reviews.iter_mut().all(|review| !poll(review.as_mut())));
        assert_eq!(service.review(None, &ids[4], &asked).await, Err(Busy));
        assert!(!poll(Box::pin(service.hint(None, &ids[4], &asked)).as_mut()), "hints have their own limit");
        drop(reviews.pop());
        assert!(!poll(Box::pin(service.review(None, &ids[4], &asked)).as_mut()));
    }

    #[tokio::test]
    async fn one_source_gets_a_quarter_of_the_analyses() {
        let (service, asked) = (service(0), asked((4, 4, 4), &[5, 6]));
        let [one, other] = [1, 2].map(|last| Source::from_ip([192, 0, 2, last].into()));
        let ids: Vec<_> = (0..3).map(id).collect();
        let mut first = Box::pin(service.hint(one, &ids[0], &asked));
        assert!(!poll(first.as_mut()));
        assert_eq!(service.hint(one, &ids[1], &asked).await, Err(Busy));
        assert!(!poll(Box::pin(service.hint(other, &ids[2], &asked)).as_mut()));
    }
}
