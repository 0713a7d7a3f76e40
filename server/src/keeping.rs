//! What this server keeps matches in, and what it says when it cannot.

use std::sync::Arc;

use thiserror::Error;
use tictactoe_server::store::{Failure, MemoryStore, OpenError, SqliteStore, Store};

use crate::flags::{NoHome, Place};

/// What matches are kept in.
pub(crate) enum Keeping {
    /// Memory.
    Memory(Arc<MemoryStore>),
    /// A directory.
    Directory(Arc<SqliteStore>),
}

/// Why matches cannot be kept, and in a second line what can be done.
#[derive(Debug, Error)]
pub(crate) enum CannotKeep {
    /// It is not known where.
    #[error("{0}\nName a directory with --data DIR, or keep nothing with --ephemeral.")]
    NoHome(NoHome),
    /// The store cannot be opened.
    #[error("{0}\n{advice}, choose another directory with --data DIR, or keep nothing with --ephemeral.", advice = advice(.0))]
    Open(OpenError),
}

const fn advice(error: &OpenError) -> &'static str {
    match error {
        OpenError::Unusable { .. } | OpenError::NotFound(_) => {
            "See to it that this user can write there and that the disk has room"
        }
        OpenError::InUse(_) => "Stop that server",
        OpenError::Foreign(_) => "Move that file away",
        OpenError::NewerFormat { .. } => "Install the newer version",
        OpenError::Damaged { .. } => {
            "Move that file away to begin anew, and keep it to see what can be saved"
        }
        OpenError::NotDurable { .. } => "Keep matches on a disk of this machine",
    }
}

impl Keeping {
    /// Opens what is kept there.
    ///
    /// # Errors
    /// [`OpenError`].
    pub(crate) fn open(place: &Place) -> Result<Self, OpenError> {
        Ok(match place {
            Place::Memory => Self::Memory(Arc::default()),
            Place::Directory(path) => Self::Directory(Arc::new(SqliteStore::open(path)?)),
        })
    }

    /// The store itself.
    pub(crate) fn store(&self) -> Arc<dyn Store> {
        match self {
            Self::Memory(store) => store.clone(),
            Self::Directory(store) => store.clone(),
        }
    }

    /// Waits until matches can no longer be kept, which may be never.
    pub(crate) async fn failed(&self) -> Failure {
        match self {
            Self::Memory(_) => std::future::pending().await,
            Self::Directory(store) => store.failed().await,
        }
    }

    /// Keeps what is still to be kept, and tidies up.
    ///
    /// # Errors
    /// [`Failure`] when not everything could be kept.
    pub(crate) async fn close(&self) -> Result<(), Failure> {
        match self {
            Self::Memory(_) => Ok(()),
            Self::Directory(store) => store.close().await,
        }
    }
}
