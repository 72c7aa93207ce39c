//! A plain file: one source with physical lines. It is the fallback for a text without any other
//! presentation, so there is nothing to detect.

use super::{Presentation, PresentationForm};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "plain",
    title: "a text file; line locators count its physical lines from 1",
    example: "Employees may work remotely up to three days per week.\n\
              Additional remote days require manager approval.",
    shape: PresentationForm::Plain,
};
