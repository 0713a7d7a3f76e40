//! The servers as a list: for people, for scripts, and in the place of a choice that nobody can make.

use std::fmt::Write as _;

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::FoundServer;
use crate::exit::Failure;

/// What stands above the columns.
const HEAD: [&str; 3] = ["NAME", "ADDRESS", "VERSION"];

/// The servers for standard output: a table with what to type, or one JSON object a line.
pub(crate) fn list(servers: &[FoundServer], json: bool) -> String {
    if json { servers.iter().map(object).collect() } else { table(servers) }
}

/// What a run that can ask nobody says when there are several servers.
pub(crate) fn several(servers: &[FoundServer]) -> Failure {
    let rows: Vec<_> =
        servers.iter().map(|server| [server.name.clone(), server.address.to_string()]).collect();
    let what = format!("Several servers were found:\n{}", indented(&rows));
    Failure::Usage { what: what.trim_end().to_owned(), hint: "Name one: tictactoe HOST:PORT.".to_owned() }
}

fn table(servers: &[FoundServer]) -> String {
    let head = HEAD.map(str::to_owned);
    let row =
        |server: &FoundServer| [server.name.clone(), server.address.to_string(), server.version.clone()];
    let rows: Vec<_> = std::iter::once(head).chain(servers.iter().map(row)).collect();
    let mut text = aligned(&rows);
    if let [first, ..] = servers {
        let _ = write!(text, "\nTo play, type one of the addresses: tictactoe {}\n", first.address);
    }
    text
}

fn indented<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    aligned(rows).lines().fold(String::new(), |text, line| text + "  " + line + "\n")
}

/// Rows as lines, each column as wide as its widest text.
fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = (*width).max(text.width());
        }
    }
    let mut lines = String::new();
    for row in rows {
        let mut line = String::new();
        for (width, text) in widths.iter().zip(row) {
            line += text;
            line.extend(std::iter::repeat_n(' ', width - text.width() + 2));
        }
        lines += line.trim_end();
        lines.push('\n');
    }
    lines
}

#[derive(Serialize)]
struct Object<'a> {
    name: &'a str,
    address: String,
    host: &'a str,
    port: u16,
    version: &'a str,
    latency_ms: f64,
}

fn object(server: &FoundServer) -> String {
    let FoundServer { name, address, version, latency } = server;
    let object = Object {
        name,
        address: address.to_string(),
        host: address.host(),
        port: address.port(),
        version,
        latency_ms: (latency.as_secs_f64() * 1e5).round() / 1e2,
    };
    // Texts and numbers can always be written.
    serde_json::to_string(&object).map(|line| line + "\n").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::address::Destination;

    fn server(name: &str, address: &str) -> FoundServer {
        FoundServer {
            name: name.to_owned(),
            address: Destination::parse(address).unwrap().address,
            version: "0.1.0".to_owned(),
            latency: Duration::from_micros(1234),
        }
    }

    fn two() -> [FoundServer; 2] {
        [server("kitchen", "192.168.1.23"), server("棋盤 study", "[fd00::9]:9000")]
    }

    #[test]
    fn people_get_a_table_and_what_to_type() {
        let expected = "\
NAME        ADDRESS            VERSION
kitchen     192.168.1.23:7878  0.1.0
棋盤 study  [fd00::9]:9000     0.1.0

To play, type one of the addresses: tictactoe 192.168.1.23:7878
";
        assert_eq!(list(&two(), false), expected);
    }

    #[test]
    fn scripts_get_an_object_a_line() {
        let expected = "\
{\"name\":\"kitchen\",\"address\":\"192.168.1.23:7878\",\"host\":\"192.168.1.23\",\"port\":7878,\"version\":\"0.1.0\",\"latency_ms\":1.23}
{\"name\":\"棋盤 study\",\"address\":\"[fd00::9]:9000\",\"host\":\"fd00::9\",\"port\":9000,\"version\":\"0.1.0\",\"latency_ms\":1.23}
";
        assert_eq!(list(&two(), true), expected);
    }

    #[test]
    fn several_servers_are_too_many_for_a_run_that_can_ask_nobody() {
        let failure = several(&two());
        assert_eq!(failure.code(), 2);
        let expected = "\
Several servers were found:
  kitchen     192.168.1.23:7878
  棋盤 study  [fd00::9]:9000
Name one: tictactoe HOST:PORT.
";
        assert_eq!(failure.lines().as_deref(), Some(expected));
    }
}
