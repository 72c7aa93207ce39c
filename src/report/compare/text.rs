//! A comparison as lines of words, worst change first: the claim, the changes of its citations, and
//! the passages.
//!
//! Every line is made safe for a terminal.

use std::io::{self, Write};

use anstyle::Style;

use super::super::lines::{Extent, PassageLines};
use super::super::styled::{BETTER, HEADING, MUTED, PLAIN, TROUBLE, write_line};
use super::reference::reference;
use super::{Options, Pair, Report, Sum};
use crate::inspect::Inspection;
use crate::resolve::Resolution;
use crate::review::compare::{
    Change, CitationChange, ClaimText, ComparedTarget, Difference, TargetChange,
};
use crate::text::prose::{count, one_line};

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "text", summary: "changed claims, worst first", write, end };

/// Maximum number of lines of a passage, unless all are requested.
const MAX_LINES: usize = 5;

/// Maximum number of characters of a line.
const MAX_LINE: usize = 400;

/// Writes a pair; one without any change is only counted.
fn write(pair: &Pair<'_>, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    if pair.before.is_some() && pair.after.is_some() && pair.comparison.changes.is_empty() {
        return Ok(());
    }
    let mut printer = Printer { options, out };
    printer.head("before", pair.before)?;
    printer.head("after", pair.after)?;
    if let Some((before, after)) = pair.before.zip(pair.after) {
        let sides = [before, after].map(|inspection| (inspection, PassageLines::new(inspection)));
        for change in &pair.comparison.changes {
            printer.line("")?;
            printer.change(change, &sides)?;
        }
    }
    printer.line("")
}

fn end(sum: &Sum, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", sum.summary())
}

/// A response with its lines.
type Side<'s> = (&'s Inspection, PassageLines<'s>);

