//! Tests: what may be shown as it is, what becomes a token, and the way back.

use std::sync::LazyLock;

use pincite::text::SafeText;
use pincite::text::safe::{json_safe, pieces, unescape, write_json_string};
use proptest::prelude::*;
use regex::Regex;

/// Characters that must not reach a terminal, by Unicode property.
static HIDDEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Co}",
        r"\u{2028}\u{2029}\u{FFF9}-\u{FFFB}]",
    ))
    .unwrap()
});

fn shown(text: &str) -> String {
    let safe = SafeText::new(text);
    assert_eq!(unescape(safe.as_str()), text, "the original comes back");
    let joined: String = pieces(text).map(|piece| piece.shown).collect();
    assert_eq!(safe.as_str(), joined, "the string and the pieces agree");
    safe.into_string()
}

fn check(text: &str, expected: &str) {
    assert_eq!(shown(text), expected);
}

fn matching(property: &str) -> Vec<char> {
    let property = Regex::new(&format!("^{property}$")).unwrap();
    ('\0'..=char::MAX).filter(|c| property.is_match(c.encode_utf8(&mut [0; 4]))).collect()
}

/// Every character of `property` becomes a token between two letters, and nothing else does.
fn all_are_tokens(property: &str, count: usize) {
    let characters = matching(property);
    assert_eq!(characters.len(), count, "{property}");
    for c in characters {
        let shown = shown(&format!("a{c}Zb"));
        let token = shown.strip_prefix('a').and_then(|rest| rest.strip_suffix("Zb")).unwrap();
        assert!(!token.contains(c), "U+{:04X} is shown as it is", u32::from(c));
        assert!(
            token.chars().all(|c| c.is_ascii_graphic()
                || c == ' '
                || "⟨⟩".contains(c)
                || ('\u{2400}'..='\u{2421}').contains(&c)),
            "{token:?}"
        );
    }
}

#[test]
fn controls_bidi_and_invisible_characters_never_pass() {
    all_are_tokens(r"\p{Cc}", 65);
    all_are_tokens(r"\p{Bidi_Control}", 12);
    all_are_tokens(r"[\u{E0001}\u{E0020}-\u{E007F}]", 97);
    all_are_tokens(r"\p{Default_Ignorable_Code_Point}", 4174);
    all_are_tokens(r"\p{Noncharacter_Code_Point}", 66);
    all_are_tokens(r"\p{Co}", 137_468);
    all_are_tokens(r"[\u{2028}\u{2029}\u{FFF9}-\u{FFFB}]", 5);
}

#[test]
fn all_other_characters_pass() {
    let assigned = Regex::new(r"^\P{Cn}$").unwrap();
    let mut tokens = Vec::new();
    for c in '\0'..=char::MAX {
        let text = format!("a{c}Zb");
        let may_pass = assigned.is_match(c.encode_utf8(&mut [0; 4])) && !HIDDEN.is_match(&text);
        if may_pass && shown(&text) != text {
            tokens.push(c);
        }
    }
    // Our own tokens; what needs a base that is not there: halves of a Hangul syllable, and the
    // Devanagari caret, which unicode-width gives no cell.
    tokens.retain(|&c| !matches!(c, '\u{2400}'..='\u{2421}' | '⟨'));
    tokens
        .retain(|&c| !matches!(c, '\u{1161}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FB}' | '\u{A8FA}'));
    assert!(tokens.is_empty(), "{tokens:?}");
}

