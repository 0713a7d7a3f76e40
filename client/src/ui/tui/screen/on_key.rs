//! What keys and clicks do.

use std::time::Instant;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use super::Screen;
use super::prompt::Entry;
use crate::app::command::{Command, Square, Verb};
use crate::app::notice::Declined;
use crate::app::view::View;
use crate::app::{App, Input};
use crate::ui::tui::draw::{has_room, hit, most_scroll};
use crate::ui::tui::keys::{Action, Choice, Context, Prompt, action, explain, is_end_key};
use crate::ui::tui::scene::{Overlay, Tone};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Act {
    Input(Input),
    /// The row of the menu.
    Choose(usize),
    Mouse(bool),
}

impl Screen {
    /// A key was pressed, where the screen is so large.
    pub(crate) fn press(&mut self, now: Instant, key: KeyEvent, area: Rect, app: &App) -> Option<Act> {
        self.last_input = now;
        let scene = self.scene(now, app);
        if !has_room(&scene, area) {
            // Nothing can be seen, so nothing is done.
            return None;
        }
        // A larger window scrolls on from what can be seen in it.
        let most = most_scroll(&scene, area);
        if let Some(Overlay::Help { scroll }) = &mut self.overlay {
            *scroll = most.min(*scroll);
        }
        // An answer to a question that was withdrawn while the key was on its way. The core says so.
        if app.question().is_none()
            && std::mem::take(&mut self.was_asked)
            && let Some(answer @ (Action::Yes | Action::No)) = action(key, Context::Question)
        {
            return self.answer(answer);
        }
        if let Some(entry) = &mut self.entry
            && app.question().is_none()
            && !is_end_key(key)
        {
            let line = entry.type_key(key, app.view());
            if let Some(cell) = app.view().and_then(|view| entry.cell(view)) {
                self.cursor = cell;
            }
            line.is_some().then(|| self.entry = None);
            return line.map(|line| Act::Input(Input::Line(Ok(line))));
        }
        let context = self.context(app);
        if context == Context::Picking
            && let KeyCode::Char(letter) = key.code
            && let Some(row) = self.menu.as_ref().and_then(|menu| menu.row_with(letter))
        {
            return Some(Act::Choose(row));
        }
        match action(key, context) {
            Some(action) => {
                self.message = None;
                return self.act(action, app);
            }
            None if matches!(context, Context::Overlay | Context::Choice) => {}
            None if context == Context::Question => self.show(Tone::Refusal, "Press y or n."),
            None => explain(key).into_iter().for_each(|why| self.show(Tone::Refusal, why)),
        }
        None
    }

    /// A click, where the screen is so large.
    pub(crate) fn click(&mut self, now: Instant, at: Position, area: Rect, app: &App) -> Option<Act> {
        self.last_input = now;
        let hit = hit(&self.scene(now, app), area, at);
        self.act(hit.or_else(|| self.overlay.map(|_| Action::Close))?, app)
    }

    fn act(&mut self, action: Action, app: &App) -> Option<Act> {
        if app.question().is_some() {
            return self.answer(action);
        }
        if let Some(overlay) = self.overlay.take() {
            match (overlay, action) {
                (Overlay::Help { scroll }, Action::Up) => {
                    self.overlay = Some(Overlay::Help { scroll: scroll.saturating_sub(1) });
                }
                (Overlay::Help { scroll }, Action::Down) => {
                    self.overlay = Some(Overlay::Help { scroll: scroll + 1 });
                }
                (Overlay::Choose { .. }, Action::Close | Action::Quit | Action::Help) => {}
                (Overlay::Choose { choice, mut cursor }, action) => {
                    let rows = choice.rows().len();
                    if let Some(row) = pick(action, &mut cursor, rows) {
                        return self.choose(choice, row);
                    }
                    self.overlay = Some(Overlay::Choose { choice, cursor });
                    self.refuse_row(action, rows);
                }
                _ => {}
            }
            return None;
        }
        if let Action::Cell(cell) = action {
            self.cursor = cell;
            return self.act(Action::Place, app);
        }
        if let Some(review) = self.review.as_mut().filter(|_| app.view().is_some()) {
            if !review.step(action) {
                self.review = None;
            }
            return None;
        }
        match action {
            Action::Mouse => {
                self.display.mouse = !self.display.mouse;
                self.show(Tone::News, if self.display.mouse { "Mouse on." } else { "Mouse off." });
                return Some(Act::Mouse(self.display.mouse));
            }
            Action::Bell => {
                self.has_bell = !self.has_bell;
                let text =
                    if self.has_bell { "The bell rings when it is your turn." } else { "The bell is off." };
                self.show(Tone::News, text);
            }
            Action::Help => self.overlay = Some(Overlay::Help { scroll: 0 }),
            Action::Invite => match app.check(Verb::Invite) {
                Err(declined @ (Declined::NobodyElse | Declined::Private)) => {
                    self.show(Tone::Refusal, declined.to_string());
                }
                _ => self.overlay = Some(Overlay::Invite),
            },
            Action::Close => {
                let closed = (self.entry.take().is_some(), self.message.take().is_some());
                if closed == (false, false) && app.view().is_some_and(|view| view.is_spectator) {
                    self.show(Tone::News, "You are watching. Press q to leave.");
                }
            }
            Action::Quit => return Some(say(Verb::Quit)),
            // The core says why it does not do it.
            Action::Say(verb) => return Some(say(verb)),
            // Without a connection no move can be made, and none is remembered until it is back.
            _ if app.is_lost() => self.show(Tone::Refusal, Declined::Lost.to_string()),
            Action::Choose(choice) => match app.view() {
                Some(view) if choice == Choice::Reaction && view.is_spectator => {
                    self.show(Tone::Refusal, Declined::Watching.to_string());
                }
                None if choice == Choice::Reaction => self.show(Tone::Refusal, Declined::NoMatch.to_string()),
                _ => self.overlay = Some(Overlay::Choose { choice, cursor: 0 }),
            },
            Action::Ask(Prompt::Square) if app.view().is_some_and(View::is_numbered) => {
                self.show(Tone::Refusal, "Press the number of a square.");
            }
            Action::Ask(prompt) => {
                self.entry = Some(Entry::new(prompt, app.mark_to_rename(), app.name()));
            }
            action if self.context(app) == Context::Picking => {
                let menu = self.menu.as_mut()?;
                let rows = menu.rows.len();
                let row = pick(action, &mut menu.cursor, rows);
                self.refuse_row(action, rows);
                return row.map(Act::Choose);
            }
            Action::Place | Action::Digit(_) if app.view().is_some_and(|view| view.is_spectator) => {
                self.show(Tone::Refusal, Declined::Watching.to_string());
            }
            Action::Place => return self.place_at_cursor(app),
            Action::Digit(digit) => return self.place_number(digit, app),
            Action::Left | Action::Right | Action::Up | Action::Down => self.step(action, app.view()?),
            _ => {}
        }
        None
    }

