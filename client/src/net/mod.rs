//! The connection to the server.

pub(crate) mod backoff;
pub(crate) mod links;
pub(crate) mod pass;
pub(crate) mod saved_tickets;
pub(crate) mod socket;
