//! A directory of small files, each with one holder.
//!
//! A file is never changed: what is new is written beside it, under a name that nobody has had, and the old one is
//! removed while its lock is still held. So a name stands for one content only, and whoever locks a file and still
//! finds it under its name has the newest. Files with other names, links, and files that others may read are not
//! ours and let alone.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::kept::AGE;

/// The longest file that is read.
const MOST_BYTES: u64 = 4096;

/// So many files are looked at.
const MOST_FILES: usize = 1000;

/// A finished file.
const FINISHED: &str = "json";

/// A file that is being written.
const UNFINISHED: &str = "new";

/// The directory. It need not exist.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

/// A file that is locked as long as this lives.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    pub(super) const fn new(directory: PathBuf) -> Self {
        Self(directory)
    }

    pub(super) fn directory(&self) -> &Path {
        &self.0
    }

    /// Writes a file that appears whole or not at all, and holds it.
    pub(super) fn put(&self, content: &[u8]) -> io::Result<Held> {
        if self.0.as_os_str().is_empty() {
            return Err(io::Error::other("there is no home directory"));
        }
        create_directory(&self.0)?;
        let number = getrandom::u64().map_err(io::Error::other)?;
        let path = self.0.join(format!("seat-{number:016x}"));
        let (unfinished, finished) = (path.with_extension(UNFINISHED), path.with_extension(FINISHED));
        let written = write(&unfinished, content).and_then(|file| {
            fs::rename(&unfinished, &finished)?;
            Ok(file)
        });
        if written.is_err() {
            fs::remove_file(&unfinished).ok();
        }
        // Of a lost name only a lost seat would come: no reason to stop.
        File::open(&self.0).and_then(|directory| directory.sync_all()).ok();
        Ok(Held { path: finished, _lock: written? })
    }

    /// Takes the file that is worth most and that nobody holds. `look` says what is in a file and what it is worth.
    pub(super) fn take<T, W: Ord + Copy>(&self, look: impl Fn(&[u8]) -> Option<(W, T)>) -> Option<(T, Held)> {
        let seen = self.files(FINISHED).filter_map(|path| Some((look(&read(&path)?)?, path)));
        let mut seen: Vec<_> = seen.collect();
        seen.sort_by_key(|((worth, _), _)| std::cmp::Reverse(*worth));
        seen.into_iter().find_map(|((_, content), path)| Some((content, hold(path)?)))
    }

    /// Removes what nobody holds and is too old.
    pub(super) fn clear(&self, now: SystemTime) {
        let is_old = |path: &PathBuf| {
            let written = fs::symlink_metadata(path).and_then(|metadata| metadata.modified());
            written.is_ok_and(|written| now.duration_since(written).is_ok_and(|age| age >= AGE))
        };
        let old = self.files(FINISHED).chain(self.files(UNFINISHED)).filter(is_old);
        old.filter_map(hold).for_each(Held::remove);
    }

    /// Our files that end so.
    fn files(&self, extension: &str) -> impl Iterator<Item = PathBuf> {
        let owners = owners(&self.0);
        let paths = fs::read_dir(&self.0).into_iter().flatten().flatten().map(|entry| entry.path());
        let named = paths.filter(move |path| is_named(path, extension)).take(MOST_FILES);
        named.filter(move |path| is_ours(path, &owners))
    }
}

impl Held {
    /// Removes the file, and only then lets go of it.
    pub(super) fn remove(self) {
        fs::remove_file(&self.path).ok();
    }
}

fn is_named(path: &Path, extension: &str) -> bool {
    let number = path.file_stem().and_then(|stem| stem.to_str()?.strip_prefix("seat-"));
    let is_number = number.is_some_and(|n| n.len() == 16 && n.bytes().all(|b| b.is_ascii_hexdigit()));
    is_number && path.extension().is_some_and(|found| found == extension)
}

/// Whether it is a small file of one of these owners, who alone may read and write it.
fn is_ours(path: &Path, owners: &[u32]) -> bool {
    fs::symlink_metadata(path)
        .is_ok_and(|found| found.is_file() && found.len() <= MOST_BYTES && is_private(&found, owners))
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut content).ok()?;
    Some(content)
}

/// Locks a file, if nobody else has it and it is still there.
fn hold(path: PathBuf) -> Option<Held> {
    let file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
    file.try_lock().ok()?;
    path.exists().then_some(Held { path, _lock: file })
}

/// Writes and locks a file that does not exist.
fn write(path: &Path, content: &[u8]) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.try_lock().map_err(io::Error::from)?;
    file.write_all(content)?;
    file.sync_all()?;
    Ok(file)
}

fn create_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Who may own a file of ours: whoever has the directory, and whoever runs this where that can be seen.
#[cfg(unix)]
fn owners(directory: &Path) -> Vec<u32> {
    let owner = |path: &Path| Some(std::os::unix::fs::MetadataExt::uid(&fs::metadata(path).ok()?));
    [directory, Path::new("/proc/self")].into_iter().filter_map(owner).collect()
}

#[cfg(not(unix))]
const fn owners(_: &Path) -> Vec<u32> {
    Vec::new()
}

#[cfg(unix)]
fn is_private(found: &fs::Metadata, owners: &[u32]) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.mode().trailing_zeros() >= 6 && owners.contains(&found.uid())
}

#[cfg(not(unix))]
const fn is_private(_: &fs::Metadata, _: &[u32]) -> bool {
    true
}
