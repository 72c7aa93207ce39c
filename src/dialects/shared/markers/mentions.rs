//! Markers of addresses in sentences that name a page where other markers cite.
//!
//! Reports of `ChatGPT` write each citation as an id and show the names of sites as links, both as
//! markers: in "the service of ⟨url Acme⟩ is free ⟨cite turn0search1⟩", only the second one cites.

use crate::model::{Card, Citation};
use crate::text::Span;

const FAMILY: &str = "url";

/// Makes cards of the markers of addresses that are words of a sentence, if other markers cite.
pub(crate) fn set_apart(text: &str, citations: &mut Vec<Citation>, cards: &mut Vec<Card>) {
    let has_links = citations.iter().any(|it| it.family == FAMILY);
    if !has_links || citations.iter().all(|it| it.family == FAMILY) {
        return;
    }
    let (links, others) = std::mem::take(citations)
        .into_iter()
        .partition::<Vec<_>, _>(|it| it.family == FAMILY && is_word(text, it.anchor.span));
    *citations = others;
    let card = |it: Citation| Card {
        family: it.family,
        span: it.anchor.span,
        label: it.label,
        known: true,
    };
    cards.extend(links.into_iter().map(card));
    cards.sort_by_key(|card| card.span);
}

/// True for a marker that is not after a sentence or another marker, or that words of its own sentence follow.
fn is_word(text: &str, span: Span) -> bool {
    let is_outer = |c: char| matches!(c, ' ' | '`' | '*' | '_' | '"' | '“' | '”' | '’' | '(');
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let last = before.trim_end_matches(is_outer).chars().next_back();
    let next = after.trim_start_matches(is_outer).chars().next();
    let ends = |c: char| ".!?。！？\u{e201}".contains(c) || c == '1' && before.ends_with("\\ue201");
    let goes_on = |c: char| c.is_lowercase() || matches!(c, ',' | '，' | '、' | ':' | '：' | '/');
    !last.is_none_or(ends) || next.is_some_and(goes_on)
}

#[cfg(test)]
mod tests {
    use crate::dialects::shared::markers::{Families, read_response};

    fn families(text: &str) -> Vec<String> {
        let text = text.replace('<', "\u{e200}").replace('>', "\u{e201}").replace('|', "\u{e202}");
        let response = read_response(text, &Families::default());
        response.citations.into_iter().map(|it| it.family).collect()
    }

    #[test]
    fn an_address_that_is_a_word_of_a_sentence_is_a_link() {
        for text in [
            "The queue of <url|Acme|https://acme.example> is free. <cite|turn0search1>",
            "Use the queue from `<url|Acme|https://acme.example>`. <cite|turn0search1>",
            "It is so. `<url|Acme|https://acme.example>` says that it is free. <cite|turn0search1>",
            "- <url|Acme|https://acme.example>：for the queue. <cite|turn0search1>",
            "- **<url|Acme|https://acme.example>**: the queue. <cite|turn0search1>",
            "| 1 | <url|Acme|turn0search3> | 2021 | It is free <cite|turn0search1> |",
        ] {
            assert_eq!(families(text), ["cite"], "{text}");
        }
    }

    #[test]
    fn an_address_behind_a_sentence_cites_and_so_does_one_without_other_markers() {
        let after = "It is free. <url|Acme|https://acme.example>\n\nSo it is. <cite|turn0search1>";
        assert_eq!(families(after), ["url", "cite"]);
        let alone = "The queue of <url|Acme|https://acme.example> is free.";
        assert_eq!(families(alone), ["url"]);
    }
}
