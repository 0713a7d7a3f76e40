//! What a player waits for.

use futures::StreamExt;
use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tictactoe_protocol::refusal::Refused;
use tictactoe_protocol::server::{Pong, Seated, ServerMessage, Waiting};
use tictactoe_protocol::snapshot::Snapshot;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::{Ended, Player};
use crate::wait::{DEADLINE, in_time};

/// How much of what came is shown when a test fails.
const SHOWN: usize = 20;

impl Player {
    /// Waits for the seat, if it has not come already.
    pub async fn seated(&mut self) -> Seated {
        if self.seat.is_none() {
            self.until("seated", |message| matches!(message, ServerMessage::Seated(_)).then_some(())).await;
        }
        self.seat().clone()
    }

    /// Waits until the server says that there is no opponent yet.
    pub async fn waiting(&mut self) -> Waiting {
        self.until("waiting", |message| match message {
            ServerMessage::Waiting(waiting) => Some(waiting.clone()),
            ServerMessage::Seated(_) => panic!("seated where nobody should have been waiting"),
            _ => None,
        })
        .await
    }

    /// Waits for a snapshot like this: the newest that has come, or one that comes.
    pub async fn state_where(&mut self, what: &str, mut like: impl FnMut(&Snapshot) -> bool) -> Snapshot {
        if let Some(newest) = self.newest.as_ref().filter(|newest| like(newest)) {
            return newest.clone();
        }
        self.next_state_where(what, like).await
    }

    /// Waits for a snapshot like this that has not come yet.
    pub async fn next_state_where(
        &mut self,
        what: &str,
        mut like: impl FnMut(&Snapshot) -> bool,
    ) -> Snapshot {
        self.until(what, |message| match message {
            ServerMessage::State(state) if like(state) => Some((**state).clone()),
            _ => None,
        })
        .await
    }

    pub async fn over(&mut self) -> Snapshot {
        self.state_where("the end of the game", |state| state.result.is_some()).await
    }

    pub async fn refused(&mut self) -> Refused {
        self.until("a refusal", |message| match message {
            ServerMessage::Refused(refused) => Some(refused.clone()),
            _ => None,
        })
        .await
    }

    /// Sends a ping without an id and waits for its pong: everything that was sent before has been answered.
    pub async fn pong(&mut self) -> Pong {
        self.send(&ClientFrame::from(ClientMessage::Ping(Empty {})).to_json()).await;
        self.until("pong", |message| match message {
            ServerMessage::Pong(pong) if pong.id.is_none() => Some(pong.clone()),
            _ => None,
        })
        .await
    }

    /// Reads on, whatever comes, until the connection ends.
    pub async fn ended(&mut self) -> Ended {
        let mut ended = Ended::default();
        in_time("the connection to end", async { while !ended.by(self.socket.next().await) {} }).await;
        ended
    }

    /// Reads on until a message is what is waited for.
    pub async fn until<T>(&mut self, what: &str, mut pick: impl FnMut(&ServerMessage) -> Option<T>) -> T {
        let found = timeout(DEADLINE, async {
            loop {
                let message = self.next().await?;
                if let Some(found) = pick(&message) {
                    return Ok(found);
                }
                if matches!(message, ServerMessage::Refused(_) | ServerMessage::Closing(_)) {
                    return Err("something unwelcome came".to_owned());
                }
            }
        });
        let why = match found.await {
            Ok(Ok(found)) => return found,
            Ok(Err(why)) => why,
            Err(_) => format!("waited {DEADLINE:?}"),
        };
        panic!("{why} instead of {what}; the last frames were\n{self}");
    }

    pub async fn next(&mut self) -> Result<ServerMessage, String> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(self.take(&text)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(other)) => return Err(format!("{other:?} came")),
                Some(Err(error)) => return Err(format!("the connection ended ({error})")),
                None => return Err("the connection ended".to_owned()),
            }
        }
    }

    pub(super) fn take(&mut self, text: &str) -> ServerMessage {
        if self.sent.is_none() && self.received.len() == SHOWN {
            self.received.pop_front();
        }
        self.received.push_back(text.to_owned());
        let message = ServerMessage::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        match &message {
            ServerMessage::Seated(seat) => self.seat = Some(seat.clone()),
            ServerMessage::State(state) => self.look(state),
            _ => {}
        }
        message
    }

    fn look(&mut self, state: &Snapshot) {
        if let Some(newest) = self.newest.as_ref().filter(|newest| newest.match_id == state.match_id) {
            assert!(state.seq >= newest.seq, "a snapshot went back; the last frames were\n{self}");
        }
        self.newest = Some(state.clone());
    }
}
