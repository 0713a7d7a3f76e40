//! Text for people in a terminal without the client: the waiting players, and how to download the client.

use std::fmt::Write as _;

use tictactoe_host::VERSION;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::listing::WaitingPlayer;

use crate::downloads::{Contents, Downloads};
use crate::links::Link;

/// A shell command that downloads the client for the system where it runs, or prints the list of programs.
pub fn download_command(Link { origin, .. }: &Link, downloads: &Downloads) -> Option<String> {
    downloads.programs().iter().any(|program| !program.is_for_windows()).then(|| {
        format!(
            "curl -fo tictactoe {origin}/get/tictactoe-$(uname -s)-$(uname -m) && chmod +x tictactoe || curl {origin}/get"
        )
    })
}

/// The answer to `curl` at the address of the server.
pub fn greeting(link: &Link, waiting: &[WaitingPlayer], downloads: &Downloads) -> String {
    let url = format!("{}/", link.origin);
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
        let _ = writeln!(text, "\nOr, with the terminal client installed: tictactoe {}", link.argument());
    }
    text + &commands(link, downloads)
}

/// The answer to `curl` at `/get`. The programs have the version of the server, as its documents ask for. Blocks while
/// they are read for the first time.
pub fn program_list(link: &Link, downloads: &Downloads) -> String {
    let Link { origin, .. } = link;
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
    text += &commands(link, downloads);
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
fn commands(link: &Link, downloads: &Downloads) -> String {
    let (Link { origin, .. }, server, mut text) = (link, link.argument(), String::new());
    if let Some(command) = download_command(link, downloads) {
        let _ = write!(text, "\nLinux and macOS:\n\n  {command}\n  ./tictactoe {server}\n");
    }
    if let Some(program) = downloads.programs().iter().find(|program| program.is_for_windows()) {
        let fetch = format!("iwr {origin}/get/{} -OutFile tictactoe.exe", program.name);
        let _ = write!(text, "\nWindows, in PowerShell:\n\n  {fetch}\n  .\\tictactoe {server}\n");
    }
    text
}
