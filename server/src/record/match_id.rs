//! The public id of a match.

use serde::{Deserialize, Serialize};

use crate::secret::random_id;

/// The public id of a match, and of the seek before it. A match has the id of its host's seek.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchId(String);

impl MatchId {
    pub(crate) fn generate() -> Self {
        Self(random_id())
    }

    /// Parses an id from a peer; `None` if it is malformed. The match need not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let is_well_formed =
            text.len() == 12 && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        is_well_formed.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MatchId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        Self::parse(&text).ok_or("no id of a match")
    }
}

impl From<MatchId> for String {
    fn from(id: MatchId) -> Self {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_ids_are_well_formed_and_differ() {
        let (one, other) = (MatchId::generate(), MatchId::generate());
        assert_eq!(MatchId::parse(one.as_str()), Some(one.clone()));
        assert_ne!(one, other);
    }

    #[test]
    fn a_damaged_stored_id_is_an_error() {
        assert!(serde_json::from_str::<MatchId>("\"a b\"").is_err());
    }
}
