//! The HTML report in a real browser: what a click and a key lead to, what is loaded, who can read it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chromium::Browser;
use crate::cli::run;

/// A page that the program makes of samples.
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

/// What is marked and in view of the passage that was gone to: its text and its colour against that
/// of passages that were not.
const CHOSEN: &str = "(() => {
    const card = document.querySelector(':target');
    const mark = card.querySelector('mark');
    const at = mark.getBoundingClientRect();
    const other = [...document.querySelectorAll('mark')].find(it => !card.contains(it));
    const words = [...mark.closest('.line').querySelectorAll('mark')].map(it => it.innerText);
    return {id: card.id, words: words.join(''), focus: document.activeElement === card,
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
        browser.click("#r10");
        assert_eq!(
            browser.evaluate(CHOSEN),
            json!({"id": "c10", "focus": true, "seen": true, "stands_out": true,
                "words": "Refunds go back to the means of payment that was used for the order."}),
            "{width}"
        );
        browser.click("#c10 h4 a");
        assert_eq!(browser.evaluate("location.hash"), json!("#r10"));
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
    browser.evaluate("document.querySelector('#r2').focus()");
    browser.press("Enter");
    let chosen = browser.evaluate(CHOSEN);
    assert_eq!((&chosen["id"], &chosen["seen"]), (&json!("c2"), &json!(true)));
    browser.click("#c2 .reference a");
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
        !it.closest('.away') && it.innerText && !it.checkVisibility({contentVisibilityAuto: true})) \
        .map(it => it.innerText)";
    assert_eq!(browser.evaluate(hidden), json!([]));
    let paper = browser.call("Page.printToPDF", &json!({}));
    assert!(paper["data"].as_str().unwrap().len() > 10_000);
}

/// The accessibility checker, where `.ci/run` has put it.
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
    for (args, looks) in
        [(HANDBOOK, [(1440, false), (390, true)]), (REVIEWED, [(1440, true), (390, false)])]
    {
        let (_dir, path) = page(args);
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
            assert_eq!(found, Value::Array(Vec::new()), "{args} at {width}, dark: {dark}");
        }
    }
}
