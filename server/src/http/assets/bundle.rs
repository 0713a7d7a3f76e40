//! Bundles the page's modules into the one script that browsers load, without a build step.
//!
//! The modules are concatenated, each after those that it imports, without comments, without the lines that import and
//! without the word `export`. This is equivalent, because they use no other form of export and no two declare the same
//! name. Browsers refuse a script in which two do. Without the comments the first load is a quarter smaller.

use std::collections::HashSet;

use super::page;

pub fn script() -> String {
    let mut bundle = Bundle::default();
    bundle.add("main.js");
    bundle.text
}

#[derive(Default)]
struct Bundle {
    modules: HashSet<String>,
    text: String,
}

impl Bundle {
    /// Adds a module after those that it imports.
    fn add(&mut self, name: &str) {
        if !self.modules.insert(name.to_owned()) {
            return;
        }
        let source = String::from_utf8_lossy(page(name));
        let mut importing = false;
        let mut text = String::with_capacity(source.len() + 1);
        for line in code(&source) {
            importing |= line.starts_with("import ");
            if !importing {
                text += line.strip_prefix("export ").unwrap_or(line);
                text += "\n";
            } else if let Some(imported) = imported(line, name) {
                self.add(&imported);
            }
            importing &= !line.ends_with(';');
        }
        self.text += &text;
        self.text += "\n";
    }
}

/// The lines that are no comments. Code follows a comment only on the line where the comment begins.
fn code(source: &str) -> impl Iterator<Item = &str> {
    let mut in_comment = false;
    source.lines().filter(move |line| {
        let line = line.trim();
        let begins = line.starts_with("/*") && (line.ends_with("*/") || !line.contains("*/"));
        let is_code = !in_comment && !begins && !line.starts_with("//");
        in_comment = (in_comment || begins) && !line.ends_with("*/");
        is_code
    })
}

/// The module that the last line of an import names, such as `} from '../core/text.js';`.
fn imported(line: &str, by: &str) -> Option<String> {
    let (_, path) = line.split_once(" from '")?;
    let path = path.strip_suffix("';")?;
    let folder = by.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = || Some(format!("{folder}/{}", path.strip_prefix("./")?));
    let path = path.strip_prefix("../").map(str::to_owned).or_else(beside)?;
    Some(path.trim_start_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use include_dir::Dir;

    use super::super::PAGE;
    use super::*;

    /// Every module and its source.
    fn modules() -> impl Iterator<Item = (String, &'static str)> {
        let is_of_script =
            |folder: &&Dir| ["core", "shell", "ui"].iter().any(|name| folder.path() == Path::new(name));
        let files = PAGE.files().chain(PAGE.dirs().filter(is_of_script).flat_map(Dir::files));
        let scripts = files.filter(|file| file.path().extension() == Some("js".as_ref()));
        scripts.map(|file| (file.path().to_str().unwrap().replace('\\', "/"), file.contents_utf8().unwrap()))
    }

    /// The modules that a module imports. Panics if they import it in turn.
    fn imports(name: &str, from: &[&str]) -> Vec<String> {
        let from = [from, &[name]].concat();
        let source = std::str::from_utf8(page(name)).unwrap();
        let direct: Vec<_> = source.lines().filter_map(|line| imported(line, name)).collect();
        for other in &direct {
            assert!(!from.contains(&other.as_str()), "{from:?} import {other}");
            imports(other, &from);
        }
        direct
    }

    #[test]
    fn every_module_is_bundled() {
        let mut bundle = Bundle::default();
        bundle.add("main.js");
        let known: HashSet<_> = modules().map(|(name, _)| name).collect();
        assert_eq!(bundle.modules, known);
        assert!(!bundle.text.contains("\nimport ") && !bundle.text.contains("\nexport "));
    }

    #[test]
    fn comments_are_left_out_with_nothing_else() {
        let source =
            "/** A */\nlet a; // b\n/*\n * c\n */\n  // d\nf(/** @type {E} */ (a));\n/** @type {E} */ (g)();";
        let kept: Vec<_> = code(source).collect();
        assert_eq!(kept, ["let a; // b", "f(/** @type {E} */ (a));", "/** @type {E} */ (g)();"]);
        let script = script();
        assert!(script.lines().all(|line| line.contains("/*") == line.contains("*/")), "{script}");
    }

    #[test]
    fn pure_modules_import_only_pure_modules_and_none_imports_itself() {
        for (name, _) in modules() {
            for other in imports(&name, &[]) {
                assert!(!name.starts_with("core/") || other.starts_with("core/"), "{name} imports {other}");
            }
        }
    }

    #[test]
    fn modules_use_only_the_supported_forms_of_import_and_export() {
        for (name, source) in modules() {
            for line in source.lines().filter(|line| line.starts_with("export ")) {
                let next = line.split(' ').nth(1).unwrap_or_default();
                assert!(["const", "function", "async", "class"].contains(&next), "{name}: {line}");
            }
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                assert!(line.starts_with("import {"), "{name}: {line}");
            }
            for import in source.split("\nimport ").skip(1).filter_map(|rest| rest.split(';').next()) {
                assert!(!import.contains(" as "), "{name} renames an import: {import}");
            }
        }
    }
}