    fn choose(&mut self, choice: Choice, row: usize) -> Option<Act> {
        let (_, command) = choice.rows().into_iter().nth(row)?;
        if command.is_none() {
            self.entry = Some(Entry::new(Prompt::Game, None, None));
        }
        Some(Act::Input(Input::Command(command?)))
    }

    /// Says that a list has no row with this number.
    fn refuse_row(&mut self, action: Action, rows: usize) {
        if matches!(action, Action::Digit(digit) if usize::from(digit) > rows) {
            self.show(Tone::Refusal, format!("Press a number from 1 to {rows}."));
        }
    }

    /// Answers a question. From then on keys mean what they usually do.
    const fn answer(&mut self, action: Action) -> Option<Act> {
        let yes = match action {
            Action::Yes => true,
            Action::No | Action::Close => false,
            Action::Quit => return Some(say(Verb::Quit)),
            _ => return None,
        };
        self.was_asked = false;
        Some(Act::Input(Input::Answer(yes)))
    }

    /// Moves the cursor by one square; it stays at the edge.
    fn step(&mut self, action: Action, view: &View) {
        let rules = view.snapshot.rules;
        let (row, column) = view.row_column(self.cursor);
        let (row, column) = match action {
            Action::Left => (row, column.saturating_sub(1).max(1)),
            Action::Right => (row, column.saturating_add(1).min(rules.columns)),
            // A mark falls: only the column counts.
            _ if rules.gravity => (row, column),
            Action::Up => (row.saturating_sub(1).max(1), column),
            _ => (row.saturating_add(1).min(rules.rows), column),
        };
        self.cursor = view.cell(Square::At { row: row.into(), column: column.into() }).unwrap_or(self.cursor);
    }

    fn place_at_cursor(&mut self, app: &App) -> Option<Act> {
        let view = app.view()?;
        let (row, column) = view.row_column(self.cursor);
        Some(self.place_on(Square::At { row: row.into(), column: column.into() }))
    }

    fn place_number(&mut self, digit: u8, app: &App) -> Option<Act> {
        let view = app.view()?;
        let number = Square::Number(digit.into());
        let square =
            if view.snapshot.rules.gravity { Square::At { row: 1, column: digit.into() } } else { number };
        if square == number && !view.is_numbered() {
            let text = format!("Press g, then type a square like {}.", view.label(view.middle()));
            self.show(Tone::Refusal, text);
            return None;
        }
        if let Some(cell) = view.cell(square) {
            self.cursor = cell;
        }
        Some(self.place_on(number))
    }

    fn place_on(&mut self, square: Square) -> Act {
        self.message = None;
        Act::Input(Input::Command(Command::Play(square)))
    }
}

/// Moves the cursor of a list with so many rows. Returns the row that is chosen.
fn pick(action: Action, cursor: &mut usize, rows: usize) -> Option<usize> {
    match action {
        Action::Up => *cursor = cursor.saturating_sub(1),
        Action::Down => *cursor = (*cursor + 1).min(rows.saturating_sub(1)),
        Action::Place => return Some(*cursor),
        Action::Row(row) => return Some(row),
        Action::Digit(digit) => return usize::from(digit).checked_sub(1).filter(|&row| row < rows),
        _ => {}
    }
    None
}

const fn say(verb: Verb) -> Act {
    Act::Input(Input::Command(Command::Say(verb)))
}
