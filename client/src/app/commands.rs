//! What each line of input does, and when its time has come.

use std::time::Instant;

use tictactoe_protocol::values::Opponent;

use super::notice::{Declined, Notice, Question};
use super::view::View;
use super::{App, Effect, Effects, Input, Stage, Then};
use crate::app::command::{Command, Verb, answer};
use crate::mode::{InputMode, Mode};

impl App {
    pub(super) fn on_input(&mut self, now: Instant, input: Input, out: &mut Effects) {
        let waits = input == Input::End && (self.is_watching() || self.is_thinking());
        if self.stage != Stage::Present {
            return self.on_input_while_leaving(&input);
        }
        match self.input_mode {
            InputMode::Person if !waits => self.perform(now, input, out),
            _ => self.head = Some(input),
        }
    }

    /// Whoever leaves for another opponent can still quit; nothing else is done any more.
    fn on_input_while_leaving(&mut self, input: &Input) {
        let quits = match input {
            Input::Line(line) => is_word(line, Verb::Quit),
            Input::Command(command) => *command == Command::Say(Verb::Quit),
            Input::Bad(_) | Input::Answer(_) | Input::End => false,
        };
        if let Stage::Leaving { then, .. } = &mut self.stage
            && quits
        {
            *then = Then::Quit;
        }
    }

    /// Takes the line that waits, if its time has come.
    pub(super) fn take_head(&mut self, now: Instant, out: &mut Effects) -> bool {
        match self.head.take() {
            Some(input) if self.is_time_for(&input) => {
                self.perform(now, input, out);
                true
            }
            head => {
                self.head = head;
                false
            }
        }
    }

    /// When a script's line can be used: at its own turn, and between games when it has the choice, once the
    /// computer has answered what it was asked. To leave waits only for the answer to what was sent before,
    /// unless the server has put that off. While the connection is lost, to leave is all that has its time. Nobody
    /// has to hold an input open in order to watch, or to hear an answer.
    fn is_time_for(&self, input: &Input) -> bool {
        if self.stage != Stage::Present {
            return false;
        }
        let (watching, thinking) = (self.is_watching(), self.is_thinking());
        if self.is_lost() {
            return matches!(input, Input::Line(line) if is_word(line, Verb::Quit));
        }
        match (input, &self.view) {
            (Input::End, _) if watching => false,
            (Input::End, None) => true,
            (Input::Line(line), _) if is_word(line, Verb::Quit) => {
                !(self.is_busy() || thinking) || self.requests.next_at().is_some()
            }
            _ if thinking => false,
            (Input::Line(line), None) if is_word(line, Verb::Computer) || is_word(line, Verb::Wait) => {
                self.has_place() || self.is_match_gone()
            }
            (Input::End, _) if self.input_mode == InputMode::Person => true,
            (Input::End, Some(view)) if view.is_over() && !self.is_busy() => true,
            (_, None) => self.may_choose(),
            (_, Some(_)) => watching || self.may_play() || self.may_choose(),
        }
    }

    const fn is_watching(&self) -> bool {
        matches!(self.mode, Mode::Watch(_))
    }

    fn perform(&mut self, now: Instant, input: Input, out: &mut Effects) {
        let done = match input {
            Input::End => {
                self.on_end(now, out);
                Ok(())
            }
            Input::Bad(error) => Err(Declined::BadLine(error)),
            Input::Line(line) => self.on_line(now, &line, out),
            Input::Command(command) => {
                self.was_withdrawn = false;
                self.on_command(now, command, out)
            }
            Input::Answer(yes) => self.on_key(now, yes, out),
        };
        if let Err(declined) = done {
            out.push(Effect::Show(Notice::Declined(declined)));
        }
    }

    /// Yes or no by a key. What it meant may have been withdrawn just before.
    fn on_key(&mut self, now: Instant, yes: bool, out: &mut Effects) -> Result<(), Declined> {
        let was_withdrawn = std::mem::take(&mut self.was_withdrawn);
        match self.question {
            Some(_) => self.on_answer(now, Some(yes), out),
            None if was_withdrawn => Err(Declined::Withdrawn),
            None => Ok(()),
        }
    }

