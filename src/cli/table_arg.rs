//! Values of the command line that are entries of a table.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::text::Unit;

/// Returns the parser for the name of an entry of `table`; `describe` returns the name of an entry
/// and its line in the help.
pub(super) fn entry_of<T: Sync>(
    table: &'static [T],
    describe: fn(&T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = &'static T> {
    let values = table.iter().map(|entry| {
        let (name, help) = describe(entry);
        PossibleValue::new(name).help(help)
    });
    PossibleValuesParser::new(values).try_map(move |name| {
        table.iter().find(|entry| describe(entry).0 == name).ok_or("unknown name")
    })
}

/// Returns the parser for the unit of offsets.
pub(super) fn offset_unit() -> impl TypedValueParser<Value = Unit> {
    entry_of(&[Unit::Bytes, Unit::CodePoints, Unit::Utf16], |unit| (unit.name(), unit.meaning()))
        .map(|unit| *unit)
}
