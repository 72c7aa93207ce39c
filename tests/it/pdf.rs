//! PDFs as sources: pages, labels, words found on them, and what cannot be read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect_with};
use pincite::model::{Document, DocumentData, DocumentText};
use pincite::resolve::{How, Resolution};
use pincite::sources::documents::{Limits, extract};

use crate::corpus::corpus;
use crate::pdf_writer::{Page, Pdf};
use crate::session::{Session, extractor};

const HANDBOOK: &str = "samples/pdf/handbook.pdf";

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the sample: labels that differ from the numbers, a scanned page, words hyphenated at
/// line ends, a ligature, a sentence over a page's border.
fn handbook() -> Pdf {
    let pages = [
        "Rules of the bakery\nFor those who work there",
        "Foreword\n\n\nThese rules hold for everyone in the house, guests among them.\n\
         Who changes one writes the day beside it.",
        "1  Ovens\n\nThe oven is lit at three in the morning. Dough for long-\n\
         kept bread rests over-\nnight in the cellar; a \u{fb01}ne crumb needs\n\
         no more than twelve hours.\n\n\
         Ashes go into the iron bin. The ovens are cleaned on Mondays and\n\n1",
        "Rules of the bakery\n\non Thursdays, when the shop is closed. Flour dust is swept, never\n\
         blown away.\n\n2",
    ];
    let appendix = "Prices\n\nA loaf of rye costs four euros and twenty cents.\n\
                    A dozen rolls cost three euros.";
    let mut pages: Vec<Page> = pages.into_iter().map(Page::text).collect();
    pages.extend([Page::scanned(), Page::text(appendix)]);
    let labels = "<< /Nums [0 << /S /r >> 2 << /S /D >> 4 << /S /D /P (A-) >>] >>";
    Pdf { title: "Rules of the bakery", labels, pages }
}

fn document(bytes: Vec<u8>) -> Document {
    Document::new("pdf", DocumentData::Bytes(bytes.into()))
}

fn text_of(pages: impl IntoIterator<Item = Page>) -> DocumentText {
    extract(&document(Pdf::of(pages).bytes()), &extractor(), Limits::default(), &mut |_| true)
        .clone()
}

/// Returns the pages as text, with `-` for an empty one.
fn pages(text: &DocumentText) -> Vec<&str> {
    let page = |page: &pincite::model::Division| page.span.slice(&text.text).unwrap();
    text.divisions.iter().map(page).map(|text| if text.is_empty() { "-" } else { text }).collect()
}

#[test]
fn the_sample_is_what_the_writer_writes() {
    let bytes = handbook().bytes();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(root(HANDBOOK), &bytes).unwrap();
    }
    assert!(std::fs::read(root(HANDBOOK)).unwrap() == bytes, "set INSTA_UPDATE=always to write it");
}

#[test]
fn pages_have_their_text_and_labels() {
    let text =
        extract(&document(handbook().bytes()), &extractor(), Limits::default(), &mut |_| true)
            .clone();
    assert_eq!(text.title.as_deref(), Some("Rules of the bakery"));
    let labels: Vec<&str> = text.outline.page_labels.values().map(String::as_str).collect();
    assert_eq!(labels, ["i", "ii", "1", "2", "A-1", "A-2"]);
    let pages = pages(&text);
    assert_eq!(pages[1].lines().nth(1), Some(""));
    assert!(pages[2].contains("over-\nnight in the cellar; a \u{fb01}ne crumb"), "{}", pages[2]);
    assert_eq!((pages.len(), pages[4]), (6, "-"));
    assert_eq!(text.notes, ["no text layer on page 5 (probably scanned)"]);
    assert_eq!(text.failed, None);
}

#[test]
fn without_any_text_layer_it_says_so() {
    let text = text_of(vec![Page::scanned(); 12]);
    let why =
        "none of its 12 pages has a text layer: it is most likely scanned; give a text version";
    assert_eq!(text.failed.as_deref(), Some(why));
}

#[test]
fn a_bad_page_costs_itself_alone() {
    let good = |number: usize| Page::text(&format!("Good page {number}"));
    for (bad, why) in [
        (Page::panics(), "its parser crashed on it"),
        (Page::overflows(), "its parser ran out of memory (512 MiB) or nested too deeply"),
        (Page::hangs(), "its parser gave nothing more for 5 s"),
    ] {
        let text = text_of([good(1), good(2), bad, good(4), good(5), good(6)]);
        assert_eq!(
            pages(&text),
            ["Good page 1", "Good page 2", "-", "Good page 4", "Good page 5", "Good page 6"]
        );
        assert_eq!(text.notes, [format!("cannot read page 3: {why}")]);
    }
}

