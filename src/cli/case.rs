//! Arguments of every command that opens a case: the response, its sources, and how to read them.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::answers;
use super::citations::{self, Citations, ConfigFrom};
use super::columns::{self, NamedColumns, open_lists, refuse_data, take_sources};
use super::console::print_errors;
use super::file::lines_hash;
use super::folder_arg::existing_folder;
use super::named_source::id_and_path;
use super::progress::{Progress, extractor};
use super::reading_args::ReadingArgs;
use super::refuse::{refuse_document, with_hint_at_pipe};
use crate::cases;
use crate::cases::files::{self, looks_like_payload};
use crate::cases::folder::{self, FolderOptions};
use crate::cases::rows::Columns;
use crate::cases::{Cases, Compare, References, Scores};
use crate::dialects::dialect::{CODE_REFERENCES, ROWS};
use crate::dialects::shared::markers::{Families, Fields};
use crate::dialects::shared::pattern::Pattern;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::model::Source;
use crate::sources::{self, Loaded};

/// The response and its sources, and how to read them.
///
/// No other arguments are flattened into these, because clap could not detect then if any was
/// given.
#[derive(Debug, Default, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct CaseArgs {
    /// The answer to open: a file, a folder, or `-` for standard input
    ///
    /// A text or Markdown file, an API response, a saved stream, a chat export, a JSON case, JSON
    /// Lines of cases, or a folder of such files. The format is detected.
    #[arg(help_heading = None::<&str>)]
    response: String,

    /// Files and folders that the answer cites
    ///
    /// One text may hold several sources, for example a saved prompt. See `pincite formats`.
    #[arg(value_name = "SOURCE", help_heading = None::<&str>)]
    sources: Vec<PathBuf>,

    /// Sources: files and folders, instead of SOURCE
    #[arg(long = "sources", hide_short_help = true, value_name = "PATH", num_args = 1..,
        conflicts_with = "sources")]
    separate: Vec<PathBuf>,

    /// Use the file PATH as the source called ID (repeatable)
    ///
    /// Takes precedence over any id stated in a file. If the value contains several `=`, it is
    /// split at the first one that is followed by an existing path, else at the last one.
    #[arg(long = "source", value_name = "ID=PATH", value_parser = id_and_path)]
    named: Vec<(String, PathBuf)>,

    /// Resolve cited files of a checkout below DIR [default: .]
    ///
    /// Applies to citations such as `【F:src/lib.rs†L1-L9】`.
    #[arg(long, value_name = "DIR", value_parser = existing_folder())]
    root: Option<PathBuf>,

    /// Read the answer as FORMAT instead of detecting it
    ///
    /// `pincite formats` lists the names.
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,

    /// Print which formats fit the answer and why, and exit
    #[arg(long, hide_short_help = true)]
    explain_format: bool,

    /// Read what REGEX matches as citations
    ///
    /// The named groups are `(?<id>…)` and optionally `(?<locator>…)` and `(?<claim>…)`. These
    /// marks take precedence over all others. `pincite.toml` can set it as `pattern` in
    /// `[citations]`.
    #[arg(long, hide_short_help = true, value_name = "REGEX", value_parser = citations::pattern)]
    pattern: Option<Pattern>,

    /// Marker families that count as citations [default: cite,filecite,memcite]
    ///
    /// With `link`, every link to a page is a citation, and not only those that look like one.
    #[arg(long = "family", hide_short_help = true, value_name = "NAME", value_delimiter = ',',
        value_parser = NonEmptyStringValueParser::new())]
    families: Vec<String>,

    /// Number of the first source where marks count sources in order: 0 or 1 [default: detected]
    #[arg(long, hide_short_help = true, value_name = "0|1",
        value_parser = clap::value_parser!(u64).range(0..=1))]
    base: Option<u64>,

    /// Columns of tables with unusual names, such as `id=doc_id,text=chunk`
    ///
    /// For sources in JSON, JSON Lines and CSV files: `id`, `text`, `title`, `url` and `score`. For
    /// the rows of an evaluation: `answer`, `question` and `contexts`; these imply `--from rows`.
    #[arg(long, hide_short_help = true, value_name = "FIELD=COLUMN,…",
        value_parser = columns::parse)]
    fields: Option<NamedColumns>,

    /// Show the scores in FILE next to the evidence (repeatable)
    ///
    /// JSON Lines of `{"case", "citation", "target", "score", "by", "reason"}`. `citation` is the
    /// number on the chip, `target` counts the sources of a citation, both from 1. Only a batch
    /// needs `case`, the id of the case.
    #[arg(long, value_name = "FILE", help_heading = "Evidence")]
    scores: Vec<PathBuf>,

    #[arg(skip)]
    config: ConfigFrom,

    /// The text that cited lines of code are compared with.
    #[arg(skip)]
    compare: Compare,

    /// The revision since which citations of code must have changed to be checked.
    #[arg(skip)]
    since: Option<String>,

    /// The responses beside this one.
    #[arg(skip)]
    others: Vec<PathBuf>,

    /// Sources that were loaded before, for several responses.
    #[arg(skip)]
    shared: Option<Arc<Shared>>,
}

