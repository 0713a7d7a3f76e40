//! The programs as people and scripts use them: flags, signals, terminals, files, documents; and short forms of the tools.

mod binary;
mod bots;
mod classroom;
mod crashes;
mod documents;
mod exit_codes;
mod fuzz_seeds;
mod joins;
mod names;
#[cfg(target_os = "linux")]
mod qr;
mod reconnect;
mod run_ends;
mod schema;
mod screen;
mod secrets;
#[cfg(target_os = "linux")]
mod slow_clients;
mod solve;
mod store;
mod terminal;
mod terminal_restore;
mod upgrades;
