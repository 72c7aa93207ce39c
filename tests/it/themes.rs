//! Themes: every role has a look, every text can be read on every highlight, and nothing needs colour.

use std::collections::BTreeSet;
use std::path::Path;

use pincite::config::parse_user_file;
use pincite::tui::options::{FAMILIES, ThemeChoice, theme};
use pincite::tui::palette::{Palette, built_in_names};
use pincite::tui::role::Role;
use pincite::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::cli::cite;
use crate::session::Session;

/// Themes without colours of their own.
const TERMINALS: [&str; 2] = ["mono", "terminal"];

/// Roles that are laid over text.
const HIGHLIGHTS: [Role; 8] = [
    Role::Cited,
    Role::Matched,
    Role::Better,
    Role::BetterMatched,
    Role::Chosen,
    Role::Match,
    Role::MatchHere,
    Role::HeadLine,
];

/// Roles of text that may be under a highlight.
const INKS: [Role; 18] = [
    Role::Text,
    Role::Muted,
    Role::Heading,
    Role::Code,
    Role::Link,
    Role::Token,
    Role::Chip,
    Role::ChipDoubt,
    Role::ChipNoText,
    Role::ChipTrouble,
    Role::ClaimMissing,
    Role::Trouble,
    Role::Bar,
    Role::Comment,
    Role::Literal,
    Role::Keyword,
    Role::Name,
    Role::Used,
];

fn luminance(colour: Color) -> f64 {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour} is of the terminal") };
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// Returns the contrast of two colours as WCAG 2 defines it.
fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_can_be_read_on_every_highlight() {
    let mut lowest = f64::INFINITY;
    for name in built_in_names().into_iter().filter(|name| !TERMINALS.contains(name)) {
        let palette = Palette::built_in(name).unwrap();
        let (ground, text) = (palette.ground.unwrap(), palette.text.unwrap());
        let goal = if name == "high-contrast" { 7.0 } else { 4.5 };
        let theme = Theme::new(palette);
        let mut check = |style: Style, what: String| {
            let ink = style.fg.unwrap_or(text);
            let under = style.bg.unwrap_or(ground);
            let reached = contrast(ink, under);
            lowest = lowest.min(reached);
            assert!(reached >= goal, "{name}: {what} has {reached:.2}:1, not {goal}:1");
        };
        for ink in INKS {
            check(theme.style(ink), format!("{ink:?}"));
            for over in HIGHLIGHTS {
                check(theme.over(theme.style(ink), over), format!("{ink:?} under {over:?}"));
            }
        }
        check(theme.style(Role::ChipSelected), "the selected chip".to_owned());
    }
    assert!(lowest < 6.0, "the measure sees the least contrast");
}

#[test]
fn a_highlight_keeps_the_colour_of_the_code_beneath_it() {
    let theme = Theme::new(Palette::built_in("dark").unwrap());
    for ink in [Role::Keyword, Role::Literal, Role::Comment, Role::Name, Role::Chip] {
        let over = theme.over(theme.style(ink), Role::Cited);
        assert_eq!(over.fg, theme.style(ink).fg, "{ink:?}");
        assert_eq!(over.bg, theme.style(Role::Cited).bg);
    }
}

