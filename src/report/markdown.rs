//! A case or a batch as Markdown: for a wiki, an issue, or a tool that renders it.
//!
//! The response appears as plain blocks with its citations as `[3 L8-L9]`; then each citation with
//! claim, passage, evidence, findings and verdicts. Untrusted text is never markup.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::dossier::{
    Chip, CitationEntry, Dossier, FindingEntry, Inline, LineEntry, MarkedText, Node, Opinion,
    SourceEntry, TargetEntry,
};
use super::findings::{
    markdown_as_block as as_block, markdown_block as beginning, markdown_text as plain,
};
use super::handout::{Handout, HandoutCase, Head};
use crate::inspect::Inspection;
use crate::text::SafeText;

/// The entry in the table of handouts.
pub const HANDOUT: Handout = Handout {
    name: "markdown",
    summary: "Markdown for a wiki or an issue",
    mark: "<!-- made by pincite -->",
    for_terminals: true,
    part,
    bind,
};

fn part(_: &Inspection, dossier: &Dossier<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page::default();
    page.case(dossier, out)?;
    page.hand_over(out)
}

fn bind(head: &Head, parts: &[HandoutCase], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n\n# Citations checked\n", HANDOUT.mark)?;
    for line in head.lines() {
        writeln!(out, "- {}", beginning(&line))?;
    }
    if parts.len() > 1 {
        writeln!(
            out,
            "\n| Case | Citations | Unresolved | Doubtful | Errors | Warnings | Judged |"
        )?;
        writeln!(out, "|---|--:|--:|--:|--:|--:|--:|")?;
    }
    for part in parts.iter().filter(|_| parts.len() > 1) {
        let name = plain(&part.name);
        match &part.summary {
            Ok(one) => {
                let [errors, warnings, _] = one.findings;
                let (citations, unresolved, doubtful) =
                    (one.citations, one.unresolved, one.doubtful);
                let (judged, of) = one.judged;
                writeln!(
                    out,
                    "| {name} | {citations} | {unresolved} | {doubtful} | {errors} | {warnings} \
                     | {judged} of {of} |"
                )?;
            }
            Err(why) => writeln!(out, "| {name} | {} | | | | | |", plain(why))?,
        }
    }
    for part in parts {
        match (&part.text, &part.summary) {
            (Some(text), _) => write!(out, "\n{text}")?,
            (None, Err(why)) if parts.len() == 1 => {
                writeln!(out, "\nNot read: {}", plain(why))?;
            }
            (None, _) => {}
        }
    }
    Ok(())
}

/// Prefix of the lines of a quote.
const QUOTE: (&str, &str) = ("> ", "> ");

#[derive(Default)]
struct Page {
    out: String,
    /// Prefix of every line of the current block: quote signs and indentation of list items.
    lead: String,
    /// Prefix of the next line instead: the bullet of a list item.
    first: Option<String>,
    /// True if the next block opens a quote or an item.
    begins: bool,
}

impl Page {
    /// Writes a line unchanged, after the lead of its block.
    fn line(&mut self, line: &str) {
        let lead = self.first.take();
        let line = format!("{}{line}", lead.as_ref().unwrap_or(&self.lead));
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Writes an empty line between two blocks.
    fn gap(&mut self) {
        if !std::mem::take(&mut self.begins) {
            self.line("");
        }
    }

    /// Writes blocks with `lead` before each line, and `first` before the first one.
    fn led_in(&mut self, (first, lead): (&str, &str), write: impl FnOnce(&mut Self)) {
        self.gap();
        let before = self.first.take().unwrap_or_else(|| self.lead.clone());
        self.first = Some(format!("{before}{first}"));
        self.begins = true;
        let length = self.lead.len();
        self.lead.push_str(lead);
        write(self);
        if self.first.is_some() {
            self.line("");
        }
        self.begins = false;
        self.lead.truncate(length);
    }

    /// Writes a paragraph of trusted markup and escaped words.
    fn paragraph(&mut self, text: &str) {
        self.gap();
        self.line(text);
    }

    /// Writes a list, one item per line.
    fn list(&mut self, items: &[String]) {
        if !items.is_empty() {
            self.gap();
        }
        for item in items {
            self.line(&format!("- {item}"));
        }
    }

    /// Moves the text so far to the output.
    fn hand_over(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(std::mem::take(&mut self.out).as_bytes())
    }

    fn case(&mut self, dossier: &Dossier<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.line(&format!("## {}", beginning(&dossier.id)));
        if let Some(question) = &dossier.question {
            self.paragraph(&format!("Question: {}", plain(question)));
        }
        self.list(&dossier.summary.lines());
        self.paragraph("### Response");
        self.nodes(dossier, &dossier.response);
        let findings: Vec<String> = dossier.findings.iter().map(finding).collect();
        if !findings.is_empty() {
            self.paragraph("#### About the whole response");
            self.list(&findings);
        }
        if !dossier.uncited.is_empty() {
            self.paragraph("#### Uncited sentences");
            let lines = dossier.uncited.iter().map(|one| {
                let verdicts: Vec<String> = one.verdicts.iter().map(opinion).collect();
                let verdicts = if verdicts.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", verdicts.join("; "))
                };
                format!("{}{verdicts}", beginning(&one.text))
            });
            self.list(&lines.collect::<Vec<_>>());
        }
        self.paragraph("### Citations");
        for citation in dossier.citations() {
            self.citation(&citation);
            self.hand_over(out)?;
        }
        if !dossier.sources.is_empty() {
            self.paragraph("### Sources");
            self.list(&dossier.sources.iter().map(source).collect::<Vec<_>>());
        }
        self.paragraph("### How it was read");
        let notes = dossier.offsets.iter().chain(&dossier.notes);
        let notes = std::iter::once(&dossier.format).chain(notes);
        self.list(&notes.map(beginning).collect::<Vec<_>>());
        Ok(())
    }

