//! Citable material in every presentation, alone and mixed, sound and broken.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use pincite::model::{Division, DivisionKind, IdFrom, Source, SourceText};
use pincite::sources::{self, Loaded, PRESENTATIONS};
use proptest::prelude::*;

fn split(text: &str) -> Loaded {
    sources::split_with_notes(text, Some(Path::new("prompt.txt"))).unwrap()
}

fn text(source: &Source) -> &str {
    match &source.text {
        SourceText::Inline(text) => text,
        other => panic!("not inline: {other:?}"),
    }
}

fn division_text<'s>(source: &'s Source, division: &Division) -> &'s str {
    division.span.slice(text(source)).unwrap()
}

/// Returns each source as `id|title|text`, for short comparisons.
fn brief(loaded: &Loaded) -> Vec<String> {
    let one = |source: &Source| {
        format!("{}|{}|{}", source.id, source.title.as_deref().unwrap_or("-"), text(source))
    };
    loaded.sources.iter().map(one).collect()
}

/// Returns a source's divisions as `L1@file line:text`.
fn labels(source: &Source) -> Vec<String> {
    let one = |division: &Division| {
        let kind = if division.kind == DivisionKind::Line { 'L' } else { 'B' };
        let (number, line) = (division.number, division.file_line);
        format!("{kind}{number}@{line}:{}", division_text(source, division))
    };
    source.divisions.iter().map(one).collect()
}

#[test]
fn pages_in_frames_are_read_wherever_they_begin() {
    let loaded = split(
        "Pages are written as [webpage X begin]...[webpage X end].\n\
         [webpage 1 begin]\nTitle: A\nURL: https://a.example/\nContent: One.\n[webpage 1 end]\n\
         [webpage 2 begin]Two, see [webpage 9].[webpage 2 end] [webpage 3 begin]Three.\n\nMore.\n[webpage 3 end]\n\
         [webpage 4 begin]\nFour.\n[webpage 5 begin]\nFive.\n[webpage 5 end]\nWhen?\n",
    );
    let expected =
        ["1|A|One.", "2|-|Two, see [webpage 9].", "3|-|Three.\n\nMore.", "4|-|Four.", "5|-|Five."];
    assert_eq!(brief(&loaded), expected);
    assert_eq!(loaded.sources[0].url.as_deref(), Some("https://a.example/"));
    let notes = [
        "the tag of source 4 on line 11 of prompt.txt is never closed; read up to the next source",
        "2 lines of prompt.txt left out, from line 1 on: outside of every source",
    ];
    assert_eq!(loaded.notes, notes);
}

#[test]
fn files_in_frames_have_the_name_on_the_line_before() {
    let loaded = split(
        "[file name]: fares.md\n[file content begin]\nIt costs [file name] crowns.\n[file content end]\n\
         [file name]: Fahrplan Süd.pdf\r\n[file content begin]\r\nIt leaves at noon.\r\n[file content end]\r\n\
         [file name]: lost.md\nIt is written as [file content begin].\n",
    );
    let expected =
        ["fares.md|-|It costs [file name] crowns.", "Fahrplan Süd.pdf|-|It leaves at noon."];
    assert_eq!(brief(&loaded), expected);
}

#[test]
fn every_example_is_read_from_a_file_as_from_a_text() {
    let dir = tempfile::tempdir().unwrap();
    for presentation in PRESENTATIONS.iter().filter(|it| it.name != "plain") {
        let path = dir.path().join(presentation.name).with_extension("txt");
        fs::write(&path, presentation.example).unwrap();
        let loaded = sources::load(&[path], &[]).unwrap();
        let ids = |sources: &[Source]| sources.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
        let read = sources::split_with_notes(presentation.example, None).unwrap();
        assert_eq!(ids(&loaded.sources), ids(&read.sources), "{}", presentation.name);
        let divisions = |sources: &[Source]| sources[0].divisions.len();
        assert_eq!(divisions(&loaded.sources), divisions(&read.sources), "{}", presentation.name);
    }
}

