//! Notices for later: each is shown at its time, unless something happens first.

use std::time::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reminder {
    /// No one has joined the host.
    NobodyCame,
    /// Little time is left to move.
    TimeShort,
    /// A message has had no answer.
    Unanswered,
}

/// Each reminder is due at most once.
#[derive(Debug, Default)]
pub(super) struct Reminders(Vec<(Reminder, Instant)>);

impl Reminders {
    /// Replaces an earlier time; `None` cancels the reminder.
    pub(super) fn set(&mut self, reminder: Reminder, at: Option<Instant>) {
        self.0.retain(|(other, _)| *other != reminder);
        self.0.extend(at.map(|at| (reminder, at)));
    }

    pub(super) fn is_set(&self, reminder: Reminder) -> bool {
        self.0.iter().any(|(other, _)| *other == reminder)
    }

    pub(super) fn take_due(&mut self, now: Instant) -> Vec<Reminder> {
        self.0.extract_if(.., |(_, at)| *at <= now).map(|(reminder, _)| reminder).collect()
    }

    pub(super) fn wake_at(&self) -> Option<Instant> {
        self.0.iter().map(|&(_, at)| at).min()
    }
}
