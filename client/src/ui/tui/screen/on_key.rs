//! What keys and clicks do.

use std::ops::ControlFlow;
use std::time::Instant;

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Position;

use super::Screen;
use super::prompt::Entry;
use crate::app::command::{Command, Square, Verb};
use crate::app::notice::Declined;
use crate::app::view::View;
use crate::app::{App, Input};
use crate::ui::tui::keys::{
    Action, Choice, Context, Prompt, action, explain, is_end_key, is_leave_key, verb_elsewhere,
};
use crate::ui::tui::scene::{Overlay, Tone};

impl Screen {
    /// A key was pressed. Returns what it asks of the core.
    pub(crate) fn press(&mut self, now: Instant, key: KeyEvent, app: &App) -> Option<Input> {
        self.last_input = now;
        if self.drawn.is_too_small && app.question().is_none() {
            return is_leave_key(key).then(|| say(Verb::Quit));
        }
        if self.entry.is_some() && app.question().is_none() && !is_end_key(key) {
            return self.type_key(key, app);
        }
        self.message = None;
        // The core says so if the question was withdrawn while the key was on its way.
        if app.expects_answer()
            && let Some(answer @ (Action::Yes | Action::No)) = action(key, Context::Question)
        {
            return answered(answer);
        }
        let context = self.context(app);
        match action(key, context) {
            Some(action) => return self.act(action, app),
            None if matches!(context, Context::Overlay | Context::Choice) => {}
            None if context == Context::Question => self.show(Tone::Refusal, "Press y or n."),
            None => self.refuse(key, context, app),
        }
        None
    }

    /// Says why a key does nothing here.
    fn refuse(&mut self, key: KeyEvent, context: Context, app: &App) {
        let why =
            verb_elsewhere(key).and_then(|verb| app.check(verb).err()).map(|declined| declined.to_string());
        why.or_else(|| explain(key, context)).into_iter().for_each(|why| self.show(Tone::Refusal, why));
    }

    /// A click on the newest frame.
    pub(crate) fn click(&mut self, now: Instant, at: Position, app: &App) -> Option<Input> {
        self.last_input = now;
        if self.drawn.is_too_small {
            return None;
        }
        self.message = None;
        let hit = self.drawn.hit(at);
        self.act(hit.or_else(|| self.overlay.map(|_| Action::Close))?, app)
    }

    /// A key for the line that is typed in the status line.
    fn type_key(&mut self, key: KeyEvent, app: &App) -> Option<Input> {
        let entry = self.entry.as_mut()?;
        let typed = entry.type_key(key, app.view());
        if let Some(cell) = app.view().and_then(|view| entry.cell(view)) {
            self.cursor = cell;
        }
        let ControlFlow::Break(command) = typed else { return None };
        self.entry = None;
        command.map(Input::Command)
    }

    /// What lies over everything else comes first, then what needs no game, then the game.
    fn act(&mut self, action: Action, app: &App) -> Option<Input> {
        if app.question().is_some() {
            return answered(action);
        }
        if let Some(overlay) = self.overlay.take() {
            return self.act_on_overlay(overlay, action);
        }
        match action {
            Action::Cell(cell) => return self.place_at(cell, app),
            Action::Win => return self.show_win(app),
            Action::PlayOn => return self.play_on(app),
            _ => {}
        }
        let steps_through = app.view().is_some() && action != Action::Help;
        if let Some(replay) = self.replays.last_mut().filter(|_| steps_through) {
            if !replay.step(action) {
                self.replays.pop();
            }
            return None;
        }
        match action {
            Action::Close if matches!(self.context_below(app), Context::Waiting | Context::Connecting) => {
                self.works(action, app).then_some(say(Verb::Quit))
            }
            // The core says why it does not do it.
            Action::Say(verb) => Some(say(verb)),
            Action::Mouse | Action::Bell | Action::Help | Action::Invite | Action::Manage | Action::Close => {
                self.act_on_screen(action, app);
                None
            }
            // Without a connection no move can be made, and none is remembered until it is back.
            _ if app.is_lost() => {
                self.show(Tone::Refusal, Declined::Lost.to_string());
                None
            }
            _ => self.act_in_match(action, app),
        }
    }

    fn place_at(&mut self, cell: u8, app: &App) -> Option<Input> {
        // The newest frame may show a larger board than that of a match that has just begun.
        app.view().filter(|view| usize::from(cell) < view.cells())?;
        self.cursor = cell;
        self.act(Action::Place, app)
    }

    fn show_win(&mut self, app: &App) -> Option<Input> {
        match app.view().and_then(|view| self.win(view)) {
            _ if self.shows_win() => drop(self.replays.pop()),
            Some(win) => self.replays.push(win),
            None => self.show(Tone::Refusal, "There is no forced win to show here."),
        }
        None
    }

