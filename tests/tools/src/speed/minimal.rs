//! A minimal server of this protocol: rooms, moves, snapshots and rematches, in memory or on `SQLite`. It has no tickets,
//! clocks, takebacks, limits by address, or computer.
//!
//! On disk, one thread commits all that waits in one transaction, and the frames leave after the commit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::iter::once;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc;
use std::thread;

use rusqlite::{Connection, params};
use serde::Serialize;
use tictactoe_engine::{Game, Mark as EngineMark, Outcome, Rules};
use tictactoe_protocol::client::{ClientFrame, ClientMessage};
use tictactoe_protocol::server::{Pong, Seated, ServerMessage};
use tictactoe_protocol::snapshot::{
    GameResult, Player, PlayerKind, Presence, Reason, Rematch, Score, Snapshot, You,
};
use tictactoe_protocol::text::{Name, Room};
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::{self, ByMark, Mark, MatchId};
use tokio::net::TcpListener;
use tokio::sync::mpsc::unbounded_channel;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::host::{self, Host, Outbox};

struct Minimal {
    rooms: RefCell<HashMap<String, Rc<RefCell<Match>>>>,
    /// `None` in memory.
    writer: Option<mpsc::Sender<Write>>,
}

struct Match {
    players: Vec<Outbox>,
    game: Game,
    stored: Stored,
}

/// What a restart would need.
#[derive(Clone, Serialize)]
struct Stored {
    room: String,
    seq: u64,
    number: u32,
    /// The player, 0 or 1, who plays X.
    x: usize,
    wins: [u32; 2],
    draws: u32,
    offer: Option<usize>,
    moves: Vec<u8>,
}

struct Write {
    key: String,
    value: String,
    frames: Vec<(Outbox, Utf8Bytes)>,
}

/// The match of a connection, and which of its players it is.
#[derive(Clone)]
pub struct Seat {
    of: Rc<RefCell<Match>>,
    player: usize,
}

/// Serves matches that are kept in this directory, or in memory.
pub async fn serve(listener: TcpListener, directory: Option<&Path>) {
    let (sender, mut committed) = unbounded_channel::<Vec<Write>>();
    let writer = directory.map(|directory| {
        let connection = open(directory).expect("a database in an empty directory");
        let (requests, queue) = mpsc::channel();
        thread::spawn(move || {
            commit_all(&connection, &queue, |batch| sender.send(batch).is_ok()).expect("a disk to write to");
        });
        requests
    });
    let deliver = async {
        while let Some(batch) = committed.recv().await {
            for write in batch {
                deliver(write.frames);
            }
        }
    };
    let minimal = Minimal { rooms: RefCell::default(), writer };
    tokio::join!(deliver, host::serve(listener, minimal));
}

fn open(directory: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(directory.join("minimal.db"))?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE matches (key TEXT NOT NULL PRIMARY KEY, until INTEGER NOT NULL, value BLOB NOT NULL) STRICT;
         CREATE INDEX matches_by_time ON matches (until);",
    )?;
    Ok(connection)
}

fn commit_all(
    connection: &Connection,
    queue: &mpsc::Receiver<Write>,
    committed: impl Fn(Vec<Write>) -> bool,
) -> rusqlite::Result<()> {
    let mut put = connection.prepare("INSERT OR REPLACE INTO matches VALUES (?1, ?2, ?3)")?;
    let mut until = 0;
    while let Ok(first) = queue.recv() {
        let batch: Vec<_> = once(first).chain(queue.try_iter()).collect();
        let transaction = connection.unchecked_transaction()?;
        for Write { key, value, .. } in &batch {
            until += 1;
            put.execute(params![key, until, value.as_bytes()])?;
        }
        transaction.commit()?;
        if !committed(batch) {
            break;
        }
    }
    Ok(())
}

/// A client may have gone.
fn deliver(frames: Vec<(Outbox, Utf8Bytes)>) {
    for (outbox, frame) in frames {
        let _ = outbox.send(frame);
    }
}

impl Host for Minimal {
    type Seat = Option<Seat>;

    fn receive(&self, text: &str, seat: &mut Self::Seat, outbox: &Outbox) {
        let Ok(ClientFrame { message, id }) = ClientFrame::parse(text) else { return };
        match (message, &*seat) {
            (ClientMessage::Join(join), None) => {
                *seat = Some(self.join(join.room.unwrap_or_default(), outbox));
            }
            (ClientMessage::Move(a_move), Some(Seat { of, player })) => {
                self.change(of, |game| game.play(*player, a_move.cell, a_move.ply));
            }
            (ClientMessage::Rematch(_), Some(Seat { of, player })) => {
                self.change(of, |game| game.rematch(*player));
            }
            _ => {
                let _ = outbox.send(ServerMessage::Pong(Pong { id }).to_json().into());
            }
        }
    }
}

impl Minimal {
    fn join(&self, room: String, outbox: &Outbox) -> Seat {
        let mut rooms = self.rooms.borrow_mut();
        let of =
            Rc::clone(rooms.entry(room.clone()).or_insert_with(|| Rc::new(RefCell::new(Match::new(room)))));
        let player = of.borrow().players.len();
        of.borrow_mut().players.push(outbox.clone());
        let match_id = MatchId(of.borrow().stored.room.clone());
        let seated = Seated { match_id, ticket: Ticket::new(String::new()), mark: None };
        let _ = outbox.send(ServerMessage::Seated(seated).to_json().into());
        if player == 1 {
            self.change(&of, |_| true);
        }
        Seat { of, player }
    }

