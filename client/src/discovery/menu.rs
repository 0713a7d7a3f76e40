//! The choice between several servers, in words: a numbered list, and a line for the answer.

use std::fmt::Write as _;

use super::FoundServer;

pub(crate) fn question(servers: &[FoundServer]) -> String {
    let mut text = "Several servers were found:\n".to_owned();
    for (number, server) in (1..).zip(servers) {
        let _ = writeln!(text, "{number}: {} at {}", server.name, server.address);
    }
    text + &instruction(servers.len())
}

/// The server that the line names; `None` to quit. The error is to be printed before the next line is read.
pub(crate) fn choose<'a>(servers: &'a [FoundServer], line: &str) -> Result<Option<&'a FoundServer>, String> {
    let line = line.trim();
    if ["q", "quit"].iter().any(|word| line.eq_ignore_ascii_case(word)) {
        return Ok(None);
    }
    let chosen = line.parse().ok().and_then(|number: usize| servers.get(number.checked_sub(1)?));
    chosen.map(Some).ok_or_else(|| instruction(servers.len()))
}

fn instruction(count: usize) -> String {
    format!("Type a number from 1 to {count}, or q to quit.\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::address::Destination;

    fn two() -> [FoundServer; 2] {
        ["kitchen", "study"].map(|name| FoundServer {
            name: name.to_owned(),
            address: Destination::parse(&format!("{name}:7878")).unwrap().address,
            version: "0.1.0".to_owned(),
            latency: Duration::ZERO,
        })
    }

    #[test]
    fn the_question_numbers_the_servers() {
        let expected = "\
Several servers were found:
1: kitchen at kitchen:7878
2: study at study:7878
Type a number from 1 to 2, or q to quit.
";
        assert_eq!(question(&two()), expected);
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