#[test]
fn tokens_are_readable() {
    check("\u{1B}[31m\t\r\n\0\u{7F}", "␛[31m␉␍␊␀␡");
    check("a\u{9B}31m\u{80}", "a⟨9B⟩31m⟨80⟩");
    check("user\u{202E} \u{2066}x\u{2069}", "user⟨RLO⟩ ⟨LRI⟩x⟨PDI⟩");
    check("\u{FEFF}a\u{200B}b\u{AD}c\u{2060}", "⟨BOM⟩a⟨ZWSP⟩b⟨SHY⟩c⟨WJ⟩");
    check("\u{E200}cite\u{E202}turn0file0\u{E201}", "⟨U+E200⟩cite⟨U+E202⟩turn0file0⟨U+E201⟩");
    check("a\u{FE0F}b\u{E0100}", "a⟨VS16⟩b⟨VS17⟩");
    check("a\u{2028}b\u{FFF9}\u{10FFFF}\u{FDD0}", "a⟨U+2028⟩b⟨U+FFF9⟩⟨U+10FFFF⟩⟨U+FDD0⟩");
    check("a\u{A0}b\u{FFFD}", "a\u{A0}b\u{FFFD}");
}

#[test]
fn tags_are_read_out() {
    let hidden: String =
        "hello you".chars().map(|c| char::from_u32(0xE0000 + c as u32).unwrap()).collect();
    check(&format!("Nice.{hidden}\u{E007F}"), "Nice.⟨TAG:hello you⟩⟨U+E007F⟩");
    check(&format!("\u{1F3F4}{hidden}"), "\u{1F3F4}⟨TAG:hello you⟩");
    let long = "\u{E0061}".repeat(1000);
    assert!(pieces(&long).all(|piece| piece.shown.chars().count() <= 30));
    assert_eq!(unescape(&shown(&long)), long);
}

#[test]
fn tokens_are_distinguished_from_the_same_text() {
    check("⟨RLO⟩", "⟨U+27E8⟩RLO⟩");
    check("␛", "⟨U+241B⟩");
    check("␡␢", "⟨U+2421⟩␢");
    for text in ["⟨", "⟨⟩", "⟨U+⟩", "⟨RLO", "⟨NOPE⟩", "⟨VS999⟩", "⟨TAG:é⟩"]
    {
        assert_eq!(unescape(text), text, "no token");
    }
}

#[test]
fn several_lines_keep_their_line_feeds() {
    let safe = SafeText::multiline("a\r\nb\n\u{1B}c\n");
    assert_eq!(safe.as_str(), "a␍\nb\n␛c\n");
    assert_eq!(unescape(safe.as_str()), "a\r\nb\n\u{1B}c\n");
}

#[test]
fn spelling_is_left_alone() {
    for text in [
        "قال المدير إن العمل من المنزل مسموح، ثلاثة أيام في الأسبوع.",
        "می\u{200C}خواهم کتاب\u{200C}ها را ببینم؛ خانه\u{200C}ای ۲۰\u{200C}ساله. ۱۴۰۰ ه\u{200D}.ش",
        "המדיניות מאפשרת עבודה מרחוק שָׁלוֹם.",
        "क्षेत्र श्री हिन्दी में क्\u{200D}ष और क्\u{200C}ष लिखते हैं।",
        "അവന്\u{200D} പറഞ്ഞു",
        "ශ්\u{200D}රී ලංකාව",
        "র\u{200D}্যাব বাংলাদেশ",
        "ภาษาไทยที่นี่ น้ำ",
        "漢字かな交じり文、한국어 문장 각하",
        "Việt Nam e\u{301} a\u{308} Ελλάδα Москва й",
        "မြန်မာဘာသာ ខ្មែរ བོད་སྐད།",
        "\u{1820}\u{180B}\u{1821}",
        "👨\u{200D}👩\u{200D}👧 👩🏽\u{200D}🔬 🏳\u{FE0F}\u{200D}🌈 ❤\u{FE0F} ☀\u{FE0E} 👍🏽 ⛹🏻\u{200D}♂\u{FE0F}",
        "👩🏻\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👩🏻",
        "🇸🇪🇩🇪 \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3} *\u{20E3}",
        "𝒜ℝ ∑ x² “quoted” – naïve… 【4†source】",
    ] {
        check(text, text);
        assert!(pieces(text).all(|piece| !piece.token));
    }
}

