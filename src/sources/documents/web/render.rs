//! Renders the tree as text: the effect of each element on the lines.

use std::collections::BTreeSet;

use super::shown::{is_hidden, is_struck};
use super::tree::{Element, Id, NodeContent, Tree};
use super::writer::Writer;
use crate::text::Span;

/// The text of a page and the places in it, in bytes.
#[derive(Debug, Default)]
pub(super) struct Rendered {
    pub(super) text: String,
    /// Names and their text; empty for a name that is only a position.
    pub(super) anchors: Vec<(String, Span)>,
}

/// The effect of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ElementEffect {
    Inline,
    /// A separate word.
    Word,
    Link,
    /// A separate line.
    Line,
    /// A separate line with a blank line before and after it.
    Block,
    Heading(usize),
    Bulleted,
    Numbered,
    Item,
    /// Set in, as a description of a term.
    Indented,
    Quote,
    Verbatim,
    Table,
    Row,
    Cell,
}

fn shape(name: &str) -> ElementEffect {
    match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            ElementEffect::Heading(name.bytes().last().map_or(1, |digit| usize::from(digit - b'0')))
        }
        "a" => ElementEffect::Link,
        "button" | "label" => ElementEffect::Word,
        "ul" | "menu" | "dir" => ElementEffect::Bulleted,
        "ol" => ElementEffect::Numbered,
        "li" => ElementEffect::Item,
        "dd" => ElementEffect::Indented,
        "blockquote" => ElementEffect::Quote,
        "pre" | "listing" | "xmp" | "plaintext" => ElementEffect::Verbatim,
        "table" => ElementEffect::Table,
        "tr" => ElementEffect::Row,
        "td" | "th" => ElementEffect::Cell,
        "p" | "dl" | "figure" | "hr" | "fieldset" | "details" => ElementEffect::Block,
        "address" | "article" | "aside" | "body" | "caption" | "center" | "dialog" | "div"
        | "dt" | "figcaption" | "footer" | "form" | "header" | "hgroup" | "html" | "legend"
        | "main" | "nav" | "search" | "section" | "summary" | "tbody" | "tfoot" | "thead" => {
            ElementEffect::Line
        }
        _ => ElementEffect::Inline,
    }
}

enum TreeStep {
    Enter(Id),
    Leave(Leaving),
}

/// The work left at the end of an element.
struct Leaving {
    shape: ElementEffect,
    /// Index of its first mark among the open ones.
    marks: usize,
    /// True if it strikes its text out.
    is_struck: bool,
}

/// A stretch of the text to remember.
struct NotedStretch {
    what: StretchKind,
    /// Its first word, which may come after the element; `None` until there is one.
    start: Option<usize>,
    /// Its end; `None` for an element without words.
    end: Option<usize>,
}

enum StretchKind {
    Name(String),
    /// A heading of a level.
    Heading(usize),
    /// A link and its target.
    Link(String),
}

impl NotedStretch {
    /// Returns the words of the element; `None` for one that has none.
    fn words(&self) -> Option<Span> {
        Some(Span::new(self.start?, self.end?))
    }
}

/// A list that is open.
struct List {
    numbered: bool,
    next: i64,
}

/// A page being turned into text.
pub(super) struct Renderer<'t> {
    tree: &'t Tree,
    /// Tables that are only used for layout, sorted.
    layout_tables: &'t [Id],
    writer: Writer,
    lists: Vec<List>,
    /// True if each open table is one of data.
    tables: Vec<bool>,
    /// Number of open elements in which blanks count.
    verbatim: usize,
    /// Number of open elements whose text is struck out.
    struck: usize,
    marks: Vec<NotedStretch>,
    /// The marks whose elements are open.
    open: Vec<usize>,
    /// The marks that wait for a first word.
    waiting: Vec<usize>,
    /// End of the last link.
    after_link: Option<usize>,
}

