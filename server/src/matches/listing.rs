//! The list of public matches, ranked by how interesting they are to watch.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::task::yield_now;

use super::Matches;
use super::hub::{BATCH, LiveMatch};
use crate::record::{MatchId, Presence, Record, SeatId};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Listed {
    pub id: MatchId,
    pub record: Arc<Record>,
    pub spectators: u32,
}

/// The highest-ranked public matches.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct List {
    pub matches: Vec<Listed>,
    pub more: bool,
}

impl List {
    /// Merges the lists of several nodes. If a match is in more than one, its spectators are added up.
    pub fn merge(lists: impl IntoIterator<Item = Self>, capacity: usize) -> Self {
        let mut merged = Self::default();
        let mut matches: HashMap<_, Listed> = HashMap::new();
        for list in lists {
            merged.more |= list.more;
            for listed in list.matches {
                let known = matches.remove(&listed.id);
                let spectators = listed.spectators + known.as_ref().map_or(0, |known| known.spectators);
                let newest = known.filter(|known| known.record.seq > listed.record.seq).unwrap_or(listed);
                matches.insert(newest.id.clone(), Listed { spectators, ..newest });
            }
        }
        merged.add(matches.into_values(), capacity);
        merged
    }

    /// Adds matches, and keeps the `capacity` that rank highest.
    fn add(&mut self, matches: impl IntoIterator<Item = Listed>, capacity: usize) {
        self.matches.extend(matches);
        self.matches.sort_unstable_by(|one, other| one.rank().cmp(&other.rank()));
        self.more |= self.matches.len() > capacity;
        self.matches.truncate(capacity);
    }
}

impl Listed {
    fn if_public(id: &MatchId, record: &Arc<Record>, spectators: u32) -> Option<Self> {
        is_public(record).then(|| Self { id: id.clone(), record: Arc::clone(record), spectators })
    }

    /// Matches between two people first, then those with the most spectators.
    fn rank(&self) -> impl Ord + '_ {
        (Reverse(self.record.is_between_people()), Reverse(self.spectators), self.id.as_str())
    }
}

/// A public match is running outside a room, with at least one person online.
fn is_public(record: &Record) -> bool {
    record.room.is_none() && !online(record).is_empty()
}

/// The names of the people who are online in a match, if its game is running.
fn online(record: &Record) -> Vec<String> {
    let is_online = |&seat: &SeatId| record.person(seat).is_some_and(|it| it.presence == Presence::Online);
    let seats = SeatId::BOTH.into_iter().filter(|seat| !record.is_over() && is_online(seat));
    seats.map(|seat| record.seat(seat).name.clone()).collect()
}

impl Matches {
    /// The number of matches with a viewer on this node and a running game.
    pub async fn count_playing(&self) -> usize {
        let mut count = 0;
        self.in_batches(|batch| count += batch.filter(|(_, record)| !record.is_over()).count()).await;
        count
    }

    /// The names of the people who are online in the running games of this node, bots included.
    pub async fn players(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.in_batches(|batch| names.extend(batch.flat_map(|(_, record)| online(&record)))).await;
        names
    }

    /// The highest-ranked public matches of this node.
    pub async fn list(&self, capacity: usize) -> List {
        let mut list = List::default();
        let public =
            |(live, record): (&LiveMatch, _)| Listed::if_public(&live.id, &record, live.spectators());
        self.in_batches(|batch| list.add(batch.filter_map(public), capacity)).await;
        list
    }

