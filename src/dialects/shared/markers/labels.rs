//! The visible words in markers whose payload is JSON.
//!
//! A malformed payload has no label; the caller then shows it unchanged.

use serde_json::Value;

use crate::dialects::shared::markers::families::Shape;

/// Returns the words that a payload of such a shape shows.
pub(crate) fn json_label(shape: Shape, payload: &str) -> Option<String> {
    let value: Value = serde_json::from_str(payload).ok()?;
    match shape {
        Shape::Entity => entity(&value),
        Shape::Products => products(&value),
        Shape::Ids | Shape::Bare | Shape::Labelled | Shape::Hidden => None,
    }
}

/// Returns the name in `[category, name, note…]` or `[id, name]`, which is at the same place.
fn entity(value: &Value) -> Option<String> {
    let name = match value {
        Value::Array(items) => items.get(1).or_else(|| items.first()),
        Value::Object(fields) => fields.get("name").or_else(|| fields.get("title")),
        _ => None,
    };
    name.and_then(Value::as_str).map(str::to_owned)
}

fn products(value: &Value) -> Option<String> {
    let selections = value.get("selections")?.as_array()?;
    let labels = selections.iter().filter_map(entity).collect::<Vec<_>>();
    (!labels.is_empty()).then(|| labels.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::dialects::shared::markers::labels::{Shape, json_label};

    #[test]
    fn names_are_found_in_each_form() {
        let entity = |payload| json_label(Shape::Entity, payload);
        assert_eq!(entity(r#"["company","Acme","note"]"#).as_deref(), Some("Acme"));
        assert_eq!(entity(r#"["turn0product1","Acme Kettle"]"#).as_deref(), Some("Acme Kettle"));
        assert_eq!(entity("[]"), None);
        assert_eq!(entity("[1, 2"), None);
        let products = r#"{"selections":[["turn0product1","Kettle"],["turn0product2","Cup"]]}"#;
        assert_eq!(json_label(Shape::Products, products).as_deref(), Some("Kettle, Cup"));
    }
}
