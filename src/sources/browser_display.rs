//! `[6] Title (address)` above `**viewing lines [0 - 40] of 120**`: a page as the browsing tool of
//! gpt-oss displays it, its lines labelled `L0:` and so on.
//!
//! Spec: `gpt_oss/tools/simple_browser` in `openai/gpt-oss`. The number is the page's place in the
//! history of the tool, and `【6†L8-L13】` cites it by that. Lines are those of the display, which
//! wraps a page at 80 columns, so the labels are what locators count.

use super::lines::{content, lines, number};
use super::{Opening, Presentation, PresentationForm};
use crate::model::{IdFrom, Source};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "browser-display",
    title: "a page as a browsing tool displays it, its number in front of its title",
    example: "[6] Employee Handbook (https://company.example/handbook)\n\
              **viewing lines [0 - 1] of 1**\n\
              \n\
              L0: Employees may work remotely up to three days per week.\n\
              L1: Additional remote days require manager approval.",
    shape: PresentationForm::Head(open),
};

/// Beginning of the second line of a display.
pub(super) const SCROLLBAR: &str = "**viewing lines [";

fn open(line: &str, after: &str) -> Option<Opening> {
    let (id, title) = line.strip_prefix('[')?.split_once("] ")?;
    if !number(id).is_some_and(|(_, rest)| rest.is_empty()) {
        return None;
    }
    // What is after the line begins with its line end, which `lines` takes for an empty line.
    let (at, bar) = lines(after).nth(1)?;
    let bar = content(bar);
    let shown = bar.trim_end().strip_prefix(SCROLLBAR)?.strip_suffix("**")?;
    let mut source = Source { id: id.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    let (title, url) = address(title.trim_end());
    source.title = Some(title.to_owned()).filter(|title| !title.is_empty());
    source.url = url.map(str::to_owned);
    source.metadata.push(("viewing lines".to_owned(), format!("[{shown}")));
    Some(Opening { len: line.len() + at + bar.len(), source })
}

/// Returns a title and the address in parentheses after it.
fn address(head: &str) -> (&str, Option<&str>) {
    let parts = head.strip_suffix(')').and_then(|head| head.rsplit_once('('));
    match parts {
        Some((title, url)) if !url.is_empty() && !url.contains(char::is_whitespace) => {
            (title.trim_end(), Some(url))
        }
        _ => (head, None),
    }
}
