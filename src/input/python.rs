//! Data as printed by Python: dictionaries and lists, and the objects of client libraries, which
//! are printed as `Message(id='…', content=[TextBlock(text='…')])`.
//!
//! The result is the JSON of the same data. Class names are left out, as in JSON, but those of messages
//! of `LangChain`, which only they tell apart; a member of an enumeration becomes its value. An abbreviated
//! part (`...`) is null. `print` shows a message by its fields alone: `content='…' additional_kwargs={}`.

use serde_json::{Map, Number, Value};

/// The maximum depth.
const MAX_DEPTH: usize = 100;

/// The classes of messages of `LangChain`.
const MESSAGES: [&str; 6] = [
    "AIMessage",
    "AIMessageChunk",
    "HumanMessage",
    "HumanMessageChunk",
    "SystemMessage",
    "ToolMessage",
];

/// Returns the data in a text that Python printed; `None` for any other text.
pub fn parse(text: &str) -> Option<Value> {
    let mut reader = Printed { rest: text.trim(), depth: 0 };
    if reader.rest.starts_with("content=") && reader.rest.contains(" additional_kwargs=") {
        return reader.fields();
    }
    if !reader.begins() {
        return None;
    }
    let value = reader.value()?;
    reader.blanks();
    (reader.rest.is_empty() && (value.is_object() || value.is_array())).then_some(value)
}

/// Returns the text that Python printed in quotation marks; `None` for any other text.
pub fn text(printed: &str) -> Option<String> {
    let printed = printed.trim();
    // Long texts are printed in pieces between round brackets.
    let inner = printed.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let mut reader = Printed { rest: inner.unwrap_or(printed).trim(), depth: 0 };
    let text = reader.rest.starts_with(['\'', '"']).then(|| reader.text())??;
    reader.rest.is_empty().then_some(text)
}

/// Returns the texts that Python printed in quotation marks one after another, as `pprint` does, joined
/// by empty lines; `None` if there is anything else.
pub fn texts(printed: &str) -> Option<String> {
    let mut reader = Printed { rest: printed.trim(), depth: 0 };
    let mut texts = Vec::new();
    while !reader.rest.is_empty() {
        let is_long = reader.take("(");
        reader.blanks();
        reader.rest.starts_with(['\'', '"']).then_some(())?;
        // Without brackets, the text of the next line is another one.
        let text = if is_long { reader.text()? } else { reader.line()? };
        (!is_long || reader.take(")")).then_some(())?;
        reader.blanks();
        texts.push(text);
    }
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// The rest of a printed text.
struct Printed<'t> {
    rest: &'t str,
    depth: usize,
}