#[test]
fn every_example_is_read() {
    for (index, presentation) in PRESENTATIONS.iter().enumerate() {
        let same = |other: &sources::Presentation| other.name == presentation.name;
        assert_eq!(PRESENTATIONS.iter().position(same), Some(index), "names are unique");
        let read = sources::split_with_notes(presentation.example, None);
        if presentation.name == "plain" {
            assert!(read.is_none());
            continue;
        }
        let read = read.unwrap_or_else(|| panic!("{}", presentation.name));
        assert_eq!(read.sources.len(), 1, "{}", presentation.name);
        assert_eq!(read.notes, Vec::<String>::new(), "{}", presentation.name);
        let declared =
            !presentation.name.ends_with("labels") && !presentation.name.ends_with("headings");
        assert_eq!(!read.sources[0].id.is_empty(), declared, "{}", presentation.name);
    }
}

#[test]
fn a_citation_marker_with_fields_and_lines() {
    let loaded = split(
        "Citation Marker: {CITATION_START}cite{CITATION_DELIMITER}file0{CITATION_STOP}\n\
         Title: Travel Policy\n\
         URL: https://company.example/travel\n\
         Updated: 2026-03-01\n\
         Score: 0.82\n\
         Owner: People team\n\
         \n\
         [L1] Trains are preferred below five hours.\n\
         [L2] Flights need approval.\n\
         \n\
         Citation Marker: {CITATION_START}cite{CITATION_DELIMITER}file1{CITATION_STOP}\n\
         ...\n",
    );
    assert_eq!(loaded.notes, Vec::<String>::new());
    let [first, second] = loaded.sources.as_slice() else { panic!("{loaded:?}") };
    assert_eq!((first.id.as_str(), first.id_from), ("file0", IdFrom::Text));
    assert_eq!(first.title.as_deref(), Some("Travel Policy"));
    assert_eq!(first.url.as_deref(), Some("https://company.example/travel"));
    assert_eq!(first.updated.as_deref(), Some("2026-03-01"));
    assert_eq!(first.score, Some(0.82));
    assert_eq!(first.metadata, [("Owner".to_owned(), "People team".to_owned())]);
    assert_eq!(text(first), "Trains are preferred below five hours.\nFlights need approval.");
    assert_eq!(
        labels(first),
        ["L1@8:Trains are preferred below five hours.", "L2@9:Flights need approval."]
    );
    let origin = first.origin.as_ref().unwrap();
    assert_eq!((origin.path.as_path(), origin.first_line), (Path::new("prompt.txt"), 8));
    assert_eq!((second.id.as_str(), text(second)), ("file1", "..."));
    assert_eq!(second.origin.as_ref().unwrap().first_line, 12);
}

#[test]
fn a_citation_marker_right_above_its_text() {
    let marker = "Citation Marker: \u{e200}cite\u{e202}turn0file0\u{e201}\n";
    let body = |rest: &str| brief(&split(&format!("{marker}{rest}"))).remove(0);
    assert_eq!(body("[L7] Seven.\n"), "turn0file0|-|Seven.");
    assert_eq!(body("[Block1]\nOne.\nTwo.\n"), "turn0file0|-|One.\nTwo.");
    assert_eq!(
        body("Notice is thirty days.\nIn short: thirty.\n"),
        "turn0file0|-|Notice is thirty days.\nIn short: thirty."
    );
    assert_eq!(body("Note: thirty days.\nNo more.\n"), "turn0file0|-|Note: thirty days.\nNo more.");
    assert_eq!(
        body("Title: Lease\nNotice is thirty days.\n"),
        "turn0file0|Lease|Notice is thirty days."
    );
    assert_eq!(
        body("Title: Lease\nContent Snippet: Notice.\nMore.\n"),
        "turn0file0|Lease|Notice.\nMore."
    );
    assert_eq!(body("\nTitle: a word\n"), "turn0file0|-|Title: a word");
    assert_eq!(body("https://a.example: a page\n"), "turn0file0|-|https://a.example: a page");
    assert_eq!(body(""), "turn0file0|-|");
}

#[test]
fn blocks_under_headings_and_lines_inside() {
    let loaded = split(
        "Citation Marker: \\ue200cite\\ue202turn0file0\\ue201\n\
         [Block1]\n\
         Notice of thirty days.\n\
         Terms renew.\n\
         \n\
         [block 2] In short:\n\
         [L4] Four.\n\
         goes on\n\
         [L9]\n",
    );
    let source = &loaded.sources[0];
    assert_eq!(text(source), "Notice of thirty days.\nTerms renew.\n\nIn short:\nFour.\ngoes on\n");
    assert_eq!(
        labels(source),
        [
            "B1@3:Notice of thirty days.\nTerms renew.",
            "B2@6:In short:\nFour.\ngoes on",
            "L4@7:Four.\ngoes on",
            "L9@9:",
        ]
    );
    assert_eq!(source.origin.as_ref().unwrap().first_line, 3);
}

