//! Which job is next, and how many nodes it gets. Pure.
//!
//! Jobs of one priority are popped in rounds: in each round every source that has jobs gets one of them, and a network of
//! many sources as many as [`PER_NETWORK`]. So the jobs of one source wait for each other, and not those of another source
//! for them.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use crate::quota::PER_NETWORK;

/// What a job is for, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// A move of the computer: a player waits for it to go on.
    Move,
    Hint,
    /// One position of a review.
    Review,
}

impl Priority {
    pub const ALL: [Self; 3] = [Self::Move, Self::Hint, Self::Review];

    /// Its name in the metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Hint => "hint",
            Self::Review => "review",
        }
    }
}

/// Once in this many jobs the oldest goes first, whatever its priority and source: no job starves, however many moves
/// keep coming.
const OLDEST_EVERY: u64 = 4;

/// The fewest nodes for a job, however many wait: enough to see forced moves.
const MIN_NODES: u64 = 1_000;

/// Jobs of the sources `S`, ordered by priority, those of one priority by round and age: a match that submits its next
/// job waits behind all others of its round.
#[derive(Debug)]
pub(super) struct Queue<S, T> {
    jobs: BTreeMap<JobId, (S, T)>,
    sources: HashMap<S, Backlog<S>>,
    /// How many sources of each network have jobs.
    networks: HashMap<S, usize>,
    pushed: u64,
    popped: u64,
    /// The round of the latest job that was popped.
    round: u64,
}

/// The queued jobs of a source.
#[derive(Debug)]
struct Backlog<S> {
    network: S,
    jobs: usize,
    /// How many of them are reviews.
    reviews: usize,
    /// The round after that of the latest one.
    next_round: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct JobId {
    pub(super) priority: Priority,
    round: u64,
    number: u64,
}

impl<S, T> Default for Queue<S, T> {
    fn default() -> Self {
        let (jobs, sources, networks) = (BTreeMap::new(), HashMap::new(), HashMap::new());
        Self { jobs, sources, networks, pushed: 0, popped: 0, round: 0 }
    }
}

impl<S: Copy + Eq + Hash, T> Queue<S, T> {
    pub(super) fn push(&mut self, source: S, network: S, priority: Priority, job: T) -> JobId {
        let neighbours = self.networks.entry(network).or_default();
        let backlog = match self.sources.entry(source) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                *neighbours += 1;
                entry.insert(Backlog { network, jobs: 0, reviews: 0, next_round: 0 })
            }
        };
        let rounds_ahead = neighbours.saturating_sub(1) as u64 / u64::from(PER_NETWORK);
        let round = (self.round + rounds_ahead).max(backlog.next_round);
        backlog.next_round = round + 1;
        backlog.jobs += 1;
        backlog.reviews += usize::from(priority == Priority::Review);
        let id = JobId { priority, round, number: self.pushed };
        self.pushed += 1;
        self.jobs.insert(id, (source, job));
        id
    }

    /// Takes a job out; `None` if it was taken before.
    pub(super) fn remove(&mut self, id: JobId) -> Option<T> {
        self.take(id).map(|(_, job)| job)
    }

    fn take(&mut self, id: JobId) -> Option<(S, T)> {
        let (source, job) = self.jobs.remove(&id)?;
        if let Some(backlog) = self.sources.get_mut(&source) {
            backlog.jobs -= 1;
            backlog.reviews -= usize::from(id.priority == Priority::Review);
            if backlog.jobs == 0 {
                let network = backlog.network;
                self.sources.remove(&source);
                if let Entry::Occupied(mut neighbours) = self.networks.entry(network) {
                    *neighbours.get_mut() -= 1;
                    if *neighbours.get() == 0 {
                        neighbours.remove();
                    }
                }
            }
        }
        Some((source, job))
    }

    /// The next job, and how many others it shares the threads with.
    pub(super) fn pop(&mut self) -> Option<(JobId, T, usize)> {
        let first_from = |priority| {
            let (&id, _) = self.jobs.range(JobId { priority, round: 0, number: 0 }..).next()?;
            Some(id)
        };
        let mut firsts = Priority::ALL.into_iter().filter_map(first_from);
        let takes_oldest = (self.popped + 1).is_multiple_of(OLDEST_EVERY);
        let oldest = || self.jobs.keys().min_by_key(|id| id.number).copied();
        let id = if takes_oldest { oldest() } else { firsts.next() }?;
        let (source, job) = self.take(id)?;
        self.popped += 1;
        self.round = self.round.max(id.round);
        Some((id, job, self.competing(source, id.priority)))
    }

    /// How many queued jobs a job of this source and priority shares the threads with: the others of the source, and
    /// one of each other source, up to [`PER_NETWORK`] of a network. Moves and hints compete with each other, reviews
    /// with all.
    fn competing(&self, source: S, priority: Priority) -> usize {
        let (mut own, mut others) = (0, HashMap::<S, u32>::new());
        for (other, backlog) in &self.sources {
            let jobs = match priority {
                Priority::Move | Priority::Hint => backlog.jobs - backlog.reviews,
                Priority::Review => backlog.jobs,
            };
            if *other == source {
                own = jobs;
            } else if jobs > 0 {
                *others.entry(backlog.network).or_default() += 1;
            }
        }
        own + others.into_values().map(|sources| sources.min(PER_NETWORK) as usize).sum::<usize>()
    }

    pub(super) fn count(&self, priority: Priority) -> usize {
        self.jobs.keys().filter(|id| id.priority == priority).count()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }
}

