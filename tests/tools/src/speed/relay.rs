//! A relay: it answers every message of a player with a frame as long as a snapshot, to both players and all spectators.
//! It reads no message once a client is seated.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use tictactoe_protocol::client::{ClientFrame, ClientMessage};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::host::{Host, Outbox};

/// As long as a snapshot of a game on 3x3.
const FRAME_BYTES: usize = 600;

#[derive(Default)]
pub struct Relay {
    rooms: RefCell<HashMap<String, Rc<Room>>>,
}

#[derive(Default)]
pub struct Room {
    ply: Cell<u32>,
    players: RefCell<Vec<Outbox>>,
    spectators: RefCell<Vec<Outbox>>,
}

impl Host for Relay {
    type Seat = Option<Rc<Room>>;

    fn receive(&self, text: &str, seat: &mut Self::Seat, outbox: &Outbox) {
        if let Some(room) = seat {
            room.ply.set(room.ply.get() + 1);
            return room.send();
        }
        match ClientFrame::parse(text).map(|frame| frame.message) {
            Ok(ClientMessage::Join(join)) => {
                let name = join.room.unwrap_or_default();
                let room = Rc::clone(self.rooms.borrow_mut().entry(name.clone()).or_default());
                room.players.borrow_mut().push(outbox.clone());
                deliver(outbox, format!(r#"{{"type":"seated","match":"{name}","ticket":""}}"#).into());
                if room.players.borrow().len() == 2 {
                    room.send();
                }
                *seat = Some(room);
            }
            Ok(ClientMessage::Watch(watch)) => {
                if let Some(room) = self.rooms.borrow().get(&watch.match_id.0) {
                    room.spectators.borrow_mut().push(outbox.clone());
                    deliver(outbox, room.frame("null"));
                }
            }
            _ => deliver(outbox, r#"{"type":"pong"}"#.into()),
        }
    }
}

impl Room {
    fn send(&self) {
        for (player, mark) in self.players.borrow().iter().zip([r#""X""#, r#""O""#]) {
            deliver(player, self.frame(mark));
        }
        let spectators = self.spectators.borrow();
        if !spectators.is_empty() {
            let frame = self.frame("null");
            spectators.iter().for_each(|spectator| deliver(spectator, frame.clone()));
        }
    }

    fn frame(&self, you: &str) -> Utf8Bytes {
        let ply = self.ply.get();
        let turn = if ply.is_multiple_of(2) { "X" } else { "O" };
        let start = format!(
            r#"{{"type":"state","game":1,"ply":{ply},"turn":"{turn}","you":{you},"legal":[0],"rest":""#
        );
        format!("{start:_<0$}\"}}", FRAME_BYTES - 2).into()
    }
}

/// The client may have gone.
fn deliver(outbox: &Outbox, frame: Utf8Bytes) {
    let _ = outbox.send(frame);
}
