//! The annotations of a message, which `LangChain` passes on as its provider states them.
//!
//! | provider | offsets | `cited_text` |
//! |---|---|---|
//! | OpenAI | code points of the block; the span covers the link | none |
//! | Gemini | UTF-8 bytes of the whole answer, all on the first block | words of the *answer* |
//! | Anthropic, Bedrock | none: the block is the claim; the place in the source in `extras` | words of the source |
//!
//! Words that are in the answer are taken for the answer's and decide the unit of the offsets;
//! others are quotes from the source.

use serde_json::{Map, Value};

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::draft::Note;
use crate::dialects::shared::openai::answer::Answer;
use crate::dialects::shared::position::{self, Counted};
use crate::input::json::{list, text};
use crate::model::{Anchor, AnchorKind, Citation, Locator, Target};
use crate::text::Span;

/// Adds the text blocks of a message with their citations.
pub(crate) fn put(blocks: &[&Value], answer: &mut Answer, text_reader: &TextReader<'_>) {
    let cited = |block: &&&Value| !list(block, "annotations").is_empty();
    let whole: String = blocks.iter().map(|block| text(block, "text")).collect();
    // Gemini's offsets count in all blocks together, wherever the annotations are.
    let first_only = blocks.iter().filter(cited).count() == 1
        && blocks.first().is_some_and(|first| cited(&first))
        && blocks.len() > 1
        && list(blocks.first().copied().unwrap_or(&Value::Null), "annotations")
            .iter()
            .any(|it| is_of_answer(it, &whole));
    if first_only {
        let annotations =
            blocks.first().map(|block| list(block, "annotations")).unwrap_or_default();
        part(&whole, annotations, "content[0].annotations", answer, text_reader);
        return;
    }
    for (index, block) in blocks.iter().enumerate() {
        let path = format!("content[{index}].annotations");
        part(text(block, "text"), list(block, "annotations"), &path, answer, text_reader);
    }
}

fn part(
    words: &str,
    annotations: &[Value],
    path: &str,
    answer: &mut Answer,
    text_reader: &TextReader<'_>,
) {
    let mut stated = Vec::new();
    let start = answer.end();
    for annotation in annotations {
        let Some(fields) = annotation.as_object() else { continue };
        match text(annotation, "type") {
            "non_standard_annotation" => stated.extend(fields.get("value").cloned()),
            "citation" if has_offsets(annotation) && is_of_answer(annotation, words) => {
                let target = target(fields, None, answer);
                answer.claim(Note {
                    kind: AnchorKind::Claim,
                    family: "citation".to_owned(),
                    start: offset(annotation, "start_index").unwrap_or(0),
                    end: offset(annotation, "end_index").unwrap_or(0),
                    words: Some(text(annotation, "cited_text").to_owned()),
                    contained: false,
                    targets: vec![target],
                    raw: annotation.to_string(),
                });
            }
            "citation" if has_offsets(annotation) && !text(annotation, "url").is_empty() => {
                stated.push(of_openai(fields));
            }
            "citation" => {
                let quote = Some(text(annotation, "cited_text")).filter(|quote| !quote.is_empty());
                let target = target(fields, quote, answer);
                let from = start + (words.len() - words.trim_start().len());
                let span = Span::new(from, from + words.trim().len());
                answer.cite(Citation {
                    family: "citation".to_owned(),
                    raw: annotation.to_string(),
                    anchor: Anchor { kind: AnchorKind::Claim, span },
                    targets: vec![target],
                    ..Citation::default()
                });
            }
            _ => stated.push(annotation.clone()),
        }
    }
    if stated.is_empty() && !annotations.is_empty() {
        answer.stated_part(words);
    } else {
        answer.part(words, &stated, path, text_reader);
    }
}

fn offset(annotation: &Value, key: &str) -> Option<i64> {
    annotation.get(key).and_then(Value::as_i64)
}

fn has_offsets(annotation: &Value) -> bool {
    offset(annotation, "end_index").is_some()
}

/// True if an annotation repeats words of the answer and not of its source.
fn is_of_answer(annotation: &Value, answer: &str) -> bool {
    let words = text(annotation, "cited_text").trim();
    !words.is_empty() && answer.contains(words)
}

/// Returns the annotation as `OpenAI` states it.
fn of_openai(fields: &Map<String, Value>) -> Value {
    let mut stated = fields.clone();
    stated.insert("type".to_owned(), Value::from("url_citation"));
    stated.into()
}

/// Returns the target of an annotation; its source is put on the shelf, with the words that it repeats.
fn target(fields: &Map<String, Value>, quote: Option<&str>, answer: &mut Answer) -> Target {
    let own =
        |key: &str| fields.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let extras = fields.get("extras");
    let id = if let Some(url) = own("url") {
        match quote {
            Some(quote) => answer.shelf.quoted_page(url, own("title"), quote),
            None => answer.shelf.page(url, own("title"), None),
        }
    } else {
        let numbered = extras.and_then(|it| it.get("document_index")?.as_u64());
        let numbered = numbered.map(|number| format!("document {number}"));
        let name = own("title").map(str::to_owned).or(numbered);
        let name = name.unwrap_or_else(|| "citation".to_owned());
        answer.shelf.file(Some(&name), own("title"), "");
        if let Some(quote) = quote {
            answer.shelf.quote(&name, quote);
        }
        name
    };
    let locator = extras.and_then(locator);
    Target { id, locator, quote: quote.map(str::to_owned), ..Target::default() }
}

/// Returns the place in its source, as Anthropic or Bedrock state it.
fn locator(extras: &Value) -> Option<Locator> {
    let location = extras.get("location").unwrap_or(extras);
    let of = |key: &str| location.get(key).filter(|it| it.is_object());
    let chars = of("documentChar").or_else(|| of("document_char"));
    let pages = of("documentPage").or_else(|| of("document_page"));
    let between =
        |of: &Value, counted, start, end| position::range(counted, of.get(start), of.get(end));
    let chars = chars.and_then(|it| between(it, Counted::Chars, "start", "end"));
    let pages = pages.and_then(|it| between(it, Counted::Pages, "start", "end"));
    chars
        .or_else(|| between(location, Counted::Chars, "start_char_index", "end_char_index"))
        .or(pages)
        .or_else(|| between(location, Counted::Pages, "start_page_number", "end_page_number"))
}
