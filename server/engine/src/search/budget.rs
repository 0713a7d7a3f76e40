//! How much a search may do, and how it is told to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A line to a search that runs on another thread: it can be told to stop, and says how far it has come.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    nodes: AtomicU64,
}

impl Control {
    /// A line to a search that has not begun.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells the search to stop. It answers with what it has found so far, after 250 more nodes at the latest,
    /// which take less than a millisecond.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether the search was told to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// How many nodes were looked at so far, told every 250.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// How much a search may do.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// How many positions it may look at.
    pub nodes: u64,
    /// The line to it.
    pub control: &'a Control,
}

/// There is nothing left of the budget, or the search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent;

/// Counts the nodes of one search.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    budget: Budget<'a>,
    nodes: u64,
    /// Until how many nodes the part of the search that is on may go.
    until: u64,
}

/// How many nodes there are between two looks at the stop flag.
const BETWEEN_LOOKS: u64 = 250;

impl<'a> Meter<'a> {
    pub(super) fn new(budget: Budget<'a>) -> Self {
        Self { budget, nodes: 0, until: budget.nodes }
    }

    /// How many nodes were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Lets what follows have one part in so many of what is left.
    pub(super) fn allow_one_in(&mut self, parts: u64) {
        self.until = self.nodes + self.budget.nodes.saturating_sub(self.nodes) / parts;
    }

    /// Lets what follows have all of what is left but one part in so many.
    pub(super) fn allow_all_but_one_in(&mut self, parts: u64) {
        let left = self.budget.nodes.saturating_sub(self.nodes);
        self.until = self.nodes + left - left / parts;
    }

    /// Counts a node.
    ///
    /// # Errors
    /// [`Spent`] when it is one too many.
    pub(super) fn spend(&mut self) -> Result<(), Spent> {
        if self.nodes >= self.until {
            return Err(Spent);
        }
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            if self.budget.control.is_stopped() {
                self.until = 0;
                self.budget.nodes = 0;
                return Err(Spent);
            }
            self.budget.control.nodes.fetch_add(BETWEEN_LOOKS, Relaxed);
        }
        self.nodes += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spend_all(meter: &mut Meter<'_>) -> u64 {
        std::iter::repeat_with(|| meter.spend()).take_while(Result::is_ok).count() as u64
    }

    #[test]
    fn a_part_of_the_budget_is_spent_and_then_the_rest() {
        let control = Control::new();
        let mut meter = Meter::new(Budget { nodes: 2_500, control: &control });
        meter.allow_one_in(5);
        assert_eq!(spend_all(&mut meter), 500);
        meter.allow_all_but_one_in(4);
        assert_eq!(spend_all(&mut meter), 1_500);
        meter.allow_one_in(1);
        assert_eq!(spend_all(&mut meter), 500);
        assert_eq!((meter.nodes(), control.nodes()), (2_500, 2_500));
    }

    #[test]
    fn nothing_is_spent_long_after_the_stop() {
        let control = Control::new();
        let mut meter = Meter::new(Budget { nodes: u64::MAX, control: &control });
        assert_eq!(meter.spend(), Ok(()));
        control.stop();
        assert_eq!(spend_all(&mut meter), BETWEEN_LOOKS - 1);
        meter.allow_one_in(1);
        assert_eq!(meter.spend(), Err(Spent));
    }
}
