//! Markers: streams cut anywhere, broken and damaged markers, families, and the two commands.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use pincite::dialects::shared::markers::{
    Event, Families, MARKER_LIMIT, Options, PROSE_LIMIT, Reader, extract, read_response, strip,
};
use pincite::model::{Locator, ProblemKind, Response, Spelling};
use proptest::prelude::*;

use crate::conformance::vectors;

/// Returns a text in which `{`, `|` and `}` stand for the opening, the separator and the close.
fn marked(text: &str) -> String {
    text.replace('{', "\u{e200}").replace('|', "\u{e202}").replace('}', "\u{e201}")
}

fn escaped(text: &str) -> String {
    text.replace('\u{e200}', r"\ue200")
        .replace('\u{e202}', r"\uE202")
        .replace('\u{e201}', r"\ue201")
}

fn respond(text: &str) -> Response {
    read_response(marked(text), &Families::default())
}

/// Returns the events of a text in pieces, with neighbouring prose joined.
fn events<'t>(pieces: impl IntoIterator<Item = &'t str>, options: &Options) -> Vec<Event> {
    let mut reader = Reader::new(options.clone());
    let mut all = Vec::new();
    for piece in pieces {
        all.extend(reader.push(piece));
    }
    all.extend(reader.finish());
    let mut joined: Vec<Event> = Vec::new();
    for event in all {
        match (joined.last_mut(), event) {
            (Some(Event::Prose(before)), Event::Prose(prose)) => before.push_str(&prose),
            (_, event) => joined.push(event),
        }
    }
    joined
}

fn text_of(events: &[Event]) -> String {
    let texts = events.iter().map(|event| match event {
        Event::Prose(prose) => prose.as_str(),
        Event::Citation(found) | Event::Malformed(found) | Event::Other(found) => &found.raw,
    });
    texts.collect()
}

/// Returns each citation of the lenient reading as family, problem, targets, own text.
fn described(text: &str) -> Vec<String> {
    let described = respond(text).citations.into_iter().map(|citation| {
        let targets = citation.targets.iter().map(|target| {
            let locator = target.locator.as_ref().map_or(String::new(), |it| format!(" {it}"));
            format!("{}{locator}{}", target.id, if target.locator_assumed { "?" } else { "" })
        });
        let targets = targets.collect::<Vec<_>>().join(", ");
        let problem = citation.problem.map_or("sound", |problem| problem.kind.name());
        let raw = citation.raw.replace('\u{e200}', "{").replace('\u{e202}', "|");
        let raw = raw.replace('\u{e201}', "}");
        format!("{}: {problem}: {targets}: {raw}", citation.family)
    });
    described.collect()
}

/// Family, label (or `-`) and whether it is known.
fn cards(response: &Response) -> Vec<(&str, &str, bool)> {
    let cards = response.cards.iter();
    cards.map(|it| (it.family.as_str(), it.label.as_deref().unwrap_or("-"), it.known)).collect()
}

#[test]
fn every_vector_cut_in_two_anywhere() {
    for (index, vector) in vectors().into_iter().enumerate() {
        // The escapes differ only in what may be cut, so every eighth vector shows enough.
        let spellings = if index % 8 == 0 { 2 } else { 1 };
        for text in [vector.text.clone(), escaped(&vector.text)].into_iter().take(spellings) {
            let options = vector.options();
            let whole = events([text.as_str()], &options);
            assert_eq!(text_of(&whole), text);
            for (cut, _) in text.char_indices() {
                let (left, right) = text.split_at(cut);
                assert_eq!(events([left, right], &options), whole, "{} at {cut}", vector.name);
            }
        }
    }
}

#[test]
fn escapes_read_as_the_characters_do() {
    for vector in vectors() {
        let found = extract(&escaped(&vector.text), &vector.options());
        let expected = extract(&vector.text, &vector.options());
        let ids = |found: &[pincite::dialects::shared::markers::Found]| -> Vec<_> {
            found.iter().map(|it| (it.source_ids.clone(), it.locator.clone())).collect()
        };
        assert_eq!(ids(&found), ids(&expected), "{}", vector.name);
        assert_eq!(strip(&escaped(&vector.text), &vector.options()), escaped(&vector.stripped));
    }
}

#[test]
fn prose_is_released_at_once() {
    let mut reader = Reader::new(Options::default());
    assert_eq!(reader.push(r"a \ue"), [Event::Prose("a ".to_owned())]);
    assert_eq!(reader.push("x"), [Event::Prose(r"\uex".to_owned())]);
    assert_eq!(reader.push("\u{e200}cite"), []);
    assert_eq!(reader.finish().len(), 1);
}

