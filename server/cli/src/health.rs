//! `tictactoe-server health`: asks a server if it accepts new players, for container runtimes and scripts.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use tictactoe_host::number_in;
use tictactoe_protocol::DEFAULT_PORT;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Asks a server whether it accepts new players
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct Flags {
    /// Address of the server [default: 127.0.0.1 and the port of --port]
    #[arg(value_name = "HOST:PORT")]
    address: Option<String>,

    /// Port of a server on this machine
    #[arg(long, env = "TICTACTOE_PORT", default_value_t = DEFAULT_PORT, value_parser = number_in(0..=u16::MAX))]
    port: u16,
}

const HELP: &str = "\
Exit codes: 0 if the server accepts new players, 1 if it does not or cannot be reached, 2 for a usage error.";

/// Less than container runtimes wait.
const TIME: Duration = Duration::from_secs(5);

const MAX_BYTES: u64 = 8 * 1024;

pub(crate) async fn health(Flags { address, port }: Flags) -> anyhow::Result<ExitCode> {
    let address = address.unwrap_or_else(|| format!("127.0.0.1:{port}"));
    let answer = timeout(TIME, ask(&address)).await;
    let answer = answer.map_err(|_| anyhow!("{address} does not answer within {TIME:?}"))??;
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is not HTTP")?;
    if head.split(' ').nth(1) != Some("200") {
        bail!("{address} is not ready: {}", body.trim());
    }
    crate::print(body)
}

async fn ask(address: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(address).await.with_context(|| format!("cannot reach {address}"))?;
    stream.write_all(b"GET /readyz HTTP/1.0\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.take(MAX_BYTES).read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
