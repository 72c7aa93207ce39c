//! The HTML report in a real browser: what a click and a key lead to, what is loaded, who can read it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chromium::Browser;
use crate::cli::run;

/// Returns a page that the program makes of samples.
fn page(args: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("report.html");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let to = ["-o", path.to_str().unwrap()];
    let args = ["report"].into_iter().chain(args.split_whitespace()).chain(to);
    let args: Vec<String> = args.map(str::to_owned).collect();
    let output = run(&root, &args, "");
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", ""));
    (dir, path)
}

const HANDBOOK: &str = "handbook/answer.md handbook/sources";
const REVIEWED: &str = "review/answers.jsonl --review review/ann.review.jsonl";

/// Returns the marked part in view of the opened passage: its text, and its colour compared with
/// that of other passages.
const CHOSEN: &str = "(() => {
    const card = document.querySelector(':target');
    const mark = card.querySelector('mark');
    const at = mark.getBoundingClientRect();
    const other = [...document.querySelectorAll('mark')].find(it => !card.contains(it));
    const words = [...mark.closest('.line').querySelectorAll('mark')].map(it => it.innerText);
    return {number: card.dataset.number, words: words.join(''), focus: document.activeElement === card,
        seen: at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth,
        stands_out: getComputedStyle(mark).backgroundColor !== getComputedStyle(other).backgroundColor};
})()";

