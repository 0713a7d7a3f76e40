//! Encrypted connections: which authorities are trusted, and why a connection is not.

use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{CertificateError, ClientConfig, Error, RootCertStore};
use tracing::warn;

use crate::address::Address;
use crate::failure::{Failure, cause};
use crate::sanitize::sanitize;

/// As many names of a certificate are shown as fit into a sentence.
const MAX_NAMES: usize = 5;

/// The authorities whose certificates are trusted: those of the system, and those of --ca.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trust {
    private: Vec<CertificateDer<'static>>,
    /// Made when the first encrypted connection needs it, because the system has many authorities; `None` if it has none.
    config: Arc<OnceLock<Option<Arc<ClientConfig>>>>,
}

impl Trust {
    /// `ca` is the file of private authorities.
    pub(crate) fn new(ca: Option<&Path>) -> Result<Self, Failure> {
        let Some(file) = ca else { return Ok(Self::default()) };
        let refused = |why: String| {
            Failure::usage(
                format!("The --ca file {} {why}.", sanitize(&file.to_string_lossy())),
                "Ask the operator of the server for the certificate of its authority, in PEM form.",
            )
        };
        let pem = fs::read(file).map_err(|error| refused(format!("cannot be read: {}", cause(&error))))?;
        let private: Vec<_> = CertificateDer::pem_slice_iter(&pem).filter_map(Result::ok).collect();
        let (added, _) = RootCertStore::empty().add_parsable_certificates(private.iter().cloned());
        if added == 0 {
            Err(refused("has no certificate".to_owned()))
        } else {
            Ok(Self { private, ..Self::default() })
        }
    }

    pub(super) fn config(&self, address: &Address) -> Result<Arc<ClientConfig>, Failure> {
        self.config.get_or_init(|| self.load().map(Arc::new)).clone().ok_or_else(|| {
            Failure::distrusted(
                address,
                "this system has no list of certificate authorities",
                "Install the package ca-certificates, or name a file with an authority: --ca FILE.",
            )
        })
    }

    fn load(&self) -> Option<ClientConfig> {
        let system = rustls_native_certs::load_native_certs();
        for error in &system.errors {
            warn!(%error, "authorities of the system cannot be read");
        }
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(system.certs.into_iter().chain(self.private.iter().cloned()));
        if roots.is_empty() {
            return None;
        }
        let mut config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Some(config)
    }
}

/// Why a connection could not be encrypted.
pub(super) fn distrust(address: &Address, error: &Error) -> Failure {
    let (why, remedy) = match error {
        // What came is no part of an encrypted connection.
        Error::InvalidMessage(_) => {
            let plain = Address { is_encrypted: false, ..address.clone() };
            let remedy = format!("On a network that you trust, type tictactoe {plain}.");
            return Failure::distrusted(address, "it does not use encryption", remedy);
        }
        Error::InvalidCertificate(
            CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. },
        ) => (
            "its certificate has expired, or is not valid yet".to_owned(),
            "Check the clock of this machine, or ask the operator of the server to renew the certificate.",
        ),
        Error::InvalidCertificate(CertificateError::NotValidForNameContext { presented, .. }) => (
            format!("its certificate is for {}", names(presented)),
            "Type tictactoe https://HOST with a host that the certificate is for.",
        ),
        Error::InvalidCertificate(CertificateError::UnknownIssuer) => (
            "its certificate is from an authority that this machine does not trust".to_owned(),
            "If the operator of the server has a private authority, get its certificate and type --ca FILE.",
        ),
        error => (sanitize(&error.to_string()), "Tell the operator of the server."),
    };
    Failure::distrusted(address, why, remedy)
}

/// The hosts that a certificate is for: `games.example.org` for `DnsName("games.example.org")`.
fn names(presented: &[String]) -> String {
    let host = |name: &String| {
        let inner = name.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or(name);
        sanitize(inner.trim_matches('"'))
    };
    let names: Vec<_> = presented.iter().take(MAX_NAMES).map(host).collect();
    if names.is_empty() { "no host".to_owned() } else { names.join(", ") }
}
