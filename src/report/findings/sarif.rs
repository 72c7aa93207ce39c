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

use serde_json::{Map, Value, json};

use super::{
    Checked, Condition, Fingerprint, NamedCitation, Options, Position, Report, ReportFinding,
    ReportFix, Summary, Syntax, Writer,
};
use crate::rules::{self, Rule};
use crate::text::SafeText;
use crate::text::prose::count;
use crate::text::safe::json_safe;

/// The entry in the table of reports.
pub(super) const REPORT: Report = Report {
    name: "sarif",
    summary: "SARIF 2.1.0, for code scanning",
    syntax: Syntax::Json,
    begins: |head| head.starts_with('{') && head.contains(SCHEMA),
    begin,
};

/// The address of the schema, by which editors and viewers know the document.
const SCHEMA: &str = "https://schemastore.azurewebsites.net/schemas/json/sarif-2.1.0.json";

/// Maximum number of results that GitHub accepts per run.
const MAX_RESULTS: usize = 25_000;

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Document::default())
}

#[derive(Default)]
struct Document {
    results: JsonLines,
    left_out: usize,
    /// True if some case could not be checked.
    failed: bool,
    /// The number of times that each fingerprint was used.
    fingerprints: BTreeMap<Fingerprint, usize>,
    notifications: JsonLines,
}

/// JSON values, each a line of text, which takes a fraction of the memory of the values.
#[derive(Default)]
struct JsonLines {
    text: String,
    count: usize,
}

impl JsonLines {
    fn push(&mut self, value: &Value) {
        // Writing to a string cannot fail.
        writeln!(self.text, "{value}").unwrap_or_default();
        self.count += 1;
    }
}

impl Writer for Document {
    fn case(&mut self, checked: &Checked, _: &mut dyn Write) -> io::Result<()> {
        if let Some((error, _)) = &checked.error {
            self.failed = true;
            self.notify("error", error);
            if self.results.count < MAX_RESULTS {
                self.results.push(&not_checked(checked, error));
            }
        }
        let room = MAX_RESULTS - self.results.count;
        self.left_out += checked.findings.len().saturating_sub(room);
        for entry in checked.findings.iter().take(room) {
            let times = self.fingerprints.entry(entry.fingerprint).or_default();
            *times += 1;
            self.results.push(&result(checked, entry, *times));
        }
        for ignored in &checked.ignored {
            self.notify("note", &format!("{}: {ignored}", checked.origin()));
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        let mut notices = Vec::new();
        for line in &summary.lines {
            let is_error = summary.unchecked == Some(line);
            self.notify(if is_error { "error" } else { "note" }, line);
        }
        for unmet in &summary.unmet {
            let name = unmet.condition.map_or("required", Condition::name);
            let room = MAX_RESULTS - self.results.count;
            for one in unmet.against.first.iter().take(room) {
                let times = self.fingerprints.entry(one.fingerprint).or_default();
                *times += 1;
                self.results.push(&counted_against(name, one, *times));
            }
            if let Some(more) = unmet.against.more() {
                self.notify("warning", &format!("{}: {more}", unmet.text));
            }
        }
        if self.left_out > 0 {
            let what = count(self.left_out, "finding");
            let note = format!("{what} after the first {MAX_RESULTS} left out of the SARIF run");
            self.notify("warning", &note);
            notices.push(note);
        }
        let document = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "columnKind": "unicodeCodePoints",
                "invocations": [{
                    "executionSuccessful": !self.failed && summary.unchecked.is_none(),
                    NOTIFICATIONS: [],
                }],
                "properties": figures(summary),
                RESULTS: [],
                "tool": {"driver": {
                    "name": "pincite",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules::rules().map(descriptor).collect::<Vec<_>>(),
                }},
            }],
        });
        let text = serde_json::to_string_pretty(&document)?;
        let rest = write_up_to(&text, NOTIFICATIONS, &self.notifications, out)?;
        let rest = write_up_to(rest, RESULTS, &self.results, out)?;
        writeln!(out, "{}", json_safe(rest))?;
        Ok(notices)
    }
}

