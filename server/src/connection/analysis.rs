//! The hint or review that a client has requested. There is at most one at a time.

use std::future::pending;
use std::pin::Pin;

use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::values::FrameId;

use super::handlers::Reply;
use super::role::Role;
use super::{Connection, End};
use crate::matches::MatchError;
use crate::record::{MatchId, NumberedGame, Record, Refusal};
use crate::wire::analysis;
use crate::wire::refusal::RequestError;

/// A request that waits for its answer. Dropping it cancels the analysis.
pub(super) struct AnalysisRequest {
    id: Option<FrameId>,
    match_id: MatchId,
    /// For a hint, the position in which the player of this connection is to move.
    position: Option<NumberedGame>,
    answer: Pin<Box<dyn Future<Output = Answer> + Send>>,
}

pub(super) type Answer = Result<ServerMessage, RequestError>;

impl AnalysisRequest {
    /// The connection still sees the match and, for a hint, the position.
    fn is_current(&self, role: &Role) -> bool {
        let Some(subscription) = role.subscription() else { return false };
        let is_position = |position: &NumberedGame| {
            let current = role.seats().zip(subscription.newest());
            current.is_some_and(|(seats, record)| record.hint(seats, None).as_ref() == Ok(position))
        };
        self.match_id == *subscription.id() && self.position.as_ref().is_none_or(is_position)
    }
}

/// Waits for the answer, if there is a request. Cancel safe.
pub(super) async fn answered(request: &mut Option<AnalysisRequest>) -> Answer {
    match request {
        Some(request) => request.answer.as_mut().await,
        None => pending().await,
    }
}

impl Connection {
    pub(super) fn request_hint(
        &mut self,
        id: Option<FrameId>,
        game: Option<u32>,
    ) -> Result<Reply, RequestError> {
        let seats = self.role.seats().ok_or(RequestError::NotSeated)?;
        let (match_id, game) = self.find_game(|record| record.hint(seats, game))?;
        let (service, source, frame_id) = (self.services.analysis.clone(), self.permit.source(), id.clone());
        let position = Some(game.clone());
        let answer = Box::pin(async move {
            let found = service.hint(source, &game.game).await.ok_or(RequestError::Busy)?;
            Ok(analysis::hint(frame_id, &game, &found))
        });
        self.analysis = Some(AnalysisRequest { id, match_id, position, answer });
        Ok(Reply::Later)
    }

    pub(super) fn request_review(
        &mut self,
        id: Option<FrameId>,
        game: Option<u32>,
    ) -> Result<Reply, RequestError> {
        let (match_id, game) = self.find_game(|record| record.review(game))?;
        let (service, source) = (self.services.analysis.clone(), self.permit.source());
        let (frame_id, about) = (id.clone(), match_id.clone());
        let answer = Box::pin(async move {
            let found = service.review(source, &about, &game).await.ok_or(RequestError::Busy)?;
            Ok(analysis::review(frame_id, &game, &found))
        });
        self.analysis = Some(AnalysisRequest { id, match_id, position: None, answer });
        Ok(Reply::Later)
    }

    pub(super) async fn on_answer(&mut self, answer: Answer) -> Result<(), End> {
        let id = self.analysis.take().and_then(|request| request.id);
        match answer {
            Ok(message) => self.socket.send(&message).await,
            Err(error) => self.refuse(&error, id).await,
        }
    }

    /// Cancels and refuses a request about an earlier position, or about a match that this connection has left.
    pub(super) async fn cancel_stale_analysis(&mut self) -> Result<(), End> {
        let Some(request) = self.analysis.take_if(|request| !request.is_current(&self.role)) else {
            return Ok(());
        };
        self.send_refusal(&MatchError::from(Refusal::Stale).into(), request.id).await
    }

    fn find_game(
        &self,
        find: impl Fn(&Record) -> Result<NumberedGame, Refusal>,
    ) -> Result<(MatchId, NumberedGame), RequestError> {
        let subscription = self.role.subscription().ok_or(RequestError::NotSeated)?;
        if self.analysis.is_some() {
            return Err(RequestError::Busy);
        }
        if self.role.is_superseded() {
            return Err(MatchError::from(Refusal::Superseded).into());
        }
        let record = subscription.newest().ok_or(MatchError::NoSuchMatch)?;
        let game = find(&record).map_err(MatchError::from)?;
        Ok((subscription.id().clone(), game))
    }
}
