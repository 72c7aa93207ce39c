//! The results for every recording of the corpus, in one table.
//!
//! A dialect joins by its rows; what holds no answer is listed in [`NOT_READ`]. A file of the corpus
//! that has neither fails the test. The counts are those of the manifest, which an
//! independent script took; a row that differs says what the manifest has and why.

use std::collections::BTreeSet;
use std::path::Path;

use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect::{Inspection, inspect_with};
use pincite::resolve::Resolution;
use pincite::sources;
use serde_json::Value;

use crate::corpus::{corpus, files};
use crate::session::extractor;

/// A recording, and what is read in all its cases together.
#[derive(Debug)]
pub(crate) struct Row {
    /// Below the folder of the corpus.
    pub(crate) file: &'static str,
    /// The dialect of every case.
    pub(crate) format: &'static str,
    pub(crate) citations: usize,
    targets: usize,
    /// Targets with a passage.
    resolved: usize,
    /// The additional input: a file, and its id, which a request has inside.
    beside: Option<(&'static str, &'static str)>,
    /// The items that the manifest counts instead of the citations, with the reason.
    counted: Option<(usize, &'static str)>,
    /// The reason why not everything resolves although the manifest says that the sources are
    /// available.
    unresolved: Option<&'static str>,
}

const fn row(
    file: &'static str,
    format: &'static str,
    [citations, targets, resolved]: [usize; 3],
) -> Row {
    let (beside, counted, unresolved) = (None, None, None);
    Row { file, format, citations, targets, resolved, beside, counted, unresolved }
}

impl Row {
    const fn beside(self, id: &'static str, file: &'static str) -> Self {
        Self { beside: Some((id, file)), ..self }
    }

    const fn counted(self, count: usize, why: &'static str) -> Self {
        Self { counted: Some((count, why)), ..self }
    }

    const fn unresolved(self, why: &'static str) -> Self {
        Self { unresolved: Some(why), ..self }
    }

    /// True if it comes with the text of its sources.
    pub(crate) fn is_beside_sources(&self) -> bool {
        self.beside.is_some()
    }

    /// Returns every case of the recording, with the files beside it.
    pub(crate) fn inspect(&self, folder: &Path) -> Vec<Inspection> {
        let input = |file: &str| Input::new(file, std::fs::read(folder.join(file)).unwrap());
        let cases = cases::open(input(self.file), None, &Families::default());
        let mut cases = cases.unwrap_or_else(|error| panic!("{error}"));
        match self.beside {
            None => {}
            Some(("", file)) => {
                cases = cases.with_companions(cases::companion_of(&input(file)).unwrap());
            }
            Some((id, file)) => {
                let loaded = sources::load(&[], &[(id.to_owned(), folder.join(file))]).unwrap();
                cases = cases.with_sources(loaded.sources, loaded.notes);
            }
        }
        (0..cases.len())
            .map(|index| inspect_with(cases.read(index).unwrap(), &extractor()))
            .collect()
    }
}

/// Returns the rows of these dialects.
pub(crate) fn rows(formats: &[&str]) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| formats.contains(&row.format))
}

