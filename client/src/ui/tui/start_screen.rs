//! The full screen before there is a match: a person waits, or chooses from a list.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Position;

use super::draw::Drawn;
use super::keys::{self, Action, Context, action, explain, is_bare, is_leave_key};
use super::scene::{Body, Message, Scene, Tone};
use crate::app::command::Verb;
use crate::ui::Display;
use crate::ui::menu::Menu;

#[derive(Debug)]
pub(crate) struct StartScreen {
    display: Display,
    /// What can be chosen; without rows, what is waited for.
    pub(crate) menu: Menu,
    message: Option<Message>,
    /// The newest frame.
    pub(crate) drawn: Drawn,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Row(usize),
    Leave,
}

impl StartScreen {
    pub(crate) fn new(display: Display, menu: Menu) -> Self {
        Self { display, menu, message: None, drawn: Drawn::default() }
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene {
            display: self.display,
            retry_in: None,
            room: None,
            arena: None,
            invite: None,
            body: if self.menu.rows.is_empty() {
                Body::Sentence(&self.menu.title, "")
            } else {
                Body::Picking(&self.menu)
            },
            available: Vec::new(),
            overlay: None,
            question: None,
            message: self.message.as_ref(),
            footer: keys::footer(self.context(), |_| true),
        }
    }

    const fn context(&self) -> Context {
        if self.menu.rows.is_empty() { Context::Connecting } else { Context::Picking }
    }

    /// A key was pressed. Returns what it chooses.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Option<Chosen> {
        if self.drawn.is_too_small {
            return is_leave_key(key).then_some(Chosen::Leave);
        }
        self.message = None;
        let context = self.context();
        if let KeyCode::Char(letter) = key.code
            && is_bare(key)
            && let Some(row) = self.menu.row_with(letter.encode_utf8(&mut [0; 4]))
        {
            return Some(Chosen::Row(row));
        }
        if let Some(action) = action(key, context) {
            return self.act(action);
        }
        self.refuse(explain(key, context));
        None
    }

    /// A click on the newest frame.
    pub(crate) fn click(&mut self, at: Position) -> Option<Chosen> {
        if self.drawn.is_too_small { None } else { self.act(self.drawn.hit(at)?) }
    }

    fn act(&mut self, action: Action) -> Option<Chosen> {
        if matches!(action, Action::Close | Action::Say(Verb::Quit)) {
            return Some(Chosen::Leave);
        }
        let rows = self.menu.rows.len();
        let row = action.pick(&mut self.menu.cursor, rows);
        self.refuse(action.no_such_row(rows));
        row.map(Chosen::Row)
    }

    fn refuse(&mut self, why: Option<String>) {
        self.message = why.map(|text| Message { tone: Tone::Refusal, text, until: None });
    }
}
