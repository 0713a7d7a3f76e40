//! The sentence that was shown last.

use crate::ui::tui::scene::{Message, Tone};

#[derive(Debug, Default)]
pub(super) struct StatusLine {
    shown: Option<(Tone, String)>,
    /// Waiting for another opponent does not clear it, nor does the beginning of a game.
    is_kept: bool,
}

impl StatusLine {
    pub(super) fn show(&mut self, tone: Tone, text: impl Into<String>) {
        *self = Self { shown: Some((tone, text.into())), is_kept: false };
    }

    pub(super) fn keep(&mut self, tone: Tone, text: impl Into<String>) {
        *self = Self { shown: Some((tone, text.into())), is_kept: true };
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn clear_unless_kept(&mut self) {
        if !self.is_kept {
            self.clear();
        }
    }

    pub(super) fn message(&self) -> Option<Message<'_>> {
        self.shown.as_ref().map(|(tone, text)| Message { text, tone: *tone })
    }
}
