//! Sentences by which claim and passage say opposite things, and those that only seem so.

use super::negation::{NEGATING, RETRACTING, TURNING_BACK};
use super::sentence::{LIMITING, SAYING};
use super::*;
use crate::evidence::words::words;

/// Returns how claim and passage differ, and the words as they have them.
fn differing(claim: &str, passage: &str) -> Option<(ReversedBy, String, String)> {
    let (own, theirs) = (words(claim), words(passage));
    let counted = own.iter().filter(|word| word.class.is_content()).map(|word| word.key);
    let (by, own, there) = reversed(
        &DividedText::whole(ReadText { text: claim, words: &own }),
        &counted.collect(),
        &DividedText::whole(ReadText { text: passage, words: &theirs }),
    )?;
    Some((by, own.slice(claim)?.to_owned(), there.slice(passage)?.to_owned()))
}

#[test]
fn the_lists_are_sorted() {
    assert!(
        [&NEGATING, &RETRACTING, &TURNING_BACK, &LIMITING, &SAYING]
            .iter()
            .all(|list| list.is_sorted())
    );
}

#[test]
fn a_word_that_one_side_negates() {
    let cases = [
        (
            "Private phones are reimbursed by us.",
            "Private phones are not reimbursed by us.",
            "reimbursed",
            "not reimbursed",
        ),
        (
            "Private phones are never reimbursed by us.",
            "Private phones are reimbursed by us.",
            "never reimbursed",
            "reimbursed",
        ),
        ("Shops open.", "Shops do not open.", "open", "not open"),
        (
            "Late forms can\u{2019}t be accepted.",
            "Late forms are accepted.",
            "can\u{2019}t be accepted",
            "accepted",
        ),
        (
            "The hall has lockers upstairs.",
            "Open daily. The hall has no lockers upstairs.",
            "lockers",
            "no lockers",
        ),
        (
            "The licence is exclusive and irrevocable everywhere.",
            "The licence is non-exclusive and irrevocable everywhere.",
            "exclusive",
            "non-exclusive",
        ),
    ];
    for (claim, passage, own, theirs) in cases {
        let found = differing(claim, passage);
        assert_eq!(found, Some((ReversedBy::Negation, own.into(), theirs.into())), "{claim}");
    }
}

#[test]
fn what_may_say_the_same_is_passed() {
    for (claim, passage) in [
        (
            "Private phones are reimbursed by us.",
            "Private phones are not only bought but reimbursed by us.",
        ),
        (
            "Private phones are not reimbursed by us.",
            "We refuse that private phones are reimbursed by us.",
        ),
        (
            "Private phones are reimbursed by us.",
            "Private phones are not paid in May, yet reimbursed by us in June.",
        ),
        ("Private phones are not reimbursed by us.", "Private phones are never reimbursed by us."),
        ("The new station was not completed until 2012.", "The new station was completed in 2012."),
        (
            "Dough for bread rests overnight, twelve hours at most.",
            "Dough for bread rests overnight, no more than twelve hours.",
        ),
        // The words follow one another.
        (
            "Parcels do not travel by ferry.",
            "All parcels (no letters, as parcels do not travel by ferry) travel by ferry or train.",
        ),
        // Two words of four say little.
        (
            "Private phones are reimbursed by offices.",
            "Booked flights are not reimbursed by offices.",
        ),
        // The sentence before says it as it is.
        (
            "Private phones are reimbursed by us.",
            "Private phones are reimbursed by us. Private phones are not reimbursed by us.",
        ),
        ("Shops open.", "Shops in the north of the old harbour do not open on Sundays in winter."),
        ("Open.", "Shops do not open."),
        (
            "At low water, larger ferries cannot use the inner ramp.",
            "At low water, the inner ramp is too high for larger ferries, which use the outer ramp.",
        ),
    ] {
        assert_eq!(differing(claim, passage), None, "{claim}");
    }
}

#[test]
fn what_limits_both_sentences_turns_neither() {
    let (claim, passage) = (
        "Phones bought without a form are reimbursed.",
        "Phones bought without a form are not reimbursed.",
    );
    let found = differing(claim, passage);
    let words = (ReversedBy::Negation, "reimbursed".into(), "not reimbursed".into());
    assert_eq!(found, Some(words));
    assert_eq!(differing("Phones bought by you are reimbursed.", passage), None);
}

