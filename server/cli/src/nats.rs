//! The flags for several servers that share their matches.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use tictactoe_nats::{CannotJoin, NatsOptions, NatsStore};
use tictactoe_server::store::HistoryLimits;

const HEADING: &str = "Several servers";

#[derive(Debug, Clone, Args)]
pub(crate) struct NatsFlags {
    /// NATS servers, with commas between them: store matches there, and share them with other servers
    #[arg(help_heading = HEADING, long = "nats", env = "TICTACTOE_NATS", hide_env_values = true, value_name = "URL", value_delimiter = ',', value_parser = server_url)]
    pub(super) servers: Vec<String>,

    /// File with the credentials of a NATS user
    #[arg(help_heading = HEADING, long = "nats-creds", env = "TICTACTOE_NATS_CREDS", value_name = "FILE")]
    credentials: Option<PathBuf>,

    /// File with the certificate of the authority that signed the certificates of the NATS servers; requires TLS
    #[arg(help_heading = HEADING, long = "nats-tls-ca", env = "TICTACTOE_NATS_TLS_CA", value_name = "FILE")]
    tls_ca: Option<PathBuf>,

    /// Name of the stream in NATS: servers with the same one share their matches
    #[arg(help_heading = HEADING, long = "nats-stream", env = "TICTACTOE_NATS_STREAM", value_name = "NAME", default_value = "tictactoe",
        value_parser = stream_name)]
    stream: String,

    /// Number of NATS servers that keep a copy of each match; with fewer than three, losing one can lose matches
    #[arg(help_heading = HEADING, long = "nats-replicas", env = "TICTACTOE_NATS_REPLICAS", value_name = "COUNT", default_value = "3",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=5))]
    replicas: usize,
}

impl NatsFlags {
    pub(super) async fn join(
        &self,
        history: HistoryLimits,
        public_url: Option<String>,
    ) -> anyhow::Result<(NatsStore, String)> {
        let Self { servers, credentials, tls_ca, stream, replicas } = self.clone();
        let options = NatsOptions { servers, credentials, tls_ca, stream, replicas, history, public_url };
        let joined = NatsStore::join(&options).await;
        let store = joined.map_err(|error| anyhow!("{error}\n{}.", advice(&error)))?;
        Ok((store, format!("kept by NATS, in the stream {}", self.stream)))
    }
}

const fn advice(error: &CannotJoin) -> &'static str {
    match error {
        CannotJoin::NoServer(_) => "Start it, or name others with --nats URL,URL",
        CannotJoin::Unusable(..) => "Name another file with --nats-creds FILE or --nats-tls-ca FILE",
        CannotJoin::TooOld(_) => "Install a newer one",
        CannotJoin::NoStream(..) => {
            "Check that JetStream is enabled, and that as many NATS servers run as --nats-replicas says"
        }
        CannotJoin::Foreign(..) => "Choose another name with --nats-stream NAME",
        CannotJoin::TooFewCopies(..) => {
            "Let NATS keep more of them, or allow fewer with --nats-replicas COUNT"
        }
        CannotJoin::OtherFormat(..) => {
            "Start the version that wrote it, or choose another name with --nats-stream NAME"
        }
    }
}

/// Checks a URL, because the library would take nearly every text for a host name.
fn server_url(text: &str) -> Result<String, &'static str> {
    let server = text.strip_prefix("nats://").or_else(|| text.strip_prefix("tls://")).unwrap_or(text);
    if server.contains('@') {
        return Err("name a user with --nats-creds FILE, not in the URL");
    }
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    let is_url = !server.is_empty() && server.bytes().all(fits);
    is_url.then(|| text.to_owned()).ok_or("give URLs like nats://192.168.0.7:4222")
}

fn stream_name(text: &str) -> Result<String, &'static str> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_name = (1..=32).contains(&text.len()) && text.bytes().all(fits);
    is_name.then(|| text.to_owned()).ok_or("give at most 32 letters, digits, - and _")
}
