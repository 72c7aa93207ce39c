//! A case or a batch in HTML, to be read offline in any browser: one file, or a folder with an
//! index and a file per case.
//!
//! Response and citations are side by side. Each citation in the response is a link to its card:
//! claim, passage, better match, evidence, findings and verdicts. Everything is readable without a
//! script; a small one adds search, filters, sorting and keys. The content-security policy of the
//! file only allows its own style sheet and script, by hashes. The template engine escapes text,
//! after [`SafeText`] has made control and invisible characters visible.

mod index;
mod parts;

use std::collections::BTreeSet;
use std::io::{self, Write};

use askama::Template;
use askama::filters::HtmlSafe;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::dossier::{Chip, CitationEntry, Dossier, MarkedText, Opinion, SourceEntry, Word};
use super::handout::{Handout, HandoutCase, Head};
use super::standing::Standing;
use crate::inspect::Inspection;
use crate::review::Verdict;
use crate::text::SafeText;
pub use index::CASES;
use index::{CaseLocation, Index, Legend, Overview};
use parts::{Card, Findings, Nodes, SourceCard, Verdicts};

/// The entry in the table of handouts.
pub const HANDOUT: Handout = Handout {
    name: "html",
    summary: "a page to read in a browser, print or send",
    mark: "<meta name=\"generator\" content=\"pincite ",
    for_terminals: false,
    part,
    bind,
};

/// Maximum number of citations listed above the response for attention.
const MAX_SUSPECTS: usize = 24;

/// The style sheet, whole.
const STYLE: &str = include_str!("../../../assets/report/style.css");

/// The script, whole.
const SCRIPT: &str = include_str!("../../../assets/report/script.js");

fn part(_: &Inspection, dossier: &Dossier<'_>, out: &mut dyn Write) -> io::Result<()> {
    let anchors = dossier.sources.iter().flat_map(|source| {
        let lines = source.windows.iter().flat_map(|window| &window.lines);
        lines.filter(|line| line.cited).map(|line| (source.number, line.start))
    });
    let case = Case { it: dossier, anchors: anchors.collect() };
    case.write_into(out)
}

fn bind(head: &Head, parts: &[HandoutCase], out: &mut dyn Write) -> io::Result<()> {
    let index = (parts.len() > 1).then(|| Index::new(parts, CaseLocation::SamePage));
    page(&title(parts), Some(head), index, parts, None, out)
}

/// Writes the index of a folder, with a link to the file of each case.
pub fn write_index(head: &Head, parts: &[HandoutCase], out: &mut dyn Write) -> io::Result<()> {
    let index = Index::new(parts, CaseLocation::OwnPage);
    page(&title(parts), Some(head), Some(index), &[], None, out)
}

/// Writes the file of a case in a folder.
pub fn write_case(
    part: &HandoutCase,
    neighbours: &Neighbours,
    out: &mut dyn Write,
) -> io::Result<()> {
    let parts = std::slice::from_ref(part);
    page(&title(parts), None, None, parts, Some(neighbours), out)
}

fn title(parts: &[HandoutCase]) -> String {
    match parts {
        [one] => format!("{}: citations checked", one.name),
        parts => format!("{} cases: citations checked", parts.len()),
    }
}

fn page(
    title: &str,
    head: Option<&Head>,
    index: Option<Index<'_>>,
    parts: &[HandoutCase],
    neighbours: Option<&Neighbours>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let page = Page {
        title,
        version: env!("CARGO_PKG_VERSION"),
        policy: policy(),
        style: STYLE,
        script: SCRIPT,
        overview: head.map(|head| Overview { head }),
        index,
        parts,
        neighbours,
        // A page of one case is read without the index.
        legend: head.is_none().then(|| Legend::of(parts)),
    };
    page.write_into(&mut io::BufWriter::new(out))
}

/// Content security policy: nothing may be loaded or sent; one style sheet and one script are allowed
/// by their hashes.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

/// The cases before and after one in a folder.
#[derive(Debug, Default)]
pub struct Neighbours {
    /// Key and name of the case before.
    pub previous: Option<(String, SafeText)>,
    /// Key and name of the case after.
    pub next: Option<(String, SafeText)>,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'p> {
    title: &'p str,
    version: &'static str,
    policy: String,
    style: &'static str,
    script: &'static str,
    overview: Option<Overview<'p>>,
    index: Option<Index<'p>>,
    parts: &'p [HandoutCase],
    neighbours: Option<&'p Neighbours>,
    legend: Option<Legend>,
}

impl Page<'_> {
    /// Returns the error of the only case, if it could not be read.
    fn failure<'p>(&self, part: &'p HandoutCase) -> Option<&'p SafeText> {
        part.summary.as_ref().err().filter(|_| self.parts.len() == 1)
    }
}

#[derive(Template)]
#[template(path = "case.html")]
struct Case<'c> {
    it: &'c Dossier<'c>,
    /// The lines of sources that can be linked to: number of the source and byte.
    anchors: BTreeSet<(usize, usize)>,
}

impl<'c> Case<'c> {
    /// Returns a suffix that distinguishes the parts of a case for screen readers.
    fn of(&self) -> String {
        if self.it.prefix.is_empty() { String::new() } else { format!(" of {}", self.it.id) }
    }

    /// Returns the name of the case in links.
    fn key(&self) -> &str {
        self.it.prefix.trim_end_matches('-')
    }

    /// Returns the citations that need a look.
    fn suspects(&self) -> Suspects {
        let mut all = self.it.suspects();
        let first = all.by_ref().take(MAX_SUSPECTS).map(|index| self.it.chip(index)).collect();
        Suspects { first, more: all.count() }
    }

    fn card<'e>(&'e self, citation: &'e CitationEntry) -> Card<'e> {
        Card { it: citation, prefix: &self.it.prefix, anchors: &self.anchors }
    }

    fn source(&self, source: &'c SourceEntry) -> SourceCard<'_> {
        SourceCard { it: source, prefix: &self.it.prefix, anchors: &self.anchors }
    }
}

/// The citations that need a look.
struct Suspects {
    first: Vec<Chip>,
    /// The number of others.
    more: usize,
}

#[derive(Template)]
#[template(path = "chip.html")]
struct ChipText<'c> {
    chip: &'c Chip,
}

impl HtmlSafe for ChipText<'_> {}

#[derive(Template)]
#[template(path = "words.html")]
struct Words<'w> {
    piece: &'w MarkedText,
}

impl HtmlSafe for Words<'_> {}

impl Opinion {
    /// Returns the class of a verdict.
    fn class(&self) -> &'static str {
        match self.verdict.map(|kind| kind.verdict) {
            _ if self.approves() => "approves",
            None | Some(Verdict::Partly | Verdict::CannotTell) => "hesitates",
            Some(_) => "objects",
        }
    }
}

impl Standing {
    /// Returns the class of a chip or card.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Sound => "is-sound",
            Self::Doubt => "is-doubt",
            Self::NoText => "is-without",
            Self::Trouble => "is-trouble",
        }
    }
}
