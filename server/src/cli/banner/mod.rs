//! What the server prints when it starts: the addresses at which it can be reached.

mod terminal;

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::Duration;

use tictactoe_lan::endpoints::{Endpoint, endpoints};
use tictactoe_lan::interfaces::LanAddress;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::{DEFAULT_PORT, SCHEMA_PATH, SOCKET_PATH};

use super::storage::StorageLocation;

pub(crate) use terminal::Terminal;

pub(crate) struct Banner<'a> {
    pub(crate) bound: SocketAddr,
    pub(crate) addresses: &'a [LanAddress],
    /// Whether clients find the server without its address.
    pub(crate) is_announced: bool,
    pub(crate) location: &'a StorageLocation,
    pub(crate) ready_in: Duration,
}

impl Banner<'_> {
    pub(crate) fn render(&self, terminal: Terminal) -> String {
        let endpoints = endpoints(self.bound, self.addresses);
        let best = endpoints.iter().find(|endpoint| endpoint.is_on_network());
        let footer = footer(best.is_some(), terminal.columns);
        let footer_rows = wrapped_rows(&footer, terminal.columns);
        let code = best.map(|best| fitting_code(&url(best), footer_rows, terminal));
        let arrow = terminal.arrow;
        let mut text = self.header();
        for endpoint in &endpoints {
            let has_code = Some(endpoint) == best && matches!(code, Some(Ok(_)));
            text += &address(arrow, endpoint, has_code);
        }
        text += &self.client_command(arrow, best);
        if let Some(Endpoint { authority, .. }) = best.or(endpoints.first()) {
            let socket = format!("ws://{authority}{SOCKET_PATH}");
            text += &row(arrow, "Bots", &socket, &format!("schema: {SCHEMA_PATH}"));
        }
        text += &row(arrow, "Matches", &self.location.to_string(), "");
        text + &code.map(rendered).unwrap_or_default() + &footer
    }

    fn header(&self) -> String {
        let name = concat!("tictactoe-server ", env!("CARGO_PKG_VERSION"));
        format!("  {name:<47}  ready in {} ms\n", self.ready_in.as_millis())
    }

    /// What to type to play from a terminal.
    fn client_command(&self, arrow: &str, best: Option<&Endpoint>) -> String {
        let port = self.bound.port();
        match best {
            Some(Endpoint { authority, .. }) if self.is_announced => {
                row(arrow, "Terminal", "tictactoe", "found automatically")
                    + &row("", "", &format!("tictactoe {authority}"), "if not")
            }
            Some(Endpoint { authority, .. }) => row(arrow, "Terminal", &format!("tictactoe {authority}"), ""),
            None if port == DEFAULT_PORT => row(arrow, "Terminal", "tictactoe", ""),
            None => row(arrow, "Terminal", &format!("tictactoe localhost:{port}"), ""),
        }
    }
}

/// One line for each address, for logs and programs.
pub(crate) fn address_lines(bound: SocketAddr, addresses: &[LanAddress]) -> String {
    let mut text = String::new();
    for Endpoint { authority, .. } in endpoints(bound, addresses) {
        let _ = writeln!(text, "listening on ws://{authority}{SOCKET_PATH}");
    }
    text
}

fn address(arrow: &str, endpoint: &Endpoint, has_code: bool) -> String {
    let (label, note) = match &endpoint.interface {
        None => ("This machine", String::new()),
        Some(interface) if has_code => ("Network", format!("{interface:<7} <- QR below")),
        Some(interface) => ("Network", interface.clone()),
    };
    row(arrow, label, &url(endpoint), &note)
}

fn row(arrow: &str, label: &str, value: &str, note: &str) -> String {
    let line = format!("  {arrow:<3}{label:<15}{value:<29}  {note}");
    line.trim_end().to_owned() + "\n"
}

/// The width of the footer in one line.
const FOOTER_COLUMNS: u16 = 94;

fn footer(is_on_network: bool, columns: u16) -> String {
    let stop = "  Ctrl-C stops the server.\n";
    if !is_on_network {
        return stop.to_owned();
    }
    let open = "  Anyone on this network can play. --local keeps it to this machine.";
    if columns < FOOTER_COLUMNS { format!("{open}\n{stop}") } else { format!("{open}{}", &stop[1..]) }
}

fn wrapped_rows(text: &str, columns: u16) -> usize {
    text.lines().map(|line| line.len().div_ceil(columns.into())).sum()
}

fn url(endpoint: &Endpoint) -> String {
    format!("http://{}/", endpoint.authority)
}

/// Of a QR code.
const INDENT: usize = 6;

/// The code of a URL, if it fits the terminal together with the lines below it and the cursor; otherwise the reason.
fn fitting_code(url: &str, rows_below: usize, terminal: Terminal) -> Result<Code, &'static str> {
    terminal.half_blocks?;
    let fits = |code: &Code| {
        INDENT + code.width() <= terminal.columns.into()
            && code.rows().len() + rows_below < terminal.rows.into()
    };
    Code::for_url(url).filter(fits).ok_or("the terminal is too small")
}

/// Palette entries that no theme changes, also with `NO_COLOR`: on a dark theme the code would be inverted, which most
/// readers cannot scan.
const BLACK_ON_WHITE: &str = "\x1b[38;5;16;48;5;231m";

/// At the end of each row, because a terminal would paint the rest of the line too.
const RESET: &str = "\x1b[0m";

fn rendered(code: Result<Code, &'static str>) -> String {
    let code = match code {
        Ok(code) => code,
        Err(reason) => return format!("{:INDENT$}(no QR code: {reason})\n", ""),
    };
    let mut text = String::new();
    for row in code.rows() {
        let _ = writeln!(text, "{:INDENT$}{BLACK_ON_WHITE}{row}{RESET}", "");
    }
    text
}

#[cfg(test)]
mod tests;
