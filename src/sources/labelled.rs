//! Numbered sources in a prompt: `[1] text`, `[Source 1] text`, `Document 1: text`, `<document id=1>text</document>`,
//! `来源1：text`, `[[citation:1]] text`, `[webpage 1 begin]text[webpage 1 end]`; or the files
//! between `[file content begin]` and `[file content end]`, by name.
//!
//! A [presentation](super::PRESENTATIONS) fills a text from its first line on; these are between instructions and
//! a question.

use std::sync::LazyLock;

use regex::Regex;

use super::{file_frames, split, webpage_frames, with_divisions};
use crate::model::{IdFrom, Source};
use crate::text::source_words;

/// Words that begin what follows the last source.
const AFTER: [&str; 28] = [
    "question",
    "frage",
    "antwort",
    "réponse",
    "pregunta",
    "respuesta",
    "domanda",
    "pergunta",
    "вопрос",
    "问题",
    "用户问题",
    "回答",
    "質問",
    "質問文",
    "질문",
    "q",
    "query",
    "user",
    "user question",
    "user query",
    "answer",
    "instruction",
    "instructions",
    "task",
    "note",
    "rules",
    "response",
    "final answer",
];

/// Characters between a label and its text.
const SEPARATORS: [char; 5] = [':', '：', '-', '\u{2013}', '\u{2014}'];

/// The maximum number of sources.
const MAX_SOURCES: usize = 1000;

/// The maximum number of bytes of a number, and of a title beside it.
const MAX_LABEL: (usize, usize) = (3, 200);

/// The opening tags of sources: the name and the number.
static TAGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?x)<(document|doc|source|passage|context|chunk|result|item)\s [^<>]*? \b
        (?:id|index|number|n|num)\s*=\s*["']?(\d{1,3})["']?[^<>]*>"#,
    )
    .ok()
});

/// The form of a label: the same for all sources of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// `[1]`, `[Source 1]`, with the word.
    Bracket(String),
    /// `Document 1:`.
    Word(String),
}

/// A label at the beginning of a line.
struct Label<'t> {
    form: Form,
    number: usize,
    title: Option<&'t str>,
    rest: &'t str,
}

/// A source whose lines are being collected.
struct Piece<'t> {
    number: usize,
    title: Option<&'t str>,
    lines: Vec<&'t str>,
}

/// Returns the numbered sources of a prompt, in order; none if it has no such labels.
pub fn labelled(prompt: &str) -> Vec<Source> {
    if file_frames::shows(prompt)
        && let Some(files) = split(prompt, None)
    {
        return files;
    }
    if !prompt.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    if webpage_frames::shows(prompt)
        && let Some(pages) = split(prompt, None)
    {
        return pages;
    }
    let tagged = tagged(prompt);
    if tagged.is_empty() { lined(prompt) } else { tagged }
}

fn tagged(prompt: &str) -> Vec<Source> {
    let Some(tags) = prompt.contains("</").then(|| TAGS.as_ref()).flatten() else {
        return Vec::new();
    };
    let mut sources = Vec::new();
    let mut end = 0;
    for found in tags.captures_iter(prompt).take(MAX_SOURCES) {
        let (Some(whole), Some(name), Some(number)) = (found.get(0), found.get(1), found.get(2))
        else {
            continue;
        };
        // A tag inside a source belongs to it.
        if whole.start() < end {
            continue;
        }
        let rest = prompt.get(whole.end()..).unwrap_or_default();
        let Some(length) = rest.find(&format!("</{}>", name.as_str())) else { break };
        end = whole.end() + length;
        let inner = rest.get(..length).unwrap_or_default();
        let text = element(inner, "document_content").unwrap_or(inner).trim();
        let title = element(inner, "source").or_else(|| element(inner, "title")).map(str::trim);
        if !text.is_empty() {
            sources.push(source(number.as_str(), title, text));
        }
    }
    sources
}

/// Returns the text of the first element with this name.
fn element<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    rest.split_once(&format!("</{name}>")).map(|(inner, _)| inner)
}

fn lined(prompt: &str) -> Vec<Source> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut form: Option<Form> = None;
    let mut is_introduced = false;
    for line in prompt.lines() {
        let next = label(line).filter(|label| match (&form, pieces.last()) {
            (Some(form), Some(last)) => *form == label.form && label.number == last.number + 1,
            _ => label.number < 2,
        });
        if let Some(Label { form: own, number, title, rest }) = next {
            form = Some(own);
            pieces.push(Piece { number, title, lines: vec![rest] });
        } else if let Some(last) = pieces.last_mut() {
            last.lines.push(line);
        } else if !line.trim().is_empty() {
            is_introduced = line.trim_end().ends_with(':');
        }
    }
    let has_word = form.is_some_and(|form| form != Form::Bracket(String::new()));
    // One line with a number may be an instruction how to cite.
    if pieces.len() < 2 && !has_word && !is_introduced {
        return Vec::new();
    }
    cut_last(&mut pieces);
    let text = |piece: &Piece<'_>| piece.lines.join("\n").trim().to_owned();
    let texts: Vec<String> = pieces.iter().map(text).collect();
    // A list of addresses has no texts.
    let is_text = |text: &String| text.contains(char::is_whitespace);
    if !texts.iter().all(is_text) {
        return Vec::new();
    }
    let pieces = pieces.iter().zip(&texts).take(MAX_SOURCES);
    pieces.map(|(it, text)| source(&it.number.to_string(), it.title, text)).collect()
}

