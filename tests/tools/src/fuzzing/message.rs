//! A server's message, as a client parses it.

use tictactoe_protocol::server::ServerMessage;

pub fn message(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(message) = ServerMessage::parse(text) else { return };
    let again = ServerMessage::parse(&message.to_json()).expect("what is written can be read");
    assert_eq!(again, message);
}
