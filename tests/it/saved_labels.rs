//! Marks in recorded answers that cite nothing, such as pages in a log; and lists that no mark counts.

use crate::rows::resolved;
use crate::saved::{cited, read};

#[test]
fn fields_before_a_text_are_no_list_that_its_marks_count() {
    let fields = "type: Passage\ntags:\n- passage\nsources:\n- id: plan\n  resource: urn:x:6db8\n  title: Plan.pdf\n\
                  corpus: pier\npages:\n- 199\nsection: null\n";
    let body = "The ferry leaves at noon [1]. The bus waits [2].\n\nTaken from **Plan.pdf**, page 199.[^plan]\n\n\
                [^plan]: Plan.pdf, page 199.\n";
    let case = read("a.md", &format!("---\n{fields}---\n{body}"));
    let ids: Vec<&str> = case.sources.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["plan"]);
    assert_eq!(cited(&case), ["[1] → 1", "[2] → 2"]);

    for fields in [
        "sources:\n- https://pier.example/t\n- https://bus.example/p\ncorpus: pier\n",
        "sources:\n  - '[1] Timetable'\n  - '[2] Bus plan'\nstatus: stable\n",
    ] {
        let case = read("a.md", &format!("---\n{fields}---\n{body}"));
        assert_eq!(cited(&case)[..2], ["[1] → 1", "[2] → 2"]);
        assert_eq!(case.sources.len(), 3, "{fields}");
        assert_eq!(resolved(case)[..2], ["1 → no-text", "2 → no-text"], "{fields}");
    }
    let fields =
        "sources:\n- id: 7\n  url: https://pier.example/t\n- id: 8\n  url: https://bus.example/p\n";
    assert_eq!(read("a.md", &format!("---\n{fields}---\n{body}")).sources.len(), 1);
}
