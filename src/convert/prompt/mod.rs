//! The instructions that make a model cite: the definition of a source, the syntax of a citation,
//! its position, and what to do if no source supports a statement.
//!
//! A prompt is assembled from texts in `assets/prompt/`: one for the
//! [form](crate::convert::material::FORMS) of the material, one for the unit, one for the
//! [`Dialect`], and the selected [`RULES`]. The code that states the ids also makes the example
//! citations, and a test reads them.

mod dialects;
mod rules;

use super::material::{Form, Ids, Spelling, Unit};

pub use dialects::{DIALECTS, Dialect};
pub use rules::{RULES, Rule};

/// Options of a prompt.
#[derive(Debug, Clone, Copy)]
pub struct PromptOptions<'r> {
    /// Notation of citations.
    pub dialect: &'static Dialect,
    /// Form of the material.
    pub form: &'static Form,
    /// Kind of ids.
    pub ids: Ids,
    /// Unit of citation.
    pub unit: Unit,
    /// The rules, in order.
    pub rules: &'r [&'static Rule],
    /// True to write private-use characters as `\ue200`.
    pub escapes: bool,
}

/// Instructions for a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The whole of it; the last line has a line end.
    pub text: String,
    /// The sentences in it that show how to cite.
    pub examples: Vec<Example>,
}

/// A sentence with citations, as shown in the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The sentence and the citations after it.
    pub text: String,
    /// The citations.
    pub cited: Vec<PromptTarget>,
}

/// The target of one citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptTarget {
    /// The id of the source.
    pub id: String,
    /// First and last line, from 1, both included.
    pub lines: Option<(u64, u64)>,
}

/// Writes the instructions.
pub fn prompt(options: &PromptOptions<'_>) -> Prompt {
    let ids = example_ids(options);
    let lines = |first, last| (options.unit == Unit::Line).then_some((first, last));
    let cited =
        |id: usize, lines| PromptTarget { id: ids.get(id).cloned().unwrap_or_default(), lines };
    let one = vec![cited(0, lines(8, 13))];
    let two = vec![cited(0, lines(4, 4)), cited(1, lines(21, 22))];
    let examples = vec![
        example("The night ferry takes bicycles only on weekdays.", one.clone(), options),
        example("A cabin costs 48 euros, breakfast included.", two.clone(), options),
    ];
    let write = |all: &[PromptTarget]| all.iter().map(|it| options.write(it)).collect::<String>();
    let [start, delimiter, stop] = options.signs();
    let line = options.unit == Unit::Line;
    let fill = |text: &str| {
        text.replace("{id}", ids.first().map_or("", String::as_str))
            .replace("{cite}", &write(&one))
            .replace("{several}", &write(&two))
            .replace("{start}", &start)
            .replace("{delimiter}", &delimiter)
            .replace("{stop}", &stop)
            .replace("{then_lines}", if line { options.dialect.then_lines } else { "" })
            .replace("{or_lines}", if line { " or a line number" } else { "" })
    };
    let unit = match options.unit {
        Unit::Document => include_str!("../../../assets/prompt/units/document.md"),
        Unit::Block => include_str!("../../../assets/prompt/units/block.md"),
        Unit::Line => include_str!("../../../assets/prompt/units/line.md"),
    };
    let mut parts = vec!["## Citations\n".to_owned()];
    parts.extend([options.form.text, unit, options.dialect.text].map(fill));
    if line {
        parts
            .push(format!("A single line is cited as {}\n", options.write(&cited(0, lines(4, 4)))));
    }
    let rule = |rule: &&Rule| format!("### {}\n\n{}", rule.title, fill(rule.text));
    parts.extend(options.rules.iter().map(rule));
    let shown: Vec<String> = examples.iter().map(|it| format!("> {}\n", it.text)).collect();
    parts.push(format!("### Examples\n\n{}", shown.join(">\n")));
    let text = parts.join("\n");
    Prompt { text, examples }
}

fn example(sentence: &str, cited: Vec<PromptTarget>, options: &PromptOptions<'_>) -> Example {
    let citations: String = cited.iter().map(|it| options.write(it)).collect();
    Example { text: format!("{sentence} {citations}"), cited }
}

/// Returns two example ids of the kind used in the material.
fn example_ids(options: &PromptOptions<'_>) -> [String; 2] {
    let word = if options.unit == Unit::Block { "block" } else { "file" };
    match options.ids {
        Ids::Turn => [format!("turn0{word}0"), format!("turn0{word}1")],
        Ids::Number => ["1".to_owned(), "2".to_owned()],
        Ids::Name if options.unit == Unit::Block => {
            ["ferry_block3".to_owned(), "prices_block1".to_owned()]
        }
        Ids::Name => ["ferry".to_owned(), "prices".to_owned()],
        Ids::Content => [format!("{word}_1f3a9c2e"), format!("{word}_b0774d51")],
    }
}

impl PromptOptions<'_> {
    /// Returns the spelling of markers.
    pub fn spelling(&self) -> Spelling {
        match (self.dialect.brackets, self.escapes) {
            (true, _) => Spelling::Brackets,
            (false, true) => Spelling::Escapes,
            (false, false) => Spelling::Characters,
        }
    }

    fn write(&self, cited: &PromptTarget) -> String {
        let lines = cited.lines.map(|(first, last)| {
            if first == last { format!("L{first}") } else { format!("L{first}-L{last}") }
        });
        (self.dialect.write)(&cited.id, lines.as_deref(), self.spelling())
    }

    /// Returns the three signs of a marker, in words.
    fn signs(&self) -> [String; 3] {
        ["e200", "e202", "e201"].map(|code| match self.spelling() {
            Spelling::Escapes => format!("the escape `\\u{code}`"),
            _ => format!("the character U+{}", code.to_uppercase()),
        })
    }
}