impl Printed<'_> {
    /// True if the text begins like such data, so that prose is not read further.
    fn begins(&self) -> bool {
        let inner = self.rest.trim_start_matches(['[', '(', ' ', '\n']);
        let opens = |quote: char| inner.starts_with(['{', '\'']) && inner.contains(quote);
        let is_list = self.rest.starts_with('[') && inner.starts_with('"');
        let name = name(inner);
        let called = inner.get(name.len()..).is_some_and(|after| after.starts_with('('));
        let is_class = name.rsplit('.').next().is_some_and(|it| it.starts_with(char::is_uppercase));
        opens('\'') || is_list || called && is_class && inner.contains('=')
    }

    /// Reads the fields of a message to the end of the text.
    fn fields(&mut self) -> Option<Value> {
        let mut fields = Map::from_iter([("type".to_owned(), Value::from("AIMessage"))]);
        while !self.rest.is_empty() {
            let field = name(self.rest);
            self.rest = self.rest.get(field.len()..)?.strip_prefix('=')?;
            let value = self.value()?;
            fields.insert(field.to_owned(), value);
            self.blanks();
        }
        Some(Value::Object(fields))
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, sign: &str) -> bool {
        self.blanks();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Value> {
        self.blanks();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = match self.rest.chars().next()? {
            '{' => self.dictionary(),
            '[' => self.list('[', "]"),
            '(' => self.list('(', ")"),
            '<' => self.member(),
            '\'' | '"' => self.text().map(Value::String),
            c if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number(),
            _ => self.named(),
        };
        self.depth -= 1;
        value
    }

    fn dictionary(&mut self) -> Option<Value> {
        self.take("{");
        let (mut map, mut set) = (Map::new(), Vec::new());
        while !self.take("}") {
            let key = self.value()?;
            if self.take(":") {
                let key = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                let value = self.value()?;
                map.insert(key, value);
            } else {
                set.push(key);
            }
            if !self.take(",") {
                return self.take("}").then(|| closed(map, set));
            }
        }
        Some(closed(map, set))
    }

    fn list(&mut self, open: char, close: &str) -> Option<Value> {
        self.rest = self.rest.strip_prefix(open)?;
        let mut items = Vec::new();
        if let Some(texts) = self.array(open) {
            return Some(texts);
        }
        while !self.take(close) {
            items.push(self.value()?);
            if !self.take(",") {
                self.take(close).then_some(())?;
                break;
            }
        }
        Some(Value::Array(items))
    }

    /// Reads the texts of an array of `NumPy`, which is printed without commas: `['It leaves.'\n 'It waits.']`. In a
    /// list, texts that touch are the pieces of a long one, which `pprint` divides after blanks.
    fn array(&mut self, open: char) -> Option<Value> {
        let is_text = open == '[' && self.rest.trim_start().starts_with(['\'', '"']);
        let mut array = Self { rest: self.rest, depth: self.depth };
        let texts = if is_text { array.pieces()? } else { return None };
        let (_, before) = texts.split_last().filter(|(_, before)| !before.is_empty())?;
        let are_pieces = before.iter().all(|text| text.ends_with(char::is_whitespace));
        (!are_pieces && array.take("]")).then_some(())?;
        self.rest = array.rest;
        Some(texts.into())
    }

    /// Reads `<Role.USER: 'user'>`; any other object becomes a mere placeholder.
    fn member(&mut self) -> Option<Value> {
        let end = self.rest.find('>')?;
        let (inside, after) = self.rest.split_at_checked(end)?;
        self.rest = after.strip_prefix('>')?;
        let value = inside.split_once(": ").and_then(|(_, value)| {
            let mut value = Self { rest: value, depth: self.depth };
            value.value()
        });
        Some(value.unwrap_or(Value::Null))
    }

    /// Returns a text, and those that touch it, which Python joins.
    fn text(&mut self) -> Option<String> {
        self.pieces().map(|pieces| pieces.concat())
    }

    /// Returns a text, and those that touch it, one by one.
    fn pieces(&mut self) -> Option<Vec<String>> {
        let mut pieces = Vec::new();
        loop {
            self.blanks();
            let long = ["'''", "\"\"\""].into_iter().find(|it| self.rest.starts_with(it));
            let quote =
                long.or_else(|| ["'", "\""].into_iter().find(|it| self.rest.starts_with(it)));
            let Some(quote) = quote else { return Some(pieces) };
            self.rest = self.rest.strip_prefix(quote)?;
            let mut text = String::new();
            self.quoted(quote, &mut text)?;
            pieces.push(text);
            if !self.rest.trim_start().starts_with(['\'', '"']) {
                return Some(pieces);
            }
        }
    }

    /// Returns a text that fills its line.
    fn line(&mut self) -> Option<String> {
        let quote = self.rest.get(..1)?;
        self.rest = self.rest.strip_prefix(quote)?;
        let mut text = String::new();
        self.quoted(quote, &mut text)?;
        let after = self.rest.trim_start_matches([' ', '\t', '\r']);
        (after.is_empty() || after.starts_with('\n')).then_some(text)
    }

    fn quoted(&mut self, quote: &str, text: &mut String) -> Option<()> {
        loop {
            if let Some(rest) = self.rest.strip_prefix(quote) {
                self.rest = rest;
                return Some(());
            }
            let mut chars = self.rest.chars();
            match chars.next()? {
                '\\' => {
                    let escape = chars.next()?;
                    self.rest = chars.as_str();
                    self.escape(escape, text)?;
                }
                c => {
                    text.push(c);
                    self.rest = chars.as_str();
                }
            }
        }
    }

    fn escape(&mut self, escape: char, text: &mut String) -> Option<()> {
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        if digits > 0 {
            let (code, rest) = self.rest.split_at_checked(digits)?;
            self.rest = rest;
            let code = u32::from_str_radix(code, 16).ok()?;
            text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            return Some(());
        }
        match escape {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            '\n' => {}
            '\\' | '\'' | '"' => text.push(escape),
            // Python keeps unknown escapes.
            other => text.extend(['\\', other]),
        }
        Some(())
    }

    fn number(&mut self) -> Option<Value> {
        if let Some(rest) = self.rest.strip_prefix("...") {
            self.rest = rest;
            return Some(Value::Null);
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_');
        let end = self.rest.find(|c: char| !is_part(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        let plain = number.replace('_', "");
        if let Ok(whole) = plain.parse::<i64>() {
            return Some(Value::from(whole));
        }
        match plain.parse::<f64>() {
            Ok(number) => Some(Number::from_f64(number).map_or(Value::Null, Value::Number)),
            Err(_) => None,
        }
    }

    /// Returns a constant, a text with a prefix, an object of a class, or the value that a function
    /// returns.
    fn named(&mut self) -> Option<Value> {
        let name = name(self.rest);
        let after = self.rest.get(name.len()..)?;
        if matches!(name, "b" | "r" | "u" | "f" | "rb" | "br") && after.starts_with(['\'', '"']) {
            self.rest = after;
            return self.text().map(Value::String);
        }
        self.rest = after;
        match name {
            "True" => return Some(Value::Bool(true)),
            "False" => return Some(Value::Bool(false)),
            "" => return None,
            _ => {}
        }
        if !self.rest.starts_with('(') {
            let is_constant = matches!(name, "None" | "nan" | "inf" | "Ellipsis");
            // `Role.USER`, without its value.
            let member = name.contains('.').then(|| Value::String(name.to_owned()));
            return if is_constant { Some(Value::Null) } else { member };
        }
        self.arguments(name)
    }

    fn arguments(&mut self, class: &str) -> Option<Value> {
        self.take("(");
        let (mut fields, mut values) = (Map::new(), Vec::new());
        while !self.take(")") {
            self.blanks();
            let field = name(self.rest);
            let after = self.rest.get(field.len()..)?.trim_start();
            match after.strip_prefix('=').filter(|_| !field.is_empty()) {
                Some(rest) => {
                    self.rest = rest;
                    let value = self.value()?;
                    fields.insert(field.to_owned(), value);
                }
                None => values.push(self.value()?),
            }
            if !self.take(",") {
                self.take(")").then_some(())?;
                break;
            }
        }
        if MESSAGES.contains(&class) {
            fields.entry("type").or_insert_with(|| class.into());
        }
        let is_time = class.ends_with("datetime") || class.ends_with("date");
        Some(match values.len() {
            0 => Value::Object(fields),
            1 if fields.is_empty() => values.pop()?,
            _ if is_time => time(&values),
            _ => Value::Array(values),
        })
    }
}

/// Returns a dictionary, or the values of a set.
fn closed(map: Map<String, Value>, set: Vec<Value>) -> Value {
    if set.is_empty() { Value::Object(map) } else { Value::Array(set) }
}

/// Returns the name at the start of a text, including dots; empty if there is none.
fn name(text: &str) -> &str {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let name = text.get(..end).unwrap_or_default();
    if name.starts_with(|c: char| c.is_alphabetic() || c == '_') { name } else { "" }
}

/// Returns the numbers of a date as one text.
fn time(values: &[Value]) -> Value {
    let numbers = values.iter().filter_map(Value::as_i64);
    let numbers: Vec<String> = numbers.map(|number| format!("{number:02}")).collect();
    Value::String(numbers.join("-"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn dictionaries_and_objects_of_client_libraries_are_data() {
        let text = r#"{'a': [1, -2.5, True, None], "b": 'it\'s "so" \u00e4\n', 'c': (1, 'x' "y"), 'd': {}}"#;
        let expected = json!({"a": [1, -2.5, true, null], "b": "it's \"so\" \u{e4}\n",
            "c": [1, "xy"], "d": {}});
        assert_eq!(parse(text), Some(expected));
        let text = "Message(id='m', content=[TextBlock(citations=None, text='It rose.', \
                    type='text')],\n  role=<Role.ASSISTANT: 'assistant'>, at=datetime.datetime(2026, 5, 1), \
                    cost=Decimal('0.1'), raw=<object at 0x1>, long=...)";
        let expected = json!({"id": "m", "content": [{"citations": null, "text": "It rose.",
            "type": "text"}], "role": "assistant", "at": "2026-05-01", "cost": "0.1", "raw": null,
            "long": null});
        assert_eq!(parse(text), Some(expected));
    }

    #[test]
    fn messages_keep_their_classes() {
        let message = "content='It rose [1].' additional_kwargs={'citations': []} response_metadata={} id='run-1'";
        let expected = json!({"type": "AIMessage", "content": "It rose [1].",
            "additional_kwargs": {"citations": []}, "response_metadata": {}, "id": "run-1"});
        assert_eq!(parse(message), Some(expected.clone()));
        let called = "[AIMessage(content='It rose [1].', additional_kwargs={'citations': []}, \
                      response_metadata={}, id='run-1')]";
        assert_eq!(parse(called), Some(json!([expected])));
        assert_eq!(parse("content='It rose.' and additional_kwargs={}"), None);
    }

    #[test]
    fn prose_and_code_are_not_data() {
        for text in
            ["It's so.", "Figure (a) shows = b", "{a} 'b'", "print('x')", "[1] It's so.", "", "("]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        let deep = format!("{{'a': {}", "[".repeat(5000));
        assert_eq!(parse(&deep), None);
    }
}
