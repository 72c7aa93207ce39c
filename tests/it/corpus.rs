//! Runs over the corpus of recorded answers, where it is at hand.
//!
//! The corpus is not part of the repository: `PINCITE_CORPUS` names its folder. Without it these
//! tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};

use pincite::cases::open;
use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::markers::{Options, extract, read_response};
use pincite::input::Input;
use pincite::inspect::inspect;
use pincite::report::{self, REPORTS};
use pincite::sources;

#[expect(clippy::print_stdout, reason = "a test that does nothing must say so")]
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("PINCITE_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: PINCITE_CORPUS is not set");
    }
    folder
}

/// A recorded answer, and what an independent script counted in it.
struct Answer {
    file: &'static str,
    /// Markers by family, in the order of the names.
    families: &'static [(&'static str, usize)],
    ids: usize,
    locators: usize,
}

const MARKERS: [Answer; 5] = [
    Answer {
        file: "newsrag-deep-research.md",
        families: &[("cite", 65), ("entity", 12)],
        ids: 261,
        locators: 0,
    },
    Answer {
        file: "manual-bb-deep-research.ja.md",
        families: &[("cite", 48), ("entity", 11)],
        ids: 135,
        locators: 0,
    },
    Answer {
        file: "marshal-deep-research.zh.md",
        families: &[("cite", 62)],
        ids: 138,
        locators: 0,
    },
    Answer {
        file: "blink-deep-research-filecite.md",
        families: &[("cite", 31), ("entity", 1), ("filecite", 181)],
        ids: 220,
        locators: 181,
    },
    Answer {
        file: "azoth-deep-research.md",
        families: &[("cite", 156), ("entity", 4), ("image_group", 1)],
        ids: 302,
        locators: 0,
    },
];

#[test]
fn marker_answers() {
    let Some(folder) = corpus() else { return };
    let folder = folder.join("openai-markers");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), MARKERS.len());
    for Answer { file, families, ids, locators } in MARKERS {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let names = ["cite", "filecite"].map(str::to_owned).to_vec();
        let sound = extract(&text, &Options { families: names, escapes: true });
        let response = read_response(text, &Families::default());
        let cited = response.citations.iter().map(|citation| citation.family.as_str());
        let shown = response.cards.iter().map(|card| card.family.as_str());
        let mut found: Vec<&str> = cited.chain(shown).collect();
        found.sort_unstable();
        let counted = found.chunk_by(|left, right| left == right);
        let counted: Vec<_> = counted.map(|group| (group[0], group.len())).collect();
        assert_eq!(counted, families, "{file}");
        assert!(response.citations.iter().all(|citation| citation.problem.is_none()), "{file}");
        assert!(response.cards.iter().all(|card| card.known), "{file}");
        let entities = response.cards.iter().filter(|card| card.family == "entity");
        assert!(entities.clone().all(|card| card.label.is_some()), "{file}");
        assert_eq!(sound.len(), response.citations.len(), "{file}");
        assert_eq!(sound.iter().map(|found| found.source_ids.len()).sum::<usize>(), ids, "{file}");
        assert_eq!(sound.iter().filter(|it| it.locator.is_some()).count(), locators, "{file}");
    }
}

/// Returns every case of a file in every report; the error if it cannot be read.
fn shown(path: &Path) -> Result<String, String> {
    let input = Input::new(path.to_string_lossy(), fs::read(path).unwrap());
    let cases = open(input, None, &Families::default()).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    for index in 0..cases.len() {
        let case = cases.read(index).map_err(|error| error.to_string())?;
        let inspection = inspect(case);
        for report in REPORTS {
            (report.write)(&inspection, &report::Options::default(), &mut out).unwrap();
        }
    }
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn marker_answers_open_and_are_shown() {
    let Some(folder) = corpus() else { return };
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let mut seen = 0;
    for entry in manifest.as_array().unwrap() {
        let file = entry["file"].as_str().unwrap();
        if entry["format"] != "openai-markers" {
            continue;
        }
        let families = ["open cite", "open filecite"].map(|family| &entry["counted"][family]);
        let counted: u64 = families.iter().filter_map(|count| count.as_u64()).sum();
        let text = shown(&folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.contains("format: markers (private-use citation markers)\n"), "{file}");
        let head = format!("\n{counted} citations, {counted} unresolved\n");
        assert!(text.contains(&head), "{file}: not {head}");
        assert!(!text.contains("faulty marker") && !text.contains("(no claim"), "{file}");
        seen += 1;
    }
    assert_eq!(seen, MARKERS.len());
}

/// Every file below `folder`.
pub(crate) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn every_recording_opens_or_is_refused_in_words() {
    let Some(folder) = corpus() else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    assert!(paths.len() > 100, "{}", paths.len());
    for path in paths {
        if let Err(error) = shown(&path) {
            assert!(error.starts_with("cannot read ") && !error.contains('\n'), "{error}");
        }
        match sources::load(std::slice::from_ref(&path), &[]) {
            Ok(loaded) => assert!(!loaded.sources.is_empty(), "{}", path.display()),
            Err(error) => assert!(error.advice().is_some(), "{error}"),
        }
    }
}