    fn play_on(&mut self, app: &App) -> Option<Input> {
        let position = app.view().and_then(|view| self.replays.last()?.position_to_play(view));
        if position.is_none() {
            self.show(Tone::Refusal, "Step to a move in one of your own games to play on from it.");
        }
        position.map(|position| Input::Command(Command::PlayOn(position)))
    }

    fn act_on_overlay(&mut self, overlay: Overlay, action: Action) -> Option<Input> {
        match (overlay, action) {
            (Overlay::Help { scroll }, Action::Up | Action::Down) => {
                // A larger window scrolls on from what can be seen in it.
                let seen = scroll.min(self.drawn.most_scroll);
                let scroll = if action == Action::Up { seen.saturating_sub(1) } else { seen + 1 };
                self.overlay = Some(Overlay::Help { scroll });
            }
            (Overlay::Choose { .. }, Action::Close | Action::Say(Verb::Quit) | Action::Help) => {}
            (Overlay::Choose { choice, mut cursor }, action) => {
                let rows = choice.rows().len();
                if let Some(row) = action.pick(&mut cursor, rows) {
                    return self.choose(choice, row);
                }
                self.overlay = Some(Overlay::Choose { choice, cursor });
                action.no_such_row(rows).into_iter().for_each(|why| self.show(Tone::Refusal, why));
            }
            _ => {}
        }
        None
    }

    /// Changes what is shown and heard, and nothing in the match.
    fn act_on_screen(&mut self, action: Action, app: &App) {
        match action {
            Action::Mouse => {
                self.display.mouse = !self.display.mouse;
                self.show(Tone::News, if self.display.mouse { "Mouse on." } else { "Mouse off." });
            }
            Action::Bell => {
                self.has_bell = !self.has_bell;
                let text =
                    if self.has_bell { "The bell rings when it is your turn." } else { "The bell is off." };
                self.show(Tone::News, text);
            }
            Action::Help => self.overlay = Some(Overlay::Help { scroll: 0 }),
            Action::Manage => self.overlay = Some(Overlay::Manage),
            Action::Invite => match app.check(Verb::Invite) {
                Err(declined @ (Declined::NobodyElse | Declined::Private)) => {
                    self.show(Tone::Refusal, declined.to_string());
                }
                _ => self.overlay = Some(Overlay::Invite),
            },
            _ => {
                let closed = (self.entry.take().is_some(), self.message.take().is_some());
                if closed == (false, false) && app.view().is_some_and(|view| view.is_spectator) {
                    self.show(Tone::News, "You are watching. Press q to leave.");
                }
            }
        }
    }

    fn act_in_match(&mut self, action: Action, app: &App) -> Option<Input> {
        let view = app.view();
        let is_spectator = view.is_some_and(|view| view.is_spectator);
        match action {
            Action::Choose(Choice::Reaction) | Action::Place | Action::Digit(_) if is_spectator => {
                self.show(Tone::Refusal, Declined::Watching.to_string());
            }
            Action::Choose(Choice::Reaction) if view.is_none() => {
                self.show(Tone::Refusal, Declined::NoMatch.to_string());
            }
            Action::Choose(Choice::Reaction)
                if view.is_some_and(|view| view.is_in_arena() && view.is_over()) =>
            {
                self.show(Tone::Refusal, Declined::GameOver.to_string());
            }
            Action::Choose(Choice::Game) if app.arena().is_some() => {
                self.show(Tone::Refusal, Declined::InArena.to_string());
            }
            Action::Choose(choice) => self.overlay = Some(Overlay::Choose { choice, cursor: 0 }),
            Action::Ask(Prompt::Square) if view.is_some_and(View::is_numbered) => {
                self.show(Tone::Refusal, "Press the number of a square.");
            }
            Action::Ask(prompt) => {
                self.entry = Some(Entry::new(prompt, app.mark_to_rename(), app.name()));
            }
            Action::Place if view.is_some() => return Some(self.place_on(Square::Cell(self.cursor))),
            Action::Digit(digit) => return self.place_number(digit, app),
            Action::Left | Action::Right | Action::Up | Action::Down => self.step(action, view?),
            _ => {}
        }
        None
    }

    fn choose(&mut self, choice: Choice, row: usize) -> Option<Input> {
        let (_, command) = choice.rows().into_iter().nth(row)?;
        if command.is_none() {
            self.entry = Some(Entry::new(Prompt::Game, None, None));
        }
        Some(Input::Command(command?))
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

    fn place_number(&mut self, digit: u8, app: &App) -> Option<Input> {
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

    fn place_on(&mut self, square: Square) -> Input {
        self.message = None;
        Input::Command(Command::Play(square))
    }
}

/// What an action answers to a question.
const fn answered(action: Action) -> Option<Input> {
    match action {
        Action::Yes => Some(Input::Answer(true)),
        Action::No | Action::Close => Some(Input::Answer(false)),
        Action::Say(Verb::Quit) => Some(say(Verb::Quit)),
        _ => None,
    }
}

const fn say(verb: Verb) -> Input {
    Input::Command(Command::Say(verb))
}
