//! Findings for people: the line of the response with the place underlined, and the line of the
//! source that shows it, like the diagnostics of compilers. `[*]` marks what `--fix` repairs.

use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};

use super::{
    Checked, Excerpt, Options, PassageShown, Report, ReportFinding, Summary, Syntax, Writer,
};
use crate::rules::Severity;
use crate::text::SafeText;

/// The entry in the table of reports.
pub const REPORT: Report = Report {
    name: "text",
    summary: "the place underlined, with the source line that shows it",
    syntax: Syntax::Text,
    begins,
    begin,
};

/// The width that long lines are cut to, in cells.
const WIDTH: usize = 120;

/// True for a text that begins with a finding, in colour or without, or a summary. Codes of compilers have four
/// digits.
fn begins(head: &str) -> bool {
    if begins_with_summary(head) {
        return true;
    }
    let mut words = head;
    while let Some(rest) = words.strip_prefix("\u{1b}[") {
        words = rest.split_once('m').map_or("", |(_, words)| words);
    }
    let mut levels = ["error[", "warning[", "note["].into_iter();
    let label = levels.find_map(|level| words.strip_prefix(level)?.split_once(']'));
    let is_code =
        |code: &str| code.len() == 4 && code.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    label.is_some_and(|(label, _)| {
        label == "not checked" || label.split_once(' ').is_some_and(|(code, _)| is_code(code))
    })
}

/// True for the summary of a check without findings.
fn begins_with_summary(head: &str) -> bool {
    let line = head.lines().next().unwrap_or_default();
    let number = line.strip_prefix("no findings in ").and_then(|rest| rest.split_once(" case"));
    let is_clean = number.is_some_and(|(number, rest)| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number && ["", "s"].contains(&rest.split(';').next().unwrap_or_default())
    });
    is_clean || line.starts_with("nothing was checked: ")
}

fn begin(options: Options) -> Box<dyn Writer> {
    let renderer = if options.colour { Renderer::styled() } else { Renderer::plain() };
    Box::new(Text { renderer: renderer.term_width(WIDTH), with_errors: options.with_errors })
}

struct Text {
    renderer: Renderer,
    with_errors: bool,
}

impl Text {
    fn write(&self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        if let Some((error, hint)) = checked.error.as_ref().filter(|_| self.with_errors) {
            let title = Level::ERROR.primary_title(safe(error)).id("not checked");
            let hint = hint.iter().map(|hint| Level::HELP.message(safe(hint)));
            writeln!(out, "{}\n", self.renderer.render(&[title.elements(hint)]))?;
        }
        for entry in &checked.findings {
            writeln!(out, "{}", self.renderer.render(&[head(checked, entry)]))?;
            writeln!(out, "{}", self.renderer.render(&[response(entry)]))?;
            if let Some(passage) = &entry.passage {
                writeln!(out, "{}", self.renderer.render(&[passage_head(passage)]))?;
                let lines = Group::with_level(Level::NOTE).element(snippet(&passage.excerpt));
                writeln!(out, "{}", self.renderer.render(&[lines]))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

impl Writer for Text {
    fn rendered(&self, checked: &Checked) -> Option<io::Result<Vec<u8>>> {
        let mut text = Vec::new();
        Some(self.write(checked, &mut text).map(|()| text))
    }

    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        self.write(checked, out)
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }
}

/// Returns the title and the place. The place is not taken from the excerpt: its column is that of
/// the response, where markers are shorter than their chips.
fn head(checked: &Checked, entry: &ReportFinding) -> Group<'static> {
    let fixable = if entry.is_fixable() { "[*] " } else { "" };
    let title = format!("{fixable}{}", entry.message);
    let label = format!("{} {}", entry.rule.code, entry.rule.name);
    let place = Origin::path(safe(&checked.origin()))
        .line(entry.start.line as usize)
        .char_column(entry.start.column as usize);
    level(entry.severity).primary_title(safe(&title)).id(label).element(place)
}

/// Returns the line of the response, with the advice.
fn response(entry: &ReportFinding) -> Group<'static> {
    let response = Group::with_level(level(entry.severity)).element(snippet(&entry.excerpt));
    match &entry.help {
        Some(help) => response.element(Level::HELP.message(safe(help))),
        None => response,
    }
}

/// Returns the name and the place of the passage that shows the finding.
fn passage_head(passage: &PassageShown) -> Group<'static> {
    let title = Level::NOTE.secondary_title(safe(&format!("in `{}`", passage.name)));
    let line = usize::try_from(passage.line).unwrap_or(usize::MAX);
    let place = Origin::path(safe(&passage.path)).line(line);
    title.element(match passage.column {
        Some(column) => place.char_column(column),
        None => place,
    })
}

fn snippet(excerpt: &Excerpt) -> Element<'static> {
    let (text, place) = excerpt.shown();
    let first = usize::try_from(excerpt.line).unwrap_or(usize::MAX);
    let snippet: Snippet<'_, Annotation<'_>> = Snippet::source(text).line_start(first);
    snippet.annotation(AnnotationKind::Primary.span(place)).into()
}

fn safe(text: &str) -> Cow<'static, str> {
    Cow::Owned(SafeText::new(text).into_string())
}

const fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}
