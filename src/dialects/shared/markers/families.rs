//! The known marker families: the meaning of their fields, and the ones that are citations.

use std::sync::Arc;

use crate::dialects::shared::markers::grammar::Grammar;
use crate::dialects::shared::pattern::Pattern;

/// A user's settings for reading: the families of markers that are citations, a pattern, the number
/// of the first source, and the columns of an evaluation.
///
/// By default, the families are `cite`, `filecite`, `memcite`, and markers of `url`, `link_title`
/// and `video` with a target. A `navlist` is not a citation: its ids are related links, which
/// support no sentence. Beside other markers that cite, a `url` within a sentence is a link.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Families {
    chosen: Option<Vec<String>>,
    pattern: Option<Arc<Pattern>>,
    base: Option<u64>,
    fields: Option<Arc<Fields>>,
    sources_apart: bool,
}

/// The names of the columns of an evaluation, if they are not the usual ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields {
    /// The column that holds the answer.
    pub answer: Option<String>,
    /// The column that holds the question.
    pub question: Option<String>,
    /// The column that holds the texts that the answer was given.
    pub contexts: Option<String>,
}

impl Families {
    /// Limits the families to those with these names. An unknown one is read like `cite`. Families
    /// whose payload is JSON stay cards.
    pub fn only<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        let chosen = Some(names.into_iter().map(Into::into).collect());
        Self { chosen, ..Self::default() }
    }

    /// Sets a pattern that is tried before any other dialect of marks.
    #[must_use]
    pub fn with_pattern(self, pattern: Pattern) -> Self {
        Self { pattern: Some(Arc::new(pattern)), ..self }
    }

    /// Sets the number, 0 or 1, from which numbered marks count sources without numbers of their
    /// own.
    #[must_use]
    pub fn with_base(self, base: Option<u64>) -> Self {
        Self { base, ..self }
    }

    /// Rows of evaluations have their answer, question and contexts in these columns.
    #[must_use]
    pub fn with_fields(self, fields: Option<Fields>) -> Self {
        Self { fields: fields.map(Arc::new), ..self }
    }

    /// Sets if sources are given apart from the responses: a block of data in a Markdown file is then no answer
    /// with sources of its own.
    #[must_use]
    pub fn with_sources_apart(self, sources_apart: bool) -> Self {
        Self { sources_apart, ..self }
    }

    /// True if sources are given apart from the responses.
    pub(crate) fn has_sources_apart(&self) -> bool {
        self.sources_apart
    }

    /// Returns the number of the first source, if it was chosen.
    pub(crate) fn base(&self) -> Option<u64> {
        self.base
    }

    /// Returns the columns that were chosen.
    pub(crate) fn fields(&self) -> Option<&Fields> {
        self.fields.as_deref()
    }

    /// Returns a user's own marks.
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        self.pattern.as_deref()
    }

    /// True if no families were chosen.
    pub(crate) fn has_defaults(&self) -> bool {
        self.chosen.is_none()
    }

    /// True if markers of the family are citations.
    pub fn cite(&self, family: &str) -> bool {
        match &self.chosen {
            Some(chosen) => chosen.iter().any(|name| name == family),
            None => KNOWN.iter().any(|known| known.name == family && known.cites),
        }
    }

    /// Returns the contents of the family's fields; `None` for one that is neither known nor
    /// selected.
    pub(crate) fn shape(&self, family: &str) -> Option<Shape> {
        let known = KNOWN.iter().find(|known| known.name == family).map(|known| known.shape);
        known.or_else(|| self.cite(family).then_some(Shape::Ids))
    }

    pub(crate) fn grammar(&self) -> Grammar {
        let known = KNOWN.iter().filter(|known| matches!(known.shape, Shape::Ids | Shape::Bare));
        let mut families: Vec<String> = known.map(|known| known.name.to_owned()).collect();
        for name in self.chosen.iter().flatten() {
            if self.shape(name) == Some(Shape::Ids) && !families.contains(name) {
                families.push(name.clone());
            }
        }
        let others = KNOWN.iter().map(|known| known.name).collect();
        Grammar { families, others, escapes: true, list_close: true }
    }
}

/// The contents of a family's fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Ids and locators.
    Ids,
    /// Nothing, not even a separator; ids are read if there are any.
    Bare,
    /// A visible label, then ids or addresses.
    Labelled,
    /// JSON: `[category, name, note…]` or `[id, name]`.
    Entity,
    /// JSON: `{"selections": [[id, label], …]}`.
    Products,
    /// Nothing a reader sees in the text.
    Hidden,
}

struct Known {
    name: &'static str,
    shape: Shape,
    cites: bool,
}

const KNOWN: &[Known] = &[
    Known { name: "cite", shape: Shape::Ids, cites: true },
    Known { name: "filecite", shape: Shape::Ids, cites: true },
    Known { name: "memcite", shape: Shape::Bare, cites: true },
    Known { name: "url", shape: Shape::Labelled, cites: true },
    Known { name: "link_title", shape: Shape::Labelled, cites: true },
    Known { name: "video", shape: Shape::Labelled, cites: true },
    Known { name: "navlist", shape: Shape::Labelled, cites: false },
    Known { name: "entity", shape: Shape::Entity, cites: false },
    Known { name: "product_entity", shape: Shape::Entity, cites: false },
    Known { name: "products", shape: Shape::Products, cites: false },
    Known { name: "i", shape: Shape::Hidden, cites: false },
    Known { name: "image_group", shape: Shape::Hidden, cites: false },
];