#[test]
fn the_hold_is_capped() {
    let options = Options::default();
    let prose = "word and ".repeat(MARKER_LIMIT / 4);
    for family in ["cite", "navlist"] {
        let mut reader = Reader::new(options.clone());
        let mut held = reader.push(&format!("\u{e200}{family}\u{e202}turn0file0 ")).len();
        let limit = if family == "cite" { 4 * PROSE_LIMIT } else { MARKER_LIMIT + 100 };
        for (count, piece) in prose.as_bytes().chunks(50).enumerate() {
            let events = reader.push(std::str::from_utf8(piece).unwrap());
            held += events.len();
            if held > 0 {
                assert!(count * 50 < limit, "{family} held {count}");
                break;
            }
        }
        assert!(held > 0, "{family}");
    }
}

#[test]
fn a_close_behind_a_page_of_prose_closes_nothing() {
    for (words, problem) in [(20, ProblemKind::BadId), (2000, ProblemKind::Unclosed)] {
        let text = marked(&format!("A. {{cite|turn0file0 {} }} b", "word ".repeat(words)));
        let whole = events([text.as_str()], &Options::default());
        let found = whole.iter().find_map(|event| match event {
            Event::Malformed(found) => Some(found),
            _ => None,
        });
        assert_eq!(found.unwrap().problem, Some(problem));
        let characters: Vec<String> = text.chars().map(String::from).collect();
        let pieces = characters.iter().map(String::as_str);
        assert_eq!(events(pieces, &Options::default()), whole);
    }
}

#[test]
fn a_locator_binds_to_the_id_before_it() {
    assert_eq!(described("{cite|a|L8}"), ["cite: sound: a L8: {cite|a|L8}"]);
    assert_eq!(
        described("{cite|a|L1-L2|b|L4}"),
        ["cite: sound: a L1-L2, b L4: {cite|a|L1-L2|b|L4}"]
    );
    assert_eq!(described("{cite|a|b|L4}"), ["cite: sound: a, b L4?: {cite|a|b|L4}"]);
    assert_eq!(described("{cite|a|L1|L4}"), ["cite: sound: a L1, a L4: {cite|a|L1|L4}"]);
    for spelling in ["L8-13", "l8-l13", "L8\u{2013}L13", "L8 - L13"] {
        let response = respond(&format!("{{cite|a|{spelling}}}"));
        let locator = Locator::Lines { first: 8, last: 13 };
        assert_eq!(response.citations[0].targets[0].locator, Some(locator), "{spelling}");
        assert_eq!(response.citations[0].problem, None, "{spelling}");
    }
}

#[test]
fn each_kind_of_broken_marker_is_reported_and_takes_only_itself() {
    let good = "{cite|z|L2}";
    let cases = [
        ("{cite|turn0file0 and text. ", "cite: second-opening: turn0file0: {cite|turn0file0"),
        (
            "{cite|turn0file0|L8-L13 text ",
            "cite: second-opening: turn0file0 L8-L13: {cite|turn0file0|L8-L13",
        ),
        ("{cite|turn0file0However ", "cite: second-opening: turn0file0: {cite|turn0file0"),
        ("{cite| ", "cite: second-opening: : {cite|"),
        ("{cite and text ", "cite: second-opening: : {cite"),
        ("{and text ", ": second-opening: : {"),
        ("{navlist|Some title ", "navlist: second-opening: : {navlist|"),
        ("{cite|} ", "cite: no-id: : {cite|}"),
        ("{cite} ", "cite: no-id: : {cite}"),
        ("{} ", ": no-id: : {}"),
        ("{cite|L8-L13} ", "cite: no-id: : {cite|L8-L13}"),
        ("{cite|bad id!} ", "cite: no-id: : {cite|bad id!}"),
        ("{cite|a|bad id!} ", "cite: bad-id: a: {cite|a|bad id!}"),
        ("{cite|a|L1-} ", "cite: bad-id: a L1-: {cite|a|L1-}"),
        ("{cite|L1-L2|a} ", "cite: bad-id: a: {cite|L1-L2|a}"),
        ("{cite|a|L13-L8} ", "cite: reversed-range: a L13-L8: {cite|a|L13-L8}"),
        ("{cite|a|L0-L3} ", "cite: line-zero: a L0-L3: {cite|a|L0-L3}"),
        (
            "{cite|a|L9999999999999999999} ",
            "cite: too-many-digits: a L9999999999999999999: {cite|a|L9999999999999999999}",
        ),
        ("{citeturn0file0L3} ", "cite: stripped: turn0file0 L3: {citeturn0file0L3}"),
        ("{Some prose} ", ": no-id: : {"),
    ];
    for (broken, expected) in cases {
        let expected = expected.replace("no-id: : {cite|bad", "bad-id: : {cite|bad");
        let both = described(&format!("A. {broken}B. {good} C."));
        assert_eq!(both, [expected.as_str(), "cite: sound: z L2: {cite|z|L2}"], "{broken}");
    }
    assert_eq!(
        described("A. {cite|turn0file0 and"),
        ["cite: unclosed: turn0file0: {cite|turn0file0"]
    );
    let message = respond("{cite|a|L1-}").citations[0].problem.clone().unwrap().message;
    assert!(message.contains("looks like a line range"), "{message}");
}

