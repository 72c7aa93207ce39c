//! Tests: Markdown blocks, their runs, and what masking keeps out of Markdown.

use std::fmt::Write as _;

use pincite::text::Span;
use pincite::text::markdown::{BLOCK_LIMIT, Block, BlockKind, RunText, code_spans, parse};
use proptest::prelude::*;

/// Takes `⟦…⟧` as the masked spans, brackets included.
fn masked(text: &str) -> Vec<Span> {
    let starts = text.match_indices('⟦').map(|(at, _)| at);
    let ends = text.match_indices('⟧').map(|(at, mark)| at + mark.len());
    starts.zip(ends).map(|(start, end)| Span::new(start, end)).collect()
}

/// One line a block: kind, depths, bullet, gap, then the runs as `[style:text]`.
fn outline(text: &str) -> String {
    let spans = masked(text);
    let blocks = parse(text, &spans);
    check(text, &spans, &blocks);
    let mut out = String::new();
    for block in &blocks {
        if block.gap_above {
            out.push('\n');
        }
        write_block(&mut out, text, block);
    }
    out
}

fn write_block(out: &mut String, text: &str, block: &Block) {
    let kind = match &block.kind {
        BlockKind::Paragraph => "p".to_owned(),
        BlockKind::Heading(level) => format!("h{level}"),
        BlockKind::Code { language } => format!("code({})", language.as_deref().unwrap_or("")),
        BlockKind::TableRow { head: true, widths } => format!("head{widths:?}"),
        BlockKind::TableRow { head: false, widths } => format!("row{widths:?}"),
        BlockKind::Rule => "rule".to_owned(),
        BlockKind::Html => "html".to_owned(),
    };
    out.push_str(&">".repeat(block.quote_depth));
    out.push_str(&"  ".repeat(block.list_depth));
    if let Some(bullet) = &block.bullet {
        write!(out, "{bullet} ").unwrap();
    }
    write!(out, "{kind}").unwrap();
    for run in &block.runs {
        let style = run.style;
        let mut flags = String::new();
        for (on, flag) in [
            (style.bold, 'b'),
            (style.italic, 'i'),
            (style.struck, 's'),
            (style.code, 'c'),
            (style.link, 'l'),
        ] {
            flags.extend(on.then_some(flag));
        }
        match &run.text {
            RunText::Source => write!(out, " {flags}{:?}", run.span.slice(text).unwrap()),
            RunText::Replaced(shown) => write!(out, " {flags}={shown:?}"),
            RunText::SoftBreak => write!(out, " soft"),
            RunText::HardBreak => write!(out, " hard"),
            RunText::Cell => write!(out, " |"),
        }
        .unwrap();
    }
    out.push('\n');
}

/// Checks the properties of every text.
fn check(text: &str, spans: &[Span], blocks: &[Block]) {
    let mut end = 0;
    let mut covering = Vec::new();
    let mut block_start = 0;
    for block in blocks {
        assert!(block.span.slice(text).is_some(), "block {block:?} of {text:?}");
        assert!(block.span.start >= block_start, "blocks out of order in {text:?}");
        block_start = block.span.start;
        for run in &block.runs {
            assert!(run.span.start >= end, "run {run:?} steps back in {text:?}: {blocks:#?}");
            assert!(run.span.slice(text).is_some(), "run {run:?} of {text:?}");
            end = run.span.end;
            if run.text == RunText::Source {
                covering.push(run.span);
            }
        }
    }
    for span in spans.iter().filter(|span| !span.is_empty()) {
        let first = covering.partition_point(|run| run.end <= span.start);
        let run = covering.get(first).copied().unwrap_or_default();
        assert!(
            run.start <= span.start && span.end <= run.end,
            "{span} is in no run of {text:?}: {blocks:#?}"
        );
    }
}

#[track_caller]
fn outlined(text: &str, expected: &str) {
    assert_eq!(outline(text), expected, "{text}");
}

#[test]
fn inline_styles_are_exact_bytes() {
    outlined(
        "Plain **bold *both*** _em_ ~~old~~ `co de` \\* é&amp;ü<br>x\n",
        "p \"Plain \" b\"bold \" bi\"both\" \" \" i\"em\" \" \" s\"old\" \" \" c\"co de\" \" \" \"* é\" =\"&\" \"ü<br>x\"\n",
    );
    outlined(
        "[la *bel*](http://a \"t\") ![alt](b.png) <http://c>",
        "p l\"la \" il\"bel\" \" \" \"alt\" \" \" l\"http://c\"\n",
    );
    outlined("a\nb  \nc\\\nd", "p \"a\" soft \"b\" hard \"c\" hard \"d\"\n");
    outlined(
        "`a\nb` ``x`y`` ` z ` `  `",
        "p c\"a\" soft c\"b\" \" \" c\"x`y\" \" \" c\"z\" \" \" c\"  \"\n",
    );
    outlined("\"quotes\" -- stay... (c)", "p \"\\\"quotes\\\" -- stay... (c)\"\n");
}

