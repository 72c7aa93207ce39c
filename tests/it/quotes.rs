//! Quotes: which words of a claim are quoted, and how the sources repeat them.

use std::time::{Duration, Instant};

use pincite::evidence::QuoteStatus::{
    self, Absent, Altered, Elsewhere, Gapped, Normalised, Short, Unknown, Verbatim,
};
use pincite::evidence::quotes::{Quote, QuoteMatch, find, quoted};
use pincite::evidence::texts::Texts;
use pincite::text::Span;
use proptest::prelude::*;

use crate::corpus::corpus;

#[expect(dead_code, reason = "the bench uses the rest")]
#[path = "../../benches/evidence/quotes/cases.rs"]
mod cases;

use cases::{Answers, Expected, read};

const ENGLISH: &str = "# Remote work\n\nEmployees may work from home on three days a week. Managers \
    must answer **requests** within five working days, unless the request is incomplete.\n\
    The company does not pay for home inter-\nnet. It lends laptops to all employees.\n\n\
    # Travel\n\nTrips by train are booked by the office.\n";
const VISITORS: &str = "Visitors must sign the register at the front desk before entering.";

/// Looks for a quote in the first of the texts, cited as a whole.
fn look(quote: &str, texts: &[&str]) -> QuoteMatch {
    let loaded = Texts::of(texts.iter().map(|text| Some((*text).to_owned())));
    let quote = Quote { text: quote.to_owned(), span: None };
    find(quote, &loaded, 0, Span::new(0, texts[0].len()))
}

