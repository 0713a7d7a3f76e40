//! The list of servers: as a table, as JSON, and as a question which one to join.

use std::fmt::Write as _;

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::FoundServer;
use crate::exit::Failure;

pub(crate) fn list(servers: &[FoundServer], is_json: bool) -> String {
    if is_json {
        return servers.iter().map(json).collect();
    }
    let mut rows = vec![["NAME", "ADDRESS", "VERSION"].map(str::to_owned)];
    for FoundServer { name, address, version, .. } in servers {
        rows.push([name.clone(), address.to_string(), version.clone()]);
    }
    let name_width = rows.iter().map(|[name, ..]| name.width()).max().unwrap_or_default();
    let address_width = rows.iter().map(|[_, address, _]| address.width()).max().unwrap_or_default();
    let mut text = String::new();
    for [name, address, version] in rows {
        // The format counts characters, and some are two columns wide.
        let gap = name_width - name.width();
        let _ = writeln!(text, "{name}{:gap$}  {address:address_width$}  {version}", "");
    }
    if let Some(first) = servers.first() {
        let _ = writeln!(text, "\nTo play, type one of the addresses: tictactoe {}", first.address);
    }
    text
}

pub(crate) fn several_servers(servers: &[FoundServer]) -> Failure {
    Failure::usage(numbered(servers).trim_end(), "Name one: tictactoe HOST:PORT.")
}

pub(crate) fn question(servers: &[FoundServer]) -> String {
    numbered(servers) + &instruction(servers)
}

/// The server that the line names; `None` to quit. The error is to be printed before the next line is read.
pub(crate) fn choose<'a>(servers: &'a [FoundServer], line: &str) -> Result<Option<&'a FoundServer>, String> {
    let line = line.trim();
    if ["q", "quit"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
        return Ok(None);
    }
    let chosen = line.parse().ok().and_then(|number: usize| servers.get(number.checked_sub(1)?));
    chosen.map(Some).ok_or_else(|| instruction(servers))
}

fn numbered(servers: &[FoundServer]) -> String {
    let mut text = "Several servers were found:\n".to_owned();
    for (number, server) in (1..).zip(servers) {
        let _ = writeln!(text, "{number}: {} at {}", server.name, server.address);
    }
    text
}

fn instruction(servers: &[FoundServer]) -> String {
    format!("Type a number from 1 to {}, or q to quit.\n", servers.len())
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
    fn several_servers_are_a_question_or_an_error() {
        let numbered = "\
Several servers were found:
1: kitchen at 192.168.1.23:7878
2: 棋盤 study at [fd00::9]:9000
";
        let question = format!("{numbered}Type a number from 1 to 2, or q to quit.\n");
        assert_eq!(super::question(&two()), question);
        let failure = several_servers(&two());
        assert_eq!(failure.code(), 2);
        assert_eq!(failure.lines(), Some(format!("{numbered}Name one: tictactoe HOST:PORT.\n")));
    }

    #[test]
    fn a_number_chooses_a_server_and_q_quits() {
        let servers = two();
        assert_eq!(choose(&servers, " 2 "), Ok(Some(&servers[1])));
        assert_eq!(choose(&servers, "1"), Ok(Some(&servers[0])));
        for quit in ["q", "Q", "quit"] {
            assert_eq!(choose(&servers, quit), Ok(None));
        }
    }

    #[test]
    fn any_other_line_repeats_the_instruction() {
        for line in ["", "0", "3", "-1", "two", "99999999999999999999999", "1 2"] {
            let again = Err("Type a number from 1 to 2, or q to quit.\n".to_owned());
            assert_eq!(choose(&two(), line), again, "{line:?}");
        }
    }
}
