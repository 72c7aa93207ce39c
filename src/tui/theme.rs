//! Roles and what they look like. No colour is named anywhere else.
//!
//! Only the terminal's own sixteen colours and its attributes are used, so the screen follows the
//! user's palette on a light and on a dark background alike, and nothing has to be asked of the
//! terminal before the first draw. Every state that has a colour also has a sign or an attribute:
//! without colour nothing is lost.

use ratatui::style::{Color, Modifier, Style};

use crate::tui::role::Role;

/// How roles are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    colour: bool,
}

impl Theme {
    /// The sixteen-colour theme.
    pub const COLOUR: Self = Self { colour: true };
    /// Attributes only, for `NO_COLOR` and for terminals without colour.
    pub const PLAIN: Self = Self { colour: false };

    /// The theme for an environment: `NO_COLOR` not empty, or a dumb terminal, means plain.
    pub fn for_environment(no_color: Option<&str>, term: Option<&str>) -> Self {
        let plain = no_color.is_some_and(|value| !value.is_empty())
            || term.is_some_and(|name| name == "dumb" || name.ends_with("-mono"));
        if plain { Self::PLAIN } else { Self::COLOUR }
    }

    /// The style of a role.
    pub fn style(self, role: Role) -> Style {
        if self.colour { coloured(role) } else { plain(role) }
    }
}

pub(in crate::tui) fn coloured(role: Role) -> Style {
    let style = Style::new();
    match role {
        Role::Text | Role::Quote => style,
        Role::Muted | Role::Comment => style.add_modifier(Modifier::DIM),
        Role::Heading | Role::Focus | Role::Key | Role::Cursor => {
            style.add_modifier(Modifier::BOLD)
        }
        Role::Code | Role::Literal => style.fg(Color::Green),
        Role::Link => style.fg(Color::Cyan).add_modifier(Modifier::UNDERLINED),
        Role::Token | Role::Keyword => style.fg(Color::Magenta),
        Role::Strong => style.add_modifier(Modifier::BOLD),
        Role::Card | Role::Emphasis => style.add_modifier(Modifier::ITALIC),
        Role::Chip | Role::Name | Role::Used => style.fg(Color::Cyan),
        Role::ChipDoubt => style.fg(Color::Cyan).add_modifier(Modifier::ITALIC),
        Role::ChipNoText => style.fg(Color::Cyan).add_modifier(Modifier::DIM),
        Role::ChipTrouble | Role::Trouble => style.fg(Color::Red).add_modifier(Modifier::BOLD),
        Role::ChipSelected | Role::Matched => {
            style.fg(Color::Black).bg(Color::Yellow).add_modifier(Modifier::BOLD)
        }
        Role::Claim => style.add_modifier(Modifier::UNDERLINED),
        Role::ClaimMatched => style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
        Role::ClaimMissing => {
            style.fg(Color::Red).add_modifier(Modifier::UNDERLINED | Modifier::ITALIC)
        }
        Role::Cited => style.fg(Color::Black).bg(Color::Yellow),
        Role::Better => style.fg(Color::Black).bg(Color::Green),
        Role::BetterMatched => style.fg(Color::Black).bg(Color::Green).add_modifier(Modifier::BOLD),
        Role::Chosen => style.fg(Color::Black).bg(Color::Magenta),
        Role::Bar => style.fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Role::Match => style.fg(Color::Black).bg(Color::Cyan),
        Role::MatchHere => style
            .fg(Color::Black)
            .bg(Color::Cyan)
            .add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Role::HeadLine => style.add_modifier(Modifier::REVERSED),
    }
}

pub(in crate::tui) fn plain(role: Role) -> Style {
    let style = Style::new();
    match role {
        Role::Text | Role::Quote | Role::Code | Role::Literal | Role::Name | Role::Chip => style,
        Role::Muted | Role::Comment | Role::ChipNoText => style.add_modifier(Modifier::DIM),
        Role::Link | Role::Claim => style.add_modifier(Modifier::UNDERLINED),
        Role::Card | Role::ChipDoubt | Role::Emphasis => style.add_modifier(Modifier::ITALIC),
        Role::ChipSelected | Role::Matched | Role::BetterMatched => {
            style.add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
        Role::ClaimMatched | Role::Better => {
            style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD)
        }
        Role::ClaimMissing => style.add_modifier(Modifier::UNDERLINED | Modifier::ITALIC),
        Role::Cited | Role::Chosen | Role::HeadLine => style.add_modifier(Modifier::REVERSED),
        Role::Match => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Role::MatchHere => style.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
        Role::Heading
        | Role::Strong
        | Role::Token
        | Role::ChipTrouble
        | Role::Trouble
        | Role::Bar
        | Role::Used
        | Role::Focus
        | Role::Cursor
        | Role::Key
        | Role::Keyword => style.add_modifier(Modifier::BOLD),
    }
}