#[test]
fn a_word_and_its_opposite() {
    for (claim, passage, own, theirs) in [
        (
            "The museum opens at noon on holidays.",
            "On holidays, the museum closes at noon.",
            "opens",
            "closes",
        ),
        (
            "Sales of gas boilers increased in spring.",
            "It was warm. Sales of gas boilers decreased sharply in spring.",
            "increased",
            "decreased",
        ),
        (
            "Forms are due before the interview starts.",
            "Forms are due after the interview starts.",
            "before",
            "after",
        ),
        (
            "The northern pier has a higher crane.",
            "The northern pier has a lower crane.",
            "higher",
            "lower",
        ),
        (
            "Guests are not allowed to smoke inside the hall.",
            "Guests are not allowed to smoke outside the hall.",
            "inside",
            "outside",
        ),
        (
            "The museum is closed on Tuesdays.",
            "The museum is closed on Mondays and on holidays.",
            "Tuesdays",
            "Mondays",
        ),
        // The word itself is in a sentence about something else.
        (
            "The museum opens at noon on holidays.",
            "The museum closes at noon on holidays. It opens at six.",
            "opens",
            "closes",
        ),
    ] {
        let found = differing(claim, passage);
        assert_eq!(found, Some((ReversedBy::Opposite, own.into(), theirs.into())), "{claim}");
    }
}

#[test]
fn opposites_that_do_not_reverse_a_claim_are_passed() {
    for (claim, passage) in [
        // The word itself is there.
        (
            "The museum opens at noon on holidays.",
            "On holidays the museum opens at noon and closes at six.",
        ),
        // One of the two sentences is turned.
        (
            "Sales of gas boilers increased in spring.",
            "Sales of gas boilers never decreased in spring.",
        ),
        (
            "Sales of gas boilers increased in spring.",
            "Unless it is cold, sales of gas boilers decreased in spring.",
        ),
        // The claim has both words.
        ("The museum opens at noon and closes at six.", "At six and at noon the museum closes."),
        // Something else is beside them.
        (
            "The new pier has a crane, the old depot a lift.",
            "The depot has a lift, the pier, though old, a crane.",
        ),
        // Little else is the same.
        ("Sales increased in spring.", "Costs decreased in spring."),
    ] {
        assert_eq!(differing(claim, passage), None, "{claim}");
    }
}

#[test]
fn a_label_is_no_part_of_a_sentence() {
    for (claim, passage) in [
        (
            "**Receipts:** Members need no receipt for every refund.",
            "Members need a receipt for every refund.",
        ),
        (
            "Receipts \u{2013} Members need no receipt for every refund.",
            "Members need a receipt for every refund.",
        ),
        (
            "The policy states that members need no receipt for every refund.",
            "Receipts: Members need a receipt for every refund.",
        ),
    ] {
        let found = differing(claim, passage);
        let expected = (ReversedBy::Negation, "no receipt".into(), "receipt".into());
        assert_eq!(found, Some(expected), "{claim}");
    }
}

#[test]
fn a_sentence_that_the_other_side_denies() {
    for (claim, passage, own, theirs) in [
        (
            "The comet returns in every spring.",
            "It is a\nmyth that the comet returns in every spring.",
            "The comet returns in every spring",
            "is a\nmyth",
        ),
        (
            "That the comet returns in every spring is false.",
            "The comet returns in every spring.",
            "is false",
            "The comet returns in every spring",
        ),
    ] {
        let found = differing(claim, passage);
        assert_eq!(found, Some((ReversedBy::Negation, own.into(), theirs.into())), "{claim}");
    }
    for (claim, passage) in [
        // Both deny it, or the denial is denied.
        (
            "It is false that the comet returns in every spring.",
            "It is a myth that the comet returns in every spring.",
        ),
        (
            "The comet returns in every spring.",
            "It is not a myth that the comet returns in every spring.",
        ),
        // Something else is denied.
        (
            "The comet returns in every spring.",
            "The comet returns in every spring. It is a myth that it is made of ice.",
        ),
    ] {
        assert_eq!(differing(claim, passage), None, "{passage}");
    }
}

#[test]
fn comparisons_of_exchanged_things_say_the_same() {
    let of = differing(
        "Unemployment was higher in 2020 than in 2019.",
        "Unemployment was lower in 2019 than in 2020.",
    );
    assert_eq!(of, None);
    let of = differing(
        "Unemployment was higher in 2020 than in 2019.",
        "Unemployment was lower in 2020 than in 2019.",
    );
    assert!(of.is_some());
}
