//! Text for people in a terminal without the client: the waiting players, and how to download the client.

use std::fmt::Write as _;

use tictactoe_host::VERSION;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::listing::WaitingPlayer;

use crate::downloads::{Contents, Downloads};

/// A shell command that downloads the client for the system where it runs, or prints the list of programs.
pub fn download_command(origin: &str, downloads: &Downloads) -> Option<String> {
    downloads.programs().iter().any(|program| !program.is_for_windows()).then(|| {
        format!(
            "curl -fo tictactoe {origin}/get/tictactoe-$(uname -s)-$(uname -m) && chmod +x tictactoe || curl {origin}/get"
        )
    })
}

/// The answer to `curl` at the address of the server.
pub fn greeting(origin: &str, waiting: &[WaitingPlayer], downloads: &Downloads) -> String {
    let url = format!("{origin}/");
    let code = Code::for_url(&url).map(|code| code.coloured(0)).unwrap_or_default();
    let mut text = format!("Play tic-tac-toe in a browser: {url}\n\n{code}");
    if !waiting.is_empty() {
        text.push('\n');
    }
    for WaitingPlayer { name, rules, .. } in waiting {
        let game = rules.map(|rules| format!(" ({rules})")).unwrap_or_default();
        let _ = writeln!(text, "{name} is waiting for an opponent{game}.");
    }
    if downloads.programs().is_empty() {
        let _ = writeln!(text, "\nOr, with the terminal client installed: tictactoe {}", argument(origin));
    }
    text + &commands(origin, downloads)
}

/// The answer to `curl` at `/get`. The programs have the version of the server, as its documents ask for. Blocks while
/// they are read for the first time.
pub fn program_list(origin: &str, downloads: &Downloads) -> String {
    let mut text = "Tic-tac-toe for a terminal\n".to_owned();
    for program in downloads.programs() {
        let Some(Contents { bytes, sha256 }) = program.contents() else { continue };
        let (name, platform, size) = (&program.name, program.platform(), bytes.len());
        let _ = write!(text, "\n{origin}/get/{name}\n  {platform}, version {VERSION}, {size} bytes\n");
        let _ = writeln!(text, "  SHA-256 {sha256}");
    }
    if origin.starts_with("http://") && !downloads.programs().is_empty() {
        text += UNENCRYPTED;
    }
    text += &commands(origin, downloads);
    text += if downloads.programs().is_empty() {
        "\nThis server has no program to download."
    } else {
        "\nAnother system?"
    };
    let _ = writeln!(
        text,
        " Play in a browser at {origin}/, ask the operator for the program,\nor build it from the source: cargo install --locked --path client"
    );
    text
}

const UNENCRYPTED: &str = "
This connection is not encrypted: anyone who controls the network can change the download and this text.
Get the SHA-256 from the operator in another way, and compare it before you run the program.
";

/// The commands for each kind of system.
fn commands(origin: &str, downloads: &Downloads) -> String {
    let server = argument(origin);
    let mut text = String::new();
    if let Some(command) = download_command(origin, downloads) {
        let _ = write!(text, "\nLinux and macOS:\n\n  {command}\n  ./tictactoe {server}\n");
    }
    if let Some(program) = downloads.programs().iter().find(|program| program.is_for_windows()) {
        let fetch = format!("iwr {origin}/get/{} -OutFile tictactoe.exe", program.name);
        let _ = write!(text, "\nWindows, in PowerShell:\n\n  {fetch}\n  .\\tictactoe {server}\n");
    }
    text
}

/// A server as the client's argument.
fn argument(origin: &str) -> &str {
    origin.strip_prefix("http://").unwrap_or(origin)
}