    fn nodes(&mut self, dossier: &Dossier<'_>, nodes: &[Node]) {
        let inlines = |line: &[Inline]| inlines(dossier, line);
        for node in nodes {
            match node {
                Node::Quote(inner) => self.led_in(QUOTE, |page| page.nodes(dossier, inner)),
                Node::List { first, items } => {
                    for (number, item) in (first.unwrap_or(0)..).zip(items) {
                        let bullet = first.map_or("-".to_owned(), |_| format!("{number}."));
                        let bullet = format!("{bullet} ");
                        let room = " ".repeat(bullet.len());
                        self.led_in((&bullet, &room), |page| page.nodes(dossier, item));
                    }
                }
                Node::Table { head, rows } => self.table(dossier, (head, rows)),
                Node::Heading(_, line) => {
                    let line = inlines(line);
                    self.paragraph(&format!(
                        "**{}**",
                        if line.is_empty() { "\u{2013}" } else { &line }
                    ));
                }
                Node::Paragraph(line) => self.paragraph(&inlines(line)),
                Node::Code(lines) => self.code(&raw(dossier, lines)),
                Node::Rule => self.paragraph("---"),
            }
        }
    }

    fn table(
        &mut self,
        dossier: &Dossier<'_>,
        (head, rows): (&[Vec<Inline>], &[Vec<Vec<Inline>>]),
    ) {
        let row = |cells: &[Vec<Inline>]| {
            let cells: Vec<String> = cells.iter().map(|cell| inlines(dossier, cell)).collect();
            format!("| {} |", cells.join(" | "))
        };
        let columns = head.len().max(rows.first().map_or(0, Vec::len));
        self.gap();
        self.line(&row(head));
        self.line(&format!("|{}", "---|".repeat(columns)));
        for cells in rows {
            self.line(&row(cells));
        }
    }

    /// Lines that stay as they are, inside a fence longer than any in them.
    fn code(&mut self, lines: &[String]) {
        let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max();
        let fence = "`".repeat(longest.unwrap_or(0).max(2) + 1);
        self.gap();
        self.line(&format!("{fence}text"));
        for line in lines {
            self.line(line);
        }
        self.line(&fence);
    }

    fn citation(&mut self, entry: &CitationEntry) {
        let judged = entry.chip.verdict.map(|(_, title)| format!(", {title}")).unwrap_or_default();
        self.paragraph(&format!(
            "#### {} {}{judged}",
            chip(&entry.chip),
            entry.chip.standing.word()
        ));
        let claim: SafeText = entry.claim.iter().map(|piece| &piece.text).collect();
        if !claim.as_str().trim().is_empty() {
            self.led_in(QUOTE, |page| page.paragraph(&beginning(&claim)));
        }
        let mut lines: Vec<String> =
            entry.problem.iter().map(|problem| beginning(&problem)).collect();
        lines.extend(entry.findings.iter().map(finding));
        lines.extend(entry.verdicts.iter().map(opinion));
        lines.extend(entry.remarks.iter().map(beginning));
        let raw = entry.raw.iter();
        lines.extend(raw.map(|(noun, raw)| format!("{noun}: {}", plain(&raw))));
        self.list(&lines);
        entry.targets.iter().for_each(|target| self.target(target));
    }