#[test]
fn a_marker_after_what_is_no_fence_is_shown() {
    let text = "One\n\t```⟦m⟧ ⟦n⟧\ntwo";
    let blocks = parse(text, &masked(text));
    check(text, &masked(text), &blocks);
    outlined(text, "p \"One\" soft \"```\" \"⟦m⟧\" \"⟦n⟧\" soft \"two\"\n");
}

#[test]
fn headings_rules_and_html() {
    outlined(
        "# One #\nText\n\nTwo\n===\n***\n<div>\n<b>x</b>\n</div>\n",
        "h1 \"One\"\n\np \"Text\"\n\nh1 \"Two\"\n\nrule\n\nhtml \"<div>\\n\" \"<b>x</b>\\n\" \"</div>\\n\"\n",
    );
}

#[test]
fn list_items_have_their_bullet_once() {
    outlined(
        "- a\n- b\n  - c\n\n    d\n- e",
        "  - p \"a\"\n  - p \"b\"\n    - p \"c\"\n\n    p \"d\"\n  - p \"e\"\n",
    );
    outlined("3. x\n4. y\n\n5. z", "  3. p \"x\"\n  4. p \"y\"\n\n  5. p \"z\"\n");
    outlined("- [x] done\n- [ ] open", "  - p \"[x] done\"\n  - p \"[ ] open\"\n");
    outlined("-\n- - n\n- > q", "  - p\n  - p\n    - p \"n\"\n>  - p \"q\"\n");
    outlined("1. `a`\n   ```sh\n   b\n   ```\n", "  1. p c\"a\"\n  code(sh) c\"b\\n\"\n");
}

#[test]
fn quotes_nest() {
    outlined("> a\nb\n> > c\n\nd", ">p \"a\" soft \"b\"\n\n>>p \"c\"\n\np \"d\"\n");
    outlined("> `a\n> b` c", ">p c\"a\" soft c\"b\" \" c\"\n");
}

#[test]
fn code_is_kept_line_by_line() {
    outlined(
        "```rust,ignore\nfn a() {\n\n    b\r\n}\n```\n",
        "code(rust) c\"fn a() {\\n\" c\"\\n\" c\"    b\\r\\n\" c\"}\\n\"\n",
    );
    outlined("    in\n      dented", "code() c\"in\\n\" c\"  dented\"\n");
    outlined("> ```\n> q\n>  r\n> ```", ">code() c\"q\\n\" c\" r\\n\"\n");
    outlined("- a\n\n      \tcode\n", "  - p \"a\"\n\n  code() c\"\\tcode\\n\"\n");
    outlined("~~~\nunclosed *x*", "code() c\"unclosed *x*\"\n");
}

#[test]
fn tables_are_measured() {
    outlined(
        "| a | **bold** |\n|---|:-:|\n| 漢字 ⟦long marker⟧ | `x\\|y` |\n| z |\n\nafter",
        "head[13, 4] \"a\" | b\"bold\"\nrow[13, 4] \"漢字 ⟦long marker⟧\" | c\"x\" c\"|y\"\nrow[13, 4] \"z\" |\n\np \"after\"\n",
    );
    outlined("a|b\n-|-\n⟦|⟧|⟦m⟧\n", "head[8, 8] \"a\" | \"b\"\nrow[8, 8] \"⟦|⟧\" | \"⟦m⟧\"\n");
}

#[test]
fn references_and_footnotes_stay_visible() {
    outlined("x[^1] y[^2]\n\n[^1]: note\n", "p \"x[^1] y[^2]\"\n\np \"[^1]: note\"\n");
    outlined(
        "See [one][1].\n\n[1]: http://a ⟦m⟧\n[2]: http://b\n\n- z",
        "p \"See [one][1].\"\n\np \"[1]: http://a ⟦m⟧\" soft \"[2]: http://b\"\n\n  - p \"z\"\n",
    );
    outlined(
        "See [one][1].\n\n[1]: http://a⟦m⟧\n[2]: http://b\n",
        "p \"See \" l\"one\" \".\"\n\np \"[1]: http://a⟦m⟧\" hard \"[2]: http://b\"\n",
    );
    outlined("> [a]: b\n\n[a]", ">p \"[a]: b\"\n\np l\"a\"\n");
}

