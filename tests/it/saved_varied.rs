//! Shapes of recorded answers that were read wrong in a set from many repositories: numbers given twice, raised
//! links, lists and heads of columns in more languages, keys of Org.

use crate::rows::resolved;
use crate::saved::{cited, noted, read};

#[test]
fn a_number_that_a_list_gives_twice_is_ambiguous() {
    // The third entry of the list has the number of a later one.
    let list: Vec<String> = [1, 2, 6, 4, 5, 6]
        .iter()
        .zip("abcdef".chars())
        .map(|(number, page)| {
            format!("- \\[{number}\\] Page {page} - https://{page}.example/p\n\n")
        })
        .collect();
    let text = format!("It rose \\[2\\]. It fell \\[4\\], \\[6\\].\n\n{}", list.concat());
    let expected = ["2 → no-text", "4 → no-text", "6 → ambiguous-source"];
    assert_eq!(resolved(read("a.md", &text)), expected);
    let twice = "It rose [1]. It fell [2]. It waits [3].\n\n[1] A - https://a.example\n[2] B - https://b.example\n\
                 [2] C - https://c.example\n[3] D - https://d.example\n";
    let expected = ["1 → no-text", "2 → ambiguous-source", "3 → no-text"];
    assert_eq!(resolved(read("a.md", twice)), expected);
}

#[test]
fn raised_links_of_html_cite() {
    let text = "<p>It leaves at noon <sup><a href=\"https://pier.example/t?a=1&amp;b=2\">Pier</a></sup>.</p>\n\
                <p>It is cheap<sup><a href=\"https://bus.example/f\">Bus</a>, \
                <a href=\"https://pier.example/f\">Pier</a></sup>, and old<sup><a href=\"https://old.example/\">4</a></sup>.</p>\n";
    let page = format!("<!DOCTYPE html><html><body>{text}</body></html>");
    for text in [text, &page] {
        let case = read("a.html", text);
        let expected = [
            "https://pier.example/t?a=1&b=2",
            "https://bus.example/f",
            "https://pier.example/f",
            "https://old.example/",
        ];
        let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
        assert_eq!(targets.map(|target| target.id.as_str()).collect::<Vec<_>>(), expected);
        let titles: Vec<_> = case.sources.iter().map(|it| it.title.as_deref()).collect();
        assert_eq!(titles, [Some("Pier"), Some("Bus"), Some("Pier"), None]);
    }
    // A power, the number of a note of the page, and raised words with a link among them.
    let other = "It is 9 m<sup>2</sup>, old<sup><a href=\"https://pier.example/p#fn2\">2</a></sup>, \
                 new<sup>see <a href=\"https://pier.example/n\">Pier</a></sup>.\n\n`<sup><a href=\"https://a.example\">A</a></sup>`\n";
    assert_eq!(cited(&read("a.md", other)), Vec::<String>::new());
}

#[test]
fn references_to_lines_are_noted_beside_other_marks() {
    let text = "It is in `src/app.rs:4`, in `tide.rs:7` and in `Boat.tsx:12-14`. Its colour is [#F8F9FA].\n";
    let case = read("a.md", text);
    assert_eq!(cited(&case), ["`src/app.rs:4` → src/app.rs"]);
    assert!(noted(&case, "2 references to lines of files not read"), "{:?}", case.notes);
    assert!(noted(&case, "such as `[#F8F9FA]`"), "{:?}", case.notes);
}

#[test]
fn lists_have_headings_in_more_languages_and_pages_between_entries() {
    let list = "[1] Kiss, A. (2005). A komp.\n[2] Nagy, B. (2012). A híd\nés a part.\n\n15\n\n\
                \u{c}[3] Tóth, C. (2019). A busz.\n[4] Vas, D. (2020). A hajó.\n";
    // The accents of the second heading are signs of their own.
    for heading in ["Hivatkozások", "\u{c}Hivatkoza\u{301}sok", "Irodalomjegyzék", "เอกสารอ้างอิง"]
    {
        let text = format!("Délben indul [1, 4]. Olcsó\n[3]. Régi [2].\n\n14\n\n{heading}\n{list}");
        let case = read("a.txt", &text);
        assert_eq!(cited(&case), ["[1, 4] → 1+4", "[3] → 3", "[2] → 2"], "{heading}");
        assert_eq!(case.sources.len(), 4, "{heading}: {:?}", case.sources);
    }
}

