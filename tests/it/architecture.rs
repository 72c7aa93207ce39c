//! The layers: who may import whom, and where each dependency lives. Reads all of `src/`, test modules
//! apart, and prints every violation in one failure.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::imports::{File, Graph, walk};

/// The modules in reading order. A module imports only from those before it.
const LAYERS: &[&str] = &[
    "text", "error", "model", "locator", "sources", "history", "input", "dialects", "cases",
    "resolve", "evidence", "rules", "inspect", "review", "report", "convert", "config", "tui",
    "cli", "main",
];

/// The name of each dependency in code, and the modules that may use it.
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
    ("jiff::", &["review", "report", "tui", "cli"]),
    ("sha2::", &["review", "report"]),
    ("crc32fast::", &["input", "review"]),
    ("askama::", &["report"]),
    ("csv::", &["input", "review", "report"]),
    ("notify::", &["sources"]),
    ("ratatui_textarea::", &["tui"]),
    ("toml::", &["evidence", "config", "tui"]),
    ("rayon::", &["cli"]),
    ("tempfile::", &["sources", "cli"]),
    ("pdf_extract::", &["sources"]),
    ("html5ever::", &["sources"]),
    ("hayagriva::", &["convert"]),
    ("percent_encoding::", &["text"]),
    ("quick_xml::", &["sources", "report"]),
    ("zip::", &["sources"]),
    ("encoding_rs::", &["sources", "dialects"]),
    ("base64::", &["input", "dialects", "report"]),
    ("biblatex::", &["cases"]),
    ("landlock::", &["sources"]),
    ("nix::unistd", &["sources"]),
    ("alphanumeric_sort::", &["sources"]),
];

/// Files that import from their right. The list only ever gets shorter.
const KNOWN_BACKWARD: &[(&str, &str)] = &[
    ("dialects/shared/retrieved.rs", "cases"),
    ("input/container.rs", "dialects"),
    ("input/record.rs", "cases"),
    ("input/record.rs", "dialects"),
];

/// Folders whose files are the entries of a table. An entry imports none of the others; what two
/// share is in `shared`.
const REGISTRIES: &[&str] = &[
    "dialects/payload",
    "dialects/app",
    "dialects/framework",
    "dialects/evaluation",
    "dialects/document",
    "dialects/marks",
    "rules",
    "rules/coverage",
    "rules/evidence",
    "rules/ignoring",
    "rules/marker",
    "rules/placement",
    "rules/pointer",
    "rules/quote",
    "report",
    "report/compare",
    "report/findings",
    "report/review",
    "convert",
    "sources",
    "sources/documents",
    "tui/commands",
];

/// Entries that import another one. The list only ever gets shorter.
const KNOWN_NEIGHBOURS: &[(&str, &str)] = &[
    ("dialects/payload/interactions", "gemini"),
    ("report/text", "json"),
    ("sources/documents/html", "web"),
    ("sources/documents/office", "web"),
];

/// The parts of `tui` below the state, which it may import.
const BELOW_STATE: &[&str] = &["role", "keymap", "colours", "chip", "layout", "state"];

/// Names that the state does not use: widgets and whatever reaches a file or the terminal.
const NOT_IN_STATE: &[&str] = &[
    "ratatui::widgets",
    "ratatui::buffer",
    "ratatui_textarea",
    "std::fs",
    "std::io",
    "std::process",
];