#[test]
fn a_marker_never_changes_what_stands_beside_it() {
    // Emphasis closes and opens next to a marker, also in text without blanks.
    outlined("**bold**⟦m⟧ x", "p b\"bold\" \"⟦m⟧ x\"\n");
    outlined("**bold.**⟦m⟧ x", "p b\"bold.\" \"⟦m⟧ x\"\n");
    outlined("_em_⟦m⟧ *em.*⟦m⟧", "p i\"em\" \"⟦m⟧ \" i\"em.\" \"⟦m⟧\"\n");
    outlined("**字⟦m⟧**字 ~~a~~⟦m⟧", "p b\"字⟦m⟧\" \"字 \" s\"a\" \"⟦m⟧\"\n");
    outlined("**bold ⟦m⟧** x", "p b\"bold ⟦m⟧\" \" x\"\n");
    outlined("**⟦m⟧ bold** ⟦m⟧**“b”**", "p b\"⟦m⟧ bold\" \" ⟦m⟧\" b\"“b”\"\n");
    outlined("⟦m⟧**b**⟦m⟧_e_⟦m⟧", "p \"⟦m⟧\" b\"b\" \"⟦m⟧\" i\"e\" \"⟦m⟧\"\n");
    // Nothing starts at a line start or after a digit.
    outlined(
        "3⟦m⟧ x\n⟦m⟧ y\n-⟦m⟧\n#⟦m⟧\n1.⟦m⟧",
        "p \"3⟦m⟧ x\" soft \"⟦m⟧ y\" soft \"-⟦m⟧\" soft \"#⟦m⟧\" soft \"1.⟦m⟧\"\n",
    );
    outlined("a\n⟦m⟧\nb ⟦m⟧\nc", "p \"a\" soft \"⟦m⟧\" soft \"b ⟦m⟧\" soft \"c\"\n");
    outlined("<⟦m⟧> &⟦m⟧; \\⟦m⟧", "p \"<⟦m⟧> &⟦m⟧; \\\\⟦m⟧\"\n");
}

#[test]
fn nothing_inside_a_marker_is_markdown() {
    outlined(
        "a ⟦|`*_[x](y) \n\n# h\n- l  \n⟧ *b*",
        "p \"a ⟦|`*_[x](y) \\n\\n# h\\n- l  \\n⟧ \" i\"b\"\n",
    );
    outlined("`c ⟦`⟧ d` e", "p c\"c ⟦`⟧ d\" \" e\"\n");
    outlined("```\n⟦\n```\n⟧\n```\nx", "code() c\"⟦\\n```\\n⟧\\n\"\n\np \"x\"\n");
}

#[test]
fn a_marker_glued_to_a_closing_fence_leaves_it_closed() {
    outlined("```\nx\n```⟦m⟧⟦n⟧ \ny", "code() c\"x\\n\"\n\np \"⟦m⟧\" \"⟦n⟧\"\n\np \"y\"\n");
    outlined("> ~~~\n> x\n> ~~~ ⟦m⟧\n", ">code() c\"x\\n\"\n\np \"⟦m⟧\"\n");
    outlined("```\nx\n```⟦m⟧ y\n```\n", "code() c\"x\\n\" c\"```⟦m⟧ y\\n\"\n");
    outlined("```⟦m⟧# ```a", "p c\"⟦m⟧# \" \"a\"\n");
}

#[test]
fn a_swallowed_marker_gets_a_run() {
    outlined("[a](http://x⟦m⟧) b", "p l\"a\" \"⟦m⟧\" \" b\"\n");
    outlined("![a](x \"⟦m⟧\")⟦n⟧", "p \"a\" \"⟦m⟧\" \"⟦n⟧\"\n");
    outlined("```rust ⟦m⟧\nx\n```", "p \"⟦m⟧\"\ncode(rust) c\"x\\n\"\n");
    outlined("```⟦m⟧\nx\n```", "p \"⟦m⟧\"\ncode() c\"x\\n\"\n");
    outlined("|a|\n|-|\n|b|⟦m⟧|⟦n⟧|\n", "head[17] \"a\"\nrow[17] \"b\" \"⟦m⟧\" \"⟦n⟧\"\n");
}

#[test]
fn code_spans_are_found_with_their_fences() {
    let text = "a `b` ``c`d``\n\n```x\ny ⟦`⟧\n```\n\n> ~~~\n> q\n\n    ind\n";
    let spans = code_spans(text, &masked(text));
    let found: Vec<&str> = spans.iter().map(|span| span.slice(text).unwrap().trim_end()).collect();
    assert_eq!(found, ["`b`", "``c`d``", "```x\ny ⟦`⟧\n```", "~~~\n> q", "ind"]);
}

