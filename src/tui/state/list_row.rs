//! One row of a list.

/// One row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListRow {
    /// The thing it leads to: index of the citation, source, case or command.
    pub index: usize,
    /// Its columns, as foreign text.
    pub columns: Vec<String>,
    /// True if something is wrong with it.
    pub trouble: bool,
    /// True if it leads nowhere now.
    pub muted: bool,
    /// Words that it can be found by besides its columns.
    pub keywords: String,
}

impl ListRow {
    /// Returns the text that a filter is matched against.
    pub fn searched(&self) -> String {
        format!("{} {}", self.columns.join(" "), self.keywords)
    }
}
