//! Saves the seat of a person on disk, so that the next run can resume it if this one is killed.
//!
//! Each server has one file, in the platform's state directory (or --state). It is empty when there is nothing to return
//! to: the game is over, the seat was left, or the server has forgotten it. The next run takes the seat if it asks for
//! the same: name, opponent, level, mark, board, run and room. A run that asks for something else, or has `--new`, leaves
//! the seat there until it has a seat itself, and then says that it has taken the place.
//!
//! A run locks the file while it lives, and a kill releases the lock. So no run takes a seat that is being played: a
//! second run on the same server joins anew, saves nothing, and says so.

#[cfg(test)]
mod tests;

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use tictactoe_host::{is_private, private_file};
use tictactoe_protocol::client::Join;
use tictactoe_protocol::ticket::Ticket;

use crate::address::Address;
use crate::failure::cause;
use crate::sanitize::sanitize;
use crate::state_directory::{self, MAX_BYTES};

/// The person cannot return to the match of an earlier run any more.
const REPLACED: &str = "Your earlier game is no longer saved, because this one took its place.";

/// Nothing is saved by default.
#[derive(Debug, Default)]
pub(crate) struct SavedSeat {
    /// None if nothing can be saved.
    path: Option<PathBuf>,
    wish: Join,
    /// Locked until it is dropped. It exists once there is something to save.
    file: Option<File>,
    /// What this run has saved or taken.
    ticket: Option<Ticket>,
    /// Why nothing can be saved, until it has been said.
    warning: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// Only a run with the same wish takes the seat again.
    wish: Join,
    ticket: Ticket,
}

impl SavedSeat {
    pub(crate) fn open(directory: &Path, address: &Address, wish: &Join) -> Self {
        // Each run draws another place in an arena, and keeps the one that it had.
        let wish = Join { place: None, ..wish.clone() };
        let name = format!("seat-{}.json", utf8_percent_encode(&address.key(), NON_ALPHANUMERIC));
        let mut saved = Self { path: Some(directory.join(name)), wish, ..Self::default() };
        if saved.path.as_ref().is_some_and(|path| path.exists()) {
            saved.open_file();
        }
        saved
    }

    /// Takes the ticket that an earlier run with the same wish has left behind.
    pub(crate) fn take(&mut self) -> Option<Ticket> {
        self.ticket = self.read().filter(|content| content.wish == self.wish).map(|content| content.ticket);
        self.ticket.clone()
    }

    /// Saves this ticket; `None` removes that of this run. Returns a warning once if it cannot be saved (the game goes
    /// on), or if it replaces that of an earlier run.
    pub(super) fn save(&mut self, ticket: Option<&Ticket>) -> Option<String> {
        if self.ticket.as_ref() != ticket {
            if self.file.is_none() {
                self.open_file();
            }
            let replaces = self.ticket.is_none() && self.read().is_some();
            match self.write(ticket) {
                Ok(()) if replaces => self.warning = Some(REPLACED.to_owned()),
                Ok(()) => {}
                Err(error) => self.give_up(&error),
            }
            self.ticket = ticket.cloned();
        }
        self.warning.take_if(|_| ticket.is_some())
    }

    /// There is no seat to return to.
    pub(crate) fn forget(&mut self) {
        self.save(None);
    }

    pub(crate) fn is_saved(&self) -> bool {
        self.file.is_some() && self.ticket.is_some()
    }

    fn open_file(&mut self) {
        let Some(path) = &self.path else { return };
        match open(path) {
            Ok(file) => self.file = Some(file),
            Err(error) => self.give_up(&error),
        }
    }

    fn read(&self) -> Option<Content> {
        let (mut file, mut text) = (self.file.as_ref()?, Vec::new());
        file.rewind().ok()?;
        file.take(MAX_BYTES).read_to_end(&mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }

    fn write(&mut self, ticket: Option<&Ticket>) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let Some(ticket) = ticket.cloned() else { return file.set_len(0) };
        let mut text = serde_json::to_vec(&Content { wish: self.wish.clone(), ticket })?;
        // One write: a kill leaves the old text or the new one. Spaces cover the rest of a longer one.
        let before = usize::try_from(file.metadata()?.len().min(MAX_BYTES)).unwrap_or_default();
        text.resize(text.len().max(before), b' ');
        file.rewind()?;
        file.write_all(&text)?;
        file.sync_all()
    }

    /// Saves nothing any more.
    fn give_up(&mut self, error: &io::Error) {
        let Some(path) = self.path.take() else { return };
        self.file = None;
        let (path, why) = (sanitize(&path.to_string_lossy()), cause(error));
        self.warning = Some(format!(
            "Warning: your seat can't be saved in {path} ({why}). If tictactoe is killed, you can't return to your \
             game. Use --state DIR to save it elsewhere."
        ));
    }
}

/// Opens and locks a file.
fn open(path: &Path) -> io::Result<File> {
    let directory = path.parent().unwrap_or(path);
    state_directory::create(directory)?;
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("something else has this name: remove it"));
    }
    let file = private_file().read(true).write(true).create(true).truncate(false).open(path)?;
    if !is_private(&file.metadata()?, directory) {
        return Err(io::Error::other("others can read this file: remove it"));
    }
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another tictactoe is playing on this server")),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
