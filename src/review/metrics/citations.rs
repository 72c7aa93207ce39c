//! The AIS rate, and citation precision and recall by ALCE and by Liu et al.

use std::collections::BTreeMap;

use super::statement::{FullSupport, NO_PASSAGE, Statement, Statements, is_together};
use super::{LeftOut, Metric, Unit};
use crate::review::figure::{Figure, mean, real, share};
use crate::review::{Judgement, Verdict};

/// Reason for leaving out statements without a verdict.
const UNJUDGED: &str = "statements without a reviewed citation";

pub(super) fn metrics(statements: &Statements<'_>) -> Vec<Metric> {
    vec![
        ais(statements),
        alce_recall(statements),
        alce_precision(statements),
        liu_recall(statements),
        liu_precision(statements),
    ]
}

/// Things that are right or wrong, counted by case, and those left out.
#[derive(Debug, Default)]
struct Tally<'l> {
    /// The number of right ones and of all.
    by_case: BTreeMap<&'l str, (usize, usize)>,
    left_out: LeftOut,
}

impl<'l> Tally<'l> {
    fn add(&mut self, case: &'l str, is_right: FullSupport) {
        if let FullSupport::Unknown(why) = is_right {
            return self.left_out.add(why);
        }
        let (right, all) = self.by_case.entry(case).or_default();
        *all += 1;
        *right += usize::from(is_right == FullSupport::Yes);
    }

    fn right(&self) -> usize {
        self.by_case.values().map(|(right, _)| right).sum()
    }

    fn all(&self) -> usize {
        self.by_case.values().map(|(_, all)| all).sum()
    }

    /// Returns the mean of the shares of the cases that have any.
    fn mean_of_cases(&self) -> Figure {
        let counted = self.by_case.values().filter(|(_, all)| *all > 0);
        mean(counted.map(|&(right, all)| real(right) / real(all)))
    }
}

fn ais(statements: &Statements<'_>) -> Metric {
    let mut tally = Tally::default();
    for statement in &statements.cited {
        for judgement in &statement.citations {
            tally.add(
                statement.case,
                match judgement.verdict {
                    Some(Verdict::CannotTell) => FullSupport::Unknown("`cannot tell`"),
                    _ if judgement.without_passage => FullSupport::Unknown(NO_PASSAGE),
                    Some(Verdict::Supports) => FullSupport::Yes,
                    _ => FullSupport::No,
                },
            );
        }
    }
    Metric {
        name: "ais_rate",
        title: "AIS rate",
        definition: "reviewed pairs of a statement and a cited passage of which \"according to the passage, the statement\" holds (`supports`), over all such pairs (Rashkin et al. 2021)",
        unit: Unit::Share,
        figure: share(real(tally.right()), tally.all()),
        over: tally.all(),
        of: "reviewed pair",
        left_out: tally.left_out.list(),
        missing: vec!["whether a statement can be understood on its own".to_owned()],
    }
}

fn alce_recall(statements: &Statements<'_>) -> Metric {
    let mut tally = Tally::default();
    for (case, judged) in &statements.cases {
        tally.by_case.insert(case, (0, judged.uncited()));
    }
    for statement in &statements.cited {
        let full = if statement.is_valid() { statement.is_full() } else { FullSupport::No };
        tally.add(statement.case, full);
    }
    tally.left_out.add_times(statements.unjudged(), UNJUDGED);
    Metric {
        name: "alce_recall",
        title: "Citation recall, ALCE",
        definition: "statements that have a citation and are supported by all their cited passages together, over all statements; 0 with an id that names no source; the mean of each answer, then over answers (Gao et al. 2023). People's verdicts stand in for the NLI model",
        unit: Unit::Share,
        figure: tally.mean_of_cases(),
        over: tally.all(),
        of: "statement",
        left_out: tally.left_out.list(),
        missing: statements.missing_scope(),
    }
}

