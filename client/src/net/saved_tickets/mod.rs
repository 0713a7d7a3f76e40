//! Saves the seat of a run on disk, so that a later run can resume it if the client was killed.
//!
//! Each run with a seat or a place in the queue has one file, in the platform's state directory (or --state). While the
//! run lives it locks the file against other clients on the same machine; a kill releases the lock. The file
//! is removed when there is nothing to return to: the game is over, the seat was left, or the server has forgotten it.
//!
//! A run takes the newest unlocked file, a seat before a place in a queue. The file must be younger than a day, for the
//! same server address (`localhost`, 127.0.0.1 and `::1` are equal), for the same options (name, opponent, level, mark,
//! board, run and room), and by the same kind of player: a person does not continue a script's game, nor a script a
//! person's.
//!
//! The content of a file never changes: a new ticket gets a new file with a random name, and the old file is removed
//! while it is still locked. So a process that locks a file and still finds its name has the newest content. Files that
//! were not written to their end, files with other names, links, and files that other users may read are ignored.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use tictactoe_host::{is_private, sync_directory};
use tictactoe_protocol::client::Join;

use super::seat::SeatTicket;
use crate::address::Address;
use crate::exit::cause;
use crate::mode::{InputMode, Mode};
use crate::sanitize::sanitize;
use crate::state_directory::{self, MAX_BYTES};

/// Files of another version are ignored.
const VERSION: u32 = 3;

/// Older files are ignored, and removed.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// How often a file is renewed, so that it does not expire while its run lives.
const RENEWAL: Duration = Duration::from_secs(60 * 60);

const MAX_FILES: usize = 1000;

#[derive(Debug)]
pub(crate) struct SavedTickets {
    directory: PathBuf,
    /// None when nothing is saved: there is no seat, or no file can be written.
    purpose: Option<Purpose>,
    saved: Option<SavedSeat>,
}

/// Only a run with the same purpose takes the seat again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Purpose {
    server: String,
    input_mode: InputMode,
    wish: Join,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    version: u32,
    purpose: Purpose,
    ticket: SeatTicket,
}

#[derive(Debug)]
struct SavedSeat {
    ticket: SeatTicket,
    path: PathBuf,
    /// Locked until it is dropped.
    file: File,
}

impl SavedTickets {
    pub(crate) fn new(directory: PathBuf, address: &Address, mode: &Mode, input_mode: InputMode) -> Self {
        let purpose = match mode {
            // Spectators have no seat.
            Mode::Watch(_) => None,
            Mode::Join(join) => Some(Purpose { server: server(address), input_mode, wish: join.clone() }),
        };
        Self { directory, purpose, saved: None }
    }

    /// For a server that ends with this run.
    pub(crate) const fn none(directory: PathBuf) -> Self {
        Self { directory, purpose: None, saved: None }
    }

    /// Takes the ticket that an earlier run for the same purpose has left behind, and removes expired files.
    /// A run that starts anew takes none.
    pub(crate) fn find(&mut self, is_new: bool) -> Option<SeatTicket> {
        let (recent, expired): (Vec<_>, Vec<_>) =
            files(&self.directory).partition(|(written, _)| is_recent(*written, MAX_AGE));
        for (_, path) in expired {
            lock(&path).and_then(|_lock| fs::remove_file(path).ok());
        }
        let purpose = self.purpose.as_ref().filter(|_| !is_new)?;
        let fitting = recent.into_iter().filter_map(|(written, path)| {
            let content: Content = state_directory::read(&path)?;
            let is_fitting = content.version == VERSION && content.purpose == *purpose;
            let ticket = is_fitting.then_some(content.ticket)?;
            Some((matches!(ticket, SeatTicket::Match(_)), written, path, ticket))
        });
        let mut fitting: Vec<_> = fitting.collect();
        fitting.sort_by_key(|&(is_seat, written, ..)| Reverse((is_seat, written)));
        self.saved = fitting
            .into_iter()
            .find_map(|(_, _, path, ticket)| Some(SavedSeat { ticket, file: lock(&path)?, path }));
        self.saved.as_ref().map(|saved| saved.ticket.clone())
    }

