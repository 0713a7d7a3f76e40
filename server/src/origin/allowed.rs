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
    /// All subdomains of this name, but not the name itself; written `.example.org` or `*.example.org`.
    Subdomains(String),
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
            Self::Subdomains(name) => {
                host.strip_suffix(name.as_str()).is_some_and(|rest| rest.ends_with('.'))
            }
        }
    }
}

impl FromStr for AllowedHost {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let allowed = match text.strip_prefix('*').unwrap_or(text).strip_prefix('.') {
            Some(parent) => host_name(parent).map(Self::Subdomains),
            None => host_name(text).map(Self::Name),
        };
        allowed.ok_or("give a name like games.example.org, .example.org for all its subdomains, or * for any")
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