/// A quote, how the texts repeat it, whether it is turned, the words of the source that it
/// stands for, and what the note says among other things.
type Row = (&'static str, QuoteStatus, bool, &'static str, &'static str);

#[track_caller]
fn check(texts: &[&str], rows: &[Row]) {
    for (quote, status, turned, words, note) in rows {
        let found = look(quote, texts);
        assert_eq!((found.status, found.turned), (*status, *turned), "{quote}: {found:?}");
        let slice =
            found.source.zip(found.found).and_then(|(source, span)| span.slice(texts[source]));
        assert_eq!(slice.unwrap_or_default(), *words, "{quote}: {found:?}");
        let note_text = found.note.clone().unwrap_or_default();
        assert!(
            note_text.contains(note) && note_text.is_empty() == note.is_empty(),
            "{quote}: {found:?}"
        );
    }
}

const MANAGERS: &str = "Managers must answer **requests** within five working days, unless the request \
                    is incomplete";

const ENGLISH_ROWS: &[Row] = &[
    ("work from home on three", Verbatim, false, "work from home on three", ""),
    (
        "employees  may WORK from home",
        Normalised,
        false,
        "Employees may work from home",
        "but for blanks and case",
    ),
    ("must answer requests within", Normalised, false, "must answer **requests** within", "markup"),
    ("pay for home internet", Normalised, false, "pay for home inter-\nnet", "hyphens"),
    (
        "It lends l\u{430}ptops to all",
        Normalised,
        false,
        "It lends laptops to all",
        "look-alike letters",
    ),
    (
        "Employees may work [...] three days a week.",
        Gapped,
        false,
        "Employees may work from home on three days a week",
        "leaves out 3 words",
    ),
    (
        "Managers must answer requests \u{2026} the request is incomplete",
        Gapped,
        true,
        MANAGERS,
        "\u{201c}unless\u{201d}, which may turn the sentence, and the number five",
    ),
    (
        "[Contractors] may work from home",
        Gapped,
        true,
        "may work from home",
        "\u{201c}Contractors\u{201d} where the source has \u{201c}Employees\u{201d}",
    ),
    (
        "[The company] lends laptops to all employees",
        Gapped,
        false,
        "lends laptops to all employees",
        "where the source has \u{201c}It\u{201d}",
    ),
    (
        "Employees may [not] work from home",
        Gapped,
        true,
        "Employees may work from home",
        "puts in \u{201c}not\u{201d}",
    ),
    (
        "lends laptops to all ... booked by the office",
        Altered,
        false,
        "lends laptops to all",
        "not together",
    ),
    (
        "may work from home ... before entering ... sign the register",
        Short,
        false,
        "may work from home",
        "pieces of one or two words",
    ),
    ("Employees ... answer ... laptops", Short, false, "Employees", "one or two words"),
    (
        "Employees may work from home on four days a week",
        Altered,
        false,
        "Employees may work from home on three days a week.",
        "\u{201c}four\u{201d} where the source has \u{201c}three\u{201d}; the same up to \
                 \u{201c}from home on\u{201d}",
    ),
    (
        "The company does pay for home internet",
        Altered,
        true,
        "The company does not pay for home",
        "\u{201c}not\u{201d} of the source is left out",
    ),
    (
        "sign the register at the front desk",
        Elsewhere,
        false,
        "sign the register at the front desk",
        "",
    ),
    ("work from", Short, false, "work from", ""),
    ("quantum leap", Short, false, "", ""),
    ("the quick brown fox jumps over the lazy dog", Absent, false, "", ""),
];

#[test]
fn english_quotes() {
    check(&[ENGLISH, VISITORS], ENGLISH_ROWS);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table for each script")]
fn quotes_of_other_languages() {
    check(
        &[
            "Mitarbeiter d\u{fc}rfen an drei Tagen pro Woche von zu Hause arbeiten. Die Firma zahlt \
           keinen Anschluss in der Hauptstra\u{df}e.",
        ],
        &[
            ("an drei Tagen pro Woche", Verbatim, false, "an drei Tagen pro Woche", ""),
            (
                "ANSCHLUSS IN DER HAUPTSTRASSE",
                Normalised,
                false,
                "Anschluss in der Hauptstra\u{df}e",
                "case",
            ),
            (
                "Die Firma zahlt einen Anschluss",
                Altered,
                true,
                "Die Firma zahlt keinen Anschluss",
                "where the source has \u{201c}keinen\u{201d}",
            ),
            (
                "d\u{fc}rfen an drei \u{2026} von zu Hause arbeiten",
                Gapped,
                false,
                "d\u{fc}rfen an drei Tagen pro Woche von zu Hause arbeiten",
                "leaves out 3 words",
            ),
        ],
    );
    check(
        &["\u{5458}\u{5de5}\u{6bcf}\u{5468}\u{53ef}\u{4ee5}\u{5728}\u{5bb6}\u{5de5}\u{4f5c}\
           \u{4e09}\u{5929}\u{3002}\u{516c}\u{53f8}\u{4e0d}\u{627f}\u{62c5}\u{7f51}\u{7edc}\
           \u{8d39}\u{7528}\u{3002}"],
        &[
            (
                "\u{5458}\u{5de5}\u{6bcf}\u{5468}\u{53ef}\u{4ee5}",
                Verbatim,
                false,
                "\u{5458}\u{5de5}\u{6bcf}\u{5468}\u{53ef}\u{4ee5}",
                "",
            ),
            (
                "\u{5728}\u{5bb6} \u{5de5}\u{4f5c}\u{4e09}\u{5929}",
                Normalised,
                false,
                "\u{5728}\u{5bb6}\u{5de5}\u{4f5c}\u{4e09}\u{5929}",
                "blanks",
            ),
            (
                "\u{516c}\u{53f8}\u{627f}\u{62c5}\u{7f51}\u{7edc}\u{8d39}\u{7528}",
                Altered,
                true,
                "\u{516c}\u{53f8}\u{4e0d}\u{627f}\u{62c5}\u{7f51}\u{7edc}\u{8d39}\u{7528}",
                "\u{4e0d}",
            ),
            ("\u{516c}\u{53f8}", Short, false, "\u{516c}\u{53f8}", ""),
        ],
    );
    check(
        &["\u{5e2}\u{5d5}\u{5d1}\u{5d3}\u{5d9}\u{5dd} \u{5e8}\u{5e9}\u{5d0}\u{5d9}\u{5dd} \
           \u{5dc}\u{5e2}\u{5d1}\u{5d5}\u{5d3} \u{5de}\u{5d4}\u{5d1}\u{5d9}\u{5ea}"],
        &[(
            "\u{5e8}\u{5e9}\u{5d0}\u{5d9}\u{5dd}\n\u{5dc}\u{5e2}\u{5d1}\u{5d5}\u{5d3} \
             \u{5de}\u{5d4}\u{5d1}\u{5d9}\u{5ea}",
            Normalised,
            false,
            "\u{5e8}\u{5e9}\u{5d0}\u{5d9}\u{5dd} \u{5dc}\u{5e2}\u{5d1}\u{5d5}\u{5d3} \
             \u{5de}\u{5d4}\u{5d1}\u{5d9}\u{5ea}",
            "blanks",
        )],
    );
}

/// A piece of a paper as a reader of PDFs gives it: from within a sentence to within a word, with hyphens at line
/// ends and reference marks.
const PIECE: &str = "weather datasets, thereby bypassing the steps of\nthe model while GPT-\n4 stays in use [17], \
    as high-\nlighted before [5, 7\u{2013}9]. The records of the stations are kept for ten years by the off";

#[test]
fn quotes_of_pieces_of_papers() {
    check(
        &[PIECE],
        &[
            (
                "bypassing the steps of the model while GPT-4 stays in use",
                Normalised,
                false,
                "bypassing the steps of\nthe model while GPT-\n4 stays in use",
                "the same but for blanks",
            ),
            (
                "model while GPT-4 stays in use, as highlighted before. The records",
                Normalised,
                false,
                "model while GPT-\n4 stays in use [17], as high-\nlighted before [5, 7\u{2013}9]. The records",
                "the same but for reference marks",
            ),
            (
                "that integrates weather datasets, thereby bypassing the steps",
                Unknown,
                false,
                "weather datasets, thereby bypassing the steps",
                "begins within a sentence",
            ),
            (
                "The records of the stations are kept for ten years by the office of statistics",
                Unknown,
                false,
                "The records of the stations are kept for ten years by the",
                "ends within a sentence",
            ),
            (
                "The records of the stations are kept for twelve years by the office of statistics",
                Altered,
                false,
                "The records of the stations are kept for ten years by the",
                "\u{201c}twelve\u{201d} where the source has \u{201c}ten\u{201d}",
            ),
            (
                "The records of the stations are kept for ten years by the city",
                Altered,
                false,
                "The records of the stations are kept for ten years by the",
                "\u{201c}city\u{201d} is not in the source",
            ),
        ],
    );
    // A text that ends with its sentence has all of it.
    let whole = look(
        "Visitors must sign the register at the front desk before entering the hall",
        &[VISITORS],
    );
    assert_eq!(whole.status, Altered);
}

#[test]
fn the_passage_comes_before_the_rest() {
    let text = "May work from home. He said: may work from home.";
    let texts = Texts::of([Some(text.to_owned()), None]);
    let place = |quote: &str, passage| {
        let quote = Quote { text: quote.to_owned(), span: None };
        let found = find(quote, &texts, 0, passage);
        (found.status, found.found)
    };
    let (first, last) = (Span::new(0, 18), Span::new(29, 47));
    assert_eq!(place("may work from home", first), (Normalised, Some(first)));
    assert_eq!(place("may work from home", last), (Verbatim, Some(last)));
    assert_eq!(place("may work from home", Span::default()), (Verbatim, Some(last)));
    assert_eq!(place("the quick brown fox jumps", first).0, Unknown);
    let cut = "It grew by 5.31 percent a year";
    assert_eq!(look("It grew by 5", &[cut]).status, Altered);
    assert_eq!(look("t grew by 5.31", &[cut]).status, Altered);
}

#[test]
fn quotation_marks_of_many_languages() {
    #[track_caller]
    fn check(claim: &str, expected: &[&str]) {
        let found = quoted(claim, 100);
        let texts: Vec<&str> = found.iter().map(|quote| quote.text.as_str()).collect();
        assert_eq!(texts, expected, "{claim}");
        for quote in &found {
            let span = quote.span.unwrap();
            assert_eq!(&claim[span.start - 100..span.end - 100], quote.text);
        }
    }
    check("He said \"a b c\" and \"d.\" Then \"e\".", &["a b c", "d.", "e"]);
    check(
        "\u{201c}One \u{2018}two\u{2019} three,\u{201d} it says",
        &["One \u{2018}two\u{2019} three,"],
    );
    check("\u{201e}Eins zwei\u{201c} und \u{201a}drei\u{2018}", &["Eins zwei", "drei"]);
    check("\u{ab}\u{a0}un deux\u{a0}\u{bb} et \u{bb}drei vier\u{ab}", &["un deux", "drei vier"]);
    check("\u{201d}ett tv\u{e5}\u{201d} s\u{e4}ger", &["ett tv\u{e5}"]);
    check(
        "\u{300c}\u{4e00}\u{300e}\u{4e8c}\u{300f}\u{300d}",
        &["\u{4e00}\u{300e}\u{4e8c}\u{300f}"],
    );
    check("\u{4ed6}\u{8bf4}\"\u{597d}\u{7684}\"\u{4e86}", &["\u{597d}\u{7684}"]);
    check("It isn't 'a clear quote', the dogs' one", &["a clear quote"]);
    check("The '90s weren't the staffs' best, 'twas said", &[]);
    check("a 27\" screen of 5' 10\" and 3.5\" disks", &[]);
    check("run `echo \"a b c\"` now", &[]);
    check("\u{5e6}\u{5d4}\"\u{5dc} \u{5de}\u{5e0}\u{5db}\"\u{5dc}", &[]);
    check("open \u{201c}to the end\n\nnew paragraph", &["to the end"]);
    check("begun before.\u{201d} And \u{201c}more\u{201d}", &["begun before.", "more"]);
    check("\\\"escaped words here\\\"", &["escaped words here\\"]);
    check("\"\" \u{201c}...\u{201d} no words", &[]);
}

fn words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-z\u{e4}\u{e9}\u{448}\u{4e2d}0-9]{1,9}[,.;]?", 8..60)
}

