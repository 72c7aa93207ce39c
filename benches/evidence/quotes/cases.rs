//! Cases of quotes and how they are answered.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pincite::evidence::QuoteStatus;
use pincite::evidence::quotes::{Quote, QuoteMatch, find};
use pincite::evidence::texts::Texts;
use pincite::text::Span;

/// The expected answer for a quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Expected {
    /// The quote is in the document.
    Found,
    /// It is not.
    Refused,
    /// It is not, or the reader is warned that the changes reverse its meaning.
    Warned,
    /// It is not, or the reader is warned of the number left out.
    NumberWarned,
}

/// A quote said to be from a document.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) mode: String,
    pub(crate) expected: Expected,
    pub(crate) document: usize,
    pub(crate) quote: String,
}

/// Returns the documents and cases of the public benchmark.
pub(crate) fn read(folder: &Path) -> (Vec<String>, Vec<Case>) {
    let text = fs::read_to_string(folder.join("documents.json")).unwrap();
    let documents: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let ids: Vec<&String> = documents.keys().collect();
    let lines = fs::read_to_string(folder.join("cases.jsonl")).unwrap();
    let case = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| value[name].as_str().unwrap().to_owned();
        let is_found = field("expect") == "found";
        let expected = if is_found { Expected::Found } else { Expected::Refused };
        let document = ids.binary_search(&&field("doc")).unwrap();
        Case { mode: field("mode"), expected, document, quote: field("quote") }
    };
    let cases = lines.lines().map(case).collect();
    (documents.into_values().collect(), cases)
}

/// The answers for the cases of one mode.
#[derive(Debug, Default, Clone)]
pub(crate) struct Tally {
    pub(crate) cases: usize,
    /// Answered as being in the document.
    pub(crate) found: usize,
    /// The number of these with a warning that the changes reverse their meaning.
    pub(crate) warned: usize,
    pub(crate) wrong: usize,
}

/// The answers for all cases.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    pub(crate) modes: BTreeMap<String, Tally>,
    /// By what was expected: cases, and those answered wrong.
    totals: BTreeMap<bool, (usize, usize)>,
    /// The first few wrong ones.
    pub(crate) wrong: Vec<String>,
}

impl Answers {
    pub(crate) fn add(&mut self, case: &Case, texts: &Texts) {
        let answer = answer(case, texts);
        let found = matches!(
            answer.status,
            QuoteStatus::Verbatim | QuoteStatus::Normalised | QuoteStatus::Gapped
        );
        let number = answer.note.as_ref().is_some_and(|note| note.contains("number"));
        let right = match case.expected {
            Expected::Found => found,
            Expected::Refused => !found,
            Expected::Warned => !found || answer.turned,
            Expected::NumberWarned => !found || number,
        };
        let tally = self.modes.entry(case.mode.clone()).or_default();
        tally.cases += 1;
        tally.found += usize::from(found);
        tally.warned += usize::from(found && answer.turned);
        tally.wrong += usize::from(!right);
        let total = self.totals.entry(case.expected == Expected::Found).or_default();
        total.0 += 1;
        total.1 += usize::from(!right);
        if !right && self.wrong.len() < 10 {
            let note = answer.note.unwrap_or_default();
            let status = answer.status.name();
            self.wrong.push(format!("{}: {status}: {note} {:?}", case.mode, case.quote));
        }
    }

    /// Returns the share of cases answered wrong among those that should be found, or among the
    /// others.
    pub(crate) fn share(&self, expected: Expected) -> f64 {
        let (cases, wrong) =
            self.totals.get(&(expected == Expected::Found)).copied().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a few thousand cases")]
        let share = wrong as f64 / cases.max(1) as f64;
        share
    }
}

/// Looks for the quote in its document, given as a whole.
fn answer(case: &Case, texts: &Texts) -> QuoteMatch {
    let length = texts.get(case.document).unwrap().len();
    let quote = Quote { text: case.quote.clone(), span: None };
    find(quote, texts, case.document, Span::new(0, length))
}
