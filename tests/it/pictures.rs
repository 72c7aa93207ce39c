//! Pictures of the screen, and those of the manual: `PINCITE_PICTURES=write cargo test pictures` draws
//! these anew.

use std::path::Path;

use crate::cli::{Output, run};

/// The pictures of the manual: name, page, and the arguments that draw them.
const PICTURES: &[(&str, &str, &[&str])] = &[
    ("inspector", "README.md", &["demo", "handbook", "--keys", "nnnnnnnnn"]),
    (
        "narrow",
        "docs/opening-answers.md",
        &["demo", "handbook", "--size", "80x24", "--keys", "nnn"],
    ),
    ("evidence", "README.md", &["demo", "evidence", "--size", "120x36", "--keys", "nn"]),
    (
        "findings",
        "docs/checking-in-ci.md",
        &["demo", "handbook", "--size", "120x30", "--keys", "d"],
    ),
];

fn drawn(args: &[&str]) -> Output {
    let mut args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    args.extend(["--screenshot".to_owned(), "picture.svg".to_owned()]);
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &args, "");
    let stdout = std::fs::read_to_string(folder.path().join("picture.svg")).unwrap_or_default();
    Output { stdout, ..output }
}

#[test]
fn the_pictures_of_the_manual_show_the_program_as_it_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, page, args) in PICTURES {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        let picture = drawn(args);
        assert_eq!((picture.stderr.as_str(), picture.status), ("", 0), "{name}");
        let file = format!("assets/pictures/{name}.svg");
        assert!(text.contains(&format!("{file})")), "{file} is not in {page}");
        if std::env::var_os("PINCITE_PICTURES").is_some_and(|it| it == "write") {
            std::fs::write(root.join(&file), &picture.stdout).unwrap();
        }
        let kept = std::fs::read_to_string(root.join(&file)).unwrap();
        assert!(kept == picture.stdout, "{file} is not what the program draws");
    }
}

#[test]
fn a_picture_is_sound_xml_whatever_the_words_are() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "A <script>alert(1)</script> & \"x\" ]]> \u{1b}[31m\u{202e} 中文 e\u{301} 🙂\u{200d} [1].\n\n# Sources\n\n[1] <b>&amp;</b>\n";
    std::fs::write(folder.path().join("a.md"), hostile).unwrap();
    let args = ["a.md", "--screenshot", "a.svg", "--size", "60x20"].map(str::to_owned);
    let output = run(folder.path(), &args, "");
    assert_eq!((output.stdout.as_str(), output.stderr.as_str(), output.status), ("", "", 0));
    let svg = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    let mut reader = quick_xml::Reader::from_str(&svg);
    let mut names = std::collections::BTreeSet::new();
    let mut words = String::new();
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                names.insert(tag.name().as_ref().to_owned());
            }
            quick_xml::events::Event::Text(text) => words.push_str(&text.xml10_content()),
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["rect", "svg", "text"]);
    assert!(!svg.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}'), "{svg}");
    assert!(words.contains("alert"), "{words}");
}

#[test]
fn ansi_goes_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["demo", "handbook", "--screenshot", "-", "--size", "40x10", "--keys", "n"]
        .map(str::to_owned);
    let output = run(folder.path(), &args, "");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let plain = regex::Regex::new("\x1b\\[[0-9;]*m").unwrap().replace_all(&output.stdout, "");
    assert_eq!(plain.lines().count(), 10);
    assert!(output.stdout.contains("\x1b[0;7m") && !plain.contains('\x1b'));
    assert!(plain.contains("2 of 31"), "{plain}");
}

#[test]
fn a_picture_that_cannot_be_drawn_is_reported() {
    let cases: [(&[&str], &str, i32); 3] = [
        (
            &["demo", "--screenshot", "a.png"],
            "pincite: cannot write a.png: unknown picture format `.png`\n\
             hint: use `.svg` or `.ansi`\n",
            2,
        ),
        (
            &["demo", "--screenshot", "a.svg", "--size", "0x10"],
            "pincite: cannot draw 0x10 cells: both sides are from 1 to 500 cells\n",
            2,
        ),
        (
            &["demo", "--screenshot", "a.svg", "--keys", "n<entre>"],
            "pincite: cannot press the keys `n<entre>`: one of them is not a key\n\
             hint: letters as they are, others as `<enter>`, `<tab>`, `<ctrl-d>`\n",
            2,
        ),
    ];
    for (args, message, status) in cases {
        let folder = tempfile::tempdir().unwrap();
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let output = run(folder.path(), &args, "");
        assert_eq!((output.stderr.as_str(), output.status), (message, status));
    }
}