    fn on_line(&mut self, now: Instant, line: &str, out: &mut Effects) -> Result<(), Declined> {
        let was_withdrawn = std::mem::take(&mut self.was_withdrawn);
        let answer = answer(line);
        if self.question.is_some() {
            return self.on_answer(now, answer, out);
        }
        if was_withdrawn && answer.is_some() {
            return Err(if self.is_lost() { Declined::Lost } else { Declined::Withdrawn });
        }
        Command::parse(line).map_or(Ok(()), |command| self.on_command(now, command, out))
    }

    fn on_command(&mut self, now: Instant, command: Command, out: &mut Effects) -> Result<(), Declined> {
        match command {
            Command::Unreadable(line) => Err(Declined::Unreadable(line)),
            Command::Play(square) => self.play(square, out),
            Command::Say(verb) => self.say(now, verb, out),
        }
    }

    /// No more lines: a person has left; a script that cannot go on gives up.
    fn on_end(&mut self, now: Instant, out: &mut Effects) {
        self.input_ended = true;
        match (self.input_mode, self.may_play()) {
            (InputMode::Script, true) => self.resign(out),
            _ => self.leave(now, Then::Quit, out),
        }
    }

    fn on_answer(&mut self, now: Instant, yes: Option<bool>, out: &mut Effects) -> Result<(), Declined> {
        let yes = yes.ok_or(Declined::YesOrNo)?;
        match self.question.take().filter(|_| yes) {
            Some(Question::Resign) => self.resign(out),
            Some(Question::New) => self.leave(now, Then::Enter, out),
            Some(Question::Quit) => self.leave(now, Then::Quit, out),
            None => {}
        }
        Ok(())
    }

    fn say(&mut self, now: Instant, verb: Verb, out: &mut Effects) -> Result<(), Declined> {
        let is_at_hand = matches!(verb, Verb::Help | Verb::Board | Verb::Moves | Verb::Quit);
        if self.is_lost() && !is_at_hand {
            return Err(Declined::Lost);
        }
        match verb {
            Verb::Help => out.push(Effect::Show(Notice::Help)),
            Verb::Board => self.show(Notice::Board, out)?,
            Verb::Moves => self.show(Notice::Moves, out)?,
            Verb::Hint => self.hint(now, out)?,
            Verb::Review => self.review(now, out)?,
            Verb::Computer => self.meet_instead(now, Opponent::Ai, out)?,
            Verb::Wait => self.meet_instead(now, Opponent::Human, out)?,
            Verb::Resign => {
                self.seat().and_then(|view| if view.is_over() { Err(self.game_over()) } else { Ok(()) })?;
                self.confirm(Question::Resign, true, out, Self::resign);
            }
            Verb::Rematch => self.rematch(out)?,
            Verb::New => self.look_for_another(now, out)?,
            Verb::Quit => self.quit(now, out),
        }
        Ok(())
    }

    fn look_for_another(&mut self, now: Instant, out: &mut Effects) -> Result<(), Declined> {
        if self.is_hotseat() {
            return Err(Declined::NobodyElse);
        }
        if self.is_match_gone() {
            self.enter(out);
            return Ok(());
        }
        let view = self.seat()?;
        if view.is_over() && self.is_last_game() {
            return Err(self.game_over());
        }
        let asks = view.is_live_against_a_person();
        self.confirm(Question::New, asks, out, |app, out| app.leave(now, Then::Enter, out));
        Ok(())
    }

    fn quit(&mut self, now: Instant, out: &mut Effects) {
        let is_live = self.view.as_ref().is_some_and(View::is_live_against_a_person);
        let asks = is_live && !self.is_lost();
        self.confirm(Question::Quit, asks, out, |app, out| app.leave(now, Then::Quit, out));
    }

    fn show(&self, notice: Notice, out: &mut Effects) -> Result<(), Declined> {
        self.known()?;
        out.push(Effect::Show(notice));
        Ok(())
    }

    /// Does it, or asks a person first.
    fn confirm(
        &mut self,
        question: Question,
        asks: bool,
        out: &mut Effects,
        act: impl FnOnce(&mut Self, &mut Effects),
    ) {
        if asks && self.input_mode == InputMode::Person {
            self.question = Some(question);
            out.push(Effect::Show(Notice::Ask(question)));
        } else {
            act(self, out);
        }
    }
}

/// Whether a line says this word.
pub(super) fn is_word(line: &str, verb: Verb) -> bool {
    Command::parse(line) == Some(Command::Say(verb))
}
