//! What an operator runs: metrics and alarms, logs, the service, the container, backups, and upgrades of old databases.

mod backup;
mod container;
mod logs;
mod metrics;
mod service;
mod upgrade;
