//! Saved pages beside an answer that lists its sources by title and address.

use crate::check::Folder;
use crate::cli::run;

const ANSWER: &str = "The harbour opened in 1921 [1]. It handles 3.2 million tonnes a year [2]. Fees \
    rose by 12 % [3].\n\n## Sources\n1. History of the Harbour, https://harbour.example/pages/7\n\
    2. Statistics 2024, https://harbour.example/2024/stats.html\n\
    3. Fees, https://harbour.example/fees/2024\n";

const PAGES: [(&str, &str); 3] = [
    ("pages/history_of-the harbour.md", "The harbour was opened in 1921.\n"),
    ("pages/stats.md", "Throughput: 3.2 million tonnes a year.\n"),
    ("pages/harbour.example_fees_2024.txt", "Fees rose by 12 % in 2024.\n"),
];

/// Returns the lines about each listed source as `show` prints them.
fn listed(pages: &[(&str, &str)], args: &str) -> Vec<String> {
    let files: Vec<_> = [("answer.md", ANSWER)].iter().chain(pages).copied().collect();
    let folder = Folder::new(&files);
    let args = format!("show answer.md {args}");
    let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
    let output = run(folder.0.path(), &args, "").stdout;
    let (_, sources) = output.split_once("\nsources:\n").unwrap();
    let mut listed: Vec<String> = Vec::new();
    for line in sources.lines().take_while(|line| !line.is_empty()) {
        match line.strip_prefix("      ") {
            Some(note) => *listed.last_mut().unwrap() += &[" | ", note].concat(),
            None => listed.push(line.trim().to_owned()),
        }
    }
    listed
}

/// Returns the line about a source for which no file was found.
fn unmatched(start: &str, id: u8) -> String {
    format!(
        "{start}, no text: the answer gives title and address only; no file has its name, title or \
         address: `--source {id}=FILE` says which is its page, cited once"
    )
}

const HISTORY: &str = "1, History of the Harbour, https://harbour.example/pages/7";
const STATISTICS: &str = "2, Statistics 2024, https://harbour.example/2024/stats.html";
const FEES: &str = "3, Fees, https://harbour.example/fees/2024";

#[test]
fn a_page_is_found_by_its_title_and_by_the_end_of_its_address() {
    let found = |source, file| {
        format!("{source}, 1 line, cited once | the file `{file}` is matched by its name alone")
    };
    assert_eq!(
        listed(&PAGES, "pages"),
        [
            found(HISTORY, "history_of-the harbour.md"),
            found(STATISTICS, "stats.md"),
            found(FEES, "harbour.example_fees_2024.txt"),
        ]
    );
}

#[test]
fn a_name_that_two_files_or_pages_have_matches_none_and_the_option_is_named() {
    let twice = [PAGES[1], ("pages/stats.txt", "Throughput: 1.4 million tonnes.\n")];
    let found = listed(&twice, "pages");
    assert_eq!(found[..3], [unmatched(HISTORY, 1), unmatched(STATISTICS, 2), unmatched(FEES, 3)]);
    let named = listed(&twice, "pages --source 2=pages/stats.md");
    assert_eq!(named[1], format!("{STATISTICS}, 1 line, cited once"));
    // A name such as `index` says nothing.
    let common = listed(&[("pages/index.md", "All.\n"), ("pages/2024.md", "Fees.\n")], "pages");
    assert_eq!(common[0], unmatched(HISTORY, 1));
    assert!(common[2].starts_with(&format!("{FEES}, 1 line")), "{common:?}");
}

#[test]
fn a_file_named_by_words_of_one_title_is_its_page() {
    let answer = "It grew [1]. It shrank [2]. It moved [3].\n\n## References\n\
        1. Smith, J. (2020): Harbours of the north. Quays 4, 12-19.\n\
        2. Smith, J. (2021): Harbours of the south. Quays 5, 1-9.\n\
        3. Annual report. https://port.example/a1\n";
    let folder = Folder::new(&[
        ("answer.md", answer),
        ("pages/smith2020.txt", "It grew.\n"),
        ("pages/Annual report 2024 (final).txt", "It moved.\n"),
        ("pages/2021.txt", "A year.\n"),
    ]);
    let args = ["show", "answer.md", "pages"].map(str::to_owned);
    let output = run(folder.0.path(), &args, "").stdout;
    let notes: Vec<&str> = output.lines().filter(|line| line.contains("name alone")).collect();
    assert_eq!(
        notes,
        [
            "      doubt: the file `smith2020.txt` is matched by its name alone",
            "      doubt: the file `Annual report 2024 (final).txt` is matched by its name alone",
            "      the file `smith2020.txt` is matched by its name alone",
            "      the file `Annual report 2024 (final).txt` is matched by its name alone",
        ]
    );
    // A file that may be the page of two leaves both to the user.
    let doubt = [
        ("answer.md", answer),
        ("pages/smith2020.txt", "It grew.\n"),
        ("pages/Smith harbours.txt", "It grew and shrank.\n"),
    ];
    let output = run(Folder::new(&doubt).0.path(), &args, "").stdout;
    assert!(!output.contains("name alone"), "{output}");
}

#[test]
fn without_files_the_saved_page_is_asked_for_once() {
    let no_text = |source| format!("{source}, no text, cited once");
    let asks = "no text of 3 sources: the answer gives title and address only; pass the saved page with \
                `--source`";
    assert_eq!(
        listed(&[], ""),
        [no_text(HISTORY), no_text(STATISTICS), no_text(FEES), asks.to_owned()]
    );
}

#[test]
fn the_label_of_a_link_is_shown_unless_it_is_the_title() {
    let answer = "It rose ([tides.example](https://tides.example/a)). It fell ([2](https://b.example/2)).\n\n\
                  ## Sources\n\n2. Piers, https://b.example/2\n";
    let folder = Folder::new(&[("answer.md", answer)]);
    let args = ["show", "answer.md"].map(str::to_owned);
    let output = run(folder.0.path(), &args, "").stdout;
    assert!(
        output.contains("https://tides.example/a, tides.example, without text\n\n"),
        "{output}"
    );
    assert!(output.contains("Piers") && output.contains("shown as \u{201c}2\u{201d}"), "{output}");
}
