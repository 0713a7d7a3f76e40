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

use std::io;
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{EventStream, KeyCode, KeyEvent, KeyModifiers};
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal::{disable_raw_mode, size};
use ratatui::layout::{Position, Rect, Size};
use tictactoe_host::StopSignal;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep_until;

use crate::failure::{Failure, cause};
use guard::Guard;
use key_sequences::Interpreter;
use platform::Signals;
pub(crate) use platform::is_gone;

/// The least time between two frames: keys that come at once need no frame each.
const FRAME_TIME: Duration = Duration::from_millis(16);

pub(crate) struct Tty {
    guard: Arc<Guard>,
    input: TtyEvents,
    /// The last frame.
    shown: Buffer,
    /// Written with the next frame, before it.
    unwritten: Vec<u8>,
    /// The frame that is being written.
    writing: Option<JoinHandle<io::Result<()>>>,
    last_frame_at: Instant,
    has_mouse: bool,
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
        let guard = Guard::new();
        // First, because crossterm's events panic on Windows without a console.
        guard.enter().map_err(failure)?;
        let input = TtyEvents::open().inspect_err(|_| guard.restore()).map_err(failure)?;
        let (shown, unwritten, last_frame_at) = (Buffer::default(), Vec::new(), Instant::now());
        let mut tty = Self { guard, input, shown, unwritten, writing: None, last_frame_at, has_mouse };
        tty.set_up().map_err(failure)?;
        tty.write();
        Ok(tty)
    }

    fn set_up(&mut self) -> io::Result<()> {
        self.guard.enter()?;
        self.unwritten.extend([guard::SET, platform::mouse(self.has_mouse)].concat().bytes());
        self.repaint();
        Ok(())
    }

    /// Begins to write what has been drawn.
    fn write(&mut self) {
        let (guard, frame) = (Arc::clone(&self.guard), mem::take(&mut self.unwritten));
        self.writing = Some(spawn_blocking(move || guard.write(&frame)));
        self.last_frame_at = Instant::now();
    }

    /// Draws a frame. Does nothing while earlier output is still being written: see [`TtyEvent::ReadyToDraw`].
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> Result<(), Failure> {
        if !self.guard.is_active() {
            return Err(Failure::Internal("The terminal was restored after a panic.".to_owned()));
        }
        if self.writing.is_none() {
            let mut next = Buffer::empty(self.shown.area);
            draw(&mut next);
            let changes = self.shown.diff_iter(&next);
            CrosstermBackend::new(&mut self.unwritten).draw(changes).map_err(failure)?;
            self.shown = next;
            self.write();
        }
        Ok(())
    }

    /// Measures the terminal, and clears it with the next frame.
    fn repaint(&mut self) {
        self.shown = Buffer::empty(Rect::from((Position::ORIGIN, measure())));
        self.unwritten.extend(b"\x1b[2J");
    }

    pub(crate) fn set_mouse(&mut self, is_on: bool) {
        if self.has_mouse != is_on {
            self.has_mouse = is_on;
            self.unwritten.extend(platform::mouse(is_on).bytes());
        }
    }

    /// Rings with the next frame.
    pub(crate) fn bell(&mut self) {
        self.unwritten.push(b'\x07');
    }

    /// Waits for the next event; for [`TtyEvent::ReadyToDraw`] only if there is something to draw, which is always so
    /// after [`TtyEvent::Resized`] and [`TtyEvent::Continued`]. Fails at a Ctrl-C that is no signal. Cancel safe.
    pub(crate) async fn next(&mut self, wants_to_draw: bool) -> Result<TtyEvent, Failure> {
        let next_frame = sleep_until((self.last_frame_at + FRAME_TIME).into());
        let ready = async {
            next_frame.await;
            written(&mut self.writing).await
        };
        let event = tokio::select! {
            event = self.input.next() => event.map_err(failure)?,
            written = ready, if wants_to_draw => {
                written.map(|()| TtyEvent::ReadyToDraw).map_err(failure)?
            }
        };
        match event {
            TtyEvent::Resized => self.repaint(),
            TtyEvent::Continued => self.set_up().map_err(failure)?,
            _ => {}
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
        self.set_up().map_err(failure)
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

/// The keys of a terminal on which the program shows and edits a line itself. Dropping it restores the terminal.
pub(crate) struct Keys(TtyEvents);

impl Keys {
    /// Needs a tokio runtime with I/O enabled. From now on, a panic restores the terminal before it prints its message.
    pub(crate) fn open() -> io::Result<Self> {
        guard::before_panic_messages(|| drop(disable_raw_mode()));
        platform::set_modes(true)?;
        TtyEvents::open().map(Self).inspect_err(|_| drop(disable_raw_mode()))
    }

    /// Waits for the next event. Fails at Ctrl-C, and suspends the process at Ctrl-Z. Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<TtyEvent, Failure> {
        let event = self.0.next().await.map_err(failure)?;
        match control_letter(event) {
            Some('c') => return Err(Failure::Stopped(StopSignal::Interrupt)),
            Some('z') => {
                disable_raw_mode().map_err(failure)?;
                platform::suspend();
            }
            _ if event != TtyEvent::Continued => return Ok(event),
            _ => {}
        }
        platform::set_modes(true).map_err(failure)?;
        Ok(TtyEvent::Continued)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        disable_raw_mode().ok();
    }
}

/// What comes from the terminal. Dropping it stops the thread that reads: later input goes to the shell.
struct TtyEvents {
    events: EventStream,
    interpreter: Interpreter,
    signals: Signals,
}

impl TtyEvents {
    fn open() -> io::Result<Self> {
        let (events, interpreter) = (EventStream::new(), Interpreter::default());
        Ok(Self { events, interpreter, signals: Signals::new()? })
    }

    /// Cancel safe.
    async fn next(&mut self) -> io::Result<TtyEvent> {
        loop {
            let event = tokio::select! {
                event = self.signals.next() => return event,
                Some(event) = self.events.next() => event?,
            };
            if let Some(event) = self.interpreter.interpret(Instant::now(), &event) {
                return Ok(event);
            }
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
