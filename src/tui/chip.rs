//! The text of a citation's chip on the screen: its number, a sign if something is wrong, and the
//! shortest correct locator.

use crate::inspect::Inspection;
use crate::report::standing::resolved;
pub use crate::report::standing::{Standing, place, standing};
use crate::tui::role::Role;

impl Standing {
    /// Returns the role of the chip.
    pub const fn role(self) -> Role {
        match self {
            Self::Sound => Role::Chip,
            Self::Doubt => Role::ChipDoubt,
            Self::NoText => Role::ChipNoText,
            Self::Trouble => Role::ChipTrouble,
        }
    }
}

/// The meaning of the sign in a chip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ChipSign {
    /// All that the program found out.
    #[default]
    Doubts,
    /// Only whether it resolves: the evidence is still hidden.
    Resolution,
    /// The reviewer's verdict, by its sign.
    Verdict(&'static str),
}

/// Returns the standing of the citation at `index`, as far as `shows` lets it be seen.
pub fn shown_standing(inspection: &Inspection, index: usize, shows: ChipSign) -> Standing {
    match shows {
        ChipSign::Resolution => resolved(inspection, index),
        ChipSign::Doubts | ChipSign::Verdict(_) => standing(inspection, index),
    }
}

/// Returns the chip's text. The selected one is enclosed in bars, so that it stands out without
/// colour.
///
/// A reviewed citation has the verdict's sign instead of the program's doubts. An asterisk marks a
/// change since the last reading.
pub fn label(
    inspection: &Inspection,
    index: usize,
    shows: ChipSign,
    changed: bool,
    selected: bool,
) -> String {
    let sign = match shows {
        // A verdict does not make a citation resolve.
        ChipSign::Verdict(sign) if resolved(inspection, index) == Standing::Trouble => {
            format!("{}{sign} ", Standing::Trouble.sign())
        }
        ChipSign::Verdict(sign) => format!("{sign} "),
        shows => shown_standing(inspection, index, shows).sign().to_owned(),
    };
    let citation = inspection.case.response.citations.get(index);
    let place = citation.map(place).unwrap_or_default();
    let blank = if place.is_empty() { "" } else { " " };
    let mark = if changed { "*" } else { "" };
    let text = format!("[{}{mark}{blank}{sign}{place}]", index + 1);
    let text = text.replace(" ]", "]");
    if selected { format!("▐{text}▌") } else { text }
}
