//! `pincite material`: prints documents as citable material for a prompt.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::TypedValueParser as _;

use super::columns::{open_lists, refuse_data, take_sources};
use super::console::print_message;
use super::named_source::id_and_path;
use super::passed_text::{SanitizeArg, print_passed};
use super::progress::{Progress, read_documents};
use super::table_arg::entry_of;
use crate::cases::rows::Columns;
use crate::convert::material::{self, Document, FORMS, Form, Ids, Options, Spelling, Unit};
use crate::error::{Error, Result};
use crate::model::Case;
use crate::sources::{self, Loaded};

/// Print documents as citable material for a prompt
///
/// Gives each document, block or line an id or number that a model can cite. `pincite answer.md
/// material.txt` reads the material back. Text that would be read as a mark, such as a line
/// starting with `[L3]` or a `</source>`, gets a backslash, which is reported on standard error.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Material {
    /// Files, folders, requests or search results; `-` for standard input
    ///
    /// Texts that hold several sources, and the JSON of a request or of search results such as
    /// those of a vector store, are divided into their sources.
    #[arg(value_name = "FILE", required_unless_present = "named")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    shape: MaterialForm,

    /// Write private-use characters as escapes, `\ue200`
    #[arg(long, help_heading = "Output")]
    escapes: bool,

    /// Write ids in lenticular brackets, `【turn0file0】`
    #[arg(long, conflicts_with = "escapes", help_heading = "Output")]
    brackets: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite material docs/ > material.txt           blocks with ids
  pincite material --unit line handbook.pdf       numbered lines
  pincite material --as result-tags results.json  search results of a vector store";

/// The form of the material.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct MaterialForm {
    #[command(flatten)]
    pub(super) sanitize: SanitizeArg,

    /// Use the file PATH as the source called ID (repeatable)
    #[arg(long = "source", value_name = "ID=PATH", value_parser = id_and_path,
        help_heading = "Input")]
    named: Vec<(String, PathBuf)>,

    /// Columns of tables of sources, such as `id=doc_id,text=chunk`
    #[arg(long = "fields", value_name = "FIELD=COLUMN,…", help_heading = "Input",
        value_parser = Columns::parse)]
    columns: Option<Columns>,

    /// Form of the material [default: depends on the dialect]
    #[arg(long = "as", value_name = "FORM", value_parser = entry_of(FORMS, |it| (it.name, it.title)))]
    form: Option<&'static Form>,

    /// Unit that can be cited
    #[arg(long, default_value = "block", value_parser = entry_of(&Unit::ALL, |it| (it.name(), it.meaning())).map(|it| *it))]
    pub(super) unit: Unit,

    /// Kind of ids [default: depends on the form]
    #[arg(long, value_parser = entry_of(Ids::ALL, |it| (it.name(), it.meaning())).map(|it| *it))]
    pub(super) ids: Option<Ids>,

    /// Number of the call in `turn0file0`
    #[arg(long, value_name = "N", default_value_t = 0)]
    turn: u64,

    /// Number of the first item [default: 0 in `turn0file0`, else 1]
    #[arg(long, value_name = "N")]
    start: Option<u64>,

    /// Maximum size of a block
    #[arg(long, value_name = "CHARACTERS", default_value_t = 1200)]
    block_size: u32,
}

impl MaterialForm {
    /// Returns the requested form, else the one called `default`.
    pub(super) fn form(&self, default: &str) -> &'static Form {
        let named = || FORMS.iter().find(|form| form.name == default);
        self.form.or_else(named).unwrap_or_else(|| Options::default().form)
    }

    /// Reads `files` and writes them in `form`. Reports sources that could not be read, and returns
    /// false as the second value then.
    pub(super) fn write(
        &self,
        files: &[PathBuf],
        form: &'static Form,
        ids: Ids,
        spelling: Spelling,
    ) -> Result<(String, bool)> {
        let loaded = load_sources(files, &self.named, self.columns.as_ref())?;
        for note in &loaded.notes {
            print_message(note.trim_end_matches('.'), None);
        }
        let mut documents = Vec::new();
        let mut all = true;
        for source in &loaded.sources {
            match Document::read(source) {
                Ok(document) => {
                    if document.is_blank() {
                        let name = crate::resolve::display_name(source);
                        print_message(&format!("{name} is empty: nothing in it to cite"), None);
                    }
                    documents.push(document);
                }
                Err(why) => {
                    let name = crate::resolve::display_name(source);
                    print_message(&format!("{name} skipped: {why}"), None);
                    all = false;
                }
            }
        }
        if documents.iter().all(Document::is_blank) {
            let name = files.first().map_or("--source".into(), |file| file.to_string_lossy());
            return Err(Error::new("use", name, "no citable text found"));
        }
        let options = Options {
            form,
            unit: self.unit,
            ids,
            turn: self.turn,
            start: self.start,
            block_size: usize::try_from(self.block_size).unwrap_or(usize::MAX),
            spelling,
        };
        let material = material::material(&documents, &options);
        for message in &material.messages {
            print_message(message, None);
        }
        Ok((material.text, all))
    }

    /// True if a file was named with its id.
    pub(super) fn names_files(&self) -> bool {
        !self.named.is_empty()
    }
}

impl Material {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let form = self.shape.form("citation-marker");
        let spelling = match (self.escapes, self.brackets) {
            (true, _) => Spelling::Escapes,
            (_, true) => Spelling::Brackets,
            _ => Spelling::Characters,
        };
        let ids = self.shape.ids.unwrap_or(form.ids);
        let (text, all) = self.shape.write(&self.files, form, ids, spelling)?;
        print_passed(&text, Some(self.shape.sanitize))?;
        Ok(ExitCode::from(if all { 0 } else { 2 }))
    }
}

/// Returns the sources in files, folders, requests and result lists, in the order given, with their
/// texts; and notes on them.
fn load_sources(
    files: &[PathBuf],
    named: &[(String, PathBuf)],
    columns: Option<&Columns>,
) -> Result<Loaded> {
    let mut all = Loaded::default();
    let mut progress = Progress::after_a_while();
    let mut show = |path: &Path, before: usize| {
        progress.show(|| format!("{before} files, looking at {} …", path.display()));
    };
    for file in files {
        let mut one = vec![file.clone()];
        all.sources.extend(take_sources(&mut one, columns)?);
        refuse_data(&one)?;
        let loaded = sources::load_with_progress(&one, &[], &mut show).map(open_lists)?;
        all.sources.extend(loaded.sources);
        all.notes.extend(loaded.notes);
    }
    let loaded = sources::load_with_progress(&[], named, &mut show)?;
    all.sources.extend(loaded.sources);
    all.notes.extend(loaded.notes);
    drop(progress);
    let mut case = Case { sources: all.sources, ..Case::default() };
    read_documents(&mut case);
    Ok(Loaded { sources: case.sources, notes: all.notes })
}
