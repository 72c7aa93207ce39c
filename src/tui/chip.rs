//! What a citation's chip says on the screen: its number, a sign when something is wrong, the
//! shortest true locator.

use crate::inspect::Inspection;
use crate::report::standing::resolved;
pub use crate::report::standing::{Standing, place, standing};
use crate::tui::role::Role;

impl Standing {
    /// The role of the chip.
    pub const fn role(self) -> Role {
        match self {
            Self::Sound => Role::Chip,
            Self::Doubt => Role::ChipDoubt,
            Self::NoText => Role::ChipNoText,
            Self::Trouble => Role::ChipTrouble,
        }
    }
}

/// What the sign in a chip tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tells {
    /// All that the program found out.
    #[default]
    Doubts,
    /// Only whether it resolves: the evidence is still hidden.
    Resolution,
    /// The reviewer's verdict, by its sign.
    Verdict(&'static str),
}

/// How well the citation of `index` stands, as far as `tells` shows it.
pub fn standing_told(inspection: &Inspection, index: usize, tells: Tells) -> Standing {
    match tells {
        Tells::Resolution => resolved(inspection, index),
        Tells::Doubts | Tells::Verdict(_) => standing(inspection, index),
    }
}

/// The chip's text; the selected one is closed in by bars, so that it stands out without colour.
///
/// What is judged bears the verdict's sign instead of the program's doubts; what changed since it was
/// read before has an asterisk.
pub fn label(
    inspection: &Inspection,
    index: usize,
    tells: Tells,
    changed: bool,
    selected: bool,
) -> String {
    let sign = match tells {
        // A verdict does not make a citation resolve.
        Tells::Verdict(sign) if resolved(inspection, index) == Standing::Trouble => {
            format!("{}{sign} ", Standing::Trouble.sign())
        }
        Tells::Verdict(sign) => format!("{sign} "),
        tells => standing_told(inspection, index, tells).sign().to_owned(),
    };
    let citation = inspection.case.response.citations.get(index);
    let place = citation.map(place).unwrap_or_default();
    let blank = if place.is_empty() { "" } else { " " };
    let mark = if changed { "*" } else { "" };
    let text = format!("[{}{mark}{blank}{sign}{place}]", index + 1);
    let text = text.replace(" ]", "]");
    if selected { format!("▐{text}▌") } else { text }
}
