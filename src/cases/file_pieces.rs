//! References to code that the sources of a case hold as pieces of files, called by path and lines:
//! `/work/app/src/app.rs:12-40`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cases::fit::Paths;
use crate::dialects::marks::code_references::{self, FAMILY};
use crate::dialects::shared::context_names;
use crate::model::{Case, Citation, Division, DivisionKind, Locator, Source, SourceText, Target};
use crate::sources::file_piece;
use crate::text::Span;
use crate::text::prose::count;

/// A source that is a piece of a file.
struct Piece {
    source: usize,
    path: String,
    first: u64,
    last: u64,
    /// True if its text has as many lines as it states: programs also shorten pieces.
    is_whole: bool,
}

impl Piece {
    fn of((source, own): (usize, &Source)) -> Option<Self> {
        let (path, first, last) = file_piece(&own.id)?;
        let SourceText::Inline(text) = &own.text else { return None };
        let is_whole = u64::try_from(text.lines().count()).ok()? == last - first + 1;
        Some(Self { source, path: path.to_owned(), first, last, is_whole })
    }

    /// True if it holds these lines. A shortened piece can show itself only.
    fn holds(&self, first: u64, last: u64) -> bool {
        self.first <= first && last <= self.last
    }
}

/// The pieces of a case, by the names of their files.
struct Pieces(BTreeMap<String, Vec<Piece>>);

impl Pieces {
    fn of(sources: &[Source]) -> Self {
        let mut pieces: BTreeMap<String, Vec<Piece>> = BTreeMap::new();
        for piece in sources.iter().enumerate().filter_map(Piece::of) {
            pieces.entry(name_of(&piece.path).to_owned()).or_default().push(piece);
        }
        Self(pieces)
    }

    /// Returns the pieces of files with the name that a path ends with.
    fn named(&self, path: &str) -> &[Piece] {
        self.0.get(name_of(path)).map_or(&[], Vec::as_slice)
    }

    /// True if the path of some piece ends with `path`.
    fn has(&self, path: &str) -> bool {
        self.named(path).iter().any(|piece| Path::new(&piece.path).ends_with(path))
    }

    /// Returns the piece that holds the cited lines: the one with the very lines, else one that can show them.
    fn cited_by(&self, target: &Target) -> Option<&Piece> {
        let Some(Locator::Lines { first, last }) = target.locator else { return None };
        let is_own = |piece: &&Piece| {
            Path::new(&piece.path).ends_with(&target.id) && piece.holds(first, last)
        };
        let holding = self.named(&target.id).iter().filter(is_own);
        let exact = holding.clone().find(|piece| (piece.first, piece.last) == (first, last));
        let shown = || holding.clone().find(|piece| piece.is_whole);
        exact.or_else(shown).or_else(|| holding.clone().next())
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Makes references to lines of files citations of the sources of a case that hold these lines, unless a
/// whole file was given.
pub(super) fn cite(case: &mut Case) {
    let pieces = Pieces::of(&case.sources);
    if pieces.0.is_empty() {
        return;
    }
    let exists = |path: &str| pieces.has(path);
    let more = code_references::unread(&case.response.text, &exists, &case.response.citations);
    let files = Paths::of(&case.sources);
    let mut numbered = Vec::new();
    let mut shortened = 0;
    let mut place = |citation: &mut Citation| {
        let is_given = |target: &Target| files.ending_with(&target.id).next().is_some();
        let found: Option<Vec<&Piece>> =
            citation.targets.iter().map(|target| pieces.cited_by(target)).collect();
        let Some(found) = found.filter(|_| !citation.targets.iter().any(is_given)) else {
            return false;
        };
        for (target, piece) in citation.targets.iter_mut().zip(found) {
            target.id =
                case.sources.get(piece.source).map(|own| own.id.clone()).unwrap_or_default();
            if piece.is_whole {
                numbered.push((piece.source, piece.first));
            } else {
                target.locator = None;
                shortened += 1;
            }
        }
        context_names::FAMILY.clone_into(&mut citation.family);
        true
    };
    for citation in case.response.citations.iter_mut().filter(|own| own.family == FAMILY) {
        place(citation);
    }
    let more: Vec<Citation> = more
        .into_iter()
        .filter_map(|mut citation| place(&mut citation).then_some(citation))
        .collect();
    case.response.citations.extend(more);
    case.response.citations.sort_by_key(|citation| citation.anchor.span);
    if shortened > 0 {
        let targets = count(shortened, "target");
        let why = "which the source holds in other words or in part";
        case.notes.push(format!("{targets} shown whole: lines of a file {why}"));
    }
    for (source, first) in numbered {
        if let Some(own) = case.sources.get_mut(source).filter(|own| own.divisions.is_empty()) {
            own.divisions = lines_from(first, &own.text);
        }
    }
}

/// Returns the lines of a text, counted from `first`.
fn lines_from(first: u64, text: &SourceText) -> Vec<Division> {
    let SourceText::Inline(text) = text else { return Vec::new() };
    let mut start = 0;
    let line = |(number, line): (u64, &str)| {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let span = Span::new(start, end);
        start += line.len();
        Division { kind: DivisionKind::Line, number, span, file_line: 0 }
    };
    (first..).zip(text.split_inclusive('\n')).map(line).collect()
}