    fn change(&self, of: &RefCell<Match>, change: impl FnOnce(&mut Match) -> bool) {
        let mut changed = of.borrow_mut();
        if !change(&mut changed) {
            return;
        }
        changed.stored.seq += 1;
        let frames = changed.frames();
        let Some(writer) = &self.writer else { return deliver(frames) };
        let (key, value) =
            (format!("match.{}", changed.stored.room), tictactoe_protocol::to_json(&changed.stored));
        let _ = writer.send(Write { key, value, frames });
    }
}

impl Match {
    fn new(room: String) -> Self {
        let stored =
            Stored { room, seq: 0, number: 1, x: 0, wins: [0; 2], draws: 0, offer: None, moves: Vec::new() };
        Self { players: Vec::new(), game: Game::new(Rules::CLASSIC), stored }
    }

    /// Returns whether the move was legal.
    fn play(&mut self, player: usize, cell: u32, ply: Option<u32>) -> bool {
        let is_current = ply.is_none_or(|ply| ply as usize == self.game.ply());
        let is_turn = self.game.to_move().is_some_and(|mark| self.player_of(mark) == player);
        let cell = Rules::CLASSIC.cell(cell as usize);
        let Some(cell) = cell.filter(|_| is_current && is_turn) else { return false };
        if self.game.play(cell).is_err() {
            return false;
        }
        self.stored.moves.push(number(cell.index()));
        match self.game.outcome() {
            Some(Outcome::Win { .. }) => self.stored.wins[player] += 1,
            Some(Outcome::Draw) => self.stored.draws += 1,
            None => {}
        }
        true
    }

    fn rematch(&mut self, player: usize) -> bool {
        match self.stored.offer {
            _ if self.game.outcome().is_none() => return false,
            Some(by) if by == player => return false,
            None => self.stored.offer = Some(player),
            Some(_) => {
                self.game = Game::new(Rules::CLASSIC);
                let Stored { number, x, offer, moves, .. } = &mut self.stored;
                (*number, *x, *offer) = (*number + 1, 1 - *x, None);
                moves.clear();
            }
        }
        true
    }

    const fn player_of(&self, mark: EngineMark) -> usize {
        match mark {
            EngineMark::X => self.stored.x,
            EngineMark::O => 1 - self.stored.x,
        }
    }

    /// The mark of a player.
    const fn mark_of(&self, player: usize) -> Mark {
        if player == self.stored.x { Mark::X } else { Mark::O }
    }

    fn frames(&self) -> Vec<(Outbox, Utf8Bytes)> {
        let frame = |player| ServerMessage::State(Box::new(self.snapshot(player))).to_json().into();
        self.players.iter().enumerate().map(|(player, outbox)| (outbox.clone(), frame(player))).collect()
    }

    fn snapshot(&self, player: usize) -> Snapshot {
        let (Self { game, stored, .. }, rules) = (self, self.game.rules());
        let wins = |mark| stored.wins[self.player_of(mark)];
        let result = game.outcome().map(|outcome| match outcome {
            Outcome::Draw => {
                GameResult { winner: None, reason: Reason::Full, lines: Vec::new(), ended_by: None }
            }
            Outcome::Win { mark, lines } => GameResult {
                winner: Some(wire_mark(*mark)),
                reason: Reason::Line,
                lines: lines
                    .iter()
                    .map(|line| line.iter().map(|cell| number(cell.index())).collect())
                    .collect(),
                ended_by: None,
            },
        });
        Snapshot {
            match_id: MatchId(stored.room.clone()),
            seq: stored.seq,
            game: stored.number,
            rules: values::Rules::new(rules.columns(), rules.rows(), rules.run()),
            board: game.board().rows(),
            moves: stored.moves.clone(),
            legal: game.legal_cells().iter().map(|cell| number(cell.index())).collect(),
            turn: game.to_move().map(wire_mark),
            ply: u32::from(number(game.ply())),
            takebacks: Some(0),
            takeback: None,
            you: Some(You::from(self.mark_of(player))),
            players: ByMark::each(|_| Player {
                name: Name::new("Player").expect("a name"),
                kind: PlayerKind::Person,
                level: None,
                presence: Presence::Online,
            }),
            score: Score { x: wins(EngineMark::X), o: wins(EngineMark::O), draws: stored.draws },
            series: None,
            ms_left: Some(60_000),
            rematch: Rematch {
                open: result.is_some(),
                offers: stored.offer.map(|player| self.mark_of(player)).into_iter().collect(),
                declined_by: None,
            },
            result,
            continuable: false,
            spectators: 0,
            room: Room::new(&stored.room).ok(),
        }
    }
}

const fn wire_mark(mark: EngineMark) -> Mark {
    match mark {
        EngineMark::X => Mark::X,
        EngineMark::O => Mark::O,
    }
}

/// A board has at most 225 cells.
fn number(of: usize) -> u8 {
    u8::try_from(of).expect("a cell")
}
