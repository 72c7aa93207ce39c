//! `academic`: citations and references in a style of CSL.
/// x
#[derive(Debug, Clone, Default)]
pub struct Style;
/// x
pub(super) const CONVERSION: super::Conversion = super::Conversion { name: "academic", title: "x", extension: "md", holds: &[], write: |_| String::new() };