#[test]
fn nothing_but_bad_pages_ends_soon() {
    let begun = Instant::now();
    let text = text_of(std::iter::repeat_with(Page::hangs).take(40));
    let why = text.failed.unwrap_or_default();
    assert!(why.starts_with("its parser gave nothing more for"), "{why}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let text = text_of(std::iter::repeat_with(Page::panics).take(2000));
    let why = "none of its 2000 pages can be read: its parser crashed on it";
    assert_eq!(text.failed.as_deref(), Some(why));
}

/// Inspects a response beside files and requests, as the command line does.
fn opened(response: &Path, beside: &Path) -> Inspection {
    let input = |path: &Path| {
        Input::new(path.file_name().unwrap().to_string_lossy(), std::fs::read(path).unwrap())
    };
    let cases = cases::open(input(response), None, &Families::default()).unwrap();
    let cases = if beside.extension().is_some_and(|extension| extension == "json") {
        cases.with_companions(cases::companion_of(&input(beside)).unwrap())
    } else {
        let loaded = pincite::sources::load(&[beside.to_owned()], &[]).unwrap();
        cases.with_sources(loaded.sources, loaded.notes)
    };
    inspect_with(cases.read(0).unwrap(), &extractor())
}

/// Of each target: the page it begins on, how it was found, the words.
fn found(inspection: &Inspection) -> Vec<(u64, How, String)> {
    let targets = inspection.inspected.iter().flat_map(|found| &found.targets);
    let passages = targets.filter_map(Resolution::passage);
    let described = passages.map(|passage| {
        let store: &Arc<_> = inspection.stores[passage.source].as_ref().unwrap();
        let page = inspection.case.sources[passage.source].page_at(passage.span.start).unwrap();
        (page.number, passage.how, store.read(passage.span, usize::MAX))
    });
    described.collect()
}

#[test]
fn a_recorded_answer_leads_to_its_page() {
    let Some(folder) = corpus() else { return };
    let folder = folder.join("anthropic");
    for beside in ["ruby-pdf-pages.request.json", "ruby-pdf-pages.source.pdf"] {
        let inspection = opened(&folder.join("ruby-pdf-pages.response.json"), &folder.join(beside));
        let expected = [
            "Sample PDF\nThis is a simple PDF \u{fb01}le.",
            "Fun fun fun.",
            "Lorem ipsum dolor sit amet, consectetuer adipiscing elit.",
        ];
        let expected = expected.map(|words| (1, How::Page, words.to_owned()));
        assert_eq!(found(&inspection), expected, "{beside}");
    }
}

#[test]
fn the_sample_in_words() {
    let args = ["show", "samples/pdf/answer.json", HANDBOOK].map(str::to_owned);
    let output = crate::cli::run(&root(""), &args, "");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
    insta::assert_snapshot!("pdf_show", output.stdout);
}

fn session() -> Session {
    Session::samples("pdf/answer.json", &["pdf/handbook.pdf"])
}

#[test]
fn the_sample_opens_with_its_page() {
    insta::assert_snapshot!("pdf_wide", session().size(120, 40).press("n").picture());
    insta::assert_snapshot!("pdf_small", session().size(80, 24).press("n").picture());
}

#[test]
fn words_over_a_border_and_on_another_page() {
    insta::assert_snapshot!("pdf_border", session().size(120, 40).press("nn").picture());
    let session = session().size(120, 40).press("nnn");
    assert!(session.row_with("2 pages later than").contains("p. 6 (A-2)"));
    assert!(session.row_with("── p. 6 · A-2 ──").contains('─'));
    let session = session.press("n");
    session.row_with("! no text layer on p. 5 of `document 0`");
    let session = session.press("n");
    session.row_with("no p. 9 in `document 0` (6 pages");
}

#[test]
fn the_pane_counts_pages() {
    let session = session().size(120, 40).press("n");
    session.row_with("p. 3 of 6");
    let session = session.press("<tab>G");
    session.row_with("p. 6 of 6");
    session.row_with("── p. 5 · A-1 · no text layer ──");
}

/// Returns the result of `companion_of` for a request: titles, and true if the PDF is read.
fn carried(request: &str) -> Vec<(Option<String>, bool)> {
    let input = Input::new("request.json", request.as_bytes().to_vec());
    let sources = cases::companion_of(&input).expect("it carries a file");
    let is_pdf = |source: &pincite::model::Source| {
        let document = source.document().expect("it is a document");
        document.kind == "pdf"
            && document.data == DocumentData::Bytes(b"%PDF-1.4".as_slice().into())
    };
    sources.iter().map(|source| (source.title.clone(), is_pdf(source))).collect()
}

#[test]
fn requests_carry_pdfs() {
    let named = [(Some("a.pdf".to_owned()), true)];
    let url = "data:application/pdf;base64,JVBERi0xLjQ=";
    let responses = format!(
        r#"{{"model": "m", "input": [{{"role": "user", "content": [{{"type": "input_file",
            "filename": "a.pdf", "file_data": "{url}"}}]}}]}}"#
    );
    assert_eq!(carried(&responses), named);
    let chat = format!(
        r#"{{"model": "m", "messages": [{{"role": "user", "content": [{{"type": "file",
            "file": {{"filename": "a.pdf", "file_data": "{url}"}}}}]}}]}}"#
    );
    assert_eq!(carried(&chat), named);
    let gemini = r#"{"contents": [{"role": "user", "parts": [{"text": "What is in it?"},
        {"inlineData": {"mimeType": "application/pdf", "data": "JVBERi0xLjQ="}}]}]}"#;
    assert_eq!(carried(gemini), [(None, true)]);
    let anthropic = r#"{"model": "m", "messages": [{"role": "user", "content": [{"type": "document",
        "title": "a.pdf", "source": {"type": "base64", "media_type": "application/pdf",
        "data": "JVBERi0xLjQ="}}]}]}"#;
    assert_eq!(carried(anthropic), named);
}

