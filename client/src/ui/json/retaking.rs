//! The first word, and the seat that an earlier run has left behind.

use std::time::Instant;

use tictactoe_protocol::client::{ClientMessage, Empty};
use tictactoe_protocol::refusal::Refused;
use tictactoe_protocol::server::ServerMessage;

use super::memory::Memory;
use super::{Bridge, ENTER, tell};
use crate::exit::Failure;
use crate::mode::pause;
use crate::net::pass::is_gone;
use crate::ui::text::RETAKEN;

impl Bridge<'_> {
    pub(super) async fn on_enter_refused(&mut self, refused: &Refused, text: &str) -> Result<(), Failure> {
        if self.gets_over(refused, text).await? {
            return Ok(());
        }
        self.print(text).await?;
        Err(Failure::refused(refused))
    }

    /// Tries again later what was put off, and enters anew when what an earlier run has kept is gone, as if nothing
    /// had been kept: nobody hears of that. Returns false for any other refusal of the way in.
    pub(super) async fn gets_over(&mut self, refused: &Refused, text: &str) -> Result<bool, Failure> {
        if let Some(wait) = pause(refused) {
            self.again_at = Some(Instant::now() + wait);
            self.print(text).await?;
            return Ok(true);
        }
        if self.held_back.take().is_some() && is_gone(refused) {
            self.enter_anew().await?;
            return Ok(true);
        }
        Ok(false)
    }

    pub(super) async fn enter_anew(&mut self) -> Result<(), Failure> {
        self.memory = Memory::new(self.wish.clone(), None);
        self.say_first(ENTER).await;
        Ok(())
    }

    /// What an earlier run left behind may be a game that has ended meanwhile: it is left for a new one, and the
    /// program does not hear of it.
    pub(super) async fn on_answer_to_kept(
        &mut self,
        mut held: Vec<String>,
        message: &ServerMessage,
        text: &str,
    ) -> Result<(), Failure> {
        match message {
            ServerMessage::Done(_) | ServerMessage::Seated(_) => {
                held.push(text.to_owned());
                self.held_back = Some(held);
                Ok(())
            }
            ServerMessage::State(snapshot) if snapshot.result.is_some() => {
                self.send(&ClientMessage::Leave(Empty {}).into()).await;
                self.enter_anew().await
            }
            ServerMessage::State(_) | ServerMessage::Waiting(_) => {
                if matches!(message, ServerMessage::State(_)) {
                    tell(RETAKEN);
                }
                for text in &held {
                    self.print(text).await?;
                }
                self.print(text).await
            }
            _ => {
                self.held_back = Some(held);
                self.print(text).await
            }
        }
    }
}
