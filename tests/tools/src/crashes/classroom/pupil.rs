//! One of a class, who plays game after game and comes back after a lost connection.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tictactoe_protocol::client::{ClientMessage, Join, JoinKind, Move, NextGame, Resume};
use tictactoe_protocol::refusal::{Code, Refused};
use tictactoe_protocol::server::ServerMessage;
use tictactoe_protocol::snapshot::Snapshot;
use tictactoe_protocol::ticket::Ticket;
use tokio::time::sleep;

use super::WORD;
use super::notes::Notes;
use harness::player::{Player, is_own_turn};
use harness::rng::Rng;

/// The wait before the next attempt to connect.
const RECONNECT: Duration = Duration::from_millis(300);

/// Longer than the time for a move.
const TOO_LONG: Duration = Duration::from_secs(11);

/// What a bot does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    IllegalMove,
    Late,
    Crashes,
    SaysNothing,
    Garbage,
}

pub struct Pupil {
    name: String,
    kind: JoinKind,
    fault: Option<Fault>,
    address: SocketAddr,
    /// Proves the row.
    place: Ticket,
    ticket: Option<Ticket>,
    rng: Rng,
}

enum Outcome {
    /// The connection is lost.
    Lost,
    /// The arena is over, or the pupil has given up.
    Over,
}

impl Fault {
    pub const ALL: [Self; 5] =
        [Self::IllegalMove, Self::Late, Self::Crashes, Self::SaysNothing, Self::Garbage];

    pub fn pupil(self) -> String {
        format!("bot {self:?}")
    }

    pub fn of(pupil: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fault| fault.pupil() == pupil)
    }

    /// The code by which the server names it; none for a player who runs out of time.
    pub const fn code(self) -> Option<Code> {
        match self {
            Self::IllegalMove => Some(Code::NoSuchCell),
            Self::Late => None,
            Self::Crashes => Some(Code::GameOn),
            Self::SaysNothing => Some(Code::SetAside),
            Self::Garbage => Some(Code::NotJson),
        }
    }
}

impl Pupil {
    pub fn phone(number: usize, address: SocketAddr, rng: Rng) -> Self {
        Self::new(format!("phone {number}"), JoinKind::Person, None, address, rng)
    }

    pub fn bot(number: usize, fault: Option<Fault>, address: SocketAddr, rng: Rng) -> Self {
        let name = fault.map_or_else(|| format!("bot {number}"), Fault::pupil);
        Self::new(name, JoinKind::Bot, fault, address, rng)
    }

    fn new(name: String, kind: JoinKind, fault: Option<Fault>, address: SocketAddr, mut rng: Rng) -> Self {
        let place = [(); 4].map(|()| format!("{:016x}", rng.next_u64())).concat();
        Self { name, kind, fault, address, place: Ticket::new(place), ticket: None, rng }
    }

    /// Comes within this time, and stays until the end.
    pub async fn attend(mut self, within: Duration, notes: Arc<Notes>) {
        sleep(self.up_to(within)).await;
        loop {
            let Ok(mut socket) = Player::open(self.address, None).await else {
                sleep(RECONNECT).await;
                continue;
            };
            notes.connected();
            match self.take_part(&mut socket, &notes).await {
                Outcome::Over => return,
                Outcome::Lost => sleep(RECONNECT).await,
            }
        }
    }

    async fn take_part(&mut self, socket: &mut Player, notes: &Notes) -> Outcome {
        let greeting = match &self.ticket {
            Some(ticket) => ClientMessage::Resume(Resume { ticket: ticket.clone() }),
            None => self.join(),
        };
        socket.say(greeting).await;
        let mut moved = None;
        while let Ok(message) = socket.next().await {
            match message {
                ServerMessage::Waiting(waiting) => self.ticket = Some(waiting.ticket),
                ServerMessage::Seated(seated) => self.ticket = Some(seated.ticket),
                ServerMessage::State(state) => {
                    notes.state(&state);
                    let position = Some((state.match_id.clone(), state.ply));
                    if is_own_turn(&state) && moved != position {
                        moved = position;
                        if self.has_crashed(&state) {
                            self.ticket = None;
                            return Outcome::Lost;
                        }
                        self.play(socket, &state).await;
                    }
                }
                ServerMessage::Refused(refused) => {
                    notes.refused(&self.name, self.fault, refused.code);
                    if let Some(outcome) = self.on_refused(socket, &refused).await {
                        return outcome;
                    }
                }
                _ => {}
            }
        }
        Outcome::Lost
    }

    async fn on_refused(&mut self, socket: &mut Player, refused: &Refused) -> Option<Outcome> {
        match refused.code {
            Code::ArenaOver => return Some(Outcome::Over),
            Code::SetAside if self.fault == Some(Fault::SaysNothing) => return Some(Outcome::Over),
            Code::SetAside => {
                socket.say(ClientMessage::Rematch(NextGame { game: None, level: None })).await;
            }
            Code::NoSuchMatch | Code::BadTicket | Code::Left => {
                self.ticket = None;
                socket.say(self.join()).await;
            }
            Code::GameOn => {
                sleep(Duration::from_millis(refused.retry_in_ms.unwrap_or(1_000))).await;
                socket.say(self.join()).await;
            }
            _ => {}
        }
        None
    }

    async fn play(&mut self, socket: &mut Player, state: &Snapshot) {
        let (ply, game, cell) = (Some(state.ply), Some(state.game), self.rng.pick(&state.legal).into());
        let message = |cell| ClientMessage::Move(Move { cell, ply, game, takebacks: None });
        match self.fault {
            Some(Fault::SaysNothing) => return,
            Some(Fault::IllegalMove) => drop(socket.say(message(99)).await),
            Some(Fault::Garbage) => socket.send("]move: four").await,
            Some(Fault::Late) if state.ply >= 2 => sleep(TOO_LONG).await,
            _ => {}
        }
        let thinks = if self.kind == JoinKind::Person { 1_500 } else { 100 };
        sleep(self.up_to(Duration::from_millis(thinks))).await;
        socket.say(message(cell)).await;
    }

    fn has_crashed(&self, state: &Snapshot) -> bool {
        self.fault == Some(Fault::Crashes) && state.ply >= 2
    }

    fn join(&self) -> ClientMessage {
        ClientMessage::Join(Join {
            name: Some(self.name.clone()),
            kind: Some(self.kind),
            arena: Some(WORD.to_owned()),
            place: Some(self.place.clone()),
            ..Join::default()
        })
    }

    fn up_to(&mut self, longest: Duration) -> Duration {
        longest * u32::from(self.rng.bytes(1)[0]) / 255
    }
}