/// States of one pane differ from its plain text and from one another.
#[test]
fn states_differ_in_every_theme() {
    let response = [
        Role::Text,
        Role::Chip,
        Role::ChipSelected,
        Role::Claim,
        Role::ClaimMatched,
        Role::ClaimMissing,
        Role::ClaimClash,
        Role::MatchHere,
    ];
    let source = [Role::Text, Role::Cited, Role::Clash, Role::Better, Role::Match, Role::MatchHere];
    for name in built_in_names() {
        let palette = Palette::built_in(name).unwrap();
        for states in [&response[..], &source] {
            for (index, one) in states.iter().enumerate() {
                for other in states.iter().skip(index + 1) {
                    // Without colour, a citation differs by its brackets.
                    let by_sign = name == "mono" && *one == Role::Text && *other == Role::Chip;
                    let (one, other) = (*one, *other);
                    assert!(
                        by_sign || palette.style(one) != palette.style(other),
                        "{name}: {one:?} {other:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_role_is_in_every_kind_of_theme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let source = read("src/tui/role.rs");
    let roles: BTreeSet<String> = source
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.strip_suffix(','))
        .filter(|name| name.chars().all(char::is_alphanumeric))
        .map(kebab)
        .collect();
    assert!(roles.len() > 30 && roles.len() <= 64, "{roles:?}");
    // Ordinary text has no look of its own.
    let plain = |name: &str| matches!(name, "text" | "quote");
    let mono_is_plain = |name: &str| matches!(name, "code" | "literal" | "name" | "chip");
    for file in ["roles", "terminal", "mono"] {
        let table: toml::Table = read(&format!("assets/themes/{file}.toml")).parse().unwrap();
        let named: BTreeSet<String> = table["roles"].as_table().unwrap().keys().cloned().collect();
        let is_plain = |name: &String| plain(name) || file == "mono" && mono_is_plain(name);
        let missing: Vec<&String> = roles.difference(&named).filter(|it| !is_plain(it)).collect();
        assert_eq!(missing, Vec::<&String>::new(), "{file}");
        let unknown: Vec<&String> = named.difference(&roles).collect();
        assert_eq!(unknown, Vec::<&String>::new(), "{file}");
    }
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}

#[test]
fn a_theme_chosen_by_name_paints_its_background() {
    let palette = Palette::built_in("light").unwrap();
    let (ground, text) = (palette.ground.unwrap(), palette.text.unwrap());
    let theme = Theme::new(palette);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
    theme.on_terminal_ground().paint_ground(&mut buffer);
    assert_eq!(buffer[(0, 0)].bg, Color::Reset);
    theme.paint_ground(&mut buffer);
    assert_eq!((buffer[(0, 0)].bg, buffer[(0, 0)].fg), (ground, text));
}

#[test]
fn the_environment_decides_what_is_possible() {
    let chosen = |config: &str, variables: &[(&str, &str)]| {
        let settings = parse_user_file(config, "config.toml").unwrap();
        let variable =
            |name: &str| variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        theme(&settings, &variable).unwrap()
    };
    let true_colour = ("COLORTERM", "truecolor");
    let auto = ThemeChoice::Follow { family: &FAMILIES[0], ascii: false };
    assert_eq!(chosen("", &[true_colour]), auto);
    assert_eq!(chosen("", &[]), ThemeChoice::Fixed(Theme::COLOUR));
    assert_eq!(chosen("", &[true_colour, ("NO_COLOR", "1")]), ThemeChoice::Fixed(Theme::PLAIN));
    let dark = "theme = \"dark\"\n";
    assert_eq!(chosen(dark, &[("TERM", "dumb")]), ThemeChoice::Fixed(Theme::PLAIN));
    assert_eq!(chosen(dark, &[("TERM", "linux")]), ThemeChoice::Fixed(Theme::COLOUR));
    assert!(
        matches!(chosen(dark, &[("TERM", "xterm-256color")]), ThemeChoice::Fixed(it) if it != Theme::COLOUR)
    );
    assert_eq!(chosen("theme = \"mono\"\n", &[true_colour]), ThemeChoice::Fixed(Theme::PLAIN));
    assert_eq!(auto.theme(None), Theme::COLOUR);
    for family in FAMILIES {
        let name = family.name;
        let follows = chosen(&format!("theme = \"{name}\"\n"), &[true_colour]);
        let ground = |is_dark| follows.theme(is_dark).style(Role::Cited).bg.unwrap();
        assert!(luminance(ground(Some(true))) < 0.2, "{name}");
        assert!(luminance(ground(Some(false))) > 0.2, "{name}");
        assert!(name == "auto" || ground(None) == ground(Some(true)), "{name}");
    }
}

#[test]
fn a_wrong_line_of_a_theme_says_where_it_is() {
    let fault = |text: &str| Palette::read(text, "mine.toml").unwrap_err().to_string();
    assert_eq!(
        fault("[roles]\nmuted = \"gren\"\n"),
        "cannot read mine.toml:2:9: unknown colour or attribute `gren`; did you mean `green`?"
    );
    assert_eq!(
        fault("grund = \"red\"\n"),
        "cannot read mine.toml:1:1: unknown key `grund`; did you mean `ground`?"
    );
    assert_eq!(
        fault("[roles]\nmutd = \"red\"\n"),
        "cannot read mine.toml:2:1: unknown role `mutd`"
    );
    let own = "ground = \"#000\"\n[palette]\nsea = \"#00aaff\"\n[roles]\nlink = \"sea\"\n";
    assert!(fault(own).contains("mine.toml:1:10"), "a colour has six digits");
}

#[test]
fn code_keeps_its_colours_where_it_is_cited() {
    let palette = Palette::built_in("dark").unwrap();
    let answer = format!("It returns.{}", cite("a L1-L2"));
    let source = "fn main() {\n    return \"text\";\n}\n";
    let session = Session::open(("a.md", &answer), &[("a.rs", source)]);
    let session = session.themed(Theme::new(palette.clone()).on_terminal_ground());
    let drawn = |role: Role| {
        let (ink, ground) =
            (palette.style(role).fg.unwrap(), palette.style(Role::Cited).bg.unwrap());
        session.drawn_in(&format!(" fg={ink} bg={ground}")).concat()
    };
    assert!(drawn(Role::Keyword).contains("fn"), "{}", session.picture());
    assert!(drawn(Role::Literal).contains("text"), "{}", session.picture());
}

#[test]
fn ascii_replaces_our_signs_and_no_sign_of_the_document() {
    let answer = "Fine — it costs 3 €….\u{e200}filecite\u{e202}turn0file0\u{e202}L1\u{e201}";
    let source = "│ price — 3 € │\n";
    let session = Session::open(("a.md", answer), &[("a.txt", source)]);
    let rows = session.themed(Theme::COLOUR.in_ascii(true)).rows().join("\n");
    assert!(rows.contains("│ price — 3 € │") && rows.contains("Fine — it costs 3 €…."), "{rows}");
    let own = rows.replace("│ price — 3 € │", "").replace("Fine — it costs 3 €….", "");
    let foreign: BTreeSet<char> = own.chars().filter(|c| !c.is_ascii()).collect();
    assert_eq!(foreign, BTreeSet::new(), "{rows}");
}
