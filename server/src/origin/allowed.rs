//! The names and origins that settings allow in addition to this machine's own.

use std::str::FromStr;

use super::authority::{Origin, host_name};

/// Names by which clients may call this server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowedHost {
    /// Every name, written `*`.
    Any,
    /// This name.
    Name(String),
}

/// Origins whose pages may connect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowedOrigin {
    /// Every origin, written `*`.
    Any,
    /// The opaque origin, written `null`, such as the origin of a local file.
    Null,
    /// This origin, written `https://example.org` or `https://example.org:8443`.
    Site(Origin),
}

impl AllowedHost {
    pub(super) fn allows(&self, host: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Name(name) => host == name,
        }
    }
}

impl FromStr for AllowedHost {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if text == "*" {
            return Ok(Self::Any);
        }
        host_name(text).map(Self::Name).ok_or("give a name like games.example.org, or * for any")
    }
}

impl AllowedOrigin {
    pub(super) fn allows(&self, origin: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Null => origin == "null",
            Self::Site(allowed) => Origin::parse(origin).as_ref() == Some(allowed),
        }
    }
}

impl FromStr for AllowedOrigin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text {
            "*" => Ok(Self::Any),
            "null" => Ok(Self::Null),
            site => {
                let origin = Origin::parse(site.strip_suffix('/').unwrap_or(site));
                origin.map(Self::Site).ok_or("give a site like https://games.example.org, null, or * for any")
            }
        }
    }
}
