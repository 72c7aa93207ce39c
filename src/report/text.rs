//! The inspection as lines of words, to be read from top to bottom, in a pipe or with a screen
//! reader.
//!
//! One paragraph per claim: the claim, the citations after it, and for each the cited lines with
//! their numbers, or the reason why there are none. No cursor movement, no drawing, and colour only
//! on request. Every line is made safe for a terminal.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;

use super::evidence::{EvidenceText, reasons, scores};
use super::lines::{Extent, PassageLines, part_with};
use super::source_words::{length, origin, uses};
use super::standing::{Assessment, MAX_TITLE, found_by, remarks};
use super::styled::{BETTER, HEADING, MUTED, PLAIN, TROUBLE, write_line};
use super::{Options, Report};
use crate::inspect::Inspection;
use crate::model::{IdFrom, Target};
use crate::resolve::{How, Passage, Reason, Resolution};
use crate::text::prose::{count, one_line, one_line_within};

/// The entry in the table of reports.
pub const REPORT: Report =
    Report { name: "text", summary: "claims and cited lines, as plain text", write };

/// Maximum number of lines of a passage, unless all are requested.
const MAX_LINES: usize = 40;
/// Maximum number of lines of a source that is cited as a whole.
const MAX_OF_WHOLE: usize = 5;
/// Maximum number of passages with the same doubt that are written with its words each.
const MAX_DOUBTS: usize = 3;
/// Maximum number of characters of a line.
const MAX_LINE: usize = 1000;

fn write(inspection: &Inspection, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let lines = PassageLines::new(inspection);
    let assessment = Assessment::new(inspection);
    let doubts = Doubts::of(inspection);
    let mut printer = Printer { inspection, lines: &lines, assessment, doubts, options, out };
    printer.head()?;
    printer.claims()?;
    printer.cards()?;
    printer.sources()?;
    printer.notes()
}

/// The part of a citation that [`write_target`] writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The target and the cited lines.
    Passage,
    /// The comparison of claim and passage.
    Evidence,
}

/// Writes a part of what the report says of one target of a citation, by their indexes.
pub fn write_target(
    inspection: &Inspection,
    (citation, target): (usize, usize),
    part: Part,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lines = PassageLines::new(inspection);
    let assessment = Assessment::new(inspection);
    let doubts = Doubts::default();
    let mut printer = Printer { inspection, lines: &lines, assessment, doubts, options, out };
    match part {
        Part::Passage => {
            let order = inspection.reading_order();
            let number = order.iter().zip(1..).find(|(it, _)| **it == citation);
            let number = number.map_or(0, |(_, number)| number);
            printer.passage_of(number, citation, target)?;
            printer.faults(number, citation)
        }
        Part::Evidence => printer.evidence_of(citation, target),
    }
}

struct Printer<'p> {
    inspection: &'p Inspection,
    lines: &'p PassageLines<'p>,
    assessment: Assessment,
    doubts: Doubts,
    options: &'p Options,
    out: &'p mut dyn Write,
}

/// The doubts about the passages of a report, each with the number of passages with it and the citation that it was
/// written at.
#[derive(Default)]
struct Doubts(BTreeMap<String, (usize, Option<usize>)>);

impl Doubts {
    fn of(inspection: &Inspection) -> Self {
        let mut doubts = BTreeMap::new();
        let found = inspection.inspected.iter().flat_map(|it| &it.targets);
        for doubt in found.filter_map(Resolution::passage).flat_map(|it| &it.doubts) {
            doubts.entry(doubt.to_string()).or_insert((0, None)).0 += 1;
        }
        Self(doubts)
    }

    /// Returns a doubt about a passage of citation `number` in words. One that many have is written at the first, with
    /// their number, and as a reference to that at the others.
    fn words(&mut self, doubt: &str, number: usize) -> String {
        match self.0.get_mut(doubt) {
            Some((times, first @ None)) if *times > MAX_DOUBTS => {
                *first = Some(number);
                format!("{doubt} ({times} passages)")
            }
            Some((_, Some(first))) => format!("as at [{first}]"),
            _ => doubt.to_owned(),
        }
    }
}

