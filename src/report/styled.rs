//! Lines of text for people, in colour where it is asked for.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::text::SafeText;

/// Text as it is.
pub const PLAIN: Style = Style::new();
/// A claim, and what begins a part.
pub const HEADING: Style = Style::new().bold();
/// A failure, or what is lost.
pub const TROUBLE: Style = AnsiColor::Red.on_default();
/// A suggestion, or what is gained.
pub const BETTER: Style = AnsiColor::Green.on_default();
/// Beside the matter: the context around a passage.
pub const MUTED: Style = Style::new().dimmed();

/// Writes a line, made safe for a terminal; `style` counts only with `colour`.
pub fn write_line(
    out: &mut dyn Write,
    (style, colour): (Style, bool),
    line: &str,
) -> io::Result<()> {
    let style = if colour { style } else { PLAIN };
    writeln!(out, "{style}{}{style:#}", SafeText::new(line.trim_end()))
}
