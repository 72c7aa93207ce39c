//! The evidence strip: what speaks for and against the selected citation, the most telling first.
//!
//! Its first row alone says the most needed, because on a low screen there is no other.

use super::layout::row::Row;
use super::notice::{name, one_line};
use super::state::State;
use super::theme::Role;
use crate::evidence::{Evidence, NumberStatus, Place, QuoteStatus, RangeRemark, Window};
use crate::text::Span;
use crate::text::prose::count;

/// Cells of the bar that shows how many words match.
const BAR: usize = 6;

/// The most words that are listed as missing.
const MOST_MISSING: usize = 12;

/// The most of a foreign sentence that a row repeats, in characters.
const MOST_REPEATED: usize = 90;

impl State {
    /// What was found for the target shown.
    pub fn evidence(&self) -> Option<&Evidence> {
        self.inspection.inspected.get(self.selected?)?.evidence.get(self.target)?.as_ref()
    }

    /// The better place that is looked at.
    pub fn looked_at(&self) -> Option<&Window> {
        self.evidence()?.better.get(self.source.better?)
    }

    /// The rows of the strip, unfolded.
    pub fn evidence_lines(&self) -> Vec<Row> {
        let Some(evidence) = self.evidence() else { return Vec::new() };
        let mut rows = vec![self.summary(evidence)];
        rows.extend(self.looking());
        rows.extend(numbers(evidence));
        rows.extend(quotes(evidence));
        rows.extend(self.better(evidence));
        rows.extend(self.missing(evidence));
        rows.extend(self.range(evidence));
        rows
    }

    fn summary(&self, evidence: &Evidence) -> Row {
        let mut row = Row::default();
        if let Some(trouble) = trouble(evidence) {
            row.decorate(&format!("! {trouble}"), Role::Trouble);
            row.decorate(" · ", Role::Muted);
        }
        let words = &evidence.words;
        if words.of == 0 {
            row.decorate("no words to compare", Role::Muted);
        } else {
            row.decorate("words ", Role::Muted);
            row.decorate(&bar(words.matched, words.of), Role::Bar);
            row.decorate(&format!(" {} of {}", words.matched, words.of), Role::Text);
        }
        let same = evidence.numbers.iter().filter(|number| stands(number.status)).count();
        if same > 0 {
            row.decorate(
                &format!(" · {} of {}", same, count(evidence.numbers.len(), "number")),
                Role::Text,
            );
        }
        if let [quote] = evidence.quotes.as_slice() {
            row.decorate(&format!(" · quote {}", quote.status.name()), Role::Text);
        } else if !evidence.quotes.is_empty() {
            let there = evidence.quotes.iter().filter(|quote| quote.status <= QuoteStatus::Gapped);
            let told = format!(" · {} of {}", there.count(), count(evidence.quotes.len(), "quote"));
            row.decorate(&told, Role::Text);
        }
        row
    }

    fn looking(&self) -> Option<Row> {
        let window = self.looked_at()?;
        let of = self.evidence()?.better.len();
        let which = if of > 1 {
            format!(" {} of {of}", self.source.better.unwrap_or_default() + 1)
        } else {
            String::new()
        };
        let place = self.place_told(window);
        Some(line(
            &format!("looking at the better place{which}: {place}; b goes on, then back"),
            Role::Text,
        ))
    }

    /// The better places, where none is looked at.
    fn better(&self, evidence: &Evidence) -> Option<Row> {
        if self.source.better.is_some() || evidence.better.is_empty() {
            return None;
        }
        let places: Vec<String> =
            evidence.better.iter().map(|window| self.place_told(window)).collect();
        let more = if places.len() > 1 { "as good as one another: " } else { "" };
        Some(line(&format!("better: {more}{} · b looks there", places.join(", ")), Role::Text))
    }

    /// `L21-L23 (+13)`, with the source's name where it is another.
    fn place_told(&self, window: &Window) -> String {
        let lines = lines(window);
        let cited = self.passage();
        if cited.is_some_and(|passage| passage.source == window.source) {
            let first = cited.and_then(|passage| passage.first_line);
            let shift = first.and_then(|first| window.first_line.checked_signed_diff(first));
            return shift.map_or_else(|| lines.clone(), |shift| format!("{lines} ({shift:+})"));
        }
        format!("{} {lines}", name(self, window.source))
    }

