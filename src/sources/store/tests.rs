//! Properties of the store with block and row sizes so small that every border is met.

use std::fs;

use proptest::prelude::*;

use super::{LineStart, Row, SIZES, Sizes, Store};
use crate::model::SourceText;
use crate::text::{LineIndex, Span, Unit, lines::without_line_end};

fn inline(text: &str, sizes: Sizes) -> Store {
    Store::open_sized(&SourceText::Inline(text.into()), sizes).unwrap().unwrap()
}

/// Returns the same text in a file, which goes unlinked but stays open with the store.
fn file(text: &str, sizes: Sizes) -> Store {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    Store::open_sized(&SourceText::File(file.path().to_owned()), sizes).unwrap().unwrap()
}

fn forward(store: &Store) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = 0;
    while let Some(row) = store.row_at(at) {
        at = row.next;
        rows.push(row);
    }
    rows
}

fn check_lines(store: &Store, text: &str) {
    let expected = LineIndex::new(text);
    store.count_lines(&|| true);
    assert_eq!(store.line_count(), Some(expected.count()));
    for number in 1..=expected.count() {
        let start = expected.span(number).unwrap().start;
        assert_eq!(store.line_start(number), LineStart::At(start), "line {number} of {text:?}");
    }
    assert_eq!(
        store.line_start(expected.count() + 1),
        LineStart::PastEnd(expected.count()),
        "{text:?}"
    );
    for offset in (0..=text.len() + 1).chain((0..=text.len()).rev()) {
        assert_eq!(store.line_at(offset), Some(expected.number(offset)), "at {offset} of {text:?}");
    }
}

fn check_rows(store: &Store, text: &str) {
    let rows = forward(store);
    let lines = LineIndex::new(text);
    let mut at = 0;
    for row in &rows {
        assert_eq!(row.span.start, at, "rows tile {text:?}");
        assert_eq!(row.span.slice(text), Some(row.text.as_str()), "cut on characters");
        assert!(row.span.len() <= store.sizes.row);
        assert_eq!(row.line, Some(lines.number(at)));
        let line = lines.span(lines.number(at)).unwrap();
        assert_eq!(row.continued, line.start != at);
        let content = without_line_end(text, line);
        assert!(content.len() > store.sizes.row || row.span == content, "short lines are whole");
        at = row.next;
    }
    assert_eq!(at, text.len());
    for (row, before) in rows.iter().zip(std::iter::once(None).chain(rows.iter().map(Some))) {
        assert_eq!(store.row_before(row.span.start).as_ref(), before, "{text:?}");
        for offset in row.span.start..row.next {
            assert_eq!(store.row_holding(offset).as_ref(), Some(row), "{offset} of {text:?}");
        }
    }
    assert_eq!(store.row_holding(text.len() + 7).as_ref(), rows.last());
    assert_eq!(store.row_before(text.len()).as_ref(), rows.last());
}

