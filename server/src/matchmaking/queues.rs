//! The waiting players, and their pairing. A pure state machine.
//!
//! A *seek* is a player's wish for an opponent while there is no match. It waits in one or more lobbies, and a player
//! who joins finds it in any of them. Seeks are paired in the order of arrival, except that a seek whose opponent did
//! not move comes first. While the match of a pair is being written, both are *pairing*. No one else is paired with
//! them, and if the match cannot be written, they wait again, in their old order.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use super::request::Terms;
use crate::record::{BySeat, MatchId};

/// Where players find each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lobby {
    /// Everyone who names this word.
    Word(String),
    /// Everyone outside rooms who wants this game.
    Board(Terms),
}

/// All seeks of a node, each with the data `T`.
#[derive(Debug)]
pub struct Queues<T> {
    seeks: HashMap<MatchId, Queued<T>>,
    lobbies: HashMap<Lobby, BTreeMap<i64, MatchId>>,
    arrivals: i64,
    /// The number of seeks that were put in front of all others.
    in_front: i64,
}

#[derive(Debug)]
pub struct Queued<T> {
    pub data: T,
    /// Its match is being written.
    pub is_pairing: bool,
    /// The last one is the board, the room or the arena, in which `find_other` looks.
    lobbies: Vec<Lobby>,
    terms: Terms,
    arrival: i64,
}

/// The seek that a player finds, or why the player cannot play in a room.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<H = MatchId> {
    /// The seek that waited the longest. It is pairing now.
    Host(H),
    /// In this room, another seek is pairing: look again afterwards.
    Pairing(MatchId),
    /// The player who waits in this room wants another game.
    OtherTerms(Terms),
}

impl<T> Default for Queues<T> {
    fn default() -> Self {
        Self { seeks: HashMap::new(), lobbies: HashMap::new(), arrivals: 0, in_front: 0 }
    }
}

impl<T> Queues<T> {
    pub fn count(&self) -> usize {
        self.seeks.len()
    }

    /// Looks in these lobbies for a seek that fits.
    pub fn find(&mut self, lobbies: &[Lobby], terms: Terms, fits: impl Fn(&T) -> bool) -> Option<Found> {
        let is_public = lobbies.iter().any(|lobby| matches!(lobby, Lobby::Board(_)));
        for lobby in lobbies {
            let Some((id, host)) = self.first(lobby, |_, host| fits(&host.data)) else { continue };
            if host.terms.fit(terms) {
                let id = id.clone();
                self.start_pairing(&id);
                return Some(Found::Host(id));
            }
            // Outside rooms, the player waits for someone else.
            if !is_public {
                return Some(Found::OtherTerms(host.terms));
            }
        }
        let is_pairing = |id: &&MatchId| self.seeks.get(id).is_some_and(|seek| seek.is_pairing);
        let pairing = lobbies.iter().flat_map(|lobby| self.ids_in(lobby)).find(is_pairing);
        pairing.filter(|_| !is_public).cloned().map(Found::Pairing)
    }

    /// The first waiting seek of a lobby that fits.
    pub fn first(
        &self,
        lobby: &Lobby,
        fits: impl Fn(&MatchId, &Queued<T>) -> bool,
    ) -> Option<(&MatchId, &Queued<T>)> {
        let mut seeks = self.ids_in(lobby).filter_map(|id| Some((id, self.seeks.get(id)?)));
        seeks.find(|&(id, seek)| !seek.is_pairing && fits(id, seek))
    }

    fn ids_in(&self, lobby: &Lobby) -> impl Iterator<Item = &MatchId> {
        self.lobbies.get(lobby).into_iter().flat_map(BTreeMap::values)
    }

