//! The lines and the prompt of a run: input as lines, output as text.

use std::{io, mem};

use tokio::io::{AsyncWrite, AsyncWriteExt};

use tictactoe_system::StopSignal;

use crate::exit::{Failure, cause};
use crate::terminal::is_gone;
use crate::ui::stdin::Lines;
use crate::ui::text::PROMPT;

pub(crate) struct Console {
    pub(crate) lines: Lines,
    output: Box<dyn AsyncWrite + Send + Unpin>,
    is_prompt_shown: bool,
    /// Whether a person types, and a terminal shows it, line end included.
    pub(crate) is_for_a_person: bool,
}

impl Console {
    pub(crate) fn new(
        lines: Lines,
        output: Box<dyn AsyncWrite + Send + Unpin>,
        is_for_a_person: bool,
    ) -> Self {
        Self { lines, output, is_prompt_shown: false, is_for_a_person }
    }

    /// Writes text, and the prompt if a line is wanted. Text that comes while the prompt waits begins on a new line,
    /// and the prompt is shown again below it.
    pub(crate) async fn say(&mut self, said: &str, wants_line: bool) -> Result<(), Failure> {
        let line_end = if self.is_prompt_shown && !said.is_empty() { "\n" } else { "" };
        self.is_prompt_shown &= said.is_empty();
        let prompt = if wants_line && !self.is_prompt_shown { PROMPT } else { "" };
        self.is_prompt_shown |= wants_line;
        self.write(&format!("{line_end}{said}{prompt}")).await
    }

    /// A line was read.
    pub(crate) async fn answered(&mut self) -> Result<(), Failure> {
        self.is_prompt_shown &= !self.is_for_a_person;
        self.finish().await
    }

    /// Ends the line of a prompt that stays unanswered, or that the end of input has answered.
    pub(crate) async fn finish(&mut self) -> Result<(), Failure> {
        let line_end = if mem::take(&mut self.is_prompt_shown) { "\n" } else { "" };
        self.write(line_end).await
    }

    pub(crate) async fn write(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        let written = async {
            self.output.write_all(text.as_bytes()).await?;
            self.output.flush().await
        };
        written.await.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ if self.is_for_a_person && is_gone(&error) => Failure::Stopped(StopSignal::HangUp),
            _ => Failure::Output(cause(&error)),
        })
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn text_that_comes_while_the_prompt_waits_begins_on_a_new_line() {
        for (is_for_a_person, line_end) in [(true, ""), (false, "\n")] {
            let (mut written, output) = tokio::io::duplex(1000);
            let mut console = Console::new(mpsc::channel(1).1, Box::new(output), is_for_a_person);
            console.say("Your turn.\n", true).await.unwrap();
            console.say("", true).await.unwrap();
            console.say("Bob is away.\n", true).await.unwrap();
            console.answered().await.unwrap();
            console.say("You played 5.\n", false).await.unwrap();
            console.finish().await.unwrap();
            console.say("", true).await.unwrap();
            console.finish().await.unwrap();
            drop(console);
            let mut text = String::new();
            written.read_to_string(&mut text).await.unwrap();
            let expected = format!("Your turn.\n> \nBob is away.\n> {line_end}You played 5.\n> \n");
            assert_eq!(text, expected, "a line that no terminal has shown is ended");
        }
    }
}
