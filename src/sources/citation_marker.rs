//! `Citation Marker: …` above each source, with `Title:`, `URL:` and other fields below it: the
//! form in which the citation guide has tools print their results.
//!
//! The marker may be written with the private-use characters, with their escapes, with the guide's
//! template words, in lenticular brackets, or without its characters (`citeturn0file0`,
//! `turn0file0`). The first of several fields is the id.

use super::lines::{blanks, strip_prefix_any_case};
use super::{Opening, Presentation, PresentationForm};
use crate::model::{IdFrom, Source};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "citation-marker",
    title: "a `Citation Marker:` line above each source, with `Key: value` lines under it",
    example: "Citation Marker: \\ue200cite\\ue202turn0file0\\ue201\n\
              Title: Employee Handbook\n\
              URL: https://company.example/handbook\n\
              \n\
              [L1] Employees may work remotely up to three days per week.",
    shape: PresentationForm::Head(open),
};

const START: Sign = Sign { character: '\u{e200}', escape: "e200", word: "{CITATION_START}" };
const DELIMITER: Sign =
    Sign { character: '\u{e202}', escape: "e202", word: "{CITATION_DELIMITER}" };
const STOP: Sign = Sign { character: '\u{e201}', escape: "e201", word: "{CITATION_STOP}" };

/// One of the marker's three signs in its spellings.
struct Sign {
    character: char,
    /// The four hexadecimal digits of the escape.
    escape: &'static str,
    word: &'static str,
}

impl Sign {
    /// Returns the part of `text` after this sign.
    fn strip<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.strip_prefix(self.character)
            .or_else(|| strip_prefix_any_case(text.strip_prefix("\\u")?, self.escape))
            .or_else(|| text.strip_prefix('$').unwrap_or(text).strip_prefix(self.word))
    }

    /// Returns the place of the first such sign in `text`, and the text after it.
    fn find<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        text.char_indices().find_map(|(at, _)| Some((at, self.strip(text.get(at..)?)?)))
    }
}

fn open(line: &str, _: &str) -> Option<Opening> {
    let rest = strip_prefix_any_case(line, "citation marker")?;
    let rest = rest.get(blanks(rest)..)?.strip_prefix(':')?;
    let marker = rest.trim_start_matches([' ', '\t', '`', '"']);
    let (id, rest) = with_signs(marker).or_else(|| in_brackets(marker)).or_else(|| bare(marker))?;
    let rest = rest.trim_start_matches(['`', '"']);
    let sound = !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c.is_control());
    let source = Source { id: id.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    sound.then(|| Opening { len: line.len() - rest.len(), source })
}

/// Returns the id of a marker with its three signs, and the text after it.
fn with_signs(marker: &str) -> Option<(&str, &str)> {
    let body = START.strip(marker)?;
    let (end, after) = STOP.find(body)?;
    let (_, fields) = DELIMITER.find(body.get(..end)?)?;
    let id = DELIMITER.find(fields).map_or(Some(fields), |(end, _)| fields.get(..end))?;
    Some((id.trim(), after))
}

/// Returns the id in `【turn2file1】` or `【0†name.docx†…】`, and the text after it.
fn in_brackets(marker: &str) -> Option<(&str, &str)> {
    let (body, after) = marker.strip_prefix('【')?.split_once('】')?;
    Some((body.split('†').next()?.trim(), after))
}

/// Returns an id alone on its line, or a family word and an id run together.
fn bare(marker: &str) -> Option<(&str, &str)> {
    let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let after = marker.trim_start_matches(is_id);
    let word = marker.get(..marker.len() - after.len())?;
    let alone = after.trim_matches([' ', '\t', '`', '"']).is_empty();
    if !alone || !word.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let families = ["filecite", "memcite", "cite"];
    let id = families.iter().find_map(|family| word.strip_prefix(family));
    Some((id.filter(|id| id.starts_with("turn")).unwrap_or(word), after))
}

#[cfg(test)]
mod tests {
    use super::open;

    #[test]
    fn every_spelling_of_the_marker() {
        for marker in [
            "\u{e200}cite\u{e202}turn0file0\u{e201}",
            "\\ue200cite\\ue202turn0file0\\ue201",
            "\\uE200filecite\\uE202turn0file0\\uE202L1-L3\\uE201",
            "`\\ue200cite\\ue202 turn0file0 \\ue201`",
            "{CITATION_START}cite{CITATION_DELIMITER}turn0file0{CITATION_STOP}",
            "${CITATION_START}cite${CITATION_DELIMITER}turn0file0${CITATION_STOP}",
            "【turn0file0】",
            "【turn0file0†handbook.docx†assistant】",
            "turn0file0",
            "citeturn0file0",
            "memciteturn0file0  ",
        ] {
            let line = format!("Citation Marker: {marker}");
            let opening = open(&line, "").unwrap_or_else(|| panic!("{line}"));
            assert_eq!(opening.source.id, "turn0file0", "{line}");
            assert!(line.get(opening.len..).unwrap().trim().is_empty(), "{line}");
        }
    }

    #[test]
    fn what_names_no_source() {
        for line in [
            "Citation Marker:",
            "Citation Marker: see below",
            "Citation Marker: none",
            "Citation Markers: turn0file0",
            "Citation Marker \\ue200cite\\ue202turn0file0\\ue201",
            "Citation Marker: \\ue200cite\\ue202turn0file0",
            "Citation Marker: \\ue200cite\\ue201",
            "Citation Marker: 【】",
        ] {
            assert!(open(line, "").is_none(), "{line}");
        }
    }
}
