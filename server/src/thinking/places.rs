//! How many questions may be thought about at a time. Pure.

use std::collections::HashSet;

use crate::record::MatchId;

/// What people may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    /// What to play.
    Hint,
    /// What the moves of a game were worth.
    Review,
}

/// The questions that are thought about, or wait to be: so many of each kind, so that reviews do not keep hints
/// away, and one of each kind for a match.
#[derive(Debug)]
pub(super) struct Places {
    hints: Room,
    reviews: Room,
}

#[derive(Debug)]
struct Room {
    most: usize,
    taken: HashSet<MatchId>,
}

impl Places {
    /// Room for so many questions of each kind.
    pub(super) fn new(hints: usize, reviews: usize) -> Self {
        let room = |most| Room { most, taken: HashSet::new() };
        Self { hints: room(hints), reviews: room(reviews) }
    }

    /// Takes a place, and says whether there was one.
    pub(super) fn take(&mut self, of: &MatchId, question: Question) -> bool {
        let room = self.room(question);
        room.taken.len() < room.most && room.taken.insert(of.clone())
    }

    /// Gives a place back.
    pub(super) fn give_back(&mut self, of: &MatchId, question: Question) {
        self.room(question).taken.remove(of);
    }

    const fn room(&mut self, question: Question) -> &mut Room {
        match question {
            Question::Hint => &mut self.hints,
            Question::Review => &mut self.reviews,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> MatchId {
        MatchId::parse(&format!("{number:012}")).unwrap()
    }

    #[test]
    fn a_match_has_one_place_for_each_kind_of_question() {
        let mut places = Places::new(10, 10);
        assert!(places.take(&id(1), Question::Hint) && places.take(&id(1), Question::Review));
        assert!(!places.take(&id(1), Question::Hint));
        assert!(places.take(&id(2), Question::Hint));
        places.give_back(&id(1), Question::Hint);
        assert!(places.take(&id(1), Question::Hint));
    }

    #[test]
    fn there_are_no_more_places_than_said() {
        let mut places = Places::new(10, 3);
        let taken = (0..10).filter(|&number| places.take(&id(number), Question::Review)).count();
        assert_eq!(taken, 3);
        assert!(places.take(&id(0), Question::Hint), "reviews keep no hint away");
        places.give_back(&id(0), Question::Review);
        assert!(places.take(&id(9), Question::Review) && !places.take(&id(8), Question::Review));
    }
}
