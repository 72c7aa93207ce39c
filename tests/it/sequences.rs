//! The sequences that a program may send to a terminal: an allow-list, because a deny-list is never
//! complete.
//!
//! Text is printable characters that neither reorder nor hide others; controls are ESC, CR, LF;
//! sequences are colours and styles, moving, erasing, scrolling, the modes the inspector sets, and
//! the clipboard and links, which are counted.

/// Private modes the inspector sets: cursor, mouse, alternate screen, pasting, whole frames.
const MODES: &[&str] = &["25", "1000", "1002", "1003", "1006", "1015", "1049", "2004", "2026"];

/// The contents of an output.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Whatever is not allowed.
    pub(crate) leaks: Vec<String>,
    /// The payloads for the clipboard.
    pub(crate) copies: Vec<String>,
    /// The addresses of links.
    pub(crate) links: Vec<String>,
    /// The parameters of each colour or style.
    pub(crate) styles: Vec<String>,
    /// The text between the sequences.
    pub(crate) text: String,
}

/// Takes an output apart.
pub(crate) fn take_apart(raw: &[u8]) -> Found {
    let mut found = Found::default();
    let text = match std::str::from_utf8(raw) {
        Ok(text) => text,
        Err(error) => {
            found.leaks.push(error.to_string());
            return found;
        }
    };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if c == '\x1b' { found.sequence(rest) } else { found.character(c) };
        rest = &rest[length..];
    }
    found
}

impl Found {
    fn character(&mut self, c: char) -> usize {
        let allowed = matches!(c, '\r' | '\n') || !(c.is_control() || hides(c));
        if !allowed {
            self.leaks.push(format!("U+{:04X}", u32::from(c)));
        }
        self.text.push(c);
        c.len_utf8()
    }

    /// Takes the sequence at the start of `rest`; its length.
    fn sequence(&mut self, rest: &str) -> usize {
        if let Some(clipboard) = rest.strip_prefix("\x1b]52;c;") {
            let payload = clipboard.split(['\x07', '\x1b']).next().unwrap();
            self.copies.push(payload.to_owned());
            let end = if clipboard[payload.len()..].starts_with("\x1b\\") { 2 } else { 1 };
            return rest.len() - clipboard.len() + payload.len() + end;
        }
        if let Some(link) = rest.strip_prefix("\x1b]8;;") {
            let address = link.split('\x1b').next().unwrap();
            self.links.extend((!address.is_empty()).then(|| address.to_owned()));
            let is_plain = address.bytes().all(|byte| (0x21..0x7f).contains(&byte));
            if is_plain && link[address.len()..].starts_with("\x1b\\") {
                return rest.len() - link.len() + address.len() + 2;
            }
        }
        let body = rest.strip_prefix("\x1b[");
        let end = body.and_then(|body| body.find(|c| ('@'..='~').contains(&c)));
        let (Some(body), Some(end)) = (body, end) else {
            self.leaks.push(format!("{:?}", rest.chars().take(8).collect::<String>()));
            return 1;
        };
        let (parameters, letter) = (&body[..end], &body[end..=end]);
        let plain = |c: char| c.is_ascii_digit() || c == ';' || c == ':';
        let allowed = match (parameters.strip_prefix('?'), letter) {
            (Some(modes), "h" | "l") => modes.split(';').all(|mode| MODES.contains(&mode)),
            (None, "m" | "H" | "J" | "K" | "X" | "S" | "T" | "r" | "A" | "B" | "C" | "D" | "G") => {
                parameters.chars().all(plain)
            }
            _ => false,
        };
        if !allowed {
            self.leaks.push(format!("CSI {parameters} {letter}"));
        } else if letter == "m" {
            self.styles.push(parameters.to_owned());
        }
        2 + end + 1
    }

    /// True if a colour is set; the terminal's own colours count as none.
    pub(crate) fn has_colour(&self) -> bool {
        let colour =
            |code: &str| matches!(code.parse(), Ok(30..=38 | 40..=48 | 58 | 90..=97 | 100..=107));
        self.styles.iter().any(|style| style.split([';', ':']).any(colour))
    }
}

/// Bidirectional controls, tags, and characters that are no character: what shows other text than
/// there is.
fn hides(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[test]
fn what_is_not_expected_is_found() {
    let found = take_apart("\x1b[1;38;5;3mok\x1b[2J\x1b[?25l\r\n\x1b]52;c;b2s=\x1b\\é".as_bytes());
    assert_eq!((found.leaks.len(), found.copies.as_slice()), (0, &["b2s=".to_owned()][..]));
    assert!(found.has_colour());
    assert_eq!(found.text, "ok\r\né");
    for bad in ["\x07", "\x1b]0;t\x07", "\u{9b}1m", "\u{202e}", "\x1b[6n", "\x1b[?1h", "\x1bc"] {
        assert_ne!(take_apart(bad.as_bytes()).leaks.len(), 0, "{bad:?}");
    }
}
