//! The roles that pieces of the screen have. [`crate::tui::palette`] gives each its look.

use serde::Deserialize;

/// The role of a piece of the screen, by its name in a theme: `head-line`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Ordinary text.
    #[default]
    Text,
    /// What recedes: numbers, borders, hints.
    Muted,
    /// A heading of the response, a title.
    Heading,
    /// Code in the response.
    Code,
    /// Strong words of a Markdown source.
    Strong,
    /// Stressed words of a Markdown source.
    Emphasis,
    /// A link's label.
    Link,
    /// Text of a block quote.
    Quote,
    /// A visible stand-in for a character that must not be shown as it is.
    Token,
    /// The label of a marker that is no citation.
    Card,
    /// A citation.
    Chip,
    /// A citation resolved with a doubt.
    ChipDoubt,
    /// A citation of a source without text.
    ChipNoText,
    /// A citation that does not resolve or is malformed.
    ChipTrouble,
    /// The selected citation.
    ChipSelected,
    /// The words the selected citation stands behind.
    Claim,
    /// Those of them that stand in the passage.
    ClaimMatched,
    /// Those of them that do not.
    ClaimMissing,
    /// The words of the source it points at.
    Cited,
    /// Those of them that the claim has too.
    Matched,
    /// The words of a better match.
    Better,
    /// Those of them that the claim has too.
    BetterMatched,
    /// Lines that the reviewer selected.
    Chosen,
    /// The bar beside the cited lines.
    Bar,
    /// A line other citations use.
    Used,
    /// A search match.
    Match,
    /// The search match one is at.
    MatchHere,
    /// Words that say what is wrong.
    Trouble,
    /// The border and title of the pane that takes the keys.
    Focus,
    /// The row the cursor is on.
    Cursor,
    /// A key's name.
    Key,
    /// The head line.
    HeadLine,
    /// Syntax: comment.
    Comment,
    /// Syntax: string or other literal.
    Literal,
    /// Syntax: keyword.
    Keyword,
    /// Syntax: name of a function or type.
    Name,
}
