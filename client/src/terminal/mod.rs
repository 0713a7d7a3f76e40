//! The terminal: frames, keys and clicks, and restoring it.
//!
//! [`Tty`] takes over the terminal, and restores it on drop, in a panic, and while the program is suspended; so does
//! [`Keys`], which leaves the screen as it is.
//! Separate threads read and write, so that a blocked terminal blocks nothing else.

mod guard;
// What differs between systems.
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod platform;
mod writer;

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal;
use ratatui::layout::{Position, Rect, Size};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use tictactoe_host::StopSignal;

use crate::failure::{Failure, cause};
use guard::Guard;
use platform::RawInput;
pub(crate) use platform::is_gone;

pub(crate) struct Tty {
    // Dropped first, which restores the terminal.
    guard: Arc<Guard>,
    input: RawInput,
    screen: Terminal<CrosstermBackend<OutputBuffer>>,
    output: OutputBuffer,
    size: Size,
    has_mouse: bool,
    title: String,
    needs_full_redraw: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TtyEvent {
    Key(KeyEvent),
    Click(Position),
    Resized,
    Focus(bool),
    /// The process was stopped and goes on: other programs may have changed the screen.
    Continued,
    ReadyToDraw,
}

impl Tty {
    /// Takes over the terminal that is standard input and output. Needs a tokio runtime with I/O and time enabled.
    pub(crate) fn enter(has_mouse: bool) -> Result<Self, Failure> {
        // Under NO_COLOR, crossterm would also leave out bold and reverse; the interface has a theme without colours.
        force_color_output(true);
        let size = measure();
        let output = OutputBuffer::default();
        // Fixed, because ratatui would query the size for each frame otherwise.
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::from((Position::ORIGIN, size))) };
        let screen =
            Terminal::with_options(CrosstermBackend::new(output.clone()), options).map_err(failure)?;
        let guard = Guard::new().map_err(failure)?;
        let input = RawInput::open().map_err(failure)?;
        guard.enter().map_err(failure)?;
        let title = String::new();
        Ok(Self { guard, input, screen, output, size, has_mouse, title, needs_full_redraw: true })
    }

    /// Does nothing while earlier output is still being written: see [`TtyEvent::ReadyToDraw`].
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<(), Failure> {
        if !self.guard.is_active() {
            return Err(Failure::Internal("The terminal was restored after a panic.".to_owned()));
        }
        if !self.guard.writer.is_idle() {
            return Ok(());
        }
        if std::mem::take(&mut self.needs_full_redraw) {
            self.output.push(guard::mouse(self.has_mouse));
            platform::set_mouse(self.has_mouse);
            // Not clear(), which queries the cursor's position and waits for the terminal's answer.
            self.screen.resize(Rect::from((Position::ORIGIN, self.size))).map_err(failure)?;
        }
        self.screen.draw(draw).map_err(failure)?;
        self.guard.writer.push(self.output.0.take());
        Ok(())
    }

    /// Measures the terminal, and clears it with the next frame.
    fn repaint(&mut self) {
        self.size = measure();
        self.needs_full_redraw = true;
    }

    pub(crate) fn set_mouse(&mut self, is_on: bool) {
        self.needs_full_redraw |= self.has_mouse != is_on;
        self.has_mouse = is_on;
    }

    pub(crate) fn set_title(&mut self, text: &str) {
        if self.title != text {
            text.clone_into(&mut self.title);
            self.output.push(&guard::title(text));
        }
    }

    pub(crate) fn bell(&self) {
        self.guard.writer.push_bell();
    }

    /// Waits for the next event; for [`TtyEvent::ReadyToDraw`] only if there is something to draw, which is always so
    /// after [`TtyEvent::Resized`] and [`TtyEvent::Continued`]. Fails at Ctrl-C. Cancel safe.
    pub(crate) async fn next(&mut self, wants_to_draw: bool) -> Result<TtyEvent, Failure> {
        let event = tokio::select! {
            biased;
            // Before drawing: many keys at once need no frame each.
            event = self.input.next() => event.map_err(failure)?,
            idle = self.guard.writer.idle(), if wants_to_draw => idle.map(|()| TtyEvent::ReadyToDraw)?,
        };
        if matches!(event, TtyEvent::Resized | TtyEvent::Continued) {
            self.repaint();
        }
        if event == TtyEvent::Continued {
            self.guard.enter().map_err(failure)?;
        }
        self.obey_control_key(event)
    }

    /// Handles the keys that raw mode disables: Ctrl-C, Ctrl-L, Ctrl-Z.
    fn obey_control_key(&mut self, event: TtyEvent) -> Result<TtyEvent, Failure> {
        match event {
            TtyEvent::Key(KeyEvent { code: KeyCode::Char(char), modifiers, .. })
                if modifiers - KeyModifiers::SHIFT == KeyModifiers::CONTROL =>
            {
                match char.to_ascii_lowercase() {
                    'c' => return Err(Failure::Stopped(StopSignal::Interrupt)),
                    'l' => self.repaint(),
                    'z' => self.suspend()?,
                    _ => return Ok(event),
                }
                Ok(TtyEvent::Resized)
            }
            event => Ok(event),
        }
    }

    /// Restores the terminal, stops the process, and takes the terminal over again when the process continues: at once
    /// on a platform that cannot stop processes.
    fn suspend(&mut self) -> Result<(), Failure> {
        self.guard.restore();
        platform::suspend();
        self.guard.enter().map_err(failure)?;
        let title = std::mem::take(&mut self.title);
        self.set_title(&title);
        self.repaint();
        Ok(())
    }
}

/// The keys of a terminal on which the program shows and edits a line itself. Dropping it restores the terminal.
pub(crate) struct Keys(RawInput);

impl Keys {
    /// Needs a tokio runtime with I/O enabled. From now on, a panic restores the terminal before it prints its message.
    pub(crate) fn open() -> io::Result<Self> {
        guard::before_panic_messages(platform::restore_modes);
        let keys = Self(RawInput::open()?);
        platform::set_line_modes()?;
        Ok(keys)
    }

    /// Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<TtyEvent, Failure> {
        let event = self.0.next().await.map_err(failure)?;
        if event == TtyEvent::Continued {
            platform::set_line_modes().map_err(failure)?;
        }
        Ok(event)
    }

    /// Stops the process, with the terminal restored. [`TtyEvent::Continued`] follows where processes can be stopped.
    pub(crate) fn suspend() -> Result<(), Failure> {
        platform::restore_modes();
        platform::suspend();
        platform::set_line_modes().map_err(failure)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        platform::restore_modes();
    }
}

/// Standard input, a terminal, can still be read.
pub(crate) fn is_input_open() -> bool {
    platform::is_input_open()
}

/// Falls back to the usual size, because some terminals do not report theirs.
pub(crate) fn measure() -> Size {
    let size = terminal::size().ok().filter(|&(columns, rows)| columns > 0 && rows > 0);
    size.map_or(Size::new(80, 24), Size::from)
}

#[expect(clippy::needless_pass_by_value, reason = "it is for map_err")]
fn failure(error: io::Error) -> Failure {
    if is_gone(&error) { Failure::Stopped(StopSignal::HangUp) } else { Failure::Output(cause(&error)) }
}

/// Collects a frame: ratatui's backend owns its writer, and gives no access to it.
#[derive(Debug, Clone, Default)]
struct OutputBuffer(Rc<RefCell<Vec<u8>>>);

impl OutputBuffer {
    fn push(&self, text: &str) {
        self.0.borrow_mut().extend_from_slice(text.as_bytes());
    }
}

impl io::Write for OutputBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
