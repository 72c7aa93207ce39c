//! Support as the TREC RAG track weighs it: full 1, partial 0.5, none 0.

use super::statement::{NO_PASSAGE, Statements};
use super::{LeftOut, Metric, Unit};
use crate::review::Judgement;
use crate::review::figure::{mean, share};

pub(super) fn metrics(statements: &Statements<'_>) -> Vec<Metric> {
    vec![precision(statements), recall(statements)]
}

fn support(judgement: &Judgement) -> Option<f64> {
    judgement.verdict.and_then(crate::review::Verdict::support)
}

fn precision(statements: &Statements<'_>) -> Metric {
    let mut left_out = LeftOut::default();
    let mut weights = Vec::new();
    for judgement in statements.cited.iter().flat_map(|statement| &statement.citations) {
        match support(judgement) {
            _ if judgement.without_passage => left_out.add(NO_PASSAGE),
            Some(weight) => weights.push(weight),
            None => left_out.add("`cannot tell`"),
        }
    }
    Metric {
        name: "trec_weighted_precision",
        title: "Weighted precision, TREC RAG",
        definition: "the mean over citations of 1 for `supports`, 0.5 for `partly`, 0 otherwise (TREC RAG 2024, support)",
        unit: Unit::Share,
        over: weights.len(),
        figure: mean(weights),
        of: "citation",
        left_out: left_out.list(),
        missing: Vec::new(),
    }
}

fn recall(statements: &Statements<'_>) -> Metric {
    let mut left_out = LeftOut::default();
    let (mut sum, mut over) = (0.0, 0);
    for statement in &statements.cited {
        let first = statement.first();
        match first.map(support) {
            _ if first.is_some_and(|first| first.without_passage) => {
                left_out.add("the verdict on the first citation was given without a passage");
            }
            Some(Some(weight)) => {
                sum += weight;
                over += 1;
            }
            Some(None) => left_out.add("`cannot tell` for the first citation"),
            None => left_out.add("the first citation is not reviewed"),
        }
    }
    over += statements.uncited();
    left_out.add_times(statements.unjudged(), "statements without a reviewed citation");
    Metric {
        name: "trec_weighted_recall",
        title: "Weighted recall, TREC RAG",
        definition: "the mean over sentences of the weight of the first citation, the only one the track of 2024 judged; 0 without a citation",
        unit: Unit::Share,
        figure: share(sum, over),
        over,
        of: "sentence",
        left_out: left_out.list(),
        missing: statements.missing_scope(),
    }
}
