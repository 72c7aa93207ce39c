//! Office files that are broken, lie or are made to do harm. What sound ones hold is tested with
//! the samples.

use crate::error::Why;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::super::{DocumentKind, DocumentPart};

/// Returns an archive of these entries, packed.
fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the text extracted from a file, and the reason why there is no more.
fn read(kind: &str, bytes: &[u8]) -> (String, Result<(), Why>) {
    let mut text = String::new();
    let done = DocumentKind::named(kind).unwrap().parts(bytes, 0, &mut |part| match part {
        DocumentPart::Text(more) | DocumentPart::Page { text: more, .. } => text.push_str(&more),
        DocumentPart::Note(note) => text.extend(["(", &note, ")"]),
        _ => {}
    });
    (text, done)
}

/// Reads a DOCX with this body.
fn body(xml: &str) -> (String, Result<(), Why>) {
    let document = format!("<w:document><w:body>{xml}</w:body></w:document>");
    read("docx", &archive(&[("word/document.xml", document.as_bytes())]))
}

fn why(result: (String, Result<(), Why>)) -> String {
    result.1.unwrap_err().to_string()
}

#[test]
fn a_bomb_is_not_unpacked() {
    let zeros = vec![b' '; 65 * 1024 * 1024];
    let bomb = archive(&[("word/document.xml", &zeros)]);
    assert!(bomb.len() < 100_000);
    assert_eq!(why(read("docx", &bomb)), "its `word/document.xml` unpacks to more than 64 MiB");
}

#[test]
fn an_archive_of_too_many_entries_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..=20_000 {
        zip.start_file(number.to_string(), SimpleFileOptions::default()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    assert_eq!(why(read("epub", &bytes)), "its archive has more than 20000 entries");
}

#[test]
fn entities_are_not_expanded() {
    let laughs = r#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">
        <!ENTITY f SYSTEM "file:///etc/passwd">]>
        <w:document><w:p><w:t>&b; &f; &amp; &#233; &lt;</w:t></w:p></w:document>"#;
    let bytes = archive(&[("word/document.xml", laughs.as_bytes())]);
    assert_eq!(read("docx", &bytes), ("&b; &f; & é <\n".to_owned(), Ok(())));
}

#[test]
fn what_came_before_a_fault_is_kept() {
    let (text, done) = body("<w:p><w:t>one</w:t></w:p><w:p><w:t>two</w:p>");
    assert_eq!(text, "one\ntwo\n");
    assert!(done.unwrap_err().as_str().starts_with("its XML is broken at byte "));
    let (text, done) = read("docx", &archive(&[("word/document.xml", b"<w:p><w:t>one</w:t>")]));
    assert_eq!((text.as_str(), done), ("one\n", Err("its XML ends too early".into())));
}

#[test]
fn deep_nesting_is_refused() {
    let deep = "<w:x>".repeat(3000);
    assert_eq!(why(body(&deep)), "its XML is nested more than 2000 levels deep");
    let (text, done) = body(&format!("{}<w:p><w:t>in</w:t></w:p>", "<w:p>".repeat(1500)));
    assert_eq!((text.as_str(), done.is_err()), ("in\n", true));
}

#[test]
fn a_truncated_archive_says_so() {
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/office/transit.docx"));
    let whole = whole.unwrap();
    for length in (0..whole.len()).step_by(7) {
        let expected = why(read("docx", &whole[..length]));
        assert!(expected.starts_with("its archive cannot be read: "), "{length}: {expected}");
    }
}

#[test]
fn bytes_that_are_changed_never_panic() {
    for name in ["transit.docx", "hours.odt", "carrier.epub", "briefing.pptx"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/office/");
        let whole = std::fs::read(format!("{folder}{name}")).unwrap();
        let kind = name.rsplit('.').next().unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x15;
            // Any result will do, as long as it returns.
            let _any = read(kind, &bytes);
        }
    }
}

#[test]
fn a_media_type_that_is_another_is_refused() {
    let zip = archive(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]);
    let expected = "it says to be `application/vnd.oasis.opendocument.spreadsheet`";
    assert_eq!(why(read("odt", &zip)), expected);
    assert_eq!(why(read("epub", &zip)), expected);
    assert_eq!(why(read("odt", &archive(&[("x", b"")]))), "its archive has no `content.xml`");
    assert_eq!(
        why(read("docx", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 and more")),
        "it is encrypted, or of an older format than its name says"
    );
}

#[test]
fn names_lead_to_entries_alone() {
    use super::archive::resolved;
    assert_eq!(resolved("a/b.opf", "../../../etc/passwd#x"), "etc/passwd");
    assert_eq!(resolved("a/b.opf", "c%20d.xhtml"), "a/c d.xhtml");
    assert_eq!(resolved("a/b.opf", "/word/%C3%A9%zz%"), "word/é%zz%");
    let package = r#"<package><manifest><item id="a" href="/etc/passwd"/></manifest>
        <spine><itemref idref="a"/><itemref idref="b"/></spine></package>"#;
    let container = r#"<container><rootfile full-path="b.opf"/></container>"#;
    let book =
        archive(&[("META-INF/container.xml", container.as_bytes()), ("b.opf", package.as_bytes())]);
    let expected = "(chapter `etc/passwd` is not in the book)";
    assert_eq!(read("epub", &book), (expected.to_owned(), Ok(())));
}

#[test]
fn tables_and_boxes_nest() {
    let cell = |inner: &str| format!("<w:tc>{inner}</w:tc>");
    let p = |inner: &str| format!("<w:p><w:t>{inner}</w:t></w:p>");
    let inner = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell(&p("c")), cell(&p("d")));
    let rows = format!("<w:tr>{}{}</w:tr>", cell(&(p("a") + &p("b"))), cell(&inner));
    assert_eq!(body(&format!("<w:tbl>{rows}</w:tbl>")).0, "a b | c | d\n");
    let boxed = format!("<w:p><w:t>out</w:t><w:txbxContent>{}</w:txbxContent></w:p>", p("in"));
    assert_eq!(body(&(boxed + &p("next"))).0, "out\nin\nnext\n");
}

#[test]
fn what_is_deleted_is_left_out() {
    let moved = "<w:p><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom><w:t>here</w:t>\
        <w:instrText>PAGE</w:instrText><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr></w:p>";
    assert_eq!(body(moved).0, "here\n");
}

#[test]
fn kinds_are_known_by_what_they_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/office/");
    for name in ["transit.docx", "hours.odt", "carrier.epub", "briefing.pptx"] {
        let bytes = std::fs::read(format!("{folder}{name}")).unwrap();
        let kind = DocumentKind::of(&bytes, None).map(|kind| kind.name);
        assert_eq!(kind, name.rsplit('.').next());
    }
    assert!(DocumentKind::of(&archive(&[("readme.txt", b"word/")]), None).is_none());
}