#[test]
fn columns_of_sources_have_heads_in_more_languages() {
    let row = |name: &str| {
        format!("| {name} | yes | [{name} office](https://{name}.example/a) | high |\n")
    };
    for head in ["Kaynak", "Fuente", "**Источник**"] {
        let table =
            format!("| A | B | {head} | C |\n|---|---|---|---|\n{}{}", row("pier"), row("bus"));
        let links: Vec<String> =
            (1..9).map(|at| format!("- [Page {at}](https://x.example/{at})\n")).collect();
        let case = read("a.md", &format!("{table}\n{}", links.concat()));
        assert_eq!(case.response.citations.len(), 2, "{head}: {:?}", cited(&case));
    }
}

#[test]
fn keys_of_org_are_those_of_a_bibliography() {
    let text = "* Boats\nIt leaves at noon [cite:@holm2019], and waits [cite/t:@berg2020 p. 3;@dahl2001].\n";
    let case = read("a.org", text);
    let expected =
        ["[cite:@holm2019] → holm2019", "[cite/t:@berg2020 p. 3;@dahl2001] → berg2020+dahl2001"];
    assert_eq!((case.format.name, cited(&case)), ("pandoc", expected.map(str::to_owned).to_vec()));
    let gemini = read("a.md", "It leaves at noon [cite: 3, 14].\n");
    assert_eq!((gemini.format.name, gemini.response.citations.len()), ("gemini-app", 1));
}

#[test]
fn linked_numbers_in_brackets_cite_beside_raised_ones() {
    let text = "It leaves at noon [[1](https://pier.example/t)]. It is cheap¹ and old².\n\n\
                It waits [[3](https://bus.example/w)].\n";
    let case = read("a.md", text);
    let expected = ["[1](https://pier.example/t) → 1", "[3](https://bus.example/w) → 3"];
    assert_eq!(cited(&case), expected);
    assert!(noted(&case, "2 raised numbers such as `¹`"), "{:?}", case.notes);
}

#[test]
fn numbers_that_link_to_the_notes_of_a_page_mean_its_list() {
    let text = "It is old.[1](https://pier.example/past#fn-1) It was wood.[[2]](https://pier.example/past#cite_note-2)\n\n\
                ## References\n\n1. Holm. Piers. https://holm.example/p\n2. Berg. Boats. https://berg.example/b\n";
    let case = read("a.md", text);
    let pages: Vec<_> = case.sources.iter().map(|it| it.url.as_deref().unwrap()).collect();
    assert_eq!(pages, ["https://holm.example/p", "https://berg.example/b"]);
    assert_eq!(resolved(case), ["1 → no-text", "2 → no-text"]);
}

#[test]
fn what_only_looks_like_a_mark_is_none() {
    for text in [
        "<p class=\"text-[16px] font-[600]\">Ten</p> thousand font-[600] and z-[1].\n",
        "## Links\n\n- [[arXiv:2607.02672]]\n- [[arXiv:2607.06757]]\n",
        "- Pier Map *([What is Pier Map?](https://map.example/a))*\n- Tidebook *([What is Tidebook?](https://t.example/))*\n\
         - Old Boats *([What are Boats?](https://b.example/))*\n",
    ] {
        assert_eq!(cited(&read("a.md", text)), Vec::<String>::new(), "{text}");
    }
    let cpp = read(
        "a.md",
        "It is written in C++ [2]. It is old [1].\n\n## Sources\n\n1. Pier\n2. Boats\n",
    );
    assert_eq!(cited(&cpp), ["[2] → 2", "[1] → 1"]);
}