impl<'t> Renderer<'t> {
    pub(super) fn new(tree: &'t Tree, layout_tables: &'t [Id]) -> Self {
        Self {
            tree,
            layout_tables,
            writer: Writer::default(),
            lists: Vec::new(),
            tables: Vec::new(),
            verbatim: 0,
            struck: 0,
            marks: Vec::new(),
            open: Vec::new(),
            waiting: Vec::new(),
            after_link: None,
        }
    }

    /// Writes a node, without the parts that `left_out` selects; these are added to `rest`.
    pub(super) fn render(&mut self, from: Id, left_out: &dyn Fn(Id) -> bool, rest: &mut Vec<Id>) {
        let mut steps = vec![TreeStep::Enter(from)];
        while let Some(step) = steps.pop() {
            match step {
                TreeStep::Leave(leaving) => self.leave(&leaving),
                TreeStep::Enter(id) => match self.tree.data(id) {
                    NodeContent::Other => steps.extend(self.inside(id)),
                    NodeContent::Text(text) => self.text(text),
                    NodeContent::Element(element) if is_hidden(element) => {}
                    NodeContent::Element(_) if id != from && left_out(id) => rest.push(id),
                    NodeContent::Element(element) => {
                        let leaving = self.enter(id, element);
                        steps.push(TreeStep::Leave(leaving));
                        steps.extend(self.inside(id));
                    }
                },
            }
        }
        self.writer.end_line(1);
    }

