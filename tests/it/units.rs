//! Tests: offsets in bytes, code points and UTF-16, and line numbers.

use pincite::text::units::Offsets;
use pincite::text::{LineIndex, Span, Unit, lines};
use proptest::prelude::*;

const UNITS: [Unit; 3] = [Unit::Bytes, Unit::CodePoints, Unit::Utf16];

/// Offsets of the character boundaries of `text` in `unit`, the end included.
fn boundaries(text: &str, unit: Unit) -> Vec<usize> {
    let mut at = 0;
    let ends = text.chars().map(|c| {
        at += unit.count(c.encode_utf8(&mut [0; 4]));
        at
    });
    std::iter::once(0).chain(ends).collect()
}

/// Short texts of one to four byte characters, and long ones that need more than one mark.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-zåß€字🙂𝒜\u{301}\u{200D}\r\n]{0,60}",
        ("[a€🙂]{0,5}", "[aß字🙂\n]{1,9}", 1_usize..120)
            .prop_map(|(head, body, times)| head + &body.repeat(times)),
    ]
}

/// Lines of every ending, with what ends no line between them.
fn lined_texts() -> impl Strategy<Value = String> {
    let pieces = vec!["a", "é", "\n", "\r", "\r\n", "\n\r", "\u{2028}", "\u{85}", "\u{B}", "\u{C}"];
    prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|pieces| pieces.concat())
}

/// Returns the definition of a line, said in the plainest way.
fn plain_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let length = match rest.find(['\n', '\r']) {
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, after) = rest.split_at(length);
        lines.push(line);
        rest = after;
    }
    lines
}

#[test]
fn the_three_units_of_one_place() {
    let text = "aé字🙂z";
    let offsets = Offsets::new(text);
    for (bytes, code_points, utf16) in
        [(0, 0, 0), (1, 1, 1), (3, 2, 2), (6, 3, 3), (10, 4, 5), (11, 5, 6)]
    {
        assert_eq!(offsets.convert(code_points, Unit::CodePoints, Unit::Bytes), Some(bytes));
        assert_eq!(offsets.convert(utf16, Unit::Utf16, Unit::Bytes), Some(bytes));
        assert_eq!(offsets.convert(bytes, Unit::Bytes, Unit::Utf16), Some(utf16));
    }
    assert_eq!(offsets.span(3, 5, Unit::Utf16), Some(Span::new(6, 10)));
    assert_eq!(offsets.range(Span::new(6, 10), Unit::CodePoints), Some((3, 4)));
}

#[test]
fn a_place_inside_a_character_is_no_place() {
    let offsets = Offsets::new("aé🙂");
    assert_eq!(offsets.convert(2, Unit::Bytes, Unit::CodePoints), None);
    assert_eq!(offsets.convert(3, Unit::Utf16, Unit::Bytes), None);
    assert_eq!(offsets.span(0, 3, Unit::Utf16), None);
    assert_eq!(offsets.range(Span::new(0, 2), Unit::Bytes), None);
    assert_eq!(offsets.convert(8, Unit::Bytes, Unit::Bytes), None);
    assert_eq!(offsets.convert(usize::MAX, Unit::CodePoints, Unit::Bytes), None);
}

#[test]
fn every_line_ending_counts_and_nothing_else_does() {
    let count = |text| LineIndex::new(text).count();
    assert_eq!(count(""), 0);
    assert_eq!(count("\n"), 1);
    assert_eq!(count("a"), 1);
    assert_eq!(count("a\nb\n"), 2);
    assert_eq!(count("a\r\nb\r\n"), 2);
    assert_eq!(count("a\rb\r"), 2);
    assert_eq!(count("a\r\rb\n\nc"), 5);
    assert_eq!(count("a\u{2028}b\u{85}c\u{B}d\u{C}e"), 1);
}

#[test]
fn lines_outside_the_text() {
    let index = LineIndex::new("one\r\ntwo");
    assert_eq!(index.span(0), None);
    assert_eq!(index.span(3), None);
    assert_eq!(index.span(u64::MAX), None);
    assert_eq!(index.span(2), Some(Span::new(5, 8)));
    assert_eq!(index.number(4), 1, "inside the line end");
    assert_eq!(index.number(8), 2, "at the end");
    assert_eq!(LineIndex::new("").number(0), 0);
    assert_eq!(lines::without_line_end("one\r\ntwo", Span::new(0, 5)), Span::new(0, 3));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn there_and_back_is_the_same_place(text in texts()) {
        let offsets = Offsets::new(&text);
        for from in UNITS {
            for to in UNITS {
                for (at, expected) in boundaries(&text, from).into_iter().zip(boundaries(&text, to)) {
                    prop_assert_eq!(offsets.convert(at, from, to), Some(expected));
                }
            }
        }
    }

    #[test]
    fn what_is_no_boundary_is_no_place(text in texts()) {
        let offsets = Offsets::new(&text);
        for unit in UNITS {
            let boundaries = boundaries(&text, unit);
            for at in 0..unit.count(&text) + 3 {
                let found = offsets.convert(at, unit, Unit::CodePoints);
                prop_assert_eq!(found, boundaries.binary_search(&at).ok());
            }
        }
    }

    #[test]
    fn lines_are_the_text(text in lined_texts()) {
        let index = LineIndex::new(&text);
        let spans = (1..=index.count()).map(|number| index.span(number).unwrap());
        let lines: Vec<&str> = spans.map(|span| span.slice(&text).unwrap()).collect();
        prop_assert_eq!(&lines, &plain_lines(&text));
        prop_assert_eq!(lines.concat(), text);
    }

    #[test]
    fn each_byte_is_in_its_line(text in lined_texts()) {
        let index = LineIndex::new(&text);
        for number in 1..=index.count() {
            let span = index.span(number).unwrap();
            for offset in span.start..span.end {
                prop_assert_eq!(index.number(offset), number);
            }
        }
    }

    #[test]
    fn a_line_end_is_taken_off_once(text in lined_texts()) {
        for line in plain_lines(&text) {
            let kept = lines::without_line_end(line, Span::new(0, line.len()));
            let end = &line[kept.end..];
            prop_assert!(["", "\n", "\r", "\r\n"].contains(&end), "{:?}", line);
            prop_assert!(!line[..kept.end].contains(['\n', '\r']));
        }
    }
}
