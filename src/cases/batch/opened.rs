//! Opening of an input: the format of its first case, and its division into cases.

use std::sync::{Arc, Mutex, OnceLock};

use super::Cases;
use crate::cases::division::Division;
use crate::cases::reading::RecordReader;
use crate::cases::recognition::{first_record, head, recognised, unrecognised};
use crate::cases::{enclosed, markdown_block, wrapped};
use crate::dialects::Dialect;
use crate::dialects::dialect::PLAIN;
use crate::dialects::lookup::by_name;
use crate::dialects::shared::markers::Families;
use crate::error::Result;
use crate::input::Input;
use crate::sources::documents::Extractor;

/// The reason for a format that the user named.
const NAMED: &str = "named by `--from`";

impl Cases {
    pub(crate) fn new(
        input: Input,
        forced: Option<&'static Dialect>,
        families: Families,
    ) -> Result<Self> {
        let (mut last, mut before, mut note, mut divided) = (None, 0, None, None);
        let mut facts = None;
        let mut input = if forced.is_none() { markdown_block::opened(input) } else { input };
        let is_prose =
            forced.is_none() && families.has_sources_apart() && markdown_block::is_prose(&input);
        input =
            if is_prose { input.into_prose() } else { enclosed::open(input, forced, &families)? };
        let (format, reason) = if let Some(format) = forced {
            (format, NAMED.to_owned())
        } else {
            // Each item of a list is looked at for it.
            let division = divided.insert(Division::new(&input));
            let (index, place, kept) = first_record(&input, division, &families)?;
            (before, note) = (index, head(&input, index, &families));
            facts = Some(Arc::clone(&kept));
            // If the first case is the whole record, the facts apply to it too.
            last = place.part.is_none().then(|| (place.document(), Arc::clone(&kept)));
            let (known, inner) = place.with_record(&input, kept, |record, _| {
                let known = recognised(record, &families).clone();
                let format = known.as_ref().map(|(format, _)| *format);
                let inner = wrapped::opened(&input, record, format, &families);
                let inner = inner.filter(|_| !is_prose).or_else(|| {
                    // Marks in JSON are those of one of its fields; the rest is no text to cite from.
                    let is_data = record.looks_like_json() && record.is_json();
                    let is_text = format.is_some_and(Dialect::beginning_reads);
                    (is_text && is_data).then(|| within_json(&input, &families)).flatten()
                });
                (known.ok_or_else(|| unrecognised(record)), inner)
            })?;
            if let Some(inner) = inner {
                return Self::new(inner, None, families);
            }
            match known {
                Ok(known) => known,
                Err(error) => {
                    let texts = within_json(&input, &families).ok_or(error)?;
                    return Self::new(texts, None, families);
                }
            }
        };
        let mut division = divided.unwrap_or_else(|| Division::new(&input));
        let facts = facts.filter(|_| before == 0 || note.is_some());
        if let Some(note) = note {
            input.notes.push(note);
            division = division.without_head(before);
        }
        let is_settled = forced.is_some() || format.beginning_reads() && division.is_one();
        let division = division.further((format, is_settled), &families, facts);
        let mut reading = RecordReader::new((format, reason), forced.is_some(), families);
        reading.settled |= is_settled;
        let last = Mutex::new(last);
        Ok(Self { last, ..Self::of(input, division, reading) })
    }

    fn of(input: Input, division: Division, reading: RecordReader) -> Self {
        Self {
            input,
            division,
            reading,
            extractor: Extractor::none(),
            one_by_one: false,
            last: Mutex::default(),
            folder: None,
            base: OnceLock::new(),
            head: Vec::new(),
            lines: OnceLock::new(),
            strings_of_file: OnceLock::new(),
            ranges_of_file: OnceLock::new(),
        }
    }

    /// Returns the cases of a batch whose lines come one by one: see [`Cases::read_line`]. It holds
    /// none itself.
    ///
    /// Fails when `from` names no format.
    pub fn of_lines(name: &str, from: Option<&str>, families: &Families) -> Result<Self> {
        Ok(Self { one_by_one: true, ..Self::of_folder(name, from, families)? })
    }

    /// Returns the cases of a folder called `name`; sources are added to those next to each file.
    pub(crate) fn of_folder(name: &str, from: Option<&str>, families: &Families) -> Result<Self> {
        let format = match from {
            Some(from) => (by_name(from)?, NAMED.to_owned()),
            None => (by_name(PLAIN)?, String::new()),
        };
        let input = Input::new(name, Vec::new());
        let division = Division::new(&input);
        let reading = RecordReader::new(format, from.is_some(), families.clone());
        Ok(Self::of(input, division, reading))
    }
}

/// Returns the answers in JSON of an unknown shape, or in one whose keys are spelled otherwise.
fn within_json(input: &Input, families: &Families) -> Option<Input> {
    wrapped::respelled(input, families).or_else(|| enclosed::texts(input, families))
}
