//! The readable text of a web page, main content first; also used for the chapters of a book.
//!
//! The page is parsed like in a browser and its text written anew, one line per paragraph: a pane
//! folds lines to its own width, and quotes and line numbers do not depend on that. Headings begin
//! with `#` for each level, items of lists with `-` or their number, quotes with `>`; rows of
//! tables are `a | b | c`, `pre` keeps its lines. Hidden text (scripts, `hidden`, `aria-hidden`,
//! `display: none`) is left out; style sheets are not read.
//!
//! The main content is `<main>`, else the articles, else the body without parts marked as header,
//! footer, navigation or aside. The rest comes after it: first the link targets of the content,
//! then everything that was left out.
//!
//! `html2text` was tried: it wraps at a fixed width, has no notion of the main content, shows
//! hidden text, and keeps the beginning of a named element but not its end.

mod charset;
mod render;
mod shown;
mod tree;
mod writer;

use std::collections::BTreeSet;

use render::{Rendered, Renderer};
use shown::is_hidden;
use tree::{Element, Id, MAX_LEVELS, Tree};

use crate::sources::recode::Encoding;
use crate::text::Span;

/// The text extracted from a page.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The encoding of the page, if that is not UTF-8.
    pub(super) encoding: Option<Encoding>,
    /// The title it states.
    pub(super) title: Option<String>,
    /// Its text; line ends are LF.
    pub(super) text: String,
    /// The names of places in it, with their bytes of the text.
    pub(super) anchors: Vec<(String, Span)>,
    /// Byte of the text at which its main content ends, if there is other content.
    pub(super) main_end: Option<usize>,
    /// A note, as a sentence, on parts that were left out because they are nested too deeply.
    pub(super) note: Option<String>,
}

/// Gets the text out of a page.
pub(super) fn page(bytes: &[u8]) -> Page {
    let (text, encoding) = charset::decode(bytes);
    let tree = Tree::parse(&text);
    let outline = Outline::of(&tree);
    let (Rendered { text, anchors }, main_end) = outline.render(&tree);
    let note =
        tree.cut.then(|| format!("elements nested more than {MAX_LEVELS} deep are left out"));
    Page { encoding, title: outline.title(&tree), text, anchors, main_end, note }
}

/// The parts of a page.
#[derive(Debug, Default)]
struct Outline {
    title: Option<Id>,
    body: Option<Id>,
    mains: Vec<Id>,
    articles: Vec<Id>,
    /// Tables that hold tables, headings or code: they only place things side by side. Sorted.
    layout_tables: Vec<Id>,
}

impl Outline {
    fn of(tree: &Tree) -> Self {
        let mut outline = Self::default();
        let mut layout_tables = BTreeSet::new();
        tree.walk(Tree::ROOT, |id| {
            let Some(element) = tree.element(id) else { return true };
            match element.name() {
                "title" if outline.title.is_none() => outline.title = Some(id),
                "head" => return true,
                _ if is_hidden(element) => return false,
                "body" if outline.body.is_none() => outline.body = Some(id),
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" | "table" => {
                    layout_tables.extend(table_around(tree, id));
                }
                _ => {}
            }
            if element.name() == "main" || element.attribute("role") == Some("main") {
                outline.mains.push(id);
            } else if element.name() == "article" {
                outline.articles.push(id);
            }
            true
        });
        outline.layout_tables = layout_tables.into_iter().collect();
        outline
    }

    fn title(&self, tree: &Tree) -> Option<String> {
        let mut renderer = Renderer::new(tree, &[]);
        renderer.render(self.title?, &|_| false, &mut Vec::new());
        let title = renderer.finish(None).text;
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        (!title.is_empty()).then_some(title)
    }

    /// Returns the text, and the end of its main content if it has other content.
    fn render(&self, tree: &Tree) -> (Rendered, Option<usize>) {
        let body = self.body.unwrap_or(Tree::ROOT);
        let mut renderer = Renderer::new(tree, &self.layout_tables);
        let mut rest = Vec::new();
        for roots in [&self.mains, &self.articles] {
            let roots = outermost(tree, roots);
            let aside = |id: Id| tree.element(id).is_some_and(|it| is_navigation(tree, id, it));
            for root in &roots {
                renderer.render(*root, &aside, &mut rest);
            }
            if renderer.len() > 0 {
                let main_end = renderer.end_main();
                renderer.render(body, &|id| roots.contains(&id), &mut Vec::new());
                return with_rest(renderer, &rest, main_end);
            }
        }
        let aside = |id: Id| tree.element(id).is_some_and(is_beside);
        renderer.render(body, &aside, &mut rest);
        let main_end = renderer.end_main();
        with_rest(renderer, &rest, main_end)
    }
}

/// Writes the parts that were left out, after the main content.
fn with_rest(
    mut renderer: Renderer<'_>,
    rest: &[Id],
    main_end: usize,
) -> (Rendered, Option<usize>) {
    for id in rest {
        renderer.render(*id, &|_| false, &mut Vec::new());
    }
    // If a page has only navigation, that is its content.
    let has_both = main_end > 0 && main_end < renderer.len();
    let main_end = Some(main_end).filter(|_| has_both);
    (renderer.finish(main_end), main_end)
}

/// Returns the nearest table that a node is in.
fn table_around(tree: &Tree, id: Id) -> Option<Id> {
    let mut around = tree.parent(id);
    while let Some(id) = around {
        if tree.element(id).is_some_and(|element| element.name() == "table") {
            return around;
        }
        around = tree.parent(id);
    }
    None
}

/// Returns those of `ids` that are not inside another of them.
fn outermost(tree: &Tree, ids: &[Id]) -> Vec<Id> {
    let all: BTreeSet<Id> = ids.iter().copied().collect();
    let is_inside = |id: Id| {
        std::iter::successors(tree.parent(id), |id| tree.parent(*id)).any(|id| all.contains(&id))
    };
    ids.iter().copied().filter(|id| !is_inside(*id)).collect()
}

/// True if an element inside the main content is navigation; an aside only if it has some in it,
/// for asides are remarks too.
fn is_navigation(tree: &Tree, id: Id, element: &Element) -> bool {
    let is_nav = |element: &Element| {
        element.name() == "nav" || element.attribute("role") == Some("navigation")
    };
    let mut found = is_nav(element);
    if element.name() == "aside" {
        tree.walk(id, |id| {
            found |= tree.element(id).is_some_and(is_nav);
            !found
        });
    }
    found
}

/// True if an element is marked as being outside the main content.
fn is_beside(element: &Element) -> bool {
    let role = element.attribute("role").unwrap_or_default();
    matches!(element.name(), "nav" | "header" | "footer" | "aside")
        || matches!(role, "navigation" | "banner" | "contentinfo" | "complementary" | "search")
}

#[cfg(test)]
mod tests;
