//! The question about a game that the computer thinks about for this connection. There is one at a time.

use std::future::pending;
use std::pin::Pin;

use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::words::FrameId;

use super::obey::Reply;
use super::role::Role;
use super::{Connection, End};
use crate::computer::analysis::AnalysisError;
use crate::matches::MatchId;
use crate::record::{Asked, Decision, Record, Refusal};
use crate::wire::analysis;
use crate::wire::refusal::{Problem, refused};

/// A question that waits for its answer. Whoever drops it no longer wants to know, and the thinking ends.
pub(super) struct Question {
    id: Option<FrameId>,
    about: About,
    answer: Pin<Box<dyn Future<Output = Answer> + Send>>,
}

/// What comes of a question.
pub(super) type Answer = Result<ServerMessage, Problem>;

/// What a question is about, and with it how long it stands.
enum About {
    /// A position in which the player of this connection is to move.
    Hint(MatchId, Asked),
    /// A game that is over, of a match that this connection looks at.
    Review(MatchId),
}

impl About {
    fn stands(&self, role: &Role) -> bool {
        let Some(subscription) = role.subscription() else { return false };
        match self {
            Self::Review(id) => id == subscription.id(),
            Self::Hint(id, asked) => {
                let now =
                    role.seat().zip(subscription.newest()).map(|(seat, record)| record.hint(seat, None));
                id == subscription.id() && now.is_some_and(|now| now.as_ref() == Ok(asked))
            }
        }
    }
}

/// Waits for the answer, if there is a question. Nothing is lost when this future is dropped.
pub(super) async fn answered(question: &mut Option<Question>) -> Answer {
    match question {
        Some(question) => question.answer.as_mut().await,
        None => pending().await,
    }
}

impl Connection {
    /// Asks what the computer would play.
    pub(super) async fn ask_for_hint(
        &mut self,
        id: Option<FrameId>,
        game: Option<u32>,
    ) -> Result<Reply, Problem> {
        let seat = self.role.seat().ok_or(Problem::NotSeated)?;
        let (match_id, asked) = self.asked(|record| record.hint(seat, game)).await?;
        let about = About::Hint(match_id.clone(), asked.clone());
        let (service, said) = (self.services.analysis.clone(), id.clone());
        let answer = Box::pin(async move {
            let found = service.hint(&match_id, &asked).await?;
            Ok(analysis::hint(said, &asked, &found))
        });
        self.question = Some(Question { id, about, answer });
        Ok(Reply::Later)
    }

    /// Asks what the moves of a game that is over were worth.
    pub(super) async fn ask_for_review(
        &mut self,
        id: Option<FrameId>,
        game: Option<u32>,
    ) -> Result<Reply, Problem> {
        let (match_id, asked) = self.asked(|record| record.review(game)).await?;
        let about = About::Review(match_id.clone());
        let (service, said) = (self.services.analysis.clone(), id.clone());
        let answer = Box::pin(async move {
            let moves = service.review(&match_id, &asked).await?;
            Ok(analysis::review(said, &asked, &moves))
        });
        self.question = Some(Question { id, about, answer });
        Ok(Reply::Later)
    }

    /// Passes the answer on.
    pub(super) async fn on_answer(&mut self, answer: Answer) -> Result<(), End> {
        let id = self.question.take().and_then(|question| question.id);
        match answer {
            Ok(message) => self.peer.send(&message).await,
            Err(problem) => self.refuse(&problem, id).await,
        }
    }

    /// Refuses the question if it is about what has passed: another position than the present one, or a match
    /// that this connection no longer looks at.
    pub(super) async fn let_go_of_question(&mut self) -> Result<(), End> {
        let Some(question) = self.question.take_if(|question| !question.about.stands(&self.role)) else {
            return Ok(());
        };
        let problem = Problem::Match(Refusal::Stale);
        self.peer.send(&ServerMessage::Refused(refused(&problem, question.id, None))).await
    }

    /// The game that is meant, of the match that this connection looks at, if it may be asked about.
    async fn asked(
        &mut self,
        may_ask: impl Fn(&Record) -> Result<Asked, Refusal>,
    ) -> Result<(MatchId, Asked), Problem> {
        let subscription = self.role.subscription().ok_or(Problem::NotSeated)?;
        if self.question.is_some() {
            return Err(Problem::Busy);
        }
        let asked = self.services.matches.decide(subscription.id(), |record, _| {
            if self.role.superseded(record) {
                return Err(Refusal::Superseded);
            }
            Ok((Decision::Unchanged, may_ask(record)?))
        });
        Ok((subscription.id().clone(), asked.await?))
    }
}

impl From<AnalysisError> for Problem {
    fn from(reason: AnalysisError) -> Self {
        match reason {
            AnalysisError::Busy | AnalysisError::Failed => Self::Busy,
        }
    }
}