#[test]
fn a_click_lands_on_the_highlighted_passage() {
    let Some(mut browser) = Browser::start() else { return };
    let (_dir, path) = page(HANDBOOK);
    for (width, height) in [(1440, 900), (820, 1180), (390, 844)] {
        browser.size(width, height, false);
        browser.open(&path);
        browser.click("a.chip[data-number='10']");
        assert_eq!(
            browser.evaluate(CHOSEN),
            json!({"number": "10", "focus": true, "seen": true, "stands_out": true,
                "words": "Refunds go back to the means of payment that was used for the order."}),
            "{width}"
        );
        browser.click(".card[data-number='10'] h4 a");
        let number = browser.evaluate("document.querySelector(':target').dataset.number");
        assert_eq!(number, json!("10"));
        let wide = browser.evaluate("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(wide, json!(true), "{width} is too narrow");
    }
    let own = format!("file://{}", path.display());
    assert!(browser.requests.iter().all(|url| url.starts_with(&own)), "{:?}", browser.requests);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn a_key_does_the_same_and_the_source_opens() {
    let Some(mut browser) = Browser::start() else { return };
    let (_dir, path) = page(HANDBOOK);
    browser.size(1440, 900, true);
    browser.open(&path);
    browser.press("Tab");
    assert_eq!(browser.evaluate("document.activeElement.className"), json!("skip"));
    browser.press("Enter");
    assert_eq!(browser.evaluate("document.activeElement.id"), json!("main"));
    browser.evaluate("document.querySelector('a.chip[data-number=\"2\"]').focus()");
    browser.press("Enter");
    let chosen = browser.evaluate(CHOSEN);
    assert_eq!((&chosen["number"], &chosen["seen"]), (&json!("2"), &json!(true)));
    browser.click(".card[data-number='2'] .reference a");
    let line = "(() => { const line = document.querySelector(':target'); const at = \
        line.getBoundingClientRect(); return [line.querySelector('.number').innerText, \
        line.closest('details').open, at.top >= 0 && at.bottom <= innerHeight]; })()";
    assert_eq!(browser.evaluate(line), json!(["9", true, true]));
}

#[test]
fn all_is_shown_on_paper() {
    let Some(mut browser) = Browser::start() else { return };
    let (_dir, path) = page(REVIEWED);
    browser.open(&path);
    browser.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    let hidden = "[...document.querySelectorAll('details *, .verdict *')].filter(it => \
        !it.closest('.away, .back') && it.innerText && !it.checkVisibility({contentVisibilityAuto: true})) \
        .map(it => it.innerText)";
    assert_eq!(browser.evaluate(hidden), json!([]));
    let paper = browser.call("Page.printToPDF", &json!({}));
    assert!(paper["data"].as_str().unwrap().len() > 10_000);
}

/// Returns a batch of `number` invented cases, of which some have problems; every ninth names a
/// source that has no text, every seventh one that is not there.
fn batch(dir: &Path, number: usize) -> PathBuf {
    let case = |index: usize| {
        let source = match index {
            index if index % 7 == 3 => "missing",
            index if index % 9 == 4 => "b",
            _ => "a",
        };
        let claim = |line: usize| {
            format!(
                "The ferry of pier {index} leaves at {} in the morning.{}",
                line + 5,
                crate::cli::cite(&format!("{source} L{line}"))
            )
        };
        let lines = (1..=6).map(|line| {
            format!("The ferry of pier {index} leaves at {} in the morning.", line + 5)
        });
        json!({"id": format!("case-{index}"), "question": format!("When does ferry {index} leave?"),
            "response": (1..=3).map(claim).collect::<Vec<_>>().join("\n\n"),
            "sources": [{"id": "a", "title": format!("Timetable {index}"), "text": lines.collect::<Vec<_>>().join("\n")},
                {"id": "b", "title": "No text"}]})
        .to_string()
    };
    let path = dir.join("batch.jsonl");
    std::fs::write(&path, (0..number).map(case).collect::<Vec<_>>().join("\n")).unwrap();
    path
}

/// Returns a report of an invented batch; the file, or the index of a folder.
fn report_of(number: usize, to: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = batch(dir.path(), number);
    let args = ["report", path.to_str().unwrap(), "-o", to].map(str::to_owned);
    let output = run(dir.path(), &args, "");
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", ""));
    let index = if to.ends_with('/') { format!("{to}index.html") } else { to.to_owned() };
    let path = dir.path().join(index);
    (dir, path)
}

const SHOWN: &str = "[...document.querySelectorAll('.cases tbody tr')] \
    .filter(it => it.checkVisibility()).map(it => it.querySelector('a').innerText)";

#[test]
fn a_batch_is_searched_filtered_and_sorted() {
    let Some(mut browser) = Browser::start() else { return };
    let (_dir, path) = report_of(30, "out.html");
    browser.size(1440, 900, false);
    browser.open(&path);
    let open = browser.evaluate(
        "[...document.querySelectorAll('.group, details.case')].filter(it => it.open).length",
    );
    assert_eq!(open, json!(0), "clean rows and cases are closed");
    let first = browser.evaluate(SHOWN);
    assert_eq!(first.as_array().unwrap().len(), 7, "{first}");
    browser.press("/");
    assert_eq!(browser.evaluate("document.activeElement.id"), json!("search"));
    let type_words = "(() => { const field = document.getElementById('search'); field.value = 'pier 12'; \
        field.dispatchEvent(new Event('input')); return new Promise(done => setTimeout(() => done(1), 300)); })()";
    browser.evaluate(type_words);
    assert_eq!(browser.evaluate(SHOWN), json!(["case-12"]));
    assert_eq!(
        browser.evaluate("document.querySelector('.shown').innerText"),
        json!("1 of 30 cases, 3 of 90 citations shown")
    );
    browser.press("Escape");
    let choose = "(() => { const filter = document.getElementById('filter-outcome'); filter.value = 'no-text'; \
        filter.dispatchEvent(new Event('change')); return 1; })()";
    browser.evaluate(choose);
    assert_eq!(browser.evaluate(SHOWN), json!(["case-4", "case-13", "case-22"]));
    browser.press("Escape");
    assert_eq!(browser.evaluate(SHOWN), first);
    browser.click(".cases thead th:nth-child(4) button");
    assert_eq!(browser.evaluate(SHOWN).as_array().unwrap()[0], json!("case-4"));
    browser.click(".cases tbody tr a");
    let target = "[document.querySelector(':target').closest('details').open, location.hash]";
    assert_eq!(browser.evaluate(target), json!([true, "#case-4-top"]));
    browser.evaluate("document.activeElement.blur()");
    browser.press("j");
    assert_eq!(browser.evaluate("document.activeElement.dataset.number"), json!("1"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn without_a_script_everything_is_there() {
    let Some(mut browser) = Browser::start() else { return };
    let (_dir, path) = report_of(30, "out.html");
    browser.stop_scripts();
    for (width, dark) in [(1440, true), (390, false)] {
        browser.size(width, 900, dark);
        browser.open(&path);
        assert_eq!(
            browser.evaluate("document.querySelectorAll('input, select, button').length"),
            json!(0)
        );
        browser.click(".cases tbody tr a");
        let seen = "(() => { const head = document.querySelector(':target'); const card = \
            head.closest('details').querySelector('.card'); return [card.checkVisibility(), \
            card.querySelector('.claim').innerText.length > 20]; })()";
        assert_eq!(browser.evaluate(seen), json!([true, true]), "{width}");
    }
}

#[test]
fn the_claim_stays_beside_its_passage() {
    let Some(mut browser) = Browser::start() else { return };
    let (_dir, path) = page(HANDBOOK);
    browser.size(1440, 900, false);
    browser.open(&path);
    for number in [4, 20, 31, 2] {
        let seen = format!(
            "(() => {{ document.querySelector('.card[data-number=\"{number}\"]').scrollIntoView(); \
             return new Promise(done => setTimeout(() => {{ \
             const chip = document.querySelector('.response a.chip[data-number=\"{number}\"]').getBoundingClientRect(); \
             const claim = document.querySelector('.card[data-number=\"{number}\"] .claim'); \
             const at = claim ? claim.getBoundingClientRect() : chip; \
             done([chip.top >= 0 && chip.bottom <= innerHeight, at.top < innerHeight && at.bottom > 0]); \
             }}, 200)); }})()"
        );
        assert_eq!(browser.evaluate(&seen), json!([true, true]), "citation {number}");
    }
}

#[test]
fn a_folder_has_a_page_for_each_case() {
    let Some(mut browser) = Browser::start() else { return };
    let (dir, path) = report_of(30, "out/");
    assert_eq!(std::fs::read_dir(dir.path().join("out/cases")).unwrap().count(), 30);
    browser.size(820, 1180, false);
    browser.open(&path);
    browser.click(".cases tbody tr a");
    browser.evaluate("new Promise(done => setTimeout(() => done(1), 300))");
    assert_eq!(browser.evaluate("document.querySelector('h2').innerText"), json!("case-3"));
    let legend = "[...document.querySelectorAll('.legend')].map(it => it.innerText)";
    assert_eq!(browser.evaluate(legend), json!(["What the signs mean"]));
    browser.press("]");
    browser.evaluate("new Promise(done => setTimeout(() => done(1), 300))");
    assert_eq!(browser.evaluate("document.querySelector('h2').innerText"), json!("case-4"));
    browser.click(".top nav a");
    browser.evaluate("new Promise(done => setTimeout(() => done(1), 300))");
    assert_eq!(browser.evaluate("document.querySelector(':target').id"), json!("row-case-4"));
    let own = format!("file://{}", dir.path().display());
    assert!(browser.requests.iter().all(|url| url.starts_with(&own)), "{:?}", browser.requests);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn anchors_stay_when_other_citations_and_cases_come() {
    let anchors = |cases: &[(&str, &str)]| {
        let dir = tempfile::tempdir().unwrap();
        let line = |(id, response): &(&str, &str)| {
            json!({"id": id, "response": response, "sources": [{"id": "a", "text": "Five days.\nSix."}]}).to_string()
        };
        let lines: Vec<String> = cases.iter().map(line).collect();
        std::fs::write(dir.path().join("batch.jsonl"), lines.join("\n")).unwrap();
        let html = run(dir.path(), &["report", "batch.jsonl"].map(str::to_owned), "").stdout;
        let id = regex::Regex::new("<article class=\"card [^\"]*\" id=\"([^\"]+)\"").unwrap();
        id.captures_iter(&html).map(|found| found[1].to_owned()).collect::<Vec<_>>()
    };
    let own = format!("It takes five days.{}", crate::cli::cite("a L1"));
    let more = format!("Another takes six.{} {own}", crate::cli::cite("a L2"));
    let before = anchors(&[("x", &own), ("y", "So.")]);
    let after = anchors(&[("new", "So."), ("x", &more)]);
    assert_eq!((before.len(), after.len()), (1, 2));
    assert!(before[0].starts_with("x-c-") && after[1] == before[0], "{before:?} {after:?}");
}

#[test]
fn no_word_of_a_heading_is_broken_on_a_phone() {
    let Some(mut browser) = Browser::start() else { return };
    let broken = "[...document.querySelectorAll('h1, h2, h3, h4, h5, th, dt, summary, label')].flatMap(it => { \
        const walk = document.createTreeWalker(it, NodeFilter.SHOW_TEXT); const found = []; \
        while (walk.nextNode()) { const text = walk.currentNode; \
        for (const word of text.data.matchAll(/[A-Za-z]{2,14}/g)) { const range = document.createRange(); \
        range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length); \
        if (range.getClientRects().length > 1) found.push(word[0]); } } return found; })";
    let (_dir, index) = report_of(30, "out.html");
    let (_other, single) = page(HANDBOOK);
    for path in [index, single] {
        browser.size(390, 844, false);
        browser.open(&path);
        browser.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)");
        assert_eq!(browser.evaluate(broken), json!([]));
        let wide = browser.evaluate("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(wide, json!(true));
    }
}

/// Prints the size of reports and the time to first paint and to filter, for `benches/README.md`.
#[test]
#[ignore = "prints figures"]
fn figures_of_large_reports() {
    let Some(mut browser) = Browser::start() else { return };
    browser.size(1440, 900, false);
    for (number, to) in
        [(1, "out.html"), (168, "out.html"), (168, "out/"), (5000, "out.html"), (5000, "out/")]
    {
        let (_dir, path) = report_of(number, to);
        browser.open(&path);
        let paint = browser.evaluate(
            "new Promise(done => { const look = () => { const paint = \
             performance.getEntriesByName('first-contentful-paint')[0]; \
             if (paint) done(Math.round(paint.startTime)); else setTimeout(look, 20); }; look(); })",
        );
        let filter = browser.evaluate(
            "new Promise(done => { const field = document.getElementById('filter-outcome'); \
             if (!field) return done(0); const start = performance.now(); \
             field.value = 'no-text'; field.dispatchEvent(new Event('change')); \
             document.body.getBoundingClientRect(); \
             requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(performance.now() - start)))); })",
        );
        let height = browser.evaluate("document.documentElement.scrollHeight");
        let size = std::fs::metadata(&path).unwrap().len() / 1024;
        eprintln!(
            "{number} cases, {to}: {size} KiB, {height} px, first paint {paint} ms, filter {filter} ms"
        );
    }
}

/// Returns the accessibility checker, where `.ci/run` has put it.
fn axe() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tools/axe.min.js");
    let script = std::fs::read_to_string(&path).ok();
    if script.is_none() {
        eprintln!("skipped: no target/tools/axe.min.js, see `.ci/run`");
    }
    script
}

#[test]
fn the_checker_finds_nothing_to_object_to() {
    let Some(axe) = axe() else { return };
    let Some(mut browser) = Browser::start() else { return };
    let rules = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";
    // Each kind of page, width and scheme of colours: the checker takes its time.
    let (_folder, index) = report_of(12, "out/");
    let pages = [
        (page(HANDBOOK), [(1440, false), (390, true)]),
        (page(REVIEWED), [(1440, true), (390, false)]),
        ((tempfile::tempdir().unwrap(), index), [(820, true), (390, false)]),
    ];
    for ((_dir, path), looks) in pages {
        for (width, dark) in looks {
            browser.size(width, 900, dark);
            browser.open(&path);
            browser.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)");
            browser.evaluate(&format!("{axe}; 1"));
            let found = browser.evaluate(&format!(
                "axe.run({{runOnly: {rules}}}).then(found => found.passes.length < 20 ? 'not run' : \
                 found.violations.map(it => [it.id, \
                 it.help, it.nodes.slice(0, 3).map(node => node.html + ' ' + \
                 node.failureSummary)]))"
            ));
            assert_eq!(
                found,
                Value::Array(Vec::new()),
                "{} at {width}, dark: {dark}",
                path.display()
            );
        }
    }
}