    fn inside(&self, id: Id) -> impl Iterator<Item = TreeStep> + use<'t> {
        self.tree.children(id).iter().rev().map(|child| TreeStep::Enter(*child))
    }

    /// Bytes of text so far.
    pub(super) fn len(&self) -> usize {
        self.writer.text().len()
    }

    /// Ends the main content; its links are listed at the start of the rest.
    pub(super) fn end_main(&mut self) -> usize {
        self.writer.finish();
        let links = self.links();
        let end = self.len();
        if !links.is_empty() {
            self.writer.words("Links:");
            self.writer.end_line(0);
        }
        for line in links {
            self.writer.lead("- ", None);
            self.writer.words(&line);
            self.writer.end_line(0);
            self.writer.end_lead();
        }
        self.writer.end_line(1);
        end
    }

    /// Returns the target of each link, once: `words: address`.
    fn links(&self) -> Vec<String> {
        let end = |mark: &NotedStretch| {
            let StretchKind::Link(address) = &mark.what else { return None };
            let words = mark.words()?.slice(self.writer.text())?;
            let words: Vec<&str> = words.split_whitespace().collect();
            Some(format!("{}: {address}", words.join(" ")))
        };
        let mut known = BTreeSet::new();
        let all = self.marks.iter().filter_map(end);
        all.filter(|line| known.insert(line.clone())).take(MAX_LINKS).collect()
    }

    /// Returns all of it; sections end with the main content at `main_end`.
    pub(super) fn finish(mut self, main_end: Option<usize>) -> Rendered {
        self.writer.finish();
        let text = self.writer.into_text();
        let heading = |mark: &NotedStretch| match mark.what {
            StretchKind::Heading(level) => Some((level, mark.words()?)),
            StretchKind::Name(_) | StretchKind::Link(_) => None,
        };
        let headings: Vec<(usize, Span)> = self.marks.iter().filter_map(heading).collect();
        let mut anchors = Vec::new();
        for mark in &self.marks {
            let (StretchKind::Name(name), Some(start)) = (&mark.what, mark.start) else { continue };
            let own = Span::new(start, mark.end.unwrap_or(start));
            let span = section(&text, &headings, own, main_end).unwrap_or(own);
            anchors.push((name.clone(), span));
        }
        Rendered { text, anchors }
    }

    fn text(&mut self, text: &str) {
        let struck = self.struck_out(text);
        let text = struck.as_deref().unwrap_or(text);
        let first =
            if self.verbatim > 0 { self.writer.verbatim(text) } else { self.writer.words(text) };
        if let Some(first) = first {
            for mark in self.waiting.drain(..) {
                if let Some(mark) = self.marks.get_mut(mark) {
                    mark.start = Some(first);
                }
            }
        }
    }

    /// Returns text with tildes around its words, if an open element strikes it out.
    fn struck_out(&self, text: &str) -> Option<String> {
        let words = text.trim();
        if self.struck == 0 || words.is_empty() {
            return None;
        }
        let (before, after) = text.split_once(words)?;
        Some(format!("{before}~~{words}~~{after}"))
    }

    fn enter(&mut self, id: Id, element: &Element) -> Leaving {
        let shape = shape(element.name());
        self.struck += usize::from(is_struck(element));
        self.begin(shape, id, element);
        let before = self.open.len();
        let is_link = element.name() == "a";
        let id = element.attribute("id").filter(|name| !name.is_empty());
        let name = element.attribute("name").filter(|name| is_link && !name.is_empty());
        for name in id.into_iter().chain(name.filter(|name| Some(*name) != id)) {
            self.mark(StretchKind::Name(name.to_owned()));
        }
        if let ElementEffect::Heading(level) = shape {
            self.mark(StretchKind::Heading(level));
        }
        if let Some(href) = element.attribute("href").filter(|href| is_link && is_address(href)) {
            self.mark(StretchKind::Link(href.trim().to_owned()));
        }
        Leaving { shape, marks: before, is_struck: is_struck(element) }
    }

    fn mark(&mut self, what: StretchKind) {
        let place = self.marks.len();
        self.marks.push(NotedStretch { what, start: None, end: None });
        self.waiting.push(place);
        self.open.push(place);
    }

    fn begin(&mut self, shape: ElementEffect, id: Id, element: &Element) {
        let in_cell = self.tables.last() == Some(&true);
        match shape {
            ElementEffect::Inline => match element.name() {
                "br" if in_cell => self.writer.part(),
                "br" => self.writer.end_line(0),
                "img" => self.image(element),
                _ => {}
            },
            ElementEffect::Link if self.after_link == Some(self.len()) => self.writer.part(),
            ElementEffect::Link => {}
            ElementEffect::Word => self.writer.part(),
            ElementEffect::Row if in_cell => self.writer.end_line(0),
            ElementEffect::Cell if in_cell => {
                if self.cells_before(id) {
                    self.writer.bar();
                }
            }
            ElementEffect::Table => {
                self.block(1);
                self.tables.push(self.layout_tables.binary_search(&id).is_err());
            }
            _ if in_cell => self.writer.part(),
            _ => self.begin_block(shape, element),
        }
    }

    fn begin_block(&mut self, shape: ElementEffect, element: &Element) {
        match shape {
            ElementEffect::Heading(level) => {
                self.block(1);
                self.writer.lead(&format!("{} ", "#".repeat(level)), Some(""));
            }
            ElementEffect::Bulleted | ElementEffect::Numbered => {
                self.block(1);
                let start = element.attribute("start").and_then(|start| start.trim().parse().ok());
                let numbered = shape == ElementEffect::Numbered;
                self.lists.push(List { numbered, next: start.unwrap_or(1) });
            }
            ElementEffect::Item => {
                self.writer.end_line(0);
                let lead = self.bullet(element);
                self.writer.lead(&lead, None);
            }
            ElementEffect::Indented => {
                self.writer.end_line(0);
                self.writer.lead("  ", None);
            }
            ElementEffect::Quote => {
                self.block(1);
                self.writer.lead("> ", Some("> "));
            }
            ElementEffect::Verbatim => {
                self.block(1);
                self.verbatim += 1;
            }
            ElementEffect::Block => self.block(1),
            _ => self.writer.end_line(0),
        }
    }

    fn bullet(&mut self, element: &Element) -> String {
        match self.lists.last_mut() {
            Some(list) if list.numbered => {
                let own = element.attribute("value").and_then(|value| value.trim().parse().ok());
                let number = own.unwrap_or(list.next);
                list.next = number.saturating_add(1);
                format!("{number}. ")
            }
            _ => "- ".to_owned(),
        }
    }

    fn image(&mut self, element: &Element) {
        let alt = element.attribute("alt").unwrap_or_default().trim();
        if !alt.is_empty() {
            self.writer.part();
            self.text(&format!("[image: {alt}]"));
            self.writer.part();
        }
    }

    /// Ends the line, with a blank line unless inside a list item.
    fn block(&mut self, blank_lines: usize) {
        let tight = !self.lists.is_empty();
        self.writer.end_line(if tight { 0 } else { blank_lines });
    }

    fn cells_before(&self, id: Id) -> bool {
        let row = self.tree.parent(id).map_or(&[][..], |row| self.tree.children(row));
        let is_cell = |id: &Id| {
            self.tree
                .element(*id)
                .is_some_and(|element| shape(element.name()) == ElementEffect::Cell)
        };
        row.iter().find(|id| is_cell(id)) != Some(&id)
    }

    fn leave(&mut self, leaving: &Leaving) {
        self.struck = self.struck.saturating_sub(usize::from(leaving.is_struck));
        let in_cell = self.tables.last() == Some(&true);
        let end = self.len();
        for mark in self.open.split_off(leaving.marks.min(self.open.len())) {
            if let Some(mark) = self.marks.get_mut(mark) {
                mark.end = mark.start.map(|_| end);
            }
        }
        match leaving.shape {
            ElementEffect::Inline => {}
            ElementEffect::Link => self.after_link = Some(end),
            ElementEffect::Word => self.writer.part(),
            ElementEffect::Table => {
                self.tables.pop();
                self.block(1);
            }
            ElementEffect::Cell if in_cell => {}
            ElementEffect::Row if in_cell => self.writer.end_line(0),
            _ if in_cell => self.writer.part(),
            _ => self.end_block(leaving.shape),
        }
    }

    fn end_block(&mut self, shape: ElementEffect) {
        match shape {
            ElementEffect::Heading(_) | ElementEffect::Quote => {
                self.block(1);
                self.writer.end_lead();
            }
            ElementEffect::Bulleted | ElementEffect::Numbered => {
                self.lists.pop();
                self.block(1);
            }
            ElementEffect::Item | ElementEffect::Indented => {
                self.writer.end_line(0);
                self.writer.end_lead();
            }
            ElementEffect::Verbatim => {
                self.verbatim = self.verbatim.saturating_sub(1);
                self.block(1);
            }
            ElementEffect::Block => self.block(1),
            _ => self.writer.end_line(0),
        }
    }
}

