//! Microsoft `GraphRAG`: records of its tables, `[Data: Reports (4, 0); Entities (7, +more)]`.
//!
//! Spec: the prompts of `microsoft/graphrag`, which ask for at most five ids of a table and `+more` for
//! the others. The ids are numbers of rows in the table that the mark names.
//!
//! # Incomplete support
//!
//! The tables are Parquet files, which are not read: pass the text of a record with
//! `--source "Reports 4=PATH"`.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "graphrag",
    title: "text of Microsoft GraphRAG, with records of its tables",
    recognised_by: "`[Data: Reports (4, 0); Entities (7, +more)]`",
    sources_from: "the files given, by table and number (`--source \"Reports 4=PATH\"`)",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    mixes: true,
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    // The number of a row, or the id of a text unit.
    let id = "(?:[0-9]{1,9}|[0-9a-f]{8}-[0-9a-f-]+)";
    let table = format!(r"[A-Za-z][0-9A-Za-z _-]+\({id}(?:[,;] ?(?:{id}|\+more))*\)");
    Regex::new(&format!(r"\[Data: ?({table}(?:[;,] ?{table})*(?:[;,] ?\+more)?)\]"))
        .expect("it is sound")
});

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains("[Data:") {
        return None;
    }
    apps::evidence_of(&read(text, families).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    let ids = |found: &regex::Captures<'_>| ids(&found[1]);
    let citations = apps::marks(text, &MARK, "data", ids);
    let open = citations.iter().filter(|it| it.raw.contains("+more")).count();
    let mut notes = Vec::new();
    if open > 0 {
        notes.push(format!("{} with `+more`, for records that are not named", count(open, "mark")));
    }
    TextMarks { citations, notes, ..TextMarks::default() }
}

/// Returns the ids of a mark: `Reports 4`.
fn ids(inner: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for part in inner.split(')') {
        let Some((table, numbers)) = part.split_once('(') else { continue };
        let table = table.trim_matches([',', ';', ' ']);
        let numbers = numbers.split([',', ';']).map(str::trim).filter(|it| *it != "+more");
        ids.extend(numbers.map(|number| format!("{table} {number}")));
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn records_have_a_table_and_a_number() {
        let text = "It rose [Data: Sources (8; 9)] [Data: tides-of-the-pier (2, 3); Sources (1)]. \
                    It rose [Data: Reports (4, 0, +more)]. It fell [Data: Sources (15); Entities (5, 7)]. \
                    Not [Data: Reports] or `[Data: Reports (1)]`.";
        let found = read(text, &Families::default());
        let expected = [
            "[Data: Sources (8; 9)]=Sources 8+Sources 9",
            "[Data: tides-of-the-pier (2, 3); Sources (1)]=tides-of-the-pier 2+tides-of-the-pier 3+Sources 1",
            "[Data: Reports (4, 0, +more)]=Reports 4+Reports 0",
            "[Data: Sources (15); Entities (5, 7)]=Sources 15+Entities 5+Entities 7",
        ];
        assert_eq!(described(&found.citations), expected);
        assert_eq!(found.notes, ["1 mark with `+more`, for records that are not named"]);
    }
}
