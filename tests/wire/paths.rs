//! The paths that a Rust source names, with their lines: enough of a parser for `architecture.rs`.

use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    pub line: usize,
    /// The path from its root: `crate::store::Key`, `tokio::time`.
    pub path: String,
}

pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in the workspace").to_owned()
}

pub fn sources(below: &Path) -> Vec<PathBuf> {
    if below.is_file() {
        return vec![below.to_owned()];
    }
    let entries = fs::read_dir(below).unwrap_or_else(|error| panic!("{}: {error}", below.display()));
    let mut files: Vec<_> = entries.flat_map(|entry| sources(&entry.expect("an entry").path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files
}

/// The paths that a file of a crate names outside comments, strings and tests. `root` is the folder with the crate's
/// `lib.rs`.
pub fn mentions_in(file: &Path, root: &Path) -> Vec<Mention> {
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    mentions(&source, &module_of(file.strip_prefix(root).expect("a file of the crate")))
}

/// The paths that a source names, relative ones from the root of the crate.
pub fn mentions(source: &str, module: &[String]) -> Vec<Mention> {
    let mut tokens = Tokens { rest: tokens(source), module };
    let mut found = Vec::new();
    while !tokens.rest.is_empty() {
        tokens.path("", &mut found);
    }
    found
}

/// `matches/lobby.rs` is `crate::matches::lobby`, `matches/mod.rs` is `crate::matches`.
fn module_of(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    let names = names.filter(|name| !matches!(name.as_str(), "mod" | "lib" | "main"));
    std::iter::once("crate".to_owned()).chain(names).collect()
}

/// Words, `::` and single signs with their lines, in reverse order.
fn tokens(source: &str) -> Vec<(usize, String)> {
    let mut tokens = Vec::new();
    for (line, text) in (1..).zip(source.lines()).take_while(|(_, text)| !text.starts_with("#[cfg(test)]")) {
        let code = without_texts(text.split("//").next().unwrap_or_default());
        let mut rest = code.as_str();
        while !rest.is_empty() {
            let (token, after) = rest.split_at(token_length(rest));
            if !token.trim().is_empty() {
                tokens.push((line, token.to_owned()));
            }
            rest = after;
        }
    }
    tokens.reverse();
    tokens
}

fn token_length(code: &str) -> usize {
    let end_of_word = code.find(|c| !is_of_word(c)).unwrap_or(code.len());
    let sign = || code.chars().next().map_or(0, char::len_utf8);
    match end_of_word {
        0 if code.starts_with("::") => 2,
        0 => sign(),
        length => length,
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn without_texts(code: &str) -> String {
    code.split('"').step_by(2).collect::<Vec<_>>().join(" ")
}

struct Tokens<'a> {
    rest: Vec<(usize, String)>,
    module: &'a [String],
}

impl Tokens<'_> {
    fn path(&mut self, prefix: &str, found: &mut Vec<Mention>) {
        let Some((line, word)) = self.rest.pop() else { return };
        if !word.starts_with(is_of_word) {
            return;
        }
        let mut path = if prefix.is_empty() { self.absolute(&word) } else { format!("{prefix}::{word}") };
        while self.next_is("::") {
            self.rest.pop();
            if self.next_is("{") {
                self.rest.pop();
                return self.group(&path, found);
            }
            match self.rest.last().map(|(_, token)| token.clone()) {
                Some(segment) if segment.starts_with(is_of_word) => {
                    self.rest.pop();
                    path = step(&path, &segment);
                }
                _ => break,
            }
        }
        found.push(Mention { line, path });
    }

    fn group(&mut self, prefix: &str, found: &mut Vec<Mention>) {
        while !self.rest.is_empty() && !self.next_is("}") {
            self.path(prefix, found);
        }
        self.rest.pop();
    }

    fn next_is(&self, token: &str) -> bool {
        self.rest.last().is_some_and(|(_, next)| next == token)
    }

    fn absolute(&self, word: &str) -> String {
        match word {
            "self" => self.module.join("::"),
            "super" => self.module[..self.module.len().saturating_sub(1).max(1)].join("::"),
            other => other.to_owned(),
        }
    }
}

fn step(path: &str, segment: &str) -> String {
    match (segment, path.rsplit_once("::")) {
        ("super", Some((above, _))) if path.starts_with("crate") => above.to_owned(),
        _ => format!("{path}::{segment}"),
    }
}
