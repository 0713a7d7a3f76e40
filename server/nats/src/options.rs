//! Where several nodes store their matches, and the flags for it.

use std::path::PathBuf;

use clap::Args;
use tictactoe_host::number_in;
use tictactoe_server::store::HistoryLimits;

const HEADING: &str = "Several servers";

/// Where several nodes store their matches.
#[derive(Debug, Clone, Args)]
pub struct NatsOptions {
    /// NATS servers, with commas between them: store matches there, and share them with other servers
    #[arg(help_heading = HEADING, long = "nats", env = "TICTACTOE_NATS", hide_env_values = true, value_name = "URL", value_delimiter = ',', value_parser = server_url)]
    pub servers: Vec<String>,

    /// File with the credentials of a NATS user
    #[arg(help_heading = HEADING, long = "nats-creds", env = "TICTACTOE_NATS_CREDS", value_name = "FILE")]
    pub credentials: Option<PathBuf>,

    /// File with the certificate of the authority that signed the certificates of the NATS servers; requires TLS
    #[arg(help_heading = HEADING, long = "nats-tls-ca", env = "TICTACTOE_NATS_TLS_CA", value_name = "FILE")]
    pub tls_ca: Option<PathBuf>,

    /// Name of the stream in NATS: servers with the same one share their matches
    #[arg(help_heading = HEADING, long = "nats-stream", env = "TICTACTOE_NATS_STREAM", value_name = "NAME", default_value = "tictactoe",
        value_parser = stream_name)]
    pub stream: String,

    /// Number of NATS servers that keep a copy of each match; with fewer than three, losing one can lose matches
    #[arg(help_heading = HEADING, long = "nats-replicas", env = "TICTACTOE_NATS_REPLICAS", value_name = "COUNT", default_value = "3",
        value_parser = number_in(1..=5_usize))]
    pub replicas: usize,

    /// The limits of the history. The size is a limit of the whole stream.
    #[arg(skip)]
    pub history: HistoryLimits,

    /// The URL of this node for players, so that clients of other nodes can come here when they lose theirs.
    #[arg(skip)]
    pub public_url: Option<String>,
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