    /// Visits all matches of this node, and lets other tasks run between the batches.
    async fn in_batches(&self, mut visit: impl FnMut(&mut dyn Iterator<Item = (&LiveMatch, Arc<Record>)>)) {
        for batch in self.hub.all().chunks(BATCH) {
            visit(&mut batch.iter().filter_map(|live| Some((&**live, live.newest()?.1))));
            yield_now().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::subsequence;
    use tictactoe_engine::{Game, Level, Rules};

    use super::*;
    use std::sync::LazyLock;

    use crate::record::{BySeat, Decision, Holder, NodeId, Seats, Setup, Timestamp};
    use crate::secret::Secret;

    fn match_with(guest: Holder, room: Option<&str>) -> Record {
        let setup = Setup {
            game: Game::new(Rules::CLASSIC),
            best_of: None,
            room: room.map(str::to_owned),
            move_time: None,
            first_move_time: None,
            seats: BySeat { host: ("Ann".into(), person()), guest: ("Bob".into(), guest) },
            x: SeatId::Host,
            arena: None,
        };
        Record::start(setup, Timestamp::ZERO)
    }

    fn person() -> Holder {
        Holder::new_player(Secret::generate().hash(), false, node(), Timestamp::ZERO)
    }

    fn node() -> NodeId {
        static NODE: LazyLock<NodeId> = LazyLock::new(NodeId::generate);
        *NODE
    }

    const COMPUTER: Holder = Holder::Computer(Level::Perfect);

    fn listed(name: &str, record: Record, spectators: u32) -> Option<Listed> {
        let id = MatchId::parse(name).expect("a well-formed id");
        Listed::if_public(&id, &Arc::new(record), spectators)
    }

    fn changed(decision: Decision) -> Record {
        let Decision::Changed(record) = decision else { panic!("nothing has changed") };
        *record
    }

    /// Public matches in the order of the list.
    fn in_order() -> Vec<Listed> {
        let all = [
            listed("watchedby500", match_with(person(), None), 5),
            listed("watchedby200", match_with(person(), None), 2),
            listed("people000000", match_with(person(), None), 0),
            listed("people111111", match_with(person(), None), 0),
            listed("people222222", match_with(person(), None), 0),
            listed("computerseen", match_with(COMPUTER, None), 9),
            listed("computer0000", match_with(COMPUTER, None), 0),
            listed("computer1111", match_with(COMPUTER, None), 0),
        ];
        all.map(|listed| listed.expect("it is public")).into()
    }

    fn ids(matches: &[Listed]) -> Vec<&str> {
        matches.iter().map(|listed| listed.id.as_str()).collect()
    }

    #[test]
    fn finished_abandoned_and_private_matches_are_not_public() {
        let running = match_with(person(), None);
        let away =
            |record: &Record, seat| changed(record.disconnect(Seats::One(seat), node(), Timestamp::ZERO));
        let one_away = away(&running, SeatId::Host);
        let both_away = away(&one_away, SeatId::Guest);
        let over = changed(running.resign(Seats::One(SeatId::Host)).unwrap());
        let computer_alone = away(&match_with(COMPUTER, None), SeatId::Host);
        for (record, expected) in [
            (running, true),
            (one_away, true),
            (both_away, false),
            (over, false),
            (computer_alone, false),
            (match_with(COMPUTER, None), true),
            (match_with(person(), Some("kitten")), false),
        ] {
            assert_eq!(is_public(&record), expected, "{record:?}");
        }
    }

    proptest! {
        #[test]
        fn the_order_in_which_matches_are_added_does_not_matter(
            order in Just(in_order()).prop_shuffle(),
            cuts in subsequence((0..8).collect::<Vec<_>>(), 0..8),
            capacity in 1..10_usize,
        ) {
            let (mut list, mut of_nodes) = (List::default(), Vec::new());
            let mut rest = order;
            for cut in cuts.into_iter().rev().chain([0]) {
                let part = rest.split_off(cut);
                let mut of_node = List::default();
                of_node.add(part.clone(), capacity);
                of_nodes.push(of_node);
                list.add(part, capacity);
            }
            let expected = in_order();
            for list in [list, List::merge(of_nodes, capacity)] {
                prop_assert_eq!(ids(&list.matches), ids(&expected[..capacity.min(8)]));
                prop_assert_eq!(list.more, capacity < 8);
            }
        }
    }
}
