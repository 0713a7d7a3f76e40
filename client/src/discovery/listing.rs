//! The servers as a list: for people, for scripts, and in the error of a run that cannot ask which one to join.

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::FoundServer;
use crate::exit::Failure;

/// A table with what to type, or one JSON object per line.
pub(crate) fn list(servers: &[FoundServer], is_json: bool) -> String {
    if is_json {
        return servers.iter().map(json).collect();
    }
    let row =
        |server: &FoundServer| [server.name.clone(), server.address.to_string(), server.version.clone()];
    let head = ["NAME", "ADDRESS", "VERSION"].map(str::to_owned);
    let rows: Vec<_> = std::iter::once(head).chain(servers.iter().map(row)).collect();
    let example = servers.first().map_or_else(String::new, |first| {
        format!("\nTo play, type one of the addresses: tictactoe {}\n", first.address)
    });
    aligned(&rows).map(|line| line + "\n").collect::<String>() + &example
}

pub(crate) fn several_servers(servers: &[FoundServer]) -> Failure {
    let rows: Vec<_> =
        servers.iter().map(|server| [server.name.clone(), server.address.to_string()]).collect();
    let lines: Vec<_> = aligned(&rows).collect();
    let what = format!("Several servers were found:\n  {}", lines.join("\n  "));
    Failure::Usage { what, hint: "Name one: tictactoe HOST:PORT.".to_owned() }
}

/// Rows as lines, each column as wide as its widest text.
fn aligned<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> impl Iterator<Item = String> {
    let mut widths = [0; COLUMNS];
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = text.width().max(*width);
        }
    }
    rows.iter().map(move |row| {
        let cells = row.iter().zip(widths);
        let line: String =
            cells.map(|(text, width)| text.clone() + &" ".repeat(width - text.width() + 2)).collect();
        line.trim_end().to_owned()
    })
}

fn json(server: &FoundServer) -> String {
    let FoundServer { name, address, version, latency } = server;
    let json = json!({
        "name": name,
        "address": address.to_string(),
        "host": address.host,
        "port": address.port,
        "version": version,
        "latency_ms": (latency.as_secs_f64() * 1e5).round() / 1e2,
    });
    format!("{json}\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::Value;

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
    fn people_get_a_table_and_the_command_to_type() {
        let expected = "\
NAME        ADDRESS            VERSION
kitchen     192.168.1.23:7878  0.1.0
棋盤 study  [fd00::9]:9000     0.1.0

To play, type one of the addresses: tictactoe 192.168.1.23:7878
";
        assert_eq!(list(&two(), false), expected);
    }

    #[test]
    fn scripts_get_one_json_object_per_line() {
        let list = list(&two(), true);
        let objects: Vec<Value> = list.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let object = |name, address, host, port| {
            json!({
                "name": name,
                "address": address,
                "host": host,
                "port": port,
                "version": "0.1.0",
                "latency_ms": 1.23,
            })
        };
        let kitchen = object("kitchen", "192.168.1.23:7878", "192.168.1.23", 7878);
        assert_eq!(objects, [kitchen, object("棋盤 study", "[fd00::9]:9000", "fd00::9", 9000)]);
    }

    #[test]
    fn a_run_that_cannot_ask_gets_the_list_of_servers_as_its_error() {
        let failure = several_servers(&two());
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
