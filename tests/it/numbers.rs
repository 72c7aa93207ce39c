//! Numbers of a claim beside those of a passage, as the library compares them.

use pincite::evidence::NumberStatus::{
    self, Absent, Derived, Differs, Implied, Rounded, Same, Unknown,
};
use pincite::evidence::numbers::compare;
use proptest::prelude::*;
use unicode_normalization::UnicodeNormalization as _;

/// Claim, passage, and what is expected of the claim's numbers in order.
type Row = (&'static str, &'static str, &'static [NumberStatus]);

#[track_caller]
fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (claim, passage, expected) in rows {
        let found = compare(claim, 7, passage, 11);
        let statuses: Vec<NumberStatus> = found.iter().map(|one| one.status).collect();
        if statuses != *expected {
            wrong
                .push(format!("{claim:?}\n{passage:?}\nexpected {expected:?}, found {found:#?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Ways to write a number with its unit that a reader takes for a plain one.
const DRESSED: [&str; 24] = [
    "**N** days",
    "<b>N</b> days",
    "<span class=\"x\">N</span> days",
    "<mark>N</mark> days",
    "N&nbsp;days",
    "\"N\" days",
    "'N' days",
    "\u{201c}N\u{201d} days",
    "`N` days",
    "$N$ days",
    "\\(N\\) days",
    "{N} days",
    "==N== days",
    "**\"N\"** days",
    "\"**N**\" days",
    "N \"days\"",
    "N *days*",
    "N~days",
    "N\\,days",
    "N<!-- x --> days",
    "N\u{332} days",
    "&#CODE; days",
    "BOLD days",
    "CIRCLE days",
];

#[test]
fn a_number_is_compared_however_it_is_dressed() {
    for (digit, bold, circle, status) in
        [(5_u32, "\u{1d7d3}", "\u{2464}", Same), (9, "\u{1d7d7}", "\u{2468}", Differs)]
    {
        for form in DRESSED {
            let number = digit.to_string();
            let code = (digit + u32::from('0')).to_string();
            let written = form.replace("CODE", &code).replace("BOLD", bold);
            let written = written.replace("CIRCLE", circle).replace('N', &number);
            let claim = format!("Refunds take {written} at most.");
            let found = compare(&claim, 7, "Refunds take 5 days at most.", 11);
            let statuses: Vec<NumberStatus> = found.iter().map(|one| one.status).collect();
            assert_eq!(statuses, [status], "{claim}: {found:#?}");
        }
    }
}

#[test]
fn spellings_of_one_value_are_the_same() {
    check(&[
        ("It cost $5 million.", "a price of $5,000,000", &[Same]),
        ("It cost $5m.", "US$5 million were paid", &[Same]),
        ("It cost USD 5 million.", "$5.0m", &[Same]),
        ("revenue of €1.5bn", "Umsatz von 1,5 Mrd. €", &[Same]),
        ("1,000 staff", "1 000 staff", &[Same]),
        ("1,000.5 units", "1.000,5 units", &[Same]),
        ("1000 units", "1'000 units", &[Same]),
        ("12,34,567 people", "1234567 people", &[Same]),
        ("ten thousand people", "1万人", &[Same]),
        ("120 million people", "1.2亿人", &[Same]),
        ("thirty (30) days of notice", "30 days", &[Same]),
        ("within 30 days", "within thirty (30) days", &[Same]),
        ("thirty-five members", "35 members", &[Same]),
        ("a dozen eggs", "12 eggs", &[Same]),
        ("a hundred people", "100 people", &[Same]),
        ("30天内", "三十天内", &[Same]),
        ("百分之三十", "30%", &[Same]),
        ("about 30 percent", "30 % of them", &[Same]),
        ("3-5 days", "between 3 and 5 days", &[Same]),
        ("three to five days", "3–5 days", &[Same]),
        ("3 to 5 days", "at least 3 days and at most 5 days", &[Same]),
        ("it takes 3 days", "it takes 3-5 days", &[Same]),
        ("24 hours", "1 day", &[Same]),
        ("12 months", "one year or 1 year", &[Same]),
        ("within one working day", "in 1 business day", &[Same]),
        ("in one-hour steps", "in 60 minutes", &[Same]),
        ("two weeks", "14 days", &[Same]),
        ("a 30-day window", "30 days", &[Same]),
        ("half of the staff", "50% of the staff", &[Same]),
        ("it doubled", "twice as many", &[Same]),
        ("a mass of 1.5 kg", "1500 g", &[Same]),
        ("１２３ people", "123 people", &[Same]),
    ]);
}

#[test]
fn dates_in_any_spelling_are_the_same() {
    check(&[
        ("on 1 March 2026", "2026-03-01", &[Same]),
        ("on March 1, 2026", "2026年3月1日", &[Same]),
        ("in March 2026", "1 March 2026", &[Same]),
        ("in March 2026", "2026-03", &[Same]),
        ("on 1 March", "March 1st, 2026", &[Same]),
        ("am 1. März 2026", "01.03.2026", &[Same]),
        ("on 03/04/2026", "4 March 2026", &[Same]),
        ("in 2026", "on 1 March 2026", &[Same]),
        ("in Q3 2025", "the third quarter of 2025", &[Same]),
        ("in FY25", "fiscal year 2025", &[Same]),
        ("on 1 March 2026", "in March 2026", &[Unknown]),
        ("the shop opened on 1 March 2026", "the shop opened on 2 March 2026", &[Differs]),
        ("at 5:30 pm", "at 17:30", &[Same]),
        ("between 2019 and 2023", "2019–2023", &[Same, Same]),
        ("in 1987", "no year at all", &[Absent]),
    ]);
}

#[test]
fn another_value_for_the_same_thing_differs() {
    check(&[
        // TrustRAG#167
        (
            "The accuracy of the model reached 85%.",
            "The model reached an accuracy of 87 %.",
            &[Differs],
        ),
        (
            "The company was founded in Berlin in 2022.",
            "The company was founded in 2021 in Berlin.",
            &[Differs],
        ),
        ("Refunds are paid within 30 days.", "Refunds will be paid within 14 days.", &[Differs]),
        ("The team has 45 engineers in Oslo.", "Our Oslo team has 54 engineers.", &[Differs]),
        ("Staff get 30 days of paid leave", "Staff get 25 days of paid leave", &[Differs]),
        ("The fee is $40 per month.", "The monthly fee is €40 per month.", &[Differs]),
        ("The notice period is 3 months.", "The notice period is 3 weeks.", &[Differs]),
        ("The reply comes within 5 days.", "The reply comes within 5 working days.", &[Differs]),
        (
            "Revenue rose to $12.4 million in total.",
            "Total revenue rose to $14.2 million.",
            &[Differs],
        ),
        (
            "Revenue rose from 10% to 15% of sales.",
            "Revenue rose from 10% to 16% of sales.",
            &[Same, Differs],
        ),
        (
            "The temperature rose from 14 to 22 degrees.",
            "The temperature rose from 22 to 14 degrees.",
            &[Differs, Differs],
        ),
        (
            "Der Anteil sank von 30 % im Jahr 2019 auf 20 %.",
            "Der Anteil sank von 20 % im Jahr 2019 auf 30 %.",
            &[Differs, Same, Differs],
        ),
        (
            "The temperature fell to -5 degrees at night.",
            "The temperature fell to 5 degrees at night.",
            &[Differs],
        ),
        ("The profit fell by 5%.", "The change in profit was -5%.", &[Same]),
        (
            "The bridge was destroyed during World War I by bombs.",
            "The bridge was destroyed during World War II by bombs.",
            &[Differs],
        ),
        (
            "The college was founded by King Henry VIII in Oxford.",
            "The college was founded by King Henry VII in Oxford.",
            &[Differs],
        ),
        ("It was destroyed in World War II.", "Destroyed in World War 2.", &[Same]),
    ]);
}

#[test]
fn what_a_bound_or_a_rate_allows_is_no_difference() {
    check(&[
        ("The maximum is $4,000 per plan year.", "The maximum is $4,000 per year.", &[Same]),
        ("They live on €3 per day.", "They live on three euros each a day.", &[Same]),
        (
            "They live on three euros per person per day.",
            "They live on three euros each a day.",
            &[Same],
        ),
        (
            "The maximum is $40 per person per day.",
            "The maximum is $40 per person per week.",
            &[Differs],
        ),
        ("They mourn the 2009 L'Aquila earthquake.", "The quake of 2009", &[Same]),
        ("It was a chance to seize.", "It was a chance.", &[]),
        (
            "The heart rate of the patient is 120 beats.",
            "Heart rate: 1 – fewer than 100 beats. 2 – more than 100 beats.",
            &[Absent],
        ),
        (
            "The heart rate of the patient is 120 beats.",
            "A heart rate of more than 100 beats",
            &[Absent],
        ),
        (
            "The heart rate of the patient is 80 beats.",
            "A heart rate of more than 100 beats",
            &[Differs],
        ),
        (
            "A single dose of ibuprofen is 320 mg.",
            "A single dose of ibuprofen is 10 mg/kg.",
            &[Absent],
        ),
        (
            "A single dose of ibuprofen is 20 mg/kg.",
            "A single dose of ibuprofen is 10 mg/kg.",
            &[Differs],
        ),
    ]);
}

#[test]
fn rounding_scales_and_shares_are_no_difference() {
    check(&[
        // Vibe-Research PR#42: unit scaling, decimals to percent
        ("The accuracy was 87%.", "accuracy: 0.87", &[Same]),
        ("The accuracy was 87%.", "accuracy: 0.8712", &[Same]),
        ("Revenue was $1.2345 billion.", "Revenue (in millions) 1,234.5", &[Same]),
        ("Revenue was $1.23 billion.", "Revenue (in millions) 1,234.5", &[Same]),
        ("about 12,000 people", "11,987 people", &[Rounded]),
        ("1.2 million people", "1,234,567 people", &[Rounded]),
        ("29% of users", "28.7% of users", &[Rounded]),
        ("more than 20,000 users", "21,345 users", &[Implied]),
        ("nearly half of the users", "48.7% of the users", &[Rounded]),
        ("two thirds of the users", "66.7% of the users", &[Rounded]),
        ("12,300 people came", "12,345 people came", &[Rounded]),
        ("28.7% of users", "29% of users", &[Unknown]),
        ("it takes 4 days", "it takes 3 to 5 days", &[Unknown]),
    ]);
}

#[test]
fn what_is_reckoned_is_derived() {
    check(&[
        ("The gap was 25 points.", "Alpha has 112 points, beta has 87 points.", &[Derived]),
        ("Together they have 199 members.", "112 members here, 87 members there", &[Derived]),
        ("Sales grew by 28.7%.", "Sales went from 87 to 112 units.", &[Derived]),
        ("A share of 77.7%.", "87 of 112 units were sold.", &[Derived]),
        ("a gain of 3 people", "15 people, then 12 people", &[Unknown]),
    ]);
}

#[test]
fn unlike_things_are_not_set_against_one_another() {
    check(&[
        ("30 employees work in Oslo.", "The office in Oslo has 12 desks.", &[Absent]),
        ("The plan costs $40.", "The plan has 30 seats.", &[Absent]),
        ("Sales grew in 2024.", "The law was passed in 2019.", &[Absent]),
        ("There are three methods.", "One is A, then B, and C.", &[Unknown]),
        ("1. First\n2. Second", "nothing", &[]),
        ("as shown [1], [2, 3]", "nothing", &[]),
        ("see https://example.org/2024/12", "nothing", &[]),
        ("GPT-4 is better.", "We use GPT-4 here.", &[Same]),
        ("GPT-4 is better.", "We use GPT-3 here.", &[Absent]),
        ("ISO 27001 is met.", "certified to ISO-27001", &[Same]),
        ("Section 4.2 says so.", "4.2 Remote work", &[Same]),
        ("version 1.2.3", "v1.2.4", &[Absent]),
        ("call 555-123-4567", "call 555-123-4567", &[Same]),
        ("the 1990s", "in the 1990s", &[Same]),
        ("use `retries = 5`", "nothing", &[Unknown]),
        ("It runs on Windows 11 only.", "Windows 10 only.", &[Unknown]),
        ("about 5G networks", "5G networks", &[Same]),
        ("The 2025 report", "The 2025 report", &[Same]),
        ("sold 112 units", "112 187 256", &[Same]),
        ("The carrier allows fourteen.", "the limit is fourteen days", &[Same]),
        ("10 people came.", "They came from 10 minutes away.", &[Unknown]),
    ]);
}

#[test]
fn notes_describe_bounds_negations_and_calculations() {
    let note = |claim, passage| compare(claim, 0, passage, 0).remove(0).note.unwrap_or_default();
    let notes = [
        note("at least 30 days", "at most 30 days"),
        note("It is 30 days.", "It is not 30 days."),
        note("The gap was 25 points.", "112 points and 87 points"),
        note("The fee is $40 a month.", "The fee is €40 a month."),
    ];
    insta::assert_snapshot!(notes.join("\n"));
}

#[test]
fn spans_are_where_the_two_texts_are() {
    let (claim, passage) = ("cost about $5 million", "es kostete 5 Mio. Dollar");
    let found = compare(claim, 100, passage, 200).remove(0);
    assert_eq!(&*found.claim, "$5 million");
    assert_eq!((found.span.start, found.span.end), (111, 121));
    assert_eq!(found.passage.as_deref(), Some("5 Mio. Dollar"));
    assert_eq!(found.found.map(|span| span.start), Some(211));
}

#[test]
fn long_runs_of_digits_and_separators_are_read_in_one_go() {
    let most = std::time::Duration::from_secs(8);
    for part in ["9", "1 ", "1,", "1.", "百", "one ", "a1-", "(", "[1", "` 1", "1-", "hundred "] {
        let text = part.repeat(8_000);
        let start = std::time::Instant::now();
        compare(&text, 0, &text, 0);
        assert!(start.elapsed() < most, "{part:?} takes {:?}", start.elapsed());
    }
}

fn spelled(value: u32, style: u8) -> String {
    let digits = value.to_string();
    let grouped = |sign: &str| {
        let mut groups: Vec<&str> =
            digits.as_bytes().rchunks(3).map(|g| std::str::from_utf8(g).unwrap()).collect();
        groups.reverse();
        groups.join(sign)
    };
    match style {
        0 => digits,
        1 => grouped(","),
        2 => grouped("."),
        3 => grouped("'"),
        4 => grouped(" "),
        5 => grouped("\u{202f}"),
        6 => format!("{digits}.0"),
        7 => format!("{},0", grouped(".")),
        _ => digits.chars().map(|c| char::from_u32(c as u32 - 0x30 + 0xff10).unwrap()).collect(),
    }
}

/// Returns the letters and digits of a text, in their plain forms.
fn undressed(text: &str) -> String {
    text.nfkc().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #[test]
    fn a_number_is_the_same_in_every_spelling(value in 10_000_u32..2_000_000_000, one in 0_u8..9, two in 0_u8..9) {
        let claim = format!("They sold {} units.", spelled(value, one));
        let passage = format!("In all {} units were sold", spelled(value, two));
        let found = compare(&claim, 0, &passage, 0);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(found[0].status, Same, "{} and {}", claim, passage);
    }

    #[test]
    fn any_text_is_compared_and_spans_say_what_is_claimed(
        claim in "([0-9]{1,4}|[ .,'/:-]|[%$€万年月日]|[a-zA-Z]{1,5}|three|half|March|between|\\PC){0,40}",
        passage in "([0-9]{1,4}|[ .,'/:-]|[%$€万年月日]|[a-zA-Z]{1,5}|three|half|March|between|\\PC){0,40}",
    ) {
        for found in compare(&claim, 0, &passage, 0) {
            prop_assert_eq!(found.span.slice(&claim).map(undressed), Some(undressed(&found.claim)));
            let there = found.found.and_then(|span| span.slice(&passage));
            prop_assert_eq!(there.map(undressed), found.passage.as_deref().map(undressed));
        }
        for found in compare(&claim, 0, &claim, 0) {
            prop_assert!(matches!(found.status, Same | Unknown), "{:?}", found);
        }
    }
}
/// Claims beside a passage that contradicts a number in them, by class.
const WRONG: &[(&str, &str, &str)] = &[
    ("days in a row", "The event runs from 3 to 5 May.", "The event runs May 3-6."),
    ("bound", "Travel costs are refunded up to $1,500.", "Travel costs are refunded up to $1000."),
    (
        "bound",
        "At least 30 days of notice are required.",
        "At most 30 days of notice are required.",
    ),
    (
        "bound",
        "More than 500 people attended the fair.",
        "Fewer than 500 people attended the fair.",
    ),
    (
        "bound",
        "The film has more than 60 reviews.",
        "The film holds a score of 7.1/10 based on 41 reviews.",
    ),
    ("bound", "The bridge carries under 2,000 cars a day.", "The bridge carries 2,400 cars a day."),
    ("bound", "The hall seats at most 120 people.", "The hall seats 150 people."),
    ("bound", "Nearly 800 volunteers took part.", "In all 412 volunteers took part."),
    ("bound", "The lake is between 20 and 30 metres deep.", "The lake is 48 metres deep."),
    ("sign", "Store the vaccine at 4 °C.", "Store the vaccine at −4 °C."),
    (
        "sign",
        "The average temperature in January is -12 °C.",
        "The average temperature in January is 12 °C.",
    ),
    (
        "sign",
        "Revenue rose by 5% in the second quarter.",
        "Revenue fell by 5% in the second quarter.",
    ),
    ("sign", "The balance changed by +3.2%.", "The balance changed by −3.2%."),
    (
        "unit",
        "The free plan includes 25 GB of storage.",
        "The free plan includes 25 MB of storage.",
    ),
    ("unit", "The notice period is 3 months.", "The notice period is 3 weeks."),
    ("unit", "The tablet contains 50 mg of zinc.", "The tablet contains 50 µg of zinc."),
    ("unit", "The route is 10 miles long.", "The route is 10 km long."),
    ("unit", "Replies arrive within 5 days.", "Replies arrive within 5 working days."),
    ("unit", "The file may be up to 5 MB.", "The file may be up to 5 GB."),
    ("unit", "Prices rose 3.5 percentage points.", "Prices rose 3.5 percent."),
    ("unit", "Keep 10 metres away from the barrier.", "Keep 10 feet away from the barrier."),
    ("scale", "The programme cost $3 billion.", "The programme cost $3 million."),
    ("scale", "The city has 2.4 million inhabitants.", "The city has 240,000 inhabitants."),
    ("scale", "The grant is worth 15 thousand euros.", "The grant is worth 15 million euros."),
    ("rate", "The sensor takes 20 samples per second.", "The sensor takes 20 samples per minute."),
    ("rate", "The limit is 100 requests per minute.", "The limit is 100 requests per hour."),
    ("rate", "The service costs $12/month.", "The service costs $12/year."),
    ("rate", "The dose is 20 mg/kg.", "The dose is 10 mg/kg."),
    ("currency", "A ticket costs €40.", "A ticket costs $40."),
    ("currency", "The fine is 200 GBP.", "The fine is 200 USD."),
    ("currency", "The deposit is A$300.", "The deposit is US$300."),
    (
        "ordinal",
        "It is the third largest port in the country.",
        "It is the second largest port in the country.",
    ),
    (
        "ordinal",
        "The 21st edition of the fair was held in Oslo.",
        "The 12th edition of the fair was held in Oslo.",
    ),
    (
        "ordinal",
        "The song reached number 13 on the chart.",
        "The song reached number 17 on the chart.",
    ),
    ("date", "The law was passed on 12 March 2019.", "The law was passed on 21 March 2019."),
    ("date", "The museum opened before 2010.", "The museum opened in 2012."),
    ("date", "The company was founded after 1990.", "The company was founded in 1987."),
    ("date", "The treaty was signed in June 2004.", "The treaty was signed in July 2004."),
    ("date", "Applications close on 1 May.", "Applications close on 1 April."),
    ("clock", "The office opens at 9:00 am.", "The office opens at 9:30 am."),
    ("clock", "The office closes at 5 pm.", "The office closes at 5 am."),
    ("clock", "The last train leaves at 22:15.", "The last train leaves at 21:15."),
    ("clock", "The gate closes before 18:00.", "The gate closes at 19:30."),
    ("share", "A third of the staff work from home.", "Half of the staff work from home."),
    ("share", "80% of patients recovered.", "70% of patients recovered."),
    ("share", "0.7 of the sample was lost.", "90 % of the sample was lost."),
    ("rating", "The film has a rating of 7.9/10.", "The film has a rating of 7.1/10."),
    ("rating", "The hotel scores more than 80 out of 100.", "The hotel scores 78 out of 100."),
    ("range", "Delivery takes 3-5 days.", "Delivery takes 7-10 days."),
    ("count", "Refunds are paid within 30 days.", "Refunds are paid within 14 days."),
    ("count", "The team has 45 engineers in Oslo.", "Our Oslo team has 54 engineers."),
    ("count", "The committee has twelve members.", "The committee has nine members."),
    (
        "language",
        "Die Antwort kommt innerhalb von fünf Werktagen.",
        "Die Antwort kommt innerhalb von 3 Werktagen.",
    ),
    (
        "ordinal",
        "It debuted at third place behind Operation Mekong.",
        "It had an estimated $13.8 million opening, debuting at second place behind Operation Mekong.",
    ),
    (
        "rate",
        "The app may send 100 requests per second.",
        "Each app may send 100 requests a minute.",
    ),
    ("rate", "The app may send 100 requests per second.", "The app may send 100 requests/min."),
    ("rate", "The app may send 100 requests per minute.", "The app may send 100 req/s."),
    ("rate", "The service costs $10/month.", "The service costs $100/year."),
    (
        "counted",
        "30 engineers and 45 designers work in Oslo.",
        "45 engineers and 30 designers work in Oslo.",
    ),
    ("unit", "The young measure 40-60 mm in length.", "The young measure 40-60 cm in length."),
    (
        "unit",
        "Polar bears grow to a maximum weight of 1,543 kilograms.",
        "Polar bears are the largest bear species in the world, growing to a maximum length of 8.5 feet (260 cm) and weight of 1,543 pounds (700 kg).",
    ),
    (
        "date",
        "A man's decomposed body was found in the River Trent in Cottam on 15 July 1978.",
        "The decomposed body of a man was found floating in the River Trent in Cottam on July 15, 1987.",
    ),
    (
        "date",
        "Charlie Russell died on May 7, 2025 in Calgary.",
        "In 2018, Charlie Russell died on May 7 in Calgary, Alberta.",
    ),
    (
        "share",
        "School dropout rates fell from almost 40% in Nov. 2007 to 15% in June 2008.",
        "School dropout rates fell from almost 40% in Nov. 2007 to 5% in June 2008.",
    ),
    (
        "language",
        "El proyecto costó al menos 3 millones de euros.",
        "El proyecto costó como máximo 3 millones de euros.",
    ),
    (
        "language",
        "Das Projekt kostete mindestens 3 Millionen Euro.",
        "Das Projekt kostete höchstens 3 Millionen Euro.",
    ),
    (
        "language",
        "Le projet a coûté au moins 3 millions d'euros.",
        "Le projet a coûté au plus 3 millions d'euros.",
    ),
    ("language", "该项目至少花费300万元。", "该项目最多花费300万元。"),
    ("language", "費用は少なくとも300万円です。", "費用は最大で300万円です。"),
    (
        "language",
        "Es ist der drittgrößte Hafen des Landes.",
        "Es ist der zweitgrößte Hafen des Landes.",
    ),
    ("language", "C'est le troisième port du pays.", "C'est le deuxième port du pays."),
    (
        "language",
        "Es el tercer puerto más grande del país.",
        "Es el segundo puerto más grande del país.",
    ),
    ("language", "它是全国第三大港口。", "它是全国第二大港口。"),
    (
        "language",
        "Ein Drittel der Belegschaft arbeitet zu Hause.",
        "Die Hälfte der Belegschaft arbeitet zu Hause.",
    ),
    (
        "language",
        "Un tiers du personnel travaille à la maison.",
        "La moitié du personnel travaille à la maison.",
    ),
    (
        "language",
        "Un tercio del personal trabaja en casa.",
        "La mitad del personal trabaja en casa.",
    ),
    (
        "language",
        "La Unión Soviética tenía 15 repúblicas.",
        "La Unión Soviética tenía doce repúblicas.",
    ),
    ("language", "Die Klasse hat 22 Schüler.", "Die Klasse hat einundzwanzig Schüler."),
];

/// Claims beside a passage that has their numbers, however written, or implies them.
const RIGHT: &[(&str, &str, &str)] = &[
    ("days in a row", "The event runs from 3 to 5 May.", "The event runs May 3-5."),
    ("days in a row", "The workshop is on 4 May.", "The workshop runs May 3–5 this year."),
    ("days in a row", "It was held on May 5, 2024.", "It was held from May 3 to 5, 2024."),
    ("bound", "Travel costs are refunded up to $1,000.", "Travel costs are refunded up to $1000."),
    ("bound", "More than 400 people attended the fair.", "500 people attended the fair."),
    ("bound", "More than 400 people attended the fair.", "Over 400 people attended the fair."),
    ("bound", "Fewer than 90 critics reviewed the film.", "The film has 77 reviews by critics."),
    ("bound", "The hall seats at least 100 people.", "The hall seats 150 people."),
    ("bound", "Nearly 800 volunteers took part.", "In all 793 volunteers took part."),
    ("bound", "About 12,000 people live there.", "11,987 people live there."),
    ("bound", "The lake is between 20 and 30 metres deep.", "The lake is 20–30 m deep."),
    (
        "bound",
        "Claims above 500 euros need a declared value.",
        "The carrier pays at most 500 euros unless a higher value was declared.",
    ),
    ("sign", "Store the vaccine at −4 °C.", "Store the vaccine at -4 °C."),
    ("sign", "Profits fell by 5%.", "Change in profits: −5%."),
    ("sign", "A loss of $3 million was reported.", "Net result: −$3 million was reported."),
    (
        "unit",
        "The free plan includes 25 GB of storage.",
        "The free plan includes 25,000 MB of storage.",
    ),
    ("unit", "The notice period is two weeks.", "The notice period is 14 days."),
    ("unit", "The route is 10 km long.", "The route is 10,000 metres long."),
    ("unit", "The route is 5 miles long.", "The route is 8.05 km long."),
    ("scale", "The programme cost $3 billion.", "The programme cost $3,000 million."),
    ("scale", "The city has 2.4 million inhabitants.", "The city has 2,412,000 inhabitants."),
    ("rate", "The sensor takes 120 samples per minute.", "The sensor takes 2 samples per second."),
    ("rate", "The service costs $10/month.", "The service costs $120/year."),
    ("rate", "The service costs $10 a month.", "The monthly price of the service is $10."),
    ("currency", "A ticket costs US$40.", "A ticket costs $40."),
    ("currency", "A ticket costs 40 euros.", "A ticket costs €40.00."),
    ("currency", "The lamp costs $199.99.", "price: 199.99"),
    (
        "ordinal",
        "It is the third largest port in the country.",
        "It is the country's 3rd largest port.",
    ),
    (
        "ordinal",
        "It is the third largest port in the country.",
        "The first port was built here; it is the third largest in the country.",
    ),
    ("date", "The law was passed on 12 March 2019.", "The law was passed on March 12, 2019."),
    ("date", "The museum opened before 2010.", "The museum opened in 2008."),
    ("date", "The company was founded after 1990.", "The company was founded in 1994."),
    ("date", "By 2015 the network had 40 stations.", "In 2014 the network had 40 stations."),
    ("date", "The treaty was signed in June 2004.", "The treaty was signed on 4 June 2004."),
    ("clock", "The office opens at 9 am.", "The office opens at 09:00."),
    ("clock", "The office closes at 5 pm.", "The office closes at 17:00."),
    ("clock", "The gate closes before 20:00.", "The gate closes at 19:30."),
    ("clock", "Keep 10 metres away.", "From 10 a.m. keep 10 m away."),
    ("share", "Half of the staff work from home.", "50% of the staff work from home."),
    ("share", "0.9 of the sample was lost.", "90 % of the sample was lost."),
    ("rating", "The film has a rating of 7.9/10.", "The film has a rating of 7.9 out of 10."),
    ("range", "Rooms are kept at 14/22 C.", "Rooms are kept at 14 C to 22 C."),
    ("range", "Delivery takes 3 to 5 days.", "Delivery takes 3-5 days."),
    (
        "count",
        "The team has 45 engineers and 3 designers.",
        "The team has 3 designers and 45 engineers.",
    ),
    ("count", "30 employees work in Oslo.", "The office in Oslo has 12 desks."),
    ("count", "The plan costs $40.", "The plan has 30 seats."),
    (
        "language",
        "Die Antwort kommt innerhalb von fünf Werktagen.",
        "Die Antwort kommt innerhalb von 5 Werktagen.",
    ),
    ("language", "Le délai est de trois semaines.", "Le délai est de 3 semaines."),
    ("language", "El plazo es de diez días.", "El plazo es de 10 días."),
    (
        "rate",
        "The app may send 100 requests per minute.",
        "Each app may send 100 requests a minute.",
    ),
    ("rate", "The app may send 600 requests per minute.", "The app may send 10 req/s."),
    ("unit", "The young measure 40-60 mm in length.", "The young measure 4-6 cm in length."),
    (
        "date",
        "In 2018, Charlie Russell died on May 7 in Calgary.",
        "Charlie Russell died on May 7, 2018 in Calgary, Alberta.",
    ),
    ("date", "The fair opened on 7 May 2019.", "The 2019 fair opened on May 7."),
    (
        "language",
        "El proyecto costó al menos 3 millones de euros.",
        "El proyecto costó por lo menos 3 millones de euros.",
    ),
    ("language", "该项目至少花费300万元。", "该项目花费不少于300万元。"),
    (
        "language",
        "Es ist der drittgrößte Hafen des Landes.",
        "It is the third largest port of the country.",
    ),
    ("language", "它是全国第三大港口。", "第三大港口"),
    (
        "language",
        "Ein Drittel der Belegschaft arbeitet zu Hause.",
        "33 % der Belegschaft arbeiten zu Hause.",
    ),
    ("language", "La mitad del personal trabaja en casa.", "El 50 % del personal trabaja en casa."),
    (
        "language",
        "La Unión Soviética tenía 15 repúblicas.",
        "La Unión Soviética tenía quince repúblicas.",
    ),
    ("language", "La classe compte 21 élèves.", "La classe compte vingt et un élèves."),
    ("language", "La escuela tiene 32 alumnos.", "La escuela tiene treinta y dos alumnos."),
    ("language", "Die Klasse hat 21 Schüler.", "Die Klasse hat einundzwanzig Schüler."),
    ("language", "Le magasin ouvre à 9:30.", "Le magasin ouvre à 9 h 30."),
];

#[test]
fn planted_numbers_are_distinguished_from_right_ones() {
    let is_flagged =
        |claim, passage| compare(claim, 0, passage, 0).iter().any(|it| it.status == Differs);
    let missed: Vec<_> =
        WRONG.iter().filter(|(_, claim, passage)| !is_flagged(claim, passage)).collect();
    let wrongly: Vec<_> =
        RIGHT.iter().filter(|(_, claim, passage)| is_flagged(claim, passage)).collect();
    assert!(
        missed.is_empty() && wrongly.is_empty(),
        "missed: {missed:#?}\nwrongly flagged: {wrongly:#?}"
    );
}

#[test]
fn a_deadline_is_a_limit_beside_a_limit() {
    check(&[
        ("Replies come in less than 48 hours.", "Replies come within 48 hours.", &[Same]),
        ("Replies come within 48 hours.", "Replies come in at most 48 hours.", &[Same]),
        ("Replies come in less than 48 hours.", "Replies come within 24 hours.", &[Implied]),
        ("Replies come in less than 24 hours.", "Replies come within 48 hours.", &[Differs]),
        ("Replies come within 24 hours.", "Replies come within 48 hours.", &[Differs]),
        ("Claims older than 90 days are refused.", "Claims are filed within 30 days.", &[Unknown]),
        ("Claims are filed within 30 days.", "Claims over 90 days are refused.", &[Unknown]),
        ("Antwort innerhalb von 48 Stunden", "Antwort in höchstens 48 Stunden", &[Same]),
    ]);
}

#[test]
fn a_place_in_an_order_is_no_amount() {
    check(&[
        ("Ealy was picked 16th overall.", "He made stops with the Panthers (2014-16).", &[Unknown]),
        (
            "It lays between 1 and 30 eggs.",
            "First described in 1864, it lays 6-17 eggs.",
            &[Differs],
        ),
        ("It was the third attempt.", "It took 3 attempts.", &[Unknown]),
        ("It took 3 attempts.", "It was the third attempt.", &[Unknown]),
    ]);
}

#[test]
fn a_number_near_another_is_no_rounding_of_it() {
    check(&[
        ("He was married for 99 years.", "He was married. He died at 95.", &[Absent]),
        ("He died at the age of 99.", "He died at 95.", &[Differs]),
    ]);
}

#[test]
fn right_numbers_are_found() {
    let absent = |(_, claim, passage): &&(&str, &str, &str)| {
        let found = compare(claim, 0, passage, 0);
        found.iter().any(|it| matches!(it.status, Absent))
    };
    let exempt = ["30 employees work in Oslo.", "The plan costs $40."];
    let absent: Vec<_> =
        RIGHT.iter().filter(absent).filter(|row| !exempt.contains(&row.1)).collect();
    assert!(absent.is_empty(), "{absent:#?}");
}

#[test]
fn shares_multiples_and_decades_are_compared_with_figures() {
    check(&[
        ("One in four adults smokes.", "25 % of adults smoke.", &[Same]),
        ("1 in 4 adults smokes.", "One in four adults smokes.", &[Same]),
        ("About one in three donations is from a friend.", "33 % of donations", &[Rounded]),
        ("A quarter of adults smoke.", "One in four adults smokes.", &[Same]),
        ("2 out of every 5 adults smoke.", "40 percent of adults smoke.", &[Same]),
        ("One in four adults smokes.", "About 20 % of adults smoke.", &[Differs]),
        ("One in four adults smokes.", "One in five adults smokes.", &[Differs]),
        ("20 % of adults smoke.", "One in four adults smokes.", &[Differs]),
        ("24 % of adults smoke.", "One in four adults smokes.", &[Unknown]),
        ("She scored 12 in 15 matches.", "She scored 12 goals in 15 matches.", &[Same, Same]),
        ("The price doubled.", "The price is twice as high.", &[Same]),
        ("She won the cup twice.", "She won the cup two times.", &[Same]),
        ("She won the cup twice.", "She won the cup three times.", &[Differs]),
        ("She won the cup three times.", "She won the cup twice.", &[Differs]),
        ("Sales tripled in Norway.", "Sales doubled in Norway.", &[Differs]),
        ("The rent is paid twice a year.", "The rent is paid twice a month.", &[Differs]),
        ("A double room costs more.", "A triple room costs less.", &[Unknown]),
        ("The band was popular in the 1990s.", "The band was popular in 1994.", &[Same]),
        ("The band was popular in the 1990's.", "The band was popular in the 1990s.", &[Same]),
        ("The mill was built in the 1990s.", "The mill was built in 1985.", &[Differs]),
        ("The mill was built in the 1990s.", "The mill was built in the 1980s.", &[Differs]),
        ("The mill was built in 1985.", "The mill was built in the 1990s.", &[Differs]),
        ("The mill was built in 1994.", "The mill was built in the 1990s.", &[Unknown]),
        ("The mill was built before 1930.", "The mill was built in the late 1920s.", &[Implied]),
    ]);
}

#[test]
fn one_end_of_a_stretch_of_time_is_not_the_other() {
    check(&[
        ("The bridge has been closed since 2010.", "The bridge is closed since 2010.", &[Same]),
        ("The bridge has been closed since 2010.", "It was closed in 2010.", &[Same]),
        ("The bridge was closed until 2010.", "The bridge was closed since 2010.", &[Differs]),
        ("The bridge is closed since 2010.", "The bridge was closed until 2010.", &[Differs]),
        ("The bridge did not open until 2010.", "The bridge is open since 2010.", &[Same]),
        (
            "Flights were suspended until 5 April 2020.",
            "Flights are suspended until 5 April 2020",
            &[Same],
        ),
        ("The shop is open until 6 pm.", "The shop is open since 6 pm.", &[Differs]),
        ("She held the office since 2009.", "She held the office since 2011.", &[Differs]),
        ("Less than 0.1 K was reached.", "Temperatures below \u{223c}0.1 K were reached.", &[Same]),
    ]);
}

#[test]
fn dates_of_a_list_are_not_set_against_one_another() {
    check(&[
        (
            "The board approved the Fiscal Year 2024 budget on September 27, 2023.",
            "That the board approve the Fiscal Year 2024 budget as submitted.",
            &[Same, Absent],
        ),
        (
            "Minutes were approved on February 21, 2024 and April 10, 2024.",
            "Minutes were approved. February 2024 report.",
            &[Unknown, Absent],
        ),
    ]);
}

#[test]
fn an_article_counts_a_length_of_time() {
    check(&[
        ("A table is held for an hour.", "A table is held for 30 minutes.", &[Differs]),
        ("A table is held for an hour.", "A table is held for 60 minutes.", &[Same]),
        ("The guarantee lasts a year.", "The guarantee lasts 3 years.", &[Differs]),
        ("Delivery takes half a year.", "Delivery takes six months.", &[Same]),
        ("The tour takes a quarter of an hour.", "The tour takes 45 minutes.", &[Differs]),
        ("Replies come within a week.", "Replies come within 7 days.", &[Same]),
        ("The trip takes an hour and a half.", "The trip takes 90 minutes.", &[Same]),
        ("The trip takes an hour and a half.", "The trip takes 60 minutes.", &[Differs]),
        // How often, and a time without a measure.
        ("It is cleaned twice a week.", "It is cleaned twice a week.", &[Same]),
        ("They met for a day trip.", "They met in 3 years.", &[]),
        ("It is held for an hour.", "It is held for guests.", &[Unknown]),
    ]);
}

#[test]
fn the_same_figure_of_something_else_bears_nothing_out() {
    let page = "The ferry has 15 crew members.\nThe crossing costs 12 euros for adults.";
    check(&[
        ("The crossing costs 15 euros for adults.", page, &[Differs]),
        ("The crossing costs 12 euros for adults.", page, &[Same]),
        ("The ferry has 15 crew members.", page, &[Same]),
    ]);
    let found = compare("Lows are about 64 °F.", 0, "Highs are up to 77 °F.", 0);
    assert_eq!(found[0].note.as_deref(), Some("the passage gives a limit"));
}

#[test]
fn a_number_of_something_else_does_not_bear_an_amount_out() {
    let hours = "Refunds take 14 days. The office opens at 9.";
    let firm = "The firm has 500 customers and 300 employees.";
    let games = "Norway won three gold medals and two silver medals.";
    let forms = "Applications take six weeks. You fill in 8 forms.";
    let fee = "The fee is 30 euros. Room 20 is open.";
    check(&[
        ("Refunds take 9 days.", hours, &[Differs]),
        ("Refunds take 14 days.", hours, &[Same]),
        ("The office opens at 9.", hours, &[Same]),
        ("The firm has 500 employees.", firm, &[Differs]),
        ("The firm has 300 employees.", firm, &[Same]),
        ("The firm has 500 customers.", firm, &[Same]),
        ("Norway won two gold medals.", games, &[Differs]),
        ("Norway won two silver medals.", games, &[Same]),
        ("Norway won three gold medals.", games, &[Same]),
        ("Applications take 8 weeks.", forms, &[Differs]),
        ("You fill in 8 forms.", forms, &[Same]),
        ("The fee is 20 euros.", fee, &[Differs]),
        // A number alone may have the unit of its heading or label.
        ("The battery lasts 10 hours.", "Battery (hours): 10. It is charged in 2 hours.", &[Same]),
        (
            "Membership costs 20 euros a month.",
            "| Membership, euros | 20 |\n| Setup fee | 30 euros |",
            &[Same],
        ),
    ]);
}

#[test]
fn numbers_that_are_joined_share_a_unit() {
    check(&[
        ("Refunds take five days.", "Refunds take five or ten days.", &[Same]),
        ("The course lasts 2 hours.", "The course lasts 2 or 3 hours.", &[Same]),
        ("The discount is 10 percent.", "The discount is 10, 20 or 30 percent.", &[Same]),
        ("Refunds take five days.", "Refunds take ~~five~~ ten days.", &[Same]),
        (
            "Ware dries for ten days.",
            "Ware dries for seven days in a dry room and for ten in a damp one.",
            &[Same],
        ),
        ("The course lasts 4 hours.", "The course lasts 2 or 3 hours.", &[Differs]),
    ]);
}

#[test]
fn parts_of_a_number_in_words() {
    check(&[
        ("Half a dozen people were hurt.", "Six people were hurt.", &[Same]),
        ("It cost a quarter of a million euros.", "It cost 250,000 euros.", &[Same]),
        ("It cost half a million euros.", "It cost 600,000 euros.", &[Differs]),
        (
            "It sold 3 million, a million more than in 2019.",
            "Sales rose from 2 million in 2019 to 3 million in 2020.",
            &[Same, Same],
        ),
    ]);
}

#[test]
fn numbers_the_other_way_round() {
    let text = "A Front-Cover Text may be at most 5 words, and a Back-Cover Text at most 25 words.";
    check(&[
        (
            "The battery lasts 2 hours and charges in 12 hours.",
            "The battery lasts 12 hours and charges in 2 hours.",
            &[Differs, Differs],
        ),
        (
            "It charges in 2 hours; the battery lasts 12 hours.",
            "The battery lasts 12 hours and charges in 2 hours.",
            &[Same, Same],
        ),
        (
            "A Front-Cover Text may be at most 25 words, and a Back-Cover Text at most 5.",
            text,
            &[Differs, Differs],
        ),
        (
            "A Back-Cover Text may be at most 25 words, a Front-Cover Text 5 words.",
            text,
            &[Same, Same],
        ),
        (
            "He was born in 1990 and died in 1950.",
            "Born in 1950, he died in 1990.",
            &[Differs, Differs],
        ),
    ]);
}

#[test]
fn a_number_that_was_torn_in_two_contradicts_nothing() {
    let found = compare("Prices rise by 3,0%.", 0, "In 2024, prices rise by 3 ,0%.", 0);
    assert_eq!(found.len(), 1);
    assert_ne!(found[0].status, Differs, "{found:?}");
}

#[test]
fn upper_limits_are_stated() {
    check(&[
        ("Children under 14 travel free.", "Children under 6 travel free.", &[Differs]),
        (
            "Claims are filed before 31 March 2024.",
            "Claims are filed before 31 March 2023.",
            &[Differs],
        ),
        ("Claims are filed by 31 March 2024.", "Claims are filed by 31 March 2023.", &[Differs]),
        ("Claims are filed before 6 pm.", "Claims are filed before 4 pm.", &[Differs]),
        ("Claims are filed before 4 pm.", "Claims are filed before 4 pm.", &[Same]),
        // What is more than 500 is more than 400, too.
        ("More than 400 people came.", "More than 500 people came.", &[Implied]),
    ]);
}

#[test]
fn a_line_end_inside_a_sentence_changes_nothing() {
    for (claim, passage, statuses) in [
        ("The fee for adults is 12 dollars.", "The fee for adults is 12|euros.", [Differs]),
        ("The trip takes two days in summer.", "The trip takes two|hours in summer.", [Differs]),
        ("The event is on 13 March 2024.", "The event is on 12|March 2024.", [Differs]),
        ("The city has 1.2 billion people.", "The city has 1.2|million people.", [Differs]),
        ("The rate is 3.5 percent per month.", "The rate is 3.5 percent|per year.", [Differs]),
        ("The price is EUR 5 million.", "The price is USD|5 million.", [Differs]),
        ("At most 30 days are required.", "At least|30 days are required.", [Differs]),
        ("More than fifty people came.", "More than|fifty people came.", [Same]),
        ("More than|fifty people came.", "More than fifty people came.", [Same]),
    ] {
        for end in [" ", "\n", "\r\n", "\n  "] {
            let wrapped = |text: &str| text.replace('|', end);
            let found = compare(&wrapped(claim), 0, &wrapped(passage), 0);
            let found: Vec<_> = found.iter().map(|it| it.status).collect();
            assert_eq!(found, statuses, "{claim} {end:?}");
        }
    }
}

/// However far a number is from the one of the same sentence: a zero too many is a usual slip.
#[test]
fn a_number_far_off_differs_too() {
    check(&[
        ("The dose is 500 mg per day.", "The dose is 50 mg per day.", &[Differs]),
        ("The dose is 5000 mg per day.", "The dose is 50 mg per day.", &[Differs]),
        (
            "The fee for a late return is 1.20 euros.",
            "The fee for a late return is 12 euros.",
            &[Differs],
        ),
        (
            "The fee for a late return is 12,000 euros.",
            "The fee for a late return is 12 euros.",
            &[Differs],
        ),
        ("Refunds are paid within ninety days.", "Refunds are paid within five days.", &[Differs]),
        ("The share of women is 80 percent.", "The share of women is 8 percent.", &[Differs]),
        ("Over $1 million was paid.", "Over $1 billion was paid.", &[Differs]),
        ("Adults take 500 mg of it each day.", "The box holds 12 tablets of 50 mg.", &[Absent]),
    ]);
}

#[test]
fn numbers_of_names_differ_where_the_sentences_agree() {
    check(&[
        ("Article 12 of the treaty bans mines.", "Article 5 of the treaty bans mines.", &[Differs]),
        (
            "The protocol is as RFC 966 defines it.",
            "The protocol is as RFC 959 defines it.",
            &[Differs],
        ),
        ("It is in section 14 of the handbook.", "It is in section 7 of the handbook.", &[Differs]),
        ("It needs Python 3.9.", "It needs Python 3.8.", &[Differs]),
        (
            "It needs version 2.3 of the library.",
            "It needs version 3.2 of the library.",
            &[Differs],
        ),
        (
            "Under Article 12, mines are banned, says the treaty.",
            "The treaty bans mines in Article 5. Article 12 speaks of ships.",
            &[Same],
        ),
        ("Mines are banned in Article 12.", "It is called Figure 3 of the plan.", &[Unknown]),
    ]);
}

#[test]
fn a_number_has_one_reading_where_both_texts_write_it_alike() {
    check(&[
        ("It paid $3.193 million in 2018.", "It paid $3.193 billion in 2018.", &[Differs, Same]),
        ("The market is worth $1.125 million.", "The market is worth $1.125 million.", &[Same]),
        ("It has 1.234 members.", "It has 1,234 members.", &[Same]),
    ]);
}

#[test]
fn a_text_may_write_a_number_in_pieces() {
    check(&[
        ("The correlation was 0.62 here.", "The correlation was .62 here (p = .04).", &[Same]),
        ("It ran from 2019 to 2021.", "It ran 2019–21.", &[Same, Same]),
        ("It sold over 10 million copies.", "10+ million copies sold", &[Same]),
        ("It was 5.0% then.", "It was 5 .0% then.", &[Same]),
        ("Sales rose to 12,500 units.", "Sales rose to 12, 500 units.", &[Same]),
        ("The dose is 2.5 mg per day.", "The dose is 2. 5 mg per day.", &[Same]),
        ("Profit was -3.6 million euros.", "Profit was - 3.6 million euros.", &[Same]),
        ("It is 20 degrees below zero.", "It is -20 degrees.", &[Same]),
        ("Patients got 10 mg per day.", "Patients got 5 mg twice daily.", &[Same]),
        ("Almost a third of the members voted.", "32 percent of the members voted.", &[Rounded]),
        // A sentence ends here, and a list goes on.
        ("There are 5 rooms in it.", "There are 2. 5 rooms were closed.", &[Same]),
        ("Pages 12 and 500 are blank.", "Pages 12, 500 are blank.", &[Same, Same]),
    ]);
}

#[test]
fn small_units_and_numbers_in_code_are_compared() {
    check(&[
        ("The late fee is 12 cents.", "The late fee is 12 euros.", &[Differs]),
        ("It lasts 5 ms in all.", "It lasts 5 µs in all.", &[Differs]),
        ("Winds blow at 10 to 15 knots.", "Winds blow at 10 to 15 mph.", &[Differs]),
        ("It holds 5 ppm of lead.", "It holds 5 ppb of lead.", &[Differs]),
        ("The default port is `8081`.", "The default port is 8080.", &[Differs]),
        ("Set the timeout to `30` seconds.", "Set the timeout to 60 seconds.", &[Differs]),
        ("The bridge is about 1,250 m long.", "The bridge is about 1,210 m long.", &[Differs]),
    ]);
}

#[test]
fn a_backtick_without_its_partner_hides_no_number() {
    check(&[
        ("It takes 9 days.", "rt` is the default. It takes 30 days.", &[Differs]),
        ("It takes 9 days.", "`` Slow '' it is. It takes 30 days.", &[Differs]),
        ("It takes 9 days.", "`` Slow '' and `` mixed '': it takes 30 days.", &[Differs]),
        ("The `import takes 9 days.", "The import takes 30 days.", &[Differs]),
        ("The ``import` takes 9 days.", "The import takes 30 days.", &[Differs]),
        ("It takes 9 days.", "`a`\n`\n\nIt takes 30 days with `b`.", &[Differs]),
        // Code that is no number, and a block that the passage cuts off
        ("It takes 9 days.", "It is `in 30 days` there.", &[Absent]),
        ("It takes 9 days.", "See:\n```\ntakes 30 days", &[Absent]),
    ]);
}

#[test]
fn a_number_of_something_else_bears_nothing_out() {
    check(&[
        ("Adults pay 6 euros.", "Adults pay 12 euros and children pay 6 euros.", &[Differs]),
        (
            "Here it is: adults pay 6 euros.",
            "Adults pay 12 euros and children pay 6 euros.",
            &[Differs],
        ),
        (
            "Oslo has 700,000 inhabitants.",
            "Bergen has 700,000 inhabitants and Oslo has 500,000 inhabitants.",
            &[Differs],
        ),
        (
            "Inflation in 2023 is at 3.5%.",
            "Inflation is at 4.6% for 2023, 3.5% for 2024 and 3.2% for 2025.",
            &[Same, Differs],
        ),
        (
            "Inflation in 2024 is at 3.5%.",
            "Inflation is at 4.6% for 2023, 3.5% for 2024 and 3.2% for 2025.",
            &[Same, Same],
        ),
        // Other words for one thing, a subject after a comma, a name after its number
        (
            "Trainees at the plant earn 6 euros.",
            "Workers at the plant earn 12 euros and apprentices there earn 6 euros.",
            &[Same],
        ),
        (
            "The Tories spent £2,980,815.",
            "UKIP, which won, spent £2,956,737, while the Tories' expenditure was £2,980,815.",
            &[Same],
        ),
        (
            "Bergen has 700,000 people.",
            "The population is 700,000 in Bergen and 500,000 in Oslo.",
            &[Same],
        ),
    ]);
}

#[test]
fn amounts_in_two_units_are_one() {
    check(&[
        ("It takes 2 hours and 30 minutes.", "It takes 150 minutes.", &[Same]),
        ("It takes 2.5 hours.", "It takes 2 hours 30 minutes.", &[Same]),
        ("It takes 1h 30min.", "It takes 90 minutes.", &[Same]),
        ("It takes 1 h 30 min.", "It takes 1 hour and 30 minutes.", &[Same]),
        ("It takes 2 hours and 30 minutes.", "It takes 2 hours and 40 minutes.", &[Differs]),
        ("It takes 30 minutes and 2 hours.", "It takes 30 minutes, then 2 hours.", &[Same, Same]),
    ]);
}

#[test]
fn limits_of_whole_numbers_may_leave_the_same() {
    check(&[
        ("At most 10 people may enter.", "Fewer than 11 people may enter.", &[Same]),
        ("At least 18 years old.", "over 17 years old", &[Same]),
        ("More than 10 people came.", "At least 11 people came.", &[Same]),
        ("More than 110 counties report.", "At least 109 counties report.", &[Differs]),
        ("At most 10 people may enter.", "Fewer than 12 people may enter.", &[Differs]),
    ]);
}

#[test]
fn shares_in_words_are_what_is_near_them() {
    check(&[
        ("Rund ein Drittel der Befragten stimmte zu.", "34 Prozent der Befragten", &[Rounded]),
        ("Fast die H\u{e4}lfte der Befragten stimmte zu.", "48 Prozent der Befragten", &[Rounded]),
        ("Pr\u{e8}s d'un tiers des membres ont vot\u{e9}.", "32 % des membres", &[Rounded]),
        ("Casi la mitad de los socios vot\u{f3}.", "El 48 % de los socios", &[Rounded]),
        ("A quarter of the members voted.", "26 percent of the members voted.", &[Rounded]),
        ("A quarter of the members voted.", "35 percent of the members voted.", &[Differs]),
    ]);
}

#[test]
fn parts_of_a_percentage_point_are_basis_points() {
    let half = "The bank raised rates by half a percentage point.";
    let quarter = "The bank raised rates by a quarter of a percentage point.";
    check(&[
        ("The bank raised rates by 50 basis points.", half, &[Same]),
        ("The bank raised rates by 25 basis points.", quarter, &[Same]),
        ("The bank raised rates by 0.5 percentage points.", half, &[Same]),
        ("The bank raised rates by 75 basis points.", quarter, &[Differs]),
        (half, "The bank raised rates by 75 basis points.", &[Differs]),
    ]);
}

#[test]
fn numbers_of_two_things_of_one_kind_do_not_differ() {
    check(&[
        ("The standard plan costs 10 euros.", "The premium plan costs 30 euros.", &[Absent]),
        ("The standard plan costs 10 euros.", "The standard plan costs 30 euros.", &[Differs]),
        // Both turn together.
        ("Cancellation is free before 1 May.", "Cancellation is not free after 1 May.", &[Absent]),
    ]);
}

#[test]
fn a_bound_holds_for_the_number_that_is_joined_to_its_own() {
    check(&[
        (
            "Waist circumference >102 cm (men) or >88 cm (women) is a risk.",
            "Waist circumference is more than 102 cm and 88 cm in men and women respectively.",
            &[Same, Same],
        ),
        (
            "Loans of more than 20 euros or more than 30 euros are taxed.",
            "Loans of more than 20 or 30 euros are taxed in two steps.",
            &[Same, Same],
        ),
        (
            "Waist circumference >102 cm (men) or >88 cm (women) is a risk.",
            "Waist circumference is more than 102 cm in men, and 88 cm in women.",
            &[Same, Differs],
        ),
    ]);
}

#[test]
fn an_amount_of_money_has_no_other_unit() {
    check(&[(
        "It lowered the income by $271 million.",
        "The income fell by $271 million year-on-year.",
        &[Same],
    )]);
}

#[test]
fn amounts_among_other_amounts_are_of_something_else() {
    let parts = "Parts revenue of $6 billion in 2022 increased by 64%, compared to revenue of $3.7 billion in 2021.";
    check(&[
        (
            "The total revenue of $23.6 billion increased by 44% compared to the $16.4 billion of last year.",
            parts,
            &[Absent, Absent, Absent],
        ),
        (
            "The parts revenue of $6 billion increased by 44% compared to the $3.7 billion of 2021.",
            parts,
            &[Same, Differs, Same, Same],
        ),
    ]);
}

/// A bound is written for a number close to it: one that it just misses is its counterpart, by whatever name.
#[test]
fn a_number_that_just_misses_a_bound_contradicts_it() {
    check(&[
        (
            "In Vellmark, more than 130 people have recovered.",
            "As of 17 April, there have been 1,380 confirmed cases, 129 recoveries and 4 deaths.",
            &[Differs],
        ),
        (
            "There had been more than 1,400 positive tests in Vellmark, as of April 17, 2020.",
            "As of 17 April 2020, there have been 1,390 confirmed cases, 156 recoveries and 4 deaths.",
            &[Differs, Same],
        ),
        (
            "There had been more than 1,380 positive tests in Vellmark, as of April 17, 2020.",
            "As of 17 April 2020, there have been 1,390 confirmed cases, 156 recoveries and 4 deaths.",
            &[Implied, Same],
        ),
    ]);
}

#[test]
fn the_time_over_which_something_is_done_is_no_bound() {
    check(&[
        ("It is infused over 10 minutes.", "It is infused over 20 minutes.", &[Differs]),
        ("It is infused over 20 minutes.", "It is infused slowly over 20 minutes.", &[Same]),
        ("It took over 10 minutes.", "It took 20 minutes.", &[Implied]),
    ]);
}

#[test]
fn numbers_of_something_else_contradict_nothing() {
    check(&[
        // Centuries of two events.
        (
            "Parts of the horde survived until the 18th century.",
            "It was a khanate that was founded in the 13th century, west of the empire.",
            &[Unknown],
        ),
        (
            "The church was built in the 18th century.",
            "The church was built in the 17th century.",
            &[Differs],
        ),
        // Another place in an order, which the claim gives as well.
        (
            "It was the nineteenth film of the universe and the third of the heroes.",
            "It is the 19th film of the universe.",
            &[Same, Unknown],
        ),
        // Some of all.
        (
            "The parties spent less than the top two parties.",
            "The six parties spent 9 million pounds in all.",
            &[Unknown],
        ),
        ("Only two parties stood.", "Six parties stood.", &[Differs]),
        // Two measures, one in percent.
        (
            "The data show warming with 95 percent certainty.",
            "The data show warming of 0.85 [0.65 to 1.06] °C.",
            &[Absent],
        ),
        ("90 % of the sample was lost.", "0.7 of the sample was lost.", &[Differs]),
        // A comparison in a sentence that has hardly a word of the other.
        (
            "It fell by 20 per cent over 40 years with soils and trees.",
            "The plan needs an area of Texas every 30 years.",
            &[Absent, Absent],
        ),
        (
            "The sun was so intense that the mercury rose to more than 120 °F.",
            "The polar regions stay below 95 °F.",
            &[Absent],
        ),
    ]);
}

#[test]
fn a_number_that_the_claim_denies_contradicts_nothing() {
    let passage = "The return window is 30 days from delivery.";
    check(&[
        ("The return window is 30 days, not 60 days.", passage, &[Same, Unknown]),
        ("The return window is 30 days rather than 14 days.", passage, &[Same, Unknown]),
        ("It is not 60 days but 30 days from delivery.", passage, &[Unknown, Same]),
        ("The return window is open for 30 days, not for 60 days.", passage, &[Same, Unknown]),
        (
            "Die Frist beträgt 30 Tage, nicht 60 Tage.",
            "Die Frist beträgt 30 Tage.",
            &[Same, Unknown],
        ),
        ("退货期限是30天，而不是60天。", "退货期限是30天。", &[Same, Unknown]),
        // Only numbers that are denied are left open.
        ("The return window is not 60 days, it is 20 days.", passage, &[Unknown, Differs]),
        ("The return window is 30, if not 60 days.", passage, &[Same, Differs]),
        ("It is not returned after 60 days.", "It is not returned after 30 days.", &[Differs]),
    ]);
    let denied = compare("The window is 60 days, not 30 days.", 0, passage, 0);
    assert_eq!(denied[1].status, Same);
    assert_eq!(denied[1].note.as_deref(), Some("the claim has `not` before it"));
}
