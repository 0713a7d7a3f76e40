//! The state of an overlay. While it is open, no key plays a move.

use super::keys::Action;
use crate::app::command::Verb;

#[derive(Debug, Clone)]
pub(crate) struct Overlay {
    pub(crate) content: Content,
    /// How many lines are scrolled away.
    pub(crate) scroll: u16,
}

#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// Every key.
    Help,
    Invite,
    /// What each move was worth, a sentence each.
    Review(Vec<String>),
}

impl Overlay {
    pub(super) const fn new(content: Content) -> Self {
        Self { content, scroll: 0 }
    }

    /// Scrolls. Returns whether the overlay is to be closed.
    pub(super) const fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Up => self.scroll = self.scroll.saturating_sub(1),
            Action::Down => self.scroll = self.scroll.saturating_add(1),
            Action::Close | Action::Quit | Action::Help | Action::Invite | Action::Place => return true,
            Action::Say(verb) => return matches!(verb, Verb::Review),
            _ => {}
        }
        false
    }
}
