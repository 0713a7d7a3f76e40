//! One line of input, queued until its turn, and the open yes/no question.

use std::mem;

use super::command::{Command, Verb};
use super::notice::{Declined, Question};
use crate::purpose::InputMode;

/// A line, or why it cannot be used.
pub(crate) type Line = Result<String, Declined>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// An answer, if a question is open; otherwise a command.
    Line(Line),
    Command(Command),
    Answer(bool),
    End,
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

    /// `y` or `n` may answer a question that was withdrawn while it was typed.
    pub(super) const fn expects_answer(&self) -> bool {
        self.question.is_some() || self.was_withdrawn
    }

    /// The player has seen that the question was withdrawn.
    pub(super) const fn forget_withdrawn(&mut self) {
        self.was_withdrawn = false;
    }

    /// Returns the question that is answered with yes.
    pub(super) fn answer(&mut self, yes: bool) -> Result<Option<Question>, Declined> {
        match (self.question.take(), mem::take(&mut self.was_withdrawn)) {
            (None, true) => Err(Declined::Withdrawn),
            (question, _) => Ok(question.filter(|_| yes)),
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
}
