//! Who is thought about next, and how much. Pure.

use std::collections::BTreeMap;

/// What a thought is for, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    /// The computer's own move: somebody waits to go on playing.
    Move,
    /// A hint.
    Hint,
    /// One position of a review.
    Review,
}

/// Each pick of this number goes to whoever has waited longest, whatever it is for: so nobody waits for ever,
/// however many moves keep coming.
const OLDEST_EVERY: u64 = 4;

/// The fewest nodes that a thought gets, however many wait: enough to see what is forced.
const LEAST_NODES: u64 = 1_000;

/// Thoughts that wait for a thinker. The urgent ones go first; those of one purpose go in the order in which they
/// came, so that a match whose thought has been thought waits behind all others with its next.
#[derive(Debug)]
pub(super) struct Queue<T> {
    moves: BTreeMap<u64, T>,
    hints: BTreeMap<u64, T>,
    reviews: BTreeMap<u64, T>,
    came: u64,
    picked: u64,
}

/// Where a thought waits, or waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) purpose: Purpose,
    number: u64,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        let line = BTreeMap::new;
        Self { moves: line(), hints: line(), reviews: line(), came: 0, picked: 0 }
    }
}

impl<T> Queue<T> {
    /// Lets a thought wait behind those of its purpose.
    pub(super) fn push(&mut self, purpose: Purpose, thought: T) -> Spot {
        let number = self.came;
        self.came += 1;
        self.line(purpose).insert(number, thought);
        Spot { purpose, number }
    }

    /// Takes a thought out that is no longer wanted; `None` if it has been picked or taken out already.
    pub(super) fn remove(&mut self, spot: Spot) -> Option<T> {
        self.line(spot.purpose).remove(&spot.number)
    }

    /// Takes the next thought out.
    pub(super) fn pick(&mut self) -> Option<(Spot, T)> {
        let firsts = [Purpose::Move, Purpose::Hint, Purpose::Review].map(|purpose| {
            let (&number, _) = self.line(purpose).first_key_value()?;
            Some(Spot { purpose, number })
        });
        let mut firsts = firsts.into_iter().flatten();
        let oldest = (self.picked + 1).is_multiple_of(OLDEST_EVERY);
        let spot = if oldest { firsts.min_by_key(|spot| spot.number) } else { firsts.next() }?;
        self.picked += 1;
        Some((spot, self.remove(spot)?))
    }

    /// How many wait that a thought for this shares its time with: moves and hints with each other, reviews with
    /// all.
    pub(super) fn beside(&self, purpose: Purpose) -> usize {
        match purpose {
            Purpose::Move | Purpose::Hint => self.moves.len() + self.hints.len(),
            Purpose::Review => self.moves.len() + self.hints.len() + self.reviews.len(),
        }
    }

    fn line(&mut self, purpose: Purpose) -> &mut BTreeMap<u64, T> {
        match purpose {
            Purpose::Move => &mut self.moves,
            Purpose::Hint => &mut self.hints,
            Purpose::Review => &mut self.reviews,
        }
    }
}

