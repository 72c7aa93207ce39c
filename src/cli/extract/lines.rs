//! The lines of `extract`, one for each marker.

use std::path::Path;

use crate::dialects::shared::markers::fields::{Reading, slice};
use crate::dialects::shared::markers::marker::Marker;
use crate::dialects::shared::markers::plain::Plain;
use crate::dialects::shared::markers::scan::Sink;
use crate::error::Result;
use crate::model::ProblemKind;
use crate::text::{Unit, push_json_text};

use super::number::push_number;
use super::output::Output;

/// Writes a line for each marker and counts the positions in between.
pub(super) struct MarkerLines {
    output: Output,
    unit: Unit,
    malformed: bool,
    /// Offset in the current file, in the requested unit.
    position: u64,
    /// The start of a line: the brace, and the field `file` if there is one.
    beginning: Vec<u8>,
    families: Vec<String>,
    /// One for each family.
    templates: Vec<Template>,
    broken: bool,
    /// The number of broken markers that are not printed.
    left_out: usize,
    /// True if a marker was printed.
    is_any: bool,
}

/// The parts shared by the lines of plain markers of one family.
struct Template {
    /// Up to the family inside `raw`.
    opening: Vec<u8>,
    /// From the close inside `raw` to the first source id.
    middle: Vec<u8>,
}

impl Template {
    fn new(beginning: &[u8], family: &[u8]) -> Self {
        let mut opening = [beginning, b"\"raw\":\"\\ue200"].concat();
        push_json_text(&mut opening, family);
        let mut middle = b"\\ue201\",\"family\":".to_vec();
        push_string(&mut middle, family);
        middle.extend_from_slice(b",\"source_ids\":[\"");
        Self { opening, middle }
    }
}

impl MarkerLines {
    pub(super) fn new(families: Vec<String>, unit: Unit, malformed: bool) -> Result<Self> {
        Ok(Self {
            output: Output::json()?,
            unit,
            malformed,
            position: 0,
            beginning: Vec::new(),
            families,
            templates: Vec::new(),
            broken: false,
            left_out: 0,
            is_any: false,
        })
    }

    /// Begins the next input, which is named if there are several.
    pub(super) fn begin(&mut self, file: Option<&Path>) {
        self.position = 0;
        self.beginning = b"{".to_vec();
        if let Some(file) = file {
            self.beginning.extend_from_slice(b"\"file\":");
            push_string(&mut self.beginning, file.as_os_str().as_encoded_bytes());
            self.beginning.push(b',');
        }
        let families = self.families.iter();
        let template = |family: &String| Template::new(&self.beginning, family.as_bytes());
        self.templates = families.map(template).collect();
    }

    /// Writes the buffered rest.
    pub(super) fn flush(&mut self) -> Result<()> {
        self.output.flush()
    }

    /// Writes the buffered rest; returns true if anything was broken or doubtful, the number of broken
    /// markers that were not printed, and true if any was printed.
    pub(super) fn finish(mut self) -> Result<(bool, usize, bool)> {
        self.output.flush()?;
        Ok((self.broken, self.left_out, self.is_any))
    }

    /// Ends a line after the locator.
    #[inline]
    fn end_line(&mut self, start: u64, problem: Option<ProblemKind>) -> Result<()> {
        let line = self.output.buffer();
        line.extend_from_slice(b",\"start\":");
        push_number(line, start);
        line.extend_from_slice(b",\"end\":");
        push_number(line, self.position);
        if let Some(problem) = problem.filter(|_| self.malformed) {
            line.extend_from_slice(b",\"problem\":");
            push_string(line, problem.name().as_bytes());
        }
        line.extend_from_slice(b"}\n");
        self.is_any = true;
        self.output.flush_if_full()
    }
}

impl Sink for MarkerLines {
    #[inline]
    fn gap(&mut self, bytes: &[u8]) -> Result<()> {
        self.position += self.unit.count_bytes(bytes) as u64;
        Ok(())
    }

    #[inline]
    fn plain(&mut self, marker: &Plain) -> Result<()> {
        let start = self.position;
        let len = if self.unit == Unit::Bytes { marker.len() } else { marker.characters() };
        self.position += len as u64;
        self.broken |= marker.problem.is_some();
        let Some(template) = self.templates.get(marker.family) else { return Ok(()) };
        let line = self.output.buffer();
        line.extend_from_slice(&template.opening);
        for field in marker.fields() {
            line.extend_from_slice(b"\\ue202");
            field.push_to(line);
        }
        line.extend_from_slice(&template.middle);
        for (index, id) in marker.ids().enumerate() {
            if index > 0 {
                line.extend_from_slice(b"\",\"");
            }
            id.push_to(line);
        }
        if let Some(locator) = marker.locator() {
            line.extend_from_slice(b"\"],\"locator\":\"");
            locator.push_to(line);
            line.push(b'"');
        } else {
            line.extend_from_slice(b"\"],\"locator\":null");
        }
        self.end_line(start, marker.problem)
    }

    fn marker(&mut self, block: &[u8], marker: &Marker, reading: &Reading) -> Result<()> {
        let raw = slice(block, marker.span);
        let start = self.position;
        self.position += self.unit.count_bytes(raw) as u64;
        self.broken |= reading.problem.is_some();
        if !reading.sound && !self.malformed {
            self.left_out += 1;
            return Ok(());
        }
        let line = self.output.buffer();
        line.extend_from_slice(&self.beginning);
        line.extend_from_slice(b"\"raw\":");
        push_string(line, raw);
        line.extend_from_slice(b",\"family\":");
        push_string(line, slice(block, marker.head()));
        line.extend_from_slice(b",\"source_ids\":[");
        for (index, id) in reading.ids.iter().enumerate() {
            line.extend_from_slice(if index > 0 { b",\"" } else { b"\"" });
            // Letters, digits, `_` and `-`: nothing to escape.
            line.extend_from_slice(slice(block, *id));
            line.push(b'"');
        }
        line.extend_from_slice(b"],\"locator\":");
        match reading.locator {
            Some(locator) => push_string(line, slice(block, locator)),
            None => line.extend_from_slice(b"null"),
        }
        self.end_line(start, reading.problem)
    }
}

fn push_string(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    push_json_text(out, bytes);
    out.push(b'"');
}