fn alce_precision(statements: &Statements<'_>) -> Metric {
    let mut tally = Tally::default();
    for statement in statements.cited.iter().filter(|statement| statement.is_valid()) {
        for judgement in &statement.citations {
            tally.add(statement.case, is_precise(statement, judgement));
        }
    }
    tally.left_out.add_times(statements.unjudged(), UNJUDGED);
    Metric {
        name: "alce_precision",
        title: "Citation precision, ALCE",
        definition: "citations whose statement has recall 1 and that are not irrelevant (alone not supporting it while the others still do), over the citations of statements all of whose ids name a source; the mean of each answer, then over answers (Gao et al. 2023)",
        unit: Unit::Share,
        figure: tally.mean_of_cases(),
        over: tally.all(),
        of: "citation",
        left_out: tally.left_out.list(),
        missing: Vec::new(),
    }
}

/// Returns whether a citation counts as precise by ALCE.
fn is_precise(statement: &Statement<'_>, judgement: &Judgement) -> FullSupport {
    match (statement.is_full(), judgement.verdict) {
        _ if judgement.without_passage => FullSupport::Unknown(NO_PASSAGE),
        (FullSupport::Yes, Some(Verdict::Supports)) => FullSupport::Yes,
        // It alone does not support the statement, and another one does without it.
        (FullSupport::Yes, _) if statement.has_full_citation() => FullSupport::No,
        (FullSupport::Yes, Some(Verdict::Partly)) => {
            if is_together(judgement) || statement.count(Verdict::Partly) == 2 {
                FullSupport::Yes
            } else {
                FullSupport::Unknown(
                    "the citation supports partly, without the reason `two-sources`",
                )
            }
        }
        (FullSupport::Yes, _) => FullSupport::No,
        (other, _) => other,
    }
}

fn liu_recall(statements: &Statements<'_>) -> Metric {
    let mut tally = Tally::default();
    for statement in &statements.cited {
        tally.add(statement.case, statement.is_full());
    }
    let needy = |it: &&&Judgement| it.verdict == Some(Verdict::NeedsCitation);
    let over = tally.all() + statements.uncited.iter().filter(needy).count();
    tally.left_out.add_times(statements.unjudged(), UNJUDGED);
    tally.left_out.add_times(statements.unasked(), "uncited sentences not reviewed");
    Metric {
        name: "liu_recall",
        title: "Citation recall, Liu et al.",
        definition: "statements worth verifying that their citations together support fully, over all statements worth verifying: those with a citation, and those without of which a reviewer said `needs a citation` (Liu et al. 2023)",
        unit: Unit::Share,
        figure: share(real(tally.right()), over),
        over,
        of: "statement",
        left_out: tally.left_out.list(),
        missing: statements.missing_scope(),
    }
}

fn liu_precision(statements: &Statements<'_>) -> Metric {
    let mut tally = Tally::default();
    for statement in &statements.cited {
        let only_together = !statement.has_full_citation();
        for judgement in &statement.citations {
            let supports = match judgement.verdict {
                _ if judgement.without_passage => FullSupport::Unknown(NO_PASSAGE),
                Some(Verdict::CannotTell) => FullSupport::Unknown("`cannot tell`"),
                Some(Verdict::Supports) => FullSupport::Yes,
                Some(Verdict::Partly) if only_together => statement.is_full(),
                _ => FullSupport::No,
            };
            tally.add(statement.case, supports);
        }
    }
    tally.left_out.add_times(statements.unjudged(), UNJUDGED);
    Metric {
        name: "liu_precision",
        title: "Citation precision, Liu et al.",
        definition: "citations that support their statement fully, or partly where only the set of its citations supports it fully, over all citations (Liu et al. 2023)",
        unit: Unit::Share,
        figure: share(real(tally.right()), tally.all()),
        over: tally.all(),
        of: "citation",
        left_out: tally.left_out.list(),
        missing: Vec::new(),
    }
}