#[test]
fn labels_with_gaps_repeats_and_continuations() {
    let loaded = split("[L10] ten\r\n\tten goes on\r\n\r\n[L12]   indented\r[L12] again\r\n");
    let source = &loaded.sources[0];
    assert_eq!(source.id, "");
    assert_eq!(text(source), "ten\r\n\tten goes on\r\n\r\n  indented\ragain\r\n");
    assert_eq!(labels(source), ["L10@1:ten\r\n\tten goes on", "L12@4:  indented", "L12@5:again"]);
}

/// Two pages as the browsing tool of gpt-oss displays them; the second is scrolled.
const DISPLAYS: &str = "[0] tide tables (https://search.example/?q=tide%20tables)\n\
    **viewing lines [0 - 1] of 1**\n\
    \n\
    L0: # Search Results\n\
    L1: \n\
    \n\
    [6] Tides [all of them] (2nd ed.) (harbour.example)\n\
    **viewing lines [8 - 10] of 120**\n\
    \n\
    L8: The pier is closed\n\
    L9: \n\
    L10: at low water.\n";

#[test]
fn displays_of_a_browsing_tool() {
    let loaded = split(DISPLAYS);
    assert_eq!(loaded.notes, Vec::<String>::new());
    let titles = ["0|tide tables|# Search Results\n\n", "6|Tides [all of them] (2nd ed.)|"];
    let brief = brief(&loaded);
    assert!(brief[0].starts_with(titles[0].trim_end()), "{brief:?}");
    assert!(brief[1].starts_with(titles[1]), "{brief:?}");
    let page = &loaded.sources[1];
    assert_eq!(page.id_from, IdFrom::Text);
    assert_eq!(page.url.as_deref(), Some("harbour.example"));
    let shown = ("viewing lines".to_owned(), "[8 - 10] of 120".to_owned());
    assert_eq!(page.metadata, [shown]);
    assert_eq!(labels(page), ["L8@10:The pier is closed", "L9@11:", "L10@12:at low water."]);
}

#[test]
fn a_number_in_brackets_alone_is_no_display() {
    for text in [
        "[6] Tides (harbour.example)\nL0: The pier is closed\n",
        "[6] Tides\n\n**viewing lines [0 - 1] of 1**\n",
        "[six] Tides\n**viewing lines [0 - 1] of 1**\n",
        "[6] Tides\n**viewing lines [0 - 1] of 1\n",
        "[6] Tides",
    ] {
        assert!(sources::split(text, None).is_none(), "{text}");
    }
}

#[test]
fn colon_labels() {
    let loaded = split("Title: Log\nL0: pump on\nL1: pump off\n    L2:\n");
    assert_eq!(loaded.sources[0].title.as_deref(), Some("Log"));
    assert_eq!(labels(&loaded.sources[0]), ["L0@2:pump on", "L1@3:pump off", "L2@4:"]);
    let loaded = split(
        "Citation Marker: turn0file0
L3: three

L4: four
",
    );
    assert_eq!(labels(&loaded.sources[0]), ["L3@2:three", "L4@4:four"]);
    let loaded = split("L0: pump on\nL1: pump off\n    L2:\n");
    assert_eq!(labels(&loaded.sources[0]), ["L0@1:pump on", "L1@2:pump off", "L2@3:"]);
    for program in ["L1: mov ax, bx\n    add ax, 1\n    jmp L1\n    nop\n", "L1: alone\n"] {
        assert!(sources::split(program, None).is_none());
    }
}

#[test]
fn block_tags() {
    let loaded = split(
        "<BLOCK id=\"block1\">\n\
         Notice of thirty days.\n\
         Terms renew.\n\
         </BLOCK>\n\
         \n\
         <block lang='en' ID='block2' title=Lease>Syllabus</Block>\n\
         <Block id=block3> [L1] One. </block> <BLOCK id=\"block4\"></BLOCK>\n\
         ...\n",
    );
    assert_eq!(
        brief(&loaded),
        [
            "block1|-|Notice of thirty days.\nTerms renew.",
            "block2|Lease|Syllabus",
            "block3|-|One. ",
            "block4|-|",
        ]
    );
    assert_eq!(loaded.sources[1].metadata, [("lang".to_owned(), "en".to_owned())]);
    assert_eq!(labels(&loaded.sources[2]), ["L1@7:One. "]);
    assert_eq!(
        loaded.notes,
        ["1 line of prompt.txt left out, from line 8 on: outside of every source"]
    );
}

