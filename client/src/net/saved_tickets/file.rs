//! One file for each saved seat, locked by at most one process.
//!
//! The content of a file never changes: a new ticket gets a new file with a random name, and the old file is removed
//! while it is still locked. So a process that locks a file and still finds its name has the newest content. Files with
//! other names, links, and files that other users may read are not ours, and ignored.

use std::cmp::Reverse;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use tictactoe_protocol::client::Join;

use crate::mode::InputMode;
use crate::net::seat::SeatTicket;

/// Files of another version are ignored.
const VERSION: u32 = 3;

/// Older files are ignored, and removed.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// How often a file is renewed, so that it does not expire while its run lives.
const RENEWAL: Duration = Duration::from_secs(60 * 60);

const MAX_BYTES: u64 = 4096;
const MAX_FILES: usize = 1000;

/// The permission bits of group and others.
#[cfg(unix)]
const OTHERS_MASK: u32 = 0o077;

const FINISHED: &str = "json";
const UNFINISHED: &str = "new";

/// Only a run with the same purpose takes the seat again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Purpose {
    pub(super) server: String,
    /// A script does not resume a person's game, nor a person a script's.
    pub(super) input_mode: InputMode,
    pub(super) wish: Join,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    version: u32,
    purpose: Purpose,
    ticket: SeatTicket,
}

/// A saved seat. Its file is locked until this is dropped.
#[derive(Debug)]
pub(super) struct SavedSeat {
    pub(super) ticket: SeatTicket,
    path: PathBuf,
    file: File,
    renewed: SystemTime,
}

impl SavedSeat {
    /// Creates a locked file that appears whole or not at all.
    pub(super) fn create(directory: &Path, purpose: &Purpose, ticket: &SeatTicket) -> io::Result<Self> {
        if directory.as_os_str().is_empty() {
            return Err(io::Error::other("there is no home directory"));
        }
        create_private_directory(directory)?;
        let content = Content { version: VERSION, purpose: purpose.clone(), ticket: ticket.clone() };
        let name = format!("seat-{:016x}.", fastrand::u64(..));
        // Readable and writable for its owner only; removed if anything fails.
        let mut builder = tempfile::Builder::new();
        let mut file = builder.prefix(&name).suffix(UNFINISHED).rand_bytes(0).tempfile_in(directory)?;
        file.as_file().try_lock()?;
        file.write_all(&serde_json::to_vec(&content)?)?;
        file.as_file().sync_all()?;
        let path = directory.join(name + FINISHED);
        let file = file.persist(&path)?;
        // Best effort: a failure here only loses the saved seat.
        File::open(directory).and_then(|directory| directory.sync_all()).ok();
        Ok(Self { ticket: content.ticket, path, file, renewed: SystemTime::now() })
    }

    /// Locks the newest file with this purpose that no other process has locked, a seat before a place in the queue.
    /// Removes files that are too old and not locked.
    pub(super) fn find(directory: &Path, purpose: &Purpose, now: SystemTime) -> Option<Self> {
        let (recent, old): (Vec<_>, Vec<_>) =
            files(directory).partition(|(written, _)| is_recent(*written, now));
        for (_, path) in old {
            lock(&path).and_then(|_lock| fs::remove_file(path).ok());
        }
        let fitting = recent.into_iter().filter_map(|(written, path)| {
            let content = read(&path).filter(|content| content.purpose == *purpose)?;
            Some((matches!(content.ticket, SeatTicket::Match(_)), written, path, content.ticket))
        });
        let mut fitting: Vec<_> = fitting.collect();
        fitting.sort_by_key(|&(is_seat, written, ..)| Reverse((is_seat, written)));
        fitting.into_iter().find_map(|(_, renewed, path, ticket)| {
            let file = lock(&path)?;
            Some(Self { ticket, path, file, renewed })
        })
    }

    /// Keeps the file from expiring.
    pub(super) fn renew(&mut self, now: SystemTime) {
        if !now.duration_since(self.renewed).is_ok_and(|age| age < RENEWAL) {
            self.renewed = now;
            // Best effort, as in `create`.
            self.file.set_modified(now).ok();
        }
    }

    /// Removes the file while it is still locked.
    pub(super) fn remove(self) {
        fs::remove_file(&self.path).ok();
    }
}

/// A file from the future expires too, so that a clock that was set back does not keep files for ever.
fn is_recent(written: SystemTime, now: SystemTime) -> bool {
    now.duration_since(written).unwrap_or_else(|error| error.duration()) < MAX_AGE
}

/// Our files, and when they were written.
fn files(directory: &Path) -> impl Iterator<Item = (SystemTime, PathBuf)> {
    let paths = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.filter(|path| is_named(path)).take(MAX_FILES).filter_map(move |path| {
        let file = fs::symlink_metadata(&path).ok()?;
        let is_ours = file.is_file() && file.len() <= MAX_BYTES && is_private(&file, directory);
        is_ours.then_some((file.modified().ok()?, path))
    })
}

fn is_named(path: &Path) -> bool {
    let number = path.file_stem().and_then(|stem| stem.to_str()?.strip_prefix("seat-"));
    let is_number = number.is_some_and(|n| n.len() == 16 && n.bytes().all(|b| b.is_ascii_hexdigit()));
    is_number && path.extension().is_some_and(|found| found == FINISHED || found == UNFINISHED)
}

/// `None` for a file that is not finished.
fn read(path: &Path) -> Option<Content> {
    let mut content = Vec::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut content).ok()?;
    serde_json::from_slice(&content).ok().filter(|content: &Content| content.version == VERSION)
}

/// `None` if another process has locked the file, or has removed it.
fn lock(path: &Path) -> Option<File> {
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    file.try_lock().ok()?;
    path.exists().then_some(file)
}

fn create_private_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Whether only its owner may use the file, who must be the user of this process or the owner of the directory.
#[cfg(unix)]
fn is_private(file: &Metadata, directory: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let is_owned = file.uid() == rustix::process::geteuid().as_raw()
        || fs::metadata(directory).is_ok_and(|directory| directory.uid() == file.uid());
    is_owned && file.mode() & OTHERS_MASK == 0
}

#[cfg(not(unix))]
const fn is_private(_: &Metadata, _: &Path) -> bool {
    true
}
