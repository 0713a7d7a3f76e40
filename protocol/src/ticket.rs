//! The ticket: the proof of a seat.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A match id and the secret of a seat in one opaque word. It proves who the player is, because there are no accounts.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ticket(String);

impl Ticket {
    /// Wraps the word that a server issued.
    #[must_use]
    pub const fn new(word: String) -> Self {
        Self(word)
    }

    /// The word itself: for the wire and for the player's own storage, never for a log.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Ticket {
    /// Hides the ticket, so that no log shows it by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ticket(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_hides_the_ticket() {
        assert!(!format!("{:?}", Ticket::new("k3v9.secret".into())).contains("secret"));
    }
}