    fn missing(&self, evidence: &Evidence) -> Option<Row> {
        let text = &self.inspection.case.response.text;
        let mut words: Vec<&str> = Vec::new();
        for word in evidence.words.missing.iter().filter_map(|span| span.slice(text)) {
            if !words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                words.push(word);
            }
        }
        let more = words.len().saturating_sub(MOST_MISSING);
        words.truncate(MOST_MISSING);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let told = format!("not in the passage: {}{more}", one_line(&words.join(", ")));
        (!words.is_empty()).then(|| line(&told, Role::Text))
    }

    fn range(&self, evidence: &Evidence) -> Vec<Row> {
        let told = evidence.range.iter().map(|remark| match remark {
            RangeRemark::TooWide(window) => {
                line(&format!("? wide range: {} would do", lines(window)), Role::Text)
            }
            RangeRemark::Qualified { span, line: number, .. } => {
                let store = self
                    .passage()
                    .and_then(|passage| self.inspection.stores.get(passage.source)?.as_ref().ok());
                let text = store.map(|store| store.read(*span, 4 * MOST_REPEATED));
                let text = shortened(&text.unwrap_or_default());
                line(
                    &format!("? the next line qualifies: L{number} \u{201c}{text}\u{201d}"),
                    Role::Text,
                )
            }
        });
        told.collect()
    }
}

/// Whether something in the evidence speaks against the citation, in a word or two.
pub fn trouble(evidence: &Evidence) -> Option<String> {
    match evidence.place {
        Place::Drifted => {
            let shift = evidence.drift_lines.map(|lines| format!(" {lines:+} lines"));
            return Some(format!("drifted{}", shift.unwrap_or_default()));
        }
        Place::Elsewhere => return Some("better elsewhere".to_owned()),
        Place::Ambiguous => return Some("several better places".to_owned()),
        Place::Nowhere => return Some("these words stand nowhere".to_owned()),
        Place::Here | Place::Unknown => {}
    }
    if evidence.numbers.iter().any(|number| number.status == NumberStatus::Differs) {
        return Some("a number differs".to_owned());
    }
    let quote = evidence.quotes.iter().find(|quote| quote.turned || fails(quote.status))?;
    Some(if quote.turned && !fails(quote.status) {
        "what the quote leaves out turns it round".to_owned()
    } else {
        format!("quote {}", quote.status.name())
    })
}

const fn fails(status: QuoteStatus) -> bool {
    matches!(status, QuoteStatus::Altered | QuoteStatus::Elsewhere | QuoteStatus::Absent)
}

const fn stands(status: NumberStatus) -> bool {
    matches!(status, NumberStatus::Same | NumberStatus::Rounded | NumberStatus::Derived)
}

fn numbers(evidence: &Evidence) -> Vec<Row> {
    let worth = evidence.numbers.iter().filter(|number| number.status != NumberStatus::Same);
    let told = worth.map(|number| {
        let claim = one_line(&number.claim);
        let note = number.note.as_ref().map(|note| format!(": {}", one_line(note)));
        let note = note.unwrap_or_default();
        match (&number.passage, number.status) {
            (Some(passage), NumberStatus::Differs) => {
                let passage = one_line(passage);
                line(
                    &format!("! number differs: claim {claim} · passage {passage}{note}"),
                    Role::Trouble,
                )
            }
            (Some(passage), status) => line(
                &format!("number {claim} {} · passage {}{note}", status.name(), one_line(passage)),
                Role::Text,
            ),
            (None, status) => line(&format!("number {claim} {}{note}", status.name()), Role::Text),
        }
    });
    told.collect()
}

fn quotes(evidence: &Evidence) -> Vec<Row> {
    let worth = evidence.quotes.iter().filter(|quote| quote.note.is_some() || fails(quote.status));
    let told = worth.map(|quote| {
        let (sign, role) = if quote.turned || fails(quote.status) {
            ("! ", Role::Trouble)
        } else {
            ("", Role::Text)
        };
        let text = shortened(&quote.text);
        let note = quote.note.as_ref().map(|note| format!(": {}", one_line(note)));
        let note = note.unwrap_or_default();
        line(&format!("{sign}quote {} \u{201c}{text}\u{201d}{note}", quote.status.name()), role)
    });
    told.collect()
}

fn lines(window: &Window) -> String {
    if window.first_line == window.last_line {
        format!("L{}", window.first_line)
    } else {
        format!("L{}-L{}", window.first_line, window.last_line)
    }
}

/// A bar of a fixed width; full only when all match, empty only when none does.
fn bar(matched: usize, of: usize) -> String {
    let full = match matched {
        0 => 0,
        _ if matched >= of => BAR,
        _ => (matched * BAR / of.max(1)).clamp(1, BAR - 1),
    };
    "▮".repeat(full) + &"▯".repeat(BAR - full)
}

fn shortened(text: &str) -> String {
    let text = one_line(text.trim());
    if text.chars().count() <= MOST_REPEATED {
        return text;
    }
    text.chars().take(MOST_REPEATED - 1).chain(['…']).collect()
}

fn line(text: &str, role: Role) -> Row {
    let mut row = Row::default();
    row.decorate(text, role);
    row
}

/// Whether `span` touches one of `spans`, which are in order and do not overlap but by pairs.
pub fn touches(spans: &[Span], span: Span) -> bool {
    let from = spans.partition_point(|other| other.end <= span.start);
    spans.get(from).is_some_and(|other| other.overlaps(span))
}
