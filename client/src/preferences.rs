//! The choices of a person that later runs begin with.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::Level;

use crate::state_directory;

const FILE: &str = "preferences.json";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    pub(crate) name: Option<Name>,
    pub(crate) level: Option<Level>,
    /// Whether reactions of others are hidden.
    pub(crate) muted: Option<bool>,
    /// The newest place in an arena.
    pub(crate) arena: Option<ArenaPlace>,
}

/// A player's row in the table of an arena.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArenaPlace {
    /// No other server is shown the place.
    pub(crate) server: String,
    pub(crate) arena: String,
    pub(crate) name: Option<Name>,
    pub(crate) place: Ticket,
}

impl ArenaPlace {
    pub(crate) fn is_same_row(&self, other: &Self) -> bool {
        (&self.server, &self.arena, &self.name) == (&other.server, &other.arena, &other.name)
    }
}

impl Preferences {
    /// None of them if the file cannot be read.
    pub(crate) fn load(directory: &Path) -> Self {
        state_directory::read(&directory.join(FILE)).unwrap_or_default()
    }

    /// Keeps what is given here, and of the rest what was kept before. Best effort: without it the next run has the
    /// usual values.
    pub(crate) fn save_changes(self, directory: &Path) {
        let before = Self::load(directory);
        let after = self.or(before.clone());
        if after != before {
            after.save(directory).ok();
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            name: self.name.or(other.name),
            level: self.level.or(other.level),
            muted: self.muted.or(other.muted),
            arena: self.arena.or(other.arena),
        }
    }

    fn save(&self, directory: &Path) -> io::Result<()> {
        state_directory::create(directory)?;
        // Another run may read it at any time.
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        // Otherwise a power cut could leave the new name without its content.
        file.as_file().sync_all()?;
        file.persist(directory.join(FILE))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preferences(name: Option<&str>, level: Option<Level>) -> Preferences {
        Preferences { name: name.map(|name| Name::new(name).unwrap()), level, ..Preferences::default() }
    }

    #[test]
    fn what_is_kept_stays_until_it_is_chosen_again() {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("tictactoe");
        assert_eq!(Preferences::load(&directory), Preferences::default());
        preferences(Some("Ann"), None).save_changes(&directory);
        preferences(None, Some(Level::Casual)).save_changes(&directory);
        assert_eq!(Preferences::load(&directory), preferences(Some("Ann"), Some(Level::Casual)));
        preferences(Some("Bob"), None).save_changes(&directory);
        assert_eq!(Preferences::load(&directory), preferences(Some("Bob"), Some(Level::Casual)));
    }

    #[test]
    fn a_file_that_is_being_read_stays_whole() {
        let home = tempfile::tempdir().unwrap();
        preferences(Some("Ann"), None).save_changes(home.path());
        let open = std::fs::File::open(home.path().join(FILE)).unwrap();
        preferences(Some("Bob"), None).save_changes(home.path());
        let read: Preferences = serde_json::from_reader(open).unwrap();
        assert_eq!(read, preferences(Some("Ann"), None));
        assert_eq!(Preferences::load(home.path()), preferences(Some("Bob"), None));
    }

    #[test]
    fn a_file_that_cannot_be_read_counts_as_none() {
        let home = tempfile::tempdir().unwrap();
        for content in ["", "{", "[]", r#"{"level":"godlike"}"#] {
            std::fs::write(home.path().join(FILE), content).unwrap();
            assert_eq!(Preferences::load(home.path()), Preferences::default(), "{content}");
        }
    }
}