/// File, dialect, and how many citations, targets and targets with a passage.
const ROWS: &[Row] = &[
    row("anthropic/ruby-text-document.response.json", "anthropic", [1, 1, 1])
        .beside("", "anthropic/ruby-text-document.request.json"),
    row("anthropic/ruby-text-document-stream.response.sse", "anthropic", [1, 1, 1])
        .beside("", "anthropic/ruby-text-document-stream.request.json"),
    row("anthropic/ruby-pdf-pages.response.json", "anthropic", [3, 3, 3])
        .beside("", "anthropic/ruby-pdf-pages.request.json"),
    row("anthropic/ruby-search-result.response.json", "anthropic", [1, 1, 1])
        .beside("", "anthropic/ruby-search-result.request.json"),
    row("anthropic/prism-content-blocks.response.json", "anthropic", [2, 2, 2]),
    row("anthropic/prism-text-document.response.json", "anthropic", [2, 2, 2]),
    row("anthropic/prism-web-search.response.json", "anthropic", [6, 7, 7]),
    row("anthropic/pydantic-web-search-turn1.response.json", "anthropic", [9, 9, 9]),
    row("anthropic/pydantic-web-search-turn2.response.json", "anthropic", [8, 9, 9]),
    row("anthropic/pydantic-pause-turn-stream.response.sse", "anthropic", [15, 19, 19]),
    row("anthropic/vercel-web-search.response.json", "anthropic", [3, 3, 3]),
    row("anthropic/vercel-web-search-stream.chunks.txt", "anthropic", [9, 14, 14]),
    row("anthropic/cookbook-help-center.printed.json", "anthropic", [1, 2, 2]),
    row("anthropic/cookbook-pdf.printed.json", "anthropic", [5, 5, 5]),
    row("anthropic/cookbook-help-center.printed.txt", "anthropic", [1, 2, 2]),
    row("gemini/pydantic-search-turn1.response.json", "gemini", [6, 6, 0]),
    row("gemini/pydantic-search-turn2.response.json", "gemini", [2, 5, 0]),
    row("gemini/pydantic-search-drifting-offsets.response.json", "gemini", [9, 9, 0]),
    row("gemini/pydantic-file-search.response.json", "gemini", [2, 2, 2]),
    row("gemini/pydantic-file-search-stream.response.sse", "gemini", [1, 1, 1]),
    row("gemini/prism-search.response.json", "gemini", [4, 4, 0]),
    row("gemini/prism-search-stream.response.sse", "gemini", [4, 6, 0]),
    row("gemini/firebase-maps-vertex.response.json", "gemini", [39, 39, 0]),
    row("gemini/firebase-search.response.json", "gemini", [3, 3, 0]),
    row("gemini/firebase-url-context.response.json", "gemini", [4, 4, 0]),
    row("gemini/firebase-recitation-vertex-stream.response.sse", "gemini", [6, 6, 0]),
    row("gemini/firebase-recitation.response.json", "gemini", [4, 4, 0]),
    row("gemini/ruby-search.response.json", "gemini", [1, 3, 0]),
    row("gemini/vercel-interactions-search.response.json", "interactions", [18, 18, 0]),
    row("bedrock-converse/ruby-text-document.response.json", "bedrock-converse", [1, 1, 1])
        .beside("", "bedrock-converse/ruby-text-document.request.json"),
    row("bedrock-converse/ruby-pdf-pages.response.json", "bedrock-converse", [3, 3, 3])
        .beside("", "bedrock-converse/ruby-pdf-pages.request.json"),
    row("bedrock-converse/ruby-search-result.response.json", "bedrock-converse", [1, 1, 1])
        .beside("", "bedrock-converse/ruby-search-result.request.json"),
    row("bedrock-rag/openinference-external-source.response.json", "bedrock-rag", [3, 9, 9]),
    row("bedrock-rag/samples-byoi-odd.jsonl", "bedrock-rag", [128, 129, 129]),
    row("cohere/ruby-documents.response.json", "cohere", [3, 3, 3])
        .beside("", "cohere/ruby-documents.request.json"),
    row("cohere/ruby-documents-stream.response.sse", "cohere", [2, 2, 2])
        .beside("", "cohere/ruby-documents-stream.request.json"),
    row("cohere/rig-documents.response.json", "cohere", [1, 1, 1])
        .beside("", "cohere/rig-documents.request.json"),
    row("cohere/langchain-summarize.response.json", "cohere", [22, 22, 22])
        .beside("", "cohere/langchain-summarize.request.json"),
    row("cohere/langchain-documents.response.json", "cohere", [1, 1, 1])
        .beside("", "cohere/langchain-documents.request.json"),
    row("cohere/vercel-citations.response.json", "cohere", [3, 3, 3]),
    row("granite/granite-3.2-output_with_citation.txt", "granite-text", [1, 1, 1])
        .counted(2, "one tag begins a line of the list"),
    row("granite/granite-3.2-output_with_citation_hallucinations.txt", "granite-text", [1, 1, 1])
        .counted(3, "one tag begins a line of the list, one is in a sentence that is judged"),
    row("granite/granite-3.2-output_with_invalid_citation.txt", "granite-text", [2, 1, 1])
        .counted(3, "one tag begins a line of the list"),
    row(
        "granite/granite-3.2-output_with_multiple_citations_per_document.txt",
        "granite-text",
        [2, 2, 2],
    )
    .counted(6, "two tags begin lines of the list, two are in sentences that are judged"),
    row("openai-responses/vercel-file-search.response.json", "openai-responses", [1, 1, 0]),
    row("openai-responses/vercel-file-search-stream.chunks.txt", "openai-responses", [2, 2, 0]),
    row("openai-responses/pydantic-file-search.response.json", "openai-responses", [1, 1, 1]),
    row("openai-responses/dotnet-file-search.response.json", "openai-responses", [1, 1, 1])
        .beside("file-DRh5qpFvkpc6r7c2E69W2g", "openai-responses/dotnet-file-search.upload.txt"),
    row("openai-responses/vercel-web-search.response.json", "openai-responses", [10, 10, 0]),
    row("openai-responses/vercel-web-search-stream.chunks.txt", "openai-responses", [12, 12, 0]),
    row("openai-responses/dotnet-web-search.response.json", "openai-responses", [1, 1, 0]),
    row("openai-responses/dotnet-web-search-stream.response.sse", "openai-responses", [1, 1, 0]),
    row("openai-responses/prism-web-search.response.json", "openai-responses", [4, 4, 0]),
    row("openai-responses/chatlas-web-search-stream.response.sse", "openai-responses", [2, 2, 0]),
    row("openai-responses/vercel-code-interpreter.response.json", "openai-responses", [1, 1, 0]),
    row(
        "openai-responses/dotnet-code-interpreter-stream.response.sse",
        "openai-responses",
        [1, 1, 0],
    ),
    row("openai-responses/vercel-xai-web-search.response.json", "openai-responses", [5, 5, 0]),
    row("openai-responses/vercel-xai-web-search-stream.chunks.txt", "openai-responses", [5, 5, 0]),
    row("openai-responses/ruby-xai-web-search.response.json", "openai-responses", [3, 3, 0]),
    row("openai-chat/ruby-search-preview.response.json", "openai-chat", [3, 3, 0]),
    row("openai-chat/dotnet-web-search.response.json", "openai-chat", [4, 4, 0]),
    row("openai-chat/pydantic-openrouter.response.json", "openai-chat", [5, 5, 5]),
    row("perplexity/vercel-citations.response.json", "openai-chat", [13, 13, 0]),
    row("perplexity/vercel-citations-stream.chunks.txt", "openai-chat", [2, 2, 0]),
    row("perplexity/prism.response.json", "openai-chat", [10, 10, 10]),
    row("perplexity/rig-context.response.json", "openai-chat", [3, 3, 3]),
    row("perplexity/rig-options.response.json", "openai-chat", [1, 1, 1]),
    row("perplexity/rig-stream.response.sse", "openai-chat", [0, 0, 0]),
    row("perplexity/ruby-sonar.response.json", "openai-chat", [2, 2, 2]),
    row("openai-assistants/dotnet-file-search.messages.json", "openai-assistants", [1, 1, 1])
        .beside("", "openai-assistants/dotnet-file-search.run-step.json")
        .counted(3, "the one mark is also counted in its annotation and as the annotation"),
    row("openai-markers/newsrag-deep-research.md", "markers", [65, 261, 0]),
    row("openai-markers/manual-bb-deep-research.ja.md", "markers", [48, 135, 0]),
    row("openai-markers/marshal-deep-research.zh.md", "markers", [62, 138, 0]),
    row("openai-markers/blink-deep-research-filecite.md", "markers", [212, 220, 0]),
    row("openai-markers/azoth-deep-research.md", "markers", [156, 302, 0]),
    row("lenticular/groundwork-deep-research.md", "lenticular", [58, 58, 0]),
    row("lenticular/mochi-zig-readme.md", "lenticular", [10, 10, 0]),
    row("lenticular/mochi-cpp-readme.md", "lenticular", [7, 7, 0]),
    row("lenticular/mochi-swift-readme.md", "lenticular", [6, 6, 0]),
    row("lenticular/mochi-rb-readme.md", "lenticular", [6, 6, 0]),
    row("lenticular/mochi-c-readme.md", "lenticular", [6, 6, 0]),
    row("named-brackets/ai2-scholarqa-response.txt", "named-brackets", [66, 66, 5])
        .beside("", "named-brackets/ai2-scholarqa-sources.json")
        .unresolved("3 of the 37 papers are there"),
    row("numbered/drb-claude37-zh.jsonl", "rows", [569, 569, 0]).counted(
        803,
        "233 numbers begin the lines of the lists, and a title in one ends with the \
         year [2024]",
    ),
    row("numbered/drb-claude37-zh-13.md", "numbered", [89, 89, 0]).counted(
        123,
        "33 numbers begin the lines of the list, and a title in it ends with the year \
         [2024]",
    ),
    row("numbered/drb-claude37-en.jsonl", "rows", [194, 194, 0])
        .counted(292, "98 numbers begin the lines of the lists"),
    row("numbered/odr-claude4-en.jsonl", "rows", [514, 514, 0]).counted(
        571,
        "225 numbers begin the lines of the lists; the 168 marks of the last report are \
         [^n], which are not counted",
    ),
    row("numbered/odr-gpt5-en.jsonl", "rows", [500, 563, 0])
        .counted(642, "146 numbers begin the lines of the lists, and 4 links lead to listed pages"),
    row("numbered/rag-postgres-eval.jsonl", "rows", [21, 21, 21]),
    row("numbered/rag-postgres-chat.json", "azure-chat", [1, 1, 0])
        .unresolved("its mark names a file that no data point has"),
];

