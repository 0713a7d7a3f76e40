//! What the computer tells people of a game: the best moves now, and what each move was worth.
//!
//! All who ask for the review of the same game while it is thought about share one answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tictactoe_engine::search::{Analysis, Budget, Search, is_solved};
use tictactoe_engine::{Game, Reviewed, advise, review};
use tokio::sync::OnceCell;

use crate::record::{MatchId, NumberedGame};
use crate::thinking::{Place, Question, Thinking};

pub use crate::thinking::Unanswered;

/// How many nodes of the search a whole review may take: two seconds or so, however long the game was.
const REVIEW_NODES: u64 = 1_000_000;

/// Answers questions about games.
#[derive(Clone)]
pub struct Teacher {
    thinking: Thinking,
    reviews: Arc<Mutex<Reviews>>,
}

/// The reviews that are thought about, by match and number of the game.
type Reviews = HashMap<(MatchId, u32), Weak<Shared>>;

/// A review that one of those who ask for it works out for all of them.
type Shared = OnceCell<Arc<[Reviewed]>>;

impl Teacher {
    /// A teacher who thinks there.
    #[must_use]
    pub fn new(thinking: Thinking) -> Self {
        Self { thinking, reviews: Arc::default() }
    }

    /// What the game is worth to the player who is to move, and what the perfect level would choose from.
    ///
    /// # Errors
    /// [`Unanswered`].
    pub async fn hint(&self, id: &MatchId, asked: &NumberedGame) -> Result<Analysis, Unanswered> {
        let mut place = self.place(id, Question::Hint, &asked.game)?;
        let game = asked.game.clone();
        self.answer(place.as_mut(), move |search, budget| advise(&game, search, budget)).await
    }

    /// What each move of a game was worth to the player who made it.
    ///
    /// # Errors
    /// [`Unanswered`].
    pub async fn review(&self, id: &MatchId, asked: &NumberedGame) -> Result<Arc<[Reviewed]>, Unanswered> {
        let shared = self.shared((id.clone(), asked.number));
        shared.get_or_try_init(|| self.look_back(id, &asked.game)).await.cloned()
    }

    /// The review of a game, shared with those who ask for it already.
    fn shared(&self, game: (MatchId, u32)) -> Arc<Shared> {
        let mut reviews = self.reviews.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = reviews.get(&game).and_then(Weak::upgrade) {
            return shared;
        }
        reviews.retain(|_, shared| shared.strong_count() > 0);
        let shared = Arc::default();
        reviews.insert(game, Arc::downgrade(&shared));
        shared
    }

    /// Analyses the game from its end on: the last positions take the least thought, and what they leave of the
    /// budget is for those before them.
    async fn look_back(&self, id: &MatchId, game: &Game) -> Result<Arc<[Reviewed]>, Unanswered> {
        let mut place = self.place(id, Question::Review, game)?;
        let mut purse = Purse { nodes: REVIEW_NODES, positions: game.ply() + 1 };
        let mut analyses = Vec::new();
        for plies in (0..=game.ply()).rev() {
            let moves = game.cells().iter().copied().take(plies);
            let Ok(position) = Game::replay(game.rules(), moves) else { break };
            let most = purse.share();
            let work = move |search: &mut Search, budget: Budget<'_>| {
                let nodes = budget.nodes.min(most);
                search.analyse(&position, Budget { nodes, ..budget })
            };
            let found = self.answer(place.as_mut(), work).await?;
            purse.spend(found.nodes);
            analyses.push(found);
        }
        analyses.reverse();
        Ok(review(game, &analyses).into())
    }

    /// A place to think about a game; none is needed where the answer is known.
    fn place(&self, id: &MatchId, question: Question, game: &Game) -> Result<Option<Place>, Unanswered> {
        (!is_solved(game.rules())).then(|| self.thinking.place(id, question)).transpose()
    }

    /// Answers where no place is needed, or thinks about it there.
    async fn answer(
        &self,
        place: Option<&mut Place>,
        work: impl FnOnce(&mut Search, Budget<'_>) -> Analysis + Send + 'static,
    ) -> Result<Analysis, Unanswered> {
        match place {
            Some(place) => place.think(work).await,
            None => Ok(self.thinking.at_once(work)),
        }
    }
}

/// What is left of the nodes of a review, for so many positions.
struct Purse {
    nodes: u64,
    positions: usize,
}

impl Purse {
    /// What the next position may take.
    fn share(&self) -> u64 {
        self.nodes / u64::try_from(self.positions.max(1)).unwrap_or(u64::MAX)
    }

    /// Pays for a position.
    fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
        self.positions = self.positions.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Waker};

    use tictactoe_engine::Rules;

    use super::*;
    use crate::settings;

    fn teacher(threads: usize) -> Teacher {
        Teacher::new(Thinking::start(settings::Thinking { threads, nodes: 10_000, hints: 4, reviews: 4 }))
    }

    fn asked((columns, rows, run): (u8, u8, u8), indices: &[usize]) -> NumberedGame {
        let rules = Rules::new(columns, rows, run).unwrap();
        let cells = indices.iter().map(|&index| rules.cell(index).unwrap());
        NumberedGame { game: Game::replay(rules, cells).unwrap(), number: 1 }
    }

    fn id() -> MatchId {
        MatchId::parse("k3v9d7qpx2ma").unwrap()
    }

    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> bool {
        future.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[tokio::test]
    async fn a_review_tells_where_the_game_turned() {
        let asked = asked((3, 3, 3), &[4, 1, 0, 2, 8]);
        let review = teacher(0).review(&id(), &asked).await.unwrap();
        let mistakes: Vec<usize> = (0..review.len()).filter(|&ply| review[ply].is_mistake()).collect();
        assert_eq!((review.len(), mistakes), (5, vec![1]));
    }

    #[tokio::test]
    async fn a_game_without_a_move_is_reviewed_too() {
        assert_eq!(teacher(1).review(&id(), &asked((4, 4, 4), &[])).await.unwrap().len(), 0);
    }

    #[tokio::test]
    async fn every_move_of_a_game_that_must_be_thought_about_is_reviewed() {
        let moves = [112, 113, 97, 98, 127, 128, 82, 83];
        let review = teacher(1).review(&id(), &asked((15, 15, 5), &moves)).await.unwrap();
        assert_eq!(review.iter().map(|reviewed| reviewed.cell.index()).collect::<Vec<_>>(), moves);
    }

    #[test]
    fn a_position_gets_its_share_of_what_is_left() {
        let mut purse = Purse { nodes: 100, positions: 4 };
        let mut spent = Vec::new();
        for most in [5, u64::MAX, u64::MAX, u64::MAX, u64::MAX] {
            spent.push(purse.share().min(most));
            purse.spend(purse.share().min(most));
        }
        assert_eq!(spent, [5, 31, 32, 32, 0]);
    }

    #[tokio::test]
    async fn those_who_ask_for_the_same_review_share_it() {
        let (teacher, asked) = (teacher(0), asked((4, 4, 4), &[5, 6]));
        let id = id();
        let (mut one, mut other) =
            (Box::pin(teacher.review(&id, &asked)), Box::pin(teacher.review(&id, &asked)));
        assert!(!poll(one.as_mut()) && !poll(other.as_mut()), "neither is refused");
        drop(one);
        assert!(!poll(other.as_mut()), "it goes on for the other");
        drop(other);
        assert!(teacher.thinking.place(&id, Question::Review).is_ok(), "nobody waits any more");
    }
}
