//! Tables of values with commas or tabs between them, by RFC 4180: a cell in quotation marks may
//! hold commas, line breaks and doubled quotation marks.

use serde_json::{Map, Value};

/// Returns the rows below the header of a table as objects; empty cells are left out. `None` for a
/// text whose rows do not fit its header. With `plain_names`, `Model Answer` is `model_answer`.
pub(crate) fn objects(text: &str, delimiter: char, plain_names: bool) -> Option<Vec<Value>> {
    let mut rows = Rows { rest: text, delimiter };
    let name = |name: String| if plain_names { plain(&name) } else { name };
    let header: Vec<String> = rows.next()?.into_iter().map(name).collect();
    let mut objects = Vec::new();
    for row in rows.filter(|row| row.iter().any(|cell| !cell.trim().is_empty())) {
        if header.len() < 2 || row.len() > header.len() {
            return None;
        }
        let filled = header.iter().zip(row).filter(|(_, cell)| !cell.trim().is_empty());
        let fields = filled.map(|(name, cell)| (name.clone(), Value::String(cell)));
        objects.push(Value::Object(fields.collect::<Map<_, _>>()));
    }
    (!objects.is_empty()).then_some(objects)
}

/// Returns the name of a column in the spelling of programs, unless it is in camel case.
fn plain(name: &str) -> String {
    let name = name.trim();
    let camel = name.starts_with(|c: char| c.is_lowercase()) && !name.contains(' ');
    if camel { name.to_owned() } else { name.to_lowercase().replace([' ', '-'], "_") }
}

/// The rows of the rest of a table.
struct Rows<'t> {
    rest: &'t str,
    delimiter: char,
}

impl Iterator for Rows<'_> {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let mut row = Vec::new();
        loop {
            row.push(self.cell());
            let behind = self.rest;
            self.rest = behind.strip_prefix(self.delimiter).unwrap_or(behind);
            if self.rest.len() == behind.len() {
                let line_ends = ["\r\n", "\n", "\r"].iter();
                let next = line_ends.into_iter().find_map(|end| behind.strip_prefix(*end));
                self.rest = next.unwrap_or_default();
                return Some(row);
            }
        }
    }
}

impl Rows<'_> {
    /// Takes the next cell; the delimiter or line break behind it stays.
    fn cell(&mut self) -> String {
        let mut cell = String::new();
        while let Some(inner) = self.rest.strip_prefix('"') {
            let (quoted, behind) = inner.split_once('"').unwrap_or((inner, ""));
            cell.push_str(quoted);
            self.rest = behind;
            if !behind.starts_with('"') {
                break;
            }
            cell.push('"');
        }
        let end = self.rest.find([self.delimiter, '\n', '\r']).unwrap_or(self.rest.len());
        let (plain, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        cell.push_str(plain);
        self.rest = rest;
        cell
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn quoted_cells_hold_anything() {
        let text = "id,Model Answer\r\n1,\"a, \"\"b\"\"\nc\"\r\n\r\n2,d\r\n3,";
        let expected = [
            json!({"id": "1", "model_answer": "a, \"b\"\nc"}),
            json!({"id": "2", "model_answer": "d"}),
            json!({"id": "3"}),
        ];
        assert_eq!(objects(text, ',', true).unwrap(), expected);
        assert_eq!(objects("a\tB\n1\t2", '\t', false).unwrap(), [json!({"a": "1", "B": "2"})]);
    }

    #[test]
    fn damaged_tables_end() {
        assert_eq!(objects("a,b\n1,\"open", ',', true).unwrap(), [json!({"a": "1", "b": "open"})]);
        assert_eq!(objects("a,b\n1,2,3", ',', true), None);
        assert_eq!(objects("one line, of prose", ',', true), None);
        assert_eq!(objects("", ',', true), None);
    }
}
