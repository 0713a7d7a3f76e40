//! What settings allow beyond this machine's own names.

use std::str::FromStr;

use thiserror::Error;

use super::authority::{Site, name};

/// A name, or names, by which clients may call this server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowedHost {
    /// Any, written `*`.
    Any,
    /// This one, written as it is.
    Name(String),
    /// Those below this one, and not itself, written `.example.org` or `*.example.org`.
    Below(String),
}

/// A site, or sites, whose pages may connect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AllowedOrigin {
    /// Any, written `*`.
    Any,
    /// Pages that have none, such as files, written `null`.
    Null,
    /// This one, written `https://example.org` or `https://example.org:8443`.
    Site(AllowedSite),
}

/// A site as it was allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedSite(Site);

/// A text names nothing that could be allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotAllowed {
    /// It is no name of a host.
    #[error("give a name as in games.example.org, .example.org for all names below it, or * for any")]
    NoHost,
    /// It is no site.
    #[error("give a site as in https://games.example.org, null, or * for any")]
    NoOrigin,
}

impl AllowedHost {
    pub(super) fn allows(&self, host: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Name(name) => host == name,
            Self::Below(name) => host.strip_suffix(name.as_str()).is_some_and(|rest| rest.ends_with('.')),
        }
    }
}

impl FromStr for AllowedHost {
    type Err = NotAllowed;

    fn from_str(text: &str) -> Result<Self, NotAllowed> {
        if text == "*" {
            return Ok(Self::Any);
        }
        let below = text.strip_prefix('*').unwrap_or(text).strip_prefix('.');
        let allowed = below.map_or_else(|| name(text).map(Self::Name), |below| name(below).map(Self::Below));
        allowed.ok_or(NotAllowed::NoHost)
    }
}

impl AllowedOrigin {
    pub(super) fn allows(&self, origin: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Null => origin == "null",
            Self::Site(AllowedSite(site)) => Site::parse(origin).is_some_and(|origin| origin == *site),
        }
    }
}

impl FromStr for AllowedOrigin {
    type Err = NotAllowed;

    fn from_str(text: &str) -> Result<Self, NotAllowed> {
        match text {
            "*" => Ok(Self::Any),
            "null" => Ok(Self::Null),
            site => {
                let site = Site::parse(site.strip_suffix('/').unwrap_or(site)).ok_or(NotAllowed::NoOrigin)?;
                Ok(Self::Site(AllowedSite(site)))
            }
        }
    }
}
