//! Features of a run of lines for a claim about code: named numbers.

use super::claim::{CodeClaim, TermKind, Tier};
use super::lines::CodeText;
use super::outline::LineKind;
use super::tokens::Key;

/// Number of features of a run of lines.
pub const COUNT: usize = 58;

/// The names of the features, in their order.
pub const NAMES: [&str; COUNT] = [
    "identifier-in-code-adjacent",
    "identifier-in-code-near",
    "identifier-in-code-far",
    "identifier-in-text-adjacent",
    "identifier-in-text-near",
    "identifier-in-text-far",
    "part-in-code-adjacent",
    "part-in-code-near",
    "part-in-code-far",
    "part-in-text-adjacent",
    "part-in-text-near",
    "part-in-text-far",
    "word-in-code-adjacent",
    "word-in-code-near",
    "word-in-code-far",
    "word-in-text-adjacent",
    "word-in-text-near",
    "word-in-text-far",
    "snippet-adjacent",
    "snippet-near",
    "snippet-far",
    "begins-definition-adjacent",
    "begins-definition-near",
    "begins-definition-far",
    "has-definition-adjacent",
    "has-definition-near",
    "has-definition-far",
    "assigns-adjacent",
    "assigns-near",
    "assigns-far",
    "is-inside-adjacent",
    "is-inside-near",
    "is-inside-far",
    "identifier-above-near",
    "identifier-above-far",
    "part-above-near",
    "part-above-far",
    "word-above-near",
    "word-above-far",
    "first-blank",
    "last-blank",
    "first-inside-text",
    "goes-on-after",
    "first-at-boundary",
    "one-line-comment",
    "one-line-doc",
    "first-doc",
    "first-comment",
    "first-deeper",
    "first-definition",
    "whole-statement",
    "whole-block",
    "whole-paragraph",
    "cited",
    "cited-places",
    "cited-length",
    "distance",
    "below",
];

const IN_CODE: usize = 0;
const SNIPPET: usize = 18;
const BEGINS: usize = 21;
const HOLDS: usize = 24;
const ASSIGNS: usize = 27;
const LIES_IN: usize = 30;
const ABOVE: usize = 33;
const SHAPE: usize = 39;
const CITED: usize = 53;

/// A name counts up to this many lines above a run.
const REACH_ABOVE: usize = 5;

/// The maximum number of places of one snippet that are looked at.
const MAX_SNIPPETS: usize = 50;

/// The length of an ordinary claim, in bytes.
const ORDINARY_CLAIM: f64 = 300.0;

/// A question about one cited run of lines.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The claim.
    pub claim: &'q CodeClaim,
    /// First cited line, from 1.
    pub first: usize,
    /// Last cited line, inclusive.
    pub last: usize,
    /// Other lines of the file that are cited for the same claim.
    pub others: &'q [(usize, usize)],
}

/// Every run of lines that is as long as the cited one, by its first line from 0.
#[derive(Debug)]
pub struct Runs {
    /// The features of each run.
    pub rows: Vec<[f64; COUNT]>,
    /// The cited run.
    pub cited: usize,
    /// Number of lines of a run.
    pub length: usize,
    /// Runs that cannot be meant, because other citations of the claim point at them.
    pub excluded: Vec<usize>,
}

/// Describes all runs of a file; `None` if there is nothing to compare.
pub fn describe(text: &CodeText, question: &Question<'_>) -> Option<Runs> {
    let Question { claim, first, last, others } = *question;
    let cited = first.checked_sub(1)?;
    let length = last.checked_sub(cited)?;
    let count = text.count().checked_sub(length)?.checked_add(1)?;
    if claim.length > super::MAX_CLAIM || length == 0 || cited >= count {
        return None;
    }
    let rows = vec![[0.0; COUNT]; count];
    let mut table = Table { text, length, rows, marks: vec![0; count] };
    table.terms(claim);
    table.snippets(claim);
    table.names(claim);
    table.shapes();
    table.places(claim, cited);
    let overlaps = |start: &usize| {
        let touches = |(from, to): &(usize, usize)| start + length >= *from && start < to;
        *start != cited && others.iter().any(touches)
    };
    let excluded = (0..count).filter(overlaps).collect();
    Some(Runs { rows: table.rows, cited, length, excluded })
}

const ANY: u8 = 1;
const CODE: u8 = 2;
const OVER: u8 = 4;

struct Table<'t> {
    text: &'t CodeText,
    length: usize,
    rows: Vec<[f64; COUNT]>,
    /// For each run, the place of the current term.
    marks: Vec<u8>,
}

