//! Lines that have nothing of the name they are cited for, while others of the file define it.

use super::beside::{Named, names};
use super::blocks::{Block, has_name};
use super::lines::CodeText;
use super::tokens::{self, key};

/// A name with more definitions in the file is one of many things.
const MAX_DEFINITIONS: usize = 3;

/// Maximum number of cited lines that are searched for longer names.
const MAX_LINES: usize = 200;

/// Maximum number of names of a claim that are looked up.
const MAX_NAMES: usize = 32;

/// Cited lines of a file; lines count from 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct CitedLines<'t> {
    /// The file.
    pub(super) text: &'t CodeText,
    /// Its text.
    pub(super) content: &'t str,
    /// First line.
    pub(super) first: usize,
    /// Last line, inclusive.
    pub(super) last: usize,
}

/// Returns true if cited lines begin with the definition of a name, or with the lines directly above it.
pub(super) fn begins_definition(cited: &CitedLines<'_>, named: &Named<'_>) -> bool {
    let blocks = cited.text.blocks.of(key(&named.name.to_lowercase())).iter();
    let mut blocks = blocks.take(MAX_DEFINITIONS).filter(|block| cited.has_exactly(block, named));
    blocks.any(|block| (block.from..=block.line).contains(&cited.first))
}

/// Returns the definitions of a name beside a citation if the cited lines neither have the name nor are in
/// one of them. Lines that another name of the claim leads to are cited for that one.
pub(super) fn definitions(cited: &CitedLines<'_>, named: &Named<'_>, claim: &str) -> Vec<Block> {
    let own = key(&named.name.to_lowercase());
    let all = cited.text.blocks.of(own);
    if all.is_empty() || all.len() > MAX_DEFINITIONS || cited.has(own, named.name) {
        return Vec::new();
    }
    let mut found = all.to_vec();
    found.retain(|block| cited.has_exactly(block, named));
    if all.iter().any(|block| block.from <= cited.last && cited.first <= block.reach) {
        return Vec::new();
    }
    let mut others = names(claim).take(MAX_NAMES).filter(|name| {
        *name != named.name && Some(*name) != named.holder && name.len() >= tokens::MIN_WORD
    });
    if others.any(|name| cited.is_about(name)) {
        return Vec::new();
    }
    let is_inside = |block: &Block, holder: &str| {
        cited.text.blocks.around(block.line).any(|line| has_name(cited.line(line), holder))
    };
    if let Some(holder) = named.holder
        && found.iter().any(|block| is_inside(block, holder))
    {
        found.retain(|block| is_inside(block, holder));
    }
    found
}

impl CitedLines<'_> {
    pub(super) fn line(&self, at: usize) -> &str {
        self.text.span(at + 1).and_then(|span| span.slice(self.content)).unwrap_or_default()
    }

    fn has_exactly(&self, block: &Block, named: &Named<'_>) -> bool {
        has_name(self.line(block.line), named.name)
    }

    /// Returns true if the lines, the statement they are part of, or what it is in has a name.
    fn has(&self, own: tokens::Key, name: &str) -> bool {
        let last = self.text.lines.get(self.last);
        let end =
            last.and_then(|line| line.block_end.filter(|_| !line.holds).or(line.statement_end));
        self.text.words.has(own, (self.first, end.unwrap_or(self.last)))
            || self.text.blocks.around(self.first).any(|line| has_name(self.line(line), name))
            || self.has_word(|word| tokens::is_of_type(name, word))
    }

    /// Returns true if one of the words of the lines is wanted.
    pub(super) fn has_word(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let mut lines = (self.first..=self.last).take(MAX_LINES).map(|line| self.line(line));
        lines.any(|line| tokens::tokens(line).any(|(_, word)| is_wanted(word)))
    }

    /// Returns true if the lines have a name, or are in its definition.
    fn is_about(&self, name: &str) -> bool {
        let own = key(&name.to_lowercase());
        let blocks = self.text.blocks.of(own).iter().take(MAX_DEFINITIONS);
        self.text.words.has(own, (self.first, self.last))
            || blocks.into_iter().any(|it| it.from <= self.last && self.first <= it.reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::code::beside::named;

    const CODE: &str = "\
import os

LIMIT = 3


@cached
@logged(
    1,
)
# Reads.
def load(path):
    with open(path) as file:
        return parse(file)


def save(path, text):
    \"\"\"Writes.\"\"\"
    query = \"\"\"
select load
from x
\"\"\"
    write(path, text)


class Store:
    def close(self):
        self.flush()


class File:
    def close(self):
        pass


def main():
    if os.args:
        save(
            1)
";

    fn found(name: &str, (first, last): (usize, usize), claim: &str) -> Vec<usize> {
        let text = CodeText::new(CODE).unwrap();
        let (first, last) = (first - 1, last - 1);
        let cited = CitedLines { text: &text, content: CODE, first, last };
        let named = named(name, 0).unwrap();
        definitions(&cited, &named, claim).iter().map(|block| block.line + 1).collect()
    }

    #[test]
    fn lines_of_another_definition_are_not_those_of_the_name() {
        for (name, lines, expected) in [
            ("load", (16, 16), vec![11]),
            ("load", (26, 27), vec![11]),
            ("save", (12, 12), vec![16]),
            ("LIMIT", (16, 16), vec![3]),
            ("LIMIT", (1, 1), vec![3]),
            // Both classes have one.
            ("close", (12, 12), vec![26, 31]),
            ("Store.close", (12, 12), vec![26]),
            ("parse", (16, 16), vec![]),
            ("Load", (16, 16), vec![]),
        ] {
            assert_eq!(found(name, lines, ""), expected, "{name} {lines:?}");
        }
    }

    #[test]
    fn lines_of_a_name_are_left_alone() {
        for (name, first, last) in [
            ("load", 11, 11),
            // Above it, in it, and after it, where its last line may be.
            ("load", 6, 6),
            ("load", 8, 10),
            ("load", 13, 13),
            ("load", 14, 14),
            ("load", 5, 16),
            // A text over several lines, left of the content.
            ("save", 19, 19),
            ("save", 20, 20),
            // Where it is called, and in the call.
            ("save", 37, 37),
            ("save", 38, 38),
            ("save", 36, 36),
            ("Store", 27, 27),
        ] {
            assert_eq!(found(name, (first, last), ""), [0; 0], "{name} {first}-{last}");
        }
    }

    #[test]
    fn lines_may_be_cited_for_another_name_of_the_claim() {
        assert_eq!(found("load", (16, 16), "`load` is the reverse of `save`"), [0; 0]);
        assert_eq!(found("load", (22, 22), "`load` is the reverse of `save`"), [0; 0]);
        assert_eq!(found("load", (26, 26), "`load` is the reverse of `save`"), [11]);
    }
}
