//! The AIS rate, and citation precision and recall by ALCE and by Liu et al.

use std::collections::BTreeMap;

use super::statement::{FullSupport, Statement, Statements, is_together};
use super::{LeftOut, Metric, Unit};
use crate::review::figure::{mean, real, share};
use crate::review::{Judgement, Verdict};

/// Reason for leaving out statements without a verdict.
const UNJUDGED: &str = "statements without a reviewed citation";

/// Why verdicts for which nothing was shown are left out.
const NO_PASSAGE: &str = "verdicts given without a passage";

pub(super) fn metrics(statements: &Statements<'_>) -> Vec<Metric> {
    vec![
        ais(statements),
        alce_recall(statements),
        alce_precision(statements),
        liu_recall(statements),
        liu_precision(statements),
    ]
}

fn ais(statements: &Statements<'_>) -> Metric {
    let mut left_out = LeftOut::default();
    let (mut attributed, mut over) = (0, 0);
    for judgement in statements.cited.iter().flat_map(|statement| &statement.citations) {
        match judgement.verdict {
            Some(Verdict::CannotTell) => left_out.add("`cannot tell`"),
            _ if judgement.without_passage => left_out.add(NO_PASSAGE),
            verdict => {
                over += 1;
                attributed += usize::from(verdict == Some(Verdict::Supports));
            }
        }
    }
    Metric {
        name: "ais_rate",
        title: "AIS rate",
        definition: "reviewed pairs of a statement and a cited passage of which \"according to the passage, the statement\" holds (`supports`), over all such pairs (Rashkin et al. 2021)",
        unit: Unit::Share,
        figure: share(real(attributed), over),
        over,
        of: "reviewed pair",
        left_out: left_out.list(),
        missing: vec!["whether a statement can be understood on its own".to_owned()],
    }
}

fn alce_recall(statements: &Statements<'_>) -> Metric {
    let mut left_out = LeftOut::default();
    let mut by_case: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (case, judged) in &statements.cases {
        by_case.insert(case, (0, judged.uncited()));
    }
    for statement in &statements.cited {
        let full = if statement.is_valid() { statement.is_full() } else { FullSupport::No };
        match full {
            FullSupport::Unknown(why) => left_out.add(why),
            full => {
                let (supported, all) = by_case.entry(statement.case).or_default();
                *all += 1;
                *supported += usize::from(full == FullSupport::Yes);
            }
        }
    }
    left_out.add_times(statements.unjudged(), UNJUDGED);
    let counted: Vec<(usize, usize)> = by_case.into_values().filter(|(_, all)| *all > 0).collect();
    Metric {
        name: "alce_recall",
        title: "Citation recall, ALCE",
        definition: "statements that have a citation and are supported by all their cited passages together, over all statements; 0 with an id that names no source; the mean of each answer, then over answers (Gao et al. 2023). People's verdicts stand in for the NLI model",
        unit: Unit::Share,
        figure: mean(counted.iter().map(|&(supported, all)| real(supported) / real(all))),
        over: counted.iter().map(|(_, all)| all).sum(),
        of: "statement",
        left_out: left_out.list(),
        missing: statements.missing_scope(),
    }
}

fn alce_precision(statements: &Statements<'_>) -> Metric {
    let mut left_out = LeftOut::default();
    let mut by_case: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for statement in statements.cited.iter().filter(|statement| statement.is_valid()) {
        for judgement in &statement.citations {
            if judgement.without_passage {
                left_out.add(NO_PASSAGE);
                continue;
            }
            match is_precise(statement, judgement) {
                FullSupport::Unknown(why) => left_out.add(why),
                precise => {
                    let (right, all) = by_case.entry(statement.case).or_default();
                    *all += 1;
                    *right += usize::from(precise == FullSupport::Yes);
                }
            }
        }
    }
    left_out.add_times(statements.unjudged(), UNJUDGED);
    let counted: Vec<(usize, usize)> = by_case.into_values().collect();
    Metric {
        name: "alce_precision",
        title: "Citation precision, ALCE",
        definition: "citations whose statement has recall 1 and that are not irrelevant (alone not supporting it while the others still do), over the citations of statements all of whose ids name a source; the mean of each answer, then over answers (Gao et al. 2023)",
        unit: Unit::Share,
        figure: mean(counted.iter().map(|&(right, all)| real(right) / real(all))),
        over: counted.iter().map(|(_, all)| all).sum(),
        of: "citation",
        left_out: left_out.list(),
        missing: Vec::new(),
    }
}

/// Returns whether a citation counts as precise by ALCE.
fn is_precise(statement: &Statement<'_>, judgement: &Judgement) -> FullSupport {
    match (statement.is_full(), judgement.verdict) {
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
    let mut left_out = LeftOut::default();
    let (mut supported, mut over) = (0, 0);
    for statement in &statements.cited {
        match statement.is_full() {
            FullSupport::Unknown(why) => left_out.add(why),
            full => {
                over += 1;
                supported += usize::from(full == FullSupport::Yes);
            }
        }
    }
    let needy = |it: &&&Judgement| it.verdict == Some(Verdict::NeedsCitation);
    over += statements.uncited.iter().filter(needy).count();
    left_out.add_times(statements.unjudged(), UNJUDGED);
    left_out.add_times(statements.unasked(), "uncited sentences not reviewed");
    Metric {
        name: "liu_recall",
        title: "Citation recall, Liu et al.",
        definition: "statements worth verifying that their citations together support fully, over all statements worth verifying: those with a citation, and those without of which a reviewer said `needs a citation` (Liu et al. 2023)",
        unit: Unit::Share,
        figure: share(real(supported), over),
        over,
        of: "statement",
        left_out: left_out.list(),
        missing: statements.missing_scope(),
    }
}

fn liu_precision(statements: &Statements<'_>) -> Metric {
    let mut left_out = LeftOut::default();
    let (mut right, mut over) = (0, 0);
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
            match supports {
                FullSupport::Unknown(why) => left_out.add(why),
                full => {
                    over += 1;
                    right += usize::from(full == FullSupport::Yes);
                }
            }
        }
    }
    left_out.add_times(statements.unjudged(), UNJUDGED);
    Metric {
        name: "liu_precision",
        title: "Citation precision, Liu et al.",
        definition: "citations that support their statement fully, or partly where only the set of its citations supports it fully, over all citations (Liu et al. 2023)",
        unit: Unit::Share,
        figure: share(real(right), over),
        over,
        of: "citation",
        left_out: left_out.list(),
        missing: Vec::new(),
    }
}
