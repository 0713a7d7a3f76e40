//! The certificate of a server that encrypts, read again when its files change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use parking_lot::RwLock;
use thiserror::Error;
use tictactoe_host::lower_priority;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::{Builder, Runtime};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::server::TlsStream;
use tokio_util::task::AbortOnDropHandle;
use webpki::{EndEntityCert, KeyUsage};

use crate::origin::Authority;

/// The interval at which the files are checked for changes.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

const HANDSHAKE_THREAD: &str = "tls";

/// A certificate with its key, and the files they are read from.
#[derive(Debug, Clone)]
pub struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    newest: Arc<RwLock<Certificate>>,
}

#[derive(Debug)]
struct Certificate {
    /// The server's own certificate first.
    chain: Vec<CertificateDer<'static>>,
    config: Arc<ServerConfig>,
}

/// Computes all handshakes, one at a time, because they take milliseconds and would delay moves on other threads.
static HANDSHAKES: LazyLock<io::Result<Runtime>> = LazyLock::new(|| {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).thread_name(HANDSHAKE_THREAD).enable_all();
    runtime.on_thread_start(|| drop(lower_priority())).build()
});

/// Drives a future on the thread of the handshakes, and cancels it when the caller drops the returned one.
async fn on_handshake_thread<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> io::Result<T> {
    let runtime = HANDSHAKES.as_ref().map_err(io::Error::kind)?;
    AbortOnDropHandle::new(runtime.spawn(work)).await.map_err(io::Error::other)
}

/// Why a certificate cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TlsError(String);

impl Tls {
    /// Reads a certificate chain and its private key, both in PEM form.
    ///
    /// # Errors
    /// [`TlsError`] when the files cannot be read, or are not a pair.
    pub fn open(certificate: PathBuf, key: PathBuf) -> Result<Self, TlsError> {
        let read = Certificate::read(&certificate, &key)?;
        read.warn_if_refused();
        let thread = HANDSHAKES.as_ref().map(drop);
        thread.map_err(|error| TlsError(format!("cannot start the thread of handshakes: {error}")))?;
        Ok(Self { certificate, key, newest: Arc::new(RwLock::new(read)) })
    }

    /// Whenever the files have changed, uses their certificate for new connections. While they are not a usable pair,
    /// the old certificate stays.
    pub(crate) async fn follow_files(self) {
        let mut last_error = None;
        loop {
            sleep(CHECK_INTERVAL).await;
            let (certificate, key) = (self.certificate.clone(), self.key.clone());
            let read = spawn_blocking(move || Certificate::read(&certificate, &key)).await;
            let Ok(read) = read else { continue };
            let error = read.as_ref().err().cloned();
            match read {
                Ok(new) if new.chain == self.newest.read().chain => {}
                Ok(new) => {
                    new.warn_if_refused();
                    *self.newest.write() = new;
                    tracing::info!("the certificate has changed");
                }
                Err(error) if Some(&error) == last_error.as_ref() => {}
                Err(error) => tracing::warn!("cannot use the new certificate, keeping the old one: {error}"),
            }
            last_error = error;
        }
    }

    pub(crate) async fn accept<S>(&self, stream: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let config = Arc::clone(&self.newest.read().config);
        on_handshake_thread(TlsAcceptor::from(config).accept(stream)).await?
    }

    /// The certificate is for this host.
    pub(crate) fn covers(&self, host: &Authority) -> bool {
        let Ok(name) = ServerName::try_from(host.host()) else { return false };
        let newest = self.newest.read();
        newest.leaf().is_ok_and(|leaf| leaf.verify_is_valid_for_subject_name(&name).is_ok())
    }
}

impl Certificate {
    fn read(certificate_file: &Path, key_file: &Path) -> Result<Self, TlsError> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| TlsError(format!("cannot read {}: {error}", path.display())))
        };
        let (certificate, key) = (read(certificate_file)?, read(key_file)?);
        let none = |what: &str, path: &Path| TlsError(format!("{} has no {what}", path.display()));
        let chain = CertificateDer::pem_slice_iter(&certificate).collect::<Result<Vec<_>, _>>();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| none("certificate in PEM form", certificate_file))?;
        let key = PrivateKeyDer::from_pem_slice(&key);
        let key = key.map_err(|_| none("private key in PEM form without a password", key_file))?;
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let config = config.with_safe_default_protocol_versions();
        let config =
            config.and_then(|config| config.with_no_client_auth().with_single_cert(chain.clone(), key));
        let mut config = config.map_err(|error| {
            let [certificate, key] = [certificate_file, key_file].map(Path::display);
            TlsError(format!(
                "the certificate {certificate} and the key {key} cannot be used together: {error}"
            ))
        })?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { chain, config: Arc::new(config) })
    }

    fn leaf(&self) -> Result<EndEntityCert<'_>, webpki::Error> {
        EndEntityCert::try_from(self.chain.first().ok_or(webpki::Error::BadDer)?)
    }

    /// Warns of problems that clients find even if they trust the authority.
    fn warn_if_refused(&self) {
        let algorithms = default_provider().signature_verification_algorithms.all;
        let usage = KeyUsage::server_auth();
        let verified = self.leaf().and_then(|leaf| {
            leaf.verify_for_usage(algorithms, &[], &[], UnixTime::now(), usage, None, None).map(drop)
        });
        match verified {
            Ok(()) | Err(webpki::Error::UnknownIssuer) => {}
            Err(webpki::Error::CaUsedAsEndEntity) => tracing::warn!(
                "the certificate is marked as an authority, so terminals refuse it. This makes one for mybox.local that \
                 they accept with --ca cert.pem: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc \
                 -days 365 -subj /CN=mybox.local -addext subjectAltName=DNS:mybox.local \
                 -addext basicConstraints=critical,CA:FALSE -keyout key.pem -out cert.pem"
            ),
            Err(error) => tracing::warn!("clients refuse the certificate: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn handshakes_are_computed_on_a_thread_of_their_own() {
        let name =
            on_handshake_thread(async { std::thread::current().name().map(str::to_owned) }).await.unwrap();
        assert_eq!(name.as_deref(), Some(HANDSHAKE_THREAD));
    }
}
