//! Arguments for reading two responses that are compared.

use std::path::PathBuf;

use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use super::citations;
use super::folder_arg::existing_folder;
use super::named_source::id_and_path;
use crate::dialects::shared::pattern::Pattern;

/// The options of [`CaseArgs`](super::case::CaseArgs) that apply to both of two compared responses.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ReadingArgs {
    /// Use the file PATH as the source called ID (repeatable)
    #[arg(long = "source", value_name = "ID=PATH", value_parser = id_and_path)]
    pub(super) named: Vec<(String, PathBuf)>,

    /// Marker families that count as citations [default: cite,filecite,memcite]
    ///
    /// With `link`, every link to a page is a citation, and not only those that look like one.
    #[arg(long = "family", value_name = "NAME", value_delimiter = ',',
        value_parser = NonEmptyStringValueParser::new())]
    pub(super) families: Vec<String>,

    /// Read what REGEX matches as citations
    #[arg(long, value_name = "REGEX", value_parser = citations::pattern)]
    pub(super) pattern: Option<Pattern>,

    /// Resolve cited files of a checkout below DIR [default: .]
    #[arg(long, value_name = "DIR", value_parser = existing_folder())]
    pub(super) root: Option<PathBuf>,

    /// Read both answers as FORMAT instead of detecting it
    #[arg(long, value_name = "FORMAT")]
    pub(super) from: Option<String>,
}
