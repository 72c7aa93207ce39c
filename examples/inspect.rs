//! Prints each citation of an answer with its passage, support and findings:
//! `cargo run --example inspect -- RESPONSE [SOURCE…]`, or a built-in sample without arguments.

use std::error::Error;
use std::io::{self, Write as _};

use pincite::Extractor;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let response = arguments.next();
    let (response, sources) = match &response {
        Some(response) => (response.as_str(), arguments.collect()),
        None => ("samples/handbook/answer.md", vec!["samples/handbook/sources".to_owned()]),
    };
    // Trusted files only: see the documentation of `Extractor`.
    let answer = pincite::open(response)?.with_sources(&sources)?;
    let inspection = answer.with_extractor(Extractor::in_process()).inspect()?;

    let mut out = io::stdout().lock();
    for citation in inspection.citations() {
        let claim = citation.claim().unwrap_or_else(|| "no claim".to_owned());
        writeln!(out, "{response}:{}: [{}] {claim:?}", citation.line(), citation.number())?;
        for target in citation.targets() {
            let source = target.source().and_then(|source| source.title.as_deref());
            match (target.text(), target.lines()) {
                (Some(text), Some((first, last))) => {
                    writeln!(
                        out,
                        "    {} L{first}-L{last}: {text:?}",
                        source.unwrap_or("untitled")
                    )?;
                }
                (Some(text), None) => writeln!(out, "    {} bytes of a source", text.len())?,
                (None, _) => writeln!(out, "    {}", target.why_missing().unwrap_or("pending"))?,
            }
            if let Some(evidence) = target.evidence {
                writeln!(out, "    support {:.2}, {}", evidence.support, evidence.place.name())?;
            }
        }
        for finding in citation.findings() {
            writeln!(out, "    {} {}: {}", finding.rule.code, finding.rule.name, finding.message)?;
        }
    }
    Ok(())
}
