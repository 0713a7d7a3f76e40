//! The terminal: frames, keys and clicks, and restoring it.
//!
//! [`Tty`] takes over the terminal, and restores it on drop, in a panic, and while the program is suspended; so does
//! [`Keys`], which leaves the screen as it is.
//! Other threads read and write, so that a blocked terminal blocks nothing else.

mod guard;
mod key_sequences;
// What differs between systems.
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod platform;

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{mem, thread};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, KeyCode, KeyEvent, KeyModifiers};
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal::size;
use ratatui::layout::{Position, Rect, Size};
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use tictactoe_host::StopSignal;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::{JoinHandle, spawn_blocking};

use crate::failure::{Failure, cause};
use guard::Guard;
use key_sequences::Interpreter;
use platform::Signals;
pub(crate) use platform::is_gone;

/// How many events are read ahead: keys that come at once need no frame each.
const MAX_QUEUED_EVENTS: usize = 64;

/// How long the input is still read when it is not wanted any more.
const STOP_TIME: Duration = Duration::from_millis(100);

pub(crate) struct Tty {
    guard: Arc<Guard>,
    input: TtyEvents,
    screen: Terminal<CrosstermBackend<OutputBuffer>>,
    output: OutputBuffer,
    /// The frame that is being written.
    writing: Option<JoinHandle<io::Result<()>>>,
    size: Size,
    has_mouse: bool,
    needs_full_redraw: bool,
    rings: bool,
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
        // Fixed, because ratatui would query the size for each frame otherwise.
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::from((Position::ORIGIN, size))) };
        let output = OutputBuffer::default();
        let screen =
            Terminal::with_options(CrosstermBackend::new(output.clone()), options).map_err(failure)?;
        let (guard, input) = (Guard::new(), TtyEvents::open().map_err(failure)?);
        let (writing, needs_full_redraw, rings) = (None, true, false);
        let mut tty =
            Self { guard, input, screen, output, writing, size, has_mouse, needs_full_redraw, rings };
        tty.set_up().map_err(failure)?;
        tty.write();
        Ok(tty)
    }

    fn set_up(&mut self) -> io::Result<()> {
        self.guard.enter()?;
        self.output.write_all(guard::SET.as_bytes())
    }

    /// Begins to write what has been drawn.
    fn write(&mut self) {
        let (guard, frame) = (Arc::clone(&self.guard), self.output.0.take());
        self.writing = Some(spawn_blocking(move || guard.write(&frame)));
    }

    /// Draws a frame. Does nothing while earlier output is still being written: see [`TtyEvent::ReadyToDraw`].
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<(), Failure> {
        if !self.guard.is_active() {
            return Err(Failure::Internal("The terminal was restored after a panic.".to_owned()));
        }
        if self.writing.is_none() {
            self.draw_frame(draw).map_err(failure)?;
            self.write();
        }
        Ok(())
    }

    fn draw_frame(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        if mem::take(&mut self.rings) {
            self.output.write_all(b"\x07")?;
        }
        if mem::take(&mut self.needs_full_redraw) {
            self.output.write_all(platform::mouse(self.has_mouse).as_bytes())?;
            // Not clear(), which queries the cursor's position and waits for the terminal's answer.
            self.screen.resize(Rect::from((Position::ORIGIN, self.size)))?;
        }
        self.screen.draw(draw).map(drop)
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

    /// Rings with the next frame.
    pub(crate) const fn bell(&mut self) {
        self.rings = true;
    }

    /// Waits for the next event; for [`TtyEvent::ReadyToDraw`] only if there is something to draw, which is always so
    /// after [`TtyEvent::Resized`] and [`TtyEvent::Continued`]. Fails at a Ctrl-C that is no signal. Cancel safe.
    pub(crate) async fn next(&mut self, wants_to_draw: bool) -> Result<TtyEvent, Failure> {
        let event = tokio::select! {
            biased;
            // Before drawing: many keys at once need no frame each.
            event = self.input.next() => event.map_err(failure)?,
            written = written(&mut self.writing), if wants_to_draw => {
                written.map(|()| TtyEvent::ReadyToDraw).map_err(failure)?
            }
        };
        if matches!(event, TtyEvent::Resized | TtyEvent::Continued) {
            self.repaint();
        }
        if event == TtyEvent::Continued {
            self.set_up().map_err(failure)?;
        }
        self.obey_control_key(event)
    }

    /// Handles Ctrl-L, Ctrl-Z, and Ctrl-C where that is no signal.
    fn obey_control_key(&mut self, event: TtyEvent) -> Result<TtyEvent, Failure> {
        match control_letter(event) {
            Some('c') => return Err(Failure::Stopped(StopSignal::Interrupt)),
            Some('l') => self.repaint(),
            Some('z') => self.suspend()?,
            _ => return Ok(event),
        }
        Ok(TtyEvent::Resized)
    }

    /// Restores the terminal, stops the process, and takes the terminal over again when the process continues: at once
    /// on a platform that cannot stop processes.
    fn suspend(&mut self) -> Result<(), Failure> {
        self.guard.restore();
        platform::suspend();
        self.set_up().map_err(failure)?;
        self.repaint();
        Ok(())
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        self.guard.restore();
    }
}

