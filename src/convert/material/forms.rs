//! The ways of writing citable material, each read by the presentation of its name.

use super::{CitableItem, Ids, Spelling};

/// A way of writing material.
#[derive(Debug)]
pub struct Form {
    /// The name of the presentation that reads it.
    pub name: &'static str,
    /// Description, in one line.
    pub title: &'static str,
    /// Default kind of ids.
    pub ids: Ids,
    /// Description for a model, with placeholders.
    pub(in crate::convert) text: &'static str,
    /// Text above all items.
    pub(super) begin: &'static str,
    /// Text below them.
    pub(super) end: &'static str,
    /// Elements of the form inside an item, whose tags must not occur in a text.
    pub(super) elements: &'static [&'static str],
    /// Text between two items.
    pub(super) between: &'static str,
    /// An item, given with its text.
    pub(super) write: fn(&CitableItem, &str, Spelling) -> String,
}

/// Every form; the first is the one by default.
pub const FORMS: &[Form] = &[
    Form {
        name: "citation-marker",
        title: "a `Citation Marker:` line above each item, with title, address and the like",
        ids: Ids::Turn,
        text: include_str!("../../../assets/prompt/forms/citation-marker.md"),
        begin: "",
        end: "",
        elements: &[],
        between: "\n",
        write: citation_marker,
    },
    Form {
        name: "block-tags",
        title: "`<BLOCK id=\"…\">` around each item",
        ids: Ids::Turn,
        text: include_str!("../../../assets/prompt/forms/block-tags.md"),
        begin: "",
        end: "",
        elements: &[],
        between: "",
        write: block_tag,
    },
    Form {
        name: "source-tags",
        title: "`<source id=\"1\" name=\"…\">` around each item, as Open WebUI has it",
        ids: Ids::Number,
        text: include_str!("../../../assets/prompt/forms/source-tags.md"),
        begin: "",
        end: "",
        elements: &[],
        between: "",
        write: source_tag,
    },
    Form {
        name: "result-tags",
        title: "`<result file_id='…' file_name='…'>` in `<sources>`, as for OpenAI's file search",
        ids: Ids::Name,
        text: include_str!("../../../assets/prompt/forms/result-tags.md"),
        begin: "<sources>\n",
        end: "</sources>\n",
        elements: &["content"],
        between: "",
        write: result_tag,
    },
];

/// The form by default.
pub(super) const CITATION_MARKER: &Form = match FORMS.first() {
    Some(form) => form,
    None => unreachable!(),
};

fn citation_marker(item: &CitableItem, body: &str, spelling: Spelling) -> String {
    let marker = spelling.marker(&[&item.id]);
    let title = item.title.as_ref().map(|title| ("Title", title));
    let fields = item.fields.iter().map(|(key, value)| (key.as_str(), value));
    let fields = title.into_iter().chain(fields).map(|(key, value)| format!("{key}: {value}\n"));
    let fields: String = fields.collect();
    let heading = item.block.map(|block| {
        let shown = number_of(&item.id).map_or_else(|| block.to_string(), str::to_owned);
        format!("[Block{shown}]\n")
    });
    let heading = heading.unwrap_or_default();
    // Without the blank line the text's first lines could be read as fields.
    format!("Citation Marker: {marker}\n{fields}\n{heading}{body}\n")
}

/// Returns the number in an id that is a number or ends in `block1`. The heading of the block shows
/// the same: a model that sees two numbers cites the wrong one.
fn number_of(id: &str) -> Option<&str> {
    let word = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = id.get(word.len()..).filter(|number| !number.is_empty());
    number.filter(|_| word.is_empty() || word.ends_with("block"))
}

fn block_tag(item: &CitableItem, body: &str, _: Spelling) -> String {
    let title = attribute("title", item.title.as_deref(), '"');
    format!("<BLOCK id=\"{}\"{title}>\n{body}\n</BLOCK>\n", item.id)
}

fn source_tag(item: &CitableItem, body: &str, _: Spelling) -> String {
    let name = attribute("name", item.title.as_deref(), '"');
    format!("<source id=\"{}\"{name}>\n{body}\n</source>\n", item.id)
}

fn result_tag(item: &CitableItem, body: &str, _: Spelling) -> String {
    let name = attribute("file_name", item.title.as_deref(), '\'');
    let open = format!("<result file_id='{}'{name}>\n<content>\n", item.id);
    format!("{open}{body}\n</content>\n</result>\n")
}

/// Returns ` key="value"`, or nothing; uses the other kind of quotes if the value contains this
/// one.
fn attribute(key: &str, value: Option<&str>, quote: char) -> String {
    let Some(value) = value else { return String::new() };
    let other = if quote == '"' { '\'' } else { '"' };
    if value.contains(quote) && value.contains(other) {
        return format!(" {key}={quote}{}{quote}", value.replace(quote, "’"));
    }
    let quote = if value.contains(quote) { other } else { quote };
    format!(" {key}={quote}{value}{quote}")
}
