//! Documents with citations: Pandoc, LaTeX, wikitext, named brackets, and marks that leaked from apps.

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::model::{IdFrom, SourceText};
use pincite::sources;
use std::path::PathBuf;

use crate::cli::{run, show_samples};
use crate::rows::{cases, resolved};

#[test]
fn keys_lead_to_the_bibliography_and_on_to_its_file() {
    let bare = cases("pandoc/answer.md", &["pandoc/refs.bib"]).read(0).unwrap();
    let listed: Vec<&str> = bare.sources.iter().map(|source| source.id.as_str()).collect();
    assert_eq!(listed, ["moll2019", "berg2021", "krog1871"], "no entry that is not cited");
    assert_eq!(
        resolved(bare),
        [
            "moll2019 → no-text",
            "berg2021 → berg2021",
            "moll2019 → no-text",
            "krog1871 → no-text",
            "nobody1999 → unknown-source",
        ]
    );
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/pandoc/moll-tides.txt");
    let loaded = sources::load(&[file], &[]).unwrap();
    let cases = cases("pandoc/answer.md", &["pandoc/refs.bib"]);
    let case = cases.with_sources(loaded.sources, loaded.notes).read(0).unwrap();
    // The entry's `file` names it.
    assert_eq!(case.sources.len(), 3);
    assert!(matches!(case.sources[0].text, SourceText::File(_)));
    assert_eq!(case.sources[0].title.as_deref(), Some("The tidal range at Nordby"));
    assert_eq!(case.sources[0].id_from, IdFrom::Text);
}

#[test]
fn entries_are_filled_by_a_page_at_their_address() {
    let page = pincite::model::Source {
        url: Some("https://doi.org/10.9999/jt.2019.4".to_owned()),
        text: SourceText::Inline("The range is 2.4 metres.".into()),
        ..Default::default()
    };
    let cases =
        cases("latex/answer.tex", &["latex/refs.json"]).with_sources(vec![page], Vec::new());
    let case = cases.read(0).unwrap();
    let described: Vec<(&str, bool)> = case
        .sources
        .iter()
        .map(|it| (it.id.as_str(), matches!(it.text, SourceText::Inline(_))))
        .collect();
    assert_eq!(described, [("moll", true), ("berg", false), ("krog", false), ("lost", false)]);
    assert_eq!(
        resolved(case),
        [
            "moll → moll",
            "krog → no-text",
            "berg → no-text",
            "moll → moll",
            "moll → unreadable",
            "lost → no-text"
        ]
    );
}

#[test]
fn papers_are_found_by_their_corpus_ids() {
    let case = cases("named-brackets/answer.md", &["named-brackets/papers.json"]).read(0).unwrap();
    assert_eq!(case.response.cards.len(), 1);
    assert_eq!(case.notes, ["1 mark from the model's own memory, without a source"]);
    assert_eq!(
        resolved(case),
        [
            "900000011 → 900000011",
            "900000012 → 900000012",
            "900000011 → 900000011",
            "900000099 → unknown-source"
        ]
    );
}

#[test]
fn references_that_quote_have_their_words() {
    let case = cases("wiki/article.wiki", &[]).read(0).unwrap();
    assert_eq!(
        resolved(case),
        ["tower → tower", "tower → tower", "ref 2 → no-text", "late → no-text", "ref 4 → no-text"]
    );
}

#[test]
fn an_unnamed_list_is_reported() {
    let case = cases("latex/answer.tex", &["storm/url_to_info.json"]).read(0).unwrap();
    assert!(case.sources.iter().all(|source| source.id.parse::<u64>().is_err()));
    let note = "none of 3 listed sources beside the response is cited";
    assert!(case.notes.iter().any(|described| described == note), "{:?}", case.notes);
}

#[test]
fn leaked_marks_are_counted_and_files_count_for_numbers() {
    let open = |name: &str| cases(name, &[]);
    assert_eq!(
        open("leaked/deepseek.md").reason(),
        "4 marks such as `[citation:1]`; also fits `named-sources`"
    );
    let grok = open("leaked/grok.md").read(0).unwrap();
    assert_eq!((grok.response.citations.len(), grok.response.cards.len()), (2, 1));
    let mixed = open("leaked/perplexity.md").read(0).unwrap();
    let families: Vec<&str> =
        mixed.response.citations.iter().map(|it| it.family.as_str()).collect();
    assert_eq!(families, ["tool", "tool", "tool", "context", "ref"]);
    let text = |text: &str| pincite::model::Source {
        text: SourceText::Inline(text.into()),
        ..Default::default()
    };
    let files = vec![text("At 6:10."), text("Bicycles are free.")];
    let case = open("leaked/deepseek.md").with_sources(files, Vec::new()).read(0).unwrap();
    assert_eq!(resolved(case), ["1 → ", "2 → ", "2 → ", "5 → unknown-source"]);
}