/// Waits until the last frame is written. Cancel safe.
async fn written(writing: &mut Option<JoinHandle<io::Result<()>>>) -> io::Result<()> {
    let Some(task) = writing else { return Ok(()) };
    let result = task.await;
    *writing = None;
    result.map_err(io::Error::other)?
}

/// Collects a frame: ratatui's backend owns its writer, and gives no access to it.
#[derive(Debug, Clone, Default)]
struct OutputBuffer(Rc<RefCell<Vec<u8>>>);

impl io::Write for OutputBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The keys of a terminal on which the program shows and edits a line itself. Dropping it restores the terminal.
pub(crate) struct Keys(TtyEvents);

impl Keys {
    /// Needs a tokio runtime with I/O enabled. From now on, a panic restores the terminal before it prints its message.
    pub(crate) fn open() -> io::Result<Self> {
        guard::before_panic_messages(|| drop(platform::restore_modes()));
        platform::set_line_modes()?;
        TtyEvents::open().map(Self).inspect_err(|_| drop(platform::restore_modes()))
    }

    /// Waits for the next event. Fails at Ctrl-C, and suspends the process at Ctrl-Z. Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<TtyEvent, Failure> {
        let event = self.0.next().await.map_err(failure)?;
        match control_letter(event) {
            Some('c') => return Err(Failure::Stopped(StopSignal::Interrupt)),
            Some('z') => {
                platform::restore_modes().map_err(failure)?;
                platform::suspend();
            }
            _ if event != TtyEvent::Continued => return Ok(event),
            _ => {}
        }
        platform::set_line_modes().map_err(failure)?;
        Ok(TtyEvent::Continued)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        platform::restore_modes().ok();
    }
}

/// What comes from the terminal. Dropping it stops the thread that reads: later input goes to the shell.
struct TtyEvents {
    events: Receiver<io::Result<TtyEvent>>,
    signals: Signals,
}

impl TtyEvents {
    fn open() -> io::Result<Self> {
        let (to, events) = channel(MAX_QUEUED_EVENTS);
        platform::report_end(to.clone())?;
        thread::Builder::new().name("keys".to_owned()).spawn(move || read_all(&to))?;
        Ok(Self { events, signals: Signals::new()? })
    }

    /// Cancel safe.
    async fn next(&mut self) -> io::Result<TtyEvent> {
        tokio::select! {
            event = self.signals.next() => Ok(event),
            event = self.events.recv() => event.ok_or(io::ErrorKind::BrokenPipe)?,
        }
    }
}

/// Reads until the receiver is dropped.
fn read_all(to: &Sender<io::Result<TtyEvent>>) {
    let mut interpreter = Interpreter::default();
    while !to.is_closed() {
        let event = match event::poll(STOP_TIME) {
            Ok(false) => continue,
            Ok(true) => event::read(),
            Err(error) => Err(error),
        };
        let event = event.map(|event| interpreter.interpret(Instant::now(), &event)).transpose();
        if event.is_some_and(|event| to.blocking_send(event).is_err()) {
            return;
        }
    }
}

fn control_letter(event: TtyEvent) -> Option<char> {
    let TtyEvent::Key(KeyEvent { code: KeyCode::Char(letter), modifiers, .. }) = event else { return None };
    (modifiers - KeyModifiers::SHIFT == KeyModifiers::CONTROL).then(|| letter.to_ascii_lowercase())
}

/// Falls back to the usual size, because some terminals do not report theirs.
pub(crate) fn measure() -> Size {
    let size = size().ok().filter(|&(columns, rows)| columns > 0 && rows > 0);
    size.map_or(Size::new(80, 24), Size::from)
}

#[expect(clippy::needless_pass_by_value, reason = "it is for map_err")]
fn failure(error: io::Error) -> Failure {
    if is_gone(&error) { Failure::Stopped(StopSignal::HangUp) } else { Failure::Output(cause(&error)) }
}
