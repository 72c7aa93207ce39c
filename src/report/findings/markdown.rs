//! Findings as Markdown: a table a case, for a pull request's comment or a job's summary.
//!
//! Foreign text is shown as plain text: it cannot add markup, links, mentions or references to
//! issues.

use std::io::{self, Write};

use super::{Checked, Lines, Options, Report, ReportFinding, Summary, Writer};
use crate::text::SafeText;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "markdown", summary: "a table a case, for comments and summaries", begin };

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Markdown { findings: 0 })
}

struct Markdown {
    findings: usize,
}

impl Writer for Markdown {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        if checked.findings.is_empty() && checked.error.is_none() {
            return Ok(());
        }
        writeln!(out, "### {}\n", plain(&checked.id))?;
        if let Some((error, _)) = &checked.error {
            writeln!(out, "Not checked: {}\n", plain(error))?;
        }
        if !checked.findings.is_empty() {
            writeln!(out, "| Place | Severity | Rule | Finding |\n|---|---|---|---|")?;
            checked.findings.iter().try_for_each(|entry| row(checked, entry, out))?;
            writeln!(out)?;
        }
        self.findings += checked.findings.len();
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        if self.findings == 0 {
            writeln!(out, "No findings.\n")?;
        }
        for line in &summary.lines {
            writeln!(out, "{}  ", plain(line))?;
        }
        Ok(Vec::new())
    }
}

fn row(checked: &Checked, entry: &ReportFinding, out: &mut dyn Write) -> io::Result<()> {
    let input = plain(crate::input::record::input_title(&checked.input));
    let super::Position { line, column } = entry.start;
    let place = match checked.lines {
        Lines::Own => format!("{input}:{line}:{column}"),
        Lines::In(record) => format!("{input}:{record}, response {line}:{column}"),
        Lines::Within => format!("{input}, response {line}:{column}"),
    };
    let help = entry.help.as_ref().map(|help| format!(" {}", plain(help))).unwrap_or_default();
    writeln!(
        out,
        "| {place} | {} | {} {} | {}{help} |",
        entry.severity.name(),
        entry.rule.code,
        entry.rule.name,
        plain(&entry.message),
    )
}

/// Returns `text` so that Markdown shows it as it is.
pub(in crate::report) fn plain(text: &str) -> String {
    let safe = SafeText::new(text).into_string();
    let mut out = String::with_capacity(safe.len() + 16);
    for c in safe.chars() {
        match c {
            // Names and numbers behind these become links after Markdown has been read, which an
            // escape does not keep from happening; a comment between the two does.
            '@' | '#' => {
                out.push('\\');
                out.push(c);
                out.push_str("<!-- -->");
            }
            // A dot and a colon are what web addresses without markup are known by.
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '(' | ')' | '|' | '~'
            | '!' | '$' | '&' | ':' | '.' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(plain("a|b *c* [d](e)"), "a\\|b \\*c\\* \\[d\\]\\(e\\)");
        assert_eq!(plain("@all #1 www.x.y"), "\\@<!-- -->all \\#<!-- -->1 www\\.x\\.y");
    }
}