/// Files without a row, and folders with a slash at the end.
const NOT_READ: &[&str] = &[
    // The corpus about itself.
    "LICENSES/",
    "MANIFEST.md",
    "manifest.json",
    // Documents, and quotes that are checked against documents.
    "anthropic/help_center_articles/",
    "anthropic/ruby-pdf-pages.source.pdf",
    "gemini/pydantic-file-search.upload.txt",
    "granite/granite-3.2-document_source.txt",
    "openai-responses/pydantic-file-search.upload.txt",
    "quotes/",
    "sources/",
];

/// The number that a kind of count in the manifest is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    Citations,
    Targets,
    Sources,
    /// Parts of marks, and marks that are not citations.
    Others,
}

fn counts(kind: &str) -> Counts {
    match kind {
        // Those of the same words are one citation with several targets.
        _ if kind.ends_with("_location") => Counts::Targets,
        "ids" | "bedrock references" | "quoted passages" => Counts::Targets,
        "gemini chunks" | "urls" => Counts::Sources,
        "open entity" | "open image_group" | "close" | "locators" => Counts::Others,
        _ => Counts::Citations,
    }
}

/// Returns a count of the manifest for a file; `None` if it has no such count.
fn counted(entry: &Value, what: Counts) -> Option<usize> {
    let kinds = entry["counted"].as_object().unwrap().iter();
    let counted = kinds.filter(|(kind, _)| counts(kind) == what);
    counted.map(|(_, count)| usize::try_from(count.as_u64().unwrap()).unwrap()).reduce(|a, b| a + b)
}

