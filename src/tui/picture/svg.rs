//! A picture as SVG: text that can be selected and searched, on a dark ground.
//!
//! Each stretch of one style is a `text` of a stated length, so that columns stay in line whatever
//! monospaced font the reader has. Nothing is loaded and nothing runs.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::Form;
use super::cells::cells;
use crate::tui::sgr;

/// The entry in the table of forms.
pub(super) const FORM: Form = Form { extension: "svg", write };

/// A cell's width and height, and the font's size and height above the base line, in pixels.
const CELL: (f32, f32) = (8.4, 18.0);
const FONT_SIZE: f32 = 14.0;
const ASCENT: f32 = 13.5;

/// The room around the cells.
const MARGIN: f32 = 10.0;

/// The ground, the text, and the text that recedes.
const GROUND: &str = "#1b1d23";
const TEXT: &str = "#d7dae0";
const DIM: &str = "#8b909c";

/// The terminal's sixteen colours.
const COLOURS: [&str; 16] = [
    "#1b1d23", "#f47067", "#8ddb8c", "#e8c268", "#6cb6ff", "#dcbdfb", "#76d9e6", "#b8bdc7",
    "#8b909c", "#ff938a", "#b4f1b4", "#f4d68c", "#96d0ff", "#eedcff", "#a9eef7", "#ffffff",
];

/// The look of a stretch of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CellStyle {
    ink: String,
    ground: Option<String>,
    attributes: Modifier,
}

impl CellStyle {
    fn of(cell: &Cell) -> Self {
        let attributes = cell.modifier;
        let dim = attributes.contains(Modifier::DIM);
        let default = if dim { DIM } else { TEXT };
        let ink = colour(cell.fg).unwrap_or_else(|| default.to_owned());
        let ground = colour(cell.bg);
        if attributes.contains(Modifier::REVERSED) {
            let reversed = ground.unwrap_or_else(|| GROUND.to_owned());
            return Self { ink: reversed, ground: Some(ink), attributes };
        }
        Self { ink, ground, attributes }
    }

    /// Returns the presentation attributes of its text that differ from the defaults.
    fn to_attributes(&self) -> String {
        let mut text = String::new();
        if self.ink != TEXT {
            let _infallible = write!(text, " fill=\"{}\"", self.ink);
        }
        let attributes = [
            (Modifier::BOLD, " font-weight=\"bold\""),
            (Modifier::ITALIC, " font-style=\"italic\""),
            (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        ];
        for (modifier, attribute) in attributes {
            if self.attributes.contains(modifier) {
                text.push_str(attribute);
            }
        }
        text
    }
}

fn colour(colour: Color) -> Option<String> {
    if let Color::Rgb(red, green, blue) = colour {
        return Some(format!("#{red:02x}{green:02x}{blue:02x}"));
    }
    COLOURS.get(usize::from(sgr::number(colour)?)).map(|it| (*it).to_owned())
}

/// Adjacent cells of the same style.
struct Run {
    look: CellStyle,
    /// The first column, and the column after the last.
    columns: (u16, u16),
    text: String,
    /// True if a character takes two columns, or several make one cell: such a cell is a run by
    /// itself, because its width depends on the font.
    alone: bool,
}

fn write(buffer: &Buffer) -> String {
    let (columns, rows) = (f32::from(buffer.area.width), f32::from(buffer.area.height));
    let (width, height) = (columns * CELL.0 + 2.0 * MARGIN, rows * CELL.1 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', \
         Menlo, Consolas, monospace\" font-size=\"{FONT_SIZE}\" fill=\"{TEXT}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for y in 0..buffer.area.height {
        let top = MARGIN + f32::from(y) * CELL.1;
        for run in runs(buffer, y) {
            draw(&run, top, &mut svg);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn runs(buffer: &Buffer, y: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (x, width, cell) in cells(buffer, y) {
        let look = CellStyle::of(cell);
        let alone = width > 1 || cell.symbol().chars().count() > 1;
        let columns = (x, x + width);
        match runs.last_mut() {
            Some(last) if last.look == look && !alone && !last.alone => {
                last.columns.1 = columns.1;
                last.text.push_str(cell.symbol());
            }
            _ => runs.push(Run { look, columns, text: cell.symbol().to_owned(), alone }),
        }
    }
    runs
}

fn draw(run: &Run, top: f32, svg: &mut String) {
    let x = |column: u16| MARGIN + f32::from(column) * CELL.0;
    let (left, width) = (x(run.columns.0), x(run.columns.1) - x(run.columns.0));
    if let Some(ground) = &run.look.ground {
        let _infallible = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{}\" fill=\"{ground}\"/>",
            CELL.1
        );
    }
    let underlined = run.look.attributes.contains(Modifier::UNDERLINED);
    if run.text.trim_matches(' ').is_empty() && !underlined {
        return;
    }
    // Blanks at the ends need no ink, and some programs drop them together with their width.
    let text = if underlined { run.text.as_str() } else { run.text.trim_end_matches(' ') };
    let blanks = if underlined { 0 } else { text.len() - text.trim_start_matches(' ').len() };
    let text = text.get(blanks..).unwrap_or_default();
    let before = u16::try_from(blanks).unwrap_or_default();
    let after = u16::try_from(run.text.len() - blanks - text.len()).unwrap_or_default();
    let (first, end) = (run.columns.0 + before, run.columns.1 - after);
    let _infallible = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\"{}>{}</text>",
        x(first),
        top + ASCENT,
        x(end) - x(first),
        run.look.to_attributes(),
        escaped(text),
    );
}

/// Escapes text for XML. The screen holds no control characters.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
