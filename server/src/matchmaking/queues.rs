//! The waiting players: who is paired with whom. A pure state machine.
//!
//! A *seek* is a player's wish for an opponent while there is no match. It is in one lobby: that of a board, or that of
//! a room. Seeks are paired in the order of their arrival. While the match of a pair is being written, they are
//! *pairing*: no one else is paired with them, and if the match cannot be written, they wait again, in their old order.
//! A new seek in a room is pairing too, until the caller knows whether the room is full.

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
    /// Looks for an opponent. If there is none, adds the seek under this id, with the data that `data` makes. A player
    /// who names its word as a room finds it, whatever its lobby is.
    pub fn find_or_add(
        &mut self,
        id: &MatchId,
        lobby: Lobby,
        word: &str,
        board: Option<Rules>,
        data: impl FnOnce() -> T,
    ) -> Found {
        if let Lobby::Room(named) = &lobby
            && let Some(host) = self.words.get(named).cloned()
        {
            let is_waiting = self.seeks.get(&host).is_some_and(|seek| seek.state == SeekState::Waiting);
            return if is_waiting { self.pair(host, board) } else { Found::Busy(host) };
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
            // Should two seeks have the same word, it is the earlier one's.
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

    /// The seeks that wait for a board, the longest wait first.
    pub fn public(&self, limit: usize) -> Vec<&T> {
        let boards = self.lobbies.iter().filter(|(lobby, _)| matches!(lobby, Lobby::Board(_)));
        let mut waiting: Vec<_> = boards.flat_map(|(_, queue)| queue.waiting.iter().take(limit)).collect();
        waiting.sort_unstable_by_key(|(arrival, _)| **arrival);
        waiting.into_iter().take(limit).filter_map(|(_, id)| Some(&self.seeks.get(id)?.data)).collect()
    }

    /// The seek with which a player would be paired who names this word.
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
    use proptest::prelude::*;

    use super::*;

    /// What may happen to the queues. A number picks a seek among those that were ever made.
    #[derive(Debug, Clone)]
    enum Action {
        Seek(u8, Option<u8>),
        SeekByWord(usize, Option<u8>),
        FindEarlier(usize),
        StartPairing(usize),
        StopPairing(usize),
        Remove(usize),
    }

    fn actions() -> impl Strategy<Value = Action> {
        prop_oneof![
            4 => (0..4_u8, proptest::option::of(3..5_u8)).prop_map(|(lobby, board)| Action::Seek(lobby, board)),
            2 => (any::<usize>(), proptest::option::of(3..5_u8)).prop_map(|(seek, board)| Action::SeekByWord(seek, board)),
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

    fn lobby(number: u8, board: Option<u8>) -> Lobby {
        match number {
            0 | 1 => Lobby::Board(board.map(rules).unwrap_or_default()),
            _ => Lobby::Room(number.to_string()),
        }
    }

    /// Every seek has its id as its word.
    fn word(id: &MatchId) -> String {
        id.as_str().to_owned()
    }

    /// A plain list of all seeks, in the order of their arrival.
    type Model = Vec<(MatchId, Lobby, Option<Rules>, SeekState)>;

    /// Whether a player who looks in a lobby finds this seek: it is there, or the lobby is named like its word.
    fn is_found(seek: &(MatchId, Lobby, Option<Rules>, SeekState), lobby: &Lobby) -> bool {
        let is_word = |name: &String| matches!(seek.1, Lobby::Board(_)) && *name == word(&seek.0);
        seek.1 == *lobby || matches!(lobby, Lobby::Room(name) if is_word(name))
    }

    /// The first that waits in a lobby.
    fn first_waiting(model: &Model, lobby: &Lobby) -> Option<usize> {
        model.iter().position(|seek| is_found(seek, lobby) && seek.3 == SeekState::Waiting)
    }

    fn expected(model: &mut Model, lobby: &Lobby, board: Option<Rules>) -> Found {
        if let Some(host) = first_waiting(model, lobby) {
            let (id, _, hosts, state) = &mut model[host];
            return match (*hosts, board) {
                (Some(hosts), Some(board)) if hosts != board => Found::OtherBoard(hosts),
                _ => {
                    *state = SeekState::Pairing;
                    Found::Host(id.clone())
                }
            };
        }
        let busy = model.iter().find(|seek| is_found(seek, lobby) && matches!(lobby, Lobby::Room(_)));
        busy.map_or(Found::NoOpponent, |(id, ..)| Found::Busy(id.clone()))
    }

    proptest! {
            /// First come, first served; never across boards or rooms, with a seek that is pairing or gone, or with itself.
            #[test]
            fn seeks_are_paired_like_in_a_plain_list(actions in vec(actions(), 0..120)) {
                let mut queues = Queues::default();
                let mut model: Model = Vec::new();
                let mut made = 0;
                for action in actions {
                    let pick = |number: usize| id(number % (made + 1));
                    match action {
                        Action::Seek(..) | Action::SeekByWord(..) => {
                            let (lobby, board) = match action {
                                Action::Seek(number, board) => (lobby(number, board), board),
                                Action::SeekByWord(seek, board) => (Lobby::Room(word(&pick(seek))), board),
                                _ => unreachable!(),
                            };
                            made += 1;
                            let board = match lobby {
                                Lobby::Board(board) => Some(board),
                                Lobby::Room(_) => board.map(rules),
                            };
                            let found = queues.find_or_add(&id(made), lobby.clone(), &word(&id(made)), board, || ());
                            let expected = expected(&mut model, &lobby, board);
                            if let (Found::Busy(one), Found::Busy(_)) = (&found, &expected) {
                                let busy = model.iter().find(|seek| seek.0 == *one);
                                prop_assert!(busy.is_some_and(|seek| is_found(seek, &lobby) && seek.3 == SeekState::Pairing));
                            } else {
                                prop_assert_eq!(&found, &expected);
                            }
                            if found == Found::NoOpponent {
                                let state = match lobby {
                                    Lobby::Board(_) => SeekState::Waiting,
                                    Lobby::Room(_) => SeekState::Pairing,
                                };
                                model.push((id(made), lobby, board, state));
                            }
                        }
                        Action::FindEarlier(number) => {
                            let found = queues.find_earlier(&pick(number));
                            let own = model.iter().position(|seek| seek.0 == pick(number));
                            let own = own.filter(|&own| model[own].3 == SeekState::Waiting);
                            let host = own.and_then(|own| first_waiting(&model, &model[own].1).filter(|&host| host < own));
                            let fits = |host: &usize| {
                                let boards = (model[*host].2, own.and_then(|own| model[own].2));
                                !matches!(boards, (Some(one), Some(other)) if one != other)
                            };
                            let host = host.filter(fits);
                            prop_assert_eq!(found, host.map(|host| model[host].0.clone()));
                            if let (Some(host), Some(own)) = (host, own) {
                                model[host].3 = SeekState::Pairing;
                                model[own].3 = SeekState::Pairing;
                            }
                        }
                        Action::StartPairing(number) => {
                            let seek = model.iter_mut().find(|seek| seek.0 == pick(number));
                            let seek = seek.filter(|seek| seek.3 == SeekState::Waiting);
                            prop_assert_eq!(queues.start_pairing(&pick(number)), seek.is_some());
                            if let Some(seek) = seek {
    seek.3 = SeekState::Pairing;
    }
                        }
                        Action::StopPairing(number) => {
                            queues.stop_pairing(&pick(number));
                            let seek = model.iter_mut().find(|seek| seek.0 == pick(number));
                            if let Some(seek) = seek {
    seek.3 = SeekState::Waiting;
    }
                        }
                        Action::Remove(number) => {
                            let seek = model.iter().position(|seek| seek.0 == pick(number));
                            prop_assert_eq!(queues.remove(&pick(number)).is_some(), seek.is_some());
                            if let Some(seek) = seek {
    drop(model.remove(seek));
    }
                        }
                    }
                    for seek in &model {
                        let (id, by_word, state) = (&seek.0, Lobby::Room(word(&seek.0)), &seek.3);
                        let expected = first_waiting(&model, &by_word).map(|_| &());
                        prop_assert_eq!(queues.find_word(&word(id)), expected);
                        prop_assert_eq!(queues.get_mut(id).map(|(state, ())| state), Some(*state));
                    }
                }
                for (id, ..) in model {
                    queues.remove(&id);
                }
                prop_assert!(queues.is_empty());
            }
        }
}
