//! A private authority, the certificates that it signs, and requests over encrypted connections.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::raw::Response;
use crate::wait::in_time;

pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: String,
    folder: TempDir,
}

impl Authority {
    #[must_use]
    pub fn new() -> Self {
        let mut parameters = parameters(&["localhost"]);
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = key();
        let certificate = parameters.self_signed(&key).expect("a certificate").pem();
        let folder = TempDir::new().expect("a temporary directory");
        fs::write(folder.path().join("ca.pem"), &certificate).expect("a file");
        Self { issuer: Issuer::new(parameters, key), certificate, folder }
    }

    /// A file in its folder, as an argument.
    pub fn file(&self, name: &str) -> String {
        self.path(name).to_str().expect("a path that is text").to_owned()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Its own certificate, for --ca.
    pub fn ca(&self) -> String {
        self.file("ca.pem")
    }

    /// Writes `cert.pem` and `key.pem`, a certificate for these names and addresses. Returns the flags of a server with it.
    pub fn certify(&self, names: &[&str]) -> [String; 6] {
        self.certify_in(&self.path(""), names)
    }

    /// Writes both files into another folder.
    pub fn certify_in(&self, folder: &Path, names: &[&str]) -> [String; 6] {
        self.sign(folder, &parameters(names))
    }

    /// The same with a certificate that has expired.
    pub fn certify_in_the_past(&self, names: &[&str]) -> [String; 6] {
        let mut parameters = parameters(names);
        parameters.not_before = date_time_ymd(2020, 1, 1);
        parameters.not_after = date_time_ymd(2021, 1, 1);
        self.sign(&self.path(""), &parameters)
    }

    fn sign(&self, folder: &Path, parameters: &CertificateParams) -> [String; 6] {
        let key = key();
        let certificate = parameters.signed_by(&key, &self.issuer).expect("a certificate").pem();
        write_pair(folder, &certificate, &key)
    }

    /// The authority's own certificate, as that of a server.
    pub fn own_pair(&self) -> [String; 6] {
        write_pair(&self.path(""), &self.certificate, self.issuer.key())
    }

    /// Connects as a client that trusts it.
    pub async fn connect(&self, address: SocketAddr, name: &str) -> TlsStream<TcpStream> {
        let mut roots = RootCertStore::empty();
        let certificate = CertificateDer::from_pem_slice(self.certificate.as_bytes()).expect("a certificate");
        roots.add(certificate).expect("an authority");
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
        let config =
            config.with_safe_default_protocol_versions().expect("versions").with_root_certificates(roots);
        let connector = TlsConnector::from(Arc::new(config.with_no_client_auth()));
        let connected = async {
            let stream = TcpStream::connect(address).await.expect("a server that listens");
            let name = ServerName::try_from(name.to_owned()).expect("a name");
            connector.connect(name, stream).await.expect("a certificate that is trusted")
        };
        in_time("an encrypted connection", connected).await
    }
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

/// Sends a request that closes the connection, and reads the response.
pub async fn ask(stream: &mut TlsStream<TcpStream>, request: &str) -> Response {
    let mut answer = Vec::new();
    let asked = async {
        stream.write_all(request.as_bytes()).await.expect("an open connection");
        stream.read_to_end(&mut answer).await.expect("a connection that is closed properly")
    };
    in_time("a response", asked).await;
    Response::parse(&answer)
}

fn key() -> KeyPair {
    KeyPair::generate().expect("a key")
}

fn parameters(names: &[&str]) -> CertificateParams {
    let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
    CertificateParams::new(names).expect("names and addresses")
}

/// The key first: a server that reads only one of them keeps the pair that it has.
fn write_pair(folder: &Path, certificate: &str, key: &KeyPair) -> [String; 6] {
    let [certificate_file, key_file] = ["cert.pem", "key.pem"].map(|name| folder.join(name));
    fs::write(&key_file, key.serialize_pem()).expect("a file");
    fs::write(&certificate_file, certificate).expect("a file");
    let [certificate, key] =
        [certificate_file, key_file].map(|path| path.to_str().expect("a path that is text").to_owned());
    let public_url = "https://localhost".to_owned();
    ["--tls-cert".to_owned(), certificate, "--tls-key".to_owned(), key, "--public-url".to_owned(), public_url]
}