impl Document {
    fn notify(&mut self, level: &str, message: &str) {
        let message = text(&SafeText::multiline(message).into_string());
        self.notifications.push(&json!({"level": level, "message": message}));
    }
}

/// The names of the lists that are filled while the document is written.
const NOTIFICATIONS: &str = "toolExecutionNotifications";
const RESULTS: &str = "results";

/// Writes a document up to an empty list, and that list with its items. Returns the rest.
fn write_up_to<'t>(
    document: &'t str,
    list: &str,
    items: &JsonLines,
    out: &mut dyn Write,
) -> io::Result<&'t str> {
    // Quotes inside texts are escaped, so that this is the list itself.
    let empty = format!("\"{list}\": [");
    let Some((before, after)) = document.split_once(&empty) else { return Ok(document) };
    write!(out, "{}{empty}", json_safe(before))?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    for (at, item) in items.text.lines().enumerate() {
        let item: Value = serde_json::from_str(item)?;
        let item = serde_json::to_string_pretty(&item)?.replace('\n', &format!("\n{line}  "));
        let comma = if at > 0 { "," } else { "" };
        write!(out, "{comma}\n{line}  {}", json_safe(&item))?;
    }
    if items.count > 0 {
        write!(out, "\n{line}")?;
    }
    Ok(after)
}

/// Returns the counts, and the shares if they are requested.
fn figures(summary: &Summary) -> Map<String, Value> {
    let counts = summary.counts;
    let figures = [
        ("cases", summary.cases),
        ("citations", counts.citations()),
        ("checked", counts.checked()),
        ("unclear", counts.unclear()),
        ("notCompared", counts.not_compared()),
        ("repeatedText", counts.repeated()),
        ("withoutText", counts.without_text()),
        ("unresolved", counts.unresolved()),
        ("ignoredFindings", summary.ignored),
        ("knownFindings", summary.known),
    ];
    let shares = summary.metrics.iter().flat_map(|metrics| &metrics.shares);
    let shares = shares.map(|(name, share)| (format!("share-{name}"), Value::from(*share)));
    let figures = figures.map(|(name, number)| (name.to_owned(), Value::from(number)));
    figures.into_iter().chain(shares).collect()
}

fn descriptor(rule: &'static Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": text(rule.summary),
        "fullDescription": text(rule.explain.split("\n\n").next().unwrap_or(rule.summary)),
        "help": {"text": rule.explain, "markdown": rule.explain},
        "defaultConfiguration": {"enabled": rule.on, "level": rule.severity.name()},
    })
}

/// Returns a `message` or a `multiformatMessageString`.
fn text(text: &str) -> Value {
    json!({"text": text})
}

/// Returns the result for a citation that counts against a condition, whose name is that of no rule.
fn counted_against(name: &str, one: &NamedCitation, times: usize) -> Value {
    let message = SafeText::multiline(&format!("{name}: {}", one.reason)).into_string();
    let file = json!({"artifactLocation": {"uri": uri(&one.input)}});
    let place = with(file, "region", one.line.map(|line| json!({"startLine": line})));
    json!({
        "ruleId": name,
        "level": "error",
        "message": text(&message),
        "locations": [{
            "physicalLocation": place,
            "logicalLocations": [{"name": one.case, "kind": "object"}],
        }],
        "partialFingerprints": fingerprints(one.fingerprint, times),
    })
}