#[test]
fn passages_found_in_one_pdf_lead_to_its_pages() {
    let chunk = |words: &str, page: u32| {
        format!(
            r#"{{"retrievedContext": {{"title": "handbook.pdf", "ragChunk": {{"text": "{words}",
            "pageSpan": {{"firstPage": {page}, "lastPage": {page}}}}}}}}}"#
        )
    };
    let response = format!(
        r#"{{"candidates": [{{"content": {{"parts": [{{"text": "It rests. Rye costs."}}]}},
        "groundingMetadata": {{"groundingChunks": [{}, {}], "groundingSupports": [
        {{"segment": {{"endIndex": 9, "text": "It rests."}}, "groundingChunkIndices": [0]}},
        {{"segment": {{"startIndex": 10, "endIndex": 20, "text": "Rye costs."}},
        "groundingChunkIndices": [1]}}]}}}}]}}"#,
        chunk("kept bread rests overnight", 3),
        chunk("A loaf of rye costs four euros", 4)
    );
    let inspection = written(&response);
    let expected = [
        (3, How::Page, "kept bread rests over-\nnight".to_owned()),
        (6, How::Repaired, "A loaf of rye costs four euros".to_owned()),
    ];
    assert_eq!(found(&inspection), expected);
}

/// Inspects a response beside the sample.
fn written(response: &str) -> Inspection {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("response.json");
    std::fs::write(&path, response).unwrap();
    opened(&path, &root(HANDBOOK))
}

/// Returns the target of a citation of the sample by page (end exclusive).
fn leads(quote: &str, first: u32, end: u32) -> String {
    let answer = format!(
        r#"{{"type": "message", "role": "assistant", "content": [{{"type": "text", "text": "So.",
        "citations": [{{"type": "page_location", "cited_text": "{quote}", "document_index": 0,
        "document_title": "handbook.pdf", "start_page_number": {first},
        "end_page_number": {end}}}]}}]}}"#
    );
    match &written(&answer).inspected[0].targets[0] {
        Resolution::Found(passage) => {
            format!("{}{:+} {}", passage.how.name(), passage.shift, passage.doubts.join("; "))
        }
        Resolution::Missing(missing) => format!("{}: {}", missing.reason.name(), missing.message),
        Resolution::Pending(_) => "pending".to_owned(),
    }
}

#[test]
fn what_a_page_locator_leads_to() {
    let lit = "The oven is lit at three in the morning.";
    assert_eq!(leads(lit, 3, 4), "page+0 ");
    assert_eq!(
        leads(lit, 1, 2),
        "repaired+2 the cited words are on p. 3 (1), 2 pages later than stated: the citation \
         counts the pages by their labels"
    );
    let both = "The ovens are cleaned on Mondays and on Thursdays, when the shop is closed.";
    assert_eq!(leads(both, 3, 4), "page+0 the words run on to p. 4");
    assert_eq!(leads(both, 4, 5), "page+0 the words begin on p. 3");
    assert_eq!(
        leads("Cakes are baked on Sundays only.", 3, 5),
        "page+0 the words that the citation repeats are not on these pages, nor on another one"
    );
    assert_eq!(
        leads("Rules of the bakery", 3, 4),
        "repaired+1 the cited words are on p. 4 (2), 1 page later than stated; they are on \
         p. 1 (i) too"
    );
    assert_eq!(
        leads(lit, 9, 10),
        "out-of-range: no p. 9 in `document 0` (6 pages; the cited words are on p. 3 (1))"
    );
    assert_eq!(
        leads(lit, 0, 1),
        "out-of-range: no p. 0 in `document 0` (6 pages, counted from 1; the cited words are on \
         p. 3 (1))"
    );
    assert_eq!(leads(lit, 4, 2), "reversed: `pp. 4-2` ends before it starts");
}
