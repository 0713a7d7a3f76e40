//! The waiting players, and their pairing. A pure state machine.
//!
//! A *seek* is a player's wish for an opponent while there is no match. A player who names its word finds it; outside
//! rooms, so does a player who wants its board. Seeks are paired in the order of arrival, except that a seek whose
//! opponent did not move comes first. While the match of a pair is being written, both are *pairing*. No one else is
//! paired with them, and if the match cannot be written, they wait again, in their old order.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::mem::replace;

use super::request::{JoinRequest, Terms};
use crate::record::{BySeat, MatchId};

/// The players who can find a seek, and the terms of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lobby {
    /// Everyone who wants this game, or names the word.
    Board(Terms),
    /// Only those who name the word.
    Room(Terms),
    /// The same, and there is room for everyone.
    Arena(Terms),
}

/// All seeks of a server, each with the data `T`.
#[derive(Debug)]
pub struct Queues<T> {
    seeks: HashMap<MatchId, Queued<T>>,
    /// All seeks by their words.
    words: HashMap<String, Queue>,
    /// The seeks outside rooms by their boards.
    boards: HashMap<Terms, Queue>,
    arrivals: i64,
    /// The number of seeks that were put in front of all others.
    in_front: i64,
}

/// Seeks in the order of their arrival.
type Queue = BTreeMap<i64, MatchId>;

#[derive(Debug)]
struct Queued<T> {
    words: Vec<String>,
    lobby: Lobby,
    arrival: i64,
    state: SeekState,
    data: T,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeekState {
    Waiting,
    /// Its match is being written.
    Pairing,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    NoOpponent,
    /// This seek waited the longest. It is pairing now.
    Host(MatchId),
    /// In this room, another seek is pairing: look again afterwards.
    Pairing(MatchId),
    /// The player who waits in this room wants another game.
    OtherTerms(Terms),
}

impl Lobby {
    pub fn from_request(request: &JoinRequest) -> Self {
        let terms = request.terms;
        if request.arena.is_some() {
            Self::Arena(terms)
        } else if request.is_in_room {
            Self::Room(terms)
        } else {
            Self::Board(Terms { rules: Some(terms.rules.unwrap_or_default()), ..terms })
        }
    }

    const fn terms(self) -> Terms {
        let (Self::Board(terms) | Self::Room(terms) | Self::Arena(terms)) = self;
        terms
    }
}

impl<T> Default for Queues<T> {
    fn default() -> Self {
        Self {
            seeks: HashMap::new(),
            words: HashMap::new(),
            boards: HashMap::new(),
            arrivals: 0,
            in_front: 0,
        }
    }
}

impl<T> Queues<T> {
    pub fn count(&self) -> usize {
        self.seeks.len()
    }

    /// Looks for an opponent who fits, by the words that the player names or is found by.
    pub fn find(&mut self, words: &[String], lobby: Lobby, fits: impl Fn(&T) -> bool) -> Found {
        let named = || words.iter().filter_map(|word| self.words.get(word)).flat_map(BTreeMap::values);
        let first_by_word = self.first_waiting(named(), &fits);
        match lobby {
            Lobby::Room(_) => {
                if let Some(host) = first_by_word {
                    return self.pair(host, lobby);
                }
                let is_pairing = |seek: &Queued<T>| seek.state == SeekState::Pairing;
                let pairing = named().find(|id| self.seeks.get(id).is_some_and(is_pairing));
                pairing.map_or(Found::NoOpponent, |pairing| Found::Pairing(pairing.clone()))
            }
            Lobby::Arena(_) => first_by_word.map_or(Found::NoOpponent, |host| self.pair(host, lobby)),
            Lobby::Board(board) => {
                let on_board = self.boards.get(&board);
                let first_on_board = on_board.and_then(|queue| self.first_waiting(queue.values(), &fits));
                // A player who was invited by this word may already be waiting.
                for host in first_by_word.into_iter().chain(first_on_board) {
                    if let found @ Found::Host(_) = self.pair(host, lobby) {
                        return found;
                    }
                }
                Found::NoOpponent
            }
        }
    }