/// Sources that several responses share.
#[derive(Debug, Default)]
struct Shared {
    /// Those in requests and result lists.
    companions: Vec<Source>,
    /// Those in files and folders.
    loaded: Loaded,
}

/// Permission to print progress and warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Messages {
    Printed,
    Silent,
}

/// Sources that do not come from the files named as SOURCE.
struct OtherSources {
    /// Sources in requests and result lists.
    companions: Vec<Source>,
    /// Sources named by `pincite.toml`.
    configured: Vec<Source>,
}

impl CaseArgs {
    fn source_columns(&self) -> Option<&Columns> {
        self.fields.as_ref()?.of_sources.as_ref()
    }

    fn answer_columns(&self) -> Option<&Fields> {
        self.fields.as_ref()?.of_answers.as_ref()
    }

    /// Returns the arguments of a command that has its own for response and sources.
    pub(crate) fn new(response: String, sources: Vec<PathBuf>) -> Self {
        Self { response, sources, ..Self::default() }
    }

    /// Returns the arguments of a command that reads only a response, as `from` or detected; with
    /// markers of `families` instead of the usual ones, if any are named.
    pub(super) fn alone(response: String, from: Option<String>, families: Vec<String>) -> Self {
        Self { response, from, families, ..Self::default() }
    }

    /// Returns the same, with cited files looked up below `root`.
    pub(super) fn rooted(self, root: Option<PathBuf>) -> Self {
        Self { root, ..self }
    }

    /// Returns the same, read as `reading` says.
    pub(crate) fn read_as(self, reading: &ReadingArgs) -> Self {
        let ReadingArgs { named, families, pattern, root, from } = reading;
        Self {
            named: named.clone(),
            families: families.clone(),
            pattern: pattern.clone(),
            root: root.clone(),
            from: from.clone(),
            ..self
        }
    }

    /// Returns the same, with the configuration from elsewhere.
    pub(super) fn configured(self, config: ConfigFrom) -> Self {
        Self { config, ..self }
    }

    /// Returns the same arguments, with cited lines of code compared with those at the time of the
    /// citation; not if `secure`, which does not start git.
    pub(super) fn with_history(self, secure: bool) -> Self {
        if secure { self } else { self.comparing(Compare::AsWritten, None) }
    }

    /// The same arguments, with cited lines of code compared with earlier ones; of citations of code,
    /// only those that changed since a revision, or whose code did.
    pub(super) fn comparing(self, compare: Compare, since: Option<String>) -> Self {
        Self { compare, since, ..self }
    }

    /// True if all paths are folders and files that cite code of a checkout, and none is a source: the
    /// first is a folder, and the format or the checkout is named.
    pub(super) fn cites_checkout(&self) -> bool {
        let is_named = self.from.as_deref() == Some(CODE_REFERENCES);
        self.is_folder() && (is_named || self.root.is_some() && !self.source_paths().is_empty())
    }

    /// True if the texts are about code: the format or the checkout is named.
    pub(super) fn is_about_code(&self) -> bool {
        self.from.as_deref() == Some(CODE_REFERENCES) || self.root.is_some()
    }

    /// Returns the arguments for each of the paths, read for citations of code.
    pub(super) fn each_citing_code(&self) -> Vec<Self> {
        let others = self.sources.iter().map(|path| path.to_string_lossy().into_owned());
        let paths = std::iter::once(self.response.clone()).chain(others);
        let case = Self { from: Some(CODE_REFERENCES.to_owned()), ..self.clone() };
        paths.map(|path| case.for_response(path).with_source_paths(Vec::new())).collect()
    }

