//! The server as it is hosted: behind proxies, as a service, found in a network, on several machines.

#[cfg(target_os = "linux")]
mod discovery;
#[cfg(target_os = "linux")]
mod downloads;
#[cfg(target_os = "linux")]
mod host;
mod network;
mod nodes;
mod operator;
mod proxies;
#[cfg(target_os = "linux")]
mod release;
mod tls;
