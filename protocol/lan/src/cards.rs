//! This machine's network cards, as far as other machines reach it over them.

use std::net::IpAddr;

/// An address at which others reach this machine, and the card that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The address.
    pub ip: IpAddr,
    /// The card's name, like `wlan0`.
    pub name: String,
}

/// The addresses at which others may reach this machine, the likeliest first; none when the system does not tell.
#[must_use]
pub fn ranked() -> Vec<Card> {
    Vec::new()
}