#[test]
fn source_tags_and_one_id_twice() {
    let loaded = split(
        "### Task:\nCite only when the <source> tag has an id (e.g., <source id=\"1\">).\n\n\
         <source id=\"1\" name=\"NASA\">Light takes 1.3 s to the moon.</source>\n\
         <source id=\"1\" name=\"NASA\">It takes 8 min from the sun.</source>\n\
         <source id=\"2\" name=\"The \"big\" book\">a &amp; b</source>\n",
    );
    assert_eq!(
        brief(&loaded),
        [
            "1|NASA|Light takes 1.3 s to the moon.",
            "1|NASA|It takes 8 min from the sun.",
            "2|The \"big\" book|a &amp; b",
        ]
    );
    assert_eq!(
        loaded.notes,
        ["2 lines of prompt.txt left out, from line 1 on: outside of every source"]
    );
    assert!(sources::split("<video>\n<source id=\"a\" src=\"a.mp4\">\n</video>\n", None).is_none());
    assert!(sources::split("<source>handbook.md</source>\n", None).is_none());
}

#[test]
fn result_tags() {
    let loaded = split(
        "<sources><result file_id='file-1' file_name='leave.md' score='0.91'>\
         <content>Ten days.</content><content>\nCarried over: five.\n</content></result>\n\
         <result file_id=file-2 filename=\"hours.md\">\n  <content>\n  Nine to five.\n  </content>\n</result>\n\
         <result file_id=file-3>No content tag.</result></sources>\n",
    );
    assert_eq!(
        brief(&loaded),
        [
            "file-1|leave.md|Ten days.\nCarried over: five.",
            "file-2|hours.md|  Nine to five.",
            "file-3|-|No content tag.",
        ]
    );
    assert_eq!(loaded.sources[0].score, Some(0.91));
    assert_eq!(loaded.sources[1].origin.as_ref().unwrap().first_line, 6);
    assert_eq!(loaded.notes, Vec::<String>::new());
}

#[test]
fn lenticular_ids_at_the_head_of_messages() {
    let loaded = split(
        "【turn2file1】\nTitle: Leave\n\nTen days, see 【turn2file2】 for hours.\n\
         【turn2file2】 Nine to five.\n【3】 lunch\n【turn2file2†L1】 quoted\n",
    );
    assert_eq!(
        brief(&loaded),
        [
            "turn2file1|Leave|Ten days, see 【turn2file2】 for hours.",
            "turn2file2|-|Nine to five.\n【3】 lunch\n【turn2file2†L1】 quoted",
        ]
    );
    assert!(sources::split("【1】第一条\n【注意】第二条\n", None).is_none());
}

#[test]
fn several_presentations_in_one_text() {
    let loaded = split(
        "Answer from these.\n\
         Citation Marker: 【turn0file0】\n[L1] One.\n\
         <BLOCK id=\"b1\">\nTwo.\n</BLOCK>\n\
         <source id=\"9\">Three.</source>\n\
         【turn1file0】\nFour.\n",
    );
    assert_eq!(
        brief(&loaded),
        ["turn0file0|-|One.", "b1|-|Two.", "9|-|Three.", "turn1file0|-|Four."]
    );
}

#[test]
fn text_that_speaks_of_the_marks_is_not_split() {
    let loaded = split(
        "<source id=\"1\">\n\
         Put it into <source id=\"2\"> and close it with </source> at the end.\n\
         Write Citation Marker: turn0file9 above it, or <BLOCK id=\"x\">.\n\
         Citation Marker: turn0file8\n\
         </source>\n",
    );
    assert_eq!(loaded.sources.len(), 1);
    assert!(text(&loaded.sources[0]).ends_with("\nCitation Marker: turn0file8"));
    assert_eq!(loaded.notes, Vec::<String>::new());
    for plain in [
        "See the Citation Marker: turn0file0 above.\n",
        "A [L1] in the middle, and\n[L1]: https://a.example/\n",
        "An example follows.\n\n[L1] text\n\nNothing else here\nis labelled.\n",
    ] {
        assert!(sources::split(plain, None).is_none(), "{plain}");
    }
}

