//! Shapes of texts of research agents and of wikis that were read wrong at first sight: links to the sources of a page,
//! lists of parts, footnotes of Org, notes of converted pages, and numbers that are no citations.

use crate::saved::{cited, read};

#[test]
fn powers_names_and_single_numbers_are_no_citations() {
    let list = "\n\n## Sources\n\n1. [Tide tables](https://pier.example/t)\n2. [Ferry log](https://ferry.example/l)\n";
    let powers = format!(
        "The loss is 3 cm², 10² at most, 4 m² on deck ([Tide tables](https://pier.example/t)). The power \
         (∝ overlap²) falls, and 7 km² stay.{list}"
    );
    assert_eq!(cited(&read("a.md", &powers)), ["[Tide tables](https://pier.example/t) → 1"]);
    let cites = format!("The deck has 4 m², 5 m² and 6 m². It is old.² It is new.¹{list}");
    assert_eq!(cited(&read("a.md", &cites)), ["² → 2", "¹ → 1"]);
    let names =
        "Ida Holm¹, Bo Berg², Kai Lund¹\n¹University of Nordby, ²Harbour Office\n\nTides rise.\n";
    assert!(cited(&read("a.md", names)).is_empty());
    let copied = "It is the most visited site.[2] It has issues.\n\n## References\n\n- Crawlers\n- Concurrency\n- Log\n";
    assert!(cited(&read("a.md", copied)).is_empty());
    assert_eq!(cited(&read("a.md", &copied.replace("[2]", "[1]"))).len(), 1);
}

#[test]
fn pages_in_contents_and_numbers_of_headings_are_no_citations() {
    let contents = "**Contents**\n\n[1. Tides [2](#tides)](#tides)\n\n[1.1 At noon\n[3](#at-noon)](#at-noon)\n\n\
                    [2. Ferries [4](#ferries)](#ferries)\n\n# Tides {#tides}\n\nThey rise.\n";
    assert!(cited(&read("a.md", contents)).is_empty());
    let headings = "# Page\n\n## 【01】Tides\n\nThey rise.\n\n## 【02】Ferries\n\nThey wait.\n\n## 【10】Fares\n\nNone.\n";
    assert!(cited(&read("a.md", headings)).is_empty());
    let linked = "It rises [[1]](#tides). It waits [[2]](#ferries).\n";
    assert_eq!(cited(&read("a.md", linked)).len(), 2);
}