/// Returns the result for a case that could not be checked: services show results only, and close those of earlier
/// runs that are missing.
fn not_checked(checked: &Checked, error: &str) -> Value {
    const NAME: &str = "not-checked";
    let message = SafeText::multiline(&format!("not checked: {error}")).into_string();
    let file = json!({"artifactLocation": {"uri": uri(&checked.input)}});
    let line = match checked.lines {
        super::ResponseLines::In(line) => Some(json!({"startLine": line})),
        super::ResponseLines::Own | super::ResponseLines::Within => None,
    };
    json!({
        "ruleId": NAME,
        "level": "error",
        "message": text(&message),
        "locations": [{
            "physicalLocation": with(file, "region", line),
            "logicalLocations": [{"name": checked.id, "kind": "object"}],
        }],
        "partialFingerprints": fingerprints(Fingerprint::new(NAME, &checked.id, ""), 1),
    })
}

/// Returns the identity of a result. The second name is the one that GitHub looks for.
fn fingerprints(fingerprint: Fingerprint, times: usize) -> Value {
    let numbered = format!("{fingerprint}:{times}");
    json!({"pincite/v1": numbered, "primaryLocationLineHash": numbered})
}

fn result(checked: &Checked, entry: &ReportFinding, times: usize) -> Value {
    let index = rules::rules().position(|rule| rule.code == entry.rule.code);
    let help = entry.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let message = SafeText::multiline(&format!("{}{help}", entry.message)).into_string();
    let result = json!({
        "ruleId": entry.rule.code,
        // -1 stands for "not in the table".
        "ruleIndex": index.and_then(|index| i64::try_from(index).ok()).unwrap_or(-1),
        "level": entry.severity.name(),
        "message": text(&message),
        "locations": [location(checked, entry)],
        "partialFingerprints": fingerprints(entry.fingerprint, times),
    });
    with(result, "fixes", entry.fix.as_ref().map(|one| json!([fix(checked, one)])))
}

/// Returns the object with one more field, if that has a value.
fn with(mut object: Value, name: &str, field: Option<Value>) -> Value {
    if let (Value::Object(fields), Some(field)) = (&mut object, field) {
        fields.insert(name.to_owned(), field);
    }
    object
}

fn fix(checked: &Checked, fix: &ReportFix) -> Value {
    let replacements = fix.edits.iter().map(|(start, end, text)| {
        // A fix is applied by programs, so its text is the real one; `json_safe` escapes it.
        json!({"deletedRegion": region(*start, *end), "insertedContent": {"text": text}})
    });
    json!({
        "description": text(&fix.summary),
        "artifactChanges": [{
            "artifactLocation": {"uri": uri(&checked.input)},
            "replacements": replacements.collect::<Vec<_>>(),
        }],
    })
}

fn location(checked: &Checked, entry: &ReportFinding) -> Value {
    let file = json!({"artifactLocation": {"uri": uri(&checked.input)}});
    let span = checked.in_input(entry).map(|(start, end)| region(start, end));
    let place = with(file, "region", span);
    let Position { line, column } = entry.start;
    json!({
        "physicalLocation": place,
        "logicalLocations": [{
            "name": entry.case.as_ref().unwrap_or(&checked.id),
            "kind": "object",
            "properties": {"responseLine": line, "responseColumn": column},
        }],
    })
}

fn region(start: Position, end: Position) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
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
            message: "".into(),
            help: None,
            citation: None,
            target: None,
            source: None,
            case: None,
            span: crate::text::Span::default(),
            start: Position { line: 1, column: 1 },
            end: Position { line: 1, column: 1 },
            in_file: None,
            excerpt: super::super::Excerpt::default(),
            passage: None,
            fix: None,
            fingerprint: Fingerprint::new("", "", ""),
        };
        let checked = Checked {
            id: String::new(),
            input: String::new(),
            lines: super::super::ResponseLines::Own,
            findings: vec![Box::new(entry); MAX_RESULTS + 2],
            citations: Vec::new(),
            counts: super::super::Counts::default(),
            cases: Vec::new(),
            ignored: Vec::new(),
            known: Vec::new(),
            notes: Vec::new(),
            configuration: None,
            error: None,
            secret_words: crate::report::secrets::SecretWords::default(),
            conditions: Vec::new(),
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
