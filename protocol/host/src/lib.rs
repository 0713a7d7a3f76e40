//! The services of the machine for the client and the server.
//!
//! * `command_line`: the help, completions and manual page; `usage`: its errors; `variables`: its environment variables.
//! * `platform`: the differences between operating systems. `unix.rs` and `windows.rs` have the same items.

#![expect(clippy::missing_errors_doc, reason = "the errors are those of the system")]

mod command_line;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod platform;
mod usage;
mod variables;

pub use std::env::consts::{ARCH, OS};

pub use command_line::{
    Row, Shell, VERSION, completions, help_template, manual_page, number_in, parse_board, parse_duration,
    parse_time, table,
};
pub use platform::{
    FileIdentity, StopSignals, data_directory, file_identity, is_private, lower_priority, private_directory,
    private_file, state_directory, sync_directory,
};
pub use usage::shorten_error;
pub use variables::{name_variable, with_variables};

/// A signal that ends a program from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopSignal {
    /// Ctrl-C.
    Interrupt,
    /// SIGTERM; on Windows Ctrl-Break.
    Terminate,
    /// The terminal is gone: SIGHUP. On Windows also the end of the session.
    HangUp,
}

impl StopSignal {
    /// The exit code of a program that it ends, as shells count.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::HangUp => 129,
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}
