//! Notebooks (`.ipynb`): the texts that their cells printed.

use serde_json::Value;

use crate::input::container::without_escapes;
use crate::input::{json, python};

/// Number of bytes at the beginning of a text in which the cells of a notebook begin.
const HEAD: usize = 4096;

/// Kinds of output that are read, the one that says most first.
const KINDS: [&str; 3] = ["application/json", "text/markdown", "text/plain"];

/// An output of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Output {
    /// The cell, as people call it: `cell 3`.
    pub(crate) cell: String,
    pub(crate) text: String,
    /// The same as Python prints its data, where a cell also shows it in another form.
    pub(crate) printed: Option<String>,
}

/// Returns the outputs of a notebook; `None` for any other text.
pub(crate) fn outputs(text: &str) -> Option<Vec<Output>> {
    let head = text.get(..text.floor_char_boundary(HEAD))?;
    if !head.trim_start().starts_with('{')
        || !text.contains("\"cells\"")
        || !text.contains("\"nbformat\"")
    {
        return None;
    }
    let document = json::parse(text).ok()?.value;
    let cells = document.get("cells")?.as_array()?;
    let mut texts = Vec::new();
    for (number, cell) in (1..).zip(cells) {
        let mut printed = String::new();
        for output in json::list(cell, "outputs") {
            match output.get("data") {
                None => printed.push_str(&joined(output.get("text"))),
                Some(data) => texts.extend(shown(data).map(|text| {
                    let printed = printed_data(data).filter(|printed| *printed != text);
                    Output { cell: label(number), text, printed }
                })),
            }
        }
        let printed = without_panels(printed);
        let printed = python::text(&printed).or_else(|| python::texts(&printed)).unwrap_or(printed);
        if !printed.trim().is_empty() {
            texts.push(Output { cell: label(number), text: printed, printed: None });
        }
    }
    Some(texts)
}

fn label(cell: usize) -> String {
    format!("cell {cell}")
}

/// Returns a text that is given whole or in lines.
fn joined(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// Returns the text of a cell. A text that Python printed in quotation marks is unquoted; a data frame is
/// no answer.
fn shown(data: &Value) -> Option<String> {
    if joined(data.get("text/html")).contains("class=\"dataframe\"") {
        return None;
    }
    let (kind, value) = KINDS.iter().find_map(|kind| Some((*kind, data.get(*kind)?)))?;
    if kind == "application/json" {
        return Some(value.to_string());
    }
    let text = without_panels(joined(Some(value)));
    let text = python::text(&text).unwrap_or(text);
    (!text.trim().is_empty()).then_some(text)
}

/// Returns the plain text of a cell that is data as Python prints it.
fn printed_data(data: &Value) -> Option<String> {
    let plain = joined(data.get("text/plain"));
    python::parse(&plain).is_some().then_some(plain)
}

/// Returns a text without colours and the frames around it, with which `rich` prints panels.
fn without_panels(text: String) -> String {
    if !text.contains(['╭', '┏', '┌']) {
        return text;
    }
    let plain = without_escapes(&text);
    let is_edge = |line: &&str| line.starts_with(['╭', '╰', '┏', '┗', '┌', '└']);
    let inner =
        |line: &str| line.strip_prefix(['│', '┃'])?.strip_suffix(['│', '┃']).map(str::to_owned);
    let lines = plain.lines().map(str::trim_end).filter(|line| !is_edge(line));
    let lines: Option<Vec<String>> = lines
        .filter(|line| !line.is_empty())
        .map(|line| inner(line).map(|line| line.trim().to_owned()))
        .collect();
    lines.map_or(text, |lines| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn panels_are_taken_out_of_their_frames() {
        let panel = "\u{1b}[37m╭──\u{1b}[0m AI ──╮\n\u{1b}[37m│\u{1b}[0m It rose [1].   \u{1b}[37m│\u{1b}[0m\n\
                     │                │\n│ [1] Tides      │\n╰────────────────╯\n";
        assert_eq!(without_panels(panel.to_owned()), "It rose [1].\n\n[1] Tides");
        let other = "┌ a tree\n└ of lines";
        assert_eq!(without_panels(format!("{other}\nand [1]")), format!("{other}\nand [1]"));
    }

    #[test]
    fn outputs_are_taken_cell_by_cell() {
        let notebook = json!({"nbformat": 4, "cells": [
            {"cell_type": "markdown", "source": ["no output [1]"]},
            {"cell_type": "code", "outputs": [
                {"output_type": "stream", "text": ["It rose [1].\n", "It fell [2].\n"]},
                {"output_type": "execute_result", "data": {"text/plain": ["'It\\'s so [1].\\n'"]}},
                {"output_type": "execute_result", "data": {"text/plain": "<object>",
                    "text/markdown": ["It is [2]."]}}]},
            {"cell_type": "code", "outputs": [
                {"output_type": "display_data", "data": {"application/json": {"a": 1}}},
                {"output_type": "display_data", "data": {"text/plain": "0  when  [1]",
                    "text/html": "<table class=\"dataframe\">"}},
                {"output_type": "stream", "text": ["('It rose '\n", " 'again [1].')\n"]}]}]});
        let found = outputs(&notebook.to_string()).unwrap();
        let expected = [
            ("cell 2", "It's so [1].\n"),
            ("cell 2", "It is [2]."),
            ("cell 2", "It rose [1].\nIt fell [2].\n"),
            ("cell 3", "{\"a\":1}"),
            ("cell 3", "It rose again [1]."),
        ];
        let found: Vec<_> = found.iter().map(|it| (it.cell.as_str(), it.text.as_str())).collect();
        assert_eq!(found, expected);
        assert_eq!(outputs(r#"{"cells": 3}"#), None);
    }

    #[test]
    fn data_is_kept_beside_what_a_cell_shows_of_it() {
        let notebook = json!({"nbformat": 4, "cells": [{"outputs": [
            {"data": {"text/plain": ["Reply(text='It is.')"], "text/markdown": ["It is."]}},
            {"data": {"text/plain": ["<Reply>"], "text/markdown": ["It is."]}}]}]});
        let found = outputs(&notebook.to_string()).unwrap();
        let printed: Vec<_> = found.iter().map(|it| it.printed.as_deref()).collect();
        assert_eq!(printed, [Some("Reply(text='It is.')"), None]);
    }
}
