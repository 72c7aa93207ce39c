//! Texts of any size, the same at every run: answers with markers, and markers never closed.

const WORDS: &str = "the of and to in a is that for it as was with be by on not this are or his \
    from at which but have state agreement notice renewal customer appendix pricing finance owner \
    approval manager employee remote policy handbook exception termination written service café \
    period review incident handoff support weekly schedule region latency throughput storage 東京 \
    replica quorum election leader snapshot journal protocol baseline sample “quoted” it’s naïve";

/// A generator of numbers with the recurrence of Knuth's MMIX.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % end
    }

    fn sentence(&mut self) -> String {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let count = 6 + self.below(18);
        let mut sentence = String::new();
        for _ in 0..count {
            let index = usize::try_from(self.below(words.len() as u64)).unwrap_or_default();
            sentence.push_str(words.get(index).unwrap_or(&"the"));
            sentence.push(' ');
        }
        sentence.truncate(sentence.trim_end().len());
        sentence.push('.');
        sentence
    }

    fn id(&mut self) -> String {
        let kinds = ["file", "search", "news", "url", "block", "view"];
        let kind = kinds.get(usize::try_from(self.below(6)).unwrap_or_default()).unwrap_or(&"file");
        format!("turn{}{kind}{}", self.below(10), self.below(41))
    }

    fn lines(&mut self) -> String {
        let first = 1 + self.below(400);
        format!("L{first}-L{}", first + self.below(13))
    }

    /// Of a hundred: 47 with one id, 25 with lines, 5 with a line, 10 with several ids, 4 with
    /// several and lines, 6 malformed, 3 unclosed.
    fn marker(&mut self) -> String {
        let id = self.id();
        let body = match self.below(100) {
            0..47 => id,
            47..72 => format!("{id}\u{e202}{}", self.lines()),
            72..77 => format!("{id}\u{e202}L{}", 1 + self.below(400)),
            77..87 => format!("{id}\u{e202}{}\u{e202}{}", self.id(), self.id()),
            87..91 => format!("{id}\u{e202}{}\u{e202}{}", self.id(), self.lines()),
            91..93 => "bad id!".to_owned(),
            93..95 => self.lines(),
            95..97 => String::new(),
            _ => return format!("\u{e200}cite\u{e202}{id}"),
        };
        format!("\u{e200}cite\u{e202}{body}\u{e201}")
    }
}

/// Returns an answer in Markdown with a marker every 150 characters or so.
pub(crate) fn response(bytes: usize) -> String {
    let mut numbers = Numbers(1);
    let mut text = String::with_capacity(bytes + 1024);
    while text.len() < bytes {
        text.push_str(&numbers.sentence());
        text.push(' ');
        text.push_str(&numbers.sentence());
        text.push(' ');
        text.push_str(&numbers.marker());
        text.push_str(if numbers.below(4) == 0 { "\n\n" } else { " " });
    }
    fit(text, bytes)
}

/// Openings only: what makes a parser quadratic that looks for a close from each of them.
pub(crate) fn unclosed(bytes: usize) -> String {
    let mut numbers = Numbers(2);
    let mut text = String::with_capacity(bytes + 1024);
    while text.len() < bytes {
        let sentence = numbers.sentence();
        let id = numbers.id();
        text.extend([&sentence, " \u{e200}cite\u{e202}", &id, " "]);
    }
    fit(text, bytes)
}

/// Returns the words of [`unclosed`] without any marks, as many bytes.
pub(crate) fn prose(bytes: usize) -> String {
    let mut numbers = Numbers(2);
    let mut text = String::with_capacity(bytes + 1024);
    while text.len() < bytes {
        text.push_str(&numbers.sentence());
        text.push(' ');
    }
    fit(text, bytes)
}

fn fit(mut text: String, bytes: usize) -> String {
    let end = (0..=bytes).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.truncate(end);
    text.push_str(&"\n".repeat(bytes - text.len()));
    text
}
