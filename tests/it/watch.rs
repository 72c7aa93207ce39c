//! A case that is read again because a file changed: the place is kept, what changed is marked.

use crate::cli::cite;
use crate::session::Session;

/// Returns a source of `lines` lines, each with words of its own.
fn lines(lines: usize) -> String {
    let line = |line| format!("Rule {line} says {}.\n", WORDS[line % WORDS.len()]);
    (1..=lines).map(line).collect::<Vec<_>>().concat()
}

const WORDS: [&str; 7] = [
    "that parcels leave on Monday",
    "nothing about invoices",
    "who signs for damage",
    "when the shop opens",
    "how long a battery lasts",
    "where returns are sent",
    "which colours are sold out",
];

/// Returns a response of `count` paragraphs, each with a claim and its citation.
fn answer(count: usize) -> String {
    let paragraph = |n: usize| {
        format!("Claim {n} is about {}.{}\n\n", WORDS[n % WORDS.len()], cite(&format!("a L{n}")))
    };
    (1..=count).map(paragraph).collect()
}

fn open(response: &str, source: &str) -> Session {
    Session::watched(("answer.md", response), &[("a.txt", source)]).size(120, 24)
}

/// Returns the head without the time of day.
fn head(session: &Session) -> String {
    let head = session.rows().remove(0);
    let at = head.find("read again ").map_or(head.len(), |at| at + "read again ".len());
    format!("{}{}", &head[..at], head.get(at + 8..).unwrap_or_default()).trim().to_owned()
}

/// Returns the row of the screen with some words.
fn row_of(session: &Session, words: &str) -> usize {
    let row = session.rows().iter().position(|row| row.contains(words));
    row.unwrap_or_else(|| panic!("`{words}` is not on the screen"))
}

#[test]
fn the_screen_after_a_save() {
    let session = open(&answer(12), &lines(40)).press("nnnn");
    let changed = answer(12).replace("Claim 5 is about", "Claim 5 now speaks of");
    let session = session.save("answer.md", &changed);
    let time = head(&session);
    assert_eq!(time, "answer.md · markers · 5 of 12 · read again  · 1 changed");
    let printed = session.row_with("* the claim changed at");
    let at = printed.find(" at ").unwrap() + 4;
    let picture = session.picture().replace(&printed[at..at + 8], "12:05:31");
    insta::assert_snapshot!("the_screen_after_a_save", picture);
}

#[test]
fn what_is_inserted_above_moves_neither_the_selection_nor_the_view() {
    let session = open(&answer(30), &lines(90)).press("20n");
    let (chip, passage) = (row_of(&session, "▐[21 L21]▌"), row_of(&session, "┃ 21"));
    let more = format!("A new claim.{}\n\nAnother.{}\n\n", cite("a L80"), cite("a L81"));
    let session = session.save("answer.md", &(more + &answer(30)));
    assert_eq!(row_of(&session, "▐[23 L21]▌"), chip);
    assert_eq!(row_of(&session, "┃ 21"), passage);
    assert!(head(&session).contains("23 of 32 · read again  · 2 changed"), "{}", head(&session));
    // In the source: what is cited by its number is another line now, and stays where it was.
    let session = session.save("a.txt", &format!("A line before all others.\n{}", lines(90)));
    assert_eq!(row_of(&session, "┃ 21"), passage);
    assert!(session.row_with("┃ 21").contains("Rule 20 says"));
    assert!(head(&session).contains("32 changed"), "{}", head(&session));
}

#[test]
fn a_view_that_was_scrolled_away_stays_with_its_text() {
    let session = open(&answer(30), &lines(200)).press("<tab>120G<tab>20j20j");
    let rows = session.rows();
    let at = rows[8..].iter().find_map(|row| Some(&row[row.find("Claim ")?..])).unwrap();
    let claim: String = at.chars().take("Claim 10 is".len()).collect();
    assert_ne!(claim, "Claim 1 is ", "it is scrolled");
    let (response, source) = (row_of(&session, &claim), row_of(&session, "Rule 120 "));
    let session = session.save("answer.md", &format!("# A heading\n\nWords.\n\n{}", answer(30)));
    assert_eq!(row_of(&session, &claim), response);
    assert_eq!(row_of(&session, "Rule 120 "), source);
    let session = session.save("a.txt", &format!("One.\nTwo.\nThree.\n{}", lines(200)));
    assert_eq!(row_of(&session, &claim), response);
    assert_eq!(row_of(&session, "Rule 120 "), source);
}