    /// Adds the seek as the newest one, or in front of all others. It waits.
    pub fn add(&mut self, id: &MatchId, lobbies: Vec<Lobby>, terms: Terms, is_next: bool, data: T) {
        let arrival = if is_next {
            self.in_front += 1;
            -self.in_front
        } else {
            self.arrivals += 1;
            self.arrivals
        };
        for lobby in &lobbies {
            self.lobbies.entry(lobby.clone()).or_default().insert(arrival, id.clone());
        }
        self.seeks.insert(id.clone(), Queued { lobbies, terms, arrival, is_pairing: false, data });
    }

    /// Pairs a waiting seek with another one on its board, or in its room or arena. Both are pairing then, and the
    /// earlier one is the host.
    pub fn find_other(&mut self, id: &MatchId, fits: impl Fn(&T, &T) -> bool) -> Option<BySeat<MatchId>> {
        let seek = self.seeks.get(id).filter(|seek| !seek.is_pairing)?;
        let is_other =
            |other_id: &MatchId, other: &Queued<T>| other_id != id && fits(&seek.data, &other.data);
        let (other_id, other) = self.first(seek.lobbies.last()?, is_other)?;
        if !other.terms.fit(seek.terms) {
            return None;
        }
        let (own, other_id, is_earlier) = (id.clone(), other_id.clone(), other.arrival < seek.arrival);
        self.start_pairing(&own);
        self.start_pairing(&other_id);
        let (host, guest) = if is_earlier { (other_id, own) } else { (own, other_id) };
        Some(BySeat { host, guest })
    }

    /// Marks a waiting seek as pairing. Returns false if it is not waiting.
    pub fn start_pairing(&mut self, id: &MatchId) -> bool {
        let waiting = self.seeks.get_mut(id).filter(|seek| !seek.is_pairing);
        waiting.map(|seek| seek.is_pairing = true).is_some()
    }

    pub fn remove(&mut self, id: &MatchId) -> Option<T> {
        let seek = self.seeks.remove(id)?;
        for lobby in seek.lobbies {
            if let Entry::Occupied(mut ids) = self.lobbies.entry(lobby) {
                ids.get_mut().remove(&seek.arrival);
                if ids.get().is_empty() {
                    ids.remove();
                }
            }
        }
        Some(seek.data)
    }

    pub fn get_mut(&mut self, id: &MatchId) -> Option<&mut Queued<T>> {
        self.seeks.get_mut(id)
    }

    /// The seeks that wait on boards, in the order of their arrival.
    pub fn waiting_on_boards(&self) -> Vec<&T> {
        let is_on_board = |seek: &Queued<T>| matches!(seek.lobbies.last(), Some(Lobby::Board(_)));
        let mut waiting: Vec<_> = self.seeks.values().collect();
        waiting.retain(|seek| !seek.is_pairing && is_on_board(seek));
        waiting.sort_unstable_by_key(|seek| seek.arrival);
        waiting.into_iter().map(|seek| &seek.data).collect()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.seeks.is_empty() && self.lobbies.is_empty()
    }
}

