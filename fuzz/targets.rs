//! The entry points that take bytes from strangers, one function for each.
//!
//! The fuzzers of this folder and the mutation test (`tests/it/mutation.rs`) run the same ones. None
//! may panic, whatever it gets; some check what has to hold besides.

use std::io::Write as _;

use pincite::cases::{self, Cases};
use pincite::dialects::shared::markers::Families;
use pincite::dialects::shared::pattern::Pattern;
use pincite::input::Input;
use pincite::inspect::inspect_with;
use pincite::model::{Document, DocumentData, Source, SourceText};
use pincite::review::journal::Journal;
use pincite::sources::documents::{Extractor, Limits, extract, process};
use pincite::text::safe::{pieces, unescape};
use pincite::text::{SafeText, markdown};

/// A name, the samples that its mutants start from (endings of paths below `samples/`), and the entry
/// point.
pub type Target = (&'static str, &'static [&'static str], fn(&[u8]));

/// All entry points.
pub const TARGETS: &[Target] = &[
    ("markers", &["markers/answer.md", "handbook/answer.md"], markers),
    ("numbered", &["numbered/answer.md", "lenticular/answer.md"], numbered),
    ("payloads", &[".json"], payloads),
    ("streams", &[".sse", ".jsonl"], streams),
    ("containers", &[".jsonl", ".json"], containers),
    ("locators", &["markers/answer.md"], locators),
    ("fragments", &["markers/answer.md"], fragments),
    ("journal", &["markers/answer.md"], journal),
    ("pattern", &["pattern/pincite.toml", "pattern/answer.md"], pattern),
    ("markdown", &[".md"], markdown),
    ("display", &[".md", ".json"], display),
    ("protocol", &["markers/answer.md"], protocol),
    ("html", &[".html"], html),
    ("sources", &[".txt", ".md"], sources),
];

/// Runs the entry point of that name.
pub fn run(name: &str, bytes: &[u8]) {
    for (_, _, run) in TARGETS.iter().filter(|target| target.0 == name) {
        run(bytes);
    }
}

/// The most cases of an input that are looked at.
const CASES: usize = 2;

/// The text of the source that locators and fragments point into.
const SOURCE: &str = "# One\nRefunds take five days.\n\n# Two\nThe fee is 12 euros, or 7%.\n";

fn inspected(cases: &Cases) {
    for index in (0..CASES).take_while(|index| cases.has(*index)) {
        if let Ok(mut case) = cases.read(index) {
            let source = SourceText::Inline(SOURCE.into());
            case.sources.push(Source { id: "a".to_owned(), text: source, ..Source::default() });
            let text = case.response.text.clone();
            let inspection = inspect_with(case, &Extractor::none());
            for citation in &inspection.case.response.citations {
                let span = citation.anchor.span;
                assert!(text.get(span.start..span.end).is_some(), "a span cuts a character");
            }
        }
    }
}

fn opened(name: &str, bytes: &[u8], dialect: Option<&str>) {
    let Ok(input) = Input::unpacked(name, bytes.to_vec()) else { return };
    cases::companion_of(&input);
    if let Ok(cases) = cases::open(input, dialect, &Families::default()) {
        inspected(&cases);
    }
}

fn markers(bytes: &[u8]) {
    opened("r.md", bytes, Some("markers"));
}

fn numbered(bytes: &[u8]) {
    opened("r.md", bytes, None);
}

fn payloads(bytes: &[u8]) {
    opened("r.json", bytes, None);
}

fn streams(bytes: &[u8]) {
    opened("r.sse", bytes, None);
}

fn containers(bytes: &[u8]) {
    opened("r.jsonl", bytes, None);
}

fn locators(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    opened("r.md", format!("So.\u{e200}cite\u{e202}a\u{e202}{text}\u{e201}").as_bytes(), None);
    opened("r.md", format!("So.【1†a†{text}】").as_bytes(), None);
}

fn fragments(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let response = format!("So [it](a#{text}) and [so](a#:~:text={text}).");
    opened("r.md", response.as_bytes(), None);
}

fn journal(bytes: &[u8]) {
    let Ok(mut file) = tempfile::NamedTempFile::new() else { return };
    if file.write_all(bytes).is_ok() {
        // Whatever it is, it is read or refused, and it stays as it is.
        let _read = Journal::read(file.path());
        assert_eq!(std::fs::read(file.path()).ok().as_deref(), Some(bytes));
    }
}

fn pattern(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for text in [text.as_ref(), &format!("(?<id>{text})")] {
        if let Ok(pattern) = Pattern::new(text) {
            pattern.is_in("So [it] is (a, 3) and {b}.");
        }
    }
}

fn markdown(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for block in markdown::parse(&text, &[]) {
        for run in &block.runs {
            assert!(text.get(run.span.start..run.span.end).is_some(), "a span cuts a character");
        }
    }
}

fn display(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let shown: String = pieces(&text).map(|piece| piece.shown).collect();
    assert_eq!(unescape(&shown), text, "something vanished");
    let is_raw =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert_eq!(SafeText::new(&text).as_str().chars().find(|c| is_raw(*c)), None);
    let multiline = SafeText::multiline(&text);
    assert_eq!(multiline.as_str().chars().find(|c| *c != '\n' && is_raw(*c)), None);
}

fn protocol(bytes: &[u8]) {
    process::assembled(bytes);
}

fn html(bytes: &[u8]) {
    let document = Document::new("html", DocumentData::Bytes(bytes.to_vec().into()));
    let text = extract(&document, &Extractor::in_process(), Limits::default(), &mut |_| true);
    assert_ne!(text.failed.as_deref(), Some("its parser crashed on it"));
}

fn sources(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for source in pincite::sources::split(&text, None).unwrap_or_default() {
        if let SourceText::Inline(text) = &source.text {
            for division in &source.divisions {
                let span = division.span;
                assert!(text.get(span.start..span.end).is_some(), "a span cuts a character");
            }
        }
    }
}