#[test]
fn a_verdict_goes_stale_with_its_passage_and_comes_back_with_it() {
    let source = lines(40);
    let session = open(&answer(3), &source).press("ayap");
    assert!(head(&session).contains("2 of 3 judged"), "{}", head(&session));
    let session = session.save("a.txt", &(source.clone() + "One more line.\n"));
    assert!(head(&session).contains("2 of 3 judged"), "{}", head(&session));
    assert!(!head(&session).contains("changed"), "{}", head(&session));
    let printed = session.row_with("the source changed elsewhere since");
    assert!(printed.contains("verdict ") && printed.contains("supports"), "{printed}");
    let session = session.save("a.txt", &source.replace("Rule 2 says", "Rule 2 denies"));
    assert!(head(&session).contains("1 of 3 judged"), "{}", head(&session));
    assert!(head(&session).contains("1 changed"), "{}", head(&session));
    assert!(session.row_with("! the source changed since: ").contains("supports"));
    let session = session.save("a.txt", &format!("A line above.\n{source}"));
    assert!(head(&session).contains("0 of 3 judged"), "{}", head(&session));
    let session = session.save("a.txt", &source);
    assert!(head(&session).contains("2 of 3 judged"), "{}", head(&session));
}

#[test]
fn what_is_half_written_leaves_the_screen_as_it_was() {
    let case = |claim: &str| {
        let text = serde_json::to_string(&format!("{claim}{}", cite("a L2"))).unwrap();
        format!(r#"{{"id":"one","response":{text},"sources":[]}}"#)
    };
    let whole = case("A claim.");
    let open = Session::watched(("one.json", &whole), &[("a.txt", &lines(9))]).size(120, 24);
    for half in [&whole[..20], "", "\n"] {
        let before = open.rows();
        let session = Session::watched(("one.json", &whole), &[("a.txt", &lines(9))]);
        let session = session.size(120, 24).save("one.json", half);
        let rows = session.rows();
        assert_eq!(rows[1..22], before[1..22], "all but the border below the message");
        assert!(rows[0].contains("changed, not reloaded"), "{}", rows[0]);
        let foot = rows[22..].concat();
        assert!(foot.contains("not reloaded, this is the earlier state: cannot read one.json"));
        let session = session.save("one.json", &case("Another claim."));
        assert!(!session.rows()[23].contains("not read again"));
        assert!(session.row_with("Another claim.").contains("▐[1* L2]▌"));
    }
    // A source that is empty was cut off to be written.
    let session = open.save("a.txt", "");
    assert!(session.rows()[0].contains("changed, not reloaded"));
    let session = session.save("a.txt", &lines(9));
    assert!(!session.rows()[0].contains("not read again"));
    assert!(session.row_with("Rule 2 says").contains("Rule 2 says"));
}

#[test]
fn files_that_were_only_touched_change_nothing() {
    let session = open(&answer(9), &lines(20)).press("n");
    let before = session.rows();
    let session = session.save("a.txt", &lines(20)).save("answer.md", &answer(9));
    assert_eq!(session.rows(), before);
}

#[test]
fn the_selection_follows_its_claim_and_says_when_it_is_gone() {
    let paragraphs: Vec<String> = answer(6).split_inclusive("\n\n").map(str::to_owned).collect();
    let turned: String = paragraphs.iter().rev().cloned().collect();
    let session = open(&answer(6), &lines(20)).press("n").save("answer.md", &turned);
    assert!(head(&session).contains("5 of 6"), "{}", head(&session));
    let without = turned.replace(&paragraphs[1], "");
    let session = session.save("answer.md", &without);
    assert!(head(&session).contains("5 of 5 · read again  · 1 gone"), "{}", head(&session));
    assert!(session.rows()[23].contains("the selected citation is gone"));
    let session = session.save("answer.md", "Nothing is cited any more.\n");
    assert!(head(&session).contains("no citations"), "{}", head(&session));
    let session = session.save("answer.md", &answer(6));
    assert!(head(&session).contains("1 of 6"), "{}", head(&session));
}

#[test]
fn lists_searches_and_notes_outlast_a_change() {
    let session = open(&answer(9), &lines(20)).press("/claim<enter>n");
    let session = session.save("answer.md", &format!("A claim before.\n\n{}", answer(9)));
    assert!(session.rows()[23].contains("/claim · 3 of 10"), "{}", session.rows()[23]);
    let session = session.press("<esc>cj").save("answer.md", &answer(8));
    session.row_with("Citations");
    // A note is about what it was begun on: the case is read again when it is closed.
    let session = session.press("<esc>Cabc").save("answer.md", &answer(3));
    assert!(head(&session).contains(" of 8"), "{}", head(&session));
    let session = session.press("<esc>");
    assert!(head(&session).contains(" of 3"), "{}", head(&session));
}
