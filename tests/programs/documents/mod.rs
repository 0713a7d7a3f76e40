//! Every document is correct: its commands can be run, its samples print what they show, its tables say what the help
//! says, and its links, paths and names of tests lead somewhere.
//!
//! * `markdown`: the documents, and their parts.
//! * `commands`: the commands that they show.
//! * `samples`: the output that they show.

mod commands;
mod markdown;
mod samples;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use harness::certificates::Authority;
use harness::home::Home;
use harness::nats_server::executable;
use harness::player::Player;
use harness::player::strategy::play_moves;
use harness::program::{Program, ServerProgram, client, server};
use harness::workspace;
use tictactoe_protocol::client::ClientFrame;

use commands::{commands, fault};
use markdown::{Document, Table, documents};
use samples::Sample;

/// Its own crate tests its frames: `protocol/tests/documentation.rs`.
const PROTOCOL: &str = "protocol/PROTOCOL.md";

const FOLDERS: [&str; 5] = ["client/", "protocol/", "server/", "tests/", ".ci/"];

fn document(path: &str) -> Document {
    let all = documents();
    all.into_iter().find(|document| document.path == path).unwrap_or_else(|| panic!("there is no {path}"))
}

/// Everything that the help of our programs says.
async fn help() -> String {
    let mut text = String::new();
    for (binary, commands) in [(client(), &["", "list"][..]), (server(), &["", "export", "backup", "health"])]
    {
        for command in commands {
            let arguments: Vec<_> = command.split_whitespace().chain(["--help"]).collect();
            text += &Program::start(binary, &arguments).exit().await.out;
        }
    }
    text
}

#[test]
fn links_lead_to_files_and_headings() {
    let all = documents();
    for document in &all {
        let file = workspace().join(&document.path);
        let folder = file.parent().expect("a folder");
        for link in document.links().iter().filter(|link| !link.starts_with("http")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.clone() } else { folder.join(path) };
            let Ok(target) = target.canonicalize() else { panic!("{}: {link}", document.path) };
            let other = all.iter().find(|other| workspace().join(&other.path) == target);
            let has_anchor = other.is_some_and(|other| other.anchors().iter().any(|name| name == anchor));
            assert!(anchor.is_empty() || has_anchor, "{}: {link}", document.path);
        }
    }
}

#[test]
fn paths_and_tests_that_are_named_exist() {
    for document in documents() {
        for span in document.spans() {
            if span.contains(' ') || !FOLDERS.iter().any(|folder| span.starts_with(folder)) {
                continue;
            }
            let (path, test) = span.split_once("::").unwrap_or((&span, ""));
            let file = workspace().join(path);
            assert!(file.exists(), "{}: there is no {path}", document.path);
            if !test.is_empty() {
                let source = fs::read_to_string(&file).expect("a source");
                assert!(source.contains(&format!("fn {test}(")), "{}: there is no {span}", document.path);
            }
        }
    }
}

