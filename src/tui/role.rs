//! The roles that pieces of the screen have. [`crate::tui::palette`] gives each its look.

use serde::Deserialize;

/// The role of a piece of the screen, by its name in a theme: `head-line`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Ordinary text.
    #[default]
    Text,
    /// Secondary text: numbers, borders, hints.
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
    /// A visible token for a character that must not be shown as such.
    Token,
    /// The label of a marker that is not a citation.
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
    /// The claim of the selected citation.
    Claim,
    /// The words of the claim that are in the passage.
    ClaimMatched,
    /// Those of them that do not.
    ClaimMissing,
    /// Those of them that the passage contradicts.
    ClaimClash,
    /// The words of the source it points at.
    Cited,
    /// Those of them that the claim has too.
    Matched,
    /// Words of the source that contradict the claim.
    Clash,
    /// The words of a better match.
    Better,
    /// Those of them that the claim has too.
    BetterMatched,
    /// Lines that the reviewer selected.
    Chosen,
    /// The bar next to the cited lines.
    Bar,
    /// A line that other citations point at.
    Used,
    /// A search match.
    Match,
    /// The current search match.
    MatchHere,
    /// Words about a fault.
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
    /// Syntax: a string or another literal.
    Literal,
    /// Syntax: keyword.
    Keyword,
    /// Syntax: name of a function or type.
    Name,
}