#[expect(clippy::cast_precision_loss, reason = "a file has at most MAX_LINES lines")]
fn number(count: usize) -> f64 {
    count as f64
}

fn add(row: &mut [f64; COUNT], feature: usize, value: f64) {
    if let Some(it) = row.get_mut(feature) {
        *it += value;
    }
}

fn tier_index(tier: Tier) -> usize {
    match tier {
        Tier::Adjacent => 0,
        Tier::Near => 1,
        Tier::Far => 2,
    }
}

impl Table<'_> {
    /// Returns the first lines of the runs that hold a line.
    fn runs_with(&self, line: usize) -> std::ops::Range<usize> {
        let from = (line + 1).saturating_sub(self.length);
        from..(line + 1).min(self.rows.len())
    }

    fn mark(&mut self, runs: std::ops::Range<usize>, bits: u8) {
        for mark in self.marks.get_mut(runs).into_iter().flatten() {
            *mark |= bits;
        }
    }

    /// Returns the weight of a term by the number of runs that hold it: rare terms count more.
    fn rarity(&self) -> Option<f64> {
        let with = self.marks.iter().filter(|mark| **mark & ANY != 0).count();
        (with > 0).then(|| (number(self.rows.len() + 1) / number(with)).ln())
    }

    fn terms(&mut self, claim: &CodeClaim) {
        let text = self.text;
        for ((kind, term), tier) in &claim.terms {
            let postings = if *kind == TermKind::Identifier { &text.words } else { &text.stems };
            self.marks.fill(0);
            for line in postings.lines(*term) {
                let is_text = text.lines.get(line).is_some_and(|line| line.kind.is_text());
                let bits = if is_text { ANY } else { ANY | CODE };
                self.mark(self.runs_with(line), bits);
                let above = (line + 1)..(line + 1 + REACH_ABOVE).min(self.rows.len());
                self.mark(above, OVER);
            }
            let Some(rarity) = self.rarity() else { continue };
            let kind = match kind {
                TermKind::Identifier => 0,
                TermKind::Part => 1,
                TermKind::Word => 2,
            };
            let tier = tier_index(*tier);
            let in_code = IN_CODE + 6 * kind + tier;
            let above = ABOVE + 2 * kind + usize::from(tier == 2);
            for (row, mark) in self.rows.iter_mut().zip(&self.marks) {
                if mark & CODE != 0 {
                    add(row, in_code, rarity);
                } else if mark & ANY != 0 {
                    add(row, in_code + 3, rarity);
                } else if mark & OVER != 0 {
                    add(row, above, rarity);
                }
            }
        }
    }

    fn snippets(&mut self, claim: &CodeClaim) {
        for (snippet, tier) in &claim.snippets {
            self.marks.fill(0);
            for line in self.text.lines_with(snippet, MAX_SNIPPETS) {
                self.mark(self.runs_with(line), ANY);
            }
            let Some(rarity) = self.rarity() else { continue };
            let feature = SNIPPET + tier_index(*tier);
            for (row, mark) in self.rows.iter_mut().zip(&self.marks) {
                if *mark != 0 {
                    add(row, feature, rarity);
                }
            }
        }
    }

    /// Adds what the runs define, assign to, and are in.
    fn names(&mut self, claim: &CodeClaim) {
        let text = self.text;
        let tier_of = |name: Key| claim.terms.get(&(TermKind::Identifier, name)).copied();
        for tier in [Tier::Adjacent, Tier::Near, Tier::Far] {
            let index = tier_index(tier);
            let is_of = |name: Option<Key>| name.and_then(tier_of) == Some(tier);
            self.marks.fill(0);
            for (at, line) in text.lines.iter().enumerate() {
                if is_of(line.defines) {
                    self.mark(self.runs_with(at), ANY);
                    // A decorator, an attribute or a comment of one line may be above it.
                    let from = if self.length > 1 { at.saturating_sub(1) } else { at };
                    self.mark(from..(at + 1).min(self.rows.len()), OVER);
                }
                if is_of(line.assigns) {
                    self.mark(self.runs_with(at), CODE);
                }
            }
            for (row, mark) in self.rows.iter_mut().zip(&self.marks) {
                for (bit, feature) in [(OVER, BEGINS), (ANY, HOLDS), (CODE, ASSIGNS)] {
                    if mark & bit != 0 {
                        add(row, feature + index, 1.0);
                    }
                }
            }
        }
        let mut nearest: Vec<Option<Tier>> = Vec::with_capacity(text.scopes.len());
        for scope in &text.scopes {
            let outer = scope.parent.and_then(|parent| *nearest.get(parent)?);
            nearest.push(tier_of(scope.name).into_iter().chain(outer).min());
        }
        for (row, line) in self.rows.iter_mut().zip(&text.lines) {
            let tier = line.scope.and_then(|scope| *nearest.get(scope)?);
            if let Some(tier) = tier {
                add(row, LIES_IN + tier_index(tier), 1.0);
            }
        }
    }

    /// Returns true if the runs are whole pieces of code.
    fn shapes(&mut self) {
        let (text, length) = (self.text, self.length);
        for (start, row) in self.rows.iter_mut().enumerate() {
            let shape = shape(text, start, length);
            for (feature, holds) in (SHAPE..).zip(shape) {
                if holds {
                    add(row, feature, 1.0);
                }
            }
        }
    }

    /// Adds the places of the runs, seen from the cited one.
    fn places(&mut self, claim: &CodeClaim, cited: usize) {
        let places = number(claim.holes.max(1)).ln();
        let length = (number(claim.length) / ORDINARY_CLAIM).ln().max(0.0);
        for (start, row) in self.rows.iter_mut().enumerate() {
            if start == cited {
                for (feature, value) in (CITED..).zip([1.0, places, length]) {
                    add(row, feature, value);
                }
            } else {
                add(row, CITED + 3, number(start.abs_diff(cited)).ln_1p());
                add(row, CITED + 4, f64::from(u8::from(start > cited)));
            }
        }
    }
}

