//! A user's own marks: the matches of a regular expression with named groups in a text.
//!
//! The groups are `id`, which every pattern has, and optionally `locator` and `claim`. A match is
//! one citation of one source. With a `claim` that took part, the citation covers the claim, and
//! the rest of the match is hidden; without one, the whole match is the mark. The locator is read
//! in the style of people (`L8-L13`, `p. 3`, `12:05`: see [`crate::locator`]).
//!
//! The expression itself is a [`Pattern`](crate::dialects::shared::pattern::Pattern).

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Card, Citation, Locator, Problem, ProblemKind, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "pattern",
    title: "text or Markdown with marks of your own",
    recognised_by: "a regular expression given as `--pattern` or in `pincite.toml`",
    sources_from: "`[citations.sources]` in `pincite.toml`, `--source ID=PATH`, the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

fn detect(text: &str, families: &Families) -> Option<String> {
    let (first, matches) = families.pattern()?.looked_up(text)?;
    let shown: String = first.chars().take(60).collect();
    let more = if shown.len() < first.len() { "…" } else { "" };
    Some(format!("{} of your pattern, the first is `{shown}{more}`", count(matches, "mark")))
}

fn read(text: &str, families: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    let Some(pattern) = families.pattern() else {
        found.notes.push("no pattern given; use `--pattern` or `pincite.toml`".to_owned());
        return found;
    };
    let code = Code::of(text);
    for captures in pattern.captures(text) {
        let group = |name: &str| captures.name(name).map(|it| Span::new(it.start(), it.end()));
        let Some(mark) = captures.get(0).map(|it| Span::new(it.start(), it.end())) else {
            continue;
        };
        if mark.is_empty() {
            continue;
        }
        let claim = group("claim").filter(|claim| !claim.is_empty());
        let (kind, span) =
            claim.map_or((AnchorKind::Marker, mark), |claim| (AnchorKind::Claim, claim));
        if claim.is_some() {
            let around = [Span::new(mark.start, span.start), Span::new(span.end, mark.end)];
            found.cards.extend(around.into_iter().filter(|it| !it.is_empty()).map(hidden));
        }
        let in_code = code.contains(mark.start);
        let words = |span: Option<Span>| span.and_then(|span| span.slice(text)).map(str::trim);
        let id = words(group("id")).filter(|id| !id.is_empty());
        let locator = words(group("locator")).filter(|locator| !locator.is_empty());
        found.citations.push(Citation {
            family: "pattern".to_owned(),
            raw: mark.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind, span },
            targets: id.map(|id| target(id, locator)).into_iter().collect(),
            problem: id
                .is_none()
                .then(|| Problem::new(ProblemKind::NoId, "the pattern's group `id` is empty here")),
            in_code,
            ..Citation::default()
        });
    }
    found.citations.sort_by_key(|citation| citation.anchor.span);
    found
}

fn target(id: &str, locator: Option<&str>) -> Target {
    let read = |text| locator::read(text).unwrap_or_else(|| Locator::Unreadable(text.to_owned()));
    Target { id: id.to_owned(), locator: locator.map(read), ..Target::default() }
}

/// Returns a card for the text of a match outside its claim, which is not shown.
fn hidden(span: Span) -> Card {
    Card { family: "pattern".to_owned(), span, label: None, known: true }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dialects::shared::pattern::Pattern;

    const DOUBLE: &str = r"\[\[(?<id>[\w-]+)(?: (?<locator>[^\]]+))?\]\]";

    fn found(pattern: &str, text: &str) -> TextMarks {
        read(text, &Families::default().with_pattern(Pattern::new(pattern).unwrap()))
    }

    #[test]
    fn a_match_is_a_citation_with_id_and_locator() {
        let text = "Refunds take five days. [[handbook L8-L13]] So do füße. [[faq]]";
        let read = found(DOUBLE, text);
        let found: Vec<_> = read
            .citations
            .iter()
            .map(|it| (it.raw.as_str(), it.targets[0].id.as_str(), it.targets[0].locator.clone()))
            .collect();
        let lines = Locator::Lines { first: 8, last: 13 };
        assert_eq!(
            found,
            [("[[handbook L8-L13]]", "handbook", Some(lines)), ("[[faq]]", "faq", None)]
        );
        for citation in &read.citations {
            assert_eq!(citation.anchor.kind, AnchorKind::Marker);
            assert_eq!(citation.anchor.span.slice(text), Some(citation.raw.as_str()));
        }
    }

    #[test]
    fn a_claim_is_covered_and_what_surrounds_it_hidden() {
        let text = "Well: <c src=a>five days</c>. Next.";
        let read = found(r"<c src=(?<id>\w+)>(?<claim>[^<]*)</c>", text);
        let citation = &read.citations[0];
        assert_eq!(citation.anchor.kind, AnchorKind::Claim);
        assert_eq!(citation.anchor.span.slice(text), Some("five days"));
        let cards: Vec<_> = read.cards.iter().map(|card| card.span.slice(text).unwrap()).collect();
        assert_eq!(cards, ["<c src=a>", "</c>"]);
    }

    #[test]
    fn unreadable_parts_are_reported_and_kept() {
        let read = found(r"\{(?<id>\w*)(?:@(?<locator>\w+))?\}", "One {a@chapter} two {}.");
        assert_eq!(
            read.citations[0].targets[0].locator,
            Some(Locator::Unreadable("chapter".to_owned()))
        );
        assert_eq!(read.citations[1].problem.as_ref().map(|it| it.kind), Some(ProblemKind::NoId));
    }

    #[test]
    fn marks_in_code_are_marked_as_standing_there() {
        let read = found(DOUBLE, "As in `[[a]]` and [[b]].");
        let in_code: Vec<bool> = read.citations.iter().map(|it| it.in_code).collect();
        assert_eq!(in_code, [true, false]);
    }

    proptest! {
        #[test]
        fn any_text_and_any_pattern_are_read(pattern in "\\PC{0,12}(?<id>\\PC{1,4})\\PC{0,6}", text in "\\PC{0,60}") {
            if let Ok(pattern) = Pattern::new(&pattern) {
                let read = read(&text, &Families::default().with_pattern(pattern));
                for citation in &read.citations {
                    prop_assert!(citation.anchor.span.slice(&text).is_some());
                }
            }
        }
    }
}
