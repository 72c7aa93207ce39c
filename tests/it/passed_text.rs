//! Text that commands pass on: control characters go into pipes with a warning, or become tokens.

use crate::check::Folder;
use crate::cli::{Output, cite, run};

const HOSTILE: &str = "Refunds\u{1b}[31m take\u{7} five\u{202e} days.\t\r\n";
const SAFE: &str = "Refunds\u{241b}[31m take\u{2407} five\u{27e8}RLO\u{27e9} days.\t\r\n";
const WARNING: &str = "warning: the text has control characters, which a terminal would obey";

fn output(folder: &Folder, args: &str) -> Output {
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    run(folder.0.path(), &args, "")
}

#[test]
fn control_characters_are_passed_on_with_a_warning_or_become_tokens() {
    let answer = format!("{}{}", HOSTILE.trim_end(), cite("a"));
    let folder = Folder::new(&[("answer.md", &answer), ("docs/a.txt", HOSTILE)]);
    for args in [
        "strip answer.md",
        "strip --from markers answer.md",
        "convert --to plain answer.md docs/",
        "material docs/",
        "prompt --for docs/",
    ] {
        let raw = output(&folder, args);
        assert!(raw.stdout.contains(HOSTILE.trim_end()), "{args}: {}", raw.stdout);
        assert!(raw.stderr.contains(WARNING), "{args}: {}", raw.stderr);
        let safe = output(&folder, &format!("{args} --sanitize"));
        assert!(safe.stdout.contains(SAFE.trim_end()), "{args}: {}", safe.stdout);
        assert!(!safe.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{args}: {}", safe.stdout);
        assert!(!safe.stderr.contains("warning:"), "{args}: {}", safe.stderr);
        assert_eq!((raw.status, safe.status), (0, 0), "{args}");
    }
    // Marks and other text stay as they are.
    let markers = output(&folder, "convert --to markers --sanitize answer.md docs/").stdout;
    assert!(markers.contains('\u{e200}') && !markers.contains('\u{1b}'), "{markers:?}");
    let clean = Folder::new(&[("answer.md", &format!("Fine.\tYes.{}\r\n", cite("a")))]);
    let stripped = output(&clean, "strip answer.md");
    assert_eq!((stripped.stdout.as_str(), stripped.stderr.as_str()), ("Fine.\tYes.\r\n", ""));
}
