//! Events of the Windows console.

use std::{io, thread};

use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind, read};
use ratatui::layout::Position;
use tokio::sync::mpsc::{Receiver, channel};

use super::TtyEvent;

/// Further events wait in the console.
const MAX_WAITING: usize = 16;

pub(super) struct Input(Receiver<io::Result<Event>>);

impl Input {
    /// The thread ends with the process.
    pub(super) fn open() -> io::Result<Self> {
        let (to, events) = channel(MAX_WAITING);
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