/// Returns the section whose heading has (or holds, or follows) the name at `named`: up to the next
/// heading of the same level, or within the main content. `None` if no heading has it.
fn section(
    text: &str,
    headings: &[(usize, Span)],
    named: Span,
    main_end: Option<usize>,
) -> Option<Span> {
    let own = headings.partition_point(|(_, span)| span.end <= named.start);
    let (level, heading) = headings.get(own)?;
    if named.start < heading.start || named.end > heading.end {
        return None;
    }
    let mut after = headings.iter().skip(own + 1);
    let next = after.find(|(other, _)| other <= level).map(|(_, span)| span.start);
    let main_end = main_end.filter(|end| named.start < *end);
    let end = next.into_iter().chain(main_end).min().unwrap_or(text.len());
    // The start of a heading's line belongs to its section, not to the one before.
    let line = |at: usize| Some(text.get(..at)?.rfind('\n').map_or(0, |end| end + 1));
    let end = text.get(..line(end)?)?.trim_end().len();
    Some(Span::new(line(heading.start)?, end.max(heading.end)))
}

/// Links that are listed; more are none that anyone reads.
const MAX_LINKS: usize = 1000;

/// True if a link leads out of the page.
fn is_address(href: &str) -> bool {
    let href = href.trim_start();
    let scheme =
        |scheme: &str| href.get(..scheme.len()).is_some_and(|own| own.eq_ignore_ascii_case(scheme));
    !href.is_empty() && !href.starts_with('#') && !scheme("javascript:") && !scheme("data:")
}
