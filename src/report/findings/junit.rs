//! Findings as `JUnit` XML, for services that show test results.
//!
//! There is a test suite per case and a test per citation. The name of a test is made of the claim
//! and its cited place, so that it stays the same when lines move. Findings that make the check
//! fail are failures, others are output; a citation whose source has no text is skipped. Findings
//! without a citation are separate tests, by rule. The output does not depend on time or machine.
//! It is held until the end.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_junit::{
    NonSuccessKind, Property, Report as Junit, TestCase, TestCaseStatus, TestSuite, XmlString,
};

use super::{Checked, Cited, Options, Report, ReportFinding, Summary, Writer};
use crate::report::outcome::Outcome;
use crate::text::SafeText;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "junit", summary: "JUnit XML: a suite per case, a test per citation", begin };

/// The maximum length of a claim in the name of a test, in cells.
const MAX_CLAIM: usize = 80;

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Document(Junit::new("pincite")))
}

struct Document(Junit);

impl Writer for Document {
    fn case(&mut self, checked: &Checked, _: &mut dyn Write) -> io::Result<()> {
        let mut suite = TestSuite::new(safe(&checked.id));
        let mut names = Names::default();
        if let Some((error, _)) = &checked.error {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(safe(error)).set_type("not checked");
            suite.add_test_case(test(checked, "check", status));
        }
        for (name, value) in properties(checked) {
            suite.add_property(Property { name: name.into(), value: value.into() });
        }
        let by_citation = checked.by_citation();
        for cited in &checked.citations {
            let findings = by_citation.get(&cited.key()).map(Vec::as_slice).unwrap_or_default();
            suite.add_test_case(citation(checked, cited, findings, &mut names));
        }
        let mut others: BTreeMap<&str, Vec<&ReportFinding>> = BTreeMap::new();
        for entry in checked.findings.iter().filter(|entry| entry.citation.is_none()) {
            others.entry(entry.rule.code).or_default().push(entry);
        }
        for findings in others.into_values() {
            let Some(rule) = findings.first().map(|entry| entry.rule) else { continue };
            let name = names.unique(format!("{} {}", rule.code, rule.name));
            suite.add_test_case(outcome(checked, &name, &findings, false));
        }
        if suite.test_cases.is_empty() {
            let mut status = TestCaseStatus::skipped();
            status.set_message("no citations");
            suite.add_test_case(test(checked, "check", status));
        }
        self.0.add_test_suite(suite);
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        if !summary.gates.is_empty() {
            let mut suite = TestSuite::new("minimums");
            for gate in &summary.gates {
                let status = if gate.is_met {
                    TestCaseStatus::success()
                } else {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status.set_message(safe(&gate.text)).set_type("minimum");
                    status
                };
                let mut test = TestCase::new(XmlString::from(gate.name), status);
                test.set_classname("minimums");
                suite.add_test_case(test);
            }
            self.0.add_test_suite(suite);
        }
        let xml = self.0.to_string().map_err(io::Error::other)?;
        out.write_all(as_jenkins_reads(&xml).as_bytes())?;
        Ok(Vec::new())
    }
}

/// Removes what Jenkins does not accept from the document: an attribute `skipped` of all suites.
fn as_jenkins_reads(xml: &str) -> String {
    let part = |xml: &str| {
        let (head, rest) = xml.split_once("<testsuites ")?;
        let (attributes, rest) = rest.split_once('>')?;
        let (before, behind) = attributes.split_once(" skipped=\"")?;
        let (_, behind) = behind.split_once('"')?;
        Some(format!("{head}<testsuites {before}{behind}>{rest}"))
    };
    part(xml).unwrap_or_else(|| xml.to_owned())
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

fn properties(checked: &Checked) -> [(&'static str, String); 5] {
    let counts = checked.counts;
    [
        ("citations", counts.citations().to_string()),
        ("checked", counts.checked().to_string()),
        ("without-text", counts.without_text().to_string()),
        ("unresolved", counts.unresolved().to_string()),
        ("ignored-findings", checked.ignored.len().to_string()),
    ]
}

fn citation(
    checked: &Checked,
    cited: &Cited,
    findings: &[&ReportFinding],
    names: &mut Names,
) -> TestCase {
    let mut pointers = cited.targets.iter().map(|target| match target.locator.as_str() {
        "" => target.id.clone(),
        locator => format!("{} {locator}", target.id),
    });
    let first = pointers.next().unwrap_or_else(|| "no source".to_owned());
    let pointers = pointers.fold(first, |all, next| format!("{all}, {next}"));
    let claim = SafeText::new(&cited.claim).truncated(MAX_CLAIM);
    let case = cited.case.as_ref().map(|case| format!("{case}: ")).unwrap_or_default();
    let name = names.unique(format!("{}{claim} [{}]", safe(&case), safe(&pointers)));
    outcome(checked, &name, findings, cited.outcome == Outcome::NoText)
}

/// Returns a test that fails with the findings that make the check fail.
fn outcome(
    checked: &Checked,
    name: &str,
    findings: &[&ReportFinding],
    has_no_text: bool,
) -> TestCase {
    let failing: Vec<&ReportFinding> =
        findings.iter().copied().filter(|entry| entry.fails).collect();
    let status = if let Some(worst) = failing.iter().max_by_key(|entry| entry.severity) {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(safe(&worst.message)).set_type(worst.severity.name());
        status.set_description(described(checked, &failing));
        status
    } else if has_no_text {
        let mut status = TestCaseStatus::skipped();
        status.set_message("the cited source has no text");
        status
    } else {
        TestCaseStatus::success()
    };
    let mut test = test(checked, name, status);
    let others: Vec<&ReportFinding> =
        findings.iter().copied().filter(|entry| !entry.fails).collect();
    if !others.is_empty() {
        test.set_system_out(described(checked, &others));
    }
    test
}

fn described(checked: &Checked, findings: &[&ReportFinding]) -> String {
    let texts = findings.iter().map(|entry| {
        let help = entry.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let super::Position { line, column } = entry.start;
        let rule = format!("{}[{}] {}", entry.severity.name(), entry.rule.code, entry.rule.name);
        format!("{}:{line}:{column}\n{rule}: {}{help}", checked.origin(), entry.message)
    });
    let texts: Vec<String> = texts.collect();
    SafeText::multiline(&texts.join("\n\n")).into_string()
}

fn test(checked: &Checked, name: &str, status: TestCaseStatus) -> TestCase {
    let mut test = TestCase::new(XmlString::from(name), status);
    test.set_classname(safe(crate::input::record::input_title(&checked.input)));
    test
}

/// Returns text that is valid in XML and safe on a terminal.
fn safe(text: &str) -> String {
    SafeText::new(text).into_string()
}
