//! The programs that a server hands out to people who want to play in a terminal.
//!
//! Every file is opened when the list is made. A request names a program of the list, never a file.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tictactoe_host::{ARCH, OS};

/// Terminal clients, in the order of their names.
#[derive(Debug, Clone, Default)]
pub struct Downloads(Vec<Arc<Program>>);

/// A terminal client for one platform.
#[derive(Debug)]
pub struct Program {
    /// The name under which it is downloaded, like `tictactoe-Linux-x86_64`.
    pub name: String,
    file: File,
    contents: OnceLock<Option<Contents>>,
}

/// The bytes of a program.
#[derive(Debug)]
pub struct Contents {
    pub bytes: Bytes,
    /// Their hash as hexadecimal text.
    pub sha256: String,
}

const WINDOWS: &str = "tictactoe-Windows-";

/// How the names of programs begin: with the system as `uname -s` prints it.
const PREFIXES: [&str; 3] = ["tictactoe-Linux-", "tictactoe-Darwin-", WINDOWS];

impl Downloads {
    /// The client for the platform of this process.
    ///
    /// # Errors
    /// When the program cannot be opened.
    pub fn from_program(path: &Path) -> io::Result<Self> {
        let program = name_for(OS, ARCH).map(|name| Program::open(name, path)).transpose()?;
        Ok(Self(program.into_iter().map(Arc::new).collect()))
    }

    /// The clients in a folder, in files with the names under which they are downloaded.
    ///
    /// # Errors
    /// When the folder or a client cannot be read, or there is none.
    pub fn from_folder(folder: &Path) -> io::Result<Self> {
        let names = fs::read_dir(folder)?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let names = names.filter(|name| PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
        let programs = names.map(|name| Program::open(name.clone(), &folder.join(name)));
        let mut programs = programs.collect::<io::Result<Vec<_>>>()?;
        if programs.is_empty() {
            let none = "there is no file named like tictactoe-Linux-x86_64";
            return Err(io::Error::new(ErrorKind::NotFound, none));
        }
        programs.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        Ok(Self(programs.into_iter().map(Arc::new).collect()))
    }

    pub(crate) fn programs(&self) -> &[Arc<Program>] {
        &self.0
    }
}

impl Program {
    fn open(name: String, path: &Path) -> io::Result<Self> {
        Ok(Self { name, file: File::open(path)?, contents: OnceLock::new() })
    }

    /// The system and the machine, like `Linux x86_64`.
    pub(crate) fn platform(&self) -> String {
        self.name.trim_start_matches("tictactoe-").trim_end_matches(".exe").replace('-', " ")
    }

    pub(crate) fn is_for_windows(&self) -> bool {
        self.name.starts_with(WINDOWS)
    }

    /// The name under which the program is saved.
    pub(crate) fn file_name(&self) -> &'static str {
        if self.is_for_windows() { "tictactoe.exe" } else { "tictactoe" }
    }

    /// Its bytes, which stay in memory; `None` if they cannot be read. Blocks while they are read, once.
    pub(crate) fn contents(&self) -> Option<&Contents> {
        let contents = self.contents.get_or_init(|| {
            let mut bytes = Vec::new();
            let read = (&self.file).read_to_end(&mut bytes);
            read.inspect_err(|error| tracing::error!(%error, "cannot read the program {}", self.name))
                .ok()?;
            Some(Contents { sha256: HEXLOWER.encode(&Sha256::digest(&bytes)), bytes: bytes.into() })
        });
        contents.as_ref()
    }
}

/// The name of the program for this system and machine, which `uname -s` and `uname -m` print differently.
fn name_for(system: &str, machine: &str) -> Option<String> {
    match (system, machine) {
        ("linux", _) => Some(format!("tictactoe-Linux-{machine}")),
        ("macos", "aarch64") => Some("tictactoe-Darwin-arm64".to_owned()),
        ("macos", _) => Some(format!("tictactoe-Darwin-{machine}")),
        ("windows", _) => Some(format!("{WINDOWS}{machine}.exe")),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
