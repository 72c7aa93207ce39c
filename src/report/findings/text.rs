//! Findings for people: the line of the response with the place underlined, and the line of the
//! source that shows it, as compilers print theirs. `[*]` marks what `--fix` repairs.

use std::borrow::Cow;
use std::io::{self, Write};

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};

use super::{Checked, Excerpt, Options, Remark, Report, Summary, Writer};
use crate::rules::Severity;
use crate::text::SafeText;

/// The entry in the table of reports.
pub const REPORT: Report = Report {
    name: "text",
    summary: "the place underlined, with the line of the source that shows it",
    begin,
};

/// The width that long lines are cut to, in cells.
const WIDTH: usize = 120;

fn begin(options: Options) -> Box<dyn Writer> {
    let renderer = if options.colour { Renderer::styled() } else { Renderer::plain() };
    Box::new(Text { renderer: renderer.term_width(WIDTH) })
}

struct Text {
    renderer: Renderer,
}

impl Writer for Text {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        for remark in &checked.remarks {
            writeln!(out, "{}", self.renderer.render(&[head(checked, remark)]))?;
            writeln!(out, "{}\n", self.renderer.render(&shown(remark)))?;
        }
        Ok(())
    }

    fn finish(&mut self, _: &Summary, _: &mut dyn Write) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }
}

/// The title and the place. The place is given apart from the excerpt: its column is that of the
/// response, where markers are shorter than what is shown for them.
fn head(checked: &Checked, remark: &Remark) -> Group<'static> {
    let fixable = if remark.is_fixable() { "[*] " } else { "" };
    let title = format!("{}: {fixable}{}", remark.rule.name, remark.message);
    let place = Origin::path(safe(&checked.origin()))
        .line(usize::try_from(remark.start.line).unwrap_or(usize::MAX))
        .char_column(remark.start.column);
    level(remark.severity).primary_title(safe(&title)).id(remark.rule.code).element(place)
}

/// The line of the response, and that of the source.
fn shown(remark: &Remark) -> Vec<Group<'static>> {
    let mut response = Group::with_level(level(remark.severity)).element(snippet(&remark.excerpt));
    if let Some(help) = &remark.help {
        response = response.element(Level::HELP.message(safe(help)));
    }
    let mut groups = vec![response];
    if let Some(passage) = &remark.passage {
        let title = Level::NOTE.secondary_title(safe(&format!("in `{}`", passage.name)));
        let line = usize::try_from(passage.excerpt.line).unwrap_or(usize::MAX);
        let mut place = Origin::path(safe(&passage.path)).line(line);
        if let Some(column) = passage.column {
            place = place.char_column(column);
        }
        groups.push(title.element(place).element(snippet(&passage.excerpt)));
    }
    groups
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
