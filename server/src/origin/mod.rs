//! Checks the name by which a client calls this server (`Host`), and the site whose page connects to it (`Origin`).
//! Pure.
//!
//! A page of any site can make a browser connect to this server, and a site can point its own name here (DNS
//! rebinding). The browser tells both: `Host` is the name that it believes it connects to, `Origin` the site of the
//! page. Names that an attacker could have pointed here, and pages of other sites, are refused.

mod authority;

#[cfg(test)]
mod tests;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Version};
use thiserror::Error;

pub use authority::{Authority, Origin};
use authority::{Host, host_name, is_localhost};

#[derive(Debug)]
pub struct OriginPolicy {
    /// The host name of this machine, in lower case.
    machine: Option<String>,
    /// The names that settings allow as well; [`ANY`] for every name.
    hosts: Vec<String>,
    /// The origins whose pages may connect as well, or [`OPAQUE`] or [`ANY`].
    origins: Vec<String>,
}

/// Allows every name or origin.
pub const ANY: &str = "*";

/// The opaque origin, such as that of a local file.
const OPAQUE: &str = "null";

/// Checks a name that settings allow.
pub fn allowed_host(text: &str) -> Result<String, &'static str> {
    let name = if text == ANY { Some(ANY.to_owned()) } else { host_name(text) };
    name.ok_or("give a name like games.example.org, or * for any")
}

/// Checks an origin that settings allow, which may end with a slash.
pub fn allowed_origin(text: &str) -> Result<String, &'static str> {
    let site = || Origin::parse(text.strip_suffix('/').unwrap_or(text)).map(|origin| origin.to_string());
    let origin = if [ANY, OPAQUE].contains(&text) { Some(text.to_owned()) } else { site() };
    origin.ok_or("give a site like https://games.example.org, null, or * for any")
}

/// Why a request is refused. The names in it were validated, so they are safe to repeat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OriginError {
    #[error("Send exactly one Host header, with the address or the name of this server.")]
    InvalidHost,
    #[error(
        "This server does not accept the host {0}. Use its address or machine name, or start it with --allow-host {0}."
    )]
    UnknownHost(String),
    #[error("Send at most one Origin header, with one origin.")]
    InvalidOrigin,
    #[error(
        "Pages of other sites cannot connect to this server. To allow those of {0}, start it with --allow-origin {0}."
    )]
    ForeignOrigin(String),
}

impl OriginPolicy {
    pub fn new(machine: Option<&str>, hosts: Vec<String>, origins: Vec<String>) -> Self {
        let machine = machine.map(|name| name.trim_end_matches('.').to_ascii_lowercase());
        Self { machine: machine.filter(|name| !name.is_empty()), hosts, origins }
    }

    /// For a public file only `Host` is checked, because browsers send `Origin` even for the page's own script.
    pub fn check(&self, head: &Parts, is_public: bool) -> Result<(), OriginError> {
        let Some(host) = self.check_hosts(head)?.filter(|_| !is_public) else { return Ok(()) };
        match single(head, &ORIGIN).map_err(|()| OriginError::InvalidOrigin)? {
            Some(origin) => self.check_origin(origin, &host),
            None => Ok(()),
        }
    }

    /// Returns the host; `None` for an HTTP/1.0 request, which need not name one.
    fn check_hosts(&self, head: &Parts) -> Result<Option<Authority>, OriginError> {
        // A request to a proxy names the host in the request line too.
        if let Some(authority) = head.uri.authority() {
            self.check_host(authority.as_str())?;
        }
        match single(head, &HOST).map_err(|()| OriginError::InvalidHost)? {
            Some(host) => self.check_host(host).map(Some),
            None if head.version < Version::HTTP_11 && !head.headers.contains_key(ORIGIN) => Ok(None),
            None => Err(OriginError::InvalidHost),
        }
    }

    fn check_host(&self, text: &str) -> Result<Authority, OriginError> {
        let authority = Authority::parse(text).ok_or(OriginError::InvalidHost)?;
        match &authority.host {
            Host::Address(_) => Ok(authority),
            Host::Name(name) if self.is_own_name(name) => Ok(authority),
            Host::Name(name) => Err(OriginError::UnknownHost(name.clone())),
        }
    }

    fn is_own_name(&self, name: &str) -> bool {
        let is_machine = |machine: &str| {
            let [name, machine] = [name, machine].map(|it| it.strip_suffix(".local").unwrap_or(it));
            name == machine || machine.split('.').next() == Some(name)
        };
        is_localhost(name)
            || self.machine.as_deref().is_some_and(is_machine)
            || self.hosts.iter().any(|host| host == ANY || host == name)
    }

    fn check_origin(&self, text: &str, host: &Authority) -> Result<(), OriginError> {
        let origin = Origin::parse(text);
        let name = origin.as_ref().map_or_else(|| text.to_owned(), Origin::to_string);
        if self.origins.iter().any(|allowed| allowed == ANY || *allowed == name) {
            return Ok(());
        }
        match origin {
            Some(origin) if origin.is_same_site(host) => Ok(()),
            None if text != OPAQUE => Err(OriginError::InvalidOrigin),
            _ => Err(OriginError::ForeignOrigin(name)),
        }
    }
}

/// The value of a header that may occur once; an error if it occurs more often or is not ASCII text.
fn single<'a>(head: &'a Parts, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = head.headers.get_all(name).iter();
    let value = values.next().map(HeaderValue::to_str).transpose().map_err(|_| ())?;
    if values.next().is_none() { Ok(value.map(str::trim)) } else { Err(()) }
}