#[test]
fn stray_pieces_and_icons_stay_text() {
    let response = respond("a | b } c \u{e203}claim\u{e204} \u{e206} \u{e0a0} \u{f101}");
    assert_eq!((response.citations.len(), response.cards.len()), (0, 0));
}

#[test]
fn damaged_markers_are_found_but_no_words() {
    assert_eq!(
        described("Yes. citeturn0file0L8-L13 and fileciteturn0file0turn1file2L3."),
        [
            "cite: stripped: turn0file0 L8-L13: citeturn0file0L8-L13",
            "filecite: stripped: turn0file0, turn1file2 L3?: fileciteturn0file0turn1file2L3",
        ]
    );
    assert_eq!(described("引用citeturn1view0turn12news3。").len(), 1);
    assert_eq!(respond("citeturn0file0").citations[0].spelling, Spelling::Stripped);
    for words in ["reciteturn0file0", "citeturn", "citeturn0", "citeturn0file0x", "turn0file0"] {
        assert!(described(words).is_empty(), "{words}");
    }
}

#[test]
fn hostile_repetition_takes_linear_time() {
    for piece in ["citeturn0", "{cite|turn0file0 a ", "{cite|", "{", "}", "|", "\\ue200", "{a b} "]
    {
        let text = piece.repeat(300_000 / piece.len());
        let response = respond(&text);
        assert_eq!(response.citations.is_empty(), !text.contains(['{']) && piece != "\\ue200");
        assert!(extract(&marked(&text), &Options::default()).is_empty());
    }
}

#[test]
fn families_keep_their_visible_words() {
    let response = read_response(
        marked(concat!(
            "<url|Handbook|https://a.example/x?y=1> <link_title|Notes|turn0search1> ",
            "<video|Clip|turn0video2> <url|only words> <memcite> <navlist|More|turn0news1> ",
            "<entity|[\"company\",\"Acme\",\"note\"]> <product_entity|[\"turn0product1\",\"Kettle\"]> ",
            "<image_group|[1]> <genui|x> <filecite|turn0file0|L1>",
        ))
        .replace('<', "\u{e200}")
        .replace('>', "\u{e201}"),
        &Families::default(),
    );
    let cited: Vec<_> =
        response.citations.iter().map(|it| (&*it.family, it.label.as_deref())).collect();
    assert_eq!(
        cited,
        [
            ("url", Some("Handbook")),
            ("link_title", Some("Notes")),
            ("video", Some("Clip")),
            ("memcite", None),
            ("filecite", None)
        ]
    );
    assert!(response.citations.iter().all(|it| it.problem.is_none()));
    assert_eq!(response.citations[0].targets[0].id, "https://a.example/x?y=1");
    assert_eq!(
        cards(&response),
        [
            ("url", "only words", true),
            ("navlist", "More", true),
            ("entity", "Acme", true),
            ("product_entity", "Kettle", true),
            ("image_group", "-", true),
            ("genui", "-", false)
        ]
    );
    let products =
        "\u{e200}products\u{e202}{\"selections\":[[\"a\",\"Cup\"],[\"b\",\"Pot\"]]}\u{e201}";
    let response = read_response(products.to_owned(), &Families::default());
    assert_eq!(cards(&response), [("products", "Cup, Pot", true)]);
}

#[test]
fn families_can_be_chosen() {
    let text = marked("{cite|a} {navlist|More|b} {mine|c}");
    let response = read_response(text, &Families::only(["navlist", "mine"]));
    let families: Vec<_> = response.citations.iter().map(|it| it.family.as_str()).collect();
    assert_eq!(families, ["navlist", "mine"]);
    assert_eq!(cards(&response), [("cite", "-", true)]);
}

