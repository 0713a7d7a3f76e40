//! How a connection ended.

use tictactoe_protocol::refusal::{Closing, ClosingReason};
use tictactoe_protocol::server::ServerMessage;
use tokio_tungstenite::tungstenite::{Error, Message};

#[derive(Debug, Default)]
pub struct Ended {
    pub closing: Option<Closing>,
    pub code: Option<u16>,
    /// What broke the connection, if it did not end in good order.
    pub broken: Option<String>,
    /// The other frames that came before it.
    pub before: Vec<ServerMessage>,
}

impl Ended {
    /// Fails unless the server has said this farewell, closed with its code, and read on until the end.
    pub fn assert_closed(&self, reason: ClosingReason) {
        assert_eq!(self.closing.as_ref().map(|closing| closing.reason), Some(reason), "{self:?}");
        assert!(self.closing.iter().all(|closing| !closing.message.is_empty()), "{self:?}");
        assert_eq!(self.code, Some(reason.close_code()), "{self:?}");
        assert_eq!(self.broken, None, "{self:?}");
    }

    /// Takes note of what came, and says whether it was the end.
    pub(super) fn by(&mut self, came: Option<Result<Message, Error>>) -> bool {
        match came {
            Some(Ok(Message::Text(text))) => match ServerMessage::parse(&text).expect("a server's frame") {
                ServerMessage::Closing(closing) => self.closing = Some(closing),
                other => self.before.push(other),
            },
            Some(Ok(Message::Close(frame))) => self.code = frame.map(|frame| frame.code.into()),
            Some(Ok(_)) => {}
            Some(Err(error)) => {
                self.broken = Some(error.to_string());
                return true;
            }
            None => return true,
        }
        false
    }
}
