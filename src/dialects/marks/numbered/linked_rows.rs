//! Rows of linked numbers that begin the entries of a list, `[\[3\]](https://…)`, as word processors export the
//! sources of a report: one row for each place that the text cites, then the title and the address of the page.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::links::Link;
use crate::dialects::marks::numbered::marks::Mark;
use crate::text::Span;

/// Minimum number of such rows.
const MIN_ROWS: usize = 3;

/// A linked number.
#[derive(Debug, Clone, Copy)]
struct Linked<'t> {
    span: Span,
    url: &'t str,
}

/// Removes the marks and links in such rows, if others in the text lead to most of their addresses.
pub(super) fn remove(text: &str, marks: &mut Vec<Mark>, links: &mut Vec<Link>) {
    let numbered =
        marks.iter().filter_map(|mark| Some(Linked { span: mark.span, url: mark.url.as_deref()? }));
    let named = links.iter().filter(|link| is_number(&link.label));
    let mut linked: Vec<Linked<'_>> =
        numbered.chain(named.map(|link| Linked { span: link.span, url: &link.url })).collect();
    linked.sort_unstable_by_key(|it| it.span);
    let rows = rows(text, &linked);
    if !rows.is_empty() {
        marks.retain(|mark| !rows.contains(&mark.span));
        links.retain(|link| !rows.contains(&link.span));
    }
}

/// Returns the linked numbers in such rows. They are in order.
fn rows(text: &str, linked: &[Linked<'_>]) -> BTreeSet<Span> {
    let (mut rows, mut cited) = (Vec::new(), BTreeSet::new());
    let (mut end, mut is_row) = (0, false);
    for own in linked {
        let between = text.get(end..own.span.start).unwrap_or("x");
        let blank = between.rsplit(|c: char| !c.is_whitespace()).next().unwrap_or_default();
        let continues = is_row && blank.len() == between.len();
        let opens = blank.matches('\n').count() > 1;
        is_row = (continues || opens) && ends_row(text, own.span);
        if is_row {
            rows.push(own);
        } else {
            // Only a list at the end of the text is one of its sources.
            cited.extend(rows.drain(..).map(|row: &Linked<'_>| row.url));
            cited.insert(own.url);
        }
        end = own.span.end;
    }
    let known = rows.iter().filter(|own| cited.contains(own.url)).count();
    let are_rows = rows.len() >= MIN_ROWS && known * 2 >= rows.len();
    rows.into_iter().filter(|_| are_rows).map(|own| own.span).collect()
}

fn is_number(label: &str) -> bool {
    let digits = label.trim_matches(['\\', '[', ']']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if nothing but further links is after a link in its line.
fn ends_row(text: &str, span: Span) -> bool {
    let after = text.get(span.end..).unwrap_or_default().trim_start_matches([' ', '\t']);
    after.is_empty() || after.starts_with(['\n', '\r', '['])
}

#[cfg(test)]
mod tests {
    use crate::dialects::marks::numbered::read;
    use crate::dialects::shared::markers::Families;

    #[test]
    fn rows_of_a_list_do_not_cite() {
        let link = |number: usize| {
            format!("[\\[{number}\\]](https://pier.example/a#:~:text=word%20{number})")
        };
        let body = format!("It opens at nine{}{}. It\ncloses{}.\n\n", link(1), link(2), link(3));
        let list = format!(
            "{}\n{}\n{}\nThe pier\n\n<https://pier.example/a>\n",
            link(1),
            link(2),
            link(3)
        );
        let found = |text: &str| read(text, &Families::default()).citations.len();
        assert_eq!(found(&format!("{body}------\n\n{list}")), 3);
    }
}