#[test]
fn tags_that_are_never_closed() {
    let loaded =
        split("<BLOCK id=\"a\">\nOne.\n<BLOCK id=\"b\">\nTwo.</BLOCK>\n<BLOCK id=\"c\">\nThree.\n");
    assert_eq!(brief(&loaded), ["a|-|One.", "b|-|Two.", "c|-|Three."]);
    assert_eq!(
        loaded.notes,
        [
            "the tag of source a on line 1 of prompt.txt is never closed; read up to the next source",
            "the tag of source c on line 5 of prompt.txt is never closed; read up to the next source",
        ]
    );
    let loaded = split("<source id=1>One</source> and\n<source id=2>Two\n【turn0file0】\nThree");
    assert_eq!(brief(&loaded), ["1|-|One", "2|-|Two", "turn0file0|-|Three"]);
}

#[test]
fn texts_of_a_json_case_have_labels_too() {
    let mut source = Source { id: "s".to_owned(), ..Source::default() };
    sources::with_divisions(&mut source, "[L5] five\n[L6] six");
    assert_eq!(text(&source), "five\nsix");
    assert_eq!(labels(&source), ["L5@0:five", "L6@0:six"]);
    let mut source = Source::default();
    sources::with_divisions(&mut source, "Citation of [L5]\nplain\n");
    assert_eq!(text(&source), "Citation of [L5]\nplain\n");
    assert_eq!(source.divisions, []);
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn files_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, content: &str| write(folder.path(), name, content);
    at("docs/b.md", "plain\n");
    at("docs/a/c.txt", "\u{feff}[L1] one\n[L2] two");
    at("docs/.hidden", "no\n");
    at("docs/.ignore", "skipped.txt\n");
    at("docs/skipped.txt", "no\n");
    at("docs/picture.png", "\u{89}PNG\0\0");
    let prompt = at("prompt.txt", "Cite!\n\n<BLOCK id=b1>one</BLOCK>\n<BLOCK id=b2>two</BLOCK>");
    let loaded = sources::load(&[folder.path().join("docs"), prompt], &[]).unwrap();
    let seen: Vec<_> = loaded
        .sources
        .iter()
        .map(|source| {
            let path = &source.origin.as_ref().unwrap().path;
            let kind = if matches!(source.text, SourceText::File(_)) { "file" } else { "inline" };
            format!("{} {} {kind}", path.file_name().unwrap().display(), source.id)
        })
        .collect();
    assert_eq!(
        seen,
        ["c.txt  inline", "b.md  file", "prompt.txt b1 inline", "prompt.txt b2 inline"]
    );
    assert_eq!(labels(&loaded.sources[0]), ["L1@1:one", "L2@2:two"]);
    assert_eq!(loaded.notes.len(), 3);
    let passed_over = "docs: `skipped.txt` (ignored), `.hidden` (hidden)";
    assert!(loaded.notes[0].ends_with(passed_over), "{:?}", loaded.notes);
    assert!(loaded.notes[1].starts_with("1 binary file in "), "{:?}", loaded.notes);
    assert!(loaded.notes[2].contains("1 line of "), "{:?}", loaded.notes);
}

#[test]
fn ids_from_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let plain = write(folder.path(), "a.txt", "plain\n");
    let one = write(folder.path(), "b.txt", "Citation Marker: turn0file0\nTitle: B\n\n[L1] b\n");
    let two = write(folder.path(), "c.txt", "<source id=1>x</source>\n<source id=2>y</source>\n");
    let named = |id: &str, path: &Path| (id.to_owned(), path.to_owned());
    let loaded =
        sources::load(&[], &[named("x", &plain), named("y", &one), named("z", &two)]).unwrap();
    let ids: Vec<_> =
        loaded.sources.iter().map(|source| (source.id.as_str(), source.id_from)).collect();
    assert_eq!(
        ids,
        [("x", IdFrom::User), ("y", IdFrom::User), ("1", IdFrom::Text), ("2", IdFrom::Text)]
    );
    assert_eq!(loaded.sources[0].text, SourceText::File(plain));
    assert_eq!(loaded.sources[1].title.as_deref(), Some("B"));
    assert_eq!(loaded.sources[1].metadata, []);
    assert!(
        loaded.notes[0].ends_with("holds 2 sources, which keep their own ids; `z` is not used")
    );
}

