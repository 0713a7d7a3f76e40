//! Hints and reviews: the best moves now, and the value of each move of a game.

use std::sync::Arc;

use tictactoe_engine::search::{Analysis, Budget, Search, Value};
use tictactoe_engine::{ForcedWin, Game, MoveReview, ShapeFact, forced_win, hint, review, shape_fact};

use super::search_pool::{Priority, SearchPool};
use crate::quota::Source;
use crate::record::MatchId;
use crate::record::NumberedGame;
use crate::ttl_cache::TtlCaches;

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

/// Computes hints and reviews. The search pool is fair to their sources. All who request a review of a game at the same
/// time share it.
#[derive(Clone)]
pub struct AnalysisService {
    pool: Arc<SearchPool>,
    reviews: Arc<Reviews>,
}

/// By match and number of the game.
type Reviews = TtlCaches<(MatchId, u32), Option<Arc<FoundReview>>>;

impl AnalysisService {
    pub fn new(pool: Arc<SearchPool>) -> Self {
        Self { pool, reviews: Arc::new(TtlCaches::new()) }
    }

    /// `None` if the search failed, or the server stops.
    pub async fn hint(&self, source: Option<Source>, game: &Game) -> Option<FoundHint> {
        let (game, rules) = (game.clone(), game.rules());
        let find = move |search: &mut Search, budget: Budget<'_>| {
            let analysis = hint(&game, search, budget);
            let shape = analysis.best.first().and_then(|&cell| shape_fact(&game, cell, search));
            let forced_win = find_forced_win(&game, analysis.clone(), search, budget);
            FoundHint { analysis, shape, forced_win }
        };
        self.pool.search(source, rules, Priority::Hint, find).await
    }

    /// `None` if a search failed, or the server stops.
    pub async fn review(
        &self,
        source: Option<Source>,
        id: &MatchId,
        requested: &NumberedGame,
    ) -> Option<Arc<FoundReview>> {
        let key = (id.clone(), requested.number);
        self.reviews.get(key, || self.review_game(source, &requested.game)).await
    }

    async fn review_game(&self, source: Option<Source>, game: &Game) -> Option<Arc<FoundReview>> {
        let analyses = self.analyse_positions(source, game).await?;
        let forced_wins = self.forced_wins(source, game, &analyses).await?;
        let (game, rules) = (game.clone(), game.rules());
        let review = move |search: &mut Search, _: Budget<'_>| review(&game, &analyses, search);
        let moves = self.pool.search(source, rules, Priority::Review, review).await?;
        Some(Arc::new(FoundReview { moves, forced_wins }))
    }

    /// Analyses the positions of a game, from its end: the last ones need the fewest nodes, and leave the rest of the
    /// budget to those before them.
    async fn analyse_positions(&self, source: Option<Source>, game: &Game) -> Option<Vec<Analysis>> {
        let mut nodes_left = REVIEW_NODES;
        let mut analyses = Vec::new();
        for plies in (0..=game.ply()).rev() {
            let Some(position) = position_after(game, plies) else { break };
            let share = position_share(nodes_left, plies);
            let analyse = move |search: &mut Search, budget: Budget<'_>| {
                search.analyse(&position, Budget { nodes: budget.nodes.min(share), ..budget })
            };
            let found = self.pool.search(source, game.rules(), Priority::Review, analyse).await?;
            nodes_left = nodes_left.saturating_sub(found.nodes);
            analyses.push(found);
        }
        analyses.reverse();
        Some(analyses)
    }

    async fn forced_wins(
        &self,
        source: Option<Source>,
        game: &Game,
        analyses: &[Analysis],
    ) -> Option<Vec<ForcedWin>> {
        let mut forced_wins = Vec::new();
        for plies in turning_points(analyses).into_iter().take(MAX_FORCED_WINS) {
            let position = position_after(game, plies).zip(analyses.get(plies).cloned());
            let Some((position, found)) = position else { break };
            let find = move |search: &mut Search, budget: Budget<'_>| {
                find_forced_win(&position, found, search, budget)
            };
            forced_wins.extend(self.pool.search(source, game.rules(), Priority::Review, find).await?);
        }
        Some(forced_wins)
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

#[cfg(test)]
#[allow(dead_code, reason = "the engine's tests use all of it")]
#[path = "../../engine/tests/it"]
mod engine_tests {
    pub mod minimax;
    pub mod random_games;
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Waker};

    use proptest::prelude::*;
    use tictactoe_engine::Rules;

    use super::engine_tests::minimax::Minimax;
    use super::engine_tests::random_games::{finished, variants};
    use super::*;
    use crate::metrics::SearchMetrics;
    use crate::settings::SearchSettings;

    fn service(threads: usize, nodes: u64) -> AnalysisService {
        let settings = SearchSettings { threads, nodes };
        AnalysisService::new(Arc::new(SearchPool::start(settings, SearchMetrics::default())))
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
        let (service, asked) = (service(0, 1_000), asked((4, 4, 4), &[5, 6]));
        let id = id(1);
        let (mut one, mut other) =
            (Box::pin(service.review(None, &id, &asked)), Box::pin(service.review(None, &id, &asked)));
        assert!(!poll(one.as_mut()) && !poll(other.as_mut()), "neither is refused");
        drop(one);
        assert!(!poll(other.as_mut()), "it continues for the other");
        drop(other);
        assert!(service.pool.has_no_queue());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn each_forced_win_of_a_review_is_one_in_plain_minimax(
            game in finished(variants(4, 3).prop_filter("soon solved", |rules| rules.cell_count() <= 12)),
            nodes in 1_000..10_000_u64,
        ) {
            let asked = NumberedGame { game, number: 1 };
            let runtime = tokio::runtime::Runtime::new().unwrap();
            let review = runtime.block_on(service(1, nodes).review(None, &id(1), &asked)).unwrap();
            let mut minimax = Minimax::memoised(asked.game.rules());
            for win in &review.forced_wins {
                minimax.replay(position_after(&asked.game, win.ply).unwrap(), win);
            }
        }
    }
}
