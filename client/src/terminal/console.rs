//! What comes from the console of a system without terminals as Unix has them.

use std::{io, thread};

use ratatui::crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind, read};
use ratatui::layout::Position;
use tokio::sync::mpsc::{Receiver, channel};

use super::Pressed;

/// How much may wait to be handled; the rest waits in the console.
const WAITING: usize = 16;

/// The console's side of a conversation.
pub(super) struct Input(Receiver<io::Result<Event>>);

impl Input {
    /// Begins to listen, in a thread that ends with the process.
    pub(super) fn open() -> io::Result<Self> {
        let (to, events) = channel(WAITING);
        let work = move || while to.blocking_send(read()).is_ok() {};
        thread::Builder::new().name("keys".to_owned()).spawn(work)?;
        Ok(Self(events))
    }

    /// Waits for the next thing. Nothing is lost when it is dropped.
    pub(super) async fn next(&mut self) -> io::Result<Pressed> {
        loop {
            let event = self.0.recv().await.ok_or(io::ErrorKind::BrokenPipe)??;
            if let Some(pressed) = pressed(event) {
                return Ok(pressed);
            }
        }
    }
}

fn pressed(event: Event) -> Option<Pressed> {
    match event {
        Event::Key(key) => (key.kind != KeyEventKind::Release).then_some(Pressed::Key(key)),
        Event::Mouse(mouse) => (mouse.kind == MouseEventKind::Up(MouseButton::Left))
            .then_some(Pressed::Click(Position::new(mouse.column, mouse.row))),
        Event::Resize(..) => Some(Pressed::Resized),
        Event::FocusGained => Some(Pressed::Focus(true)),
        Event::FocusLost => Some(Pressed::Focus(false)),
        Event::Paste(_) => None,
    }
}