#[test]
fn both_spellings_and_the_list_close() {
    let response = respond("\\ue200cite\\uE202a\\ue201 {cite|b} \\ue200cite|c}");
    let spellings: Vec<_> = response.citations.iter().map(|it| it.spelling).collect();
    assert_eq!(spellings, [Spelling::Escaped, Spelling::Proper, Spelling::Escaped]);
    assert_eq!(cards(&respond("{navlist|More|a\u{e20b} {cite|b}")), [("navlist", "More", true)]);
}

/// Pieces that markers are made of, to be thrown together.
fn jumble() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\u{e200}",
        "\u{e201}",
        "\u{e202}",
        "\u{e20b}",
        "\\ue200",
        "\\uE202",
        "\\ue201",
        "\\ue2",
        "cite",
        "filecite",
        "memcite",
        "navlist",
        "url",
        "entity",
        "turn0file0",
        "turn1search12",
        "block5",
        "L8-L13",
        "L0",
        "L9-L2",
        "L1-",
        "l3-4",
        "https://a.example/b",
        "[\"a\",\"b\"]",
        " ",
        "\n\n",
        "    ",
        "`",
        "```\n",
        "word",
        "e\u{301}",
        "\u{1f600}",
        "日本",
        "\u{2003}",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_cutting_gives_the_same(text in jumble(), cuts in prop::collection::vec(0_usize..300, 0..8)) {
        let whole = events([text.as_str()], &Options::default());
        let mut cuts: Vec<usize> =
            cuts.into_iter().filter(|cut| text.is_char_boundary(*cut)).collect();
        cuts.extend([0, text.len()]);
        cuts.sort_unstable();
        let pieces = cuts.windows(2).map(|pair| &text[pair[0]..pair[1]]);
        prop_assert_eq!(events(pieces, &Options::default()), whole);
    }

    #[test]
    fn what_is_stripped_is_what_was_extracted(text in jumble()) {
        let options = Options::default();
        let mut rest = text.clone();
        for found in extract(&text, &options).into_iter().rev() {
            prop_assert_eq!(&text[found.span.start..found.span.end], &found.raw);
            rest.replace_range(found.span.start..found.span.end, "");
        }
        prop_assert_eq!(strip(&text, &options), rest);
    }

    #[test]
    fn anchors_and_cards_are_in_order(text in jumble()) {
        let response = read_response(text.clone(), &Families::default());
        prop_assert_eq!(&response.text, &text);
        let mut spans: Vec<_> = response.citations.iter().map(|it| it.anchor.span).collect();
        prop_assert!(spans.is_sorted());
        spans.extend(response.cards.iter().map(|card| card.span));
        spans.sort_unstable();
        for pair in spans.windows(2) {
            prop_assert!(pair[0].end <= pair[1].start);
        }
        for citation in &response.citations {
            prop_assert_eq!(citation.anchor.span.slice(&text), Some(citation.raw.as_str()));
        }
        // Each opening is accounted for.
        let openings = text.matches("\u{e200}").count() + text.matches("\\ue200").count();
        let described = response.citations.iter().filter(|it| it.spelling != Spelling::Stripped || it.raw.starts_with(['\u{e200}', '\\']));
        prop_assert_eq!(described.count() + response.cards.len(), openings);
    }
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pincite"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn extract_reports_problems_on_request() {
    let text = marked("A {cite|a|L0} b {cite|bad id} {cite|turn0file0 c {navlist|x} {cite|z} {");
    let output = run(&["extract", "--malformed", "--strict"], text.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        r#"{"raw":"\ue200cite\ue202a\ue202L0\ue201","family":"cite","source_ids":["a"],"locator":"L0","start":2,"end":13,"problem":"line-zero"}
{"raw":"\ue200cite\ue202bad id\ue201","family":"cite","source_ids":[],"locator":null,"start":16,"end":29,"problem":"bad-id"}
{"raw":"\ue200cite\ue202turn0file0","family":"cite","source_ids":["turn0file0"],"locator":null,"start":30,"end":46,"problem":"second-opening"}
{"raw":"\ue200cite\ue202z\ue201","family":"cite","source_ids":["z"],"locator":null,"start":61,"end":69}
{"raw":"\ue200","family":"","source_ids":[],"locator":null,"start":70,"end":71,"problem":"unclosed"}
"#
    );
    let plain = run(&["extract"], text.as_bytes());
    assert_eq!(plain.status.code(), Some(0));
    assert_eq!(String::from_utf8(plain.stdout).unwrap().lines().count(), 2);
}