/// Cuts off what follows the last source: a question, instructions, a heading. If no other source has an empty
/// line, the last one ends at its first.
fn cut_last(pieces: &mut [Piece<'_>]) {
    let Some((last, others)) = pieces.split_last_mut() else { return };
    let is_blank = |line: &&str| line.trim().is_empty();
    let has_blank = others.iter().any(|piece| {
        let end = piece.lines.iter().rposition(|line| !is_blank(line)).unwrap_or_default();
        piece.lines.iter().take(end).skip(1).any(is_blank)
    });
    // The first line of a piece may hold its title alone.
    let text_from = last.lines.iter().position(|line| !is_blank(line)).unwrap_or_default() + 1;
    let ends = |line: &str| {
        let line = line.trim();
        let bare = line.trim_start_matches(['#', '*', ' ']);
        let head = bare.split_once([':', '：']).map_or("", |(head, _)| head).trim_end_matches('*');
        AFTER.contains(&head.to_lowercase().as_str())
            || line.starts_with("</")
            || line.starts_with('#')
            || line.len() >= 3 && line.bytes().all(|byte| matches!(byte, b'-' | b'=' | b'*'))
    };
    let rest = last.lines.iter().skip(text_from);
    let end = rest.clone().position(|line| ends(line) || !has_blank && is_blank(line));
    if let Some(end) = end {
        last.lines.truncate(text_from + end);
    }
}

fn source(number: &str, title: Option<&str>, text: &str) -> Source {
    let title = title.map(str::to_owned);
    let mut source =
        Source { id: number.to_owned(), id_from: IdFrom::Text, title, ..Source::default() };
    with_divisions(&mut source, text);
    source
}

/// Returns the label at the beginning of a line.
fn label(line: &str) -> Option<Label<'_>> {
    let line = line.trim_start_matches([' ', '\t', '*', '#', '>']);
    let line = line.strip_prefix("- ").unwrap_or(line);
    if line.starts_with(['[', '【']) {
        return bracketed(line);
    }
    let digits = line.find(|c: char| c.is_ascii_digit())?;
    let end = line
        .get(digits..)?
        .find(|c: char| !c.is_ascii_digit())
        .map_or(line.len(), |it| it + digits);
    let (word, number) = word_and_number(line.get(..end)?)?;
    if word.is_empty() {
        return None;
    }
    let rest = line.get(end..)?.trim_start_matches([']', '*']);
    let (title, rest) = match rest.trim_start().strip_prefix('(').and_then(|it| it.split_once(')'))
    {
        Some((title, rest)) if title.len() <= MAX_LABEL.1 => (Some(title.trim()), rest),
        _ => (None, rest),
    };
    let rest = rest.trim_start_matches('*');
    let is_label = rest.trim().is_empty() || rest.starts_with(SEPARATORS) || title.is_some();
    let rest =
        rest.trim_start_matches(|c| SEPARATORS.contains(&c) || matches!(c, '*' | ' ' | '\t'));
    is_label.then_some(Label { form: Form::Word(word), number, title, rest })
}

/// Returns the label in brackets at the beginning of a line.
fn bracketed(line: &str) -> Option<Label<'_>> {
    if let Some((number, rest)) =
        line.strip_prefix("[[citation:").and_then(|it| it.split_once("]]"))
    {
        let form = Form::Bracket("citation".to_owned());
        let (_, number) = word_and_number(number).filter(|(word, _)| word.is_empty())?;
        return Some(Label {
            form,
            number,
            title: None,
            rest: rest.trim_start_matches([':', ' ', '\t']),
        });
    }
    let is_wide = line.starts_with('【');
    let (inner, rest) = line.get(line.chars().next()?.len_utf8()..)?.split_once([']', '】'])?;
    // A link, a definition, or a mark in a sentence.
    if rest.starts_with(['(', '[', ',', '.', ';', ')', '，', '。', '【']) {
        return None;
    }
    let (inner, title) = match inner.split_once([':', '：']) {
        Some((inner, title)) => (inner, Some(title.trim())),
        None => (inner, None),
    };
    // A bare number in wide brackets is a heading of many a Chinese text.
    let (word, number) =
        word_and_number(inner.trim()).filter(|(word, _)| !is_wide || !word.is_empty())?;
    let rest = rest.trim_start_matches(['*', ':', '：', ' ', '\t']);
    let title = title.filter(|title| title.len() <= MAX_LABEL.1 && !title.is_empty());
    Some(Label { form: Form::Bracket(word), number, title, rest })
}

