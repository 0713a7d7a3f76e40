//! What clients may do, and who they may be.

use clap::Args;
use tictactoe_server::Settings;

/// What clients may do, and who they may be.
#[derive(Debug, Args)]
pub(crate) struct LimitFlags {}

impl LimitFlags {
    /// The default settings with these limits.
    pub(crate) fn settings(&self) -> Settings {
        Settings::default()
    }
}
