//! Why a store cannot be opened.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a store cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A file or directory cannot be created, read or written.
    #[error("cannot use {}: {reason}", path.display())]
    Unusable {
        /// The file or directory.
        path: PathBuf,
        /// What the system or the database says.
        reason: String,
    },
    /// Another server uses this directory.
    #[error("another server keeps its matches in {}", .0.display())]
    InUse(PathBuf),
    /// The file is not a database, or it is another program's.
    #[error("{} is not a database of this server", .0.display())]
    Foreign(PathBuf),
    /// A newer version has written the database.
    #[error("{} has format {found}, of a newer version: this one knows formats up to {known}", file.display())]
    NewerFormat {
        /// The database.
        file: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that this version knows.
        known: i64,
    },
    /// The database is corrupt.
    #[error("{} is damaged: {reason}", file.display())]
    Damaged {
        /// The database.
        file: PathBuf,
        /// What the database says.
        reason: String,
    },
    /// An acknowledged write could be lost: the file system or the database lacks what durability needs.
    #[error("matches would not be safe in {}: {reason}", file.display())]
    NotDurable {
        /// The database.
        file: PathBuf,
        /// What it lacks.
        reason: String,
    },
    /// No server has stored matches in this directory.
    #[error("no matches are kept in {}", .0.display())]
    NotFound(PathBuf),
}

impl OpenError {
    pub(super) fn unusable(path: &Path, reason: &impl Display) -> Self {
        Self::Unusable { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(super) fn from_sqlite(file: &Path, error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(file.to_owned()),
            // A missing table or row, or a value of another type, has no code or the general one.
            None | Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
                Self::Damaged { file: file.to_owned(), reason: error.to_string() }
            }
            Some(_) => Self::unusable(file, error),
        }
    }
}