    fn target(&mut self, entry: &TargetEntry) {
        let title = entry.source.as_ref().and_then(|(_, title)| title.as_ref());
        let title = title.map(|title| format!(", {}", plain(&title))).unwrap_or_default();
        let status = plain(&entry.status);
        self.paragraph(&format!("**{}**{title}: {status}", plain(&entry.reference)));
        if !entry.lines.is_empty() {
            self.code(&entry.lines.iter().map(numbered).collect::<Vec<_>>());
        }
        let left = entry.left_out.iter().map(|left| format!("\u{2026} {left}"));
        let mut lines: Vec<String> = left.collect();
        lines.extend(entry.doubts.iter().map(beginning));
        lines.extend(entry.verdicts.iter().map(opinion));
        lines.extend(entry.findings.iter().map(finding));
        if !entry.evidence.as_str().is_empty() {
            lines.push(format!("evidence: {}", plain(&entry.evidence)));
        }
        lines.extend(entry.details.iter().map(|(text, against)| {
            let against = if *against { "**against:** " } else { "" };
            format!("{against}{}", beginning(text))
        }));
        self.list(&lines);
    }
}

fn chip(chip: &Chip) -> String {
    let place = plain(&chip.place);
    let blank = if place.is_empty() { "" } else { " " };
    format!("\\[{}{blank}{place}\\]", chip.number)
}

/// Returns one line of the response.
fn inlines(dossier: &Dossier<'_>, inlines: &[Inline]) -> String {
    let mut line = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(text, _) => line.push_str(&plain(text)),
            Inline::Break => line.push(' '),
            Inline::Chip(it) => {
                let joined = !line.is_empty() && !line.ends_with(' ');
                line.push_str(if joined { " " } else { "" });
                line.push_str(&chip(&dossier.chip(*it)));
            }
        }
    }
    as_block(line.trim().to_owned())
}

/// Returns the lines of code as they are.
fn raw(dossier: &Dossier<'_>, inlines: &[Inline]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for inline in inlines {
        let Some(line) = lines.last_mut() else { continue };
        match inline {
            Inline::Text(text, _) => line.push_str(text.as_str()),
            Inline::Chip(it) => {
                let _ = write!(line, "[{}]", dossier.chip(*it).number);
            }
            Inline::Break => lines.push(String::new()),
        }
    }
    lines
}

fn numbered(line: &LineEntry) -> String {
    let page = line.page.as_ref().map(|page| format!("{page} ")).unwrap_or_default();
    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
    let mark = if line.cited { ':' } else { '-' };
    let text: String = line.pieces.iter().map(|MarkedText { text, .. }| text.as_str()).collect();
    format!("{page}{number:>4}{mark} {text}")
}

fn finding(entry: &FindingEntry) -> String {
    let help = entry.help.as_ref().map(|help| format!("; help: {}", plain(&help)));
    let help = help.unwrap_or_default();
    let message = plain(&entry.message);
    format!("**{}** {}: {message}{help}", entry.severity.name(), entry.rule)
}

fn opinion(opinion: &Opinion) -> String {
    let words = |text: &SafeText| plain(text);
    let verdict = opinion.verdict.map_or("no verdict", |kind| kind.title);
    let mut text = format!("**{verdict}** by {}, {}", words(&opinion.reviewer), opinion.day);
    text.push_str(if opinion.settles { ", settling a disagreement" } else { "" });
    let place = opinion.place.iter().map(|place| format!("right place: {}", words(place)));
    let changed = opinion.changed.iter().map(|changed| (*changed).to_owned());
    let note = opinion.note.iter().map(|note| format!("\u{201c}{}\u{201d}", words(note)));
    for remark in changed.chain(opinion.reasons.iter().map(words)).chain(place).chain(note) {
        let _ = write!(text, "; {remark}");
    }
    text
}

fn source(entry: &SourceEntry) -> String {
    let name = plain(&entry.name);
    let title = entry.title.iter().map(|title| format!(", {}", plain(&title)));
    let link = entry.link.iter().map(|link| format!(", {}", plain(&link.shown)));
    let notes = entry.notes.iter().map(|note| format!("; {}", plain(note)));
    let more: String = title.chain(link).collect();
    let notes: String = notes.collect();
    format!("**{name}**{more}: {}{notes}", plain(&entry.facts))
}
