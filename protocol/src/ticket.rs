//! The ticket: whoever shows it is that player.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A match and the secret of one of its seats, in one opaque word.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Ticket(String);

impl Ticket {
    /// Wraps the word that a server issued.
    #[must_use]
    pub const fn new(word: String) -> Self {
        Self(word)
    }

    /// The word itself: for the wire and for the player's own keeping, never for a log.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Ticket {
    /// Hides it, so that it reaches no log by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ticket(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_does_not_show_its_secret_in_debug_output() {
        assert!(!format!("{:?}", Ticket::new("k3v9.secret".into())).contains("secret"));
    }
}
