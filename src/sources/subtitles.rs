//! Subtitles: the places of the cues of an SRT or `WebVTT` text, to look up times.
//!
//! Only the common part is read (<https://www.w3.org/TR/webvtt1/>, section 4; SRT has no standard):
//! a line of times, `00:12:05,250 --> 00:12:09,000`, then words up to a blank line. Hours may be
//! missing, and milliseconds follow a comma or a point. Numbers, cue names, settings and the blocks
//! `NOTE`, `STYLE` and `REGION` are ignored. The text itself is not changed.

use std::io::Read as _;
use std::path::Path;

use super::gate::open_regular;
use crate::model::{Cue, Source};
use crate::text::Span;

/// The maximum size of a text that is searched for cues, in bytes: 16 MiB.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Separator between the two times of a cue.
const ARROW: &[u8] = b"-->";

/// True if a file of this name holds subtitles.
pub(super) fn is_named(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|own| ["srt", "vtt"].iter().any(|it| own.eq_ignore_ascii_case(it)))
}

/// Sets the cues of `source` from the file at `path`, if that has subtitles; an unreadable file is
/// reported when its text is opened.
pub(super) fn take_file(source: &mut Source, path: &Path) {
    let opened = is_named(path).then(|| open_regular(path).ok()).flatten();
    let mut bytes = Vec::new();
    if let Some((file, _)) = opened
        && file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).is_ok()
    {
        attach_cues(source, &bytes);
    }
}

/// True if a text begins as subtitles do.
pub(super) fn begins(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut lines = Lines(text, 0).map(|(_, line)| line.trim_ascii());
    match (lines.next(), lines.next()) {
        (Some(first), _) if first.starts_with(b"WEBVTT") => true,
        (Some(number), Some(times)) => is_number(number) && times_of(times).is_some(),
        _ => false,
    }
}

/// Gives `source` the cues of its text, or a note when it is too large.
pub(super) fn attach_cues(source: &mut Source, text: &[u8]) {
    if text.len() > MAX_BYTES {
        let most = MAX_BYTES / (1024 * 1024);
        source.notes.push(format!("larger than {most} MiB, so subtitles are not searched by time"));
    } else {
        source.outline.cues = cues(text);
    }
}

/// Returns the cues of a text, in order. Their spans are bytes of it, including line ends between
/// their lines; the span after the times is empty for a cue without words.
pub(super) fn cues(text: &[u8]) -> Vec<Cue> {
    let mut cues: Vec<Cue> = Vec::new();
    // `open`: the lines belong to the last cue. `number_at`: the start of the last line, if it may
    // be the number of the next cue, for lack of a blank line between them.
    let (mut open, mut number_at) = (false, None);
    for (start, line) in Lines(text, 0) {
        let end = start + line.len();
        if let Some((from, to)) = times_of(line) {
            if let (Some(last), Some(at)) = (cues.last_mut(), number_at.take()) {
                last.span.end = trimmed_end(text, last.span.start, at);
            }
            cues.push(Cue { start: from, end: to, span: Span::at(end) });
            open = true;
        } else if line.trim_ascii().is_empty() {
            (open, number_at) = (false, None);
        } else if open && let Some(last) = cues.last_mut() {
            let first = last.span.is_empty();
            if first {
                last.span.start = start;
            }
            last.span.end = end;
            number_at = (is_number(line.trim_ascii()) && !first).then_some(start);
        }
    }
    cues
}

/// Returns the end of the words of `text` between `start` and `end`.
fn trimmed_end(text: &[u8], start: usize, end: usize) -> usize {
    start + text.get(start..end).unwrap_or_default().trim_ascii_end().len()
}

fn is_number(line: &[u8]) -> bool {
    !line.is_empty() && line.iter().all(u8::is_ascii_digit)
}