    /// A seek that has one of these words, if one fits.
    pub fn find_named(&self, words: &[String], fits: impl Fn(SeekState, &T) -> bool) -> Option<MatchId> {
        let mut named = words.iter().filter_map(|word| self.words.get(word)).flat_map(BTreeMap::values);
        named.find(|id| self.seeks.get(id).is_some_and(|seek| fits(seek.state, &seek.data))).cloned()
    }

    /// Adds the seek as the newest one, or in front of all others. It waits.
    pub fn add(&mut self, id: &MatchId, words: Vec<String>, lobby: Lobby, is_next: bool, data: T) {
        let arrival = if is_next {
            self.in_front += 1;
            -self.in_front
        } else {
            self.arrivals += 1;
            self.arrivals
        };
        if let Lobby::Board(board) = lobby {
            self.boards.entry(board).or_default().insert(arrival, id.clone());
        }
        for word in &words {
            self.words.entry(word.clone()).or_default().insert(arrival, id.clone());
        }
        self.seeks.insert(id.clone(), Queued { words, lobby, arrival, state: SeekState::Waiting, data });
    }

    /// Pairs a waiting seek with another one in its lobby. Both are pairing then, and the earlier one is the host.
    pub fn find_other(&mut self, id: &MatchId, fits: impl Fn(&T, &T) -> bool) -> Option<BySeat<MatchId>> {
        let seek = self.seeks.get(id).filter(|seek| seek.state == SeekState::Waiting)?;
        let (lobby, arrival) = (seek.lobby, seek.arrival);
        let queue = match lobby {
            Lobby::Board(board) => self.boards.get(&board),
            Lobby::Room(_) | Lobby::Arena(_) => self.words.get(seek.words.first()?),
        }?;
        let others = queue.values().filter(|other| *other != id);
        let other = self.first_waiting(others, |other| fits(&seek.data, other))?;
        let Found::Host(other) = self.pair(other, lobby) else { return None };
        self.start_pairing(id);
        let is_earlier = self.seeks.get(&other).is_some_and(|other| other.arrival < arrival);
        let id = id.clone();
        Some(if is_earlier { BySeat { host: other, guest: id } } else { BySeat { host: id, guest: other } })
    }

    fn first_waiting<'a>(
        &self,
        mut seeks: impl Iterator<Item = &'a MatchId>,
        fits: impl Fn(&T) -> bool,
    ) -> Option<MatchId> {
        let is_waiting = |seek: &Queued<T>| seek.state == SeekState::Waiting && fits(&seek.data);
        seeks.find(|id| self.seeks.get(id).is_some_and(is_waiting)).cloned()
    }

    fn pair(&mut self, host: MatchId, guest: Lobby) -> Found {
        let hosts = self.seeks.get(&host).map(|seek| seek.lobby.terms()).unwrap_or_default();
        if !hosts.fit(guest.terms()) {
            return Found::OtherTerms(hosts);
        }
        self.start_pairing(&host);
        Found::Host(host)
    }

    /// Marks a waiting seek as pairing. Returns false if it is not waiting.
    pub fn start_pairing(&mut self, id: &MatchId) -> bool {
        let seek = self.seeks.get_mut(id);
        seek.is_some_and(|seek| replace(&mut seek.state, SeekState::Pairing) == SeekState::Waiting)
    }

    /// The seek waits again, because its match could not be written.
    pub fn stop_pairing(&mut self, id: &MatchId) {
        if let Some(seek) = self.seeks.get_mut(id) {
            seek.state = SeekState::Waiting;
        }
    }

    pub fn remove(&mut self, id: &MatchId) -> Option<T> {
        let seek = self.seeks.remove(id)?;
        for word in &seek.words {
            remove_from(&mut self.words, word, seek.arrival);
        }
        if let Lobby::Board(board) = &seek.lobby {
            remove_from(&mut self.boards, board, seek.arrival);
        }
        Some(seek.data)
    }

    pub fn get_mut(&mut self, id: &MatchId) -> Option<(SeekState, &mut T)> {
        self.seeks.get_mut(id).map(|seek| (seek.state, &mut seek.data))
    }

