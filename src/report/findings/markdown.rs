//! Findings as Markdown: a table a case, for a pull request's comment or a job's summary.
//!
//! Foreign text is shown as plain text: it cannot add markup, links, mentions or references to
//! issues.

use std::borrow::Cow;
use std::io::{self, Write};

use super::{Checked, Options, Report, ReportFinding, ResponseLines, Summary, Syntax, Writer};
use crate::report::secrets;
use crate::text::SafeText;

/// The entry in the table of reports.
pub const REPORT: Report = Report {
    name: "markdown",
    summary: "a table a case, for comments and summaries",
    syntax: Syntax::Text,
    begins: |head| {
        let mut marks =
            ["\n| Place | Severity | Rule | Finding |\n", "\n\nNot checked: "].into_iter();
        head.starts_with("No findings.\n\n")
            || head.starts_with("### ") && marks.any(|mark| head.contains(mark))
    },
    begin,
};

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Markdown { is_clean: true })
}

struct Markdown {
    /// True as long as every case was checked without findings.
    is_clean: bool,
}

impl Writer for Markdown {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        if checked.findings.is_empty() && checked.error.is_none() {
            return Ok(());
        }
        self.is_clean = false;
        writeln!(out, "### {}\n", plain(&checked.id))?;
        if let Some((error, _)) = &checked.error {
            writeln!(out, "Not checked: {}\n", plain(error))?;
        }
        if !checked.findings.is_empty() {
            writeln!(out, "| Place | Severity | Rule | Finding |\n|---|---|---|---|")?;
            checked.findings.iter().try_for_each(|entry| row(checked, entry, out))?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        if self.is_clean && summary.unchecked.is_none() {
            writeln!(out, "No findings.\n")?;
        }
        for line in summary.with_named(&summary.lines) {
            match line.strip_prefix("  ") {
                Some(named) => writeln!(out, "- {}", plain(named))?,
                None => writeln!(out, "{}  ", plain(&line))?,
            }
        }
        Ok(Vec::new())
    }
}

fn row(checked: &Checked, entry: &ReportFinding, out: &mut dyn Write) -> io::Result<()> {
    let input = plain(crate::input::record::input_title(&checked.input));
    let super::Position { line, column } = entry.start;
    let place = match checked.lines {
        ResponseLines::Own => format!("{input}:{line}:{column}"),
        ResponseLines::In(record) => format!("{input}:{record}, response {line}:{column}"),
        ResponseLines::Within => format!("{input}, response {line}:{column}"),
    };
    let help =
        entry.help.as_ref().map(|help| format!("; help: {}", plain(help))).unwrap_or_default();
    writeln!(
        out,
        "| {place} | {} | {} {} | {}{help} |",
        entry.severity.name(),
        entry.rule.code,
        entry.rule.name,
        plain(entry.message.as_ref()),
    )
}

/// Text that Markdown can show: text that is already safe is not made safe a second time.
pub(crate) trait Shown {
    /// Returns the safe text.
    fn shown(&self) -> Cow<'_, str>;
}

impl<T: Shown + ?Sized> Shown for &T {
    fn shown(&self) -> Cow<'_, str> {
        (*self).shown()
    }
}

impl Shown for str {
    fn shown(&self) -> Cow<'_, str> {
        Cow::Owned(SafeText::new(self).into_string())
    }
}

impl Shown for String {
    fn shown(&self) -> Cow<'_, str> {
        self.as_str().shown()
    }
}

impl Shown for SafeText {
    fn shown(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }
}

/// Returns `text` so that Markdown shows it as it is, inside a line or a cell of a table.
pub(crate) fn plain(text: &(impl Shown + ?Sized)) -> String {
    let safe = text.shown();
    // A secret stays unchanged, so that it is detected and left out.
    let secrets = secrets::find(&safe);
    let mut out = String::with_capacity(safe.len() + 16);
    for (at, c) in safe.char_indices() {
        if secrets.iter().any(|secret| secret.contains(at)) {
            out.push(c);
            continue;
        }
        let before = safe.get(..at).unwrap_or_default();
        let after = safe.get(at + c.len_utf8()..).unwrap_or_default();
        let next = after.chars().next();
        let is_before_word = next.is_some_and(char::is_alphanumeric);
        let is_inside_word = is_before_word && before.ends_with(char::is_alphanumeric);
        let is_markup = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '$' | '@' | '#' => true,
            '_' => !is_inside_word,
            '&' => is_before_word || matches!(next, Some('#') | None),
            // Addresses without markup are recognized by these.
            ':' => {
                after.is_empty()
                    || after.starts_with("//")
                    || ends_with_any(before, &["mailto", "xmpp"])
            }
            '.' => ends_with_any(before, &["www"]),
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(c);
        // Names and numbers after these become links after Markdown has been read. An escape does
        // not prevent that, but a comment between the two does.
        if matches!(c, '@' | '#') && is_before_word {
            out.push_str("<!-- -->");
        }
    }
    out
}

/// Returns plain text for the beginning of a block, where more characters are markup.
pub(crate) fn plain_block(text: &(impl Shown + ?Sized)) -> String {
    as_block(plain(text).trim().to_owned())
}

/// Escapes characters that are only markup at the beginning of a block.
pub(crate) fn as_block(plain: String) -> String {
    let rest = plain.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < plain.len() && rest.starts_with(['.', ')']) {
        let digits = plain.len() - rest.len();
        return format!("{}\\{rest}", plain.get(..digits).unwrap_or_default());
    }
    if plain.starts_with(['-', '+', '=']) { format!("\\{plain}") } else { plain }
}

fn ends_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        let start = text.len().checked_sub(word.len());
        let end = start.and_then(|start| text.get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::secrets::Concealer;

    #[test]
    fn markup_is_text_and_the_rest_stays() {
        assert_eq!(plain("a|b *c* [d](e)"), "a\\|b \\*c\\* \\[d\\](e)");
        assert_eq!(plain("@all #1 www.x.y"), "\\@<!-- -->all \\#<!-- -->1 www\\.x.y");
        assert_eq!(plain("https://x.y mailto:a"), "https\\://x.y mailto\\:a");
        assert_eq!(plain("R&D in 3.5 m: a_b & c!"), "R\\&D in 3.5 m: a_b & c!");
        let secret = "https://x.y#access_token=a_b";
        assert!(!Concealer::new(false).conceal(&plain(secret)).contains("a_b"));
        assert_eq!((plain_block("1. x"), plain_block("- x")), ("1\\. x".into(), "\\- x".into()));
    }
}
