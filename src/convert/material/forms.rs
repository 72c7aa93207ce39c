//! The ways of writing citable material, each read by the presentation of its name.

use super::{Ids, Item, Spelling};

/// A way of writing material.
#[derive(Debug)]
pub struct Form {
    /// The name of the presentation that reads it.
    pub name: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// How ids come about unless told otherwise.
    pub ids: Ids,
    /// What it looks like, for a model; with places to fill in.
    pub(in crate::convert) told: &'static str,
    /// What stands above all items.
    pub(super) begin: &'static str,
    /// What stands below them.
    pub(super) end: &'static str,
    /// Elements of the form inside an item, whose tags must not stand in a text.
    pub(super) elements: &'static [&'static str],
    /// Writes an item, given with its text.
    pub(super) write: fn(&Item, &str, Spelling, &mut String),
}

/// Every form; the first is the one unless told otherwise.
pub const FORMS: &[Form] = &[
    Form {
        name: "citation-marker",
        title: "a `Citation Marker:` line above each item, with title, address and the like",
        ids: Ids::Turn,
        told: include_str!("../../../assets/prompt/forms/citation-marker.md"),
        begin: "",
        end: "",
        elements: &[],
        write: citation_marker,
    },
    Form {
        name: "block-tags",
        title: "`<BLOCK id=\"…\">` around each item",
        ids: Ids::Turn,
        told: include_str!("../../../assets/prompt/forms/block-tags.md"),
        begin: "",
        end: "",
        elements: &[],
        write: block_tag,
    },
    Form {
        name: "source-tags",
        title: "`<source id=\"1\" name=\"…\">` around each item, as Open WebUI has it",
        ids: Ids::Number,
        told: include_str!("../../../assets/prompt/forms/source-tags.md"),
        begin: "",
        end: "",
        elements: &[],
        write: source_tag,
    },
    Form {
        name: "result-tags",
        title: "`<result file_id='…' file_name='…'>` in `<sources>`, as for OpenAI's file search",
        ids: Ids::Name,
        told: include_str!("../../../assets/prompt/forms/result-tags.md"),
        begin: "<sources>\n",
        end: "</sources>\n",
        elements: &["content"],
        write: result_tag,
    },
];

/// The form unless told otherwise.
pub(super) const CITATION_MARKER: &Form = match FORMS.first() {
    Some(form) => form,
    None => unreachable!(),
};

fn citation_marker(item: &Item, body: &str, spelling: Spelling, out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&format!("Citation Marker: {}\n", spelling.marker(&[&item.id])));
    let title = item.title.as_ref().map(|title| ("Title", title));
    let fields = item.fields.iter().map(|(key, value)| (key.as_str(), value));
    for (key, value) in title.into_iter().chain(fields) {
        out.push_str(&format!("{key}: {value}\n"));
    }
    // Without it the text's first lines could be read as fields.
    out.push('\n');
    if let Some(block) = item.block {
        out.push_str(&format!("[Block{block}]\n"));
    }
    out.push_str(body);
    out.push('\n');
}

fn block_tag(item: &Item, body: &str, _: Spelling, out: &mut String) {
    let title = attribute("title", item.title.as_deref(), '"');
    out.push_str(&format!("<BLOCK id=\"{}\"{title}>\n{body}\n</BLOCK>\n", item.id));
}

fn source_tag(item: &Item, body: &str, _: Spelling, out: &mut String) {
    let name = attribute("name", item.title.as_deref(), '"');
    out.push_str(&format!("<source id=\"{}\"{name}>\n{body}\n</source>\n", item.id));
}

fn result_tag(item: &Item, body: &str, _: Spelling, out: &mut String) {
    let name = attribute("file_name", item.title.as_deref(), '\'');
    let open = format!("<result file_id='{}'{name}>\n", item.id);
    out.push_str(&format!("{open}<content>\n{body}\n</content>\n</result>\n"));
}

/// ` key="value"`, or nothing; in the other kind of quotes where the value holds this one.
fn attribute(key: &str, value: Option<&str>, quote: char) -> String {
    let Some(value) = value else { return String::new() };
    let other = if quote == '"' { '\'' } else { '"' };
    if value.contains(quote) && value.contains(other) {
        return format!(" {key}={quote}{}{quote}", value.replace(quote, "’"));
    }
    let quote = if value.contains(quote) { other } else { quote };
    format!(" {key}={quote}{value}{quote}")
}