struct Printer<'p> {
    options: &'p Options,
    out: &'p mut dyn Write,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) -> io::Result<()> {
        self.styled(PLAIN, line)
    }

    /// Writes a line, made safe for a terminal.
    fn styled(&mut self, style: Style, line: &str) -> io::Result<()> {
        write_line(self.out, (style, self.options.colour), line)
    }

    fn head(&mut self, name: &str, inspection: Option<&Inspection>) -> io::Result<()> {
        let Some(inspection) = inspection else {
            return self.line(&format!("{name}: missing"));
        };
        let case = &inspection.case;
        let id = if case.input == case.id || case.input.ends_with(&format!("/{}", case.id)) {
            case.input.clone()
        } else {
            format!("{} · {}", case.input, case.id)
        };
        self.line(&format!(
            "{name}: {id}, {}, {}, {} unresolved",
            case.format.name,
            count(case.response.citations.len(), "citation"),
            inspection.unresolved()
        ))
    }

    fn change(&mut self, change: &Change, sides: &[Side<'_>; 2]) -> io::Result<()> {
        let mut names: Vec<&str> = change.differences().into_iter().map(Difference::name).collect();
        names.dedup();
        let claim = if change.is_removed() { &change.before } else { &change.after };
        self.styled(HEADING, &format!("{}: {}", names.join(", "), described(claim)))?;
        let is_divided = change.before.len() != change.after.len();
        if !change.is_added() && !change.is_removed() && (change.is_reworded || is_divided) {
            self.line(&format!("  was: {}", described(&change.before)))?;
        }
        if change.citations.is_empty() && (change.is_added() || change.is_removed()) {
            self.line("  no citation")?;
        }
        for citation in &change.citations {
            self.citation(citation, sides)?;
        }
        Ok(())
    }

    fn citation(&mut self, change: &CitationChange, sides: &[Side<'_>; 2]) -> io::Result<()> {
        let [before, after] = sides;
        let old = change.before.map(|cited| (before, cited));
        let new = change.after.map(|cited| (after, cited));
        let names =
            [old, new].map(|side| side.map(|((inspection, _), it)| reference(inspection, it)));
        let [was, is] = &names;
        let references = match (was, is) {
            (Some(was), Some(is)) if was == is => was.clone(),
            (Some(was), Some(is)) => {
                // Another source may go by the same name.
                let [was_title, is_title] = match change.fate {
                    TargetChange::Replaced => [titled(old), titled(new)],
                    _ => Default::default(),
                };
                format!("{was}{was_title} → {is}{is_title}")
            }
            (one, other) => one.clone().or_else(|| other.clone()).unwrap_or_default(),
        };
        let style = match change.fate {
            TargetChange::Lost => TROUBLE,
            TargetChange::Gained => BETTER,
            TargetChange::Moved | TargetChange::Replaced | TargetChange::Kept => PLAIN,
        };
        self.styled(style, &format!("  {}: {references}", change.fate.name()))?;
        for flip in &change.flips {
            let who = if flip.reviewer_before == flip.reviewer_after {
                flip.reviewer_before.clone()
            } else {
                format!("{} → {}", flip.reviewer_before, flip.reviewer_after)
            };
            let (was, is) = (flip.before.kind().title, flip.after.kind().title);
            self.line(&format!("    verdict of {}: {was} → {is}", one_line(&who)))?;
        }
        for aspect in &change.aspects {
            let line = format!("    {}: {} → {}", aspect.name, aspect.before, aspect.after);
            self.line(&one_line_indented(&line))?;
        }
        match change.fate {
            TargetChange::Moved | TargetChange::Replaced => {
                self.passage("before", old)?;
                self.passage("after", new)
            }
            TargetChange::Lost => self.passage("", old),
            TargetChange::Gained | TargetChange::Kept => self.passage("", new.or(old)),
        }
    }

    /// Adds the lines of a passage, or the reason why there is none, below the name of its side.
    fn passage(&mut self, name: &str, side: Option<(&Side<'_>, ComparedTarget)>) -> io::Result<()> {
        let Some(((inspection, lines), cited)) = side else { return Ok(()) };
        if !name.is_empty() {
            self.line(&format!("    {name}:"))?;
        }
        match inspection.resolution(cited.citation, cited.target) {
            Some(Resolution::Found(passage)) => {
                let most = if self.options.full { usize::MAX } else { MAX_LINES };
                let context = self.options.context;
                let left = lines.each(passage, Extent { context, most }, |line| {
                    let mark = if line.cited { ':' } else { '-' };
                    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
                    let style = if line.cited { PLAIN } else { MUTED };
                    self.styled(style, &format!("      {number}{mark} {}", shortened(&line.text)))
                })?;
                if left > 0 {
                    let left = count(left, "more line");
                    self.line(&format!("      \u{2026} {left}; `--full` shows all"))?;
                }
                Ok(())
            }
            Some(Resolution::Missing(missing)) => {
                self.line(&format!("      {}", one_line(&missing.message)))
            }
            _ => self.line("      no passage"),
        }
    }
}

/// Returns the title of a source, else its address, as a supplement to its id.
fn titled(side: Option<(&Side<'_>, ComparedTarget)>) -> String {
    let Some(((inspection, _), cited)) = side else { return String::new() };
    let source = inspection
        .resolution(cited.citation, cited.target)
        .and_then(|resolution| inspection.source_of(resolution));
    let title = source.and_then(|source| source.title.as_ref().or(source.url.as_ref()));
    title.map(|title| format!(" ({})", one_line(title))).unwrap_or_default()
}

/// Returns the words of a claim, or of its parts.
fn described(parts: &[ClaimText]) -> String {
    let words: Vec<&str> = parts.iter().map(|part| part.words.as_str()).collect();
    let words = words.join(" / ");
    if words.trim().is_empty() { "(empty)".to_owned() } else { words }
}

/// Keeps untrusted text with line ends on its line.
fn one_line_indented(line: &str) -> String {
    format!("    {}", one_line(line))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_LINE) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}\u{2026}", text.get(..end).unwrap_or_default()),
    }
}
