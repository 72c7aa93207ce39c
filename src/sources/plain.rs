//! A file as it is: one source, its lines counted as they stand. It is what remains when a text
//! shows nothing else, so there is nothing to recognise.

use super::{Presentation, Shape};

pub(super) const PRESENTATION: Presentation = Presentation {
    name: "plain",
    title: "a text file; line locators count its physical lines from 1",
    example: "Employees may work remotely up to three days per week.\n\
              Additional remote days require manager approval.",
    shape: Shape::Plain,
};
