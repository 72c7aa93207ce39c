//! The unit of offsets on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::text::Unit;

/// Returns the parser for `--unit`.
pub(super) fn unit_parser() -> impl TypedValueParser<Value = Unit> {
    const UNITS: [Unit; 3] = [Unit::Bytes, Unit::CodePoints, Unit::Utf16];
    let values = UNITS.map(|unit| PossibleValue::new(unit.name()).help(unit.meaning()));
    PossibleValuesParser::new(values)
        .map(|name| UNITS.into_iter().find(|unit| unit.name() == name).unwrap_or_default())
}
