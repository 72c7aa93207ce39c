//! `【turn2file1】` at the start of a line: a tool message whose first reference id names it.
//!
//! The source runs to the next line that begins so. Only ids of the shape `turn2file1` count:
//! `【1】` heads a line in many a Chinese text, and `【8†source】` is a citation or a link.

use super::lines::number;
use super::{Opening, Presentation, PresentationForm};
use crate::model::{IdFrom, Source};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "lenticular",
    title: "a tool message that begins with its id, as in `【turn2file1】`",
    example: "【turn2file1】\n\
              Title: Employee Handbook\n\
              \n\
              Additional remote days require manager approval.",
    shape: PresentationForm::Head(open),
};

fn open(line: &str, _: &str) -> Option<Opening> {
    let (id, rest) = line.strip_prefix('【')?.split_once('】')?;
    if !is_turn_id(id) {
        return None;
    }
    let source = Source { id: id.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    Some(Opening { len: line.len() - rest.len(), source })
}

/// True for `turn`, a number, a word and a number.
fn is_turn_id(id: &str) -> bool {
    let Some((_, rest)) = id.strip_prefix("turn").and_then(number) else { return false };
    let item = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_');
    item.len() < rest.len() && number(item).is_some_and(|(_, rest)| rest.is_empty())
}