/// True if the manifest says that the text of the sources is available. Anthropic's citations
/// repeat the cited words, and knowledge bases the retrieved text, so these have their passages in
/// any case.
fn has_texts(row: &Row, entry: &Value) -> bool {
    let sources = entry["sources"].as_str().unwrap();
    ["anthropic", "bedrock-rag"].contains(&row.format)
        || !(sources.starts_with("no") || sources.contains("URL"))
}

#[test]
fn every_recording_is_read_as_the_manifest_counts() {
    let Some(folder) = corpus() else { return };
    let manifest = std::fs::read(folder.join("manifest.json")).unwrap();
    let manifest: Vec<Value> = serde_json::from_slice(&manifest).unwrap();
    for row in ROWS {
        let Row { file, citations, targets, resolved, .. } = *row;
        let entry = manifest.iter().find(|entry| entry["file"] == file).expect(file);
        let mut read = [0; 3];
        let mut listed = 0;
        for inspection in row.inspect(&folder) {
            assert_eq!(inspection.case.format.name, row.format, "{file}");
            let found = || inspection.inspected.iter().flat_map(|finding| &finding.targets);
            read[0] += inspection.inspected.len();
            read[1] += found().count();
            read[2] += found().filter_map(Resolution::passage).count();
            listed += inspection.case.sources.len();
        }
        assert_eq!(read, [citations, targets, resolved], "{file}: citations, targets, resolved");
        let expected = row.counted.map_or(citations, |(count, _)| count);
        assert_eq!(counted(entry, Counts::Citations).unwrap_or(expected), expected, "{file}");
        assert!(row.counted.is_none_or(|(count, _)| count != citations), "{file}");
        assert_eq!(counted(entry, Counts::Targets).unwrap_or(targets), targets, "{file}");
        assert_eq!(counted(entry, Counts::Sources).unwrap_or(listed), listed, "{file}");
        if row.unresolved.is_some() {
            assert!(resolved < targets, "{file}");
        } else {
            assert_eq!(resolved, if has_texts(row, entry) { targets } else { 0 }, "{file}");
        }
    }
}

#[test]
fn every_file_of_the_corpus_has_its_place() {
    let Some(folder) = corpus() else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let beside = ROWS.iter().filter_map(|row| Some(row.beside?.1));
    let known: BTreeSet<&str> = ROWS.iter().map(|row| row.file).chain(beside).collect();
    let mut stale: BTreeSet<&str> = known.iter().chain(NOT_READ).copied().collect();
    for path in paths {
        let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let not_read = |entry: &&&str| {
            if entry.ends_with('/') { name.starts_with(**entry) } else { name == **entry }
        };
        let place = known.get(name).or_else(|| NOT_READ.iter().find(not_read));
        stale.remove(place.unwrap_or_else(|| panic!("{name} has no row")));
    }
    assert_eq!(stale, BTreeSet::new(), "these are gone");
}
