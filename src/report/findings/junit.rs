//! Findings as `JUnit` XML, for services that show test results.
//!
//! There is a test suite per case and a test per citation. The name of a test is made of the claim
//! and its cited place, so that it stays the same when lines move. Findings that make the check
//! fail are failures, others are output; a citation that was not checked against text or is unresolved, without
//! such a finding of its own, is skipped. Citations
//! that count against a condition over all cases fail if it is not met. Findings
//! without a citation are separate tests, by rule. The output does not depend on time or machine.
//! It is held until the end.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_xml::Writer as XmlWriter;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{
    Checked, CheckedCitation, Condition, Options, Report, ReportFinding, Summary, Syntax, Unmet,
    Writer,
};
use crate::report::outcome::Outcome;
use crate::text::SafeText;

/// The entry in the table of reports.
pub(super) const REPORT: Report = Report {
    name: "junit",
    summary: "JUnit XML: a suite per case, a test per citation",
    syntax: Syntax::Xml,
    begins: |head| head.starts_with("<?xml ") && head.contains("<testsuites name=\"pincite\""),
    begin,
};

/// The maximum length of a claim in the name of a test, in cells.
const MAX_CLAIM: usize = 80;

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Document::default())
}

#[derive(Default)]
struct Document {
    /// The suites as they are in the document, in blocks: text takes less memory than tests.
    suites: Vec<Held>,
    counts: TestCounts,
}

/// The numbers of tests: of all, and of those with each status but success.
#[derive(Default)]
struct TestCounts {
    all: usize,
    skipped: usize,
    errors: usize,
    failures: usize,
}

/// The length from which on a block of suites is full, in bytes.
const BLOCK: usize = 64 * 1024;

/// The outermost element.
const ROOT: &str = "testsuites";

