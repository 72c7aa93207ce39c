//! Finds the marks of `FastGPT` in a text.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::apps;
use crate::model::Citation;

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[(?:(?:quote|cite|引用)[:：]\s?)?([0-9a-fA-F]{24})\](?:\(CITE\))?")
        .expect("the pattern is sound")
});

/// Returns the marks in `text` outside code, in order.
pub(crate) fn marks(text: &str) -> Vec<Citation> {
    apps::marks(text, &MARK, "cite", |found| {
        let (Some(mark), Some(id)) = (found.get(0), found.get(1)) else { return Vec::new() };
        let after = text.get(mark.end()..).unwrap_or_default();
        let linked = after.starts_with('(') && !mark.as_str().ends_with(')');
        if linked { Vec::new() } else { vec![id.as_str().to_owned()] }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_mark_is_a_word() {
        let id = "65f0c3b2a1d4e5f60718293a";
        let text = format!(
            "So [{id}](CITE)[{id}]. Or [quote:{id}]. Not `[{id}]`, [{id}](x.html), [{id}0], [65f0]."
        );
        let raw: Vec<String> = marks(&text).into_iter().map(|mark| mark.raw).collect();
        assert_eq!(raw, [format!("[{id}](CITE)"), format!("[{id}]"), format!("[quote:{id}]")]);
        assert!(marks(&text).iter().all(|mark| mark.targets[0].id == id));
    }
}
