//! Findings as `JUnit` XML, for services that show test results.
//!
//! A test suite a case, a failed test a finding; a case without findings is one test that passed.
//! Nothing in it depends on time or machine. All of it is held until the end.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

use super::{Checked, Options, Remark, Report, Writer};
use crate::text::SafeText;

/// The entry in the table of reports.
pub(super) const REPORT: Report =
    Report { name: "junit", summary: "JUnit XML: a suite a case, a failed test a finding", begin };

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Document(Junit::new("pincite")))
}

struct Document(Junit);

impl Writer for Document {
    fn case(&mut self, checked: &Checked, _: &mut dyn Write) -> io::Result<()> {
        let mut suite = TestSuite::new(safe(&checked.id));
        if let Some((error, _)) = &checked.error {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(safe(error)).set_type("not checked");
            suite.add_test_case(test(checked, "check", status));
        }
        for remark in &checked.remarks {
            suite.add_test_case(failure(checked, remark));
        }
        if suite.test_cases.is_empty() {
            suite.add_test_case(test(checked, "check", TestCaseStatus::success()));
        }
        self.0.add_test_suite(suite);
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<Vec<String>> {
        self.0.serialize(out).map_err(io::Error::other)?;
        Ok(Vec::new())
    }
}

fn failure(checked: &Checked, remark: &Remark) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(safe(&remark.message)).set_type(remark.severity.name());
    let help = remark.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let super::Position { line, column } = remark.start;
    let text = format!("{}:{line}:{column}\n{}{help}", checked.origin(), remark.message);
    status.set_description(SafeText::multiline(&text).into_string());
    let name = format!("{} {} at {line}:{column}", remark.rule.code, remark.rule.name);
    test(checked, &name, status)
}

fn test(checked: &Checked, name: &str, status: TestCaseStatus) -> TestCase {
    let mut test = TestCase::new(name, status);
    test.set_classname(safe(crate::input::record::input_title(&checked.input)));
    test
}

/// Text as XML may hold it and a terminal may show it.
fn safe(text: &str) -> String {
    SafeText::new(text).into_string()
}
