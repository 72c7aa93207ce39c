//! One HTML file of a case or a batch, to be read in any browser, offline, without any script.
//!
//! Response and citations stand side by side. Each citation in the response is a link to its card:
//! claim, passage, evidence, findings and verdicts; the browser marks what a link led to. The file
//! allows itself nothing but its own style sheet, by a hash in its content-security policy.
//! Escaping is the template engine's; control and invisible characters are made visible by
//! [`SafeText`] before that.

mod parts;

use std::collections::BTreeSet;
use std::io::{self, Write};

use askama::Template;
use askama::filters::HtmlSafe;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::dossier::{Chip, CitationEntry, Dossier, Opinion, Piece, SourceEntry, Word};
use super::handout::{Handout, Part};
use super::standing::Standing;
use crate::inspect::Inspection;
use crate::review::Verdict;
use crate::text::SafeText;
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

fn part(_: &Inspection, dossier: &Dossier) -> io::Result<String> {
    let anchors = dossier.sources.iter().flat_map(|source| {
        let lines = source.windows.iter().flat_map(|window| &window.lines);
        lines.filter(|line| line.cited).map(|line| (source.number, line.start))
    });
    let case = Case { it: dossier, anchors: anchors.collect() };
    case.render().map_err(io::Error::other)
}

fn bind(parts: &[Part], out: &mut dyn Write) -> io::Result<()> {
    let title = match parts {
        [one] => format!("{}: citations checked", one.name),
        parts => format!("{} cases: citations checked", parts.len()),
    };
    let page =
        Page { title, version: env!("CARGO_PKG_VERSION"), policy: policy(), style: STYLE, parts };
    page.write_into(&mut io::BufWriter::new(out))
}

/// Content security policy: nothing may be loaded, run or sent; one style sheet is allowed by its
/// hash.
fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'")
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'p> {
    title: String,
    version: &'static str,
    policy: String,
    style: &'static str,
    parts: &'p [Part],
}

impl Page<'_> {
    /// Returns the error of the only case, if it could not be read.
    fn failure<'p>(&self, part: &'p Part) -> Option<&'p SafeText> {
        part.summary.as_ref().err().filter(|_| self.parts.len() == 1)
    }

    fn left_out(&self) -> usize {
        self.parts.iter().filter(|part| part.text.is_none() && part.summary.is_ok()).count()
    }
}

#[derive(Template)]
#[template(path = "case.html")]
struct Case<'c> {
    it: &'c Dossier,
    /// The lines of sources that can be linked to: number of the source and byte.
    anchors: BTreeSet<(usize, usize)>,
}

impl<'c> Case<'c> {
    /// Returns a suffix that distinguishes the parts of a case for screen readers.
    fn of(&self) -> String {
        if self.it.prefix.is_empty() { String::new() } else { format!(" of {}", self.it.id) }
    }

    /// The citations that need a look.
    fn suspects(&self) -> Suspects<'c> {
        let own = self.it.citations.iter().filter(|one| is_suspect(one));
        let all: Vec<&Chip> = own.map(|one| &one.chip).collect();
        let more = all.len().saturating_sub(MAX_SUSPECTS);
        Suspects { first: all.into_iter().take(MAX_SUSPECTS).collect(), more }
    }

    fn card(&self, citation: &'c CitationEntry) -> Card<'_> {
        Card { it: citation, prefix: &self.it.prefix, anchors: &self.anchors }
    }

    fn source(&self, source: &'c SourceEntry) -> SourceCard<'_> {
        SourceCard { it: source, prefix: &self.it.prefix, anchors: &self.anchors }
    }
}

/// The citations that need a look.
struct Suspects<'c> {
    first: Vec<&'c Chip>,
    /// Number of others.
    more: usize,
}

fn is_suspect(citation: &CitationEntry) -> bool {
    let opinions = citation.targets.iter().flat_map(|one| &one.verdicts).chain(&citation.verdicts);
    matches!(citation.chip.standing, Standing::Doubt | Standing::Trouble)
        || opinions.into_iter().any(Opinion::objects)
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
    piece: &'w Piece,
}

impl HtmlSafe for Words<'_> {}

impl Opinion {
    /// The class of a verdict.
    fn class(&self) -> &'static str {
        match self.verdict.map(|kind| kind.verdict) {
            _ if self.approves() => "approves",
            None | Some(Verdict::Partly | Verdict::CannotTell) => "hesitates",
            Some(_) => "objects",
        }
    }
}

impl Standing {
    /// The class of a chip or card.
    const fn class(self) -> &'static str {
        match self {
            Self::Sound => "is-sound",
            Self::Doubt => "is-doubt",
            Self::NoText => "is-without",
            Self::Trouble => "is-trouble",
        }
    }
}
