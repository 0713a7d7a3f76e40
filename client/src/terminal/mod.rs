//! The terminal itself: what is pressed, what is shown, and how it is left behind.
//!
//! [`Tty`] takes the terminal over and gives it back when it is dropped, when the program panics, and while it is
//! suspended. Nothing here blocks for long: what is shown and what is pressed goes through threads, with room for one
//! frame and a few keys.
//!
//! Modules in reading order:
//! * `modes`: what is asked of the terminal, and how it is taken back.
//! * `writer`: the thread that writes.
//! * `stage`: taken over once, given back once.
//! * `input`: the thread that reads; `console` where a terminal is no stream of bytes.
//! * `decoder`: bytes become what was pressed.

#[cfg(unix)]
mod decoder;
#[cfg(not(unix))]
#[path = "console.rs"]
mod input;
#[cfg(unix)]
mod input;
mod modes;
mod stage;
mod writer;

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::KeyEvent;
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal;
use ratatui::layout::{Position, Rect, Size};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

use crate::exit::{Failure, Stop, cause};
use input::Input;
use stage::Stage;

/// A terminal that shows a full screen. It is given back when this is dropped, in half a second at most, even if it
/// takes nothing any more.
pub(crate) struct Tty {
    // Dropped first: what follows it is only memory.
    stage: Arc<Stage>,
    input: Input,
    screen: Terminal<CrosstermBackend<Page>>,
    page: Page,
    size: Size,
    has_mouse: bool,
    title: String,
    /// Whether the next frame is drawn from nothing.
    is_stale: bool,
}

/// Whose turn it is, the terminal's or the program's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Another frame can be drawn: the last one has been written.
    Draw,
    /// The terminal tells something.
    Pressed(Pressed),
}

/// What a terminal tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pressed {
    /// A key went down.
    Key(KeyEvent),
    /// The left button of the mouse went down and up at this place.
    Click(Position),
    /// The terminal has another size.
    Resized,
    /// The terminal has the keyboard now, or no longer.
    Focus(bool),
    /// The process was stopped and goes on, and what the terminal shows may be somebody else's.
    Continued,
}

impl Tty {
    /// Takes the terminal over that standard input and output are; that they are one has to be seen before. Within
    /// a runtime with input, output and time.
    pub(crate) fn enter(mouse: bool) -> Result<Self, Failure> {
        // The faces have a theme of their own without colours; this variable would take the bold and the reversed
        // as well.
        force_color_output(true);
        let page = Page::default();
        // Fixed, or each frame would ask the system for the size.
        let viewport = Viewport::Fixed(Rect::from((Position::ORIGIN, measured())));
        let backend = CrosstermBackend::new(page.clone());
        let screen = Terminal::with_options(backend, TerminalOptions { viewport }).map_err(failure)?;
        let stage = Stage::new().map_err(failure)?;
        let input = Input::open().map_err(failure)?;
        stage.enter(mouse).map_err(failure)?;
        let (size, title) = (measured(), String::new());
        Ok(Self { stage, input, screen, page, size, has_mouse: mouse, title, is_stale: true })
    }

    /// How many columns and rows the terminal has, since it last said that it has others.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Draws a frame. Nothing is drawn while the last one is still being written: see [`Turn::Draw`].
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<(), Failure> {
        if let Some(failure) = self.stage.writer.failure() {
            return Err(failure);
        }
        if !self.stage.is_ours() {
            return Err(Failure::Internal("A part of the program has failed.".to_owned()));
        }
        if !self.stage.writer.is_ready() {
            return Ok(());
        }
        if std::mem::take(&mut self.is_stale) {
            // Not clear(), which asks the terminal for its cursor and waits for the answer.
            self.screen.resize(Rect::from((Position::ORIGIN, self.size))).map_err(failure)?;
        }
        self.screen.draw(draw).map_err(failure)?;
        self.stage.writer.show(self.page.take());
        Ok(())
    }

    /// Looks how large the screen is, clears it and draws everything next time.
    pub(crate) fn repaint(&mut self) {
        self.size = measured();
        self.is_stale = true;
    }

    /// Asks for clicks, or no longer.
    pub(crate) fn mouse(&mut self, on: bool) {
        self.has_mouse = on;
        self.stage.writer.mouse(on);
    }

    /// Names the window. What cannot be in a line is left out.
    pub(crate) fn title(&mut self, text: &str) {
        if self.title != text {
            text.clone_into(&mut self.title);
            self.stage.writer.title(text);
        }
    }

    /// Rings.
    pub(crate) fn bell(&mut self) {
        self.stage.writer.ring();
    }

    /// Waits for the next thing from the terminal, or, if there is something new to show, for the moment to draw it.
    /// Nothing is lost when it is dropped. After [`Pressed::Resized`] and [`Pressed::Continued`] there is always
    /// something to show.
    pub(crate) async fn turn(&mut self, wants_to_draw: bool) -> Result<Turn, Failure> {
        let writer = &self.stage.writer;
        let pressed = tokio::select! {
            biased;
            failure = writer.failed() => return Err(failure),
            // Many keys at once need no frame each.
            pressed = self.input.next() => pressed.map_err(failure)?,
            () = writer.ready(), if wants_to_draw => return Ok(Turn::Draw),
        };
        if matches!(pressed, Pressed::Resized | Pressed::Continued) {
            self.repaint();
        }
        if pressed == Pressed::Continued {
            self.stage.enter_again(self.has_mouse).map_err(failure)?;
        }
        Ok(Turn::Pressed(pressed))
    }

    /// Gives the terminal back, stops the process, and takes the terminal over again when the process goes on; at
    /// once where a process cannot be stopped.
    pub(crate) fn suspend(&mut self) -> Result<(), Failure> {
        self.stage.leave();
        stop();
        self.stage.enter(self.has_mouse).map_err(failure)?;
        if !self.title.is_empty() {
            self.stage.writer.title(&self.title);
        }
        self.repaint();
        Ok(())
    }
}

/// How many columns and rows the terminal says that it has. Some lines do not know: then it is what is usual.
fn measured() -> Size {
    let size = terminal::size().ok().filter(|&(columns, rows)| columns > 0 && rows > 0);
    size.map_or(Size::new(80, 24), Size::from)
}

/// Stops every process that the shell has started together with this one, as Ctrl-Z does outside: a shell waits for
/// the first of them. Returns when they go on.
fn stop() {
    #[cfg(unix)]
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP).ok();
}

/// An error of the terminal as the end of a run.
#[expect(clippy::needless_pass_by_value, reason = "it is for map_err")]
fn failure(error: io::Error) -> Failure {
    if is_gone(&error) { Failure::Stopped(Stop::HungUp) } else { Failure::Output(cause(&error)) }
}

/// Whether there is no terminal any more: it was closed, or the connection to it was.
fn is_gone(error: &io::Error) -> bool {
    #[cfg(unix)]
    if let Some(number) = rustix::io::Errno::from_io_error(error) {
        return matches!(number, rustix::io::Errno::IO | rustix::io::Errno::NXIO | rustix::io::Errno::PIPE);
    }
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Where a frame is collected.
#[derive(Debug, Clone, Default)]
struct Page(Rc<RefCell<Vec<u8>>>);

impl Page {
    fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl io::Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
