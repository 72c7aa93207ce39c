//! An answer assembled from its text, the marks in it, and their targets.

use serde_json::Value;

use crate::dialects::app::open_webui::groups::{Grouped, group};
use crate::dialects::app::open_webui::marks::{Mark, folded, scan};
use crate::dialects::dialect::TextReader;
use crate::input::json::Reader;
use crate::model::{Anchor, AnchorKind, Case, Citation, Response, Target};
use crate::text::Span;
use crate::text::prose::listed;

/// An answer as it came, from an export or from events.
#[derive(Debug, Default)]
pub(crate) struct Answer<'v> {
    /// Its text.
    pub(crate) text: String,
    /// Its source records.
    pub(crate) records: Vec<&'v Value>,
    /// The time of writing, in seconds, if known.
    pub(crate) written: Option<f64>,
}

impl Answer<'_> {
    /// Returns the case that it is.
    pub(crate) fn case(self, text_reader: &TextReader<'_>, reader: &mut Reader) -> Case {
        let mut grouped = group(&self.records, "sources", reader);
        let cards = folded(&self.text);
        let hidden: Vec<Span> = cards.iter().map(|card| card.span).collect();
        let marks = scan(&self.text, grouped.sources.len(), &hidden);
        let mut citations: Vec<Citation> =
            marks.iter().map(|mark| citation(mark, &self.text)).collect();
        let mut notes = offer(&mut citations, &mut grouped, &marks, self.written);
        notes.extend(mislabelled(&grouped, &marks));
        let mut response = Response { text: self.text, citations: Vec::new(), cards };
        if citations.is_empty()
            && let Some((name, found)) = text_reader.read(&response.text)
            && !found.citations.is_empty()
        {
            notes.push(format!("the answer has no numbers; its marks are read as `{name}`"));
            notes.extend(found.notes);
            grouped.sources.extend(found.sources);
            response.cards = found.cards;
            citations = found.citations;
        }
        response.citations = citations;
        Case { response, sources: grouped.sources, notes, ..Case::default() }
    }
}

fn citation(mark: &Mark, text: &str) -> Citation {
    let target = |number: &u64| Target { id: number.to_string(), ..Target::default() };
    Citation {
        family: "number".to_owned(),
        raw: mark.span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span: mark.span },
        targets: mark.numbers.iter().map(target).collect(),
        ..Citation::default()
    }
}

/// Adds the meanings of the numbers under other numberings as further targets, with a note.
fn offer(
    citations: &mut [Citation],
    grouped: &mut Grouped,
    marks: &[Mark],
    written: Option<f64>,
) -> Vec<String> {
    let largest = marks.iter().flat_map(|mark| &mark.numbers).max().copied().unwrap_or(0);
    let mut notes = Vec::new();
    for reading in grouped.readings(written, largest) {
        let other = |number: u64| {
            let at = usize::try_from(number).ok()?.checked_sub(1)?;
            reading.sources.get(at).copied().filter(|source| *source != at)
        };
        let mut pairs: Vec<(u64, usize)> = Vec::new();
        for (citation, mark) in citations.iter_mut().zip(marks) {
            for number in &mark.numbers {
                let Some(source) = other(*number) else { continue };
                pairs.push((*number, source + 1));
                let id = (source + 1).to_string();
                if citation.targets.iter().all(|target| target.id != id) {
                    citation.targets.push(Target { id, ..Target::default() });
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        if pairs.is_empty() {
            continue;
        }
        for (number, source) in &pairs {
            let words = (format!("[{number}] if"), reading.how.to_owned());
            if let Some(source) = grouped.sources.get_mut(source - 1) {
                source.metadata.push(words);
            }
        }
        let meanings =
            pairs.iter().map(|(number, source)| format!("`[{number}]` means source {source}"));
        notes.push(format!(
            "numbers are read as the app opens them; if {}, as in some versions, {}: both are \
             offered",
            reading.how,
            listed(meanings, 0, ", ")
        ));
    }
    notes
}

/// Notes that the app's chip bears another name than the source it opens.
fn mislabelled(grouped: &Grouped, marks: &[Mark]) -> Option<String> {
    let mut numbers: Vec<usize> = marks
        .iter()
        .flat_map(|mark| &mark.numbers)
        .filter_map(|number| usize::try_from(*number).ok()?.checked_sub(1))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut names = Vec::new();
    for at in numbers {
        if let Some(name) = grouped.names.get(at) {
            match grouped.labels.get(at) {
                Some(label) if label == name => {}
                Some(label) => names.push(format!("`[{}]` bears the name `{label}`", at + 1)),
                None => names.push(format!("`[{}]` bears no name", at + 1)),
            }
        }
    }
    let shifted = listed(names.iter().cloned(), 0, ", ");
    (!names.is_empty()).then(|| {
        format!(
            "in the app the chip {shifted}: several sources share a name, which shifts the names"
        )
    })
}
