//! By which names a browser may call this server, and pages of which sites may connect. Pure.
//!
//! A page of any site can make a browser connect here, and a site can let its own name point here (DNS
//! rebinding). The browser says both honestly: `Host` is the name that it believes it talks to, `Origin` the site
//! of the page. A name that only its owner could have made point here, and a page from elsewhere, are refused.

mod allowed;
mod authority;

#[cfg(test)]
mod tests;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Version};

use crate::settings::Admission;
pub use allowed::{AllowedHost, AllowedOrigin};
pub use authority::Authority;
use authority::{Host, Site, is_localhost};

/// The names of this server, and its friends.
#[derive(Debug)]
pub struct Sites {
    machine: Option<String>,
    hosts: Vec<AllowedHost>,
    origins: Vec<AllowedOrigin>,
}

/// Why a request is not for this server, or not from a page that may send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stray {
    /// It does not say which host it is for, or says so more than once or unreadably.
    NoHost,
    /// It is for a host of this name, which is not known to be this server.
    OtherHost(String),
    /// It does not say readably which site its page is from.
    NoOrigin,
    /// Its page is from this site.
    OtherOrigin(String),
}

impl Sites {
    /// The names that settings allow, beside this machine's own.
    #[must_use]
    pub fn new(machine: Option<&str>, admission: &Admission) -> Self {
        let machine = machine.map(|name| name.trim_end_matches('.').to_ascii_lowercase());
        Self {
            machine: machine.filter(|name| !name.is_empty()),
            hosts: admission.hosts.clone(),
            origins: admission.origins.clone(),
        }
    }

    /// Checks the head of a request.
    ///
    /// # Errors
    /// [`Stray`].
    pub fn check(&self, head: &Parts) -> Result<(), Stray> {
        let Some(host) = self.host(head)? else { return Ok(()) };
        match only(head, &ORIGIN).map_err(|()| Stray::NoOrigin)? {
            Some(origin) => self.check_origin(origin, &host),
            None => Ok(()),
        }
    }

    /// The host that the request is for; `None` if it comes from before there were hosts.
    fn host(&self, head: &Parts) -> Result<Option<Authority>, Stray> {
        // A request for a proxy names the host in its first line too.
        if let Some(authority) = head.uri.authority() {
            self.check_host(authority.as_str())?;
        }
        match only(head, &HOST).map_err(|()| Stray::NoHost)? {
            Some(host) => self.check_host(host).map(Some),
            None if head.version < Version::HTTP_11 && !head.headers.contains_key(ORIGIN) => Ok(None),
            None => Err(Stray::NoHost),
        }
    }

    fn check_host(&self, text: &str) -> Result<Authority, Stray> {
        let authority = Authority::parse(text).ok_or(Stray::NoHost)?;
        match &authority.host {
            Host::Address(_) => Ok(authority),
            Host::Name(name) if self.is_ours(name) => Ok(authority),
            Host::Name(name) => Err(Stray::OtherHost(name.clone())),
        }
    }

    fn is_ours(&self, name: &str) -> bool {
        is_localhost(name)
            || self.machine.as_deref().is_some_and(|machine| is_machine(local(name), local(machine)))
            || self.hosts.iter().any(|host| host.allows(name))
    }

    fn check_origin(&self, text: &str, host: &Authority) -> Result<(), Stray> {
        if self.origins.iter().any(|origin| origin.allows(text)) {
            return Ok(());
        }
        if text == "null" {
            return Err(Stray::OtherOrigin(text.into()));
        }
        let site = Site::parse(text).ok_or(Stray::NoOrigin)?;
        if site.is_at(host) { Ok(()) } else { Err(Stray::OtherOrigin(site.to_string())) }
    }
}

/// What the machine calls itself, where that can be asked.
#[must_use]
pub fn machine() -> Option<String> {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_str().ok().map(str::to_owned);
    #[cfg(not(unix))]
    None
}

/// A machine goes by its whole name and by the first word of it.
fn is_machine(name: &str, machine: &str) -> bool {
    name == machine || machine.split('.').next() == Some(name)
}

/// A name as it is on its own network.
fn local(name: &str) -> &str {
    name.strip_suffix(".local").unwrap_or(name)
}

/// The only header of this name, if there is one, and an error if there are more or it is not plain text.
fn only<'a>(head: &'a Parts, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = head.headers.get_all(name).iter();
    let value = values.next().map(HeaderValue::to_str).transpose().map_err(|_| ())?;
    if values.next().is_none() { Ok(value.map(str::trim)) } else { Err(()) }
}
