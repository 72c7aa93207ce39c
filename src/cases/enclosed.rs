//! Answers inside other formats: the exchanges of a recording, the outputs of a notebook, the rows of
//! a table, the texts of a JSON document of unknown shape.
//!
//! Each is read like a separate file. Those that cite are cases; if none does, the answers of a
//! recording are.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cases::failed_rows::{Failed, WithFailedRows, with_failed_rows};
use crate::cases::list_beside;
use crate::cases::tables::in_table;
use crate::cases::text_role::{TextRole, answers, enclosing, role_of};
use crate::cases::unknown_json::{
    MAX_TEXTS, is_long, objects, rows_of_columns, strings, with_siblings, without_judgements,
};
use crate::cases::unread::{MIN_IN_CODE, marks_in_code};
use crate::cases::unread::{document, fields};
use crate::cases::wrapped;
use crate::dialects::Dialect;
use crate::dialects::evaluation::rows::rows_within;
use crate::dialects::lookup::{RECOGNIZERS, detect};
use crate::dialects::marks::cohere_printed::has_rows;
use crate::dialects::shared::markers::Families;
use crate::error::{Error, ErrorKind, Result};
use crate::input::notebook::Output;
use crate::input::recording::Recording;
use crate::input::{Input, Record, cut_json, json, notebook, recording};
use crate::text::prose::count;

/// The fence of a block of JSON.
const FENCE: &str = "```json";