#[test]
fn spelling_out_of_place_is_shown() {
    check("pay\u{200D}pal\u{200C}", "pay⟨ZWJ⟩pal⟨ZWNJ⟩");
    check("خ\u{200C}\u{200C}ه", "خ⟨ZWNJ⟩⟨ZWNJ⟩ه");
    check("😀\u{FE0F}\u{FE0F}\u{E0101}", "😀\u{FE0F}⟨VS16⟩⟨VS18⟩");
    check("1\u{FE0F}a", "1⟨VS16⟩a");
    check("👩\u{200D}", "👩⟨ZWJ⟩");
    check("👩\u{200D}a", "👩⟨ZWJ⟩a");
    check("\u{301}a\n\u{301}", "⟨U+0301⟩a␊⟨U+0301⟩");
    check("a\u{200B}\u{301}", "a⟨ZWSP⟩⟨U+0301⟩");
}

#[test]
fn an_overloaded_cluster_is_taken_apart() {
    let marks = "\u{301}".repeat(3000);
    check(&format!("e{marks}x"), &format!("e{}x", "⟨U+0301⟩".repeat(3000)));
    check("e\u{301}\u{302}\u{303}", "e\u{301}\u{302}\u{303}");
    let people = "👩\u{200D}".repeat(20);
    assert!(shown(&people).starts_with("👩⟨ZWJ⟩👩⟨ZWJ⟩"));
    for text in [marks, people, "ᄀ".repeat(1000), "🇸".repeat(1001)] {
        for piece in pieces(&text) {
            assert!(piece.shown.len() <= 40, "{piece:?}");
        }
    }
}

#[test]
fn text_is_cut_between_clusters_and_tokens() {
    let cut = |text: &str, cells| SafeText::new(text).truncated(cells).into_string();
    assert_eq!(cut("handbook", 8), "handbook");
    assert_eq!(cut("handbook", 5), "hand…");
    assert_eq!(cut("handbook", 1), "…");
    assert_eq!(cut("handbook", 0), "");
    assert_eq!(cut("漢字かな", 6), "漢字…");
    assert_eq!(cut("漢字かな", 5), "漢字…");
    assert_eq!(cut("ab\u{202E}cd", 6), "ab…");
    assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
    assert_eq!(SafeText::new("漢\u{1B}").width(), 3);
}