#[test]
fn files_that_cannot_be_sources() {
    let folder = tempfile::tempdir().unwrap();
    let error = sources::load(&[folder.path().join("none.txt")], &[]).unwrap_err();
    assert!(error.to_string().ends_with("none.txt: no such file"));
    assert!(error.advice().is_some());
    let binary = write(folder.path(), "x.bin", b"a\0b");
    let error = sources::load(&[binary], &[]).unwrap_err();
    assert!(error.to_string().ends_with("it is a binary file"));
    let loaded = sources::load(&[folder.path().to_owned()], &[]).unwrap();
    assert!(loaded.notes[1].ends_with("holds no text files"), "{:?}", loaded.notes);
}

#[test]
fn sources_far_into_a_file_and_bytes_that_are_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut content = "Instructions go on and on.\n".repeat(4_000).into_bytes();
    content.extend(b"citation marker: TURN0\nf\xFCnf\n");
    let late = write(folder.path(), "late.txt", &content);
    let loaded = sources::load(std::slice::from_ref(&late), &[]).unwrap();
    assert_eq!(brief(&loaded), ["TURN0|-|f\u{fffd}nf"]);
    assert!(loaded.notes[1].contains("U+FFFD"), "{:?}", loaded.notes);
    let mut content = "Prose goes on and on.\n".repeat(60_000).into_bytes();
    content.extend(b"Citation Marker: turn0file0\ntext\n");
    let later = write(folder.path(), "later.txt", &content);
    let loaded = sources::load(std::slice::from_ref(&later), &[]).unwrap();
    assert_eq!(loaded.sources[0].text, SourceText::File(later), "only its beginning is looked at");
}

#[test]
fn time_is_linear_in_broken_input() {
    for piece in [
        "<source id=1>\n",
        "</source>\n",
        "</source><source id=\"",
        "<source id=1>x</source> y\n",
        "<BLOCK id=1>\n<source id=1>\n",
        "Citation Marker: \\ue200cite\\ue202",
        "</source>Citation Marker: \\ue200",
        "【turn0file0",
        "[L1] ",
        "<result file_id=1><content>",
        "<",
        "\r",
        "[L1]\n",
        "a: b\n",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        let start = std::time::Instant::now();
        sources::split(&text, None);
        let spent = start.elapsed();
        assert!(spent.as_secs() < 10, "{piece:?} took {spent:?}");
    }
}

fn fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("<source id=\"1\">".to_owned()),
        Just("</source>".to_owned()),
        Just("<BLOCK id='b' a=\"".to_owned()),
        Just("<block id=x>".to_owned()),
        Just("</BLOCK>".to_owned()),
        Just("<sources><result file_id=f>".to_owned()),
        Just("<content>".to_owned()),
        Just("</content></result>".to_owned()),
        Just("\nCitation Marker: turn0file0\n".to_owned()),
        Just("\nTitle: t\n".to_owned()),
        Just("\n[L3] ".to_owned()),
        Just("\nL4: ".to_owned()),
        Just("\n[Block1]\n".to_owned()),
        Just("\n【turn1file1】".to_owned()),
        "[ -~é漢]{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mixture_is_read_without_a_panic(parts in prop::collection::vec(fragment(), 0..24)) {
        let whole = parts.concat();
        let Some(loaded) = sources::split_with_notes(&whole, Some(Path::new("p"))) else {
            return Ok(());
        };
        prop_assert!(!loaded.sources.is_empty());
        for source in &loaded.sources {
            let mut last = 0;
            for division in &source.divisions {
                prop_assert!(division.span.slice(text(source)).is_some());
                prop_assert!(last <= division.span.start, "in order");
                last = division.span.start;
            }
            for line in text(source).lines().map(str::trim) {
                prop_assert!(whole.contains(line), "nothing is made up: {line:?}");
            }
        }
    }

    #[test]
    fn labelled_lines_come_back_as_written(lines in prop::collection::vec((any::<u32>(), "[a-z é]{1,12}"), 1..9)) {
        let mut labelled = String::from("Citation Marker: turn0file0\n");
        for (number, line) in &lines {
            writeln!(labelled, "[L{number}] x{line}y").unwrap();
        }
        let loaded = split(&labelled);
        let source = &loaded.sources[0];
        for ((number, line), division) in lines.iter().zip(&source.divisions) {
            prop_assert_eq!(u64::from(*number), division.number);
            prop_assert_eq!(format!("x{line}y"), division_text(source, division));
        }
        prop_assert_eq!(source.divisions.len(), lines.len());
    }
}
