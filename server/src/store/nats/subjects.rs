//! The subjects of a stream: one for each key, and one for each entry of its history.

use super::super::{Key, NodeId};

/// The name of a stream, which is also the first part of its subjects.
pub(super) struct Subjects(String);

impl Subjects {
    pub(super) fn new(stream: &str) -> Self {
        Self(stream.to_owned())
    }

    pub(super) fn stream(&self) -> &str {
        &self.0
    }

    /// All that the stream stores.
    pub(super) fn stored(&self) -> String {
        format!("{}.>", self.0)
    }

    /// Where the servers publish again what they have stored.
    pub(super) fn changes(&self) -> String {
        format!("{}-changes.>", self.0)
    }

    pub(super) fn value(&self, key: &Key) -> String {
        format!("{}.k.{key}", self.0)
    }

    /// The values of all keys of a kind.
    pub(super) fn values_of(&self, kind: &str) -> String {
        format!("{}.k.{kind}.*", self.0)
    }

    /// The histories of all keys.
    pub(super) fn histories(&self) -> String {
        format!("{}.p.>", self.0)
    }

    pub(super) fn history(&self, key: &Key) -> String {
        format!("{}.p.{key}.*", self.0)
    }

    pub(super) fn history_entry(&self, key: &Key, number: u32) -> String {
        format!("{}.p.{key}.{number}", self.0)
    }

    pub(super) fn stored_key(&self, subject: &str) -> Option<Key> {
        let key = subject.strip_prefix(self.0.as_str())?.strip_prefix(".k.")?;
        Some(Key(key.into()))
    }

    /// Where a server is asked.
    pub(super) fn questions(&self, node: NodeId) -> String {
        format!("{}-ask.{node}", self.0)
    }

    /// The key of a value that was published again; `None` for an entry of a history.
    pub(super) fn changed_key(&self, subject: &str) -> Option<Key> {
        let key = subject.strip_prefix(self.0.as_str())?.strip_prefix("-changes.k.")?;
        Some(Key(key.into()))
    }
}

/// The number of an entry, the last part of its subject.
pub(super) fn entry_number(subject: &str) -> Option<u32> {
    subject.rsplit('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_names_its_key_and_an_entry_its_number() {
        let (subjects, key) = (Subjects::new("games"), Key::new("match", "k3v9"));
        let changed = subjects.value(&key).replacen("games", "games-changes", 1);
        assert_eq!(subjects.changed_key(&changed), Some(key.clone()));
        let entry = subjects.history_entry(&key, 17);
        assert_eq!(entry_number(&entry), Some(17));
        assert_eq!(subjects.changed_key(&entry.replacen("games", "games-changes", 1)), None);
    }
}
