//! The page's modules as the one script that browsers load: one request, and nothing to build.
//!
//! The modules are put one after the other, each after those that it imports from, without the lines that import and
//! without the word `export`. That means the same, because a module exports by that word only, and what is at the top of
//! a module has a name of its own among all of them: a browser refuses a script that says a name twice.

/// The modules, each with its name.
macro_rules! modules {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("../../page/", $name, ".js")))),*] };
}

/// Every module, in the order in which they are read: what only computes, what the browser keeps and connects, what is
/// seen.
const MODULES: [(&str, &str); 36] = modules![
    "core/boards",
    "core/text",
    "core/route",
    "core/rooms",
    "core/step",
    "core/connection",
    "core/refusals",
    "core/moves",
    "core/handshake",
    "core/actions",
    "core/match-events",
    "core/results",
    "core/server-messages",
    "core/reducer",
    "core/status",
    "core/analysis",
    "core/game-view",
    "core/view",
    "shell/storage",
    "shell/socket",
    "shell/countdown",
    "ui/dom",
    "ui/board",
    "ui/field-errors",
    "ui/match-list",
    "ui/start",
    "ui/invitation",
    "ui/review",
    "ui/players",
    "ui/game",
    "ui/title-icon",
    "ui/stopped",
    "ui/double-click",
    "ui/waiting",
    "ui/ui",
    "main",
];

/// The whole script.
#[must_use]
pub fn script() -> String {
    MODULES.map(|(_, source)| without_seams(source)).join("\n")
}

/// A module's source without its imports and exports.
fn without_seams(source: &str) -> String {
    let mut importing = false;
    let mut text = String::with_capacity(source.len());
    for line in source.lines() {
        importing |= line.starts_with("import ");
        if !importing {
            text += line.strip_prefix("export ").unwrap_or(line);
            text += "\n";
        }
        importing &= !line.ends_with(';');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands between `import` and `;`.
    fn imports(source: &str) -> impl Iterator<Item = &str> {
        source.split("\nimport ").skip(1).filter_map(|rest| rest.split(';').next())
    }

    /// The folder of the page's sources.
    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page");

    /// The module that an import of a module names.
    fn target<'a>(name: &str, import: &'a str) -> (String, &'a str) {
        let path = import.split_once(" from '").and_then(|(_, path)| path.strip_suffix(".js'")).unwrap();
        let folder = name.split_once('/').map(|(folder, _)| folder);
        match (path.strip_prefix("../"), path.strip_prefix("./"), folder) {
            (_, Some(other), Some(folder)) => (format!("{folder}/{other}"), path),
            (Some(other), _, Some(_)) | (_, Some(other), None) => (other.to_owned(), path),
            _ => panic!("{name} imports {import}"),
        }
    }

    #[test]
    fn a_module_comes_after_those_that_it_imports_from() {
        let mut read = Vec::new();
        for (name, source) in MODULES {
            for import in imports(source) {
                let (other, path) = target(name, import);
                assert!(read.contains(&other), "{name} imports from {path}, which comes later");
            }
            read.push(name.to_owned());
        }
    }

    #[test]
    fn what_only_computes_imports_nothing_else() {
        for (name, source) in MODULES.iter().filter(|(name, _)| name.starts_with("core/")) {
            for import in imports(source) {
                assert!(target(name, import).0.starts_with("core/"), "{name} imports {import}");
            }
        }
    }

    #[test]
    fn every_module_is_there() {
        let mut modules = Vec::new();
        for folder in ["", "core/", "shell/", "ui/"] {
            let files = std::fs::read_dir(format!("{PAGE}/{folder}")).unwrap();
            let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
            modules.extend(names.filter_map(|name| Some(format!("{folder}{}", name.strip_suffix(".js")?))));
        }
        let mut known = MODULES.map(|(name, _)| name.to_owned());
        modules.sort();
        known.sort();
        assert_eq!(modules, known);
    }

    #[test]
    fn imports_go_and_exports_stay() {
        let source =
            "import { a } from './a.js';\nimport {\n  b,\n} from './b.js';\n\nexport const c = a + b;\n";
        assert_eq!(without_seams(source), "\nconst c = a + b;\n");
    }

    #[test]
    fn modules_import_and_export_in_no_other_way() {
        for (name, source) in MODULES {
            for line in source.lines().filter(|line| line.starts_with("export ")) {
                let next = line.split(' ').nth(1).unwrap_or_default();
                assert!(["const", "function", "async", "class"].contains(&next), "{name}: {line}");
            }
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                assert!(line.starts_with("import {"), "{name}: {line}");
            }
            for import in imports(source) {
                assert!(!import.contains(" as "), "{name} gives what it imports another name: {import}");
            }
        }
    }
}