#[cfg(test)]
mod tests {
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
            3 => any::<usize>().prop_map(Action::Remove),
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
        lobbies: Vec<Lobby>,
        terms: Terms,
        is_pairing: bool,
    }

    impl Listed {
        fn waits_in(&self, lobby: &Lobby) -> bool {
            !self.is_pairing && self.lobbies.contains(lobby)
        }

        fn accepts(&self, guest: Terms) -> bool {
            let host = self.terms;
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

        fn seek(&mut self, id: &MatchId, lobbies: &[Lobby], terms: Terms) -> Option<Found> {
            let first_in = |lobby| self.0.iter().position(|seek| seek.waits_in(lobby));
            let firsts: Vec<_> = lobbies.iter().filter_map(first_in).collect();
            if let Some(&host) = firsts.iter().find(|&&host| self.0[host].accepts(terms)) {
                self.0[host].is_pairing = true;
                return Some(Found::Host(self.0[host].id.clone()));
            }
            let in_room = |seek: &&Listed| seek.lobbies.contains(&lobbies[0]);
            match (lobbies.len(), firsts.first(), self.0.iter().find(in_room)) {
                (1, Some(&host), _) => return Some(Found::OtherTerms(self.0[host].terms)),
                (1, None, Some(pairing)) => return Some(Found::Pairing(pairing.id.clone())),
                _ => {}
            }
            self.0.push(Listed { id: id.clone(), lobbies: lobbies.to_vec(), terms, is_pairing: false });
            None
        }

        fn find_other(&mut self, id: &MatchId) -> Option<BySeat<MatchId>> {
            let own = self.0.iter().position(|seek| seek.id == *id && !seek.is_pairing)?;
            let (lobby, terms) = (self.0[own].lobbies.last().cloned()?, self.0[own].terms);
            let is_other = |seek: &Listed| seek.id != *id && seek.waits_in(&lobby);
            let other = self.0.iter().position(is_other).filter(|&other| self.0[other].accepts(terms))?;
            let ids = [own.min(other), own.max(other)].map(|seek| {
                self.0[seek].is_pairing = true;
                self.0[seek].id.clone()
            });
            let [host, guest] = ids;
            Some(BySeat { host, guest })
        }
    }

    #[test]
    fn a_seek_that_is_next_is_found_before_those_that_came_earlier() {
        let (mut queues, lobbies) = (Queues::default(), [Lobby::Word("arena/a".to_owned())]);
        for (number, is_next) in [(1, false), (2, true)] {
            queues.add(&id(number), lobbies.to_vec(), Terms::default(), is_next, ());
        }
        for number in [2, 1] {
            let found = queues.find(&lobbies, Terms::default(), |()| true);
            assert_eq!(found, Some(Found::Host(id(number))));
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
                        let (mut lobbies, mut terms) = (vec![Lobby::Word(word)], terms);
                        if lobby < 2 {
                            terms.rules = terms.rules.or(Some(Rules::CLASSIC));
                            lobbies.push(Lobby::Board(terms));
                        }
                        made += 1;
                        let found = queues.find(&lobbies, terms, |()| true);
                        if found.is_none() {
                            queues.add(&id(made), lobbies.clone(), terms, false, ());
                        }
                        prop_assert_eq!(found, model.seek(&id(made), &lobbies, terms));
                    }
                    Action::FindOther(number) => {
                        prop_assert_eq!(queues.find_other(&pick(number), |(), ()| true), model.find_other(&pick(number)));
                    }
                    Action::StartPairing(number) => {
                        let seek = model.get(&pick(number)).filter(|seek| !seek.is_pairing);
                        prop_assert_eq!(queues.start_pairing(&pick(number)), seek.is_some());
                        if let Some(seek) = seek {
                            seek.is_pairing = true;
                        }
                    }
                    Action::StopPairing(number) => {
                        queues.get_mut(&pick(number)).into_iter().for_each(|seek| seek.is_pairing = false);
                        model.get(&pick(number)).into_iter().for_each(|seek| seek.is_pairing = false);
                    }
                    Action::Remove(number) => {
                        let known = model.0.len();
                        model.0.retain(|seek| seek.id != pick(number));
                        prop_assert_eq!(queues.remove(&pick(number)).is_some(), model.0.len() < known);
                    }
                }
                for seek in &model.0 {
                    prop_assert_eq!(queues.get_mut(&seek.id).map(|seek| seek.is_pairing), Some(seek.is_pairing));
                    let first = model.0.iter().find(|other| other.waits_in(&seek.lobbies[0]));
                    let waiting = queues.first(&seek.lobbies[0], |_, _| true);
                    prop_assert_eq!(waiting.map(|(id, _)| id), first.map(|seek| &seek.id));
                }
                let on_boards = |seek: &&Listed| seek.lobbies.get(1).is_some_and(|board| seek.waits_in(board));
                prop_assert_eq!(queues.waiting_on_boards().len(), model.0.iter().filter(on_boards).count());
            }
            for seek in model.0 {
                queues.remove(&seek.id);
            }
            prop_assert!(queues.is_empty());
        }
    }
}