proptest! {
    #[test]
    fn any_stretch_of_a_text_is_found_verbatim(words in words(), from in 0..50usize, count in 4..30usize) {
        let from = from.min(words.len() - 5);
        let quote = words[from..(from + count).min(words.len())].join(" ");
        prop_assume!(quote.chars().count() >= 25);
        let text = words.join(" ");
        let found = look(&quote, &[&text]);
        prop_assert_eq!(found.status, Verbatim);
        prop_assert_eq!(found.found.unwrap().slice(&text), Some(quote.as_str()));
    }

    #[test]
    fn how_a_quote_is_set_does_not_move_it(
        words in prop::collection::vec("[a-z]{4,9}", 12..40),
        set in prop::collection::vec(0..7u8, 10),
        from in 0..30usize,
    ) {
        let from = from.min(words.len() - 10);
        let text = words.join(" ");
        let start = words[..from].iter().map(|word| word.len() + 1).sum::<usize>();
        let plain = words[from..from + 10].join(" ");
        prop_assume!(text.matches(&plain).count() == 1);
        let quote = words[from..from + 10].iter().zip(&set).map(|(word, how)| match how {
            0 => word.to_uppercase() + " ",
            1 => format!("{word}\n  "),
            2 => format!("{word}\u{a0}"),
            3 => format!("\u{201c}{word}\u{201d} "),
            4 => format!("{}\u{ad}{} ", &word[..2], &word[2..]),
            5 => format!("**{word}** "),
            _ => format!("{}-\n{} ", &word[..3], &word[3..]),
        });
        let found = look(&quote.collect::<String>(), &[&text]);
        prop_assert_eq!(found.status, Normalised);
        prop_assert_eq!(found.found, Some(Span::new(start, start + plain.len())));
    }

    #[test]
    fn nothing_panics(
        quote in "(\\PC|[a .\u{2026}\\[\\]\"'\u{201c}\u{201d}-]){0,60}",
        source in "(\\PC|[a .\u{2026}\\[\\]()<&\n#-]){0,200}",
        start in 0..50usize,
        end in 0..300usize,
    ) {
        for one in quoted(&quote, 3) {
            let span = one.span.unwrap();
            prop_assert_eq!(&quote[span.start - 3..span.end - 3], one.text);
        }
        let texts = Texts::of([Some(source.clone()), Some(quote.clone())]);
        let found = find(Quote { text: quote, span: None }, &texts, 0, Span::new(start, end));
        if let Some((0, span)) = found.source.zip(found.found) {
            prop_assert!(span.slice(&source).is_some());
        }
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let many = |what: &str, bytes: usize| what.repeat(bytes / what.len());
    let source = 500_000;
    for (quote, text) in [
        (many("a", 50_000), many("a", source)),
        (many("a ", 50_000), many("a ", source)),
        ("a b c ... a b d".to_owned(), many("a b c ", source)),
        (many("a b c ... ", 600), many("a b c ", source)),
        (many("[a] b c ", 50_000), many("](", source)),
        (many("one two three ", 50_000), many("one two four ", source)),
        (many("e\u{301}\u{301}", 50_000), many("\u{301}", source)),
        ("<a & b> - c".to_owned(), many("<a &- ", source)),
    ] {
        let begun = Instant::now();
        look(&quote, &[&text]);
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(10), "{quote:.20} in {text:.20}: {took:?}");
    }
    for what in ["\"", "'a ", "a' ", "\u{201c}", "`", "`a``", "\n", "s' '"] {
        let begun = Instant::now();
        quoted(&many(what, source), 0);
        assert!(begun.elapsed() < Duration::from_secs(10), "{what}");
    }
}

#[test]
fn the_public_benchmark_is_answered_right() {
    /// One case of so many is looked at here; the bench looks at all.
    const STEP: usize = 9;
    let Some(folder) = corpus() else { return };
    let (documents, cases) = read(&folder.join("quotes"));
    let texts = Texts::of(documents.into_iter().map(Some));
    let mut answers = Answers::default();
    for case in cases.iter().step_by(STEP) {
        answers.add(case, &texts);
    }
    assert_eq!(answers.modes.len(), 19);
    assert!(answers.share(Expected::Refused) == 0.0, "{:?}", answers.wrong);
    assert!(answers.share(Expected::Found) < 0.01, "{:?}", answers.wrong);
}
