//! Where matches are kept.

use clap::Args;

/// Where matches are kept.
#[derive(Debug, Args)]
pub(crate) struct DataFlags {}