    /// Saves this ticket; `None` removes the saved one. Returns a warning once if saving fails: the game goes on.
    pub(super) fn save(&mut self, ticket: Option<&SeatTicket>) -> Option<String> {
        let (Some(ticket), Some(purpose)) = (ticket, &self.purpose) else {
            self.forget();
            return None;
        };
        if let Some(saved) = self.saved.as_ref().filter(|saved| saved.ticket == *ticket) {
            // Best effort: a failure here only loses the saved seat.
            saved.renew().ok();
            return None;
        }
        let created = SavedSeat::create(&self.directory, purpose.clone(), ticket.clone());
        self.forget();
        let error = match created {
            Ok(saved) => {
                self.saved = Some(saved);
                return None;
            }
            Err(error) => cause(&error),
        };
        self.purpose = None;
        let directory = sanitize(&self.directory.to_string_lossy());
        Some(format!(
            "Warning: your seat can't be saved in {directory} ({error}). If tictactoe is killed, you can't return \
             to your game. Use --state DIR to save it elsewhere."
        ))
    }

    pub(super) fn forget(&mut self) {
        if let Some(saved) = self.saved.take() {
            // The file is still locked.
            fs::remove_file(&saved.path).ok();
        }
    }
}

impl SavedSeat {
    fn create(directory: &Path, purpose: Purpose, ticket: SeatTicket) -> io::Result<Self> {
        state_directory::create(directory)?;
        let content = Content { version: VERSION, purpose, ticket };
        let name = format!("seat-{:016x}", fastrand::u64(..));
        // Readable and writable for its owner only; removed if anything fails.
        let mut builder = tempfile::Builder::new();
        let mut file = builder.prefix(&name).suffix(".json").rand_bytes(0).tempfile_in(directory)?;
        file.as_file().try_lock()?;
        file.write_all(&serde_json::to_vec(&content)?)?;
        file.as_file().sync_all()?;
        // Best effort, as in `save`.
        sync_directory(directory).ok();
        let (file, path) = file.keep()?;
        Ok(Self { ticket: content.ticket, path, file })
    }

    fn renew(&self) -> io::Result<()> {
        if is_recent(self.file.metadata()?.modified()?, RENEWAL) {
            return Ok(());
        }
        self.file.set_modified(SystemTime::now())
    }
}

/// The server's address; `localhost`, `127.0.0.1` and `::1` are equal. A ticket of an encrypted connection is not sent
/// over another.
fn server(address: &Address) -> String {
    let is_here =
        ["localhost", "127.0.0.1", "::1"].iter().any(|host| host.eq_ignore_ascii_case(&address.host));
    if is_here && !address.is_encrypted { format!("localhost:{}", address.port) } else { address.to_string() }
}

/// A file from the future expires too, so that a clock that was set back does not keep files for ever.
fn is_recent(written: SystemTime, max_age: Duration) -> bool {
    written.elapsed().unwrap_or_else(|error| error.duration()) < max_age
}

fn files(directory: &Path) -> impl Iterator<Item = (SystemTime, PathBuf)> {
    let paths = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.filter(|path| is_named(path)).take(MAX_FILES).filter_map(move |path| {
        let file = fs::symlink_metadata(&path).ok()?;
        let is_ours = file.is_file() && file.len() <= MAX_BYTES && is_private(&file, directory);
        is_ours.then_some((file.modified().ok()?, path))
    })
}

fn is_named(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let number = name.and_then(|name| name.strip_prefix("seat-")?.strip_suffix(".json"));
    number.is_some_and(|number| number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// `None` if another process has locked the file, or has removed it.
fn lock(path: &Path) -> Option<File> {
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    path.exists().then_some(file)
}
