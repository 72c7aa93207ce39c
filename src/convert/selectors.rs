//! `selectors`: W3C Web Annotations, one per citation: the claim in the response, linked to the
//! words of the sources.
//!
//! Spec: Web Annotation Data Model. A `TextPositionSelector` counts code points, ends exclusive; a
//! `TextQuoteSelector` repeats the words with some context; a `FragmentSelector` is the text
//! fragment that leads a browser there, and `via` the whole link.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::fragment::directive;
use super::losses::Fact;
use super::wording::{CitationMark, Layout, Wording};
use super::{Conversion, wire};
use crate::model::{Locator, Target};
use crate::resolve::How;
use crate::text::units::Offsets;
use crate::text::{Span, Unit};

/// Number of characters repeated on each side of a quote.
const AROUND: usize = 32;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "selectors",
    title: "W3C annotations with text-quote selectors and deep links",
    extension: "json",
    holds: &[Fact::Citations, Fact::Claims, Fact::Quotes, Fact::Titles, Fact::Addresses],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    let edited = wording.bare(&Layout { keeps_blanks: true, ..Layout::READERS });
    let offsets = Offsets::new(&edited.text);
    let items: Vec<Value> = wording
        .marks
        .iter()
        .zip(1..)
        .map(|(mark, number)| {
            let claim = wording.claim(mark, &edited).unwrap_or_else(|| edited.span(mark.span));
            let targets = wording.targets(mark).enumerate();
            let targets: Vec<Value> =
                targets.map(|(at, (n, target))| pointed(wording, mark, at, n, target)).collect();
            json!({
                "id": format!("#citation-{number}"),
                "type": "Annotation",
                "motivation": "linking",
                "body": {
                    "type": "SpecificResource",
                    "source": "#response",
                    "selector": quoted(&edited.text, &offsets, claim),
                },
                "target": targets,
            })
        })
        .collect();
    let named_places: BTreeSet<(usize, usize)> = wording
        .all_targets()
        .iter()
        .filter(|(mark, at, ..)| {
            wording.passage(mark.citation, *at).is_some_and(|it| it.how != How::Whole)
        })
        .map(|(mark, at, ..)| (mark.citation, *at))
        .collect();
    wording.lose_places(|citation, target, own| {
        let named = matches!(own.locator, Some(Locator::Fragment(_) | Locator::Pages { .. }));
        named || named_places.contains(&(citation, target))
    });
    wording.lose_inferred();
    wording.losses.add("response", usize::from(!edited.text.is_empty()), |_| {
        "the text of the response outside claims".to_owned()
    });
    wire::json(&json!({
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": "#citations",
        "type": "AnnotationPage",
        "partOf": {"id": "#case", "label": wording.inspection.case.id, "total": items.len()},
        "items": items,
    }))
}

fn pointed(
    wording: &Wording<'_>,
    mark: &CitationMark,
    at: usize,
    number: usize,
    own: &Target,
) -> Value {
    let title = wording.source(number).and_then(|source| source.title.clone());
    let page = wording.page(number);
    let mut selectors = Vec::new();
    let passage = wording.passage(mark.citation, at).filter(|it| it.how != How::Whole);
    let text = passage.and_then(|passage| wording.text_of(passage.source));
    if let Some((passage, text)) = passage.zip(text) {
        selectors.extend(directive(&text, passage.span).as_deref().map(fragment));
        selectors.extend(quoted(&text.text, &text.offsets(), passage.span));
    } else if let Some(quote) = &own.quote {
        selectors.push(json!({"type": "TextQuoteSelector", "exact": quote}));
    }
    match &own.locator {
        Some(Locator::Fragment(name)) => selectors.push(json!({
            "type": "FragmentSelector", "value": name})),
        Some(Locator::Pages { first, .. }) => selectors.push(json!({
            "type": "FragmentSelector", "conformsTo": "http://tools.ietf.org/rfc/rfc3778",
            "value": format!("page={first}")})),
        _ => {}
    }
    let link = wording.link(mark, at).map(|link| link.address);
    let deep = link.filter(|link| page.as_ref() != Some(link));
    let source = wire::object([
        ("id", Some(Value::from(page.unwrap_or_else(|| own.id.clone())))),
        ("type", Some(Value::from("Text"))),
        ("label", title.map(Value::from)),
    ]);
    Value::Object(wire::object([
        ("type", Some(Value::from("SpecificResource"))),
        ("id", Some(Value::from(own.id.as_str()))),
        ("source", Some(Value::Object(source))),
        ("selector", (!selectors.is_empty()).then(|| Value::Array(selectors))),
        ("via", deep.map(Value::from)),
    ]))
}

fn fragment(directive: &str) -> Value {
    json!({
        "type": "FragmentSelector",
        "conformsTo": "https://wicg.github.io/scroll-to-text-fragment/",
        "value": directive,
    })
}

/// Returns a stretch of a text by its words and by its place.
fn quoted(text: &str, offsets: &Offsets<'_>, span: Span) -> Vec<Value> {
    let before = text.get(..span.start).unwrap_or_default();
    let prefix: String = before.chars().rev().take(AROUND).collect();
    let prefix: String = prefix.chars().rev().collect();
    let after = text.get(span.end..).unwrap_or_default();
    let suffix: String = after.chars().take(AROUND).collect();
    let place = offsets.range(span, Unit::CodePoints);
    let quote = wire::object([
        ("type", Some(Value::from("TextQuoteSelector"))),
        ("exact", Some(Value::from(span.slice(text).unwrap_or_default()))),
        ("prefix", Some(prefix).filter(|it| !it.is_empty()).map(Value::from)),
        ("suffix", Some(suffix).filter(|it| !it.is_empty()).map(Value::from)),
    ]);
    let place = place
        .map(|(start, end)| json!({"type": "TextPositionSelector", "start": start, "end": end}));
    [Value::Object(quote)].into_iter().chain(place).collect()
}
