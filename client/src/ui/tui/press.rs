//! What keys and clicks do.

use std::time::Instant;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use super::display::Numbers;
use super::draw::{has_room, hit, most_scroll};
use super::keys::{Action, Place, action};
use super::scene::{Hit, Tone};
use super::screen::{Open, Screen};
use crate::app::command::{Command, Square, Verb};
use crate::app::view::{Perspective, View};
use crate::app::{App, Input};

/// What has to be done about a key or a click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    /// The core is told.
    Input(Input),
    /// Squares get other numbers.
    Renumber(Numbers),
    /// The mouse is listened to, or no more.
    Mouse(bool),
    /// Everything is drawn anew.
    Redraw,
    /// The shell gets the terminal for a while.
    Suspend,
    /// The run ends at once.
    Interrupt,
}

impl Screen {
    /// Somebody has pressed a key, where the screen is so large.
    pub(crate) fn press(&mut self, now: Instant, key: KeyEvent, area: Rect, app: &App) -> Option<Act> {
        self.touched(now);
        if !has_room(area) {
            return unseen(key);
        }
        self.keep_in_view(now, area, app);
        let late = self.late_answer(key, app);
        if late.is_some() {
            return late;
        }
        if let Some(view) = app.view().filter(|_| app.question().is_none() && self.open.is_none())
            && self.type_on(key, view)
        {
            return None;
        }
        match action(key, self.place(app)) {
            Some(action) => self.act(action, app),
            None if self.open.is_some() && key.code == KeyCode::Enter => self.act(Action::Close, app),
            None => self.turn_page(key),
        }
    }

    /// Whoever has made the window larger scrolls on from what they see.
    fn keep_in_view(&mut self, now: Instant, area: Rect, app: &App) {
        if self.open.is_none() {
            return;
        }
        let most = most_scroll(&self.scene(now, app), area);
        if let Some(Open::Help { scroll } | Open::Review { scroll, .. }) = &mut self.open {
            *scroll = (*scroll).min(most);
        }
    }

    /// Somebody has clicked, where the screen is so large.
    pub(crate) fn click(&mut self, now: Instant, at: Position, area: Rect, app: &App) -> Option<Act> {
        self.touched(now);
        let hit = hit(&self.scene(now, app), area, at);
        match hit {
            Some(Hit::Do(action)) => self.act(action, app),
            _ if self.open.is_some() => self.act(Action::Close, app),
            Some(Hit::Cell(cell)) if app.question().is_none() => {
                self.cursor = cell;
                self.act(Action::Place, app)
            }
            _ => None,
        }
    }

    /// An answer to a question that has been taken back while the key was on its way. The core says so.
    fn late_answer(&mut self, key: KeyEvent, app: &App) -> Option<Act> {
        if app.question().is_some() || !std::mem::take(&mut self.asked) {
            return None;
        }
        match action(key, Some(Place::Question)) {
            Some(answer @ (Action::Yes | Action::No)) => self.answer(answer),
            _ => None,
        }
    }

    fn act(&mut self, action: Action, app: &App) -> Option<Act> {
        match action {
            Action::Redraw => Some(Act::Redraw),
            Action::Suspend => Some(Act::Suspend),
            Action::Interrupt => Some(Act::Interrupt),
            Action::Mouse => Some(self.switch_mouse()),
            Action::Bell => self.switch_bell(),
            _ if app.question().is_some() => self.answer(action),
            _ if self.open.is_some() => self.leaf(action),
            Action::Help => self.open(Open::Help { scroll: 0 }),
            Action::Invite if !app.is_hotseat() => self.open(Open::Invite),
            Action::Close => self.close(),
            Action::Quit => Some(say(Verb::Quit)),
            // Nobody can play without a connection, and nothing is remembered until it is back.
            _ if app.is_lost() => None,
            _ => self.play(action, app),
        }
    }

    /// Answers a question. From then on keys mean what they usually do.
    const fn answer(&mut self, action: Action) -> Option<Act> {
        let yes = match action {
            Action::Yes => true,
            Action::No | Action::Close => false,
            _ => return None,
        };
        self.asked = false;
        Some(Act::Input(Input::Answer(yes)))
    }

