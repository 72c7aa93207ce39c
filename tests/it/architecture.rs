//! The layers: who may import whom, and where each dependency lives. Reads `src/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in reading order. A module imports only from those before it.
const LAYERS: &[&str] = &[
    "text", "error", "model", "locator", "sources", "history", "input", "dialects", "cases",
    "resolve", "evidence", "rules", "inspect", "review", "report", "convert", "config", "tui",
    "cli", "main",
];

/// What a dependency's name in code looks like, and the modules that may use it.
const HOMES: &[(&str, &[&str])] = &[
    ("serde_json::", &["sources", "input", "dialects", "cases", "report", "review", "convert"]),
    ("ratatui::", &["tui"]),
    ("crossterm::", &["tui"]),
    ("crokey::", &["tui"]),
    ("syntect::", &["tui"]),
    ("clap::", &["cli", "main"]),
    ("std::fs", &["sources", "cases", "review", "config", "cli"]),
    ("pulldown_cmark::", &["text"]),
    ("unicode_width::", &["text", "tui"]),
    ("schemars::", &["report"]),
    ("annotate_snippets::", &["report"]),
    ("serde_sarif::", &["report"]),
    ("quick_junit::", &["report"]),
    ("jiff::", &["review", "report", "tui", "cli"]),
    ("sha2::", &["review", "report"]),
    ("crc32fast::", &["review"]),
    ("askama::", &["report"]),
    ("csv::", &["review", "report"]),
    ("notify::", &["sources"]),
    ("ratatui_textarea::", &["tui"]),
    ("toml::", &["evidence", "config", "tui"]),
    ("rayon::", &["cli"]),
    ("tempfile::", &["sources", "cli"]),
    ("pdf_extract::", &["sources"]),
    ("html5ever::", &["sources"]),
    ("hayagriva::", &["convert"]),
    ("percent_encoding::", &["text"]),
    ("quick_xml::", &["sources"]),
    ("zip::", &["sources"]),
    ("encoding_rs::", &["sources", "dialects"]),
    ("base64::", &["dialects", "report"]),
    ("biblatex::", &["cases"]),
    ("landlock::", &["sources"]),
    ("nix::unistd", &["sources"]),
    ("alphanumeric_sort::", &["sources"]),
];

/// A source file with its module and its lines of code, tests and comments left out.
struct File {
    path: PathBuf,
    module: String,
    code: String,
}

fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    walk(&root, &mut paths);
    paths
        .into_iter()
        .filter_map(|path| {
            let relative = path.strip_prefix(&root).unwrap();
            let first = relative.components().next().unwrap().as_os_str().to_str().unwrap();
            let module = first.trim_end_matches(".rs").to_owned();
            let is_test = path.file_stem().is_some_and(|stem| stem == "tests" || stem == "testing");
            let code = code(&fs::read_to_string(&path).unwrap());
            (module != "lib" && !is_test).then_some(File { path, module, code })
        })
        .collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The lines before the test module that are no comments.
fn code(text: &str) -> String {
    let production = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
    let lines = production.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn place(module: &str) -> usize {
    let place = LAYERS.iter().position(|layer| *layer == module);
    place.unwrap_or_else(|| panic!("`{module}` is not in the list of layers"))
}

/// The modules that a file names through `crate::` (`pincite::` in the binary).
fn imports(file: &File) -> BTreeSet<&str> {
    let root = if file.module == "main" { "pincite::" } else { "crate::" };
    let uses = file.code.split(root).skip(1);
    let names = uses
        .map(|rest| rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap());
    names.filter(|name| !name.is_empty() && *name != file.module).collect()
}

#[test]
fn modules_import_only_from_their_left() {
    for file in files() {
        let here = place(&file.module);
        for name in imports(&file) {
            assert!(place(name) < here, "{} imports `{name}`", file.path.display());
        }
        assert!(!file.code.contains("use crate::{"), "{}: one `use` a module", file.path.display());
    }
}

#[test]
fn dependencies_stay_in_their_homes() {
    for file in files() {
        for (name, homes) in HOMES {
            let at_home = homes.contains(&file.module.as_str());
            assert!(at_home || !file.code.contains(name), "{} uses `{name}`", file.path.display());
        }
    }
}

#[test]
fn entries_of_a_registry_never_import_one_another() {
    for file in files() {
        for entry in ["case", "text"] {
            let own = file.path.ends_with(format!("{entry}.rs"));
            let named = file.code.contains(&format!("super::{entry}::"));
            let registry = file.path.ends_with("mod.rs");
            let in_dialects = file.module == "dialects";
            assert!(!in_dialects || own || registry || !named, "{}", file.path.display());
        }
    }
}

#[test]
fn marker_characters_are_written_as_escapes() {
    for folder in ["src", "tests"] {
        let mut paths = Vec::new();
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut paths);
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            let private = text.chars().any(|c| ('\u{e000}'..='\u{f8ff}').contains(&c));
            assert!(!private, "{} holds private-use characters", path.display());
        }
    }
}

#[test]
fn every_file_opens_with_what_it_is_for_and_stays_short() {
    for file in files() {
        let text = fs::read_to_string(&file.path).unwrap();
        assert!(text.starts_with("//! "), "{} says not what it is for", file.path.display());
        let lines = file.code.lines().filter(|line| !line.trim().is_empty()).count();
        assert!(lines <= 400, "{} has {lines} lines of code", file.path.display());
    }
}

#[test]
fn every_snapshot_belongs_to_a_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    for entry in fs::read_dir(tests.join("snapshots")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let names = file.strip_suffix(".snap").and_then(|name| name.strip_prefix("it__"));
        let (module, name) = names
            .and_then(|names| names.split_once("__"))
            .unwrap_or_else(|| panic!("{file} is no accepted snapshot"));
        let test = fs::read_to_string(tests.join(module).with_extension("rs")).unwrap();
        let named = test.contains(&format!("assert_snapshot!(\"{name}\""));
        let function = test.contains(&format!("\nfn {name}() {{"));
        assert!(named || function, "no test compares {file}");
    }
}

#[test]
fn every_file_of_the_demos_is_in_the_program() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let demo =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/demo.rs")).unwrap();
    for name in ["handbook", "evidence"] {
        let mut found = 0;
        for folder in [samples.join(name), samples.join(name).join("sources")] {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let name = path.strip_prefix(&samples).unwrap().to_str().unwrap();
                    assert!(demo.contains(&format!("sample!(\"{name}\")")), "{name}");
                    found += 1;
                }
            }
        }
        assert!(found > 1, "{name}");
    }
}

#[test]
fn what_reads_the_corpus_is_named_so_that_the_gate_runs_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let module = path.file_stem().unwrap().to_str().unwrap();
        for test in text.split("\n#[test]\nfn ").skip(1) {
            let name = test.split('(').next().unwrap();
            let body = test.split("\n}\n").next().unwrap();
            if module != "architecture" && body.contains("corpus()") {
                let name = format!("{module}::{name}");
                let named = ["corpus", "recorded", "benchmark"].iter().any(|it| name.contains(it));
                assert!(named, "{name} reads the corpus, and `.ci/run` does not know");
                found += 1;
            }
        }
    }
    assert!(found > 5, "{found}");
}