#[test]
fn strip_passes_everything_else_through() {
    let text =
        [b"\xFF a\r\n\xEE\x88".as_slice(), marked("{cite|a} {cite|x y} {cite|b\0").as_bytes()]
            .concat();
    let kept = run(&["strip"], &text).stdout;
    let expected =
        [b"\xFF a\r\n\xEE\x88".as_slice(), marked(" {cite|x y} {cite|b\0").as_bytes()].concat();
    assert_eq!(kept, expected);
    let kept = run(&["strip", "--malformed"], &text).stdout;
    assert_eq!(kept, b"\xFF a\r\n\xEE\x88  \0");
    let escapes = br"a\ue200cite\ue202b\ue201c";
    assert_eq!(run(&["strip"], escapes).stdout, escapes);
    assert_eq!(run(&["strip", "--escaped"], escapes).stdout, b"ac");
}

#[test]
fn inputs_larger_than_a_block_are_read_alike() {
    let mut text = String::new();
    let mut expected = 0;
    while text.len() < 900_000 {
        text.push_str("Prose é 漢 😀 with words. ");
        text.push_str(&marked("{cite|turn0file0|L8-L13} {cite|turn1 "));
        expected += 1;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.txt");
    std::fs::write(&path, &text).unwrap();
    let output = run(&["extract", "--unit", "utf16", path.to_str().unwrap()], b"");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), expected);
    let found = extract(&text, &Options::default());
    let last = found.last().unwrap();
    let start = text[..last.span.start].encode_utf16().count();
    assert!(lines.lines().last().unwrap().contains(&format!("\"start\":{start},")));
    let output = run(&["strip", path.to_str().unwrap()], b"");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), strip(&text, &Options::default()));
}

#[test]
fn inputs_that_cannot_be_read_are_named() {
    let output = run(&["extract", "no-such-file.md"], b"");
    assert_eq!(output.status.code(), Some(2));
    let described = String::from_utf8(output.stderr).unwrap();
    assert!(
        described.starts_with("pincite: cannot read no-such-file.md: no such file\nhint: "),
        "{described}"
    );
    let output = run(&["strip", "."], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("it is a folder"));
}

#[test]
fn input_that_is_not_text_is_not_read_as_one_without_markers() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let text = marked("One.{cite|a}\n");
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let binary = file("program", b"\x7fELF\x02\0\0\0\xFF\xFE");
    let plain: Vec<u8> = "plain words".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let unmarked = file("unmarked.md", &plain);
    let marked = file("marked.md", &[&[0xff, 0xfe], utf16.as_slice()].concat());
    for (name, why) in [(&binary, "it is a binary file"), (&unmarked, "it is UTF-16")] {
        let output = run(&["extract", name], b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
        assert!(said.contains(why) && said.contains("hint: "), "{said}");
    }
    assert_eq!(run(&["strip", &unmarked], b"").status.code(), Some(2));
    let passed = run(&["strip", &binary], b"");
    assert_eq!(passed.stdout, b"\x7fELF\x02\0\0\0\xFF\xFE");
    assert!(String::from_utf8(passed.stderr).unwrap().contains("it is a binary file"));
    let found = String::from_utf8(run(&["extract", &marked], b"").stdout).unwrap();
    assert!(found.contains("\"source_ids\":[\"a\"]"), "{found}");
    assert_eq!(run(&["strip", &marked], b"").stdout, b"One.\n");
    let none = run(&["extract"], b"One [1].\n");
    assert_eq!((none.status.code(), none.stdout.len()), (Some(0), 0));
    let said = String::from_utf8(none.stderr).unwrap();
    assert!(said.contains("no citation marker in standard input"), "{said}");
}

#[test]
fn broken_markers_that_are_passed_over_are_counted() {
    let text = "One.\u{e200}cite\u{e202}policy.md\u{e201} Two.\u{e200}cite\u{e202}a\u{e201}\n";
    let warnings = |arguments: &[&str]| {
        let output = run(arguments, text.as_bytes());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(
        warnings(&["extract"]).contains("1 broken marker left out"),
        "{}",
        warnings(&["extract"])
    );
    assert!(
        warnings(&["strip"]).contains("1 broken marker left in the text"),
        "{}",
        warnings(&["strip"])
    );
    assert_eq!(warnings(&["extract", "--malformed"]), "");
    assert_eq!(warnings(&["strip", "--malformed"]), "");
    let bare = run(&["extract", "--from", "any"], b"Days.\n");
    let warning = String::from_utf8(bare.stderr).unwrap();
    assert!(warning.contains("no citation in 1 case of standard input"), "{warning}");
}
