//! The waiting players: who is paired with whom. A pure state machine.
//!
//! A *seek* is a player's wish for an opponent while there is no match. It is in one lobby: that of a board, or that of
//! a room. Seeks are paired in the order of their arrival. While the match of a pair is being written, they are
//! *pairing*: no one else is paired with them, and if the match cannot be written, they wait again, in their old order.

use std::collections::{BTreeMap, HashMap, HashSet};

use tictactoe_engine::Rules;

use crate::record::MatchId;

/// Where seeks are paired with one another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lobby {
    /// Everyone who wants this board.
    Board(Rules),
    /// Two people who named this room.
    Room(String),
}

/// All seeks of a node, each with the data `T`.
#[derive(Debug)]
pub struct Queues<T> {
    seeks: HashMap<MatchId, Seek<T>>,
    lobbies: HashMap<Lobby, Queue>,
    arrivals: u64,
}

#[derive(Debug)]
struct Seek<T> {
    lobby: Lobby,
    arrival: u64,
    /// `None` takes the other player's board.
    board: Option<Rules>,
    state: SeekState,
    data: T,
}

/// What a seek is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeekState {
    /// It can be paired.
    Waiting,
    /// Its match is being written.
    Pairing,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: BTreeMap<u64, MatchId>,
    pairing: HashSet<MatchId>,
}

/// The result of looking for an opponent.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// No one: the seek waits.
    Nobody,
    /// This seek waited the longest. It is pairing now.
    Host(MatchId),
    /// In this room, the match of this seek is being written: look again afterwards.
    Busy(MatchId),
    /// In this room, a player waits for another board.
    OtherBoard(Rules),
}

impl<T> Default for Queues<T> {
    fn default() -> Self {
        Self { seeks: HashMap::new(), lobbies: HashMap::new(), arrivals: 0 }
    }
}

impl<T> Queues<T> {
    /// Looks for an opponent. If there is none, the seek waits under this id, with the data that `data` makes.
    pub fn find_or_wait(
        &mut self,
        id: &MatchId,
        lobby: Lobby,
        board: Option<Rules>,
        data: impl FnOnce() -> T,
    ) -> Found {
        if let Some(queue) = self.lobbies.get(&lobby) {
            if let Some(host) = queue.waiting.values().next().cloned() {
                return self.pair(host, board);
            }
            if let (Lobby::Room(_), Some(pairing)) = (&lobby, queue.pairing.iter().next()) {
                return Found::Busy(pairing.clone());
            }
        }
        self.arrivals += 1;
        let arrival = self.arrivals;
        self.lobbies.entry(lobby.clone()).or_default().waiting.insert(arrival, id.clone());
        let seek = Seek { lobby, arrival, board, state: SeekState::Waiting, data: data() };
        self.seeks.insert(id.clone(), seek);
        Found::Nobody
    }

    /// Looks for an earlier seek in the lobby of one that is waiting itself. Both are pairing then.
    pub fn find_earlier(&mut self, id: &MatchId) -> Option<MatchId> {
        let seek = self.seeks.get(id).filter(|seek| seek.state == SeekState::Waiting)?;
        let (arrival, board) = (seek.arrival, seek.board);
        let (first, host) = self.lobbies.get(&seek.lobby)?.waiting.first_key_value()?;
        if *first >= arrival {
            return None;
        }
        match self.pair(host.clone(), board) {
            Found::Host(host) => {
                self.start_pairing(id);
                Some(host)
            }
            _ => None,
        }
    }

    fn pair(&mut self, host: MatchId, board: Option<Rules>) -> Found {
        let hosts = self.seeks.get(&host).and_then(|seek| seek.board);
        match (hosts, board) {
            (Some(hosts), Some(board)) if hosts != board => Found::OtherBoard(hosts),
            _ => {
                self.start_pairing(&host);
                Found::Host(host)
            }
        }
    }

    /// Marks a waiting seek as pairing. Returns false if it is not waiting.
    pub fn start_pairing(&mut self, id: &MatchId) -> bool {
        let Some(seek) = self.seeks.get_mut(id).filter(|seek| seek.state == SeekState::Waiting) else {
            return false;
        };
        seek.state = SeekState::Pairing;
        let queue = self.lobbies.entry(seek.lobby.clone()).or_default();
        queue.waiting.remove(&seek.arrival);
        queue.pairing.insert(id.clone());
        true
    }

    /// The match could not be written: the seek waits again.
    pub fn stop_pairing(&mut self, id: &MatchId) {
        let Some(seek) = self.seeks.get_mut(id).filter(|seek| seek.state == SeekState::Pairing) else {
            return;
        };
        seek.state = SeekState::Waiting;
        let queue = self.lobbies.entry(seek.lobby.clone()).or_default();
        queue.pairing.remove(id);
        queue.waiting.insert(seek.arrival, id.clone());
    }

    /// Removes a seek in any state.
    pub fn remove(&mut self, id: &MatchId) -> Option<T> {
        let seek = self.seeks.remove(id)?;
        if let Some(queue) = self.lobbies.get_mut(&seek.lobby) {
            queue.waiting.remove(&seek.arrival);
            queue.pairing.remove(id);
            if queue.waiting.is_empty() && queue.pairing.is_empty() {
                self.lobbies.remove(&seek.lobby);
            }
        }
        Some(seek.data)
    }

    /// The state and the data of a seek.
    pub fn get_mut(&mut self, id: &MatchId) -> Option<(SeekState, &mut T)> {
        self.seeks.get_mut(id).map(|seek| (seek.state, &mut seek.data))
    }
}