    /// The seeks that wait on boards, in the order of their arrival.
    pub fn waiting_on_boards(&self) -> Vec<&T> {
        let ids = self.boards.values().flat_map(BTreeMap::values);
        let mut waiting: Vec<_> = ids.filter_map(|id| self.seeks.get(id)).collect();
        waiting.retain(|seek| seek.state == SeekState::Waiting);
        waiting.sort_unstable_by_key(|seek| seek.arrival);
        waiting.into_iter().map(|seek| &seek.data).collect()
    }

    /// The seek with which a player who names this word is paired.
    pub fn find_word(&self, word: &str) -> Option<&T> {
        let id = self.first_waiting(self.words.get(word)?.values(), |_| true)?;
        self.seeks.get(&id).map(|seek| &seek.data)
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.seeks.is_empty() && self.boards.is_empty() && self.words.is_empty()
    }
}

fn remove_from<K: Eq + Hash>(queues: &mut HashMap<K, Queue>, key: &K, arrival: i64) {
    let Some(queue) = queues.get_mut(key) else { return };
    queue.remove(&arrival);
    if queue.is_empty() {
        queues.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;
    use tictactoe_engine::Rules;

    use super::*;

    /// An operation on the queues. A number picks one of the seeks so far.
    #[derive(Debug, Clone)]
    enum Action {
        /// `again` is a seek whose word this one has, or names as its room.
        Seek {
            lobby: u8,
            terms: Terms,
            again: Option<usize>,
        },
        FindOther(usize),
        StartPairing(usize),
        StopPairing(usize),
        Remove(usize),
    }

    fn actions() -> impl Strategy<Value = Action> {
        prop_oneof![
            5 => (0..5_u8, terms(), option::of(any::<usize>()))
                .prop_map(|(lobby, terms, again)| Action::Seek { lobby, terms, again }),
            1 => any::<usize>().prop_map(Action::FindOther),
            1 => any::<usize>().prop_map(Action::StartPairing),
            2 => any::<usize>().prop_map(Action::StopPairing),
            2 => any::<usize>().prop_map(Action::Remove),
        ]
    }

    fn id(number: usize) -> MatchId {
        MatchId::parse(&format!("{number:012}")).unwrap()
    }

    fn terms() -> impl Strategy<Value = Terms> {
        let rules = option::of((3..5_u8).prop_map(|columns| Rules::new(columns, 3, 3).unwrap()));
        (rules, option::weighted(0.2, 3..5_u8)).prop_map(|(rules, best_of)| Terms { rules, best_of })
    }

    /// Every seek has its id as its word, unless it has an earlier seek's.
    fn word(id: &MatchId) -> String {
        id.as_str().to_owned()
    }

    #[derive(Debug)]
    struct Listed {
        id: MatchId,
        word: String,
        lobby: Lobby,
        state: SeekState,
    }

    impl Listed {
        fn is_waiting(&self) -> bool {
            self.state == SeekState::Waiting
        }

        fn accepts(&self, guest: Lobby) -> bool {
            let (host, guest) = (self.lobby.terms(), guest.terms());
            let board_fits = host.rules.is_none() || guest.rules.is_none() || host.rules == guest.rules;
            let is_named_twice = host.best_of.is_some() && guest.best_of.is_some();
            board_fits && (!is_named_twice || host.best_of == guest.best_of)
        }
    }

    /// A plain list of all seeks, in the order of their arrival.
    #[derive(Default)]
    struct Model(Vec<Listed>);

    impl Model {
        fn get(&mut self, id: &MatchId) -> Option<&mut Listed> {
            self.0.iter_mut().find(|seek| seek.id == *id)
        }

        fn pair(&mut self, host: usize, guest: Lobby) -> Found {
            let host = &mut self.0[host];
            if !host.accepts(guest) {
                return Found::OtherTerms(host.lobby.terms());
            }
            host.state = SeekState::Pairing;
            Found::Host(host.id.clone())
        }

        fn seek(&mut self, id: &MatchId, word: &str, lobby: Lobby) -> Found {
            let by_word = self.0.iter().position(|seek| seek.word == word && seek.is_waiting());
            let on_board = self.0.iter().position(|seek| seek.lobby == lobby && seek.is_waiting());
            let pairing = self.0.iter().find(|seek| seek.word == word).map(|seek| seek.id.clone());
            match (lobby, by_word, on_board, pairing) {
                (Lobby::Board(_), Some(host), ..) if self.0[host].accepts(lobby) => {
                    return self.pair(host, lobby);
                }
                (Lobby::Room(_) | Lobby::Arena(_), Some(host), ..) | (Lobby::Board(_), _, Some(host), _) => {
                    return self.pair(host, lobby);
                }
                (Lobby::Room(_), None, _, Some(pairing)) => return Found::Pairing(pairing),
                (Lobby::Room(_), None, _, None)
                | (Lobby::Board(_), _, None, _)
                | (Lobby::Arena(_), None, ..) => {}
            }
            let state = SeekState::Waiting;
            self.0.push(Listed { id: id.clone(), word: word.to_owned(), lobby, state });
            Found::NoOpponent
        }

        fn find_other(&mut self, id: &MatchId) -> Option<BySeat<MatchId>> {
            let own = self.0.iter().position(|seek| seek.id == *id && seek.is_waiting())?;
            let (lobby, word) = (self.0[own].lobby, self.0[own].word.clone());
            let is_host = |seek: &Listed| match lobby {
                Lobby::Board(_) => seek.lobby == lobby,
                Lobby::Room(_) | Lobby::Arena(_) => seek.word == word,
            };
            let is_other = |seek: &Listed| seek.id != *id && is_host(seek) && seek.is_waiting();
            let other = self.0.iter().position(is_other)?;
            let Found::Host(_) = self.pair(other, lobby) else { return None };
            self.0[own].state = SeekState::Pairing;
            let [host, guest] = [own.min(other), own.max(other)].map(|seek| self.0[seek].id.clone());
            Some(BySeat { host, guest })
        }
    }

    #[test]
    fn a_seek_that_is_next_is_found_before_those_that_came_earlier() {
        let (mut queues, lobby, words) =
            (Queues::default(), Lobby::Arena(Terms::default()), ["arena/a".to_owned()]);
        for (number, is_next) in [(1, false), (2, true)] {
            queues.add(&id(number), words.to_vec(), lobby, is_next, ());
        }
        for number in [2, 1] {
            assert_eq!(queues.find(&words, lobby, |()| true), Found::Host(id(number)));
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
                    Action::Seek { lobby, terms, again } => {
                        let word = match lobby {
                            0 | 1 => word(&again.map_or(id(made + 1), pick)),
                            2 => again.map_or("kitten".to_owned(), |seek| word(&pick(seek))),
                            _ => lobby.to_string(),
                        };
                        let lobby = match lobby {
                            0 | 1 => Lobby::Board(Terms { rules: terms.rules.or(Some(Rules::CLASSIC)), ..terms }),
                            2 | 3 => Lobby::Room(terms),
                            _ => Lobby::Arena(terms),
                        };
                        made += 1;
                        let found = queues.find(from_ref(&word), lobby, |()| true);
                        if found == Found::NoOpponent {
                            queues.add(&id(made), vec![word.clone()], lobby, false, ());
                        }
                        prop_assert_eq!(found, model.seek(&id(made), &word, lobby));
                    }
                    Action::FindOther(number) => {
                        prop_assert_eq!(queues.find_other(&pick(number), |(), ()| true), model.find_other(&pick(number)));
                    }
                    Action::StartPairing(number) => {
                        let seek = model.get(&pick(number)).filter(|seek| seek.is_waiting());
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
                    let by_word = model.0.iter().any(|other| other.word == seek.word && other.is_waiting());
                    prop_assert_eq!(queues.find_word(&seek.word).is_some(), by_word);
                }
                let on_boards = |seek: &&Listed| {
                    matches!(seek.lobby, Lobby::Board(_)) && seek.is_waiting()
                };
                prop_assert_eq!(queues.waiting_on_boards().len(), model.0.iter().filter(on_boards).count());
            }
            for seek in model.0 {
                queues.remove(&seek.id);
            }
            prop_assert!(queues.is_empty());
        }
    }
}