/// How many nodes a thought may look at while so many others wait for so many thinkers: its share of what one
/// thought alone gets, and [`LEAST_NODES`] in any case. So a crowd waits little longer for its moves than a single
/// player, until it is so large that the least is more than its share.
pub(super) fn share(alone: u64, waiting: usize, thinkers: usize) -> u64 {
    let each = (waiting + 1).div_ceil(thinkers.max(1));
    (alone / u64::try_from(each).unwrap_or(u64::MAX)).max(LEAST_NODES)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    const PURPOSES: [Purpose; 3] = [Purpose::Move, Purpose::Hint, Purpose::Review];

    fn picks(queue: &mut Queue<u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pick()).map(|(_, thought)| thought).collect()
    }

    #[test]
    fn moves_go_before_hints_and_hints_before_reviews() {
        let mut queue = Queue::default();
        for (thought, purpose) in (0..).zip([Purpose::Review, Purpose::Hint, Purpose::Move]) {
            queue.push(purpose, thought);
        }
        assert_eq!(picks(&mut queue), [2, 1, 0]);
    }

    #[test]
    fn a_match_that_asks_again_waits_behind_the_others() {
        let mut queue = Queue::default();
        for thought in 0..3 {
            queue.push(Purpose::Review, thought);
        }
        assert_eq!(queue.pick().map(|(_, thought)| thought), Some(0));
        queue.push(Purpose::Review, 0);
        assert_eq!(picks(&mut queue), [1, 2, 0]);
    }

    #[test]
    fn whoever_has_waited_longest_has_a_turn_although_moves_keep_coming() {
        let mut queue = Queue::default();
        queue.push(Purpose::Review, 100);
        let mut picked = Vec::new();
        for thought in 0..8 {
            queue.push(Purpose::Move, thought);
            picked.extend(queue.pick().map(|(_, thought)| thought));
        }
        assert_eq!(picked, [0, 1, 2, 100, 3, 4, 5, 6]);
    }

    #[test]
    fn moves_and_hints_share_with_each_other_and_reviews_with_all() {
        let mut queue = Queue::default();
        for purpose in [Purpose::Move, Purpose::Hint, Purpose::Hint, Purpose::Review] {
            queue.push(purpose, 0);
        }
        assert_eq!(PURPOSES.map(|purpose| queue.beside(purpose)), [3, 3, 4]);
    }

    #[test]
    fn the_share_shrinks_with_those_who_wait_and_grows_with_the_thinkers() {
        assert_eq!(share(200_000, 0, 1), 200_000);
        assert_eq!(share(200_000, 63, 1), 3_125);
        assert_eq!(share(200_000, 63, 4), 12_500);
        assert_eq!(share(200_000, 1, 4), 200_000);
        assert_eq!(share(200_000, usize::MAX - 1, 1), LEAST_NODES);
        assert_eq!(share(0, 0, 0), LEAST_NODES);
    }

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Push(Purpose),
        Remove(usize),
        Pick,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => prop::sample::select(PURPOSES.to_vec()).prop_map(Step::Push),
            1 => any::<usize>().prop_map(Step::Remove),
            2 => Just(Step::Pick),
        ];
        prop::collection::vec(step, 0..200)
    }

    proptest! {
        #[test]
        fn every_thought_is_picked_or_removed_once_and_those_of_one_purpose_in_their_order(steps in steps()) {
            let mut queue = Queue::default();
            let (mut spots, mut gone) = (Vec::new(), Vec::new());
            let mut newest: HashMap<Purpose, u64> = HashMap::new();
            let ends = std::iter::repeat_n(Step::Pick, steps.len());
            for step in steps.iter().copied().chain(ends) {
                match step {
                    Step::Push(purpose) => spots.push(queue.push(purpose, spots.len())),
                    Step::Remove(_) if spots.is_empty() => {}
                    Step::Remove(at) => gone.extend(queue.remove(spots[at % spots.len()])),
                    Step::Pick => {
                        let Some((spot, thought)) = queue.pick() else { continue };
                        let before = newest.insert(spot.purpose, spot.number);
                        prop_assert!(before.is_none_or(|before| before < spot.number));
                        gone.push(thought);
                    }
                }
            }
            gone.sort_unstable();
            prop_assert_eq!(gone, (0..spots.len()).collect::<Vec<_>>());
        }

        #[test]
        fn nobody_waits_for_more_than_four_picks_for_each_who_came_before(
            before in prop::collection::vec(prop::sample::select(PURPOSES.to_vec()), 0..20),
            purpose in prop::sample::select(PURPOSES.to_vec()),
        ) {
            let mut queue = Queue::default();
            for &purpose in &before {
                queue.push(purpose, false);
            }
            queue.push(purpose, true);
            for _ in 0..4 * (before.len() + 1) {
                queue.push(Purpose::Move, false);
                if queue.pick().is_some_and(|(_, wanted)| wanted) {
                    return Ok(());
                }
            }
            prop_assert!(false, "it still waits");
        }
    }
}
