//! Samples: a command after `$`, lines that a person types after `>`, and what is printed. A line `…` stands for any
//! lines.

use std::path::Path;

use harness::namespace::{NSENTER, Network};
use harness::program::{Program, ServerProgram, client, server, solve};
use harness::terminal::Terminal;

const ANY_LINES: &str = "…";

/// A client may miss this state, when the computer's answer replaces it.
const COMPUTERS_TURN: &str = "The computer is thinking...";

pub(crate) struct Sample<'a> {
    /// What is piped in.
    piped: Option<String>,
    arguments: Vec<&'a str>,
    typed: Vec<&'a str>,
    printed: Vec<&'a str>,
}

impl<'a> Sample<'a> {
    pub(crate) fn parse(block: &'a str) -> Self {
        let (command, printed) = block.split_once('\n').expect("a command and what it prints");
        let command = command.strip_prefix("$ ").expect("a command after $");
        let (piped, command) = match command.split_once(" | ") {
            Some((printf, command)) => (printf.split('\'').nth(1), command),
            None => (None, command),
        };
        let printed: Vec<_> = printed.lines().collect();
        Self {
            piped: piped.map(|text| text.replace("\\n", "\n")),
            arguments: command.split(' ').collect(),
            typed: printed.iter().filter_map(|line| line.strip_prefix("> ")).collect(),
            printed,
        }
    }

    /// Runs it, and compares.
    pub(crate) async fn check(&self) {
        let actual = match &*self.arguments {
            // Its network needs Linux.
            ["tictactoe-server"] if !cfg!(target_os = "linux") => return,
            ["tictactoe-server"] => banner().await,
            ["tictactoe-server", arguments @ ..] => Program::start(server(), arguments).exit().await.out,
            ["tictactoe", arguments @ ..] => self.play(arguments).await,
            ["cargo", "run", .., "--example", "solve", "--", _, _, _] => {
                Program::start(solve(), &self.arguments[self.arguments.len() - 3..]).exit().await.out
            }
            other => panic!("samples are about our programs: {other:?}"),
        };
        assert_alike(&self.printed, &actual);
    }

    async fn play(&self, arguments: &[&str]) -> String {
        // Against the computer no server is needed.
        let server = if arguments.contains(&"ai") { None } else { Some(ServerProgram::start(&[]).await) };
        let address = server.as_ref().map(ServerProgram::argument);
        let arguments: Vec<_> = address.as_deref().into_iter().chain(arguments.iter().copied()).collect();
        if self.typed.is_empty() {
            let mut program = Program::start(client(), &arguments);
            program.type_in(self.piped.as_deref().unwrap_or_default()).await;
            program.end_of_input();
            return program.exit().await.out;
        }
        let mut terminal = Terminal::start(client(), &arguments);
        for line in &self.typed {
            terminal.answer(line).await;
        }
        assert_eq!(terminal.exit().await, Some(0));
        terminal.screen.so_far()
    }
}

/// What a server prints at a terminal, on a machine with one network card.
async fn banner() -> String {
    let network = Network::new().await;
    let machine = network.machine(1).await;
    let binary = server().to_str().expect("a path that is text");
    let program = ["env", "LC_ALL=C.UTF-8", "TERM=xterm", binary];
    let arguments = [&machine.enter()[..], &program].concat();
    let mut terminal = Terminal::start(Path::new(NSENTER), &arguments);
    terminal.screen.expect("Ctrl-C stops the server.").await;
    terminal.screen.so_far()
}

fn assert_alike(shown: &[&str], actual: &str) {
    let shown = masked(shown.iter().copied());
    let lines = masked(actual.lines());
    let mut rest = &lines[..];
    let parts: Vec<_> = shown.split(|line| line == ANY_LINES).collect();
    for (index, part) in parts.iter().enumerate() {
        let found = if index == 0 {
            rest.starts_with(part).then_some(0)
        } else if index + 1 == parts.len() && !part.is_empty() {
            rest.ends_with(part).then(|| rest.len() - part.len())
        } else {
            (0..=rest.len() - part.len().min(rest.len())).find(|from| rest[*from..].starts_with(part))
        };
        let Some(from) = found else { panic!("{part:#?}\nis not what is printed:\n{rest:#?}") };
        rest = &rest[from + part.len()..];
    }
    assert!(parts.len() > 1 || rest.is_empty(), "there is more: {rest:#?}");
}

fn masked<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let lines = lines.filter(|line| !line.starts_with(COMPUTERS_TURN));
    lines.map(mask).collect()
}

/// The line without what differs from run to run: times, speeds, matches, addresses and directories.
fn mask(line: &str) -> String {
    let words: Vec<_> = line.split_whitespace().collect();
    let indent = &line[..line.len() - line.trim_start().len()];
    let masked = words.iter().enumerate().map(|(index, word)| {
        let previous = index.checked_sub(1).map_or("", |index| words[index]);
        let next = words.get(index + 1).copied().unwrap_or_default();
        let is_measured = ["s", "ms", "nodes/s"].contains(&next) && word.parse::<f64>().is_ok();
        match word.split_once('=') {
            _ if is_measured => "NUMBER".to_owned(),
            _ if previous == "match" => "MATCH".to_owned(),
            Some(("ms_left", left)) if left.parse::<u32>().is_ok() => "ms_left=NUMBER".to_owned(),
            _ if word.starts_with('/') && word.ends_with("/tictactoe") => "DIRECTORY".to_owned(),
            _ => without_addresses(word),
        }
    });
    format!("{indent}{}", masked.collect::<Vec<_>>().join(" "))
}

fn without_addresses(word: &str) -> String {
    let is_address = |part: &&str| part.matches('.').count() == 3;
    let parts = word.split(|c: char| !c.is_ascii_digit() && c != '.');
    parts.filter(is_address).fold(word.to_owned(), |word, part| word.replace(part, "ADDRESS"))
}
