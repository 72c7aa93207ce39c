//! Small cases that show rules at work.

use crate::cases::attach::attach;
use crate::cases::{open, unread};
use crate::dialects::marks::marked;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::markers::read_response;
use crate::error::Result;
use crate::input::Input;
use crate::model::{Case, FormatNote, IdFrom, Source, SourceText};

/// A small case that shows a rule at work: a response with markers as the guide writes them, or the
/// JSON of a payload, and its sources.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The response.
    pub response: &'static str,
    /// Id and text of each source; their lines count from 1, and an empty text is not provided.
    pub sources: &'static [(&'static str, &'static str)],
}

impl Example {
    /// An example in which most rules find nothing.
    pub const SOUND: Self =
        Self::refunds("Refunds take five days.\u{e200}cite\u{e202}turn0file0\u{e201}");

    /// Returns the example of a response to the source `turn0file0`, one sentence on refunds.
    pub(super) const fn refunds(response: &'static str) -> Self {
        Self { response, sources: &[("turn0file0", "Refunds take five days.")] }
    }

    /// Returns the example as a case to check. Fails for a payload that is in no known format.
    pub fn case(&self) -> Result<Case> {
        let sources: Vec<Source> = self.sources.iter().map(source).collect();
        let families = Families::default();
        if self.response.starts_with('{') {
            let input = Input::new("response", self.response.as_bytes().to_vec());
            let mut case = open(input, None, &families)?.read(0)?;
            attach(&mut case, &[], &sources);
            return Ok(case);
        }
        let format = FormatNote { name: marked::DIALECT.name, ..FormatNote::default() };
        let response = read_response(self.response.to_owned(), &families);
        let input = "response".to_owned();
        let mut case = Case { input, format, response, sources, ..Case::default() };
        case.unread = unread::marks(&case);
        Ok(case)
    }
}

fn source((id, text): &(&str, &str)) -> Source {
    let text = match *text {
        "" => SourceText::default(),
        text => SourceText::Inline(text.into()),
    };
    Source { id: (*id).to_owned(), id_from: IdFrom::Text, text, ..Source::default() }
}