#[test]
fn json_carries_no_raw_character_that_a_terminal_obeys() {
    let text = "a\u{7F}\u{9B}\u{2028}\u{202E}\u{E0041}\u{E200}\u{200D}é\"\\\n\u{1B}";
    let escaped = r#"a\u007f\u009b\u2028\u202e\udb40\udc41\ue200\u200dé\"\\\n\u001b"#;
    let mut quoted = String::new();
    write_json_string(&mut quoted, text).unwrap();
    assert_eq!(quoted, format!("\"{escaped}\""));
    let mut out = String::new();
    write_json_string(&mut out, text).unwrap();
    assert_eq!(out, format!("\"{escaped}\""));
    let pretty = format!("{{\n  \"k\": {}\n}}", serde_json::to_string(text).unwrap());
    assert_eq!(json_safe(&pretty), format!("{{\n  \"k\": \"{escaped}\"\n}}"));
    assert!(matches!(json_safe("{\"é\": 1}\n"), std::borrow::Cow::Borrowed(_)));
}

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "1",
        " ",
        "\r",
        "\n",
        "\t",
        "é",
        "字",
        "e\u{301}",
        "\u{301}",
        "\u{200C}",
        "\u{200D}",
        "\u{FE0F}",
        "\u{20E3}",
        "\u{E0061}",
        "\u{E007F}",
        "\u{1F3F4}",
        "😀",
        "👩",
        "🏽",
        "🇸",
        "ه",
        "क",
        "\u{94D}",
        "⟨",
        "⟩",
        "␛",
        "␡",
        "RLO",
        "U+",
        "TAG:",
        "VS16",
        "9B",
        "\u{202E}",
        "\u{1B}",
        "\u{9B}",
        "\u{7F}",
        "\u{E200}",
        "\u{FFFF}",
        "\u{600}",
        "ᄀ",
        "ᅡ",
        "\u{E0100}",
        "…",
    ]);
    prop_oneof![
        any::<String>(),
        prop::collection::vec(pieces, 0..30).prop_map(|pieces| pieces.concat()),
        prop::collection::vec(any::<char>(), 0..20).prop_map(|chars| chars.into_iter().collect()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn nothing_is_lost(text in hostile()) {
        shown(&text);
        prop_assert_eq!(&unescape(SafeText::multiline(&text).as_str()), &text);
        let originals: String = pieces(&text).map(|piece| piece.original).collect();
        prop_assert_eq!(originals, text);
    }

    #[test]
    fn pieces_follow_one_another(text in hostile()) {
        let mut at = 0;
        for piece in pieces(&text) {
            prop_assert_eq!(piece.start, at);
            prop_assert!(!piece.original.is_empty());
            prop_assert_eq!(piece.token, piece.shown != piece.original);
            prop_assert!(piece.shown.len() <= 40);
            at += piece.original.len();
        }
        prop_assert_eq!(at, text.len());
    }

    #[test]
    fn a_cut_text_fits(text in hostile(), cells in 0_usize..40) {
        let safe = SafeText::new(&text);
        let cut = safe.truncated(cells);
        prop_assert!(cut.width() <= cells);
        prop_assert_eq!(safe.width() <= cells, cut == safe);
    }

    #[test]
    fn json_keeps_its_value(text in hostile()) {
        let mut out = String::new();
        write_json_string(&mut out, &text).unwrap();
        prop_assert_eq!(&serde_json::from_str::<String>(&out).unwrap(), &text);
        let plain = serde_json::to_string(&text).unwrap();
        let safe = json_safe(&plain);
        prop_assert_eq!(&serde_json::from_str::<String>(&safe).unwrap(), &text);
        prop_assert!(!HIDDEN.is_match(&safe));
    }
}

#[test]
fn nothing_is_escaped_twice() {
    let hidden = "\u{200b}\u{202e}\u{1b}\u{2800}\u{fe0f}";
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join(format!("in{hidden}"));
    std::fs::create_dir(&folder).unwrap();
    let marker = crate::cli::cite("a L1");
    let text = format!("Fine{hidden} within 5 days.{marker}\n");
    let case = serde_json::json!({"id": format!("c{hidden}"), "question": format!("q{hidden}"),
        "response": text, "sources": [{"id": "a", "title": format!("t{hidden}"),
            "text": format!("Fine{hidden} within 6 days.{marker}")}]});
    let (answer, json) = (folder.join(format!("x{hidden}.md")), folder.join("case.json"));
    std::fs::write(&answer, &text).unwrap();
    std::fs::write(&json, case.to_string()).unwrap();
    let journal = dir.path().join(format!("j{hidden}.jsonl"));
    let note = format!("C n{hidden}\na\nq\n");
    let run = |args: &[&str], path: &std::path::Path, input: &str| {
        use std::io::Write as _;
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"))
            .args(args)
            .arg(path)
            .arg("--review")
            .arg(&journal)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr)
    };
    run(&["review", "step", "--reviewer", &format!("r{hidden}")], &json, &note);
    let with_review: &[&[&str]] = &[
        &["--screenshot", "-"],
        &["--screenshot", "-", "--keys", "D"],
        &["--screenshot", "-", "--keys", "s"],
        &["report", "--format", "markdown"],
        &["report", "--format", "html"],
    ];
    for args in with_review {
        for path in [&folder, &answer, &json] {
            let shown = run(args, path, "");
            assert!(!shown.contains("U+27E8"), "{args:?}: {shown}");
            assert!(shown.contains("ZWSP"), "{args:?}: {shown}");
        }
    }
    for args in ["check", "show", "material", "extract", "convert --to case", "review show"] {
        for path in [&folder, &answer, &json, &journal] {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pincite"));
            let output = command.args(args.split(' ')).arg(path).output().unwrap();
            let shown = [output.stdout, output.stderr].concat();
            let shown = String::from_utf8_lossy(&shown);
            assert!(!shown.contains("U+27E8"), "{args} {}: {shown}", path.display());
        }
    }
}
