//! Locators as people write them, in each dialect that may hold them.

use pincite::dialects::lookup::in_text;
use pincite::dialects::shared::markers::Families;

/// Returns the targets of each citation, `id locator`, citations parted by `;`, with `!` after
/// faulty ones.
fn targets(text: &str) -> String {
    let Some((_, found)) = in_text(text, &Families::default()) else { return "-".to_owned() };
    let citations = found.citations.iter().map(|citation| {
        let targets = citation.targets.iter().map(|target| {
            let locator = target.locator.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
            format!("{}{locator}", target.id)
        });
        let targets: Vec<String> = targets.collect();
        targets.join(", ") + if citation.problem.is_some() { "!" } else { "" }
    });
    citations.collect::<Vec<_>>().join("; ")
}

#[test]
fn numbered_marks_hold_locators_behind_their_numbers() {
    const LIST: &str =
        "\n\n## References\n1. [A](https://a.example)\n2. [B](https://b.example)\n3. C\n";
    for (text, expected) in [
        ("It is so [1, p. 3].", "1 p. 3"),
        ("It is so [1, L8-L13].", "1 L8-L13"),
        ("It is so [1, lines 8–13; 2].", "1 L8-L13, 2"),
        ("It is so [1, pp. 3-5, 2, 00:12:05].", "1 pp. 3-5, 2 00:12:05"),
        ("It is so [2, #section-3] and [3].", "2 #section-3; 3"),
        ("It is so 【1，p. 3】.", "1 p. 3"),
        ("It is so [1, 2] and [1-3].", "1, 2; 1, 2, 3"),
        // None of these says where: the bracket is not a mark, as it was before.
        ("It is so [2]. Not [1, see above].", "2"),
        ("It is so [2]. Not [1-2, p. 3].", "2"),
        ("It is so [2]. Not [1, p. 3, p. 4].", "2"),
        ("It is so [2]. Not [p. 3].", "2"),
    ] {
        assert_eq!(targets(&format!("{text}{LIST}")), expected, "{text}");
    }
}

#[test]
fn lenticular_marks_hold_locators_behind_their_daggers() {
    for (text, expected) in [
        ("It is so.【3†p. 4】", "3 p. 4"),
        ("It is so.【3†handbook.pdf†pp. 4–5】", "3 pp. 4-5"),
        ("It is so.【3†lines 8-13】", "3 L8-L13"),
        ("It is so.【3†00:12:05-00:12:30】", "3 00:12:05-00:12:30"),
        ("It is so.【F:src/lib.rs†lines 8-13】", "src/lib.rs L8-L13"),
        ("It is so.【6†L8-L13】", "6 L8-L13"),
        // Other words after the dagger are a name.
        ("It is so.【6†L8】【3†Page 4】【3†12:05】", "6 L8; 3; 3"),
    ] {
        assert_eq!(targets(text), expected, "{text}");
    }
}

#[test]
fn markers_stay_faulty_but_lead_somewhere() {
    let marker = |locator: &str| format!("Fine.\u{e200}cite\u{e202}a\u{e202}{locator}\u{e201}");
    for (locator, expected) in [
        ("p. 3", "a p. 3!"),
        ("pages 3–5", "a pp. 3-5!"),
        ("12:05", "a 00:12:05!"),
        ("#section-3", "a #section-3!"),
        ("see p. 3", "a!"),
        ("block2", "a, block2"),
    ] {
        assert_eq!(targets(&marker(locator)), expected, "{locator}");
    }
}