/// Returns the features from `first-blank` to `whole-paragraph` of one run.
fn shape(text: &CodeText, start: usize, length: usize) -> [bool; CITED - SHAPE] {
    let line = |at: usize| text.lines.get(at).copied().unwrap_or_default();
    let end = start + length - 1;
    let (first, last) = (line(start), line(end));
    let before = start.checked_sub(1).map(line).unwrap_or_default();
    let after = line(end + 1);
    let several = length > 1;
    let is_text = first.kind.is_text();
    let goes_on = match after.kind {
        LineKind::Comment | LineKind::Doc => after.kind == last.kind,
        LineKind::Code => after.indent > first.indent,
        LineKind::Close => after.indent >= first.indent,
        LineKind::Blank => false,
    };
    let boundary = before.kind == LineKind::Blank
        || before.kind != first.kind
        || before.indent != first.indent;
    let least = (start..=end).filter_map(|at| line(at).indent).min();
    [
        first.kind == LineKind::Blank,
        several && last.kind == LineKind::Blank,
        several && is_text && before.kind == first.kind,
        several && goes_on,
        several && boundary,
        !several && first.kind == LineKind::Comment,
        !several && first.kind == LineKind::Doc,
        several && first.kind == LineKind::Doc,
        several && first.kind == LineKind::Comment,
        several && first.indent.is_some() && least < first.indent,
        first.defines.is_some(),
        several && (first.statement_end == Some(end) || first.comment_end == Some(end)),
        several && first.block_end == Some(end),
        several && before.kind == LineKind::Blank && after.kind == LineKind::Blank,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(first: usize, last: usize) -> Runs {
        let text =
            CodeText::new("# Reads.\ndef read_all(path):\n    return path\n\nx = 1\n").unwrap();
        let claim = CodeClaim::new("`read_all` reads the path", None);
        describe(&text, &Question { claim: &claim, first, last, others: &[(5, 5)] }).unwrap()
    }

    fn holding(runs: &Runs, start: usize) -> Vec<&'static str> {
        let row = runs.rows[start].iter().zip(NAMES);
        row.filter(|(value, _)| **value != 0.0).map(|(_, name)| name).collect()
    }

    #[test]
    fn features_have_the_names_of_what_they_are() {
        let runs = described(1, 2);
        assert_eq!((runs.rows.len(), runs.cited, runs.length), (4, 0, 2));
        let names = holding(&runs, 1);
        for name in
            ["identifier-in-code-near", "begins-definition-near", "whole-block", "first-definition"]
        {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        assert!(holding(&runs, 0).contains(&"cited"));
        assert!(holding(&runs, 2).contains(&"is-inside-near"));
        assert_eq!(runs.excluded, [3]);
    }

    #[test]
    fn lines_past_the_end_are_not_described() {
        let text = CodeText::new("a\nb\n").unwrap();
        let claim = CodeClaim::new("about a", None);
        for (first, last) in [(3, 3), (2, 3), (0, 1), (2, 1)] {
            let question = Question { claim: &claim, first, last, others: &[] };
            assert!(describe(&text, &question).is_none(), "{first}-{last}");
        }
    }
}