/// How many nodes a job may search while `waiting` others wait for `threads`: its share of what a job alone gets, and
/// at least [`MIN_NODES`]. So with many players each waits little longer than one alone, until the minimum is more
/// than the share.
pub(super) fn node_share(alone: u64, waiting: usize, threads: usize) -> u64 {
    let jobs_per_thread = (waiting + 1).div_ceil(threads.max(1));
    (alone / u64::try_from(jobs_per_thread).unwrap_or(u64::MAX)).max(MIN_NODES)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn drain(queue: &mut Queue<u8, u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pop()).map(|(_, job, _)| job).collect()
    }

    #[test]
    fn moves_go_before_hints_and_hints_before_reviews() {
        let mut queue = Queue::default();
        for (job, priority) in (0..).zip([Priority::Review, Priority::Hint, Priority::Move]) {
            queue.push(0, 0, priority, job);
        }
        assert_eq!(drain(&mut queue), [2, 1, 0]);
    }

    #[test]
    fn a_new_job_waits_behind_those_of_its_priority() {
        let mut queue = Queue::default();
        for job in 0..3 {
            queue.push(0, 0, Priority::Review, job);
        }
        assert_eq!(queue.pop().map(|(_, job, _)| job), Some(0));
        queue.push(0, 0, Priority::Review, 0);
        assert_eq!(drain(&mut queue), [1, 2, 0]);
    }

    #[test]
    fn every_fourth_job_is_the_oldest_although_moves_keep_coming() {
        let mut queue = Queue::default();
        queue.push(0, 0, Priority::Review, 100);
        let mut popped = Vec::new();
        for job in 0..8 {
            queue.push(0, 0, Priority::Move, job);
            popped.extend(queue.pop().map(|(_, job, _)| job));
        }
        assert_eq!(popped, [0, 1, 2, 100, 3, 4, 5, 6]);
    }

    #[test]
    fn moves_and_hints_compete_with_each_other_and_reviews_with_all() {
        let mut queue = Queue::default();
        for priority in [Priority::Move, Priority::Hint, Priority::Hint, Priority::Review] {
            queue.push(0, 0, priority, 0);
        }
        assert_eq!(Priority::ALL.map(|priority| queue.competing(0, priority)), [3, 3, 4]);
        assert_eq!(
            Priority::ALL.map(|priority| queue.competing(1, priority)),
            [1, 1, 1],
            "of another source"
        );
    }

    #[test]
    fn the_hints_of_one_source_do_not_delay_another() {
        let mut queue = Queue::default();
        for job in 0..128 {
            queue.push(0, 0, Priority::Hint, job);
        }
        for _ in 0..3 {
            queue.pop();
        }
        queue.push(1, 1, Priority::Hint, 1_000);
        let waited = std::iter::from_fn(|| queue.pop()).position(|(_, job, _)| job == 1_000);
        assert!(waited.is_some_and(|waited| waited <= 1), "{waited:?}");
    }

    #[test]
    fn the_many_sources_of_a_network_delay_another_like_eight() {
        let mut queue = Queue::default();
        for source in 1..=126 {
            queue.push(source, 200, Priority::Hint, 0);
        }
        for _ in 0..3 {
            queue.pop();
        }
        queue.push(150, 201, Priority::Hint, 1);
        let waited = std::iter::from_fn(|| queue.pop()).enumerate().find(|(_, (_, job, _))| *job == 1);
        let (position, (_, _, competing)) = waited.expect("it is popped");
        assert!(position <= 8 && competing <= 8, "{position} {competing}");
        assert_eq!((drain(&mut queue).len(), queue.networks.len()), (122 - position + 1, 0));
    }

    #[test]
    fn the_node_share_shrinks_with_waiting_jobs_and_grows_with_threads() {
        assert_eq!(node_share(200_000, 0, 1), 200_000);
        assert_eq!(node_share(200_000, 63, 1), 3_125);
        assert_eq!(node_share(200_000, 63, 4), 12_500);
        assert_eq!(node_share(200_000, 1, 4), 200_000);
        assert_eq!(node_share(200_000, usize::MAX - 1, 1), MIN_NODES);
        assert_eq!(node_share(0, 0, 0), MIN_NODES);
    }

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Push(Priority),
        Remove(usize),
        Pop,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            3 => prop::sample::select(Priority::ALL.to_vec()).prop_map(Step::Push),
            1 => any::<usize>().prop_map(Step::Remove),
            2 => Just(Step::Pop),
        ];
        prop::collection::vec(step, 0..200)
    }

    proptest! {
        #[test]
        fn every_job_is_popped_or_removed_once_and_those_of_one_priority_in_order(steps in steps()) {
            let mut queue = Queue::default();
            let (mut ids, mut taken) = (Vec::new(), Vec::new());
            let mut newest: HashMap<Priority, u64> = HashMap::new();
            let ends = std::iter::repeat_n(Step::Pop, steps.len());
            for step in steps.iter().copied().chain(ends) {
                match step {
                    Step::Push(priority) => ids.push(queue.push(0, 0, priority, ids.len())),
                    Step::Remove(_) if ids.is_empty() => {}
                    Step::Remove(at) => taken.extend(queue.remove(ids[at % ids.len()])),
                    Step::Pop => {
                        let Some((id, job, _)) = queue.pop() else { continue };
                        let before = newest.insert(id.priority, id.number);
                        prop_assert!(before.is_none_or(|before| before < id.number));
                        taken.push(job);
                    }
                }
            }
            taken.sort_unstable();
            prop_assert_eq!(taken, (0..ids.len()).collect::<Vec<_>>());
        }

        #[test]
        fn no_job_waits_for_more_than_four_others_per_job_before_it(
            before in prop::collection::vec((0..3_u8, prop::sample::select(Priority::ALL.to_vec())), 0..20),
            priority in prop::sample::select(Priority::ALL.to_vec()),
        ) {
            let mut queue = Queue::default();
            for &(source, priority) in &before {
                queue.push(source, source, priority, false);
            }
            queue.push(0, 0, priority, true);
            for turn in 0..4 * (before.len() + 1) {
                // Each waits alone, and so is ahead of the many of the others.
                let source = if turn % 2 == 0 { 10 } else { 11 };
                queue.push(source, source, Priority::Move, false);
                if queue.pop().is_some_and(|(_, is_last, _)| is_last) {
                    return Ok(());
                }
            }
            prop_assert!(false, "it is still queued");
        }
    }
}
