//! The output at the start: the addresses at which the server can be reached.

use terminal_size::{Height, Width, terminal_size};
use tictactoe_host::VERSION;
use tictactoe_lan::locale;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::SCHEMA_PATH;
use tictactoe_server::Link;

pub(crate) struct Banner<'a> {
    pub(crate) links: &'a [Link],
    /// The requested port, if another program uses it.
    pub(crate) busy_port: Option<u16>,
    pub(crate) is_announced: bool,
    /// Where matches are kept.
    pub(crate) location: &'a str,
}

/// The capabilities of the terminal at standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terminal {
    columns: u16,
    rows: u16,
    has_half_blocks: bool,
}

impl Terminal {
    pub(crate) fn detect() -> Self {
        let (Width(columns), Height(rows)) = terminal_size().unwrap_or((Width(80), Height(24)));
        Self::new(|name| std::env::var(name).ok(), columns, rows)
    }

    fn new(variable: impl Fn(&str) -> Option<String>, columns: u16, rows: u16) -> Self {
        let term = variable("TERM").unwrap_or_default();
        let has_half_blocks = term != "dumb" && locale::is_utf8(&variable);
        Self { columns, rows, has_half_blocks }
    }
}

impl Banner<'_> {
    pub(crate) fn render(&self, terminal: Terminal) -> String {
        let best = self.links.iter().find(|link| link.is_on_network);
        let code = best.and_then(|best| fitting_code(&url(best), terminal));
        let mut text = format!("  tictactoe-server {VERSION}\n");
        if let Some(port) = self.busy_port {
            text += &row("Port", &format!("{port} is busy, so this server is on another port"), "");
        }
        // The certificate is for the network's link.
        let is_refused =
            |link: &Link| best.is_some_and(|best| best != link) && url(link).starts_with("https");
        for link in self.links.iter().filter(|link| !is_refused(link)) {
            let label = if link.is_on_network { "Network" } else { "This machine" };
            text += &row(label, &url(link), "");
        }
        if let Some(link) = best.or(self.links.first()) {
            let command = format!("tictactoe {}", link.argument());
            text += &if self.is_announced && best.is_some() {
                row("Terminal", "tictactoe", "finds this server by itself")
                    + &row("", &command, "if it does not")
            } else {
                row("Terminal", &command, "")
            };
            text += &row("Bots", &link.socket_url(), &format!("schema: {SCHEMA_PATH}"));
        }
        text += &row("Matches", self.location, "");
        match code {
            Some(code) => text += &code.coloured(INDENT),
            None if best.is_some() => text += NO_CODE,
            None => {}
        }
        text + if best.is_some() { NETWORK_FOOTER } else { STOP }
    }
}

/// One line for each address, for logs and programs.
pub(crate) fn address_lines(links: &[Link]) -> String {
    links.iter().map(|link| format!("listening on {}\n", link.socket_url())).collect::<Vec<_>>().concat()
}

fn row(label: &str, value: &str, note: &str) -> String {
    let line = format!("  {label:<15}{value:<29}  {note}");
    line.trim_end().to_owned() + "\n"
}

const STOP: &str = "  Ctrl-C stops the server.\n";
const NETWORK_FOOTER: &str = "  Anyone who can open the network address can play.
  Ctrl-C stops the server.\n";
/// The footer takes one row more where the terminal is narrow.
const FOOTER_ROWS: usize = 3;
const NO_CODE: &str = "      (no QR code: the terminal is too small, or its locale is not UTF-8)\n";

fn url(link: &Link) -> String {
    format!("{}/", link.origin)
}

/// The indent of a QR code.
const INDENT: usize = 6;

/// The code of a URL, if it fits the terminal together with the lines below it and the cursor.
fn fitting_code(url: &str, terminal: Terminal) -> Option<Code> {
    Code::for_url(url).filter(|code| {
        terminal.has_half_blocks
            && INDENT + code.width() <= terminal.columns.into()
            && code.rows().len() + FOOTER_ROWS < terminal.rows.into()
    })
}

#[cfg(test)]
mod tests;
