//! Writes PDFs to read: plain ones, and ones with pages that harm a reader.

use std::fmt::Write as _;

/// A PDF to be.
#[derive(Debug, Default)]
pub(crate) struct Pdf {
    pub(crate) title: &'static str,
    /// The `/PageLabels` dictionary; empty for none.
    pub(crate) labels: &'static str,
    pub(crate) pages: Vec<Page>,
}

/// A page: what its dictionary says beside its type and place, what that of its content stream
/// says, and the content. `THIS` stands for the number of the page's object and `CONTENT` for that
/// of its stream.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    entries: &'static str,
    stream: &'static str,
    content: String,
}

const ENTRIES: &str = "/MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>";

impl Page {
    /// Lines of text from the top. `\u{fb01}` is drawn as the ligature.
    pub(crate) fn text(lines: &str) -> Self {
        let mut content = String::from("BT /F1 12 Tf 14 TL 72 770 Td\n");
        for line in lines.lines() {
            let line = line.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
            writeln!(content, "({}) Tj T*", line.replace('\u{fb01}', "\\001")).unwrap();
        }
        content += "ET";
        Self { entries: ENTRIES, stream: "", content }
    }

    /// Returns a page like one out of a scanner: something is drawn, and nothing is text.
    pub(crate) fn scanned() -> Self {
        let content = "0.9 g 72 72 451 698 re f".to_owned();
        Self { entries: ENTRIES, stream: "", content }
    }

    /// Returns a page of no size, over which the parser panics.
    pub(crate) fn panics() -> Self {
        Self { entries: "", stream: "", content: String::new() }
    }

    /// Returns a page that draws a form that draws itself: the parser's stack overflows.
    pub(crate) fn overflows() -> Self {
        Self {
            entries: "/MediaBox [0 0 595 842] /Resources << /XObject << /X CONTENT 0 R >> >>",
            stream: "/Type /XObject /Subtype /Form /BBox [0 0 9 9] \
                     /Resources << /XObject << /X CONTENT 0 R >> >>",
            content: "/X Do".to_owned(),
        }
    }

    /// A page that has its size from its parent, which is itself: the parser never ends.
    pub(crate) fn hangs() -> Self {
        Self { entries: "/Parent THIS 0 R", stream: "", content: String::new() }
    }
}

impl Pdf {
    /// Returns a PDF of pages without a title.
    pub(crate) fn of(pages: impl IntoIterator<Item = Page>) -> Self {
        Self { pages: pages.into_iter().collect(), ..Self::default() }
    }

    /// Returns the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let kids: Vec<String> =
            (0..self.pages.len()).map(|index| format!("{} 0 R", 5 + 2 * index)).collect();
        let labels = match self.labels {
            "" => String::new(),
            labels => format!(" /PageLabels {labels}"),
        };
        let mut objects = vec![
            format!("<< /Type /Catalog /Pages 2 0 R{labels} >>"),
            format!("<< /Type /Pages /Count {} /Kids [{}] >>", kids.len(), kids.join(" ")),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica \
             /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /fi] >> >>"
                .to_owned(),
            format!("<< /Title ({}) >>", self.title),
        ];
        for (index, page) in self.pages.iter().enumerate() {
            let (this, content) = ((5 + 2 * index).to_string(), (6 + 2 * index).to_string());
            let filled = |text: &str| text.replace("THIS", &this).replace("CONTENT", &content);
            let parent = if page.entries.contains("/Parent") { "" } else { "/Parent 2 0 R " };
            let entries = filled(page.entries);
            objects.push(format!("<< /Type /Page {parent}/Contents {content} 0 R {entries} >>"));
            let (stream, length) = (filled(page.stream), page.content.len());
            objects.push(format!(
                "<< /Length {length} {stream} >>\nstream\n{}\nendstream",
                page.content
            ));
        }
        file(&objects).into_bytes()
    }
}

/// Returns the objects, numbered from 1, with their table.
fn file(objects: &[String]) -> String {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        writeln!(table, "{:010} 00000 n ", file.len()).unwrap();
        writeln!(file, "{number} 0 obj\n{object}\nendobj").unwrap();
    }
    let trailer = format!("trailer\n<< /Size {} /Root 1 0 R /Info 4 0 R >>", objects.len() + 1);
    let start = file.len();
    file + &table + &format!("{trailer}\nstartxref\n{start}\n%%EOF\n")
}
