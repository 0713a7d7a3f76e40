//! Why a store cannot be opened.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a store cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A file or directory cannot be made, read or written: it is not allowed, the disk is full, or something else
    /// has its name.
    #[error("cannot use {}: {reason}", path.display())]
    Unusable {
        /// Which file or directory.
        path: PathBuf,
        /// What the system or the database says.
        reason: String,
    },
    /// Another server keeps its matches there.
    #[error("another server keeps its matches in {}", .0.display())]
    InUse(PathBuf),
    /// The file is no database, or another program's.
    #[error("{} is no database of this server", .0.display())]
    Foreign(PathBuf),
    /// The database was written by a version that came later.
    #[error("{} has format {found}, of a newer version: this one knows formats up to {known}", file.display())]
    Newer {
        /// The database.
        file: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that is known here.
        known: i64,
    },
    /// The database contradicts itself.
    #[error("{} is damaged: {reason}", file.display())]
    Damaged {
        /// The database.
        file: PathBuf,
        /// What the database says.
        reason: String,
    },
    /// What is written there could be lost: the file system or the database does not do what it is asked for.
    #[error("{} would not be safe: {reason}", file.display())]
    Unsafe {
        /// The database.
        file: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// There is nothing to read: no server has kept matches there.
    #[error("no matches are kept in {}", .0.display())]
    Nothing(PathBuf),
}

impl OpenError {
    /// The system does not give this file or directory.
    pub(super) fn file(path: &Path, reason: &impl Display) -> Self {
        Self::Unusable { path: path.to_owned(), reason: reason.to_string() }
    }

    /// The database says no.
    pub(super) fn of(file: &Path, error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(file.to_owned()),
            // What is missing in the database, and what stands there instead of what should, are errors without more.
            None | Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
                Self::Damaged { file: file.to_owned(), reason: error.to_string() }
            }
            Some(_) => Self::file(file, error),
        }
    }
}
