//! What an operator runs: metrics and alarms, logs, the service, the container, and backups.

mod backup;
mod container;
mod logs;
mod metrics;
mod service;
