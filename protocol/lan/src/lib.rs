//! The local network, for both the server and its clients: which of this machine's addresses other machines can
//! reach, announcing and finding servers by multicast DNS, and QR codes.
//!
//! # Map, in reading order
//! * [`interfaces`]: the addresses of this machine's network interfaces, ranked.
//! * [`qr`]: a URL as a QR code.
//! * [`locale`]: the check that the terminal can show one.
//! * [`mdns`]: announcing a server, and browsing for servers (RFC 6762, RFC 6763).

pub mod interfaces;
pub mod locale;
pub mod mdns;
pub mod qr;
