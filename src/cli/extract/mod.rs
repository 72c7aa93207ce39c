//! `pincite extract`: prints the citation markers of texts of any size as JSON Lines.
//!
//! The guide's sound reading, streamed: neither the input nor the output is ever held whole, and
//! nothing heavier than the marker grammar is started. A payload, and whatever `--from` names, is
//! read as a case instead: see [`MarkerArgs::cases`].

mod lines;
mod number;
mod output;

use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::cases::{Cases, files};
use crate::cli::case::CaseArgs;
use crate::cli::console::{print_error, print_json, print_message};
use crate::cli::in_order::{AT_A_TIME, in_order};
use crate::dialects::shared::markers::Options;
use crate::dialects::shared::markers::scan::{Blocks, Sink};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::input::record::input_title;
use crate::model::Case;
use crate::report::citations::{self, Listing};
use crate::sources::gate;
use crate::text::Unit;
use crate::text::encoding::Foreign;
use crate::text::prose::{count, listed};

use super::table_arg::offset_unit;
use lines::MarkerLines;
pub(super) use output::Output;

/// The number of bytes by which a file that is not text is known, and the minimum by which a packed one is.
const HEAD: usize = 8 * 1024;
const MIN_HEAD: usize = 2;

/// Print the citation markers of a text as JSON Lines
///
/// Each object has the fields `raw`, `family`, `source_ids`, `locator` (or null), `start` and `end`
/// (0-based, end exclusive), and `file` if there are several files. Only well-formed markers are
/// printed, as the citation guide defines them; `pincite show` reads more.
///
/// Characters that could control or deceive a terminal are written as JSON escapes; any JSON parser
/// restores them. Invalid UTF-8 becomes U+FFFD. What gzip packed is unpacked, UTF-16 with a byte order
/// mark is decoded, and a file that is not text is refused.
///
/// A JSON file in a known format, and any file with `--from`, is read as a case. Its citations
/// outside code are printed with spans in the text of the answer, and with the fields `anchor`
/// (`marker`, `claim` or `point`) and `targets` (`id`, `locator`, `quote`, `score`). `case` is the
/// id of one case among several.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite extract answer.md
  pincite extract --unit utf16 answer.md        offsets as in JavaScript
  pincite extract --from any response.json      the citations of any format
  model | pincite extract --malformed --strict  fail on broken markers")]
pub(crate) struct Extract {
    /// Texts to read [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    markers: MarkerArgs,

    /// Unit of `start` and `end`
    #[arg(long, default_value = "code-points", value_parser = offset_unit(),
        help_heading = "Output")]
    unit: Unit,

    /// Also print broken markers, with a `problem` field
    ///
    /// Markers with a doubtful locator have that field as well.
    #[arg(long, help_heading = "Selection")]
    malformed: bool,

    /// Exit with status 1 if a marker is broken or its locator doubtful
    #[arg(long, help_heading = "Output")]
    strict: bool,
}

/// Options that define a marker for `extract` and `strip`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(super) struct MarkerArgs {
    /// Marker family that counts as a citation (repeatable) [default: cite]
    ///
    /// For a case, the default is `cite`, `filecite` and `memcite`.
    #[arg(long = "family", value_name = "NAME")]
    families: Vec<String>,

    /// Also read markers written as escapes such as `\ue200`
    #[arg(long)]
    escaped: bool,

    /// Read a case in FORMAT, or in `any` format that is detected
    ///
    /// `pincite formats` lists the names.
    #[arg(long, value_name = "FORMAT", conflicts_with = "escaped")]
    from: Option<String>,
}

impl MarkerArgs {
    /// Returns the families that the guide's helper reads as citations.
    fn families(&self) -> Vec<String> {
        if self.families.is_empty() { vec!["cite".to_owned()] } else { self.families.clone() }
    }

    pub(super) fn blocks(&self) -> Blocks {
        Blocks::new(Options { families: self.families(), escapes: self.escaped }.grammar())
    }

    /// Returns the cases in a file that is read as such: with `--from`, or a payload by its name.
    /// `None` for a text that is scanned for markers.
    pub(super) fn cases(&self, file: &Path) -> Result<Option<Cases>> {
        let extension = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
        let named = ["json", "jsonl", "ndjson", "sse"];
        let payload = named.iter().any(|name| name.eq_ignore_ascii_case(extension));
        let response = file.to_string_lossy().into_owned();
        let open =
            |from: Option<String>| CaseArgs::alone(response, from, self.families.clone()).open();
        match self.from.as_deref() {
            Some("any") => open(None).map(Some),
            Some(name) => open(Some(name.to_owned())).map(Some),
            None if payload && !self.escaped => {
                Ok(open(None).ok().filter(|cases| !cases.format().beginning_reads()))
            }
            None => Ok(None),
        }
    }
}

/// Renders every case, and passes the results to `take`, in order. Reports cases that cannot be
/// read, and returns false then.
pub(super) fn each_case<T: Send>(
    cases: &Cases,
    render: impl Fn(Case) -> Result<T> + Sync,
    mut take: impl FnMut(T) -> Result<()>,
) -> Result<bool> {
    let mut all = true;
    let rendered = |index: usize| cases.read(index).map(&render);
    in_order(cases, AT_A_TIME, rendered, |_, case| match case {
        Ok(case) => take(case?),
        Err(error) => {
            print_error(&error);
            all = false;
            Ok(())
        }
    })?;
    Ok(all)
}

