//! A line that cannot be used yet, and the question that the next answer is for.

use super::command::{Command, LineError, Verb, answer};
use super::notice::Question;
use crate::mode::InputMode;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A line. What it means depends on whether it answers a question.
    Line(String),
    Bad(LineError),
    Command(Command),
    Answer(bool),
    End,
}

/// What an input means, now that its time has come.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Command(Command),
    /// An answer to this question: yes or no, or neither.
    Answer(Question, Option<bool>),
    /// An answer to a question that was withdrawn just before.
    Late,
    Bad(LineError),
    End,
    Nothing,
}

#[derive(Debug)]
pub(super) struct InputQueue {
    mode: InputMode,
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

    /// Whether the end of the input has been read, or will be next.
    pub(super) fn is_ending(&self) -> bool {
        self.has_ended || self.head == Some(Input::End)
    }

    /// Withdraws the question: the board that it was about has changed.
    pub(super) fn withdraw(&mut self) {
        self.was_withdrawn |= self.question.take().is_some();
    }

    pub(super) fn read(&mut self, input: Input) -> Meaning {
        let was_withdrawn = self.was_withdrawn;
        match input {
            Input::End => {
                self.has_ended = true;
                Meaning::End
            }
            Input::Bad(error) => Meaning::Bad(error),
            Input::Command(command) => {
                self.was_withdrawn = false;
                Meaning::Command(command)
            }
            Input::Answer(yes) => {
                self.was_withdrawn = false;
                match self.question {
                    Some(question) => self.answered(question, Some(yes)),
                    None if was_withdrawn => Meaning::Late,
                    None => Meaning::Nothing,
                }
            }
            Input::Line(line) => {
                self.was_withdrawn = false;
                match (self.question, answer(&line)) {
                    (Some(question), yes) => self.answered(question, yes),
                    (None, Some(_)) if was_withdrawn => Meaning::Late,
                    (None, _) => Command::parse(&line).map_or(Meaning::Nothing, Meaning::Command),
                }
            }
        }
    }

    fn answered(&mut self, question: Question, yes: Option<bool>) -> Meaning {
        if yes.is_some() {
            self.question = None;
        }
        Meaning::Answer(question, yes)
    }
}

impl Input {
    pub(super) fn is_line(&self, verb: Verb) -> bool {
        matches!(self, Self::Line(line) if Command::parse(line) == Some(Command::Say(verb)))
    }

    pub(super) fn is_quit(&self) -> bool {
        self.is_line(Verb::Quit) || *self == Self::Command(Command::Say(Verb::Quit))
    }
}
