//! Findings as SARIF 2.1.0, for code scanning services.
//!
//! Spec: OASIS SARIF 2.1.0. GitHub accepts 25,000 results per run and shows 5,000 of them; results
//! that are left out are noted in the run and on standard error. Paths are relative, and the
//! service determines the root. All results are held until the end, because they are in the middle
//! of the document.
//!
//! Fingerprints are made of rule, citation and claim, so that they stay the same when lines move;
//! equal ones are numbered. Repairs of files are given as fixes.
//!
//! # Incomplete support
//!
//! One run per document, no related locations: a service cannot show a source it does not have.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Fix as SarifFix, Invocation, Location,
    LogicalLocation, Message, MultiformatMessageString, Notification, PhysicalLocation,
    PropertyBag, Region, Replacement, ReportingConfiguration, ReportingDescriptor,
    Result as SarifResult, ResultLevel, Run, SCHEMA_URL, Sarif, Tool, ToolComponent,
};

use super::{
    Checked, Fingerprint, Options, Position, Report, ReportFinding, ReportFix, Summary, Writer,
};
use crate::rules::{self, Rule, Severity};
use crate::text::SafeText;
use crate::text::prose::count;
use crate::text::safe::json_safe;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "sarif", summary: "SARIF 2.1.0, for code scanning", begin };

/// Maximum number of results that GitHub accepts per run.
const MAX_RESULTS: usize = 25_000;

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Document::default())
}

#[derive(Default)]
struct Document {
    results: Vec<SarifResult>,
    left_out: usize,
    /// True if some case could not be checked.
    failed: bool,
    /// The number of times that each fingerprint was used.
    fingerprints: BTreeMap<Fingerprint, usize>,
    notifications: Vec<Notification>,
}