#[tokio::test]
async fn commands_can_be_run_as_shown() {
    let mut checked = 0;
    for document in documents() {
        for command in commands(&document) {
            let fault = fault(&command).await;
            assert!(fault.is_none(), "{}: {command}\n{}", document.path, fault.unwrap_or_default());
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} commands were found");
}

/// Runs lines of a document in a home, with our programs in the path, on any free port.
fn shell(home: &Home, lines: &str) -> Program {
    let programs = server().parent().expect("a folder").display();
    let folder = home.path().display();
    let script = format!(
        "cd {folder}; PATH={programs}:$PATH; export PATH TICTACTOE_PORT=0 TICTACTOE_LOCAL=true\n{lines}"
    );
    Program::start_in(home, Path::new("sh"), &["-euc", &script])
}

#[tokio::test]
async fn a_backup_is_made_and_restored_as_printed() {
    let guide = document("server/hosting/data.md");
    let block =
        |what: &str| guide.blocks("sh").into_iter().find(|block| block.starts_with(what)).expect("a block");
    let home = Home::new();
    let running = ServerProgram::start_in(&home, &[]).await;
    let (mut x, mut o) = running.pair().await;
    play_moves(&mut x, &mut o, &[4, 0]).await;
    let made = shell(&home, block("tictactoe-server backup")).exit().await;
    assert_eq!((made.code, &*made.err), (Some(0), ""));
    drop(running);
    let restore = block("mkdir restored").trim_end();
    let (prepare, start) = restore.rsplit_once('\n').expect("lines");
    assert_eq!(shell(&home, prepare).exit().await.code, Some(0));
    let restored = ServerProgram::listening(shell(&home, &format!("exec {start}"))).await;
    assert_eq!(Player::resumed(restored.address, &x.ticket()).await.newest().moves, [4, 0]);
}

#[test]
fn the_configuration_of_nats_is_valid() {
    let authority = Authority::new();
    authority.certify(&["localhost"]);
    // `nsc` writes it, and the NATS server needs no one in it.
    fs::write(authority.path("resolver.conf"), "").expect("a file");
    let file = fs::read_to_string(workspace().join("server/hosting/nats.conf")).expect("the file");
    let installed = file.replace("/etc/nats/", &authority.file(""));
    fs::write(authority.path("nats.conf"), installed).expect("a file");
    let checked = Command::new(executable()).args(["-t", "-c", &authority.file("nats.conf")]).output();
    let checked = checked.expect("the NATS server");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[tokio::test]
async fn samples_print_what_they_show() {
    let mut checked = 0;
    for document in documents() {
        for block in document.blocks("console") {
            Sample::parse(block).check().await;
            checked += 1;
        }
    }
    assert!(checked > 0, "no sample was found");
}

#[test]
fn frames_are_frames_of_a_client() {
    let mut checked = 0;
    for document in documents().iter().filter(|document| document.path != PROTOCOL) {
        for frame in document.blocks("json").into_iter().flat_map(str::lines) {
            let parsed = ClientFrame::parse(frame);
            assert!(parsed.is_ok(), "{}: {frame}: {parsed:?}", document.path);
            checked += 1;
        }
    }
    assert!(checked > 5, "{checked} frames were found");
}

/// The rows of the help's section with this heading: what is written, and what it means.
fn section(help: &str, heading: &str) -> Vec<Vec<String>> {
    let lines = help.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    let rows = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.trim().split_once("  "));
    let rows: Vec<_> = rows.map(|(name, meaning)| vec![name.to_owned(), meaning.trim().to_owned()]).collect();
    assert!(!rows.is_empty(), "the help has no section {heading}");
    rows
}

#[tokio::test]
async fn tables_of_the_help_are_complete() {
    for (binary, path, headings) in [
        (client(), "client/README.md", &["Environment", "Exit codes"][..]),
        (server(), "server/hosting/operate.md", &["Exit codes"]),
    ] {
        let help = Program::start(binary, &["--help"]).exit().await.out;
        let tables = document(path).tables();
        for heading in headings {
            let rows = section(&help, heading);
            assert!(tables.iter().any(|table| table.rows == rows), "{path} does not have all of {rows:#?}");
        }
    }
}

/// The flags of a help that have a default, with the heading above each.
fn defaults(help: &str) -> BTreeMap<&str, (&str, &str)> {
    let mut defaults = BTreeMap::new();
    let (mut heading, mut flag) = ("", "");
    for line in help.lines().filter(|line| !line.is_empty()) {
        match line.len() - line.trim_start().len() {
            0 => heading = line.trim_end_matches(':'),
            // A deeper line continues the text of a flag.
            1..=6 => flag = line.split([' ', ',']).find(|word| word.starts_with("--")).unwrap_or_default(),
            _ => {}
        }
        if let Some((_, rest)) = line.split_once("[default: ")
            && let Some((default, _)) = rest.split_once(']')
        {
            defaults.insert(flag, (heading, default));
        }
    }
    defaults
}

#[tokio::test]
async fn defaults_of_flags_are_those_of_the_help() {
    let help = help().await;
    let defaults = defaults(&help);
    let mut checked = 0;
    for document in documents() {
        for row in document.tables_with(&["flag", "default"]).into_iter().flat_map(|table| table.rows) {
            let default = defaults.get(&*row[0]).map(|(_, default)| *default);
            assert_eq!(default, Some(&*row[1]), "{}: {row:?}", document.path);
            checked += 1;
        }
    }
    assert!(checked > 5, "{checked} defaults were found");
}

#[tokio::test]
async fn the_table_of_limits_is_complete() {
    let help = Program::start(server(), &["--help"]).exit().await.out;
    // A default in words depends on the machine.
    let is_limit = |heading: &str, default: &str| {
        ["Storage", "Access", "Limits"].contains(&heading) && !default.contains(' ')
    };
    let defaults = defaults(&help).into_iter();
    let limits: BTreeSet<_> = defaults
        .filter(|(_, (heading, default))| is_limit(heading, default))
        .map(|(flag, _)| flag.to_owned())
        .collect();
    let tables = document("server/hosting/limits.md").tables_with(&["flag", "default", "limit"]);
    assert_eq!(names(&tables), limits);
}

#[test]
fn every_promise_names_a_test() {
    let mut promises = 0;
    for table in documents().iter().flat_map(Document::tables) {
        if let Some(column) = table.header.iter().position(|name| name == "promise") {
            for row in &table.rows {
                assert!(row[column + 1].contains(".rs::"), "{row:?}");
                promises += 1;
            }
        }
    }
    assert!(promises > 8, "{promises} promises were found");
}

/// The names in the first column, which may be several in a row.
fn names(tables: &[Table]) -> BTreeSet<String> {
    let rows = tables.iter().flat_map(|table| &table.rows);
    rows.flat_map(|row| row[0].split(", ")).map(str::to_owned).collect()
}
