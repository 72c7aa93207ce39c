//! Writes lines of text: blanks run together, and each line begins with the lead of its element.

/// Maximum number of leads of a line; deeper lists and quotes look like these.
const MAX_LEADS: usize = 16;

/// A text under way.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    leads: Vec<Lead>,
    /// True if the last line continues.
    open: bool,
    /// Line ends due before the next line; 2 leave a blank line.
    owed: usize,
    /// True if a blank is due before the next word of this line.
    blank: bool,
    /// End of the text when it was last finished.
    finished: usize,
    /// Bars between cells due before the next word of this row.
    bars: usize,
}

/// The lead of the lines of a list's item or a quote.
#[derive(Debug)]
struct Lead {
    first: String,
    rest: String,
    used: bool,
}

impl Writer {
    /// Returns the text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes words; blanks and line ends between them become one blank. Returns the byte at which
    /// the first word begins, if there is any.
    pub(super) fn words(&mut self, text: &str) -> Option<usize> {
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        let mut first = None;
        for word in text.split_inclusive(is_blank) {
            let bare = word.trim_end_matches(is_blank);
            if !bare.is_empty() {
                self.begin();
                first = first.or(Some(self.text.len()));
                self.text.push_str(bare);
            }
            self.blank |= bare.len() < word.len();
        }
        first
    }

    /// Writes text with its blanks and line ends. The byte at which its first line begins.
    pub(super) fn verbatim(&mut self, text: &str) -> Option<usize> {
        let mut first = None;
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.owed += 1;
                self.open = false;
            }
            let line = line.trim_end_matches('\r');
            if !line.is_empty() {
                self.begin();
                first = first.or(Some(self.text.len()));
                self.text.extend(line.chars().map(|c| if c == '\r' { ' ' } else { c }));
            }
        }
        first
    }

    /// Separates the next words from the ones before.
    pub(super) fn part(&mut self) {
        self.blank = true;
    }

    /// Parts one cell from the next.
    pub(super) fn bar(&mut self) {
        self.bars += 1;
    }

    /// Ends the line; `blank_lines` come before the next.
    pub(super) fn end_line(&mut self, blank_lines: usize) {
        let due = blank_lines + 1;
        // Blank lines that are already due stay due; `verbatim` may have left too many.
        self.owed = if self.open { due } else { self.owed.max(due).min(2) };
        (self.open, self.blank, self.bars) = (false, false, 0);
    }

    /// Ends the text so far with a line end, whatever was due.
    pub(super) fn finish(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        (self.open, self.blank, self.bars) = (false, false, 0);
        self.finished = self.text.len();
    }

    /// Leads the next line in with `first` and those after with as many blanks, or with `rest`.
    pub(super) fn lead(&mut self, first: &str, rest: Option<&str>) {
        let shown = self.leads.len() < MAX_LEADS;
        let rest = rest.map_or_else(|| " ".repeat(first.chars().count()), str::to_owned);
        let shorten = |lead: String| if shown { lead } else { String::new() };
        let (first, rest) = (shorten(first.to_owned()), shorten(rest));
        self.leads.push(Lead { first, rest, used: false });
    }

    /// Ends the lead of the last [`Writer::lead`].
    pub(super) fn end_lead(&mut self) {
        self.leads.pop();
    }

    fn begin(&mut self) {
        if self.open {
            let bars = std::mem::take(&mut self.bars);
            self.text.extend(std::iter::repeat_n(" |", bars));
            if std::mem::take(&mut self.blank) || bars > 0 {
                self.text.push(' ');
            }
            return;
        }
        if self.text.len() > self.finished {
            self.text.extend(std::iter::repeat_n('\n', self.owed));
        }
        for lead in &mut self.leads {
            self.text.push_str(if lead.used { &lead.rest } else { &lead.first });
            lead.used = true;
        }
        self.text.extend(std::iter::repeat_n("| ", std::mem::take(&mut self.bars)));
        (self.open, self.blank, self.owed) = (true, false, 0);
    }
}
