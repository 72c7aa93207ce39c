//! Runs over the corpus of recorded answers, where it is at hand.
//!
//! The corpus is not part of the repository: `PINCITE_CORPUS` names its folder. Without it these
//! tests say so and pass.

use std::path::PathBuf;

use pincite::formats::markers::{Families, Options, extract, read_response};

#[expect(clippy::print_stdout, reason = "a test that does nothing must say so")]
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("PINCITE_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("PINCITE_CORPUS is not set: nothing is checked");
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
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), MARKERS.len());
    for Answer { file, families, ids, locators } in MARKERS {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
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