fn graph() -> Graph {
    Graph::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// Returns the module at the top that a file belongs to; `None` for the crate's root.
fn top(file: &File) -> Option<&str> {
    file.module.first().map(String::as_str)
}

fn place(module: &str) -> usize {
    let place = LAYERS.iter().position(|layer| *layer == module);
    place.unwrap_or_else(|| panic!("`{module}` is not in the list of layers"))
}

fn assert_none(violations: &[String], rule: &str) {
    assert!(violations.is_empty(), "{rule}:\n  {}", violations.join("\n  "));
}

#[test]
fn modules_import_only_from_their_left() {
    let graph = graph();
    let mut violations = Vec::new();
    for (file, edges) in graph.files.iter().zip(&graph.edges) {
        let Some(here) = top(file) else { continue };
        for (to, names) in edges {
            let Some(there) = top(&graph.files[*to]).filter(|there| *there != here) else {
                continue;
            };
            let is_known = KNOWN_BACKWARD.contains(&(file.path.as_str(), there));
            if place(there) >= place(here) && !is_known {
                violations.push(format!("{} imports {names:?} of `{there}`", file.path));
            }
        }
        if file.code.contains("use crate::{") {
            violations.push(format!("{}: one `use` a module", file.path));
        }
    }
    assert_none(&violations, "a module imports only from its left");
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let graph = graph();
    let mut violations = Vec::new();
    for circle in graph.circles() {
        for &from in &circle {
            for (to, names) in graph.edges[from].iter().filter(|(to, _)| circle.contains(to)) {
                let [from, to] = [from, *to].map(|at| &graph.files[at].path);
                violations.push(format!("{from} uses {names:?} of {to}"));
            }
        }
    }
    assert_none(&violations, "files use each other in a circle");
}

#[test]
fn entries_of_a_registry_never_import_one_another() {
    let graph = graph();
    let mut violations = Vec::new();
    for registry in REGISTRIES {
        let entries = entries(&graph, registry);
        let entry = |file: &File| {
            let rest = file.path.strip_prefix(&format!("{registry}/"))?;
            let name = rest.split('/').next()?.trim_end_matches(".rs").to_owned();
            entries.contains(&name).then_some(name)
        };
        for (file, edges) in graph.files.iter().zip(&graph.edges) {
            let Some(own) = entry(file) else { continue };
            for (to, names) in edges {
                let Some(other) = entry(&graph.files[*to]).filter(|other| *other != own) else {
                    continue;
                };
                let from = format!("{registry}/{own}");
                if !KNOWN_NEIGHBOURS.contains(&(from.as_str(), other.as_str())) {
                    violations.push(format!(
                        "{} imports {names:?} of its neighbour `{other}`",
                        file.path
                    ));
                }
            }
        }
    }
    assert_none(&violations, "entries of a table import one another");
}

/// Returns the modules of a registry that a table names: those of whose files its `mod.rs`, or that
/// of a folder around it, uses a constant.
fn entries(graph: &Graph, registry: &str) -> BTreeSet<String> {
    let is_table = |file: &File| {
        let folder = file.path.strip_suffix("mod.rs");
        folder
            .is_some_and(|folder| !folder.is_empty() && format!("{registry}/").starts_with(folder))
    };
    let tables = graph.files.iter().zip(&graph.edges).filter(|(file, _)| is_table(file));
    let named = tables.flat_map(|(_, edges)| edges).filter(|(_, names)| {
        names.iter().any(|name| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
    });
    let inside =
        named.filter_map(|(to, _)| graph.files[*to].path.strip_prefix(&format!("{registry}/")));
    let names =
        inside.map(|rest| rest.split('/').next().unwrap().trim_end_matches(".rs").to_owned());
    names.filter(|name| name != "mod").collect()
}

#[test]
fn the_state_of_the_screen_stands_on_nothing_above_it() {
    let graph = graph();
    let mut violations = Vec::new();
    for (file, edges) in graph.files.iter().zip(&graph.edges) {
        if file.path.starts_with("tui/")
            && file.code.contains("impl State {")
            && file.path != "tui/state/screen.rs"
        {
            violations.push(format!("{} adds methods to the state", file.path));
        }
        if !file.path.starts_with("tui/state/") {
            continue;
        }
        for (to, names) in edges {
            let target = &graph.files[*to];
            let is_above = target.module[0] == "tui"
                && target.module.get(1).is_some_and(|part| !BELOW_STATE.contains(&part.as_str()));
            if is_above {
                violations.push(format!("{} imports {names:?} of {}", file.path, target.path));
            }
        }
        for name in NOT_IN_STATE.iter().filter(|name| file.code.contains(**name)) {
            violations.push(format!("{} uses `{name}`", file.path));
        }
    }
    assert_none(&violations, "the state imports something above it");
}

#[test]
fn dependencies_stay_in_their_homes() {
    let mut violations = Vec::new();
    for file in graph().files {
        for (name, homes) in HOMES {
            let at_home = top(&file).is_none_or(|module| homes.contains(&module));
            if !at_home && file.code.contains(name) {
                violations.push(format!("{} uses `{name}`", file.path));
            }
        }
    }
    assert_none(&violations, "a dependency is used outside its home");
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
    let mut violations = Vec::new();
    for file in graph().files {
        if !file.text.starts_with("//! ") {
            violations.push(format!("{} does not say what it is for", file.path));
        }
        let lines = file.code.lines().filter(|line| !line.trim().is_empty()).count();
        if lines > 400 {
            violations.push(format!("{} has {lines} lines of code", file.path));
        }
    }
    assert_none(&violations, "a file has no head, or is too long");
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
    for name in ["story", "handbook", "evidence"] {
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
