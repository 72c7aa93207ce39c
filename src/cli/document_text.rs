//! `pincite document-text KIND`: the process that extracts text from a document. The program starts
//! it for itself; the help does not list it.

use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::error::Result;
use crate::sources::documents::child;
#[cfg(feature = "internals")]
use crate::sources::documents::child::Fault;
use crate::sources::documents::{DocumentKind, KINDS};

/// Extract the text of a document on standard input, under limits
#[derive(Debug, Args)]
pub(crate) struct DocumentText {
    /// Kind of document
    #[arg(value_parser = kind_parser())]
    kind: &'static DocumentKind,

    /// Number of pages to skip
    #[arg(long, default_value_t = 0)]
    skip: u64,

    /// Fail in this way, for tests
    #[cfg(feature = "internals")]
    #[arg(long, value_parser = fault_parser())]
    fault: Option<Fault>,
}

impl DocumentText {
    #[expect(clippy::unnecessary_wraps, reason = "every command gives a result")]
    pub(crate) fn run(self) -> Result<ExitCode> {
        #[cfg(feature = "internals")]
        if let Some(fault) = self.fault {
            return Ok(child::serve_with_fault(self.kind, self.skip, fault));
        }
        Ok(child::serve(self.kind, self.skip))
    }
}

fn kind_parser() -> impl TypedValueParser<Value = &'static DocumentKind> {
    PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name))
        .try_map(|name| DocumentKind::named(&name).ok_or("no such kind"))
}

#[cfg(feature = "internals")]
fn fault_parser() -> impl TypedValueParser<Value = Fault> {
    let fault = |name: &str| Fault::ALL.into_iter().find(|(own, _)| *own == name);
    PossibleValuesParser::new(Fault::ALL.map(|(name, _)| name))
        .try_map(move |name| fault(&name).map(|(_, fault)| fault).ok_or("no such fault"))
}