#[test]
fn long_blocks_are_parted() {
    let marker = format!("⟦{}⟧", "m".repeat(3 * BLOCK_LIMIT));
    let texts = [
        "word ".repeat(20_000),
        "line of words\n".repeat(10_000),
        "x".repeat(100_000),
        "字".repeat(50_000),
        "**a**b".repeat(20_000),
        "&amp;".repeat(20_000),
        format!("```\n{}```\n", "let x = 1;\n".repeat(10_000)),
        format!("- {}", "word ".repeat(20_000)),
        format!("|a|b|\n|-|-|\n|{}|z|\n", "word ".repeat(10_000)),
        format!("{}{marker}{}", "y".repeat(BLOCK_LIMIT - 9), "z".repeat(BLOCK_LIMIT)),
    ];
    for text in texts {
        let spans = masked(&text);
        let blocks = parse(&text, &spans);
        check(&text, &spans, &blocks);
        assert!(blocks.len() > 1, "{} blocks of {text:.20}", blocks.len());
        let longest = spans.iter().map(|span| span.len()).max().unwrap_or_default();
        for block in &blocks {
            let size: usize = block.runs.iter().map(|run| run.span.len()).sum();
            assert!(size <= BLOCK_LIMIT + 8 + longest, "{size} bytes of {:?}", block.kind);
        }
        assert!(blocks.iter().skip(1).all(|block| block.bullet.is_none()));
        let shown: usize = blocks.iter().flat_map(|b| &b.runs).map(|run| run.span.len()).sum();
        assert!(3 * shown + 100 > text.len(), "only {shown} bytes shown");
    }
}

/// Twice the text takes at most about twice the time; a generous limit distinguishes that from four
/// times.
#[test]
fn time_is_linear() {
    let units = [
        "[",
        "*a ",
        "_a",
        "`a ",
        ">",
        "- ",
        "<",
        "![",
        "](",
        "\\`",
        "a|",
        "~~a ",
        "a**b",
        "[a](<b",
        "[^1]: ",
        "[a]: b\n",
        "`a\n",
        "[a](b⟦m⟧) ",
        "```⟦m⟧\n```\n",
        "**⟦m⟧**",
    ];
    for unit in units {
        let took = |bytes: usize| {
            let text = unit.repeat(bytes / unit.len());
            let spans = masked(&text);
            let start = std::time::Instant::now();
            check(&text, &spans, &parse(&text, &spans));
            start.elapsed().as_secs_f64()
        };
        took(1 << 12);
        let (small, large) = (took(1 << 14), took(1 << 17));
        assert!(large < 32.0 * small + 0.2, "{unit:?}: {small} s, 8 times the text {large} s");
    }
}

/// Pieces that Markdown gives a meaning, to be thrown together.
#[rustfmt::skip]
const FRAGMENTS: &[&str] = &[
    "a", "word", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\t", "    ", "*", "**", "***", "_",
    "~~", "`", "``", "```", "```rust", "~~~", "#", "# ", "## ", "- ", "+ ", "* ", "1. ", "12) ",
    "> ", ">", "|", "| ", "|-|-|", "\n|--|:-:|\n", "[", "]", "](", ")", "(", "[x] ", "[^1]",
    "[^1]: ", "[1]: ", "http://a", "<", ">", "<div>", "</div>", "<!--", "-->", "<a href=",
    "<http://a>", "&amp;", "&", "&#", ";", "\\", "!", "![", "---", "===", "\n---\n", "\n===\n",
    ".", "!", "\"", "é", "字", "。", "🙂", "$", "=", "⟦m⟧", "⟦\n⟧", "⟦|`*_\n\n# ⟧", "⟦x⟧⟦y⟧", "⟦⟧",
    "\u{0}", "\u{feff}", "\u{a0}",
];

fn fragments() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(FRAGMENTS);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_masked_span_is_in_a_run_and_runs_ascend(text in fragments()) {
        let spans = masked(&text);
        let blocks = parse(&text, &spans);
        check(&text, &spans, &blocks);
        let code = code_spans(&text, &spans);
        for span in &code {
            prop_assert!(span.slice(&text).is_some());
        }
        let shown = blocks.iter().flat_map(|block| &block.runs).any(|run| run.style.code);
        prop_assert!(!(shown && code.is_empty()), "code that is shown is found");
    }
}