/// Returns the dialect of a text, and its marks.
fn marks(text: &str) -> (&'static str, Vec<String>) {
    let input = Input::new("x.md", text.as_bytes().to_vec());
    let case = cases::open(input, None, &Families::default()).unwrap().read(0).unwrap();
    let raw = case.response.citations.into_iter().map(|citation| citation.raw).collect();
    (case.format.name, raw)
}

#[test]
fn marks_keep_the_signs_that_are_theirs() {
    let list = "## References\n1. https://a.example\n2. https://b.example\n";
    let raised = marks(&format!("It is so^[1]^ and not^[2]^.\n\n{list}"));
    assert_eq!(raised, ("numbered", vec!["^[1]^".to_owned(), "^[2]^".to_owned()]));
    let slot = "::contentReference[oaicite:2]{index=2}";
    assert_eq!(marks(&format!("So it is{slot}.")), ("lenticular", vec![slot.to_owned()]));
}

#[test]
fn an_answer_about_a_syntax_is_not_written_in_it() {
    for (text, dialect) in [
        ("Write \\cite{key} for that [1]. It works [2].", "numbered"),
        ("Install [@angular/core] and [@types/node18] [1]. So [2].", "numbered"),
        ("Write `<ref>x</ref>`-like tags, said @anna1 [1]. So [2].", "numbered"),
    ] {
        assert_eq!(marks(text).0, dialect, "{text}");
    }
}

#[test]
fn documents_are_shown() {
    let beside = ["pandoc/refs.bib", "pandoc/moll-tides.txt"];
    insta::assert_snapshot!("pandoc", show_samples("pandoc/answer.md", &beside));
    insta::assert_snapshot!("wiki", show_samples("wiki/article.wiki", &[]));
    insta::assert_snapshot!("latex", show_samples("latex/answer.tex", &["latex/refs.json"]));
}

#[test]
fn taking_out_the_citations_leaves_the_rest_of_a_document() {
    for name in ["pandoc/answer.md", "latex/answer.tex", "wiki/article.wiki"] {
        let case = cases(name, &[]).read(0).unwrap();
        let text = &case.response.text;
        let mut rest = String::new();
        let mut at = 0;
        let marks = case.response.citations.iter().filter(|it| !it.in_code);
        let mut spans: Vec<_> = marks.map(|it| it.anchor.span).collect();
        spans.sort();
        for span in spans {
            // Nor is a blank left where a mark was.
            let before = &text[at..span.start];
            let closes = text[span.end..].starts_with([' ', '\n', '.', ',', ';']);
            rest.push_str(if closes { before.trim_end_matches(' ') } else { before });
            at = span.end;
        }
        rest.push_str(&text[at..]);
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
        let args = ["strip", "--from", "any", path.to_str().unwrap()].map(str::to_owned);
        let stripped = run(path.parent().unwrap(), &args, "");
        assert_eq!((stripped.stdout, stripped.stderr), (rest, String::new()), "{name}");
    }
}

#[test]
fn findings_name_the_page_or_the_extracted_text_not_lines_of_the_file() {
    let folder = crate::check::Folder::new(&[
        (
            "page.html",
            "<!doctype html><h1>Storms</h1><p>The surge was 4.7 metres above datum in January.",
        ),
        ("answer.md", ""),
    ]);
    let surge = "The surge was 4.7 metres above datum in January.";
    std::fs::write(folder.0.path().join("report.pdf"), crate::isolation::pages(&["Storms", surge]))
        .unwrap();
    for (id, place) in
        [("page", "--> page.html (extracted text):"), ("report", "--> report.pdf p. 2:1:")]
    {
        let claim = "The surge was 4.9 metres above datum in January.";
        folder.write("answer.md", &format!("{claim}{}\n", crate::cli::cite(id)));
        let output = folder.check("answer.md page.html report.pdf");
        assert!(output.stdout.contains(place), "{place}: {}{}", output.stdout, output.stderr);
    }
}
