//! Findings as GitHub's workflow commands, which become annotations on the files of a change.
//!
//! GitHub shows ten errors, ten warnings and ten notices a step.

use std::io::{self, Write};

use super::{Checked, Options, Remark, Report, Writer};
use crate::rules::Severity;
use crate::text::SafeText;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "github", summary: "annotations of a GitHub workflow", begin };

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Github)
}

struct Github;

impl Writer for Github {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        if let Some((error, _)) = &checked.error {
            let file = property(&checked.input);
            writeln!(out, "::error file={file},title=not checked::{}", data(error))?;
        }
        checked.remarks.iter().try_for_each(|remark| annotation(checked, remark, out))
    }

    fn finish(&mut self, _: &mut dyn Write) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }
}

fn annotation(checked: &Checked, remark: &Remark, out: &mut dyn Write) -> io::Result<()> {
    let level = match remark.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    write!(out, "::{level} file={}", property(&checked.input))?;
    if let Some((start, end)) = checked.in_input(remark) {
        write!(out, ",line={},endLine={}", start.line, end.line)?;
        // Columns make sense to GitHub within one line only.
        if start.line == end.line && start != end {
            write!(out, ",col={},endColumn={}", start.column, end.column)?;
        }
    }
    let title = property(&format!("{} {}", remark.rule.code, remark.rule.name));
    let help = remark.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    writeln!(out, ",title={title}::{}", data(&format!("{}{help}", remark.message)))
}

/// Text behind the second `::`. A line end stays one, as `%0A`; all else is made safe first.
fn data(text: &str) -> String {
    encoded(&SafeText::multiline(text))
}

/// The value of a property, which ends at a comma or a colon.
fn property(text: &str) -> String {
    encoded(&SafeText::new(text)).replace(':', "%3A").replace(',', "%2C")
}

fn encoded(text: &SafeText) -> String {
    text.as_str().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_command() {
        assert_eq!(data("50 %\n::error::x"), "50 %25%0A::error::x");
        assert_eq!(property("a,b:c%\n"), "a%2Cb%3Ac%25␊");
    }
}
