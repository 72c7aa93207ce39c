//! Shapes of recorded answers that were read wrong in a set from many repositories: numbers given twice, raised
//! links, lists and heads of columns in more languages, keys of Org.

use crate::rows::resolved;
use crate::saved::read;

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