    /// Returns the paths after the response, or those of `--sources`.
    pub(super) fn source_paths(&self) -> &[PathBuf] {
        if self.sources.is_empty() { &self.separate } else { &self.sources }
    }

    /// Returns the paths of `--sources`, which are not among the others from then on.
    pub(super) fn take_separate(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.separate)
    }

    /// True if scores were named.
    pub(super) fn has_scores(&self) -> bool {
        !self.scores.is_empty()
    }

    /// Returns the same arguments with these sources.
    pub(super) fn with_source_paths(self, sources: Vec<PathBuf>) -> Self {
        Self { sources, ..self }
    }

    /// Returns the same arguments for another response.
    pub(super) fn for_response(&self, response: String) -> Self {
        Self { response, ..self.clone() }
    }

    /// Returns the same arguments beside other responses, which are no sources either.
    pub(super) fn beside(self, others: Vec<PathBuf>) -> Self {
        Self { others, ..self }
    }

    /// Loads the sources once, for the same arguments with other responses.
    pub(super) fn sharing_sources(self) -> Result<Self> {
        let Citations { shared: configured, .. } = self.citations()?;
        let mut files = self.source_files(configured);
        let companions = take_sources(&mut files, self.source_columns())?;
        let loaded = self.load(&files, Messages::Printed)?;
        Ok(Self { shared: Some(Arc::new(Shared { companions, loaded })), ..self })
    }

    /// True if `pincite.toml` names the sources and the command line names no folder or file.
    pub(super) fn has_configured_sources(&self) -> Result<bool> {
        Ok(!self.citations()?.shared.is_empty())
    }

    /// Returns an input read as a response.
    pub(super) fn response_in(&self, input: &Input) -> Result<Cases> {
        self.open_input(input, &self.marks(self.citations()?.pattern))
    }

    /// Returns why the response is read in its format, one line per format, if `--explain-format`
    /// is set.
    pub(crate) fn explanation(&self) -> Result<Option<String>> {
        if !self.explain_format {
            return Ok(None);
        }
        if self.is_folder() {
            return self.explain_folder().map(Some);
        }
        let input = files::read(&self.response)?;
        let marks = self.marks(self.citations()?.pattern);
        let cases = self.open_input(&input, &marks);
        let chosen = cases.as_ref().map(|cases| cases.format().name).unwrap_or_default();
        let line = |(name, verdict): (&str, String)| {
            let sign = if name == chosen { "→" } else { " " };
            format!("{sign} {name:<18} {verdict}\n")
        };
        let lines: Vec<String> = cases::explain(&input, &marks).into_iter().map(line).collect();
        Ok(Some(lines.concat()))
    }

    /// Returns the format of each file of a folder, one line per file, by its first case.
    fn explain_folder(&self) -> Result<String> {
        let cases = self.open()?;
        let mut lines: Vec<String> = Vec::new();
        let mut last = String::new();
        for index in 0..cases.len() {
            let file = cases.file_name(index);
            if file != last {
                lines.push(match cases.read(index) {
                    Ok(case) => format!("{file}: {}, {}\n", case.format.name, case.format.reason),
                    Err(error) => format!("{file}: {error}\n"),
                });
                last = file;
            }
        }
        Ok(lines.concat())
    }

    /// Returns the response as the user named it; `-` for standard input.
    pub(crate) fn input(&self) -> &str {
        &self.response
    }

    /// Reads the response and loads the sources.
    pub(crate) fn open(&self) -> Result<Cases> {
        self.refuse_two_pipes()?;
        if self.is_folder() {
            return self.open_folder(Messages::Printed);
        }
        self.open_read(&files::read(&self.response)?, Messages::Printed)
    }

    /// True if the response is a folder of responses.
    pub(super) fn is_folder(&self) -> bool {
        Path::new(&self.response).is_dir()
    }

    /// Opens the cases, and also returns a response that came through a pipe.
    pub(super) fn open_keeping_pipe(&self) -> Result<(Cases, Option<Input>)> {
        if self.is_folder() {
            return Ok((self.open()?, None));
        }
        self.refuse_two_pipes()?;
        let input = files::read(&self.response)?;
        let cases = self.open_read(&input, Messages::Printed)?;
        Ok((cases, Some(input).filter(|_| self.response == "-")))
    }

    /// Opens the files once more and says nothing; `piped` is a response that has none.
    pub(super) fn open_again(&self, piped: Option<&Input>) -> Result<Cases> {
        match piped {
            Some(input) => self.open_read(input, Messages::Silent),
            None if self.is_folder() => self.open_folder(Messages::Silent),
            None => self.open_read(&files::read(&self.response)?, Messages::Silent),
        }
    }

    /// True if there is a file to reload and no source came through a pipe.
    pub(super) fn has_files(&self) -> bool {
        !self.pipes_a_source() && self.named_paths().flat_map(sources::files).next().is_some()
    }

    /// Returns the files and folders to watch.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.named_paths().flat_map(sources::files).collect()
    }

    /// Returns the paths of the response, the sources and the scores, but for standard input.
    pub(super) fn named_paths(&self) -> impl Iterator<Item = &Path> {
        let given = std::iter::once(Path::new(&self.response)).chain(self.given_paths());
        given.filter(|path| path.as_os_str() != "-")
    }

    /// Fails if changes of the input could not be noticed.
    pub(super) fn refuse_pipes_to_watch(&self) -> Result<()> {
        if self.response == "-" || self.pipes_a_source() {
            return Err(Error::new("watch", "standard input", "it can be read only once")
                .hint("save it to a file first"));
        }
        Ok(())
    }

    fn pipes_a_source(&self) -> bool {
        self.given_paths().any(|path| path.as_os_str() == "-")
    }

    /// Returns the paths of the sources and the scores.
    fn given_paths(&self) -> impl Iterator<Item = &Path> {
        let named = self.named.iter().map(|(_, path)| path);
        self.source_paths().iter().chain(named).chain(&self.scores).map(PathBuf::as_path)
    }

    /// As [`CaseArgs::open`], with the response's bytes from elsewhere.
    pub(crate) fn open_from(&self, response: impl Read) -> Result<Cases> {
        self.refuse_two_pipes()?;
        self.open_read(&files::read_from(&self.response, response)?, Messages::Printed)
    }

    fn open_read(&self, input: &Input, messages: Messages) -> Result<Cases> {
        let Citations { pattern, sources: configured, shared } = self.citations()?;
        let marks = self.marks(pattern);
        let mut files = self.source_files(shared);
        let mut companions = take_sources(&mut files, self.source_columns())?;
        let cases = match self.open_input(input, &marks) {
            Ok(cases) => cases,
            Err(error) => {
                companions.extend(cases::companion_of(input).ok_or(error)?);
                self.response_among(&mut files, &marks)?
            }
        };
        self.with_sources(cases, &files, OtherSources { companions, configured }, messages)
    }

    /// Returns the responses in the files of a folder, with the sources next to them.
    fn open_folder(&self, messages: Messages) -> Result<Cases> {
        let Citations { pattern, sources: configured, shared } = self.citations()?;
        let mut files = self.source_files(shared);
        let named = self.named.iter().map(|(_, path)| path);
        let sources: Vec<PathBuf> = files.iter().chain(named).cloned().collect();
        let (families, root, scores) = (&self.marks(pattern), self.root.as_deref(), &self.scores);
        let how = FolderOptions { from: self.format(), families, sources: &sources, scores, root };
        let cases = folder::open(&self.response, &how, &mut files_looked_at(messages));
        let cases = cases.map_err(|error| with_hint_at_pipe(error, &self.response))?;
        let companions = take_sources(&mut files, self.source_columns())?;
        self.with_sources(cases, &files, OtherSources { companions, configured }, messages)
    }

    /// Opens a batch for reading line by line, with the sources loaded.
    pub(crate) fn lines(&self) -> Result<Cases> {
        self.refuse_two_pipes()?;
        let Citations { pattern, sources: configured, shared } = self.citations()?;
        let mut files = self.source_files(shared);
        let companions = take_sources(&mut files, self.source_columns())?;
        let cases = Cases::of_lines(&self.response, self.format(), &self.marks(pattern))?;
        self.with_sources(cases, &files, OtherSources { companions, configured }, Messages::Printed)
    }

    /// Returns the files and folders of sources: those on the command line, else those that
    /// `pincite.toml` names for every response; without those already loaded.
    fn source_files(&self, configured: Vec<PathBuf>) -> Vec<PathBuf> {
        match (&self.shared, self.source_paths()) {
            (Some(_), _) => Vec::new(),
            (None, []) => configured,
            (None, named) => named.to_vec(),
        }
    }

    fn load(&self, files: &[PathBuf], messages: Messages) -> Result<Loaded> {
        if let Some(shared) = &self.shared {
            return Ok(shared.loaded.clone());
        }
        refuse_data(files)?;
        let progress = &mut files_looked_at(messages);
        let mut loaded = sources::load_with_progress(files, &self.named, progress)?;
        answers::leave_out(&mut loaded, (&self.response, &self.others), files);
        Ok(open_lists(loaded))
    }

    fn with_sources(
        &self,
        cases: Cases,
        files: &[PathBuf],
        beside: OtherSources,
        messages: Messages,
    ) -> Result<Cases> {
        let loaded = self.load(files, messages)?;
        let root = self.root.clone().unwrap_or_else(|| PathBuf::from("."));
        let OtherSources { mut companions, mut configured } = beside;
        companions.extend(self.shared.iter().flat_map(|shared| shared.companions.clone()));
        let references = References::new(self.root.clone(), self.compare.clone())
            .since(self.since.clone())
            .with_lock(lines_hash);
        let cases = cases.with_companions(companions).with_root(root).with_extractor(extractor());
        let cases = cases.with_references(references);
        let scores = self.scores()?;
        if messages == Messages::Printed {
            print_errors(scores.faults());
        }
        configured.retain(|source| self.named.iter().all(|(id, _)| *id != source.id));
        let sources = loaded.sources.into_iter().chain(configured).collect();
        Ok(cases.with_sources(sources, loaded.notes).with_scores(scores))
    }

    /// Returns the scores that judges gave.
    fn scores(&self) -> Result<Scores> {
        let mut scores = Scores::default();
        for path in &self.scores {
            let name = path.to_string_lossy();
            let bytes = files::bytes(&name, files::reader(&name)?)?
                .ok_or_else(|| Input::too_large(&name))?;
            scores.read(&Input::record(&name, bytes));
        }
        Ok(scores)
    }

    fn refuse_two_pipes(&self) -> Result<()> {
        if self.response == "-" && self.pipes_a_source() {
            return Err(Error::new(
                "read",
                "standard input",
                "it cannot be both response and source",
            )
            .hint("save one of them to a file"));
        }
        Ok(())
    }

    fn open_input(&self, input: &Input, marks: &Families) -> Result<Cases> {
        if self.from.is_none() {
            refuse_document(&input.name)?;
        }
        cases::open(input.clone(), self.format(), marks)
    }

    /// Reads the settings for citations in `pincite.toml`.
    fn citations(&self) -> Result<Citations> {
        Citations::read(&self.config, &self.response)
    }

    /// Returns the marks that are citations; `configured` is the pattern in `pincite.toml`.
    fn marks(&self, configured: Option<Pattern>) -> Families {
        let families = match self.families.as_slice() {
            [] => Families::default(),
            names => Families::only(names),
        };
        let families = match self.pattern.clone().or(configured) {
            Some(pattern) => families.with_pattern(pattern),
            None => families,
        };
        let families = families.with_base(self.base).with_fields(self.answer_columns().cloned());
        let is_given = !self.sources.is_empty() || !self.named.is_empty() || self.shared.is_some();
        families.with_sources_apart(is_given || self.has_configured_sources().unwrap_or(false))
    }

    /// Returns the name of the format, if one was chosen.
    fn format(&self) -> Option<&str> {
        self.from.as_deref().or_else(|| self.answer_columns().map(|_| ROWS))
    }

    /// Returns the response if the first path is a request: removes the first of the other files
    /// that is a response, and returns it.
    fn response_among(&self, files: &mut Vec<PathBuf>, marks: &Families) -> Result<Cases> {
        for (index, path) in files.iter().enumerate() {
            if looks_like_payload(path)
                && let Ok(cases) = self.open_input(&files::read(&path.to_string_lossy())?, marks)
            {
                files.remove(index);
                return Ok(cases);
            }
        }
        let why = "the file contains sources but no response";
        Err(Error::new("read", self.response.clone(), why)
            .hint("also name the response, before or after it"))
    }
}

/// Returns a callback that shows the progress over files, if messages are printed.
fn files_looked_at(messages: Messages) -> impl FnMut(&Path, usize) {
    let mut progress = (messages == Messages::Printed).then(Progress::after_a_while);
    move |path, before| {
        if let Some(progress) = &mut progress {
            progress.show(|| format!("{before} files, looking at {} …", path.display()));
        }
    }
}
