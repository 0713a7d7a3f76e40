//! The lines and the prompt of a run: input as lines, output as text.

use std::collections::VecDeque;
use std::future::pending;
use std::io::{self, IsTerminal};

use tokio::io::{AsyncWrite, AsyncWriteExt};

use tictactoe_host::StopSignal;

use crate::failure::{Failure, cause};
use crate::terminal::{Keys, TtyEvent, is_gone, measure};
use crate::ui::line_editor::LineEditor;
use crate::ui::stdin::{self, LINES_AHEAD, Lines, Typed};

pub(crate) struct Console {
    input: LineSource,
    editor: LineEditor,
    output: Box<dyn AsyncWrite + Send + Unpin>,
    unwritten: VecDeque<u8>,
    /// A person types, and a terminal shows it, line end included.
    pub(crate) is_for_a_person: bool,
}

enum LineSource {
    Lines(Lines),
    Keys { keys: Box<Keys>, typed: VecDeque<Typed> },
}

impl Console {
    /// Standard input and output. `edits_lines`: whether the program edits the line at a terminal itself.
    pub(crate) fn open(edits_lines: bool) -> io::Result<Self> {
        let is_for_a_person = io::stdin().is_terminal();
        // A terminal that has no such modes edits lines itself.
        let keys = if edits_lines && is_for_a_person { Keys::open().ok() } else { None };
        let (editor, unwritten) = (LineEditor::new(keys.is_none()), VecDeque::new());
        let input = match keys {
            Some(keys) => LineSource::Keys { keys: Box::new(keys), typed: VecDeque::new() },
            None => LineSource::Lines(stdin::lines()?),
        };
        Ok(Self { input, editor, output: Box::new(tokio::io::stdout()), unwritten, is_for_a_person })
    }

    #[cfg(test)]
    pub(crate) fn new(
        lines: Lines,
        output: Box<dyn AsyncWrite + Send + Unpin>,
        is_for_a_person: bool,
    ) -> Self {
        let (input, unwritten) = (LineSource::Lines(lines), VecDeque::new());
        Self { input, editor: LineEditor::new(true), output, unwritten, is_for_a_person }
    }

    /// Waits for a line, or the end of input. Keys are shown also while no line is wanted. Cancel safe.
    pub(crate) async fn line(&mut self, is_wanted: bool) -> Result<Option<Typed>, Failure> {
        loop {
            self.flush().await?;
            match &mut self.input {
                LineSource::Lines(lines) if is_wanted => return lines.recv().await.transpose(),
                LineSource::Keys { typed, .. } if is_wanted && !typed.is_empty() => {
                    return Ok(typed.pop_front());
                }
                LineSource::Keys { keys, typed } if typed.len() < LINES_AHEAD => {
                    let (printed, line) = match keys.next().await? {
                        TtyEvent::Key(key) => self.editor.press(key, measure().width),
                        TtyEvent::Continued => (self.editor.redraw(), None),
                        _ => continue,
                    };
                    typed.extend(line);
                    self.unwritten.extend(printed.into_bytes());
                }
                _ => return pending().await,
            }
        }
    }

    /// Writes text, and the prompt if a line is wanted. Text that comes while the prompt waits begins on a new line,
    /// and the prompt is shown again below it.
    pub(crate) async fn say(&mut self, said: &str, wants_line: bool) -> Result<(), Failure> {
        let columns = if self.editor.is_cooked { u16::MAX } else { measure().width };
        let text = self.editor.say(said, wants_line, columns);
        self.write(&text).await
    }

    /// A line was read, and the terminal has shown its end.
    pub(crate) const fn answered(&mut self) {
        self.editor.answered();
    }

    /// Ends the line of a prompt that stays unanswered, or that the end of input has answered.
    pub(crate) async fn finish(&mut self) -> Result<(), Failure> {
        let line_end = self.editor.finish();
        self.write(line_end).await
    }

    pub(crate) async fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.unwritten.extend(text.as_bytes());
        self.flush().await
    }

    async fn flush(&mut self) -> Result<(), Failure> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        let written = async {
            self.output.write_all_buf(&mut self.unwritten).await?;
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
        let (mut written, output) = tokio::io::duplex(1000);
        let mut console = Console::new(mpsc::channel(1).1, Box::new(output), true);
        console.say("Your turn.\n", true).await.unwrap();
        console.say("", true).await.unwrap();
        console.say("Bob is away.\n", true).await.unwrap();
        console.answered();
        console.say("You played 5.\n", false).await.unwrap();
        console.finish().await.unwrap();
        console.say("", true).await.unwrap();
        console.finish().await.unwrap();
        drop(console);
        let mut text = String::new();
        written.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "Your turn.\n> \nBob is away.\n> You played 5.\n> \n");
    }
}
