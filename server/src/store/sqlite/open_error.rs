//! Why a store cannot be opened.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a store cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A file or directory cannot be created, read or written, for this reason.
    #[error("cannot use {path}: {1}", path = .0.display())]
    Unusable(PathBuf, String),
    /// Another server uses this directory.
    #[error("another server keeps its matches in {}", .0.display())]
    InUse(PathBuf),
    /// The file is not a database, or it is another program's.
    #[error("{} is not a database of this server", .0.display())]
    Foreign(PathBuf),
    /// A newer version has written the database: in this format, while this version knows those up to that one.
    #[error("{path} has format {1}, of a newer version: this one knows formats up to {2}", path = .0.display())]
    NewerFormat(PathBuf, i64, i64),
    /// The database is corrupt, for this reason.
    #[error("{path} is damaged: {1}", path = .0.display())]
    Damaged(PathBuf, String),
    /// An acknowledged write could be lost: the file system or the database lacks what durability needs.
    #[error("matches would not be safe in {path}: {1}", path = .0.display())]
    NotDurable(PathBuf, &'static str),
    /// It is missing, and a server has saved its matches to that directory.
    #[error("{} is missing: its matches are in {}", .0.display(), .1.display())]
    Rescued(PathBuf, PathBuf),
    /// No server has stored matches in this directory.
    #[error("no matches are kept in {}", .0.display())]
    NotFound(PathBuf),
}

impl OpenError {
    pub(super) fn unusable(path: &Path, reason: &impl Display) -> Self {
        Self::Unusable(path.to_owned(), reason.to_string())
    }

    pub(super) fn from_sqlite(file: &Path, error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(file.to_owned()),
            // A missing table or row, or a value of another type, has no code or the general one.
            None | Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) => {
                Self::Damaged(file.to_owned(), error.to_string())
            }
            Some(_) => Self::unusable(file, error),
        }
    }
}
