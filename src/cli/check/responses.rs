//! Division of the paths on the command line into responses and sources.
//!
//! A source can contain brackets with numbers too, so only files with marks that are specific to
//! responses, and files that cite code beside a first response that does so too, are taken for responses;
//! others cause a warning.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cases::files::begins_as_json;
use crate::cases::{self, Cases};
use crate::cli::case::CaseArgs;
use crate::cli::console::print_message;
use crate::dialects::Dialect;
use crate::dialects::dialect::CODE_REFERENCES;
use crate::dialects::marks::{lenticular, marked};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::sources::{files, is_code_path, split};
use crate::text::prose::count;

/// Only so many bytes of a text are searched for citations.
const MAX_SEARCHED: u64 = 4 * 1024 * 1024;

/// Extensions of files that hold nothing but JSON.
const JSON: [&str; 3] = ["json", "jsonl", "ndjson"];

/// The number of files of a second folder that are searched for citations.
const MAX_LOOKED_AT: usize = 20;

/// The number of cases of a batch that are searched for citations.
const MAX_PROBED: usize = 50;

/// The paths on the command line, divided.
#[derive(Debug, Default)]
pub(super) struct DividedPaths {
    /// The responses.
    pub(super) responses: Vec<String>,
    /// Files and folders of sources.
    pub(super) sources: Vec<PathBuf>,
    /// The number of sources that may be responses: they hold citations.
    pub(super) doubtful: usize,
}

impl DividedPaths {
    /// Adds JSON that cannot be read: a response if all others are of the same folder and kind, which ends with that
    /// error.
    fn add_damaged(&mut self, path: &Path, why: &str) {
        if are_beside(path, &self.responses) {
            self.responses.push(named(path));
            return;
        }
        warn(path, &format!("JSON that cannot be read ({why})"));
        self.doubtful += 1;
        self.sources.push(path.to_owned());
    }
}

/// The first response, by which other files are known.
#[derive(Debug, Default)]
struct FirstResponse {
    /// The ids that it cites; empty if it cites code, whose files are those of a checkout.
    ids: BTreeSet<String>,
    /// True if it was read and cites nothing.
    is_uncited: bool,
}

impl FirstResponse {
    fn read(case: &CaseArgs) -> Self {
        let path = Path::new(case.input());
        // A large document of JSON is not read twice for the names in it.
        let read = is_soon_opened(path).then(|| opened(path, case).ok()).flatten();
        let Some((_, cases)) = read.filter(|(_, cases)| cases.format().name != CODE_REFERENCES)
        else {
            return Self::default();
        };
        let citations = cases.read(0).map(|case| case.response.citations).unwrap_or_default();
        let is_uncited = citations.is_empty() && !cases.has(1);
        let targets = citations.into_iter().flat_map(|citation| citation.targets);
        Self { ids: targets.map(|target| target.id).collect(), is_uncited }
    }

    /// True if it names a file as a source.
    fn names(&self, path: &Path) -> bool {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.ids.contains(stem.as_ref()) || self.ids.iter().any(|id| path.ends_with(id))
    }
}

/// True if the command line ends with `--`: every path before it is a response, and there are no sources.
/// To the parser a `--` with nothing after it is as none.
pub(super) fn ends_with_separator() -> bool {
    std::env::args_os().next_back().is_some_and(|last| last == "--")
}

/// Fails if an argument that is read as an option is the name of a file too. A hook appends the files of a
/// commit, and whoever adds one called `--baseline=a.md` does not choose how they are checked.
pub(super) fn refuse_options_that_are_files() -> Result<()> {
    let options = std::env::args_os().skip(1).filter(|it| it.as_encoded_bytes().starts_with(b"-"));
    match options.map(PathBuf::from).find(|it| it.symlink_metadata().is_ok()) {
        None => Ok(()),
        Some(file) => {
            let why = "a file is called so, but as an argument it is an option";
            Err(Error::new("use", file.to_string_lossy(), why).hint("give the file another name"))
        }
    }
}

/// True for a file of which no more is read than is searched for citations.
fn is_searched(path: &Path) -> bool {
    path.metadata().is_ok_and(|about| about.is_file() && about.len() <= MAX_SEARCHED)
}

/// True for a file that is opened soon: of a large text only the beginning is read.
fn is_soon_opened(path: &Path) -> bool {
    is_searched(path) || path.is_file() && !begins_as_json(path)
}

/// Opens a file as a response to look for citations; of a large text, only the beginning.
fn opened(path: &Path, case: &CaseArgs) -> Result<(Input, Cases)> {
    let name = path.to_string_lossy();
    let open = |input: Input| case.response_in(&input).map(|cases| (input, cases));
    let whole = || cases::files::read(&name).and_then(open);
    if is_searched(path) || begins_as_json(path) {
        return whole();
    }
    // Anything but text, such as a packed file, is read as a whole.
    cases::files::read_start(&name, MAX_SEARCHED).and_then(open).or_else(|_| whole())
}

/// The kind of a file.
enum PathKind {
    Source,
    /// It holds citations, as responses do and some sources: how many.
    Doubtful(usize),
    /// It cites code.
    Document,
    Response,
    /// It is JSON that cannot be read, for this reason.
    Damaged(String),
}

