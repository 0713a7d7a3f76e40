//! Bundles the page's modules into the one script that browsers load, without a build step.
//!
//! The modules are concatenated in the order of their imports, without the lines that import and without the word
//! `export`. This is equivalent, because they use no other form of export and no two declare the same name: browsers
//! refuse a script that does.

macro_rules! modules {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("../../../page/", $name, ".js")))),*] };
}

/// Every module, after those that it imports: pure modules, browser interfaces, views.
const MODULES: [(&str, &str); 35] = modules![
    "core/boards",
    "core/names",
    "core/text",
    "core/route",
    "core/step",
    "core/connection",
    "core/refusals",
    "core/match",
    "core/requests",
    "core/handshake",
    "core/replay",
    "core/actions",
    "core/server-messages",
    "core/reducer",
    "core/game-view",
    "core/view",
    "core/sounds",
    "shell/storage",
    "shell/api",
    "shell/socket",
    "ui/dom",
    "ui/board",
    "ui/fields",
    "ui/lobby",
    "ui/start",
    "ui/link-card",
    "ui/waiting",
    "ui/review",
    "ui/sounds",
    "ui/games",
    "ui/players",
    "ui/game",
    "ui/double-click",
    "ui/ui",
    "main",
];

pub fn script() -> String {
    MODULES.map(|(_, source)| without_imports_and_exports(source)).join("\n")
}

fn without_imports_and_exports(source: &str) -> String {
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

    /// The text between `import` and `;`.
    fn imports(source: &str) -> impl Iterator<Item = &str> {
        source.split("\nimport ").skip(1).filter_map(|rest| rest.split(';').next())
    }

    const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page");

    /// The module that an import refers to.
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
    fn a_module_comes_after_those_that_it_imports() {
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
    fn pure_modules_import_only_pure_modules() {
        for (name, source) in MODULES.iter().filter(|(name, _)| name.starts_with("core/")) {
            for import in imports(source) {
                assert!(target(name, import).0.starts_with("core/"), "{name} imports {import}");
            }
        }
    }

    #[test]
    fn every_module_is_bundled() {
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
    fn imports_are_removed_and_exported_items_stay() {
        let source =
            "import { a } from './a.js';\nimport {\n  b,\n} from './b.js';\n\nexport const c = a + b;\n";
        assert_eq!(without_imports_and_exports(source), "\nconst c = a + b;\n");
    }

    #[test]
    fn modules_use_only_the_supported_forms_of_import_and_export() {
        for (name, source) in MODULES {
            for line in source.lines().filter(|line| line.starts_with("export ")) {
                let next = line.split(' ').nth(1).unwrap_or_default();
                assert!(["const", "function", "async", "class"].contains(&next), "{name}: {line}");
            }
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                assert!(line.starts_with("import {"), "{name}: {line}");
            }
            for import in imports(source) {
                assert!(!import.contains(" as "), "{name} renames an import: {import}");
            }
        }
    }
}