impl Writer for Document {
    fn case(&mut self, checked: &Checked, _: &mut dyn Write) -> io::Result<()> {
        if let Some((error, _)) = &checked.error {
            self.failed = true;
            self.notifications.push(notification("error", error));
        }
        let room = MAX_RESULTS - self.results.len();
        self.left_out += checked.findings.len().saturating_sub(room);
        for entry in checked.findings.iter().take(room) {
            let times = self.fingerprints.entry(entry.fingerprint).or_default();
            *times += 1;
            self.results.push(result(checked, entry, *times));
        }
        for ignored in &checked.ignored {
            let text = format!(
                "{}: {} {} ignored by a comment at line {}: {}",
                checked.origin(),
                ignored.rule.code,
                ignored.rule.name,
                ignored.line,
                ignored.reason
            );
            self.notifications.push(notification("note", &text));
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        let mut notices = Vec::new();
        for line in &summary.lines {
            self.notifications.push(notification("note", line));
        }
        if self.left_out > 0 {
            let what = count(self.left_out, "finding");
            let note = format!("{what} after the first {MAX_RESULTS} left out of the SARIF run");
            self.notifications.push(notification("warning", &note));
            notices.push(note);
        }
        let invocation = Invocation::builder()
            .execution_successful(!self.failed)
            .tool_execution_notifications(std::mem::take(&mut self.notifications))
            .build();
        let run = Run::builder()
            .tool(Tool::builder().driver(driver()).build())
            .invocations(vec![invocation])
            .column_kind(Value::from("unicodeCodePoints"))
            .results(std::mem::take(&mut self.results))
            .properties(PropertyBag::builder().additional_properties(figures(summary)).build())
            .build();
        let document =
            Sarif::builder().schema(SCHEMA_URL).version(Value::from("2.1.0")).runs(vec![run]);
        let json = serde_json::to_string_pretty(&document.build())?;
        writeln!(out, "{}", json_safe(&json))?;
        Ok(notices)
    }
}

/// Returns the counts, and the shares if they are requested.
fn figures(summary: &Summary) -> BTreeMap<String, Value> {
    let counts = summary.counts;
    let figures = [
        ("cases", summary.cases),
        ("citations", counts.citations()),
        ("checked", counts.checked()),
        ("withoutText", counts.without_text()),
        ("unresolved", counts.unresolved()),
        ("ignoredFindings", summary.ignored),
    ];
    let shares = summary.metrics.iter().flat_map(|metrics| &metrics.shares);
    let shares = shares.map(|(name, share)| (format!("share-{name}"), Value::from(*share)));
    let figures = figures.map(|(name, number)| (name.to_owned(), Value::from(number)));
    figures.into_iter().chain(shares).collect()
}

fn driver() -> ToolComponent {
    ToolComponent::builder()
        .name("pincite")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(rules::rules().map(descriptor).collect::<Vec<_>>())
        .build()
}

fn descriptor(rule: &'static Rule) -> ReportingDescriptor {
    let configuration =
        ReportingConfiguration::builder().enabled(rule.on).level(Value::from(rule.severity.name()));
    let text = |text: &str| MultiformatMessageString::builder().text(text).build();
    let help = MultiformatMessageString::builder().text(rule.explain).markdown(rule.explain);
    ReportingDescriptor::builder()
        .id(rule.code)
        .name(rule.name)
        .short_description(text(rule.summary))
        .full_description(text(rule.explain.split("\n\n").next().unwrap_or(rule.summary)))
        .help(help.build())
        .default_configuration(configuration.build())
        .build()
}

fn result(checked: &Checked, entry: &ReportFinding, times: usize) -> SarifResult {
    let index = rules::rules().position(|rule| rule.code == entry.rule.code);
    let help = entry.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let text = SafeText::multiline(&format!("{}{help}", entry.message)).into_string();
    let numbered = format!("{}:{times}", entry.fingerprint);
    // The second name is the one that GitHub looks for.
    let fingerprints = BTreeMap::from([
        ("pincite/v1".to_owned(), numbered.clone()),
        ("primaryLocationLineHash".to_owned(), numbered),
    ]);
    let level = match entry.severity {
        Severity::Note => ResultLevel::Note,
        Severity::Warning => ResultLevel::Warning,
        Severity::Error => ResultLevel::Error,
    };
    let fixes: Vec<SarifFix> = entry.fix.iter().map(|one| fix(checked, one)).collect();
    let mut result = SarifResult::builder()
        .rule_id(entry.rule.code)
        .rule_index(index.and_then(|index| i64::try_from(index).ok()).unwrap_or(-1))
        .level(level)
        .message(Message::builder().text(text).build())
        .locations(vec![location(checked, entry)])
        .partial_fingerprints(fingerprints)
        .build();
    result.fixes = Some(fixes).filter(|fixes| !fixes.is_empty());
    result
}

fn fix(checked: &Checked, fix: &ReportFix) -> SarifFix {
    let replacements = fix.edits.iter().map(|(start, end, text)| {
        // A fix is applied by programs, so its text is the real one; `json_safe` escapes it.
        let content = ArtifactContent::builder().text(text.clone()).build();
        Replacement::builder()
            .deleted_region(region(*start, *end))
            .inserted_content(content)
            .build()
    });
    let change = ArtifactChange::builder()
        .artifact_location(ArtifactLocation::builder().uri(uri(&checked.input)).build())
        .replacements(replacements.collect::<Vec<_>>())
        .build();
    SarifFix::builder()
        .description(Message::builder().text(fix.summary.clone()).build())
        .artifact_changes(vec![change])
        .build()
}

fn location(checked: &Checked, entry: &ReportFinding) -> Location {
    let artifact = ArtifactLocation::builder().uri(uri(&checked.input));
    let place = PhysicalLocation::builder().artifact_location(artifact.build());
    let place = match checked.in_input(entry) {
        Some((start, end)) => place.region(region(start, end)).build(),
        None => place.build(),
    };
    let case = entry.case.as_ref().unwrap_or(&checked.id);
    let Position { line, column } = entry.start;
    let in_response = BTreeMap::from([
        ("responseLine".to_owned(), Value::from(line)),
        ("responseColumn".to_owned(), Value::from(column)),
    ]);
    let logical = LogicalLocation::builder()
        .name(case.clone())
        .kind("object")
        .properties(PropertyBag::builder().additional_properties(in_response).build());
    Location::builder().physical_location(place).logical_locations(vec![logical.build()]).build()
}

fn region(start: Position, end: Position) -> Region {
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let column = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    Region::builder()
        .start_line(number(start.line))
        .start_column(column(start.column))
        .end_line(number(end.line))
        .end_column(column(end.column))
        .build()
}

fn notification(level: &str, text: &str) -> Notification {
    let text = SafeText::multiline(text).into_string();
    Notification::builder()
        .level(Value::from(level))
        .message(Message::builder().text(text).build())
        .build()
}

/// Returns a path as a relative reference, percent-encoded for a URI. Folders outside the current
/// one are private: only the name of an absolute path is kept.
fn uri(path: &str) -> String {
    let path = if path == "-" { "stdin" } else { path };
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    let path = if Path::new(path).is_absolute() { name.unwrap_or_default() } else { path };
    let mut uri = String::with_capacity(path.len());
    for byte in path.trim_start_matches("./").bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            _ => write!(uri, "%{byte:02X}").unwrap_or_default(),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_relative_reference() {
        assert_eq!(uri("./a b/é:1.md"), "a%20b/%C3%A9%3A1.md");
        assert_eq!(uri("-"), "stdin");
        assert_eq!(uri("/home/me/a.md"), "a.md");
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let rule = rules::rules().next().unwrap();
        let entry = ReportFinding {
            rule,
            severity: rule.severity,
            fails: true,
            message: String::new(),
            help: None,
            citation: None,
            target: None,
            source: None,
            case: None,
            span: crate::text::Span::default(),
            start: Position { line: 1, column: 1 },
            end: Position { line: 1, column: 1 },
            excerpt: super::super::Excerpt::default(),
            passage: None,
            fix: None,
            fingerprint: Fingerprint::new("", "", ""),
        };
        let checked = Checked {
            id: String::new(),
            input: String::new(),
            lines: super::super::Lines::Own,
            findings: vec![entry; MAX_RESULTS + 2],
            citations: Vec::new(),
            counts: super::super::Counts::default(),
            ignored: Vec::new(),
            configuration: None,
            error: None,
        };
        let mut document = Document::default();
        document.case(&checked, &mut io::sink()).unwrap();
        let mut out = Vec::new();
        let notices = document.finish(&Summary::default(), &mut out).unwrap();
        let note = "2 findings after the first 25000 left out of the SARIF run";
        assert_eq!(notices, [note]);
        let json: Value = serde_json::from_slice(&out).unwrap();
        let run = &json["runs"][0];
        assert_eq!(run["results"].as_array().unwrap().len(), MAX_RESULTS);
        let notes = &run["invocations"][0]["toolExecutionNotifications"];
        assert_eq!(notes[0]["message"]["text"], note);
    }
}
