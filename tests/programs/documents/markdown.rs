//! The documents, and their parts: enough of Markdown for these tests.

use std::fs;
use std::path::{Path, PathBuf};

use harness::workspace;

pub(crate) struct Document {
    /// Its path in the workspace.
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Every document of the workspace.
pub(crate) fn documents() -> Vec<Document> {
    let mut files = Vec::new();
    find(&workspace(), &mut files);
    files.sort();
    files.iter().map(|file| Document::read(file)).collect()
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the workspace") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" && name != "node_modules" {
            find(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
}

impl Document {
    fn read(file: &Path) -> Self {
        let path = file.strip_prefix(workspace()).expect("a file of the workspace");
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Self { path: path.to_string_lossy().into_owned(), text }
    }

    /// The contents of the code blocks of this language.
    pub(crate) fn blocks(&self, language: &str) -> Vec<&str> {
        let fence = format!("\n```{language}\n");
        self.text.split(&fence).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
    }

    /// The text without code blocks.
    fn prose(&self) -> String {
        let mut is_code = false;
        let lines = self.text.lines().filter(|line| {
            let is_fence = line.starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Everything in back quotes outside code blocks.
    pub(crate) fn spans(&self) -> Vec<String> {
        self.prose().split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")).collect()
    }

    /// The targets of links and pictures.
    pub(crate) fn links(&self) -> Vec<String> {
        let prose = self.prose();
        prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
    }

    /// Headings as links name them.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        let slug = |heading: &str| {
            let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
            words.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
        };
        headings.map(slug).collect()
    }

    /// The cells of the tables, without back quotes.
    pub(crate) fn tables(&self) -> Vec<Table> {
        let prose = self.prose();
        let lines: Vec<_> = prose.lines().collect();
        let tables = lines.split(|line| !line.starts_with('|')).filter(|lines| lines.len() > 2);
        tables
            .map(|lines| Table {
                header: cells(lines[0]),
                rows: lines[2..].iter().map(|line| cells(line)).collect(),
            })
            .collect()
    }

    /// The tables whose header begins with these words.
    pub(crate) fn tables_with(&self, header: &[&str]) -> Vec<Table> {
        self.tables()
            .into_iter()
            .filter(|table| table.header.iter().zip(header).all(|(a, b)| a == b))
            .collect()
    }
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|');
    row.split('|').map(|cell| cell.replace('`', "").trim().to_owned()).collect()
}
