//! The Windows console: its modes and its events.

use std::sync::OnceLock;
use std::{io, thread};

use crossterm_winapi::{ConsoleMode, Handle};
use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind, read};
use ratatui::layout::Position;
use tokio::sync::mpsc::{Receiver, channel};

use super::TtyEvent;

// Bits of `SetConsoleMode`.
const PROCESSED_INPUT: u32 = 0x01;
const WINDOW_INPUT: u32 = 0x08;
const MOUSE_INPUT: u32 = 0x10;
const QUICK_EDIT: u32 = 0x40;
const EXTENDED_FLAGS: u32 = 0x80;
const VIRTUAL_TERMINAL_PROCESSING: u32 = 0x04;

/// The modes of input and output before the first change.
static BEFORE: OnceLock<(u32, u32)> = OnceLock::new();

/// Keys and resizes come as events, and escape sequences are interpreted.
pub(super) fn set_modes() -> io::Result<()> {
    let (input, output) = consoles()?;
    let modes = (input.mode()?, output.mode()?);
    let (_, before) = BEFORE.get_or_init(|| modes);
    set_mouse(false);
    output.set_mode(before | VIRTUAL_TERMINAL_PROCESSING)
}

/// As [`set_modes`], but Ctrl-C keeps its signal.
pub(super) fn set_line_modes() -> io::Result<()> {
    set_modes()?;
    consoles()?.0.set_mode(PROCESSED_INPUT | WINDOW_INPUT | EXTENDED_FLAGS | QUICK_EDIT)
}

/// Without clicks the mouse selects text. Best effort: the keys work without it.
pub(super) fn set_mouse(is_on: bool) {
    let mouse = if is_on { MOUSE_INPUT } else { QUICK_EDIT };
    consoles().and_then(|(input, _)| input.set_mode(WINDOW_INPUT | EXTENDED_FLAGS | mouse)).ok();
}

/// Best effort: the console may be gone.
pub(super) fn restore_modes() {
    if let (Ok((input, output)), Some(before)) = (consoles(), BEFORE.get()) {
        input.set_mode(before.0 | EXTENDED_FLAGS).and_then(|()| output.set_mode(before.1)).ok();
    }
}

fn consoles() -> io::Result<(ConsoleMode, ConsoleMode)> {
    Ok((Handle::current_in_handle()?.into(), Handle::current_out_handle()?.into()))
}

/// There is no such thing here.
pub(super) const fn suspend() {}

/// A console accepts all output.
pub(super) const fn discard_output() {}

pub(super) fn is_input_open() -> bool {
    consoles().is_ok_and(|(input, _)| input.mode().is_ok())
}

pub(crate) fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Further events wait in the console.
const MAX_QUEUED_EVENTS: usize = 16;

pub(super) struct RawInput(Receiver<io::Result<Event>>);

impl RawInput {
    /// The thread ends with the process.
    pub(super) fn open() -> io::Result<Self> {
        let (to, events) = channel(MAX_QUEUED_EVENTS);
        let work = move || while to.blocking_send(read()).is_ok() {};
        thread::Builder::new().name("keys".to_owned()).spawn(work)?;
        Ok(Self(events))
    }

    /// Cancel safe.
    pub(super) async fn next(&mut self) -> io::Result<TtyEvent> {
        loop {
            match self.0.recv().await.ok_or(io::ErrorKind::BrokenPipe)?? {
                Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(TtyEvent::Key(key)),
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Up(MouseButton::Left) => {
                    return Ok(TtyEvent::Click(Position::new(mouse.column, mouse.row)));
                }
                Event::Resize(..) => return Ok(TtyEvent::Resized),
                Event::FocusGained => return Ok(TtyEvent::Focus(true)),
                Event::FocusLost => return Ok(TtyEvent::Focus(false)),
                Event::Key(_) | Event::Mouse(_) | Event::Paste(_) => {}
            }
        }
    }
}
