//! `html`: one page, the response with raised numbers that lead to the list of its sources.
//!
//! Nothing in it is loaded and no script runs; HTML in the response is shown as text, and links
//! lead to pages of the web only.

use std::collections::BTreeMap;

use super::edits::Edit;
use super::wording::{CitationMark, Layout, Wording};
use super::{Conversion, Fact};
use crate::text::Span;
use crate::text::markdown::html;
use crate::text::safe::SafeText;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "html",
    title: "an HTML page with a list of sources",
    extension: "html",
    holds: &[Fact::Question, Fact::Citations, Fact::Quotes, Fact::Titles, Fact::Addresses],
    write,
};

/// Style sheet for light, dark and print.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}\
sup{line-height:0}sup a{text-decoration:none}\
pre{overflow-x:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:.2rem .6rem}\
li:target,sup:target{outline:2px solid}blockquote{margin:.3rem 0 .3rem 1rem;opacity:.85}";

fn write(wording: &mut Wording<'_>) -> String {
    wording.lose_ids(|number| number.to_string());
    let layout = Layout { escape: Some(escape_slots), ..Layout::READERS };
    let edited = wording.edited(&layout, |mark| html::slot(mark.citation));
    let raised = wording.marks.iter().map(|mark| (mark.citation, raised(wording, mark)));
    let raised: BTreeMap<usize, String> = raised.collect();
    let body = html::render(&edited.text, &|citation| raised.get(&citation).cloned());
    let case = &wording.inspection.case;
    let title = text(case.question.as_deref().unwrap_or(&case.id));
    let question = case.question.as_ref().map(|_| format!("<h1>{title}</h1>\n"));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"und\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n{}<article>\n{body}</article>\n",
        question.unwrap_or_default()
    );
    page.push_str(&sources(wording));
    page.push_str("</body>\n</html>\n");
    wording.lose_places(|_, _, _| true);
    wording.lose_unlinked();
    page
}

/// Escapes characters that are reserved for slots.
fn escape_slots(text: &str) -> Vec<Edit> {
    let kept = text.char_indices().filter(|(_, c)| html::is_of_slot(*c));
    let span = |at: usize, c: char| Span::new(at, at + c.len_utf8());
    kept.map(|(at, c)| Edit { span: span(at, c), with: "\u{fffd}".to_owned() }).collect()
}

/// Returns the numbers of a mark.
fn raised(wording: &Wording<'_>, mark: &CitationMark) -> String {
    let one = |number: usize| {
        let places = wording.places(mark, number);
        let name = [wording.name(number)].into_iter().chain(places).collect::<Vec<_>>().join(", ");
        format!("<a href=\"#source-{number}\" title=\"{}\">[{number}]</a>", text(&name))
    };
    let numbers: String = mark.distinct().into_iter().map(one).collect();
    let anchor = mark.citation + 1;
    if numbers.is_empty() {
        return numbers;
    }
    format!("<sup id=\"citation-{anchor}\">{numbers}</sup>")
}

/// Returns the list of cited sources, each with its cited places.
fn sources(wording: &Wording<'_>) -> String {
    if wording.cited.is_empty() {
        return String::new();
    }
    let mut list = String::from("<section>\n<h2>Sources</h2>\n<ol>\n");
    let mut uses: BTreeMap<usize, Vec<_>> = BTreeMap::new();
    for (mark, at, number, target) in wording.all_targets() {
        uses.entry(number).or_default().push((mark, at, target));
    }
    for number in 1..=wording.cited.len() {
        let name = text(&wording.name(number));
        let name = match wording.page(number) {
            Some(url) => format!("<a href=\"{}\" rel=\"noreferrer\">{name}</a>", text(&url)),
            None => match wording.source(number).and_then(|source| source.url.as_deref()) {
                Some(url) => format!("{name} <code>{}</code>", text(url)),
                None => name,
            },
        };
        list.extend(["<li id=\"source-", &number.to_string(), "\">", &name, "\n"]);
        for (mark, at, target) in uses.remove(&number).unwrap_or_default() {
            let back = format!("<a href=\"#citation-{}\">↑</a>", mark.citation + 1);
            let place = target.locator.as_ref().map(|it| text(&it.to_string()));
            let deep = wording.link(mark, at).filter(|link| link.located);
            let place = match (place, deep) {
                (Some(place), Some(link)) => {
                    format!(" <a href=\"{}\" rel=\"noreferrer\">{place}</a>", text(&link.address))
                }
                (Some(place), None) => format!(" {place}"),
                (None, _) => String::new(),
            };
            let quote = target.quote.as_ref().map(|it| format!(" <q>{}</q>", text(it)));
            list.extend(["<div>", &back, &place, &quote.unwrap_or_default(), "</div>\n"]);
        }
        list.push_str("</li>\n");
    }
    list.push_str("</ol>\n</section>\n");
    list
}

/// Returns untrusted text, safe in a page and in a quoted attribute.
fn text(words: &str) -> String {
    html::escaped(SafeText::new(words).as_str())
}
