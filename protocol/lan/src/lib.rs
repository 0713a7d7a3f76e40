//! What both ends of tic-tac-toe know of the local network: which of this machine's addresses others reach, how a
//! server is announced and found by multicast DNS, and how an address becomes a QR code.
//!
//! # Map, in reading order
//! * [`cards`]: this machine's network cards, the best first.
//! * [`reach`]: the ways to reach a server over them.
//! * [`qr`]: an address as a QR code.
//! * [`locale`]: whether a terminal can show it.
//! * [`mdns`]: a server announces itself, and clients find it (RFC 6762, RFC 6763).

pub mod cards;
pub mod locale;
pub mod mdns;
pub mod qr;
pub mod reach;
