//! The computer: it plays a seat ([`player`]), and gives hints and reviews ([`analysis`]). Both search on the threads
//! of the [`search_pool`].

pub mod analysis;
pub mod player;
pub mod search_pool;