/// Returns the word, in lower case, and the number of `Source 1`, `doc #1`, `Document [1`, `1`.
fn word_and_number(label: &str) -> Option<(String, usize)> {
    let word = label.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = label.get(word.len()..)?;
    let word = word.trim_end_matches([' ', '#', '[', '_', '-']).to_lowercase();
    let is_word = word.is_empty() || word == "text" || source_words::singular(&word).is_some();
    (is_word && number.len() <= MAX_LABEL.0).then_some(())?;
    Some((word, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SourceText;

    fn read(prompt: &str) -> Vec<(String, String)> {
        let text = |source: Source| match source.text {
            SourceText::Inline(text) => (source.id, text.to_string()),
            _ => (source.id, String::new()),
        };
        labelled(prompt).into_iter().map(text).collect()
    }

    #[test]
    fn the_usual_labels_are_read() {
        let both = [("1", "Refunds take five days."), ("2", "Dogs bark.")];
        let both = both.map(|(id, text)| (id.to_owned(), text.to_owned()));
        for prompt in [
            "Answer from:\n[1] Refunds take five days.\n[2] Dogs bark.",
            "[1] Refunds take five days.\n[2] Dogs bark.\n\nWhen are refunds paid?",
            "Context:\n[1]: Refunds take five days.\n\n[2]: Dogs bark.\nQuestion: when?",
            "[Source 1] Refunds take five days.\n[Source 2] Dogs bark.\n\nQ: when?",
            "[Source 1: a.md]\nRefunds take five days.\n\n[Source 2: b.md]\nDogs bark.\n\nQ: when?",
            "Document 1: Refunds take five days.\nDocument 2: Dogs bark.\n\nQ: when?",
            "Document [1](Title: A): Refunds take five days.\nDocument [2](Title: B): Dogs bark.\n",
            "### Document 1\nRefunds take five days.\n\n### Document 2\nDogs bark.\n\n### Question\nWhen?",
            "**Passage 1:** Refunds take five days.\n**Passage 2:** Dogs bark.\n---\nWhen?",
            "<document id=1>Refunds take five days.</document>\n<document id=2>\nDogs bark.\n</document>\nQ",
            "<doc id=\"1\">Refunds take five days.</doc><doc id=\"2\">Dogs bark.</doc>",
            "<documents>\n<document index=\"1\">\n<source>a.md</source>\n<document_content>\nRefunds take five \
             days.\n</document_content>\n</document>\n<document index=\"2\">\n<document_content>\nDogs \
             bark.\n</document_content>\n</document>\n</documents>",
            "Beantworte die Frage.\n\n[Quelle 1] Refunds take five days.\n[Quelle 2] Dogs bark.\n\nFrage: Wann?",
            "资料：\n来源1：Refunds take five days.\n来源2：Dogs bark.\n问题：何时？",
            "【文档1】Refunds take five days.\n【文档2】Dogs bark.\n\n用户问题：何时？",
            "[[citation:1]] Refunds take five days.\n\n[[citation:2]] Dogs bark.\n\nQuestion: when?",
            "何时？\n\n[webpage 1 begin]\nRefunds take five days.\n[webpage 1 end]\n[webpage 2 begin]Dogs bark.[webpage 2 end]\n用户消息为：\n何时？",
            "Evidence:\n[webpage 1 begin]Refunds take five days.[webpage 1 end] [webpage 2 begin]Dogs bark. [webpage 2 end] When?",
            "<document index='1' title='a'>Refunds take five days.</document> <document index='2'>Dogs bark.</document>",
        ] {
            assert_eq!(read(prompt), both, "{prompt}");
        }
        let zero = read("[0] Refunds take five days.\n[1] Dogs bark.");
        assert_eq!(zero.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["0", "1"]);
    }

    #[test]
    fn paragraphs_belong_to_their_source_and_a_question_does_not() {
        let prompt = "[1] One.\n\nMore of one.\n[2] Two.\n\nMore of two.\n\nQuestion: why?";
        let expected = [("1", "One.\n\nMore of one."), ("2", "Two.\n\nMore of two.")];
        assert_eq!(read(prompt), expected.map(|(id, text)| (id.to_owned(), text.to_owned())));
    }

    #[test]
    fn other_texts_hold_no_sources() {
        for prompt in [
            "",
            "When are refunds paid?",
            "Cite as follows.\n[1] is the first source of the list.",
            "1. Answer in English.\n2. Cite.",
            "[1](https://a.example) and [2](https://b.example)",
            "[1] https://a.example\n[2] https://b.example",
            "Document 3 is missing.",
            "[2] Two.\n[3] Three.",
            "【1】Two.\n【2】Three.",
            "Pages are written as [webpage X begin]...[webpage X end].",
        ] {
            assert_eq!(read(prompt), [], "{prompt}");
        }
    }
}
