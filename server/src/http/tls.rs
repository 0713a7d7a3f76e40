//! The certificate of a server that encrypts, read again when its files change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::RwLock;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, ServerConfig};
use tokio_rustls::server::TlsStream;
use webpki::{EndEntityCert, KeyUsage};

use crate::origin::Authority;

/// How often the files are compared with what was read last.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// A certificate with its key, and the files they are read from.
#[derive(Debug, Clone)]
pub struct Tls {
    files: Files,
    certificate: Arc<Certificate>,
    config: Arc<ServerConfig>,
}

/// Why a certificate cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TlsError(String);

#[derive(Debug, Clone)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

#[derive(Debug)]
struct Certificate(RwLock<Arc<CertifiedKey>>);

impl Tls {
    /// Reads a certificate, with those that lead to its authority, and its private key: both in PEM form.
    ///
    /// # Errors
    /// [`TlsError`] when the files cannot be read, or are not a pair.
    pub fn open(certificate: PathBuf, key: PathBuf) -> Result<Self, TlsError> {
        let files = Files { certificate, key };
        let certificate = Arc::new(Certificate(RwLock::new(Arc::new(files.parse(&files.read()?)?))));
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| files.unusable(&error))?;
        let mut config = config.with_no_client_auth().with_cert_resolver(certificate.clone());
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        certificate.warn_if_refused();
        Ok(Self { files, certificate, config: Arc::new(config) })
    }

    /// Takes over what the files contain, for new connections, whenever they have changed. As long as they are not a
    /// usable pair, the certificate stays as it is.
    pub(super) async fn follow_files(self) {
        let mut seen = None;
        loop {
            sleep(CHECK_INTERVAL).await;
            let files = self.files.clone();
            let Ok(read) = spawn_blocking(move || files.read()).await else { continue };
            if seen.as_ref() == Some(&read) {
                continue;
            }
            match read.as_ref().map_err(Clone::clone).and_then(|contents| self.files.parse(contents)) {
                Ok(new) if new.cert == self.certificate.newest().cert => {}
                Ok(new) => {
                    *self.certificate.0.write() = Arc::new(new);
                    tracing::info!("the certificate has changed");
                    self.certificate.warn_if_refused();
                }
                Err(error) => tracing::warn!("cannot use the new certificate, keeping the old one: {error}"),
            }
            seen = Some(read);
        }
    }

    pub(super) async fn accept<S>(&self, stream: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        TlsAcceptor::from(Arc::clone(&self.config)).accept(stream).await
    }

    /// The first name in the certificate that other machines can use.
    pub(super) fn host(&self) -> Option<String> {
        self.certificate.read(|leaf| {
            let mut names = leaf.valid_dns_names().filter_map(Authority::parse);
            names.find(Authority::is_reachable_from_network).map(|name| name.host())
        })?
    }

    /// Whether the certificate is for this host.
    pub(super) fn covers(&self, host: &Authority) -> bool {
        let Ok(name) = ServerName::try_from(host.host()) else { return false };
        self.certificate.read(|leaf| leaf.verify_is_valid_for_subject_name(&name).is_ok()).unwrap_or(false)
    }
}

impl Files {
    fn read(&self) -> Result<[Vec<u8>; 2], TlsError> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| TlsError(format!("cannot read {}: {error}", path.display())))
        };
        Ok([read(&self.certificate)?, read(&self.key)?])
    }

    fn parse(&self, [certificate, key]: &[Vec<u8>; 2]) -> Result<CertifiedKey, TlsError> {
        let none = |what: &str, path: &Path| TlsError(format!("{} has no {what}", path.display()));
        let chain = CertificateDer::pem_slice_iter(certificate).collect::<Result<Vec<_>, _>>();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| none("certificate in PEM form", &self.certificate))?;
        let key = PrivateKeyDer::from_pem_slice(key);
        let key = key.map_err(|_| none("private key in PEM form without a password", &self.key))?;
        CertifiedKey::from_der(chain, key, &default_provider()).map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &Error) -> TlsError {
        let [certificate, key] = [&self.certificate, &self.key].map(|path| path.display());
        TlsError(format!("the certificate {certificate} and the key {key} cannot be used together: {error}"))
    }
}

impl Certificate {
    fn newest(&self) -> Arc<CertifiedKey> {
        Arc::clone(&self.0.read())
    }

    /// Says what clients that trust the authority find wrong.
    fn warn_if_refused(&self) {
        let algorithms = default_provider().signature_verification_algorithms.all;
        let verify = |leaf: &EndEntityCert<'_>| {
            let usage = KeyUsage::server_auth();
            leaf.verify_for_usage(algorithms, &[], &[], UnixTime::now(), usage, None, None).err()
        };
        match self.read(verify).flatten() {
            None | Some(webpki::Error::UnknownIssuer) => {}
            Some(webpki::Error::CaUsedAsEndEntity) => tracing::warn!(
                "the certificate is that of an authority: terminal clients refuse it; server/README.md shows how to make one"
            ),
            Some(error) => tracing::warn!("clients refuse the certificate: {error}"),
        }
    }

    fn read<T>(&self, names: impl FnOnce(&EndEntityCert<'_>) -> T) -> Option<T> {
        let newest = self.newest();
        EndEntityCert::try_from(newest.end_entity_cert().ok()?).ok().map(|leaf| names(&leaf))
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.newest())
    }
}
