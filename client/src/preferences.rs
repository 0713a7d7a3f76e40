//! The choices of a person that later runs begin with.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::ticket::Ticket;
use tictactoe_protocol::values::Level;

use crate::address::Address;
use crate::state_directory;

const FILE: &str = "preferences.json";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    pub(crate) name: Option<Name>,
    pub(crate) level: Option<Level>,
    /// Whether reactions of others are hidden.
    pub(crate) muted: Option<bool>,
    /// What the person's places in arenas are made of.
    pub(crate) secret: Option<Ticket>,
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
            secret: self.secret.or(other.secret),
        }
    }

    /// The place of a player in the table of an arena: the same in each run, and on each server another one.
    pub(crate) fn place(&self, server: &Address, arena: &str) -> Option<Ticket> {
        let name = self.name.as_ref().map_or("", Name::as_str);
        let text = [self.secret.as_ref()?.reveal(), &server.key(), arena, name].join("\n");
        Some(hexadecimal(Sha256::digest(text).into()))
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

/// A secret of 256 bits as it is written.
pub(crate) fn hexadecimal(secret: [u8; 32]) -> Ticket {
    Ticket::new(secret.map(|byte| format!("{byte:02x}")).concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Destination;

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
    fn a_place_in_an_arena_stays_and_is_shown_to_no_other_server() {
        let server = |text| Destination::parse(text).unwrap().address;
        let (ann, secret) = (preferences(Some("Ann"), None), Some(hexadecimal([7; 32])));
        let ann = Preferences { secret, ..ann };
        let place = ann.place(&server("mybox"), "class").unwrap();
        assert_eq!(place.reveal().len(), 64);
        assert_eq!(ann.place(&server("mybox:7878"), "class"), Some(place.clone()));
        assert_eq!(ann.place(&server("::1"), "class"), ann.place(&server("localhost"), "class"));
        let bob = Preferences { name: Name::new("Bob").ok(), ..ann.clone() };
        for other in [
            ann.place(&server("other"), "class"),
            ann.place(&server("mybox"), "club"),
            bob.place(&server("mybox"), "class"),
        ] {
            assert!(other.is_some() && other != Some(place.clone()));
        }
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