    fn play(&mut self, action: Action, app: &App) -> Option<Act> {
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down => self.step(action, app.view()?),
            Action::Place => self.place_at(self.cursor, app),
            Action::Digit(digit) => self.place_number(digit, app),
            Action::Jump => self.jump(app.view()?),
            Action::Numbers => self.renumber(app.view()?),
            action => verb(action).map(say),
        }
    }

    /// What keys do while something lies over the screen: it is read and closed, and nothing is played unseen.
    fn leaf(&mut self, action: Action) -> Option<Act> {
        let scroll = match &mut self.open {
            Some(Open::Help { scroll } | Open::Review { scroll, .. }) => Some(scroll),
            _ => None,
        };
        match (action, scroll) {
            (Action::Up, Some(scroll)) => *scroll = scroll.saturating_sub(1),
            (Action::Down, Some(scroll)) => *scroll = scroll.saturating_add(1),
            (
                Action::Close | Action::Quit | Action::Help | Action::Invite | Action::Place | Action::Review,
                _,
            ) => {
                self.open = None;
            }
            _ => {}
        }
        None
    }

    /// What lies over the screen scrolls wherever the player is.
    fn turn_page(&mut self, key: KeyEvent) -> Option<Act> {
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.leaf(Action::Up),
            KeyCode::Down | KeyCode::Char('j') => self.leaf(Action::Down),
            _ => None,
        }
    }

    fn open(&mut self, open: Open) -> Option<Act> {
        self.open = Some(open);
        None
    }

    fn close(&mut self) -> Option<Act> {
        self.typed = None;
        self.said = None;
        None
    }

    /// Moves the cursor, and stays at the edge.
    fn step(&mut self, action: Action, view: &View) -> Option<Act> {
        let rules = view.rules();
        let (row, column) = view.row_column(self.cursor);
        let (row, column) = match action {
            Action::Left => (row, column.saturating_sub(1).max(1)),
            Action::Right => (row, column.saturating_add(1).min(rules.columns)),
            Action::Up => (row.saturating_sub(1).max(1), column),
            _ => (row.saturating_add(1).min(rules.rows), column),
        };
        self.cursor = view.cell(Square::At { row: row.into(), column: column.into() }).unwrap_or(self.cursor);
        None
    }

    /// Plays a cell. What is pressed when no move would be taken is not kept for later.
    fn place_at(&mut self, cell: u8, app: &App) -> Option<Act> {
        let view = app.view().filter(|_| app.may_play())?;
        let (row, column) = view.row_column(cell);
        self.said = None;
        let square = Square::At { row: row.into(), column: column.into() };
        Some(Act::Input(Input::Command(Command::Play(square))))
    }

    fn place_number(&mut self, digit: u8, app: &App) -> Option<Act> {
        let view = app.view().filter(|_| app.may_play())?;
        if !view.is_numbered() {
            self.show(Tone::Refusal, "This board has letters and numbers: press g, then type one like h8.");
            return None;
        }
        if let Some(cell) = view.cell(Square::Number(digit.into())) {
            self.cursor = cell;
        }
        self.said = None;
        Some(Act::Input(Input::Command(Command::Play(Square::Number(digit.into())))))
    }

    fn jump(&mut self, view: &View) -> Option<Act> {
        if !view.is_numbered() {
            self.typed = Some(String::new());
        }
        None
    }

    fn renumber(&mut self, view: &View) -> Option<Act> {
        if view.perspective() == Perspective::Spectator {
            return None;
        }
        let (numbers, said) = match self.look.numbers {
            Numbers::Reading => (Numbers::Numpad, "Numbers as on a keypad: 7 is at the top on the left."),
            Numbers::Numpad => (Numbers::Reading, "Numbers in reading order: 1 is at the top on the left."),
        };
        if (view.rules().columns, view.rules().rows) != (3, 3) {
            self.show(Tone::Refusal, "Only a board of 3x3 is like a keypad.");
            return None;
        }
        self.look.numbers = numbers;
        self.show(Tone::News, said);
        Some(Act::Renumber(numbers))
    }

    fn switch_mouse(&mut self) -> Act {
        self.mouse = !self.mouse;
        self.show(
            Tone::News,
            if self.mouse { "The mouse plays." } else { "The mouse is the terminal's again." },
        );
        Act::Mouse(self.mouse)
    }

    fn switch_bell(&mut self) -> Option<Act> {
        self.bell = !self.bell;
        let said = if self.bell { "The bell rings when it is your turn." } else { "The bell is off." };
        self.show(Tone::News, said);
        None
    }
}

/// What the core does for a key.
const fn verb(action: Action) -> Option<Verb> {
    Some(match action {
        Action::Hint => Verb::Hint,
        Action::Resign => Verb::Resign,
        Action::Rematch => Verb::Rematch,
        Action::Review => Verb::Review,
        Action::New => Verb::New,
        Action::Computer => Verb::Computer,
        Action::Wait => Verb::Wait,
        _ => return None,
    })
}

const fn say(verb: Verb) -> Act {
    Act::Input(Input::Command(Command::Say(verb)))
}

/// What a key does where nothing can be seen: nothing that plays, leaves or asks.
fn unseen(key: KeyEvent) -> Option<Act> {
    match action(key, None)? {
        Action::Redraw => Some(Act::Redraw),
        Action::Suspend => Some(Act::Suspend),
        Action::Interrupt => Some(Act::Interrupt),
        _ => None,
    }
}
