//! Tests: Markdown blocks, their runs, and what masking keeps out of Markdown.

use std::fmt::Write as _;

use pincite::text::Span;
use pincite::text::markdown::{Block, BlockKind, RunText, code_spans, parse};
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

/// What must hold for every text.
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

#[test]
fn smoke() {
    for text in [
        "# Head *em*\n\nText **bold**⟦a|b`⟧ and `co de` \\* &amp; x  \nhard\nsoft [li*n*k](http://x ⟦q⟧)\n\n- a\n- b ⟦\n⟧\n  - c\n\n    d\n3. x\n4. y\n> q `a\n> b` \n> - z\n\n```rust ⟦1⟧\nfn\n\nx\n```\n\n    ind\n    ent\n\n| a | b |\n|--|:-|\n| ⟦c⟧ | `x\\|y` ⟦d⟧ |\n\n---\n<div>\nhi ⟦x⟧\n</div>\n\n[^1]: note\n[1]: http://a ⟦m⟧\n[2]: http://b\n\nx[^1] y[^2] [z][1]\n\n- [x] done\n-\n- - n\n\n> ```\n> q1\r\n> q2\n> ```\n",
    ] {
        eprintln!("{}", outline(text));
    }
}

fn fragments() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "word",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "    ",
        "*",
        "**",
        "***",
        "_",
        "~~",
        "`",
        "``",
        "```",
        "```rust",
        "~~~",
        "#",
        "# ",
        "## ",
        "- ",
        "+ ",
        "* ",
        "1. ",
        "12) ",
        "> ",
        ">",
        "|",
        "| ",
        "|-|-|",
        "\n|--|:-:|\n",
        "[",
        "]",
        "](",
        ")",
        "(",
        "[x] ",
        "[^1]",
        "[^1]: ",
        "[1]: ",
        "http://a",
        "<",
        ">",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "<a href=",
        "<http://a>",
        "&amp;",
        "&",
        "&#",
        ";",
        "\\",
        "!",
        "![",
        "---",
        "===",
        "\n---\n",
        "\n===\n",
        ".",
        "!",
        "\"",
        "é",
        "字",
        "。",
        "🙂",
        "$",
        "=",
        "⟦m⟧",
        "⟦\n⟧",
        "⟦|`*_\n\n# ⟧",
        "⟦x⟧⟦y⟧",
        "⟦⟧",
        "\u{0}",
        "\u{feff}",
        "\u{a0}",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_masked_span_is_in_a_run_and_runs_ascend(text in fragments()) {
        let spans = masked(&text);
        check(&text, &spans, &parse(&text, &spans));
        for span in code_spans(&text, &spans) {
            prop_assert!(span.slice(&text).is_some());
        }
    }
}
