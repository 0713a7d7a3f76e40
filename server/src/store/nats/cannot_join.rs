//! Why a server cannot share matches with others.

use std::path::PathBuf;

use thiserror::Error;

use super::stream::{FORMAT, OLDEST};

/// Why the matches of a stream cannot be used.
#[derive(Debug, Error)]
pub enum CannotJoin {
    /// No NATS server can be reached, for this reason.
    #[error("cannot reach a NATS server: {0}")]
    NoServer(String),
    /// A file of credentials or certificates cannot be used, for this reason.
    #[error("cannot use {path}: {1}", path = .0.display())]
    Unusable(PathBuf, String),
    /// The NATS server has this version.
    #[error("the NATS server has version {0}, which is too old: {OLDEST} or newer is needed")]
    TooOld(String),
    /// The stream cannot be created or read, for this reason.
    #[error("the stream {0} is not available: {1}")]
    NoStream(String, String),
    /// A stream of this name has another setting than this one needs.
    #[error("the stream {0} is not one of this server: its {1} differs")]
    Foreign(String, String),
    /// The stream keeps so many copies, of as many as are asked for.
    #[error("the stream {0} keeps {1} copies of each match, not {2}")]
    TooFewCopies(String, u64, u64),
    /// A newer version has created the stream.
    #[error("the stream {0} has format {1}, of a newer version: this one knows formats up to {FORMAT}")]
    NewerFormat(String, u32),
}
