//! What lies over the screen, and how far it is scrolled.

use super::keys::Action;
use super::scene::{self, Invite};

#[derive(Debug, Default)]
pub(super) struct Overlay {
    content: Option<Content>,
    scroll: u16,
    /// How far it can be scrolled in the window as it is now.
    most_scroll: u16,
}

#[derive(Debug)]
pub(super) enum Content {
    Help,
    Invite,
    Review(Vec<String>),
}

impl Overlay {
    pub(super) fn open(&mut self, content: Content) {
        *self = Self { content: Some(content), scroll: 0, most_scroll: u16::MAX };
    }

    pub(super) const fn is_open(&self) -> bool {
        self.content.is_some()
    }

    pub(super) fn close(&mut self) {
        *self = Self::default();
    }

    /// Closes what is about the time before this game.
    pub(super) fn close_at_new_game(&mut self) {
        if !matches!(self.content, Some(Content::Help)) {
            self.close();
        }
    }

    /// A larger window scrolls on from what can be seen in it.
    pub(super) fn limit_scroll(&mut self, most: u16) {
        self.most_scroll = most;
        self.scroll = self.scroll.min(most);
    }

    /// An overlay is read and closed, and nothing is played unseen.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Up => self.scroll = self.scroll.saturating_sub(1),
            Action::Down => self.scroll = self.scroll.saturating_add(1).min(self.most_scroll),
            Action::Close | Action::Quit | Action::Help | Action::Invite | Action::Place | Action::Review => {
                self.close();
            }
            _ => {}
        }
    }

    pub(super) fn scene<'a>(&'a self, invite: &'a Invite) -> Option<scene::Overlay<'a>> {
        let scroll = self.scroll;
        self.content.as_ref().map(|content| match content {
            Content::Help => scene::Overlay::Help { scroll },
            Content::Invite => scene::Overlay::Invite(invite),
            Content::Review(lines) => scene::Overlay::Review { lines, scroll },
        })
    }
}
