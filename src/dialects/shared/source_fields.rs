//! The description of an object that is a source: which keys hold its id, title, address, text, score
//! and the rest. Dialects differ in the keys, and in how much of an object they take at its word.

use serde_json::{Map, Value};

use crate::input::json::{A_TEXT, id, kind, scalar, words};
use crate::model::{IdFrom, Source, SourceText};
use crate::sources::with_divisions;
use crate::text::address;

/// Keys of an object, the surest first.
type Keys = &'static [&'static str];

/// The keys of a kind of object for the data of a source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourceFields {
    pub(crate) ids: Keys,
    pub(crate) titles: Keys,
    pub(crate) urls: Keys,
    pub(crate) updated: Keys,
    pub(crate) scores: Keys,
    pub(crate) texts: Keys,
    /// The fields that become metadata.
    pub(crate) shown: Shown,
    /// The text of a source that has none of `texts`.
    pub(crate) absent: Absent,
    /// Strictness in taking values.
    pub(crate) values: Values,
}

/// The fields of an object that become metadata.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shown {
    /// These, in this order.
    Named(Keys),
    /// All without another meaning but `except`, as far as they have at most `max_length` bytes.
    Others { except: Keys, max_length: usize },
}

/// The text of a source whose object holds none.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Absent {
    /// All fields, one per line, for the row of a table. None for an object that only gives a page
    /// with its address.
    AllFields,
    /// As `AllFields`, but none, for this reason, also for an object that only gives a title or an id.
    AllFieldsUnlessNamed(&'static str),
    /// None, for this reason.
    Reason(&'static str),
}

/// Reason that a source has no text if its object gives a page only.
const PAGE_ONLY: &str = "only its address is given; pass the saved page with `--source ID=PATH`";

/// Fields that say something about a document without holding its words, beside those for ids,
/// titles, addresses and scores.
const ABOUT: &[&str] = &[
    "rank",
    "similarity",
    "distance",
    "relevance",
    "page",
    "page_number",
    "page_num",
    "page_start",
    "page_end",
    "pages",
    "section",
    "section_title",
    "chapter",
    "author",
    "authors",
    "publisher",
    "year",
    "date",
    "published",
    "type",
    "category",
    "domain",
    "language",
    "index",
    "idx",
    "number",
    "position",
    "path",
    "metadata",
    "query",
    "selected",
];

/// Ends of the keys of such fields, in lower case.
const ABOUT_ENDS: [&str; 14] = [
    "_id",
    "score",
    "_count",
    "_type",
    "_ref",
    "_hash",
    "_scope",
    "index",
    "_idx",
    "_rank",
    "distance",
    "similarity",
    "_number",
    "_num",
];

/// The strictness in taking the values of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// Texts count as they are, also blank ones and addresses of any form: a caller wrote them.
    AsWritten,
    /// Blank texts and malformed addresses are ignored, because the object may be of any kind.
    Filled,
    /// Like `Filled`, but a value of a wrong type is noted, because the keys are those of one known
    /// app.
    Typed,
}

/// Fields that say that a text is cut off.
const CUT: [&str; 4] = ["truncated", "is_truncated", "partial", "is_partial"];

impl SourceFields {
    /// The usual names in a document that a caller gives to an interface.
    pub(crate) const DOCUMENT: Self = Self {
        ids: &["id", "doc_id", "document_id", "chunk_id", "source_id", "_id", "docid"],
        titles: &[
            "title",
            "name",
            "source",
            "file_name",
            "filename",
            "file",
            "document_name",
            "document_title",
            "doc_title",
            "doc_name",
            "source_name",
            "doc_path",
            "file_path",
            "kaynak",
            "quelle",
            "fuente",
            "fonte",
            "출처",
            "来源",
            "出典",
        ],
        urls: &["url", "link", "source_url", "canonical_uri", "canonical_url"],
        updated: &[],
        scores: &["score"],
        texts: &[
            "text",
            "content",
            "page_content",
            "passage",
            "snippet",
            "body",
            "contents",
            "excerpt",
            "text_snippet",
            "chunk_text",
            "text_preview",
            "content_preview",
            "chunk_preview",
            "preview",
            "abstract",
            // Where another field has the text, this one has a name.
            "document",
        ],
        shown: Shown::Named(&[]),
        absent: Absent::AllFields,
        values: Values::AsWritten,
    };

    /// The base for the objects of an app, whose specific names its dialect provides.
    pub(crate) const APP: Self = Self {
        ids: &[],
        titles: &[],
        urls: &[],
        updated: &[],
        scores: &[],
        texts: &[],
        shown: Shown::Named(&[]),
        absent: Absent::Reason("its text is not given"),
        values: Values::Typed,
    };

