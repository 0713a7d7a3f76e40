//! Which matches anybody may watch, and which of them are told of first.

use std::cmp::Reverse;
use std::sync::Arc;

use tokio::task::yield_now;

use super::{MatchId, Matches};
use crate::record::{Presence, Record, SeatId, Stage};
use crate::timestamp::Timestamp;

/// A match that anybody may watch, as the list shows it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Which match.
    pub id: MatchId,
    /// How it stands.
    pub record: Arc<Record>,
    /// How many watch it without a seat.
    pub watchers: u32,
}

/// The first of all matches that were looked at, in order.
#[derive(Debug)]
pub struct List {
    most: usize,
    matches: Vec<Listed>,
    more: bool,
}

impl List {
    /// An empty list that has room for so many.
    #[must_use]
    pub const fn of(most: usize) -> Self {
        Self { most, matches: Vec::new(), more: false }
    }

    /// Looks at further matches. In which order and portions they come makes no difference.
    pub fn look_at(&mut self, some: impl IntoIterator<Item = Listed>) {
        some.into_iter().for_each(|listed| self.take(listed));
    }

    /// Puts a match where it belongs. One that comes after all for which there is room costs a comparison only.
    fn take(&mut self, listed: Listed) {
        let is_full = self.matches.len() >= self.most;
        if is_full && self.matches.last().is_some_and(|last| last.place() < listed.place()) {
            self.more = true;
            return;
        }
        let place = self.matches.partition_point(|other| other.place() < listed.place());
        self.matches.insert(place, listed);
        self.more |= is_full;
        self.matches.truncate(self.most);
    }

    /// Its matches.
    #[must_use]
    pub fn matches(&self) -> &[Listed] {
        &self.matches
    }

    /// Whether there were more than it has room for.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.more
    }
}

impl Listed {
    /// The match, unless people are not to be told of it. Only then it is copied.
    pub(super) fn of(id: &MatchId, record: &Arc<Record>, watchers: u32) -> Option<Self> {
        is_public(record).then(|| Self { id: id.clone(), record: Arc::clone(record), watchers })
    }

    /// The lower, the further ahead: matches between two people, then those that most watch, then the newest.
    fn place(&self) -> impl Ord + '_ {
        let is_between_people = SeatId::BOTH.iter().all(|&seat| self.record.person(seat).is_some());
        let began = Reverse(began(&self.record));
        (Reverse(is_between_people), Reverse(self.watchers), began, self.id.as_str())
    }
}

/// Whether anybody may be told of a match: it is on, its players did not keep it to a room, and one of them is there.
fn is_public(record: &Record) -> bool {
    let is_here = |&seat: &SeatId| record.person(seat).is_some_and(|it| it.presence == Presence::Here);
    matches!(record.stage(), Stage::On { .. }) && record.room().is_none() && SeatId::BOTH.iter().any(is_here)
}

/// When a match began; a later moment if all of its players have come back to it since.
fn began(record: &Record) -> Option<Timestamp> {
    SeatId::BOTH.iter().filter_map(|&seat| record.person(seat)).map(|person| person.since).min()
}

impl Matches {
    /// The first of the matches that anybody may watch, of those that somebody on this machine sees. However many there
    /// are, others have their turn in between.
    pub async fn list(&self, most: usize) -> List {
        let mut list = List::of(most);
        for part in self.live.parts() {
            list.look_at(part.iter().filter_map(|live| live.listed()));
            drop(part);
            yield_now().await;
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::subsequence;
    use tictactoe_engine::{Level, Rules};

    use super::*;
    use crate::record::{BySeat, Decision, Holder, Setup};
    use crate::secret::Secret;

    /// A match that began at this second, between two people or with the computer.
    fn match_of(other: fn(Timestamp) -> Holder, room: Option<&str>, second: u64) -> Record {
        let now = Timestamp::from_millis(second * 1000);
        let setup = Setup {
            rules: Rules::CLASSIC,
            room: room.map(str::to_owned),
            move_time: None,
            seats: BySeat { host: ("Ann".into(), person(now)), guest: ("Bob".into(), other(now)) },
            x: SeatId::Host,
        };
        Record::start(setup, now)
    }

    fn person(now: Timestamp) -> Holder {
        Holder::newcomer(Secret::generate().unwrap().hash(), now)
    }

    fn computer(_: Timestamp) -> Holder {
        Holder::Computer(Level::Perfect)
    }

    fn listed(name: &str, record: Record, watchers: u32) -> Option<Listed> {
        Listed::of(&MatchId(name.into()), &Arc::new(record), watchers)
    }

    fn changed(decision: Decision) -> Record {
        let Decision::Changed(record) = decision else { panic!("nothing has changed") };
        *record
    }

    fn names(list: &List) -> Vec<&str> {
        list.matches().iter().map(|listed| listed.id.as_str()).collect()
    }

    /// Matches that may be listed, in the order in which they are.
    fn in_order() -> Vec<Listed> {
        let all = [
            listed("watched by 5", match_of(person, None, 1), 5),
            listed("watched by 2", match_of(person, None, 9), 2),
            listed("newest", match_of(person, None, 8), 0),
            listed("as new, a", match_of(person, None, 7), 0),
            listed("as new, b", match_of(person, None, 7), 0),
            listed("the computer's, watched", match_of(computer, None, 1), 9),
            listed("the computer's, new", match_of(computer, None, 9), 0),
            listed("the computer's, old", match_of(computer, None, 1), 0),
        ];
        all.map(|listed| listed.expect("anybody may watch it")).into()
    }

    #[test]
    fn who_has_gone_or_keeps_to_a_room_or_is_done_is_not_told_of() {
        let on = match_of(person, None, 1);
        let away = |record: &Record, seat| changed(record.depart(seat, 1, Timestamp::ZERO));
        let one_away = away(&on, SeatId::Host);
        let both_away = away(&one_away, SeatId::Guest);
        let over = changed(on.resign(SeatId::Host).unwrap());
        let left_to_the_computer = away(&match_of(computer, None, 1), SeatId::Host);
        for (record, is_told_of) in [
            (on, true),
            (one_away, true),
            (both_away, false),
            (over, false),
            (left_to_the_computer, false),
            (match_of(computer, None, 1), true),
            (match_of(person, Some("kitten"), 1), false),
        ] {
            assert_eq!(is_public(&record), is_told_of, "{record:?}");
        }
    }

    #[test]
    fn there_are_more_only_when_one_is_left_out_that_anybody_may_watch() {
        let of = |count: usize| in_order().into_iter().take(count);
        for (count, more) in [(0, false), (2, false), (3, true)] {
            let mut list = List::of(2);
            list.look_at(of(count));
            list.look_at(listed("hidden", match_of(person, Some("kitten"), 1), 7));
            assert_eq!((list.matches().len(), list.has_more()), (count.min(2), more));
        }
    }

    proptest! {
        #[test]
        fn the_first_are_the_same_in_whatever_portions_and_order_they_come(
            order in Just(in_order()).prop_shuffle(),
            cuts in subsequence((0..8).collect::<Vec<_>>(), 0..8),
            most in 1..10_usize,
        ) {
            let mut list = List::of(most);
            let mut rest = order;
            for cut in cuts.into_iter().rev() {
                list.look_at(rest.split_off(cut));
            }
            list.look_at(rest);
            let expected = in_order();
            let expected: Vec<_> = expected.iter().take(most).map(|listed| listed.id.as_str()).collect();
            prop_assert_eq!(names(&list), expected);
            prop_assert_eq!(list.has_more(), most < 8);
        }
    }
}
