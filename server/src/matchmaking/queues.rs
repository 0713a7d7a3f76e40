//! The waiting players: who is paired with whom. A pure state machine.
//!
//! A *seek* is a player's wish for an opponent while there is no match. It is in one lobby: that of a board, or that of
//! a room. Seeks are paired in the order of their arrival. While the match of a pair is being written, they are
//! *pairing*: no one else is paired with them, and if the match cannot be written, they wait again, in their old order.
//! A new seek in a room is pairing too, until the caller knows whether the room is full.

use std::cmp::Reverse;
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
    /// The seeks on boards by their words.
    words: HashMap<String, MatchId>,
    arrivals: u64,
}

#[derive(Debug)]
struct Seek<T> {
    lobby: Lobby,
    word: String,
    arrival: u64,
    /// `None` takes the other player's board.
    board: Option<Rules>,
    state: SeekState,
    data: T,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeekState {
    /// It can be paired.
    Waiting,
    /// Its match is being written, or its room is being checked.
    Pairing,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: BTreeMap<u64, MatchId>,
    pairing: HashSet<MatchId>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// No one: the seek has been added. On a board it waits; in a room it is pairing until the caller has checked that
    /// the room is not full.
    NoOpponent,
    /// This seek waited the longest. It is pairing now.
    Host(MatchId),
    /// In this room, another seek is pairing: look again afterwards.
    Busy(MatchId),
    /// In this room, a player waits for another board.
    OtherBoard(Rules),
}

impl<T> Default for Queues<T> {
    fn default() -> Self {
        Self { seeks: HashMap::new(), lobbies: HashMap::new(), words: HashMap::new(), arrivals: 0 }
    }
}

impl<T> Queues<T> {
    /// Looks for an opponent. If there is none, adds the seek under this id, with the data that `data` makes. A seek on a
    /// board and one in the room that is named like its word find each other.
    pub fn find_or_add(
        &mut self,
        id: &MatchId,
        lobby: Lobby,
        word: &str,
        board: Option<Rules>,
        data: impl FnOnce() -> T,
    ) -> Found {
        match &lobby {
            Lobby::Room(named) => {
                if let Some(host) = self.words.get(named).cloned() {
                    let is_waiting =
                        self.seeks.get(&host).is_some_and(|seek| seek.state == SeekState::Waiting);
                    return if is_waiting { self.pair(host, board) } else { Found::Busy(host) };
                }
            }
            // A player who was invited by this word may be there already.
            Lobby::Board(_) => {
                let room = self.lobbies.get(&Lobby::Room(word.to_owned()));
                if let Some(host) = room.and_then(|room| room.waiting.values().next().cloned())
                    && let found @ Found::Host(_) = self.pair(host, board)
                {
                    return found;
                }
            }
        }
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
        let is_room = matches!(lobby, Lobby::Room(_));
        if !is_room {
            // If two seeks have the same word, it leads to the earlier one.
            self.words.entry(word.to_owned()).or_insert_with(|| id.clone());
        }
        self.lobbies.entry(lobby.clone()).or_default().waiting.insert(arrival, id.clone());
        let word = word.to_owned();
        let seek = Seek { lobby, word, arrival, board, state: SeekState::Waiting, data: data() };
        self.seeks.insert(id.clone(), seek);
        if is_room {
            self.start_pairing(id);
        }
        Found::NoOpponent
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

    pub fn remove(&mut self, id: &MatchId) -> Option<T> {
        let seek = self.seeks.remove(id)?;
        if self.words.get(&seek.word) == Some(id) {
            self.words.remove(&seek.word);
        }
        if let Some(queue) = self.lobbies.get_mut(&seek.lobby) {
            queue.waiting.remove(&seek.arrival);
            queue.pairing.remove(id);
            if queue.waiting.is_empty() && queue.pairing.is_empty() {
                self.lobbies.remove(&seek.lobby);
            }
        }
        Some(seek.data)
    }

    pub fn get_mut(&mut self, id: &MatchId) -> Option<(SeekState, &mut T)> {
        self.seeks.get_mut(id).map(|seek| (seek.state, &mut seek.data))
    }

    /// The seeks that wait on boards, the newest first: seeks that wait for long cannot fill the list.
    pub fn newest_on_boards(&self, limit: usize) -> Vec<&T> {
        let boards = self.lobbies.iter().filter(|(lobby, _)| matches!(lobby, Lobby::Board(_)));
        let newest = boards.flat_map(|(_, queue)| queue.waiting.iter().rev().take(limit));
        let mut waiting: Vec<_> = newest.collect();
        waiting.sort_unstable_by_key(|(arrival, _)| Reverse(**arrival));
        waiting.into_iter().take(limit).filter_map(|(_, id)| Some(&self.seeks.get(id)?.data)).collect()
    }

    /// The seek that a player who names this word is paired with.
    pub fn find_word(&self, word: &str) -> Option<&T> {
        let room = || self.lobbies.get(&Lobby::Room(word.to_owned()))?.waiting.values().next();
        let seek = self.seeks.get(self.words.get(word).or_else(room)?)?;
        (seek.state == SeekState::Waiting).then_some(&seek.data)
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.seeks.is_empty() && self.lobbies.is_empty() && self.words.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    /// What may happen to the queues. A number picks a seek among those that were ever made.
    #[derive(Debug, Clone)]
    enum Action {
        /// `again` is a seek whose word this one has, or names as its room.
        Seek {
            lobby: u8,
            board: Option<u8>,
            again: Option<usize>,
        },
        FindEarlier(usize),
        StartPairing(usize),
        StopPairing(usize),
        Remove(usize),
    }

    fn actions() -> impl Strategy<Value = Action> {
        prop_oneof![
            5 => (0..4_u8, option::of(3..5_u8), option::of(any::<usize>()))
                .prop_map(|(lobby, board, again)| Action::Seek { lobby, board, again }),
            1 => any::<usize>().prop_map(Action::FindEarlier),
            1 => any::<usize>().prop_map(Action::StartPairing),
            2 => any::<usize>().prop_map(Action::StopPairing),
            2 => any::<usize>().prop_map(Action::Remove),
        ]
    }

    fn id(number: usize) -> MatchId {
        MatchId::parse(&format!("{number:012}")).unwrap()
    }

    fn rules(columns: u8) -> Rules {
        Rules::new(columns, 3, 3).unwrap()
    }

    /// Every seek has its id as its word, unless it has an earlier seek's.
    fn word(id: &MatchId) -> String {
        id.as_str().to_owned()
    }

    #[derive(Debug)]
    struct Listed {
        id: MatchId,
        lobby: Lobby,
        board: Option<Rules>,
        state: SeekState,
        /// For a seek on a board, if its word leads to it.
        word: Option<String>,
    }

    /// A plain list of all seeks, in the order of their arrival.
    #[derive(Default)]
    struct Model(Vec<Listed>);

    impl Model {
        fn get(&mut self, id: &MatchId) -> Option<&mut Listed> {
            self.0.iter_mut().find(|seek| seek.id == *id)
        }

        /// The first seek that waits in this room or on this board, or is on a board and has the room's name as its word.
        fn first_waiting(&self, lobby: &Lobby) -> Option<&Listed> {
            self.found(lobby).into_iter().find(|seek| seek.state == SeekState::Waiting)
        }

        fn found(&self, lobby: &Lobby) -> Vec<&Listed> {
            let Lobby::Room(name) = lobby else {
                return self.0.iter().filter(|seek| seek.lobby == *lobby).collect();
            };
            let by_word: Vec<_> = self.0.iter().filter(|seek| seek.word.as_ref() == Some(name)).collect();
            if by_word.is_empty() {
                self.0.iter().filter(|seek| seek.lobby == *lobby).collect()
            } else {
                by_word
            }
        }

        fn pair(&mut self, lobby: &Lobby, board: Option<Rules>) -> Option<Found> {
            let (host, hosts) = self.first_waiting(lobby).map(|seek| (seek.id.clone(), seek.board))?;
            if let (Some(hosts), Some(board)) = (hosts, board)
                && hosts != board
            {
                return Some(Found::OtherBoard(hosts));
            }
            self.get(&host)?.state = SeekState::Pairing;
            Some(Found::Host(host))
        }

        fn seek(&mut self, id: &MatchId, lobby: &Lobby, word: &str, board: Option<Rules>) -> Found {
            if let Lobby::Board(_) = lobby {
                let is_host = |seek: &&Listed| {
                    seek.lobby == Lobby::Room(word.to_owned()) && seek.state == SeekState::Waiting
                };
                let host = self.0.iter_mut().find(|seek| is_host(&&**seek));
                if let Some(host) = host.filter(|host| host.board.is_none() || host.board == board) {
                    host.state = SeekState::Pairing;
                    return Found::Host(host.id.clone());
                }
            }
            if let Some(found) = self.pair(lobby, board) {
                return found;
            }
            if let (Lobby::Room(_), Some(busy)) = (lobby, self.found(lobby).first()) {
                return Found::Busy(busy.id.clone());
            }
            let is_new = self.0.iter().all(|seek| seek.word.as_deref() != Some(word));
            let (state, word) = match lobby {
                Lobby::Board(_) => (SeekState::Waiting, is_new.then(|| word.to_owned())),
                Lobby::Room(_) => (SeekState::Pairing, None),
            };
            self.0.push(Listed { id: id.clone(), lobby: lobby.clone(), board, state, word });
            Found::NoOpponent
        }

        fn find_earlier(&mut self, id: &MatchId) -> Option<MatchId> {
            let own = self.0.iter().position(|seek| seek.id == *id && seek.state == SeekState::Waiting)?;
            let (lobby, board) = (self.0[own].lobby.clone(), self.0[own].board);
            let is_host = |seek: &Listed| seek.lobby == lobby && seek.state == SeekState::Waiting;
            let host = self.0.iter().take(own).position(is_host)?;
            if let (Some(hosts), Some(board)) = (self.0[host].board, board)
                && hosts != board
            {
                return None;
            }
            self.0[own].state = SeekState::Pairing;
            self.0[host].state = SeekState::Pairing;
            Some(self.0[host].id.clone())
        }
    }

    proptest! {
        /// First come, first served; never across boards or rooms, with a seek that is pairing or gone, or with itself.
        #[test]
        fn seeks_are_paired_like_in_a_plain_list(actions in vec(actions(), 0..120)) {
            let mut queues = Queues::default();
            let mut model = Model::default();
            let mut made = 0;
            for action in actions {
                let pick = |number: usize| id(number % (made + 1));
                match action {
                    Action::Seek { lobby, board, again } => {
                        let lobby = match lobby {
                            0 | 1 => Lobby::Board(board.map(rules).unwrap_or_default()),
                            2 => Lobby::Room(again.map_or("kitten".to_owned(), |seek| word(&pick(seek)))),
                            _ => Lobby::Room(lobby.to_string()),
                        };
                        let own_word = word(&again.map_or(id(made + 1), pick));
                        let board = match lobby {
                            Lobby::Board(board) => Some(board),
                            Lobby::Room(_) => board.map(rules),
                        };
                        made += 1;
                        let found = queues.find_or_add(&id(made), lobby.clone(), &own_word, board, || ());
                        let expected = model.seek(&id(made), &lobby, &own_word, board);
                        if let (Found::Busy(one), Found::Busy(_)) = (&found, &expected) {
                            let busy = model.found(&lobby).into_iter().find(|seek| seek.id == *one);
                            prop_assert_eq!(busy.map(|seek| seek.state), Some(SeekState::Pairing));
                        } else {
                            prop_assert_eq!(&found, &expected);
                        }
                    }
                    Action::FindEarlier(number) => {
                        prop_assert_eq!(queues.find_earlier(&pick(number)), model.find_earlier(&pick(number)));
                    }
                    Action::StartPairing(number) => {
                        let seek = model.get(&pick(number)).filter(|seek| seek.state == SeekState::Waiting);
                        prop_assert_eq!(queues.start_pairing(&pick(number)), seek.is_some());
                        if let Some(seek) = seek {
                            seek.state = SeekState::Pairing;
                        }
                    }
                    Action::StopPairing(number) => {
                        queues.stop_pairing(&pick(number));
                        if let Some(seek) = model.get(&pick(number)) {
                            seek.state = SeekState::Waiting;
                        }
                    }
                    Action::Remove(number) => {
                        let known = model.0.len();
                        model.0.retain(|seek| seek.id != pick(number));
                        prop_assert_eq!(queues.remove(&pick(number)).is_some(), model.0.len() < known);
                    }
                }
                for seek in &model.0 {
                    prop_assert_eq!(queues.get_mut(&seek.id).map(|(state, ())| state), Some(seek.state));
                    let by_word = model.first_waiting(&Lobby::Room(word(&seek.id)));
                    prop_assert_eq!(queues.find_word(&word(&seek.id)).is_some(), by_word.is_some());
                }
                let on_boards = |seek: &&Listed| {
                    matches!(seek.lobby, Lobby::Board(_)) && seek.state == SeekState::Waiting
                };
                prop_assert_eq!(queues.newest_on_boards(3).len(), model.0.iter().filter(on_boards).count().min(3));
            }
            for seek in model.0 {
                queues.remove(&seek.id);
            }
            prop_assert!(queues.is_empty());
        }
    }
}
