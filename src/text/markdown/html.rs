//! Markdown as HTML, from which the text cannot break out.
//!
//! HTML in the text is shown literally, pictures are replaced by their descriptions, and links only
//! lead to web pages and mail. The program's own parts are inserted into slots.

use std::sync::LazyLock;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};
use regex::Regex;

use super::build;
use crate::text::address::is_linkable;
use crate::text::safe::SafeText;

/// The two ends of a slot's number; noncharacters, which texts do not have. The commas around them
/// keep the slot from being read as part of a word next to it.
const ENDS: [char; 2] = ['\u{fdd0}', '\u{fdd1}'];

static SLOT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(",\u{fdd0}([0-9]+)\u{fdd1},").expect("the pattern is sound"));

/// Returns a placeholder in a text for a part of the program's own.
pub fn slot(number: usize) -> String {
    let [open, close] = ENDS;
    format!(",{open}{number}{close},")
}

/// True if a character is reserved for slots: no text may have it.
pub fn is_of_slot(c: char) -> bool {
    ENDS.contains(&c)
}

/// Returns a text as HTML; `filled` gives the HTML of a slot.
pub fn render(text: &str, filled: &dyn Fn(usize) -> Option<String>) -> String {
    let mut events = Vec::new();
    let mut links = Vec::new();
    let mut code = 0_usize;
    for (event, _) in build::events(text) {
        match event {
            Event::Text(text) if code > 0 => events.push(shown(&text)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                slots(&text, filled, &mut events);
            }
            Event::Code(text) => events.push(Event::Code(safe(&text))),
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let leads = is_linkable(dest_url);
                links.push(leads);
                events.extend(leads.then_some(event));
            }
            Event::End(TagEnd::Link) => {
                let leads = links.pop().unwrap_or_default();
                events.extend(leads.then_some(event));
            }
            other => {
                match other {
                    Event::Start(Tag::CodeBlock(_)) => code += 1,
                    Event::End(TagEnd::CodeBlock) => code = code.saturating_sub(1),
                    _ => {}
                }
                events.push(other);
            }
        }
    }
    let mut html = String::with_capacity(text.len() * 2);
    pulldown_cmark::html::push_html(&mut html, events.into_iter());
    html
}

/// Returns a text with `&`, `<`, `>` and quotes as references: fit for content and quoted
/// attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Returns a piece of text with its slots filled.
fn slots(text: &str, filled: &dyn Fn(usize) -> Option<String>, events: &mut Vec<Event<'_>>) {
    let mut at = 0;
    for found in SLOT.captures_iter(text) {
        let (Some(all), Some(number)) = (found.get(0), found.get(1)) else { continue };
        events.push(shown(text.get(at..all.start()).unwrap_or_default()));
        let html = number.as_str().parse().ok().and_then(filled);
        events.extend(html.map(|html| Event::InlineHtml(CowStr::from(html))));
        at = all.end();
    }
    events.push(shown(text.get(at..).unwrap_or_default()));
}

fn shown<'t>(text: &str) -> Event<'t> {
    Event::Text(safe(text))
}

fn safe<'t>(text: &str) -> CowStr<'t> {
    CowStr::from(SafeText::multiline(text).into_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, html: &str) {
        assert_eq!(render(text, &|number| Some(format!("<sup>{number}</sup>"))), html);
    }

    #[test]
    fn nothing_of_the_text_is_markup_but_its_markdown() {
        check(
            "<b onclick=x>a</b> & *b*",
            "<p>&lt;b onclick=x&gt;a&lt;/b&gt; &amp; <em>b</em></p>\n",
        );
        check("<script>\nx\n</script>\n", "<p>&lt;script&gt;\nx\n&lt;/script&gt;\n</p>\n");
        check(
            "[a](javascript:x) [b](https://b.example/)",
            "<p>a <a href=\"https://b.example/\">b</a></p>\n",
        );
        check("![a](https://b.example/x.png)", "<p>a</p>\n");
    }

    #[test]
    fn slots_are_filled_outside_code() {
        check(
            &format!("**Käse.**{} Ja.", slot(7)),
            "<p><strong>Käse.</strong><sup>7</sup> Ja.</p>\n",
        );
    }
}