/// Returns the input as the answers inside it, or unchanged if it has none.
///
/// Fails for a recording or notebook without answers, whose own text is not an answer.
pub(crate) fn open(
    input: Input,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Result<Input> {
    if !input.enclosed().is_empty() {
        return Ok(input);
    }
    let is_log = |head: &[u8]| recording::is_log(&String::from_utf8_lossy(head));
    let log = input.batch_text(is_log);
    let text = log.as_deref().unwrap_or(input.whole());
    if let Some(found) = recording::open(text) {
        return recorded(&input, found, forced, families);
    }
    if let Some(outputs) = notebook::outputs(text) {
        return in_notebook(input, outputs, forced, families);
    }
    if let Some(opened) = in_table(&input, forced, families) {
        return Ok(opened);
    }
    if let Some(opened) = in_fences(&input, text, forced, families) {
        return Ok(opened);
    }
    if let Some(opened) = prose_in_fences(&input, text, forced, families) {
        return Ok(opened);
    }
    if families.fields().is_some() {
        let items = json::places(text).into_iter().filter_map(|span| span.slice(text));
        let texts = items.enumerate().map(|(index, item)| (format!("[{index}]"), item.to_owned()));
        let texts: Vec<_> = texts.collect();
        return Ok(if texts.len() > 1 { input.enclosing(&texts) } else { input });
    }
    Ok(input)
}

/// Returns the cited answers in the outputs of a notebook. Data that Python prints may cite where a cell shows
/// only its words.
fn in_notebook(
    input: Input,
    outputs: Vec<Output>,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Result<Input> {
    let number = count(outputs.len(), "output");
    let cell_and_text = |output: Output| {
        let cites = |text: &String| role_of(&input, text, forced, families) == TextRole::Cited;
        (output.cell, output.printed.filter(cites).unwrap_or(output.text))
    };
    let outputs = outputs.into_iter().filter(|output| !is_search_result(&output.text));
    let outputs = with_answers(&input, outputs.map(cell_and_text).collect(), families);
    let (texts, _) = chosen(&input, outputs.clone(), forced, families, TextRole::Cited);
    if texts.is_empty() {
        let why = format!("it is a notebook of {number}; none holds an answer with citations");
        let unread = document::describe_outputs(&outputs);
        let why = match unread.or_else(|| fields::in_outputs(&outputs, &[])) {
            Some(unread) => format!("{why}; {unread}"),
            None => why,
        };
        return Err(refused(&input, why));
    }
    let mut opened = enclosing(input, &texts, "opened a notebook: ", "output", texts.len());
    opened.notes.extend(fields::in_outputs(&outputs, &texts));
    Ok(opened)
}

/// Returns the cited answers in the blocks of code of a text that does not cite itself, as people save
/// what a program printed.
fn prose_in_fences(
    input: &Input,
    text: &str,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Option<Input> {
    const PLAIN_FENCES: [&str; 5] = ["```", "```text", "```txt", "```markdown", "```md"];
    let may_cite = forced.is_none()
        && text.contains("\n```")
        && ["[1", "[Data:"].iter().any(|mark| text.contains(mark));
    if !may_cite || marks_in_code(text, &BTreeSet::new()).len() < MIN_IN_CODE {
        return None;
    }
    // A mark after a sentence is there to cite; of code there would be none.
    let is_prose = |(_, block): &(String, String)| {
        [". [", ".[", "].", "! [", "? ["].iter().any(|closing| block.contains(closing))
    };
    let blocks = fenced(text, &PLAIN_FENCES).into_iter().filter(is_prose).collect();
    let (texts, _) = chosen(input, blocks, None, families, TextRole::Cited);
    if texts.is_empty() || role_of(input, text, None, families) == TextRole::Cited {
        return None;
    }
    Some(enclosing(input.clone(), &texts, "opened blocks of code: ", "text", texts.len()))
}

/// Returns the blocks of code after these fences.
fn fenced(text: &str, fences: &[&str]) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    // The block, and true if its fence is one of these.
    let mut open: Option<(String, bool)> = None;
    for line in text.split_inclusive('\n') {
        let fence = line.trim();
        match &mut open {
            None if fence.starts_with("```") => {
                open = Some((String::new(), fences.contains(&fence)));
            }
            Some((block, _)) if fence != "```" => block.push_str(line),
            Some(_) => {
                let block = open.take().filter(|(_, is_own)| *is_own);
                let number = blocks.len() + 1;
                blocks.extend(block.map(|(block, _)| (format!("block {number}"), block)));
            }
            None => {}
        }
    }
    blocks.truncate(MAX_TEXTS);
    blocks
}

/// Puts the answer before printed citations that are in an output of their own.
fn with_answers(
    input: &Input,
    mut outputs: Vec<(String, String)>,
    families: &Families,
) -> Vec<(String, String)> {
    /// The maximum number of outputs between an answer and its citations.
    const MAX_BETWEEN: usize = 3;
    for at in 1..outputs.len() {
        let Some((_, rows)) = outputs.get(at).filter(|(_, text)| has_rows(text)) else { continue };
        if role_of(input, rows, None, families) == TextRole::Cited {
            continue;
        }
        let before = outputs.get(at.saturating_sub(MAX_BETWEEN)..at).unwrap_or_default();
        let joined = before.iter().rev().map(|(_, answer)| format!("{answer}\n\n{rows}"));
        let mut joined =
            joined.filter(|text| role_of(input, text, None, families) == TextRole::Cited);
        if let Some(whole) = joined.next()
            && let Some((_, text)) = outputs.get_mut(at)
        {
            *text = whole;
        }
    }
    outputs
}

/// True for a printed result of a search, whose marks are those of the pages found.
fn is_search_result(text: &str) -> bool {
    const BEGINNINGS: [&str; 9] = [
        "[tool",
        "tool result",
        "tool output",
        "[document(",
        "document(",
        "{'documents",
        "{'retriev",
        "retrieved ",
        "supporting documents",
    ];
    let text = text.trim_start();
    let head = text.get(..text.floor_char_boundary(40)).unwrap_or_default().to_lowercase();
    BEGINNINGS.iter().any(|begin| head.starts_with(begin))
}

/// Returns the text around JSON answers with these, if it would be read as JSON and cites too: none of them
/// takes the place of another.
fn with_text_around(
    input: &Input,
    text: &str,
    answers: Vec<(String, String)>,
    families: &Families,
) -> Option<Input> {
    let record = Record::new(input, text, None, &RECOGNIZERS);
    let is_data = detect(&record, families).is_some_and(|(format, _)| !format.beginning_reads());
    if !is_data {
        return None;
    }
    let (mut around, mut is_inside) = (String::new(), false);
    for line in text.split_inclusive('\n') {
        let fence = line.trim();
        let ends = is_inside && fence == "```";
        is_inside = !ends && (is_inside || fence == FENCE);
        around.push_str(if is_inside || ends { "\n" } else { line });
    }
    if role_of(input, &around, None, families) != TextRole::Cited {
        return None;
    }
    let mut texts = vec![("text".to_owned(), around)];
    texts.extend(answers);
    Some(enclosing(input.clone(), &texts, "opened a text and JSON in it: ", "text", texts.len()))
}

/// Returns the JSON answers in the blocks of code of a text that does not cite itself.
fn in_fences(
    input: &Input,
    text: &str,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Option<Input> {
    if forced.is_some() || !text.contains(FENCE) || text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut blocks = fenced(text, &[FENCE]);
    blocks.retain(|(_, block)| block.trim_start().starts_with(['{', '[']));
    let cut = cut_json::complete(&mut blocks);
    let (answers, best) = answers(input, blocks, families);
    // A lone payload without citations may be an example in a manual.
    if best < TextRole::Answer || best == TextRole::Answer && answers.len() < 2 {
        return None;
    }
    if role_of(input, text, None, families) == TextRole::Cited {
        return with_text_around(input, text, answers, families);
    }
    let mut opened = input.enclosing(&answers);
    let number = count(answers.len(), "JSON answer");
    opened.notes.push(format!("opened {number} in blocks of code"));
    if cut > 0 {
        let blocks = count(cut, "block");
        opened.notes.push(format!("{blocks} of JSON cut off: read up to the last whole value"));
    }
    Some(opened)
}

/// Returns the answers in JSON of an unknown shape as an input: the objects of a list in a known
/// format, else the texts that cite. `None` if there are none.
pub(crate) fn texts(input: &Input, families: &Families) -> Option<Input> {
    if !input.enclosed().is_empty() {
        return None;
    }
    let document = json::parse(input.whole()).ok()?.value;
    if let Some(opened) = whole_table(input, &document, families)
        .or_else(|| wrapped::list_in_field(input, &document, families))
    {
        return Some(opened);
    }
    let Objects { known: objects, marked, mut best } = Objects::of(input, &document, families);
    if best != TextRole::Cited
        && let Some(opened) = wrapped::in_envelopes(input, &document, TextRole::Cited, families)
    {
        return Some(opened);
    }
    let (mut texts, mut within) = (Vec::new(), Vec::new());
    let (mut cited, mut left) = (0, 0);
    if best != TextRole::Cited {
        let text = |(path, row): (String, Value)| (path, row.to_string());
        let rows = rows_within(&document).into_iter().map(text).collect();
        let (rows, of_rows) = answers(input, rows, families);
        if of_rows > best {
            (within, best) = (rows, of_rows);
        }
    }
    if best != TextRole::Cited {
        let paths: BTreeSet<&str> = within.iter().map(|(path, _)| path.as_str()).collect();
        strings(&document, "", &[], &paths, 0, &mut texts);
        let all = texts.len();
        let long = texts.iter().filter(|(_, text)| is_long(text)).cloned().collect();
        let citing = chosen(input, long, None, families, TextRole::Cited).0;
        let citing = without_judgements(citing);
        cited = citing.len();
        let list = list_beside::list_beside(&texts, &citing);
        texts = list_beside::join(list, with_siblings(texts, &citing));
        left = all - texts.len();
    }
    if texts.is_empty() && !within.is_empty() {
        return Some(rows_in(input, &with_failed_rows(&document, within, Failed::Possibly)));
    }
    let texts = match (texts.is_empty(), objects.is_empty()) {
        (true, true) => {
            let opened = wrapped::in_envelopes(input, &document, TextRole::Answer, families);
            return opened.or_else(|| listed(input, &document, marked));
        }
        (true, false) => return listed(input, &document, objects),
        (false, _) => texts,
    };
    let mut what = String::from("JSON of an unknown shape: ");
    let others = texts.len() - cited;
    if others > 0 {
        what = format!("{what}{} in the fields of those that cite; ", count(others, "other text"));
    }
    if left > 0 {
        what = format!("{what}{} left out; ", count(left, "other text"));
    }
    let texts = with_failed_rows(&document, texts, Failed::Stated).answers;
    Some(enclosing(input.clone(), &texts, &what, "text", cited))
}

/// The answers among the objects of a list.
struct Objects {
    /// Those in a known format.
    known: Vec<(String, String)>,
    /// Those of which only marks in a text are known: the text is to be read without the rest.
    marked: Vec<(String, String)>,
    /// The best use of one in a known format.
    best: TextRole,
}

impl Objects {
    fn of(input: &Input, document: &Value, families: &Families) -> Self {
        let (all, best) = answers(input, objects(document), families);
        let is_marked = |(_, text): &(String, String)| {
            let record = Record::new(input, text, None, &RECOGNIZERS);
            detect(&record, families).is_some_and(|(format, _)| format.beginning_reads())
        };
        if all.iter().all(is_marked) {
            return Self { known: Vec::new(), marked: all, best: TextRole::None };
        }
        Self { known: all, marked: Vec::new(), best }
    }
}

/// Returns the input as the rows somewhere in a document.
fn rows_in(input: &Input, rows: &WithFailedRows) -> Input {
    let mut opened = input.enclosing(&rows.answers);
    let answers = count(rows.answers.len(), "answer");
    opened.notes.push(format!("JSON of an unknown shape: {answers} in it"));
    opened.notes.extend(rows.note());
    opened
}

/// Returns the input as the answers in a list of a document; `None` if there are none.
fn listed(input: &Input, document: &Value, answers: Vec<(String, String)>) -> Option<Input> {
    let objects = with_failed_rows(document, answers, Failed::Possibly);
    let (label, _) = objects.answers.first()?;
    let list = label.split('[').next().unwrap_or_default();
    let mut opened = input.enclosing(&objects.answers);
    opened.notes.push(format!("opened the list `{list}`"));
    opened.notes.extend(objects.note());
    Some(opened)
}

/// Returns the rows of a table that a document holds by columns, those without an answer too.
fn whole_table(input: &Input, document: &Value, families: &Families) -> Option<Input> {
    let rows = rows_of_columns(document);
    let (_, best) = answers(input, rows.clone(), families);
    (best > TextRole::None).then(|| {
        let mut opened = input.enclosing(&rows);
        opened.notes.push(format!("opened a table of {} by columns", count(rows.len(), "row")));
        opened
    })
}

fn refused(input: &Input, why: String) -> Error {
    let hint = "`pincite formats` lists what can be read";
    Error::new("read", input.title(), why).of_kind(ErrorKind::Unrecognized).hint(hint)
}

/// Returns the answers of a recording.
fn recorded(
    input: &Input,
    found: Recording,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Result<Input> {
    let Recording { kind, exchanges, notes } = found;
    let number = exchanges.len();
    let all = count(number, "exchange");
    let labels = (1_usize..).map(|number| format!("exchange {number}"));
    let known = |text| match forced {
        Some(_) => text,
        None => wrapped::answer_within(input, text, families),
    };
    let by_line = |(label, exchange): (String, String)| {
        let lines = wrapped::lines_of(&exchange);
        let numbered = (1_usize..).zip(lines);
        let mut texts: Vec<(String, String)> =
            numbered.map(|(line, text)| (format!("{label}, line {line}"), text)).collect();
        if texts.is_empty() {
            texts.push((label, exchange));
        }
        texts
    };
    let texts = labels.zip(exchanges).flat_map(by_line);
    let texts = texts.map(|(label, text)| (label, known(text))).collect();
    let (texts, best) = chosen(input, texts, forced, families, TextRole::Answer);
    if texts.is_empty() {
        let why = format!("it is {kind} of {all}; none holds an answer in a known format");
        return Err(refused(input, why));
    }
    let mut opened = input.enclosing(&texts);
    let shown = count(texts.len(), "answer");
    opened.notes.push(match best {
        TextRole::Cited if texts.len() == number => format!("opened {kind} of {all}"),
        TextRole::Cited => format!("opened {kind} of {all}; shown: {shown} with citations"),
        TextRole::Answer | TextRole::None => {
            format!("opened {kind} of {all}; no answer in it cites")
        }
    });
    opened.notes.extend(notes);
    Ok(opened)
}

/// Returns the texts that are of the best use, and which that is.
fn chosen(
    input: &Input,
    texts: Vec<(String, String)>,
    forced: Option<&'static Dialect>,
    families: &Families,
    least: TextRole,
) -> (Vec<(String, String)>, TextRole) {
    let whole = input.enclosing(&texts);
    let roles: Vec<TextRole> =
        texts.iter().map(|(_, text)| role_of(&whole, text, forced, families)).collect();
    let best = roles.iter().copied().max().unwrap_or(TextRole::None);
    if best < least {
        return (Vec::new(), TextRole::None);
    }
    let kept = texts.into_iter().zip(roles).filter(|(_, own)| *own == best);
    let kept = kept.map(|((label, text), _)| {
        let text = wrapped::archive_within(&whole, text, families);
        (label, text)
    });
    (kept.collect(), best)
}
