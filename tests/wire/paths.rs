//! The paths that a Rust source names: enough of a parser for `architecture.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

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
pub fn mentions_in(file: &Path, root: &Path) -> Vec<String> {
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    mentions(&source, &module_of(file.strip_prefix(root).expect("a file of the crate")))
}

/// The paths that a source names from their root: `crate::store::Key`, `tokio::time`.
pub fn mentions(source: &str, module: &[String]) -> Vec<String> {
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

/// Words, `::` and single signs, in reverse order. Texts, comments and what only tests compile are left
/// out.
fn tokens(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    flatten(source.parse().unwrap_or_else(|error| panic!("{error} in {source}")), &mut found);
    found.reverse();
    found
}

fn flatten(stream: TokenStream, found: &mut Vec<String>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Ident(word) => found.push(word.to_string()),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    _ => ("(", ")"),
                };
                found.push(open.to_owned());
                flatten(group.stream(), found);
                found.push(close.to_owned());
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint => {
                trees.next();
                found.push("::".to_owned());
            }
            TokenTree::Punct(sign) if sign.as_char() == '#' && trees.peek().is_some_and(is_of_tests) => {
                let ends = |tree: &TokenTree| match tree {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(sign) => sign.as_char() == ';',
                    _ => false,
                };
                trees.by_ref().find(ends);
            }
            TokenTree::Punct(sign) => found.push(sign.to_string()),
            TokenTree::Literal(_) => {}
        }
    }
}

/// The rest of an attribute that keeps an item out of the product.
fn is_of_tests(attribute: &TokenTree) -> bool {
    let words = attribute.to_string().replace([' ', '\n'], "");
    words == "[cfg(test)]" || words.starts_with("[cfg(all(test,")
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

struct Tokens<'a> {
    rest: Vec<String>,
    module: &'a [String],
}

impl Tokens<'_> {
    fn path(&mut self, prefix: &str, found: &mut Vec<String>) {
        let Some(word) = self.rest.pop() else { return };
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
            match self.rest.last().cloned() {
                Some(segment) if segment.starts_with(is_of_word) => {
                    self.rest.pop();
                    path = step(&path, &segment);
                }
                _ => break,
            }
        }
        found.push(path);
    }

    fn group(&mut self, prefix: &str, found: &mut Vec<String>) {
        while !self.rest.is_empty() && !self.next_is("}") {
            self.path(prefix, found);
        }
        self.rest.pop();
    }

    fn next_is(&self, token: &str) -> bool {
        self.rest.last().is_some_and(|next| next == token)
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