struct Suite {
    name: String,
    properties: Vec<(&'static str, String)>,
    tests: Vec<Test>,
}

struct Test {
    name: String,
    class: String,
    status: Status,
    /// Findings that do not make the check fail.
    output: Option<String>,
    /// The conditions that it counts against, which fail only at the end.
    against: Vec<Condition>,
    /// The reason for that.
    reason: String,
}

/// A suite, as long as its tests may still fail by a condition over all cases.
enum Held {
    Written(Vec<u8>),
    Open(Suite),
}

enum Status {
    Passed,
    Failed { message: String, kind: &'static str, description: Option<String> },
    NotChecked { message: String },
    Skipped { message: &'static str },
}

impl Writer for Document {
    fn case(&mut self, checked: &Checked, _: &mut dyn Write) -> io::Result<()> {
        let mut names = Names::default();
        let mut tests = Vec::new();
        if let Some((error, _)) = &checked.error {
            let status = Status::NotChecked { message: safe(error) };
            tests.push(test(checked, "check", status));
        }
        let by_citation = checked.by_citation();
        for cited in &checked.citations {
            let findings = by_citation.get(&cited.key()).map(Vec::as_slice).unwrap_or_default();
            tests.push(citation(checked, cited, findings, &mut names));
        }
        let mut others: BTreeMap<&str, Vec<&ReportFinding>> = BTreeMap::new();
        for entry in checked.findings.iter().filter(|entry| entry.citation.is_none()) {
            others.entry(entry.rule.code).or_default().push(entry);
        }
        for findings in others.into_values() {
            let Some(rule) = findings.first().map(|entry| entry.rule) else { continue };
            let name = names.unique(format!("{} {}", rule.code, rule.name));
            tests.push(outcome(checked, &name, &findings, None));
        }
        if tests.is_empty() {
            let status = Status::Skipped { message: "no citations" };
            let required = checked.conditions.iter().copied();
            let against = required.filter(|it| *it == Condition::Citations).collect();
            let reason = "no citations".to_owned();
            tests.push(Test { against, reason, ..test(checked, "check", status) });
        }
        let properties = properties(checked);
        let suite = Suite { name: safe(&checked.id), properties, tests };
        if suite.tests.iter().any(Test::is_open) {
            self.suites.push(Held::Open(suite));
            return Ok(());
        }
        self.add(&suite)
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        let failed: Vec<Condition> = summary.unmet.iter().filter_map(|it| it.condition).collect();
        for held in std::mem::take(&mut self.suites) {
            match held {
                Held::Written(block) => self.suites.push(Held::Written(block)),
                Held::Open(mut suite) => {
                    suite.tests.iter_mut().for_each(|test| test.settle(&failed));
                    self.add(&suite)?;
                }
            }
        }
        let failure =
            |kind, text: &str| Status::Failed { message: safe(text), kind, description: None };
        let minimums = summary.gates.iter().map(|gate| {
            let passed = if gate.is_met { Status::Passed } else { failure("minimum", &gate.text) };
            condition(gate.share.name(), "minimums", passed)
        });
        self.add_conditions("minimums", minimums.collect())?;
        let is_minimum = |it: &&Unmet| matches!(it.condition, Some(Condition::Minimum(_)));
        let required = summary.unmet.iter().filter(|it| !is_minimum(it));
        let required = required.map(|unmet| {
            let name = unmet.condition.map_or("require-files", Condition::name);
            condition(name, "requirements", failure("requirement", &unmet.text))
        });
        self.add_conditions("requirements", required.collect())?;
        let unchecked = summary.unchecked.map(|why| Status::NotChecked { message: safe(why) });
        let unchecked = unchecked.map(|status| condition("check", "pincite", status));
        self.add_conditions("check", unchecked.into_iter().collect())?;
        let mut xml = XmlWriter::new_with_indent(out, b' ', 4);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let mut attributes = self.counts.attributes("pincite");
        // Jenkins accepts no count of the skipped tests of all suites.
        attributes.retain(|(name, _)| *name != "skipped");
        let pairs = attributes.iter().map(|(name, value)| (*name, value.as_str()));
        xml.create_element(ROOT).with_attributes(pairs).write_inner_content(|xml| {
            self.suites.iter().try_for_each(|held| match held {
                Held::Written(block) => xml.get_mut().write_all(block),
                Held::Open(_) => Ok(()),
            })
        })?;
        xml.write_indent()?;
        Ok(Vec::new())
    }
}

impl Document {
    fn add(&mut self, suite: &Suite) -> io::Result<()> {
        suite.tests.iter().for_each(|test| self.counts.add(test));
        let has_room = |held: &Held| matches!(held, Held::Written(block) if block.len() < BLOCK);
        if !self.suites.last().is_some_and(has_room) {
            self.suites.push(Held::Written(Vec::with_capacity(BLOCK + BLOCK / 4)));
        }
        let Some(Held::Written(block)) = self.suites.last_mut() else { return Ok(()) };
        let begin = block.len();
        // Within the outermost element it is indented as in the document.
        let mut xml = XmlWriter::new_with_indent(&mut *block as &mut dyn Write, b' ', 4);
        xml.create_element(ROOT).write_inner_content(|xml| write_suite(xml, suite))?;
        block.drain(begin..begin + format!("<{ROOT}>").len());
        block.truncate(block.len() - format!("\n</{ROOT}>").len());
        Ok(())
    }
}

impl Document {
    /// Adds a suite of conditions over all cases, if there are any.
    fn add_conditions(&mut self, name: &str, tests: Vec<Test>) -> io::Result<()> {
        if tests.is_empty() {
            return Ok(());
        }
        self.add(&Suite { name: name.to_owned(), properties: Vec::new(), tests })
    }
}

impl Test {
    /// True if it fails only by a condition over all cases.
    const fn is_open(&self) -> bool {
        !self.against.is_empty() && matches!(self.status, Status::Passed | Status::Skipped { .. })
    }

    /// Fails it if it counts against a condition that is not met.
    fn settle(&mut self, failed: &[Condition]) {
        let against = self.against.iter().find(|it| failed.contains(it)).copied();
        if let Some(condition) = against.filter(|_| self.is_open()) {
            let message = self.reason.clone();
            self.status = Status::Failed { message, kind: condition.name(), description: None };
        }
    }
}

type Xml<'a> = XmlWriter<&'a mut dyn Write>;

impl TestCounts {
    fn add(&mut self, test: &Test) {
        self.all += 1;
        match test.status {
            Status::Passed => {}
            Status::Failed { .. } => self.failures += 1,
            Status::NotChecked { .. } => self.errors += 1,
            Status::Skipped { .. } => self.skipped += 1,
        }
    }

    /// Returns the attributes of one suite or of all.
    fn attributes(&self, name: &str) -> Vec<(&'static str, String)> {
        vec![
            ("name", name.to_owned()),
            ("tests", self.all.to_string()),
            ("skipped", self.skipped.to_string()),
            ("errors", self.errors.to_string()),
            ("failures", self.failures.to_string()),
        ]
    }
}

fn write_suite(xml: &mut Xml, suite: &Suite) -> io::Result<()> {
    let mut counts = TestCounts::default();
    suite.tests.iter().for_each(|test| counts.add(test));
    let attributes = counts.attributes(&suite.name);
    let pairs = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    xml.create_element("testsuite").with_attributes(pairs).write_inner_content(|xml| {
        if !suite.properties.is_empty() {
            xml.create_element("properties").write_inner_content(|xml| {
                suite.properties.iter().try_for_each(|(name, value)| {
                    let property = xml.create_element("property");
                    let attributes = [("name", *name), ("value", value.as_str())];
                    property.with_attributes(attributes).write_empty().map(drop)
                })
            })?;
        }
        suite.tests.iter().try_for_each(|test| write_test(xml, test))
    })?;
    Ok(())
}

fn write_test(xml: &mut Xml, test: &Test) -> io::Result<()> {
    let attributes = [("name", test.name.as_str()), ("classname", test.class.as_str())];
    let element = xml.create_element("testcase").with_attributes(attributes);
    if matches!(test.status, Status::Passed) && test.output.is_none() {
        element.write_empty()?;
        return Ok(());
    }
    element.write_inner_content(|xml| {
        match &test.status {
            Status::Passed => {}
            Status::Failed { message, kind, description } => {
                let attributes = [("message", message.as_str()), ("type", kind)];
                let failure = xml.create_element("failure").with_attributes(attributes);
                match description {
                    Some(text) => failure.write_text_content(BytesText::new(text))?,
                    None => failure.write_empty()?,
                };
            }
            Status::NotChecked { message } => {
                let attributes = [("message", message.as_str()), ("type", "not checked")];
                xml.create_element("error").with_attributes(attributes).write_empty()?;
            }
            Status::Skipped { message } => {
                xml.create_element("skipped")
                    .with_attribute(("message", *message))
                    .write_empty()?;
            }
        }
        if let Some(text) = &test.output {
            xml.create_element("system-out").write_text_content(BytesText::new(text))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// The names of a suite's tests so far.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    /// Returns `name`, numbered if it was used before.
    fn unique(&mut self, name: String) -> String {
        let times = self.0.entry(name.clone()).or_default();
        *times += 1;
        if *times == 1 { name } else { format!("{name} ({times})") }
    }
}

fn properties(checked: &Checked) -> Vec<(&'static str, String)> {
    let counts = checked.counts;
    vec![
        ("citations", counts.citations().to_string()),
        ("checked", counts.checked().to_string()),
        ("unclear", counts.unclear().to_string()),
        ("not-compared", counts.not_compared().to_string()),
        ("repeated-text", counts.repeated().to_string()),
        ("without-text", counts.without_text().to_string()),
        ("unresolved", counts.unresolved().to_string()),
        ("ignored-findings", checked.ignored.len().to_string()),
        ("known-findings", checked.known.len().to_string()),
    ]
}

fn citation(
    checked: &Checked,
    cited: &CheckedCitation,
    findings: &[&ReportFinding],
    names: &mut Names,
) -> Test {
    let claim = SafeText::new(&cited.claim).truncated(MAX_CLAIM);
    let case = cited.case.as_ref().map(|case| format!("{case}: ")).unwrap_or_default();
    let name = names.unique(format!("{}{claim} [{}]", safe(&case), safe(&cited.pointers())));
    let skipped = match cited.outcome {
        Outcome::NoText => Some("the cited source has no text"),
        Outcome::NotCompared => Some("claim and passage cannot be compared"),
        Outcome::RepeatedText => Some("only the response repeats the text of the source"),
        // Its rule may be off, or report it at another citation with the same id.
        Outcome::Unresolved => Some("the citation is unresolved"),
        _ => None,
    };
    let test = outcome(checked, &name, findings, skipped);
    let against = checked.counted_against(cited).collect();
    Test { against, reason: safe(&cited.reason), ..test }
}

/// Returns a test that fails with the findings that make the check fail; else `skipped` is the reason why
/// nothing was checked.
fn outcome(
    checked: &Checked,
    name: &str,
    findings: &[&ReportFinding],
    skipped: Option<&'static str>,
) -> Test {
    let (failing, others): (Vec<&ReportFinding>, Vec<_>) =
        findings.iter().copied().partition(|entry| entry.fails);
    let status = if let Some(worst) = failing.iter().max_by_key(|entry| entry.severity) {
        Status::Failed {
            message: safe(&worst.message),
            kind: worst.severity.name(),
            description: Some(described(checked, &failing)),
        }
    } else {
        skipped.map_or(Status::Passed, |message| Status::Skipped { message })
    };
    let output = (!others.is_empty()).then(|| described(checked, &others));
    Test { output, ..test(checked, name, status) }
}

fn described(checked: &Checked, findings: &[&ReportFinding]) -> String {
    let texts = findings.iter().map(|entry| {
        let help = entry.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let super::Position { line, column } = entry.start;
        let rule = format!("{}[{} {}]", entry.severity.name(), entry.rule.code, entry.rule.name);
        format!("{}:{line}:{column}\n{rule}: {}{help}", checked.origin(), entry.message)
    });
    let texts: Vec<String> = texts.collect();
    in_xml(SafeText::multiline(&texts.join("\n\n")).as_str())
}

fn test(checked: &Checked, name: &str, status: Status) -> Test {
    let class = safe(crate::input::record::input_title(&checked.input));
    Test { class, ..condition(name, "", status) }
}

/// Returns a test of a class without a case.
fn condition(name: &str, class: &str, status: Status) -> Test {
    Test {
        name: name.to_owned(),
        class: class.to_owned(),
        status,
        output: None,
        against: Vec::new(),
        reason: String::new(),
    }
}

/// Returns text that is valid in XML and safe on a terminal.
fn safe(text: &str) -> String {
    in_xml(SafeText::new(text).as_str())
}

/// Removes the two noncharacters that XML 1.0 forbids; the other forbidden characters are control
/// characters, which safe text does not hold.
fn in_xml(text: &str) -> String {
    text.replace(['\u{FFFE}', '\u{FFFF}'], "")
}