/// Returns the times of a line, in milliseconds; `None` for any other line.
fn times_of(line: &[u8]) -> Option<(u64, u64)> {
    let arrow = memchr::memmem::find(line, ARROW)?;
    let (from, to) = line.split_at_checked(arrow)?;
    let to = to.get(ARROW.len()..)?.trim_ascii_start();
    let to = to.split(u8::is_ascii_whitespace).next()?;
    Some((time(from.trim_ascii())?, time(to)?))
}

/// Reads `12:05`, `00:12:05,250` or `00:12:05.250` as milliseconds.
fn time(text: &[u8]) -> Option<u64> {
    crate::text::clock::milliseconds(std::str::from_utf8(text).ok()?)
}

/// The lines of a text with the byte each starts at, without line ends (LF, CRLF, CR).
struct Lines<'t>(&'t [u8], usize);

impl<'t> Iterator for Lines<'t> {
    type Item = (usize, &'t [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.1;
        let rest = self.0.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = rest.get(..end)?;
        let crlf = rest.get(end..).is_some_and(|end| end.starts_with(b"\r\n"));
        self.1 = start + end + if crlf { 2 } else { 1 };
        Some((start, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `start-end words` of each cue.
    fn words(text: &str) -> Vec<String> {
        let cues = cues(text.as_bytes());
        cues.iter()
            .map(|cue| {
                format!("{}-{} {}", cue.start, cue.end, cue.span.slice(text).unwrap_or("cut"))
            })
            .collect()
    }

    #[test]
    fn srt_is_read_as_it_is_found() {
        let text = "\u{feff}1\r\n00:00:01,000 --> 00:00:02,500\r\nOne\r\nmore\r\n\r\n\
            2\r\n00:00:03,000 --> 00:00:04,000 X1:100 X2:200\r\n<i>Two</i>\r\n";
        assert_eq!(words(text), ["1000-2500 One\r\nmore", "3000-4000 <i>Two</i>"]);
        assert!(begins(text.as_bytes()));
        let crowded = "1\n00:00:01,0 --> 00:00:02,0\nOne\n2\n00:00:02,0 --> 00:00:03,0\n1984";
        assert_eq!(words(crowded), ["1000-2000 One", "2000-3000 1984"]);
        assert!(words("1\n2\n\nno --> times\n00:99:00 --> 00:00:01\n").is_empty());
    }

    #[test]
    fn webvtt_is_read_with_everything_it_may_have() {
        let text = "WEBVTT - a talk\nKind: captions\n\nSTYLE\n::cue { color: red }\n\n\
            NOTE\nnot said\n\nintro\n01:05.250 --> 01:06.000 align:start line:0%\n\
            <v Ada>Hello.\nWorld\n\n100:00:00.000 --> 100:00:01.000\n\n\
            00:02.000 --> 00:03.000\nlast";
        assert_eq!(
            words(text),
            ["65250-66000 <v Ada>Hello.\nWorld", "360000000-360001000 ", "2000-3000 last"]
        );
        assert!(begins(text.as_bytes()) && begins(b"\xEF\xBB\xBFWEBVTT\n"));
        assert!(!begins(b"1\nOne\n") && !begins(b"") && !begins(b"Words"));
    }

    proptest::proptest! {
        #[test]
        fn cues_lie_in_the_text_in_order(
            pieces in proptest::collection::vec(proptest::prop_oneof![
                proptest::strategy::Just("00:00:01,000 --> 00:00:02,000"),
                proptest::strategy::Just("7"), proptest::strategy::Just("é words"),
                proptest::strategy::Just("\n"), proptest::strategy::Just("\r\n"),
                proptest::strategy::Just("\r"), proptest::strategy::Just("-->"),
            ], 0..30),
        ) {
            let text = pieces.concat();
            let mut at = 0;
            for cue in cues(text.as_bytes()) {
                let words = cue.span.slice(&text);
                proptest::prop_assert!(words.is_some_and(|words| !words.ends_with(['\n', '\r'])));
                proptest::prop_assert!(cue.span.start >= at);
                at = cue.span.end;
            }
        }
    }
}
