//! Division of the paths on the command line into responses and sources.
//!
//! A source can contain brackets with numbers too, so only files with marks that are specific to
//! responses are taken for responses; others cause a warning.

use std::path::{Path, PathBuf};

use crate::cases;
use crate::cli::case::CaseArgs;
use crate::cli::console::print_message;
use crate::dialects::Dialect;
use crate::dialects::marks::{lenticular, marked};
use crate::error::Result;
use crate::sources::split;
use crate::text::prose::count;

/// Files larger than this are not searched for citations, in bytes.
const MAX_SEARCHED: u64 = 4 * 1024 * 1024;

/// The paths on the command line, divided.
#[derive(Debug, Default)]
pub(super) struct DividedPaths {
    /// The responses, at least one.
    pub(super) responses: Vec<String>,
    /// Files and folders of sources.
    pub(super) sources: Vec<PathBuf>,
}

/// The kind of a file.
enum PathKind {
    Source,
    /// It holds citations, as responses do and some sources: how many.
    Doubtful(usize),
    Response,
}

/// Divides the paths of `case`. With `separate` sources, every path is a response; so is every file
/// if `pincite.toml` names the sources.
pub(super) fn divide(case: &CaseArgs, separate: &[PathBuf]) -> Result<DividedPaths> {
    let mut divided =
        DividedPaths { responses: vec![case.input().to_owned()], sources: separate.to_vec() };
    if !separate.is_empty() {
        divided.responses.extend(case.source_paths().iter().map(|path| named(path)));
        return Ok(divided);
    }
    let is_configured = case.has_configured_sources()?;
    let mut uncited = Vec::new();
    for path in case.source_paths() {
        if path.as_os_str() == "-" || !path.is_file() {
            divided.sources.push(path.clone());
            continue;
        }
        match if is_configured { PathKind::Response } else { kind(path, case) } {
            PathKind::Response => divided.responses.push(named(path)),
            PathKind::Source => {
                uncited.push(path);
                divided.sources.push(path.clone());
            }
            PathKind::Doubtful(citations) => {
                warn(path, &count(citations, "citation"));
                divided.sources.push(path.clone());
            }
        }
    }
    for path in uncited.into_iter().filter(|path| is_beside_responses(path, &divided.responses)) {
        warn(path, "no citations");
    }
    Ok(divided)
}

/// Returns true if a file is of the same folder and kind as each of several responses: it is most
/// likely an answer that cites nothing.
fn is_beside_responses(path: &Path, responses: &[String]) -> bool {
    let place = |path: &Path| Some((path.parent()?.to_owned(), path.extension()?.to_owned()));
    let own = place(path);
    let is_beside = |response: &String| own.is_some() && place(Path::new(response)) == own;
    responses.len() > 1 && responses.iter().all(is_beside)
}

fn named(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn warn(path: &Path, contents: &str) {
    print_message(
        &format!("warning: {} holds {contents} and is read as a source", path.display()),
        Some("name the sources after --sources to check every other file as a response"),
    );
}

/// Looks into a file. One that cannot be read as a response is a source.
fn kind(path: &Path, case: &CaseArgs) -> PathKind {
    let is_small = path.metadata().is_ok_and(|about| about.len() <= MAX_SEARCHED);
    let input = case.response_in(path).ok().filter(|_| is_small);
    let Some((input, cases)) = input else { return PathKind::Source };
    if cases::companion_of(&input).is_some() {
        return PathKind::Source;
    }
    let Ok(read) = cases.read(0) else { return PathKind::Source };
    let citations = read.response.citations.iter().filter(|it| !it.in_code).count();
    let dialect = cases.format();
    if citations == 0 || split(&read.response.text, None).is_some() {
        return PathKind::Source;
    }
    if is_of_responses_only(dialect) { PathKind::Response } else { PathKind::Doubtful(citations) }
}

/// True if only responses are written in the dialect: its marks are made for models, or it is the
/// answer of an interface.
fn is_of_responses_only(dialect: &Dialect) -> bool {
    let is_payload = !dialect.beginning_reads();
    is_payload || [marked::DIALECT.name, lenticular::DIALECT.name].contains(&dialect.name)
}
