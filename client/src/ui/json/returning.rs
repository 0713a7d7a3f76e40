//! The connection is lost, and made again.

use std::time::Instant;

use tictactoe_protocol::client::ClientMessage;
use tictactoe_protocol::refusal::Refused;
use tictactoe_protocol::server::ServerMessage;

use super::{BACK, Bridge, Standing, answers, tell};
use crate::exit::Failure;
use crate::net::backoff::{Verdict, verdict};
use crate::net::pass::is_gone;
use crate::ui::text::still_trying;

impl Bridge<'_> {
    /// The connection is gone, or did not come to stand.
    pub(super) fn on_gone(&mut self, failure: Failure) -> Result<(), Failure> {
        let closing = self.closing.take().map(|(closing, _)| closing);
        let told = match (self.standing, verdict(&failure, closing.as_ref())) {
            (Standing::Calling, _) if failure.is_for_now() => None,
            (Standing::Calling, _) | (_, Verdict::Stop) => return Err(failure.after(closing.as_ref())),
            (_, Verdict::Return(told)) => told,
        };
        let failure = failure.after(closing.as_ref());
        let is_first = self.standing == Standing::Up;
        self.again_at = None;
        // All of it comes once more.
        self.held_back.iter_mut().for_each(Vec::clear);
        self.cause = failure.why();
        let Some(wait) = self.comeback.put_off(Instant::now(), told) else {
            return Err(if self.comeback.limit().is_zero() { failure } else { self.gave_up() });
        };
        self.standing = Standing::Lost;
        tell(&if is_first {
            format!("Connection lost ({}). Coming back …", self.cause)
        } else {
            still_trying(&self.cause, wait, self.comeback.tries()).unwrap_or_default()
        });
        Ok(())
    }

    pub(super) fn gave_up(&self) -> Failure {
        Failure::GaveUp { limit: self.comeback.limit(), cause: self.cause.clone() }
    }

    pub(super) async fn on_back_refused(&mut self, refused: &Refused, text: &str) -> Result<(), Failure> {
        if self.gets_over(refused, text).await? {
            return Ok(());
        }
        self.print(text).await?;
        if is_gone(refused) && self.memory.lose_pass() {
            // A place that the server does not know: the wish alone has to do.
            self.say_first(BACK).await;
            return Ok(());
        }
        Err(if is_gone(refused) {
            Failure::gone(refused, matches!(self.wish, ClientMessage::Watch(_)))
        } else {
            Failure::refused(refused)
        })
    }

    /// Whoever is told of the match or of the queue is in it.
    pub(super) fn note_return(&mut self, message: &ServerMessage) {
        let is_news = match message {
            ServerMessage::State(_) | ServerMessage::Waiting(_) => true,
            ServerMessage::Pong(pong) => answers(pong.id.as_ref(), BACK),
            _ => false,
        };
        if is_news && self.standing == Standing::Returning {
            self.standing = Standing::Up;
            self.comeback.back(Instant::now());
            tell("Connected again.");
        }
    }
}
