//! The node budget of a search, and the handle that stops it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A handle that stops a search on another thread.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
}

impl Control {
    /// A handle for a search that has not started.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the search to stop. It returns what it has found so far, after 250 more nodes at the latest, which take
    /// less than a millisecond.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether the search was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

/// How long a search may run.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// The maximum number of nodes (positions searched).
    pub nodes: u64,
    /// Stops the search earlier.
    pub control: &'a Control,
}

/// The nodes of the budget, or of the part allowed now, are used up, or the search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BudgetExhausted;

/// Counts the nodes of one search against its budget.
#[derive(Debug)]
pub(super) struct NodeCounter<'a> {
    budget: Budget<'a>,
    nodes: u64,
    /// Where the current part of the search must end.
    limit: u64,
}

/// The number of nodes between two checks of the stop flag.
const CHECK_INTERVAL: u64 = 250;

impl<'a> NodeCounter<'a> {
    pub(super) fn new(budget: Budget<'a>) -> Self {
        Self { budget, nodes: 0, limit: budget.nodes }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn remaining(&self) -> u64 {
        self.budget.nodes.saturating_sub(self.nodes)
    }

    /// Allows the next part of the search `numerator / divisor` of the remaining nodes.
    pub(super) fn allow_fraction(&mut self, numerator: u64, divisor: u64) {
        self.limit = self.nodes + self.remaining().saturating_mul(numerator) / divisor;
    }

    /// Counts a node, unless there is none left to count.
    pub(super) fn count_node(&mut self) -> Result<(), BudgetExhausted> {
        if self.nodes >= self.limit {
            return Err(BudgetExhausted);
        }
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.budget.control.is_stopped() {
            self.limit = 0;
            self.budget.nodes = 0;
            return Err(BudgetExhausted);
        }
        self.nodes += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_all(counter: &mut NodeCounter<'_>) -> u64 {
        std::iter::repeat_with(|| counter.count_node()).take_while(Result::is_ok).count() as u64
    }

    #[test]
    fn parts_of_the_budget_add_up_to_the_whole() {
        let control = Control::new();
        let mut counter = NodeCounter::new(Budget { nodes: 2_500, control: &control });
        counter.allow_fraction(1, 5);
        assert_eq!(count_all(&mut counter), 500);
        counter.allow_fraction(3, 4);
        assert_eq!(count_all(&mut counter), 1_500);
        counter.allow_fraction(1, 1);
        assert_eq!(count_all(&mut counter), 500);
        assert_eq!(counter.nodes(), 2_500);
    }

    #[test]
    fn a_part_of_a_few_nodes_is_rounded_down() {
        let control = Control::new();
        let mut counter = NodeCounter::new(Budget { nodes: 3, control: &control });
        counter.allow_fraction(3, 4);
        assert_eq!(count_all(&mut counter), 2);
    }

    #[test]
    fn no_node_is_counted_long_after_the_stop() {
        let control = Control::new();
        let mut counter = NodeCounter::new(Budget { nodes: u64::MAX, control: &control });
        assert_eq!(counter.count_node(), Ok(()));
        control.stop();
        assert_eq!(count_all(&mut counter), CHECK_INTERVAL - 1);
        counter.allow_fraction(1, 1);
        assert_eq!(counter.count_node(), Err(BudgetExhausted));
    }
}
