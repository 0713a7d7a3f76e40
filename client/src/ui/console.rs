//! The lines and the prompt of a run: input as lines, output as text.

use std::{io, mem};

use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::exit::{Failure, Stop, cause};
use crate::ui::stdin::Lines;
use crate::ui::text::PROMPT;

pub(crate) struct Console {
    pub(crate) lines: Lines,
    output: Box<dyn AsyncWrite + Send + Unpin>,
    prompt: Prompt,
    echoes: bool,
}

impl Console {
    /// `echoes`: whether a terminal shows what is typed, line end included.
    pub(crate) fn new(lines: Lines, output: Box<dyn AsyncWrite + Send + Unpin>, echoes: bool) -> Self {
        Self { lines, output, prompt: Prompt::default(), echoes }
    }

    pub(crate) const fn is_for_a_person(&self) -> bool {
        self.echoes
    }

    /// Writes text, and the prompt if a line is wanted.
    pub(crate) async fn say(&mut self, said: &str, wants_line: bool) -> Result<(), Failure> {
        let text = self.prompt.compose(said, wants_line);
        self.write(&text).await
    }

    /// A line was read.
    pub(crate) async fn answered(&mut self) -> Result<(), Failure> {
        let text = self.prompt.answered(self.echoes);
        self.write(text).await
    }

    /// Ends the line of a prompt that stays unanswered, or that the end of input has answered.
    pub(crate) async fn finish(&mut self) -> Result<(), Failure> {
        let text = self.prompt.answered(false);
        self.write(text).await
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
            io::ErrorKind::BrokenPipe => Failure::Stopped(Stop::Unheard),
            _ => Failure::Output(cause(&error)),
        })
    }
}

/// Text that comes while the prompt waits begins on a new line, and the prompt is shown again below it.
#[derive(Debug, Default)]
struct Prompt {
    is_shown: bool,
}

impl Prompt {
    fn compose(&mut self, said: &str, is_wanted: bool) -> String {
        let line_end = if self.is_shown && !said.is_empty() { "\n" } else { "" };
        self.is_shown &= said.is_empty();
        let prompt = if is_wanted && !self.is_shown { PROMPT } else { "" };
        self.is_shown |= is_wanted;
        format!("{line_end}{said}{prompt}")
    }

    /// The end of a line that was read, where no terminal has shown it.
    fn answered(&mut self, echoes: bool) -> &'static str {
        let was_shown = mem::take(&mut self.is_shown);
        if was_shown && !echoes { "\n" } else { "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_comes_while_the_prompt_waits_begins_on_a_new_line() {
        let mut prompt = Prompt::default();
        assert_eq!(prompt.compose("Your turn.\n", true), "Your turn.\n> ");
        assert_eq!(prompt.compose("", true), "");
        assert_eq!(prompt.compose("Bob is away.\n", true), "\nBob is away.\n> ");
        assert_eq!(prompt.answered(true), "");
        assert_eq!(prompt.compose("You played 5.\n", false), "You played 5.\n");
        assert_eq!(prompt.answered(false), "");
    }

    #[test]
    fn a_line_that_no_terminal_has_shown_is_ended() {
        let mut prompt = Prompt::default();
        let _ = prompt.compose("", true);
        assert_eq!(prompt.answered(false), "\n");
        let _ = prompt.compose("", true);
        assert_eq!(prompt.answered(false), "\n");
    }
}