    /// Returns the source that an object describes.
    pub(crate) fn source(&self, fields: &Map<String, Value>) -> Source {
        let own = self.ids.iter().find_map(|key| id(fields, key));
        self.source_with_id(fields, own.unwrap_or_default())
    }

    /// Returns the source that an object describes together with its `metadata`: documents of frameworks have
    /// their name and page there. What is known about a page is no text of it: `"metadata": {"link_depth": 1}`.
    pub(crate) fn source_with_metadata(&self, fields: &Map<String, Value>) -> Source {
        let own = self.source(fields);
        let Some(inner) = fields.get("metadata").and_then(Value::as_object) else { return own };
        let mut merged = fields.clone();
        for (key, value) in inner {
            merged.entry(key.clone()).or_insert_with(|| value.clone());
        }
        let mut source = self.source(&merged);
        if !self.has_text(&merged) && has_address(&own) && own.text.why_not().is_some() {
            source.text = own.text;
        }
        source
    }

    /// Returns the source that an object describes, under an id that the object does not hold.
    pub(crate) fn source_with_id(&self, fields: &Map<String, Value>, id: String) -> Source {
        let mut source = Source {
            id_from: if id.is_empty() { IdFrom::Position } else { IdFrom::Text },
            id,
            title: self.text(fields, self.titles, |_| true),
            url: self.text(fields, self.urls, address::is_address),
            updated: self.text(fields, self.updated, |_| true),
            score: self.scores.iter().find_map(|key| fields.get(*key)?.as_f64()),
            is_cut: CUT.iter().any(|key| fields.get(*key).and_then(Value::as_bool) == Some(true))
                || self.is_preview(fields),
            ..Source::default()
        };
        let text = match self.values {
            Values::AsWritten => self.text(fields, self.texts, |_| true),
            Values::Filled | Values::Typed => {
                self.texts.iter().find_map(|key| words(fields.get(*key)?))
            }
        };
        match (text, self.absent) {
            (Some(text), _) => with_divisions(&mut source, &text),
            (None, Absent::Reason(why)) => source.text = SourceText::Absent(why.to_owned()),
            (None, Absent::AllFieldsUnlessNamed(why)) if self.only_names_or_id(&source, fields) => {
                source.text = SourceText::Absent(why.to_owned());
            }
            (None, _) if has_address(&source) && self.only_names(&source, fields) => {
                source.text = SourceText::Absent(PAGE_ONLY.to_owned());
            }
            (None, _) => source.text = SourceText::Inline(as_lines(fields).into()),
        }
        self.show(&mut source, fields);
        if self.values == Values::Typed {
            self.note_wrong_types(&mut source, fields);
        }
        source
    }

    /// True if the text of an object is the beginning of one, by its name.
    fn is_preview(&self, fields: &Map<String, Value>) -> bool {
        let has_words = |key: &&&str| fields.get(**key).and_then(words).is_some();
        self.texts.iter().find(has_words).is_some_and(|key| key.ends_with("preview"))
    }

    /// True if an object has a title or an address, and no field that may hold words of the source.
    fn only_names(&self, source: &Source, fields: &Map<String, Value>) -> bool {
        (source.title.is_some() || has_address(source)) && self.are_about(fields)
    }

    /// As `only_names`, but also for an object that has an id alone.
    fn only_names_or_id(&self, source: &Source, fields: &Map<String, Value>) -> bool {
        self.only_names(source, fields) || !source.id.is_empty() && self.are_about(fields)
    }

    /// True if no field may hold words of the source.
    fn are_about(&self, fields: &Map<String, Value>) -> bool {
        let known =
            [self.ids, self.titles, self.urls, self.updated, self.scores, self.texts, ABOUT];
        let is_about = |key: &str| {
            let is_known = known.iter().any(|keys| keys.contains(&key));
            is_known || ABOUT_ENDS.iter().any(|end| key.to_lowercase().ends_with(end))
        };
        fields.iter().all(|(key, value)| value.is_null() || is_about(key))
    }

    /// True if an object has a text under one of these keys.
    pub(crate) fn has_text(&self, fields: &Map<String, Value>) -> bool {
        self.texts.iter().any(|key| fields.get(*key).and_then(words).is_some())
    }

    fn text(
        &self,
        fields: &Map<String, Value>,
        keys: Keys,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let mut texts = keys.iter().filter_map(|key| fields.get(*key)?.as_str());
        let counts =
            |text: &&str| self.values == Values::AsWritten || !text.trim().is_empty() && fits(text);
        texts.find(counts).map(str::to_owned)
    }

