//! Saves the seat of a person on disk, so that the next run can resume it if this one is killed.
//!
//! Each server has one file, in the platform's state directory (or --state). It is empty when there is nothing to return
//! to: the game is over, the seat was left, or the server has forgotten it. The next run takes the seat if it asks for
//! the same: name, opponent, level, mark, board, run and room.
//!
//! A run locks the file while it lives, and a kill releases the lock. So no run takes a seat that is being played: a
//! second run on the same server joins anew, and saves nothing.

#[cfg(test)]
mod tests;

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use tictactoe_host::{is_private, private_file};
use tictactoe_protocol::client::Join;

use super::seat::SeatTicket;
use crate::address::Address;
use crate::failure::cause;
use crate::sanitize::sanitize;
use crate::state_directory::{self, MAX_BYTES};

#[derive(Debug, Default)]
pub(crate) struct SavedSeat {
    /// None where nothing is saved.
    file: Option<SeatFile>,
    /// Why nothing can be saved, until it has been said.
    warning: Option<String>,
}

#[derive(Debug)]
struct SeatFile {
    /// Locked until it is dropped.
    file: File,
    content: Option<Content>,
    wish: Join,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    /// Only a run with the same wish takes the seat again.
    wish: Join,
    ticket: SeatTicket,
}

impl SavedSeat {
    pub(crate) fn open(directory: &Path, address: &Address, wish: &Join) -> Self {
        match open(directory, address) {
            Ok(None) => Self::default(),
            Ok(Some(file)) => {
                let file = SeatFile { file, content: None, wish: wish.clone() };
                Self { file: Some(file), warning: None }
            }
            Err(error) => {
                let directory = sanitize(&directory.to_string_lossy());
                let why = cause(&error);
                let warning = format!(
                    "Warning: your seat can't be saved in {directory} ({why}). If tictactoe is killed, you can't \
                     return to your game. Use --state DIR to save it elsewhere."
                );
                Self { file: None, warning: Some(warning) }
            }
        }
    }

    /// Takes the ticket that an earlier run with the same wish has left behind.
    pub(crate) fn take(&mut self) -> Option<SeatTicket> {
        let file = self.file.as_mut()?;
        file.content = file.read().filter(|content| content.wish == file.wish);
        file.content.as_ref().map(|content| content.ticket.clone())
    }

    /// Saves this ticket; `None` removes the saved one. Returns a warning once if nothing can be saved: the game goes on.
    pub(super) fn save(&mut self, ticket: Option<&SeatTicket>) -> Option<String> {
        let Some(file) = &mut self.file else { return self.warning.take_if(|_| ticket.is_some()) };
        // Best effort: a failure here only loses the saved seat.
        file.save(ticket).ok();
        None
    }

    pub(super) fn forget(&mut self) {
        self.save(None);
    }
}

impl SeatFile {
    fn read(&mut self) -> Option<Content> {
        let mut text = Vec::new();
        (&self.file).take(MAX_BYTES).read_to_end(&mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }

    fn save(&mut self, ticket: Option<&SeatTicket>) -> io::Result<()> {
        if self.content.as_ref().map(|content| &content.ticket) == ticket {
            return Ok(());
        }
        self.content = ticket.map(|ticket| Content { wish: self.wish.clone(), ticket: ticket.clone() });
        let Some(content) = &self.content else { return self.file.set_len(0) };
        let mut text = serde_json::to_vec(content)?;
        // One write: a kill leaves the old text or the new one. Spaces cover the rest of a longer one.
        let before = usize::try_from(self.file.metadata()?.len().min(MAX_BYTES)).unwrap_or_default();
        text.resize(text.len().max(before), b' ');
        self.file.rewind()?;
        self.file.write_all(&text)?;
        self.file.sync_all()
    }
}

/// Opens and locks the file of a server; none if another run has locked it.
fn open(directory: &Path, address: &Address) -> io::Result<Option<File>> {
    state_directory::create(directory)?;
    let path =
        directory.join(format!("seat-{}.json", utf8_percent_encode(&server(address), NON_ALPHANUMERIC)));
    if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other("something else has the name of its file"));
    }
    let file = private_file().read(true).write(true).create(true).truncate(false).open(path)?;
    if !is_private(&file.metadata()?, directory) {
        return Err(io::Error::other("others can read its file"));
    }
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The server's address; `localhost`, `127.0.0.1` and `::1` are equal. A ticket of an encrypted connection is not sent
/// over another.
fn server(address: &Address) -> String {
    let is_here =
        ["localhost", "127.0.0.1", "::1"].iter().any(|host| host.eq_ignore_ascii_case(&address.host));
    if is_here && !address.is_encrypted { format!("localhost:{}", address.port) } else { address.to_string() }
}
