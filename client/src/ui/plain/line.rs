//! One line of the `plain` face.

use std::fmt::{Display, Write as _};

use super::NONE;
use crate::sanitize::sanitize;

/// A line in the making.
pub(super) struct Line(String);

impl Line {
    pub(super) fn new(word: &str) -> Self {
        Self(word.to_owned())
    }

    /// Adds a value of the client's own making.
    pub(super) fn put(mut self, key: &str, value: impl Display) -> Self {
        // Writing to a string cannot fail.
        write!(self.0, " {key}={value}").ok();
        self
    }

    /// Adds a value that may be absent.
    pub(super) fn maybe(self, key: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.put(key, value),
            None => self.put(key, NONE),
        }
    }

    /// Adds a text that somebody else wrote.
    pub(super) fn text(self, key: &str, value: &str) -> Self {
        let value = sanitize(value);
        let bare = |c: char| c.is_alphanumeric() || "-_.,/;:[]".contains(c);
        if !value.is_empty() && value != NONE && value.chars().all(bare) {
            self.put(key, value)
        } else {
            self.put(key, serde_json::Value::from(value))
        }
    }

    /// Adds a text that somebody else wrote, and that may be absent.
    pub(super) fn maybe_text(self, key: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(key, value),
            None => self.put(key, NONE),
        }
    }

    pub(super) fn end(mut self) -> String {
        self.0.push('\n');
        self.0
    }
}