/// Divides the paths of `case`. With `separate` sources, every path is a response, even if there are none;
/// so is every file if `pincite.toml` names the sources. If `requires_citations`, none is left out.
pub(super) fn divide(
    case: &CaseArgs,
    separate: Option<&[PathBuf]>,
    requires_citations: bool,
) -> Result<DividedPaths> {
    let mut divided = DividedPaths {
        responses: vec![case.input().to_owned()],
        sources: separate.unwrap_or_default().to_vec(),
        doubtful: 0,
    };
    if separate.is_some() {
        divided.responses.extend(case.source_paths().iter().map(|path| named(path)));
        return Ok(divided);
    }
    let is_configured = case.has_configured_sources()?;
    let first = FirstResponse::read(case);
    let (mut uncited, mut damaged, mut documents) = (Vec::new(), Vec::new(), 0);
    for path in case.source_paths() {
        if path.as_os_str() == "-" || !path.is_file() {
            if case.is_folder() && holds_answers(path, case) {
                warn(path, "answers with citations");
                divided.doubtful += 1;
            }
            divided.sources.push(path.clone());
            continue;
        }
        match if is_configured { PathKind::Response } else { kind(path, case, &first) } {
            PathKind::Response => divided.responses.push(named(path)),
            PathKind::Document => {
                documents += 1;
                divided.responses.push(named(path));
            }
            PathKind::Source => {
                uncited.push(path);
                divided.sources.push(path.clone());
            }
            PathKind::Damaged(why) => damaged.push((path, why)),
            PathKind::Doubtful(citations) => {
                warn(path, &count(citations, "citation"));
                divided.doubtful += 1;
                divided.sources.push(path.clone());
            }
        }
    }
    let are_documents = documents > 0 && documents + 1 == divided.responses.len();
    if first.is_uncited && are_documents && case.is_about_code() && !requires_citations {
        // It is no answer that lost its marks: its neighbours cite code, and it is a document like them.
        let name = divided.responses.remove(0);
        print_message(
            &format!("{name} is left out: it has no citations, and other files cite code"),
            Some("`--require citations` fails for such files"),
        );
        return Ok(divided);
    }
    for (path, why) in damaged {
        divided.add_damaged(path, &why);
    }
    for path in uncited.into_iter().filter(|path| is_beside_responses(path, &divided.responses)) {
        warn(path, "no citations");
    }
    Ok(divided)
}

/// Returns true if a file is of the same folder and kind as each of several responses: it is most
/// likely an answer that cites nothing.
fn is_beside_responses(path: &Path, responses: &[String]) -> bool {
    responses.len() > 1 && are_beside(path, responses)
}

/// True if all responses are of the folder and the kind of a file.
fn are_beside(path: &Path, responses: &[String]) -> bool {
    let place = |path: &Path| Some((path.parent()?.to_owned(), path.extension()?.to_owned()));
    let own = place(path);
    let is_beside = |response: &String| own.is_some() && place(Path::new(response)) == own;
    responses.iter().all(is_beside)
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

/// True if one of the first files of a folder is a response, as in a second folder of answers.
fn holds_answers(folder: &Path, case: &CaseArgs) -> bool {
    let is_answer = |path: &PathBuf| {
        is_soon_opened(path)
            && matches!(kind(path, case, &FirstResponse::default()), PathKind::Response)
    };
    folder.is_dir() && files(folder).iter().take(MAX_LOOKED_AT).any(is_answer)
}

/// Looks into a file. One that cannot be read as a response is a source, unless it is damaged.
fn kind(path: &Path, case: &CaseArgs, first: &FirstResponse) -> PathKind {
    let is_json =
        path.extension().is_some_and(|it| JSON.iter().any(|own| it.eq_ignore_ascii_case(own)));
    let unread = |error: &Error| match error.line() {
        Some(_) if is_json => PathKind::Damaged(error.why().to_owned()),
        _ => PathKind::Source,
    };
    let (input, cases) = match opened(path, case) {
        Ok(opened) => opened,
        Err(error) => return unread(&error),
    };
    if cases::companion_of(&input).is_some() {
        return PathKind::Source;
    }
    // The first answers of a batch may cite nothing.
    let is_batch = cases.has(1) && is_of_responses_only(cases.format());
    let probed = if is_batch { MAX_PROBED } else { 1 };
    let mut citations = 0;
    let mut read = None;
    for index in (0..probed).take_while(|index| cases.has(*index)) {
        let case = match cases.read(index) {
            Ok(case) => case,
            Err(error) if index == 0 => return unread(&error),
            Err(_) => continue,
        };
        citations = case.response.citations.iter().filter(|it| !it.in_code).count();
        read = Some(case);
        if citations > 0 {
            break;
        }
    }
    let Some(read) = read else { return PathKind::Source };
    let dialect = cases.format();
    if citations == 0 || split(&read.response.text, None).is_some() {
        return PathKind::Source;
    }
    if is_of_responses_only(dialect) {
        return PathKind::Response;
    }
    let is_code = dialect.name == CODE_REFERENCES;
    if first.names(path) || is_code && is_code_path(&path.to_string_lossy()) {
        return PathKind::Source;
    }
    if is_code && first.ids.is_empty() { PathKind::Document } else { PathKind::Doubtful(citations) }
}

/// True if only responses are written in the dialect: its marks are made for models, or it is the
/// answer of an interface.
fn is_of_responses_only(dialect: &Dialect) -> bool {
    let is_payload = !dialect.beginning_reads();
    is_payload || [marked::DIALECT.name, lenticular::DIALECT.name].contains(&dialect.name)
}
