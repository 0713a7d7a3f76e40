//! Commands that documents show, and whether they can be run as shown.

use std::path::Path;

use harness::program::{Program, client, server};
use harness::workspace;

use super::FOLDERS;
use super::markdown::Document;

const CHECKED: [&str; 2] = ["tictactoe", "tictactoe-server"];

/// Every command of a document, without pipes and comments.
pub(crate) fn commands(document: &Document) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(document.blocks("sh").into_iter().flat_map(str::lines).map(str::to_owned));
    let samples = document.blocks("console").into_iter().flat_map(str::lines);
    lines.extend(samples.filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned));
    let is_command = |span: &String| {
        let mut words = span.split([' ', '(']);
        words.any(|word| CHECKED.contains(&word)) || (span.contains("/run ") && !span.starts_with('-'))
    };
    lines.extend(document.spans().into_iter().filter(is_command));
    lines.iter().flat_map(|line| simple_commands(line)).collect()
}

fn simple_commands(line: &str) -> Vec<String> {
    let line = line.split(" #").next().unwrap_or_default();
    let line = line.replace("<(", "|").replace(')', "|");
    let parts = line.split('|').filter_map(|part| part.split(" >").next()).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Why a command cannot be run as it is shown.
pub(crate) async fn fault(command: &str) -> Option<String> {
    let is_variable = |word: &&str| word.contains('=') && !word.starts_with('-');
    let words: Vec<_> = command.split_whitespace().skip_while(is_variable).collect();
    match *words.first()? {
        "tictactoe" => refusal(client(), &words[1..]).await,
        "tictactoe-server" => refusal(server(), &words[1..]).await,
        // Not ours: only the files of the repository that it names.
        _ => words
            .iter()
            .filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
            .find_map(|path| missing(path)),
    }
}

/// With `--help` at its end a command is parsed and does nothing.
async fn refusal(binary: &Path, arguments: &[&str]) -> Option<String> {
    let exit = Program::start(binary, &[arguments, &["--help"]].concat()).exit().await;
    (exit.code != Some(0)).then_some(exit.err)
}

fn missing(path: &str) -> Option<String> {
    (!workspace().join(path).exists()).then(|| format!("there is no {path}"))
}