fn small(block: usize, row: usize, glance: usize) -> Sizes {
    Sizes { block, row, glance, lazy: 0, search: block, reach: 8 }
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-c ]{0,6}",
        3 => "[é漢😀]{0,9}",
        2 => "[a-z漢]{30,90}",
        2 => Just("\n".to_owned()),
        2 => Just("\r\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("\u{2028}\u{85}\u{c}".to_owned()),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_agree_with_the_line_index(text in texts(), block in 1_usize..20) {
        check_lines(&inline(&text, small(block, 32, 4)), &text);
        check_lines(&file(&text, small(block, 32, 4)), &text);
    }

    #[test]
    fn rows_tile_and_agree_from_every_side(
        text in texts(), block in 1_usize..40, half in 8_usize..20, glance in 1_usize..12,
    ) {
        let store = inline(&text, small(block, half * 2, glance));
        check_rows(&store, &text);
        let store = file(&text, small(block, half * 2, glance));
        store.count_lines(&|| true);
        check_rows(&store, &text);
    }

    #[test]
    fn characters_are_counted_as_they_are_shown(
        bytes in prop::collection::vec(prop_oneof![
            Just(b"a".to_vec()), Just(b"\n".to_vec()), Just("é".into()), Just("漢".into()),
            Just("😀".into()), Just(b"\xF0\x9F".to_vec()), Just(b"\xFF".to_vec()),
            Just(b"\xBF".to_vec()),
        ], 0..60),
        piece in 4_usize..9,
    ) {
        let bytes = bytes.concat();
        let offsets: Vec<usize> = (0..=bytes.len()).collect();
        for unit in [Unit::CodePoints, Unit::Utf16] {
            let mut expected = vec![0];
            for chunk in bytes.utf8_chunks() {
                for c in chunk.valid().chars() {
                    let next = expected[expected.len() - 1] + unit.count(&c.to_string());
                    expected.extend(std::iter::repeat_n(next, c.len_utf8()));
                }
                let next = expected[expected.len() - 1] + 1;
                expected.extend(std::iter::repeat_n(next, chunk.invalid().len()));
            }
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), &bytes).unwrap();
            let source = SourceText::File(file.path().to_owned());
            let store = Store::open(&source).unwrap().unwrap();
            prop_assert_eq!(store.count_before_by(&offsets, unit, piece), expected);
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(
        bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), 1_u8..], 0..200),
        offset in 0_usize..220,
    ) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), &bytes).unwrap();
        let source = SourceText::File(file.path().to_owned());
        let store = Store::open_sized(&source, small(7, 16, 3)).unwrap().unwrap();
        let rows = forward(&store);
        prop_assert_eq!(rows.last().map_or(store.bom, |row| row.next), bytes.len());
        prop_assert_eq!(store.row_holding(offset).is_some(), !store.is_empty());
        fs::write(file.path(), &bytes[..bytes.len() / 2]).unwrap();
        forward(&store);
        store.row_holding(offset);
        store.row_before(offset);
        store.count_lines(&|| true);
        store.line_at(offset);
        store.line_start(offset as u64);
        store.read(Span::new(offset, offset + 9), 5);
    }

    #[test]
    fn a_search_finds_what_a_whole_search_finds(
        text in "[ab\n]{0,60}", block in 1_usize..12,
    ) {
        let pattern = regex::bytes::Regex::new(r"(?m)^ab|ba$|\baab").unwrap();
        let all: Vec<Span> =
            pattern.find_iter(text.as_bytes()).map(|found| Span::from(found.range())).collect();
        let store = file(&text, small(block, 32, 4));
        prop_assert_eq!(store.matches(&pattern, &|| true).collect::<Vec<_>>(), all);
        prop_assert_eq!(store.matches(&pattern, &|| false).next(), None);
    }
}

#[test]
fn a_byte_order_mark_is_no_text_but_counts() {
    let store = inline("\u{feff}one\ntwo", SIZES);
    let first = store.row_at(0).unwrap();
    assert_eq!((first.text.as_str(), first.span), ("one", Span::new(3, 6)));
    assert_eq!(store.row_at(3), Some(first.clone()));
    assert_eq!(store.row_before(3), None);
    assert_eq!(store.row_before(7), Some(first.clone()));
    assert_eq!(store.row_holding(1), Some(first));
    assert_eq!(store.line_start(2), LineStart::At(7));
    assert!(inline("\u{feff}", SIZES).row_at(0).is_none());
}

#[test]
fn without_being_asked_only_the_start_is_counted() {
    let text = "line\n".repeat(1000);
    let store = file(&text, Sizes { block: 100, lazy: 1000, ..SIZES });
    assert_eq!(store.line_start(8), LineStart::At(35));
    assert!((store.counted() - 0.02).abs() < 1e-9, "one block of fifty: {}", store.counted());
    assert_eq!(store.line_start(900), LineStart::NotCounted);
    assert_eq!(store.line_count(), None);
    assert_eq!(store.row_holding(4000).unwrap().line, None);
    assert_eq!(store.row_holding(990).unwrap().line, Some(199));
    let blocks = std::cell::Cell::new(0);
    store.count_lines(&|| blocks.replace(blocks.get() + 1) < 1);
    assert!(store.counted() < 1.0);
    store.count_lines(&|| true);
    assert_eq!(store.line_start(900), LineStart::At(4495));
    assert_eq!(store.line_count(), Some(1000));
}
