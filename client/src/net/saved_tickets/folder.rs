//! A directory of small files, each locked by at most one process.
//!
//! A file is never changed: new content gets a new, random name, and the old file is removed while it is still locked.
//! So a name stands for one content, and a process that locks a file and still finds its name has the newest. Files
//! with other names, links, and files that other users may read are not ours, and ignored.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::kept::AGE;

const MAX_BYTES: u64 = 4096;
const MAX_FILES: usize = 1000;

/// The permission bits of group and others.
#[cfg(unix)]
const OTHERS_MASK: u32 = 0o077;

const FINISHED: &str = "json";
const UNFINISHED: &str = "new";

/// The directory need not exist yet.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

/// A file that is locked until this is dropped.
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

    /// Creates a locked file that appears whole or not at all.
    pub(super) fn put(&self, content: &[u8]) -> io::Result<Held> {
        if self.0.as_os_str().is_empty() {
            return Err(io::Error::other("there is no home directory"));
        }
        create_private_directory(&self.0)?;
        let name = format!("seat-{:016x}.", fastrand::u64(..));
        // Readable and writable for its owner only; removed if anything fails.
        let mut builder = tempfile::Builder::new();
        let mut file = builder.prefix(&name).suffix(UNFINISHED).rand_bytes(0).tempfile_in(&self.0)?;
        file.as_file().try_lock()?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        let path = self.0.join(name + FINISHED);
        let lock = file.persist(&path)?;
        // Best effort: a failure here only loses the saved seat.
        File::open(&self.0).and_then(|directory| directory.sync_all()).ok();
        Ok(Held { path, _lock: lock })
    }

    /// Locks the file of the highest worth that no other process has locked. `look` returns worth and content.
    pub(super) fn take<T, W: Ord + Copy>(&self, look: impl Fn(&[u8]) -> Option<(W, T)>) -> Option<(T, Held)> {
        let found = self.files(FINISHED).filter_map(|path| Some((look(&read(&path)?)?, path)));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|((worth, _), _)| std::cmp::Reverse(*worth));
        found.into_iter().find_map(|((_, content), path)| Some((content, lock(path)?)))
    }

    /// Removes files that are too old and not locked.
    pub(super) fn clear(&self, now: SystemTime) {
        let is_old = |path: &PathBuf| {
            let written = fs::symlink_metadata(path).and_then(|metadata| metadata.modified());
            written.is_ok_and(|written| now.duration_since(written).is_ok_and(|age| age >= AGE))
        };
        let old = self.files(FINISHED).chain(self.files(UNFINISHED)).filter(is_old);
        old.filter_map(lock).for_each(Held::remove);
    }

    fn files(&self, extension: &str) -> impl Iterator<Item = PathBuf> {
        let paths = fs::read_dir(&self.0).into_iter().flatten().flatten().map(|entry| entry.path());
        let named = paths.filter(move |path| is_named(path, extension)).take(MAX_FILES);
        named.filter(|path| {
            let is_ours =
                |file: &Metadata| file.is_file() && file.len() <= MAX_BYTES && is_private(file, &self.0);
            fs::symlink_metadata(path).is_ok_and(|file| is_ours(&file))
        })
    }
}

impl Held {
    /// Removes the file while it is still locked.
    pub(super) fn remove(self) {
        fs::remove_file(&self.path).ok();
    }
}

fn is_named(path: &Path, extension: &str) -> bool {
    let number = path.file_stem().and_then(|stem| stem.to_str()?.strip_prefix("seat-"));
    let is_number = number.is_some_and(|n| n.len() == 16 && n.bytes().all(|b| b.is_ascii_hexdigit()));
    is_number && path.extension().is_some_and(|found| found == extension)
}

fn read(path: &Path) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut content).ok()?;
    Some(content)
}

/// `None` if another process has locked the file, or has removed it.
fn lock(path: PathBuf) -> Option<Held> {
    let file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
    file.try_lock().ok()?;
    path.exists().then_some(Held { path, _lock: file })
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