impl Printer<'_> {
    fn line(&mut self, line: &str) -> io::Result<()> {
        self.styled(PLAIN, line)
    }

    /// Writes a line, made safe for a terminal.
    fn styled(&mut self, style: Style, line: &str) -> io::Result<()> {
        write_line(self.out, (style, self.options.colour), line)
    }

    fn head(&mut self) -> io::Result<()> {
        let Inspection { case, .. } = self.inspection;
        self.line(&format!("case: {}", case.id))?;
        if let Some(question) = &case.question {
            self.line(&format!("question: {}", one_line(question)))?;
        }
        self.line(&format!("format: {} ({})", case.format.name, case.format.reason))?;
        if let Some(reading) = case.format.offsets() {
            self.line(&format!("offsets: {}", one_line(reading)))?;
        }
        let unresolved = self.inspection.unresolved();
        let citations = count(case.response.citations.len(), "citation");
        let some = |number: usize, words: &str| match number {
            0 => String::new(),
            _ => format!(", {number} {words}"),
        };
        let without = some(self.inspection.without_text(), "without text");
        let repeated = some(self.inspection.repeated(), "with text that only the response repeats");
        self.line(&format!("{citations}, {unresolved} unresolved{repeated}{without}"))?;
        let uncited = self.inspection.times_cited().iter().filter(|times| **times == 0).count();
        self.line(&format!("{}, {uncited} never cited", count(case.sources.len(), "source")))
    }

    fn claims(&mut self) -> io::Result<()> {
        let order: Vec<(usize, usize)> =
            self.inspection.reading_order().into_iter().enumerate().collect();
        let claim =
            |index: usize| self.inspection.inspected.get(index).and_then(|found| found.claim);
        let groups: Vec<&[(usize, usize)]> = order
            .chunk_by(|one, other| claim(one.1).is_some() && claim(one.1) == claim(other.1))
            .collect();
        for group in groups {
            let numbers: Vec<String> =
                group.iter().map(|(place, _)| format!("[{}]", place + 1)).collect();
            let index = group.first().map_or(0, |(_, index)| *index);
            let words = match self.inspection.claim_text(index) {
                Some(words) => one_line(&words),
                None => "(no claim: no text before or after it in its block)".to_owned(),
            };
            self.line("")?;
            self.styled(HEADING, &format!("{} {words}", numbers.join(" ")))?;
            for &(place, index) in group {
                self.citation(place + 1, index)?;
            }
        }
        Ok(())
    }

    fn citation(&mut self, number: usize, index: usize) -> io::Result<()> {
        let citation = self.inspection.case.response.citations.get(index);
        let targets = citation.map_or(0, |citation| citation.targets.len());
        for at in 0..targets {
            self.passage_of(number, index, at)?;
            self.evidence_of(index, at)?;
        }
        self.faults(number, index)
    }

    /// Writes where a target of a citation leads, and the cited lines.
    fn passage_of(&mut self, number: usize, index: usize, at: usize) -> io::Result<()> {
        let inspection = self.inspection;
        let citation = inspection.case.response.citations.get(index);
        let target = citation.and_then(|citation| citation.targets.get(at));
        let Some((target, resolution)) = target.zip(inspection.resolution(index, at)) else {
            return Ok(());
        };
        let scores = scores(&inspection.case, index, at);
        let scores: Vec<String> = scores.iter().map(|score| format!(", {score}")).collect();
        self.target((number, index, at), target, resolution, &scores.concat())
    }

    /// Writes the evidence of a target, and what the response says of it.
    fn evidence_of(&mut self, index: usize, at: usize) -> io::Result<()> {
        self.evidence(index, at)?;
        for line in reasons(&self.inspection.case, index, at) {
            self.line(&format!("      {}", one_line(&line.text)))?;
        }
        Ok(())
    }

    /// Writes what is wrong with the mark of a citation.
    fn faults(&mut self, number: usize, index: usize) -> io::Result<()> {
        let Some(citation) = self.inspection.case.response.citations.get(index) else {
            return Ok(());
        };
        if let Some(problem) = &citation.problem {
            let kind = problem.kind.name();
            let fault = format!("  [{number}] faulty marker ({kind}): {}", problem.message);
            self.styled(TROUBLE, &fault)?;
        }
        for remark in remarks(self.inspection, index) {
            self.line(&format!("      {remark}"))?;
        }
        if self.inspection.is_unresolved(index) {
            self.line(&format!("      {}: {}", citation.raw_noun(), citation.raw))?;
        }
        Ok(())
    }

    fn target(
        &mut self,
        (number, index, at): (usize, usize, usize),
        target: &Target,
        resolution: &Resolution,
        scores: &str,
    ) -> io::Result<()> {
        let locator =
            target.locator.as_ref().map(|locator| format!(" {locator}")).unwrap_or_default();
        let reference = format!("  [{number}] {}{locator}", target.id);
        match resolution {
            Resolution::Found(passage) => {
                let title =
                    self.inspection.source_of(resolution).and_then(|source| source.title.as_ref());
                let title = title.filter(|title| **title != target.id);
                let title = title.map(|title| format!(", {}", one_line_within(title, MAX_TITLE)));
                let title = title.unwrap_or_default();
                let normalised = if passage.normalised { ", normalised" } else { "" };
                self.line(&format!(
                    "{reference}{title}, {}{normalised}{scores}",
                    found_by(passage.how)
                ))?;
                for doubt in &passage.doubts {
                    let words = self.doubts.words(doubt, number);
                    self.styled(TROUBLE, &format!("      doubt: {words}"))?;
                }
                self.passage((index, at), passage)
            }
            // The reason is given once, in the list of sources.
            Resolution::Missing(missing) if missing.reason == Reason::NoText => {
                let at = missing.candidates.first();
                let source = at.and_then(|at| self.inspection.case.sources.get(*at));
                let names = source.into_iter().flat_map(|source| [&source.title, &source.url]);
                let names = names.flatten().filter(|name| **name != target.id);
                let names: Vec<String> =
                    names.map(|name| one_line_within(name, MAX_TITLE)).collect();
                let words = [vec![reference], names, vec!["without text".to_owned()]].concat();
                self.line(&format!("{}{scores}", words.join(", ")))
            }
            Resolution::Missing(missing) => {
                let reason = missing.reason.name();
                self.styled(TROUBLE, &format!("{reference}, unresolved ({reason}){scores}"))?;
                self.line(&format!("      {}", missing.message))?;
                missing.help.iter().try_for_each(|help| self.line(&format!("      help: {help}")))
            }
            Resolution::Pending(_) => self.line(&format!("{reference}, pending: counting lines")),
        }
    }

    /// Writes the evidence below the lines of a passage.
    fn evidence(&mut self, index: usize, target: usize) -> io::Result<()> {
        let is_weak = self.assessment.is_weak(index);
        let Some(compared) = EvidenceText::of(self.inspection, (index, target), is_weak) else {
            return Ok(());
        };
        let mut sums: Vec<String> = compared.trouble().into_iter().collect();
        let style = if sums.is_empty() { PLAIN } else { TROUBLE };
        sums.extend(compared.words());
        sums.extend(compared.sums());
        if !sums.is_empty() {
            self.styled(style, &format!("      evidence: {}", sums.join(", ")))?;
        }
        if let Some(better) = compared.better() {
            self.styled(BETTER, &format!("      {}", one_line(&better.text)))?;
        }
        for line in compared.lines() {
            let style = if line.against { TROUBLE } else { PLAIN };
            self.styled(style, &format!("      {}", one_line(&line.text)))?;
        }
        Ok(())
    }

    fn passage(&mut self, of: (usize, usize), passage: &Passage) -> io::Result<()> {
        let context = self.options.context;
        let most = match (self.options.full, passage.how) {
            (true, _) => usize::MAX,
            (false, How::Whole) => MAX_OF_WHOLE,
            (false, _) => MAX_LINES,
        };
        let source = self.inspection.case.sources.get(passage.source);
        let has_pages = source.is_some_and(|source| source.pages().next().is_some());
        let highest = match passage.last_line {
            // Counted anew on each page.
            _ if has_pages => 99,
            last => last.unwrap_or(0).saturating_add(context as u64),
        };
        let width = highest.to_string().len();
        let evidence = EvidenceText::of(self.inspection, of, false);
        let window = evidence.and_then(|it| it.evidence.tightest.as_deref());
        let (part, above) = part_with(self.inspection, passage, window, most);
        if above > 0 {
            let above = count(above, "line");
            self.line(&format!("      \u{2026} {above} above"))?;
        }
        let left = self.lines.each(&part, Extent { context, most }, |line| {
            if let (Some(number), Some(source)) = (line.page, source) {
                let remarks = source.page_remarks(number).into_iter().map(one_line);
                let name = std::iter::once(format!("p. {number}")).chain(remarks);
                self.line(&format!("      {}", name.collect::<Vec<_>>().join(" \u{b7} ")))?;
            }
            let mark = if line.cited { ':' } else { '-' };
            let number = line.number.map(|number| number.to_string()).unwrap_or_default();
            let style = if line.cited { PLAIN } else { MUTED };
            self.styled(style, &format!("      {number:>width$}{mark} {}", shortened(&line.text)))
        })?;
        if left > 0 {
            let left = count(left, "more line");
            self.line(&format!("      \u{2026} {left}; `--full` shows all"))?;
        }
        Ok(())
    }

    fn cards(&mut self) -> io::Result<()> {
        let cards = &self.inspection.case.response.cards;
        if cards.is_empty() {
            return Ok(());
        }
        self.line("")?;
        self.styled(HEADING, "markers that are not citations:")?;
        let mut lines = Vec::new();
        for card in cards {
            let what = match (&card.label, card.known) {
                (Some(label), _) => format!("shown as \u{201c}{}\u{201d}", one_line(label)),
                (None, true) => "hidden".to_owned(),
                (None, false) => {
                    let raw = card.span.slice(&self.inspection.case.response.text);
                    format!("unknown family, kept: {}", one_line(raw.unwrap_or_default()))
                }
            };
            lines.push(format!("  {}: {what}", card.family));
        }
        for same in lines.chunk_by(|one, other| one == other) {
            let times =
                if same.len() > 1 { format!(" ({} times)", same.len()) } else { String::new() };
            self.line(&format!("{}{times}", same.first().map_or("", String::as_str)))?;
        }
        Ok(())
    }

    fn sources(&mut self) -> io::Result<()> {
        let times = self.inspection.times_cited();
        if times.is_empty() {
            return Ok(());
        }
        self.line("")?;
        self.styled(HEADING, "sources:")?;
        let repeated = repeated_reasons(self.inspection);
        for (index, (source, times)) in self.inspection.case.sources.iter().zip(times).enumerate() {
            let mut words = vec![self.inspection.source_name(index)];
            words.extend(source.title.as_deref().map(one_line));
            words.extend(source.url.as_deref().map(one_line));
            words.dedup();
            if words.len() == 3 && words.first() == words.last() {
                words.pop();
            }
            words.push(match self.inspection.stores.get(index) {
                Some(Err(why)) if repeated.contains_key(&why.to_string()) => "no text".to_owned(),
                Some(Err(why)) => format!("no text: {why}"),
                _ => length(self.inspection, index).unwrap_or_else(|| "length unknown".to_owned()),
            });
            words.extend(origin(source));
            words.push(uses(times));
            self.line(&format!("  {}", words.join(", ")))?;
            for note in &source.notes {
                self.line(&format!("      {}", one_line(note)))?;
            }
        }
        repeated.into_iter().try_for_each(|(why, number)| {
            self.line(&format!("  no text of {}: {}", count(number, "source"), one_line(&why)))
        })
    }

    fn notes(&mut self) -> io::Result<()> {
        let by_name = self.inspection.matches.iter().filter_map(|id_match| {
            let how = match id_match.by {
                IdFrom::User => "by --source",
                IdFrom::Address => "by address",
                IdFrom::FileName => "by file name",
                IdFrom::Text | IdFrom::Position => return None,
            };
            let source = self.inspection.case.sources.get(id_match.source)?;
            let file = source.origin.as_ref().map(|origin| origin.path.display().to_string());
            let (how, shown) = match (file, &source.title, &source.url) {
                (Some(file), ..) => (how, file),
                (None, _, Some(url)) if id_match.by == IdFrom::Address => (how, url.clone()),
                (None, Some(title), _) => ("by title", title.clone()),
                (None, None, _) => (how, self.inspection.source_name(id_match.source)),
            };
            Some(format!("`{}` was matched {how}: {shown}", id_match.id))
        });
        let notes: Vec<String> =
            self.inspection.case.notes.iter().cloned().chain(by_name).collect();
        if notes.is_empty() {
            return Ok(());
        }
        self.line("")?;
        self.styled(HEADING, "notes:")?;
        for note in notes {
            self.line(&format!("  {}", one_line(&note)))?;
        }
        Ok(())
    }
}

/// Returns the reasons why two or more sources have no text, with their number.
fn repeated_reasons(inspection: &Inspection) -> BTreeMap<String, usize> {
    let mut reasons = BTreeMap::new();
    for why in inspection.stores.iter().filter_map(|store| store.as_ref().err()) {
        *reasons.entry(why.to_string()).or_insert(0) += 1;
    }
    reasons.retain(|_, number| *number > 1);
    reasons
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LINE) {
        None => text.to_owned(),
        Some((end, _)) => {
            let left = text.chars().count() - MAX_LINE;
            format!(
                "{}\u{2026} ({})",
                text.get(..end).unwrap_or_default(),
                count(left, "more character")
            )
        }
    }
}
