//! The names and origins that settings allow in addition to this machine's own.

use std::fmt;
use std::str::FromStr;

use super::authority::{Authority, Origin, host_name};

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
    /// The opaque origin, such as that of a file, written `null`.
    Null,
    /// This origin, written `https://example.org` or `https://example.org:8443`.
    Site(Origin),
}

/// Where people open this server: `https://games.example.org`, perhaps with a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(Origin);

impl PublicUrl {
    /// Whether browsers encrypt what they send there.
    #[must_use]
    pub fn is_encrypted(&self) -> bool {
        self.0.is_encrypted()
    }

    pub(crate) const fn authority(&self) -> &Authority {
        self.0.authority()
    }

    pub(crate) fn host(&self) -> AllowedHost {
        AllowedHost::Name(self.authority().host())
    }

    pub(crate) fn origin(&self) -> AllowedOrigin {
        AllowedOrigin::Site(self.0.clone())
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let origin = Origin::parse(text.strip_suffix('/').unwrap_or(text)).filter(Origin::is_of_the_web);
        origin.map(Self).ok_or("give a URL without a path, like https://games.example.org")
    }
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
