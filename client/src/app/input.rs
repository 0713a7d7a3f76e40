//! A line that cannot be used yet, and the question that the next answer is for.

use std::mem;

use super::command::{Command, Verb, answer};
use super::notice::{Declined, Question};
use crate::mode::InputMode;

/// A line, or why it cannot be used.
pub(crate) type Line = Result<String, Declined>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// What it means depends on whether it answers a question.
    Line(Line),
    Command(Command),
    Answer(bool),
    End,
}

/// What an input asks for, now that its time has come.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    Command(Command),
    Confirmed(Question),
    End,
    None,
}

#[derive(Debug)]
pub(super) struct InputQueue {
    pub(super) mode: InputMode,
    pub(super) head: Option<Input>,
    pub(super) has_ended: bool,
    pub(super) question: Option<Question>,
    /// A question was withdrawn, and the next line may still be meant as its answer.
    was_withdrawn: bool,
}

impl InputQueue {
    pub(super) const fn new(mode: InputMode) -> Self {
        Self { mode, head: None, has_ended: false, question: None, was_withdrawn: false }
    }

    pub(super) fn is_person(&self) -> bool {
        self.mode == InputMode::Person
    }

    pub(super) const fn has_room(&self) -> bool {
        self.head.is_none() && !self.has_ended
    }

    /// Withdraws the question: the board that it was about has changed.
    pub(super) fn withdraw(&mut self) {
        self.was_withdrawn |= self.question.take().is_some();
    }

    pub(super) fn read(&mut self, input: Input) -> Result<Action, Declined> {
        let answered = match &input {
            Input::End => {
                self.has_ended = true;
                return Ok(Action::End);
            }
            Input::Line(Err(error)) => return Err(error.clone()),
            Input::Command(_) => None,
            Input::Answer(yes) => Some(*yes),
            Input::Line(Ok(line)) => answer(line),
        };
        let is_quit = input.says(Verb::Quit);
        let was_withdrawn = mem::take(&mut self.was_withdrawn);
        match (input, self.question, answered) {
            (Input::Command(command), ..) => Ok(Action::Command(command)),
            (_, Some(question), Some(yes)) => {
                self.question = None;
                Ok(if yes { Action::Confirmed(question) } else { Action::None })
            }
            (Input::Line(_), Some(_), None) if is_quit => {
                self.question = None;
                Ok(Action::Command(Command::Say(Verb::Quit)))
            }
            (_, Some(_), None) => Err(Declined::YesOrNo),
            (_, None, Some(_)) if was_withdrawn => Err(Declined::Withdrawn),
            (Input::Line(Ok(line)), None, _) => {
                Command::parse(&line).map(|command| command.map_or(Action::None, Action::Command))
            }
            _ => Ok(Action::None),
        }
    }
}

impl Input {
    fn command(&self) -> Option<Command> {
        match self {
            Self::Line(Ok(line)) => Command::parse(line).ok()?,
            Self::Command(command) => Some(command.clone()),
            Self::Line(Err(_)) | Self::Answer(_) | Self::End => None,
        }
    }

    pub(super) fn says(&self, verb: Verb) -> bool {
        self.command() == Some(Command::Say(verb))
    }

    /// Whether it need not wait for the player's turn.
    pub(super) fn is_for_opponents_turn(&self) -> bool {
        use Verb::{Decline, TakeBack};
        matches!(self.command(), Some(Command::Say(TakeBack | Decline) | Command::React(_)))
    }

    /// Whether it changes how the player waits for an opponent.
    pub(super) fn is_for_waiting(&self) -> bool {
        use Command::{Game, Level, Rename, Say};
        use Verb::{Computer, Invite, InviteByCode, NextLevel, Wait};
        let command = self.command();
        matches!(
            command,
            Some(Say(Computer | Wait | Invite | InviteByCode | NextLevel) | Rename(_) | Level(_) | Game(..))
        )
    }
}