    fn show(&self, source: &mut Source, fields: &Map<String, Value>) {
        let shown = |value: &Value| scalar(value).filter(|value| !value.is_empty());
        match self.shown {
            Shown::Named(keys) => {
                for key in keys {
                    let value = fields.get(*key).and_then(shown);
                    source.metadata.extend(value.map(|value| ((*key).to_owned(), value)));
                }
            }
            Shown::Others { except, max_length } => {
                let known = [
                    self.ids,
                    self.titles,
                    self.urls,
                    self.updated,
                    self.scores,
                    self.texts,
                    except,
                ]
                .concat();
                for (key, value) in fields.iter().filter(|(key, _)| !known.contains(&key.as_str()))
                {
                    let value = shown(value).filter(|value| value.len() <= max_length);
                    source.metadata.extend(value.map(|value| (key.clone(), value)));
                }
            }
        }
    }

    fn note_wrong_types(&self, source: &mut Source, fields: &Map<String, Value>) {
        type Fits = fn(&Value) -> bool;
        let texts: Fits = |value| value.is_string();
        let groups: [(Keys, &str, Fits); 4] = [
            (self.titles, A_TEXT, texts),
            (self.urls, A_TEXT, texts),
            (self.scores, "a number", Value::is_number),
            (self.texts, A_TEXT, |value| value.is_string() || value.is_array()),
        ];
        for (keys, expected, fits) in groups {
            for key in keys {
                let wrong = fields.get(*key).filter(|value| !value.is_null() && !fits(value));
                let note = |value| format!("`{key}` should be {expected} but is {}", kind(value));
                source.notes.extend(wrong.map(note));
            }
        }
    }
}

fn has_address(source: &Source) -> bool {
    source.url.as_deref().is_some_and(address::is_address)
}

/// Returns all fields, one per line.
pub(crate) fn as_lines(fields: &Map<String, Value>) -> String {
    let line = |(key, value): (&String, &Value)| match value {
        Value::String(text) => format!("{key}: {text}\n"),
        other => format!("{key}: {other}\n"),
    };
    fields.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BOOKS: SourceFields = SourceFields {
        titles: &["name"],
        urls: &["link"],
        scores: &["rank"],
        texts: &["body"],
        shown: Shown::Named(&["year"]),
        absent: Absent::Reason("no body"),
        ..SourceFields::APP
    };

    #[test]
    fn an_app_is_taken_at_its_word_and_wrong_types_are_noted() {
        let fields = json!({"name": " ", "link": "not one", "rank": "high", "body": 3, "year": 7});
        let source = BOOKS.source_with_id(fields.as_object().unwrap(), "1".to_owned());
        assert_eq!((source.title, source.url, source.score), (None, None, None));
        assert_eq!(source.text.why_not(), Some("no body"));
        assert_eq!(source.metadata, [("year".to_owned(), "7".to_owned())]);
        assert_eq!(
            source.notes,
            ["`rank` should be a number but is a text", "`body` should be a text but is a number"]
        );
    }

    #[test]
    fn a_document_without_a_text_is_all_its_fields() {
        let fields = json!({"id": 7, "city": "Bern", "url": "local"});
        let source = SourceFields::DOCUMENT.source(fields.as_object().unwrap());
        assert_eq!((source.id.as_str(), source.url.as_deref()), ("7", Some("local")));
        let SourceText::Inline(text) = &source.text else { panic!("{:?}", source.text) };
        assert_eq!(&**text, "id: 7\ncity: Bern\nurl: local\n");
        assert!(source.notes.is_empty());
    }

    #[test]
    fn a_page_that_is_only_named_has_no_text() {
        let text_of =
            |fields: Value, kind: SourceFields| match kind.source(fields.as_object().unwrap()).text
            {
                SourceText::Inline(text) => text.to_string(),
                other => other.why_not().unwrap_or_default().to_owned(),
            };
        let page = json!({"title": "Times", "url": "https://pier.example/times", "rank": 2});
        assert_eq!(text_of(page, SourceFields::DOCUMENT), PAGE_ONLY);
        let city = json!({"name": "Bern", "rank": 2});
        assert_eq!(text_of(city.clone(), SourceFields::DOCUMENT), "name: Bern\nrank: 2\n");
        let absent = Absent::AllFieldsUnlessNamed("named only");
        assert_eq!(text_of(city, SourceFields { absent, ..SourceFields::DOCUMENT }), "named only");
    }
}
