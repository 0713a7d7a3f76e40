//! The order of the jobs, and their node limits. Pure.
//!
//! Round robin: among the jobs of one priority, each source that has any gets one in each round, its oldest. So the
//! jobs of a source wait for each other, and do not delay the jobs of other sources.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;

/// The purpose of a job, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// A move of the computer, for which a player waits.
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

/// Once in this many jobs the oldest goes first, whatever its priority and source, so that no job starves while moves
/// keep coming.
const OLDEST_EVERY: u64 = 4;

/// The fewest nodes for a job, however many wait: enough to see forced moves.
const MIN_NODES: u64 = 1_000;

/// Jobs of the sources `S`. The callers bound their number, so most operations look at all of them.
#[derive(Debug)]
pub(super) struct Queue<S, T> {
    jobs: BTreeMap<JobId, (S, T)>,
    pushed: u64,
    popped: u64,
}

/// The order of the jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct JobId {
    pub(super) priority: Priority,
    round: u64,
    number: u64,
}

impl<S, T> Default for Queue<S, T> {
    fn default() -> Self {
        Self { jobs: BTreeMap::new(), pushed: 0, popped: 0 }
    }
}

impl<S: Copy + Eq + Hash, T> Queue<S, T> {
    pub(super) fn push(&mut self, source: S, priority: Priority, job: T) -> JobId {
        let mut queued = self.jobs.iter().filter(|(id, _)| id.priority == priority);
        let last_of_source = queued.clone().rfind(|(_, (of, _))| *of == source);
        let round = match last_of_source {
            Some((last, _)) => last.round + 1,
            None => queued.next().map_or(0, |(first, _)| first.round),
        };
        let id = JobId { priority, round, number: self.pushed };
        self.pushed += 1;
        self.jobs.insert(id, (source, job));
        id
    }

    /// Takes a job out; `None` if it was taken before.
    pub(super) fn remove(&mut self, id: JobId) -> Option<T> {
        self.jobs.remove(&id).map(|(_, job)| job)
    }

    /// The next job, and how many others it shares the threads with.
    pub(super) fn pop(&mut self) -> Option<(JobId, T, usize)> {
        let takes_oldest = (self.popped + 1).is_multiple_of(OLDEST_EVERY);
        let next =
            if takes_oldest { self.jobs.keys().min_by_key(|id| id.number) } else { self.jobs.keys().next() };
        let id = *next?;
        let (source, job) = self.jobs.remove(&id)?;
        self.popped += 1;
        Some((id, job, self.competing(id.priority, source)))
    }

    /// The number of queued jobs with which a job shares the threads: the other jobs of its source, and for every other
    /// source one of each priority. Moves and hints compete with each other, reviews with all.
    fn competing(&self, priority: Priority, source: S) -> usize {
        let rivals = self.jobs.iter().filter(|(id, _)| id.priority <= priority.max(Priority::Hint));
        let mut others = HashSet::new();
        rivals.filter(|(id, (of, _))| *of == source || others.insert((id.priority, *of))).count()
    }

    pub(super) fn count(&self, priority: Priority) -> usize {
        self.jobs.keys().filter(|id| id.priority == priority).count()
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }
}

/// The number of nodes that a job may search while `waiting` others wait for `threads`: its share of the nodes of a job
/// that is `alone`, but at least [`MIN_NODES`]. So with many players, each waits little longer than a single one would,
/// until the share is less than the minimum.
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
            queue.push(0, priority, job);
        }
        assert_eq!(drain(&mut queue), [2, 1, 0]);
    }

    #[test]
    fn a_new_job_waits_behind_those_of_its_priority() {
        let mut queue = Queue::default();
        for job in 0..3 {
            queue.push(0, Priority::Review, job);
        }
        assert_eq!(queue.pop().map(|(_, job, _)| job), Some(0));
        queue.push(0, Priority::Review, 0);
        assert_eq!(drain(&mut queue), [1, 2, 0]);
    }

    #[test]
    fn every_fourth_job_is_the_oldest_although_moves_keep_coming() {
        let mut queue = Queue::default();
        queue.push(0, Priority::Review, 100);
        let mut popped = Vec::new();
        for job in 0..8 {
            queue.push(0, Priority::Move, job);
            popped.extend(queue.pop().map(|(_, job, _)| job));
        }
        assert_eq!(popped, [0, 1, 2, 100, 3, 4, 5, 6]);
    }

    #[test]
    fn moves_and_hints_compete_with_each_other_and_reviews_with_all() {
        let mut queue = Queue::default();
        for priority in [Priority::Move, Priority::Hint, Priority::Hint, Priority::Review] {
            queue.push(0, priority, 0);
        }
        let competing = |source| Priority::ALL.map(|priority| queue.competing(priority, source));
        assert_eq!(competing(0), [3, 3, 4]);
        assert_eq!(competing(1), [2, 2, 3], "of another source");
    }

    #[test]
    fn the_hints_of_one_source_do_not_delay_another() {
        let mut queue = Queue::default();
        for job in 0..128 {
            queue.push(0, Priority::Hint, job);
        }
        for _ in 0..3 {
            queue.pop();
        }
        queue.push(1, Priority::Hint, 1_000);
        let waited = std::iter::from_fn(|| queue.pop()).position(|(_, job, _)| job == 1_000);
        assert!(waited.is_some_and(|waited| waited <= 1), "{waited:?}");
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
                    Step::Push(priority) => ids.push(queue.push(0, priority, ids.len())),
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
                queue.push(source, priority, false);
            }
            queue.push(0, priority, true);
            for turn in 0..4 * (before.len() + 1) {
                // Each new source has only one job, so it goes before the sources with many.
                let source = if turn % 2 == 0 { 10 } else { 11 };
                queue.push(source, Priority::Move, false);
                if queue.pop().is_some_and(|(_, is_last, _)| is_last) {
                    return Ok(());
                }
            }
            prop_assert!(false, "it is still queued");
        }
    }
}
