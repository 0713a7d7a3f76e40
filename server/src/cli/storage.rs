//! Where the server stores matches, and its errors.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{BoolishValueParser, RangedU64ValueParser};
use thiserror::Error;
use tictactoe_server::store::{Failure, MemoryStore, OpenError, SqliteStore, Store};

use super::data_dir::{DataDirFlag, NoDataDir};

#[derive(Debug, Args)]
pub(crate) struct StorageFlags {
    #[command(flatten)]
    directory: DataDirFlag,

    /// Store matches in memory only: all are lost when the server exits
    #[arg(long, env = "TICTACTOE_EPHEMERAL", value_parser = BoolishValueParser::new())]
    ephemeral: bool,

    /// Most matches at a time, including those that ended within the last hour; more are refused
    #[arg(long, env = "TICTACTOE_MAX_MATCHES", value_name = "COUNT", default_value = "200000",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) max_matches: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StorageLocation {
    Memory,
    Directory(PathBuf),
}

#[derive(Debug, PartialEq, Eq, Error)]
#[error("--data (or TICTACTOE_DATA) and --ephemeral (or TICTACTOE_EPHEMERAL) contradict each other")]
pub(crate) struct StorageConflict;

impl StorageFlags {
    /// When both a directory and memory are asked for, the one on the command line overrides the one from the
    /// environment.
    pub(crate) fn resolve_conflict(
        &mut self,
        is_typed: impl Fn(&str) -> bool,
    ) -> Result<(), StorageConflict> {
        if self.directory.data.is_some() && self.ephemeral {
            self.ephemeral = match (is_typed("data"), is_typed("ephemeral")) {
                (true, false) => false,
                (false, true) => true,
                _ => return Err(StorageConflict),
            };
        }
        Ok(())
    }

    pub(crate) fn location(&self) -> Result<StorageLocation, NoDataDir> {
        if self.ephemeral {
            Ok(StorageLocation::Memory)
        } else {
            self.directory.path().map(StorageLocation::Directory)
        }
    }
}

impl fmt::Display for StorageLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("kept in memory only"),
            Self::Directory(path) => write!(f, "kept in {}", path.display()),
        }
    }
}

pub(crate) enum Storage {
    Memory(Arc<MemoryStore>),
    Directory(Arc<SqliteStore>),
}

/// What is wrong, and in a second line what to do.
#[derive(Debug, Error)]
pub(crate) enum StorageError {
    #[error("{0}\nName a directory with --data DIR, or store nothing with --ephemeral.")]
    NoDataDir(NoDataDir),
    #[error("{0}\n{advice}, choose another directory with --data DIR, or store nothing with --ephemeral.", advice = advice(.0))]
    Open(OpenError),
}

const fn advice(error: &OpenError) -> &'static str {
    match error {
        OpenError::Unusable { .. } | OpenError::NotFound(_) => {
            "Check that this user can write there and that the disk is not full"
        }
        OpenError::InUse(_) => "Stop that server",
        OpenError::Foreign(_) => "Move that file away",
        OpenError::NewerFormat { .. } => "Install the newer version",
        OpenError::Damaged { .. } => {
            "Move that file away to start without matches, and keep it to recover what is possible"
        }
        OpenError::NotDurable { .. } => "Use a local disk",
    }
}

impl Storage {
    pub(crate) fn open(location: &StorageLocation) -> Result<Self, OpenError> {
        Ok(match location {
            StorageLocation::Memory => Self::Memory(Arc::default()),
            StorageLocation::Directory(path) => Self::Directory(Arc::new(SqliteStore::open(path)?)),
        })
    }

    pub(crate) fn store(&self) -> Arc<dyn Store> {
        match self {
            Self::Memory(store) => store.clone(),
            Self::Directory(store) => store.clone(),
        }
    }

    /// Waits for a failure after which nothing can be stored any more.
    pub(crate) async fn failed(&self) -> Failure {
        match self {
            Self::Memory(_) => std::future::pending().await,
            Self::Directory(store) => store.failed().await,
        }
    }

    /// Writes what is pending, and closes the database.
    pub(crate) async fn close(&self) -> Result<(), Failure> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Directory(store) => store.close().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> StorageFlags {
        let directory = DataDirFlag { data: Some("/data".into()) };
        StorageFlags { directory, ephemeral: true, max_matches: 1 }
    }

    #[test]
    fn a_typed_flag_overrides_a_variable() {
        let mut flags = both();
        flags.resolve_conflict(|flag| flag == "data").unwrap();
        assert!(matches!(flags.location(), Ok(StorageLocation::Directory(_))));
        let mut flags = both();
        flags.resolve_conflict(|flag| flag == "ephemeral").unwrap();
        assert!(matches!(flags.location(), Ok(StorageLocation::Memory)));
    }

    #[test]
    fn contradicting_flags_are_refused() {
        for typed in [true, false] {
            assert_eq!(both().resolve_conflict(|_| typed), Err(StorageConflict));
        }
    }
}
