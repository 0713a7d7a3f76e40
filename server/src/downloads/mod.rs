//! The programs that a server hands out to people who want to play in a terminal.
//!
//! Every file is opened when the list is made. A request names a program of the list, never a file.

mod archive;
mod platform;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tictactoe_host::{read_at, target};

use archive::{client_in, parse_name};
use platform::platform;

/// The bytes that are read at once.
const PIECE_BYTES: usize = 64 * 1024;

/// Terminal clients, by the names under which they are downloaded, like `tictactoe-Linux-x86_64`.
#[derive(Debug, Clone, Default)]
pub struct Downloads(Arc<BTreeMap<String, Arc<Program>>>);

/// A terminal client for one platform.
#[derive(Debug)]
pub struct Program {
    /// The system and the machine as `uname -s` and `uname -m` print them.
    pub platform: String,
    pub version: String,
    pub bytes: u64,
    /// The program, or an archive with it.
    file: Arc<File>,
    is_archived: bool,
    sha256: OnceLock<String>,
}

impl Downloads {
    /// The client for the platform of this process, of the same version.
    ///
    /// # Errors
    /// When the program cannot be opened.
    pub fn from_program(path: &Path) -> io::Result<Self> {
        let file = Arc::new(File::open(path)?);
        let bytes = file.metadata()?.len();
        let program = platform(&target()).map(|platform| Program {
            platform,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            bytes,
            file,
            is_archived: false,
            sha256: OnceLock::new(),
        });
        Ok(Self::new(program))
    }

    /// The clients in the release archives of a folder. If there are several for one platform, the last name counts.
    ///
    /// # Errors
    /// When the folder cannot be read, an archive has no client, or there is no archive.
    pub fn from_archives(folder: &Path) -> io::Result<Self> {
        let mut names: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        let archives = names.iter().filter_map(|name| Some((name, parse_name(name.to_str()?)?)));
        let programs = archives.map(|(name, (version, platform))| {
            let file = Arc::new(File::open(folder.join(name))?);
            let opened = client_in(Whole::new(&file)).map_err(|error| {
                io::Error::new(error.kind(), format!("{} has no client: {error}", name.display()))
            })?;
            let bytes = opened.limit();
            Ok(Program { platform, version, bytes, file, is_archived: true, sha256: OnceLock::new() })
        });
        let programs = programs.collect::<io::Result<Vec<_>>>()?;
        if programs.is_empty() {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "there is no tictactoe-VERSION-TARGET.tar.gz",
            ));
        }
        Ok(Self::new(programs))
    }

    fn new(programs: impl IntoIterator<Item = Program>) -> Self {
        let named = programs.into_iter().map(|program| (program.name(), Arc::new(program)));
        Self(Arc::new(named.collect()))
    }

    /// These programs, and the others for the platforms that these lack.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        let mut all = (*others.0).clone();
        all.extend((*self.0).clone());
        Self(Arc::new(all))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<Program>> {
        self.0.get(name)
    }

    /// The programs with their names.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Program)> {
        self.0.iter().map(|(name, program)| (name.as_str(), &**program))
    }
}

/// Equal if both are one list, or both are empty.
impl PartialEq for Downloads {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.is_empty() && other.is_empty()
    }
}

impl Eq for Downloads {}

impl Program {
    pub(crate) fn is_for_windows(&self) -> bool {
        self.platform.starts_with("Windows")
    }

    /// The name under which the program is saved.
    pub(crate) fn file_name(&self) -> &'static str {
        if self.is_for_windows() { "tictactoe.exe" } else { "tictactoe" }
    }

    fn name(&self) -> String {
        let suffix = if self.is_for_windows() { ".exe" } else { "" };
        format!("tictactoe-{}{suffix}", self.platform)
    }

    /// The hash of its bytes as hexadecimal text; blocks while it is computed, once.
    pub(crate) fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| {
            let hash = || {
                let mut hash = Sha256::new();
                for piece in self.pieces()? {
                    hash.update(piece?);
                }
                io::Result::Ok(HEXLOWER.encode(&hash.finalize()))
            };
            hash().unwrap_or_else(|error| format!("unknown: {error}"))
        })
    }

    /// Its bytes from the first to the last. Each step blocks.
    pub(crate) fn pieces(&self) -> io::Result<impl Iterator<Item = io::Result<Bytes>> + Send + use<>> {
        let whole = Whole::new(&self.file);
        let mut reader: Box<dyn Read + Send> =
            if self.is_archived { Box::new(client_in(whole)?) } else { Box::new(whole.take(self.bytes)) };
        Ok(std::iter::from_fn(move || {
            let mut piece = Vec::with_capacity(PIECE_BYTES);
            let read = (&mut reader).take(PIECE_BYTES as u64).read_to_end(&mut piece);
            read.map(|count| (count > 0).then(|| piece.into())).transpose()
        }))
    }
}

/// Reads a shared file from its start, whatever others read of it.
struct Whole {
    file: Arc<File>,
    position: u64,
}

impl Whole {
    fn new(file: &Arc<File>) -> Self {
        Self { file: Arc::clone(file), position: 0 }
    }
}

impl Read for Whole {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.file, buffer, self.position)?;
        self.position += count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