impl Extract {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut lines = MarkerLines::new(self.markers.families(), self.unit, self.malformed)?;
        let mut blocks = self.markers.blocks();
        let mut files = self.files.clone();
        if files.is_empty() {
            files.push(PathBuf::from("-"));
        }
        let several = files.len() > 1;
        let (mut broken, mut all, mut is_scanned) = (false, true, false);
        for file in &files {
            if let Some(cases) = self.markers.cases(file)? {
                lines.flush()?;
                let name = several.then(|| file.to_string_lossy());
                all &= self.list(&cases, name.as_deref(), &mut broken)?;
                continue;
            }
            lines.begin(several.then_some(file.as_path()));
            scan_file(&mut blocks, file, true, &mut lines)?;
            is_scanned = true;
        }
        let (is_broken, left_out, is_any) = lines.finish()?;
        if is_scanned && !is_any && left_out == 0 {
            let names = files.iter().map(|file| input_title(&file.to_string_lossy()).to_owned());
            let message = format!("no citation marker in {}", listed(names, 0, ", "));
            print_message(&message, Some("`--from any` reads the other formats of citations"));
        }
        broken |= is_broken;
        if left_out > 0 {
            let what = count(left_out, "broken marker");
            print_message(
                &format!("{what} left out"),
                Some("`--malformed` prints them with the reason"),
            );
        }
        Ok(match (all, self.strict && broken) {
            (false, _) => ExitCode::from(2),
            (true, true) => ExitCode::FAILURE,
            (true, false) => ExitCode::SUCCESS,
        })
    }

    /// Prints the citations of cases, and answers whether all could be read.
    fn list(&self, cases: &Cases, file: Option<&str>, broken: &mut bool) -> Result<bool> {
        let several = cases.has(1);
        let render = |case: Case| {
            let id = several.then_some(case.id.as_str());
            let listing = Listing { unit: self.unit, malformed: self.malformed, file, case: id };
            let mut lines = Vec::new();
            let broken = citations::write(&case, &listing, &mut lines)
                .map_err(|error| Error::io("write", "the citations", error))?;
            Ok((lines, broken, case.response.citations.is_empty()))
        };
        let mut uncited = 0;
        let all = each_case(cases, render, |(lines, is_broken, is_uncited)| {
            *broken |= is_broken;
            uncited += usize::from(is_uncited);
            print_json(|out| out.write_all(&lines))
        });
        report_uncited(&cases.input().name, uncited);
        all
    }
}

/// Says of how many cases no citation was read: names of files in brackets are citations only beside the
/// files.
pub(super) fn report_uncited(name: &str, uncited: usize) {
    if uncited > 0 {
        let title = input_title(name);
        let hint = "`pincite show ANSWER SOURCES` also reads marks that name the sources";
        print_message(&format!("no citation in {} of {title}", count(uncited, "case")), Some(hint));
    }
}

/// Scans one file, or standard input for `-`. What gzip packed is unpacked first, as far as any input, and
/// UTF-16 is decoded. Fails for UTF-16 without a mark, and for a file that is not text if `is_text_only`.
pub(super) fn scan_file(
    blocks: &mut Blocks,
    file: &Path,
    is_text_only: bool,
    sink: &mut impl Sink,
) -> Result<()> {
    let given = file.to_string_lossy();
    let mut input: Box<dyn Read> = if given == "-" {
        Box::new(io::stdin().lock())
    } else {
        let opened = gate::open_once(file).map_err(|error| {
            let error = Error::io("read", given.clone(), error);
            error.hint("name a file, or `-` for standard input")
        })?;
        Box::new(opened)
    };
    let name = input_title(&given);
    let head = first_bytes(&mut input).map_err(|error| Error::io("read", name, error))?;
    let foreign = Foreign::of(&head);
    let is_packed = Input::unpacks(&head);
    let mut input = Cursor::new(head).chain(input);
    if is_packed {
        let bytes = files::bytes(&given, input)?.ok_or_else(|| Input::too_large(&given))?;
        let unpacked = Input::unpacked(&given, bytes)?;
        unpacked.notes.iter().for_each(|note| print_message(&format!("{name}: {note}"), None));
        return blocks.scan(&mut unpacked.whole().as_bytes(), name, sink);
    }
    match foreign {
        Some(what) if is_text_only || what == Foreign::Utf16 => {
            return Err(Error::new("read", name, what.description()).hint(what.advice()));
        }
        Some(what) => {
            let message = format!("{name}: {}; only its markers are removed", what.description());
            print_message(&message, None);
        }
        None => {}
    }
    blocks.scan(&mut input, name, sink)
}

/// Returns the first bytes of an input, as many as one read brings: a stream is not waited for.
fn first_bytes(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = vec![0; HEAD];
    let mut filled = 0;
    while filled < MIN_HEAD {
        match input.read(head.get_mut(filled..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    head.truncate(filled);
    Ok(head)
}
