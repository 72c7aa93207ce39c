//! A session with the inspector, without a terminal: keys in, screens and effects out.
//!
//! Jobs of the worker are done at once, so that a screen never depends on timing. A picture holds
//! the rows of the screen, then one line for each stretch of cells that is not plain.

pub(crate) mod late;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossterm::event::{Event, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use pincite::cases;
use pincite::cases::{Cases, Scores};
use pincite::dialects::shared::markers::Families;
use pincite::error::Error;
use pincite::input::Input;
use pincite::review::{Entry, Event as RecordedEvent};
use pincite::sources::documents::Extractor;
use pincite::tui::actions::verdicts::apply_entry;
use pincite::tui::actions::{note, reread, settle};
use pincite::tui::keymap::{Key, Keymap};
use pincite::tui::reread::Reopen;
use pincite::tui::state::review::Review;
use pincite::tui::state::{Batch, Effect, State};
use pincite::tui::theme::Theme;
use pincite::tui::update::update;
use pincite::tui::verdict_saver::{Reviewing, SaveTarget, VerdictSaver};
use pincite::tui::view;
use pincite::tui::worker::Worker;
use pincite::{inspect, sources, tui};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

/// Reads documents with the program under test: the tests' own program cannot.
pub(crate) fn extractor() -> Extractor {
    Extractor::process(env!("CARGO_BIN_EXE_pincite"))
}

/// An inspector that is being used.
pub(crate) struct Session {
    pub(crate) state: State,
    pub(crate) cases: Arc<Cases>,
    pub(crate) worker: Worker,
    theme: Theme,
    pressed: String,
    files: Option<tempfile::TempDir>,
    input: Option<Arc<dyn Reopen>>,
    saver: Option<VerdictSaver>,
    /// The requested effects, in order.
    pub(crate) effects: Vec<String>,
}

impl Session {
    /// Opens a response in memory with sources in memory, all by name.
    pub(crate) fn open(response: (&str, &str), files: &[(&str, &str)]) -> Self {
        Self::judged(response, files, "")
    }

    /// Returns the same with the scores of a file.
    pub(crate) fn judged(response: (&str, &str), files: &[(&str, &str)], scores: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut paths = Vec::new();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            paths.push(path);
        }
        let mut given = Scores::default();
        given.read(&Input::record("scores.jsonl", scores.as_bytes().to_vec()));
        let mut session = Self::with(response.0, response.1.as_bytes().to_vec(), &paths, given);
        session.files = Some(dir);
        session
    }

    /// Opens a response and sources that are read again when one of them changes.
    pub(crate) fn watched(response: (&str, &str), files: &[(&str, &str)]) -> Self {
        let mut session = Self::open(response, files);
        let folder = session.files.as_ref().unwrap().path();
        let sources = files.iter().map(|(name, _)| folder.join(name)).collect();
        let input = Files { response: folder.join(response.0), sources };
        std::fs::write(&input.response, response.1).unwrap();
        let input: Arc<dyn Reopen> = Arc::new(input);
        session.input = Some(Arc::clone(&input));
        session.worker.set_input(Some(input));
        session.state.watching.on = true;
        session
    }

    /// Writes a file of the session anew, and lets the change be noticed.
    pub(crate) fn save(self, name: &str, text: &str) -> Self {
        let mut session = self.rewrite(name, text);
        reread::files_changed(&mut session.state);
        session.work();
        session
    }

    /// Writes a file of the session anew.
    pub(crate) fn rewrite(self, name: &str, text: &str) -> Self {
        self.write(name, text);
        self
    }

    /// Writes a file of the session anew.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.files.as_ref().unwrap().path().join(name), text).unwrap();
    }

    /// Opens the files of the session as they are now.
    pub(crate) fn reopened(&self) -> Cases {
        self.input.as_ref().unwrap().open().unwrap()
    }

    /// Opens files of the repository.
    pub(crate) fn samples(response: &str, files: &[&str]) -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples");
        let paths: Vec<PathBuf> = files.iter().map(|name| root.join(name)).collect();
        let bytes = std::fs::read(root.join(response)).unwrap();
        Self::with(response, bytes, &paths, Scores::default())
    }

    /// Opens the beginning of a long response, as the program does before its first draw.
    pub(crate) fn preview(response: (&str, &str)) -> Self {
        let input = Input::new(response.0, response.1.as_bytes().to_vec());
        let cases = Arc::new(cases::open(input, None, &Families::default()).unwrap());
        let batch = Batch { count: cases.len(), ..Batch::of(&cases) };
        let inspection = inspect::begin(cases.preview(0).expect("it is long"));
        let mut state =
            tui::actions::open(inspection, batch, Keymap::built_in().unwrap(), (120, 40));
        state.loading = true;
        Self {
            state,
            worker: Worker::new(Arc::clone(&cases), Arc::default()),
            cases,
            theme: Theme::COLOUR,
            pressed: String::new(),
            files: None,
            input: None,
            saver: None,
            effects: Vec::new(),
        }
    }

    /// Lets the worker read the rest.
    pub(crate) fn read_on(mut self) -> Self {
        self.work();
        self
    }

    /// Opens a response in memory with these files.
    pub(crate) fn with_paths(response: (&str, &str), paths: &[PathBuf]) -> Self {
        Self::with(response.0, response.1.as_bytes().to_vec(), paths, Scores::default())
    }

    fn with(name: &str, bytes: Vec<u8>, paths: &[PathBuf], scores: Scores) -> Self {
        Self::of(open((name, bytes), paths).unwrap().with_scores(scores))
    }

    /// Opens the first of some cases.
    pub(crate) fn of(cases: Cases) -> Self {
        let cases = Arc::new(cases);
        let batch = Batch { count: cases.len(), ..Batch::of(&cases) };
        let inspection = inspect::begin(cases.read(0).unwrap());
        let state = tui::actions::open(inspection, batch, Keymap::built_in().unwrap(), (120, 40));
        let worker = Worker::new(Arc::clone(&cases), Arc::default());
        let mut session = Self {
            state,
            cases,
            worker,
            theme: Theme::COLOUR,
            pressed: String::new(),
            files: None,
            input: None,
            saver: None,
            effects: Vec::new(),
        };
        session.work();
        session
    }

    /// Reviews as `ann`, with the decisions in a file.
    pub(crate) fn reviewing(self, journal: &Path) -> Self {
        self.begin_review(journal, false, &[])
    }

    /// Returns the same in a blind review.
    pub(crate) fn reviewing_blind(self, journal: &Path) -> Self {
        self.begin_review(journal, true, &[])
    }

    /// Settles what the reviewers of other journals differ about.
    pub(crate) fn settling(self, journal: &Path, others: &[PathBuf]) -> Self {
        self.begin_review(journal, false, others)
    }

    /// Browses as `ann` with a place for a journal, and no review begun.
    pub(crate) fn browsing(self, journal: &Path) -> Self {
        self.with_journal(journal, false, &[], false)
    }

    /// Reviews as in the demo: nothing is saved.
    pub(crate) fn demonstrating(mut self) -> Self {
        let reviewing = Reviewing { reviewer: "ann".to_owned(), ..Reviewing::default() };
        self.state.review = Review::new("ann", false);
        let mut saver = VerdictSaver::new(reviewing);
        saver.begin(&mut self.state);
        self.saver = Some(saver);
        self.work();
        self
    }

    fn begin_review(self, journal: &Path, blind: bool, others: &[PathBuf]) -> Self {
        self.with_journal(journal, blind, others, true)
    }

    fn with_journal(self, journal: &Path, blind: bool, others: &[PathBuf], begins: bool) -> Self {
        let mut session = self.waiting(journal, blind, others, begins);
        session.work();
        settle(&mut session.state);
        session
    }

    /// Reviews like `reviewing`, and lets the test decide when the worker does anything.
    pub(crate) fn reviewing_late(self, journal: &Path) -> late::Late {
        let mut session = self.waiting(journal, false, &[], true);
        settle(&mut session.state);
        late::Late::new(session)
    }

    fn waiting(mut self, journal: &Path, blind: bool, others: &[PathBuf], begins: bool) -> Self {
        let reviewing = Reviewing {
            reviewer: "ann".to_owned(),
            blind,
            save_to: SaveTarget::File(journal.to_owned()),
            input: "answer.json".to_owned(),
            begins,
            disagreements: others.to_vec(),
        };
        self.state.review = Review::new("ann", blind);
        let mut saver = VerdictSaver::new(reviewing);
        saver.begin(&mut self.state);
        self.saver = Some(saver);
        self
    }

    /// Takes in what others put into the journal, as the program does every second.
    pub(crate) fn look_for_others(mut self) -> Self {
        self.look_for_others_now();
        self
    }

    /// Does the same.
    pub(crate) fn look_for_others_now(&mut self) {
        self.saver.as_mut().unwrap().reload(&mut self.state);
    }

    /// Gives the window another size.
    pub(crate) fn size(mut self, width: u16, height: u16) -> Self {
        update(&mut self.state, &Event::Resize(width, height));
        self.work();
        self
    }

    /// Draws without colour.
    pub(crate) fn plain(mut self) -> Self {
        self.theme = Theme::PLAIN;
        self
    }

    /// Draws in another theme.
    pub(crate) fn themed(mut self, theme: Theme) -> Self {
        self.theme = theme;
        self
    }

    /// Takes in an event.
    pub(crate) fn event(mut self, event: &Event) -> Self {
        let effects = update(&mut self.state, event);
        self.carry_out(effects);
        self
    }

    /// Types keys, written as in `assets/keys.toml`.
    pub(crate) fn press(mut self, keys: &str) -> Self {
        self.pressed.push_str(keys);
        for key in Key::sequence(keys).unwrap_or_else(|| panic!("no keys: {keys}")) {
            let effects =
                update(&mut self.state, &Event::Key(KeyEvent::new(key.code, key.modifiers)));
            self.carry_out(effects);
        }
        self
    }

    /// Pastes a text.
    pub(crate) fn paste(mut self, text: &str) -> Self {
        self.pressed.push_str("<paste>");
        let effects = update(&mut self.state, &Event::Paste(text.to_owned()));
        self.carry_out(effects);
        self
    }

    /// Clicks on a cell.
    pub(crate) fn click(self, column: u16, row: u16) -> Self {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let modifiers = crossterm::event::KeyModifiers::NONE;
        self.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers }))
    }

    /// Clicks on the first cell of some words on the screen.
    pub(crate) fn click_on(self, words: &str) -> Self {
        let rows = self.rows();
        for (y, row) in rows.iter().enumerate() {
            if let Some(at) = row.find(words) {
                let x = unicode_width::UnicodeWidthStr::width(&row[..at]);
                return self.click(x.try_into().unwrap(), y.try_into().unwrap());
            }
        }
        panic!("`{words}` is not on the screen:\n{}", rows.join("\n"));
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Work(job) => self.worker.do_now(job, &mut self.state),
                Effect::Edit { path, line } => {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    self.effects.push(format!("edit {name} +{line}"));
                }
                Effect::Read { name, line, .. } => {
                    self.effects.push(format!("read {name} +{line}"));
                }
                Effect::Copy(text) => self.effects.push(format!("copy {text:?}")),
                Effect::Record(entry) => {
                    match &mut self.saver {
                        Some(saver) => saver.save_entry(entry, &mut self.state),
                        None => apply_entry(&mut self.state, entry),
                    }
                    let effects = std::mem::take(&mut self.state.effects);
                    self.carry_out(effects);
                }
                Effect::SaveAs { path, quits } => {
                    if let Some(saver) = &mut self.saver {
                        saver.save_as(&path, quits, &mut self.state);
                    }
                }
                Effect::Save => {
                    if let Some(saver) = &mut self.saver {
                        saver.save(&mut self.state);
                    }
                }
                Effect::WriteNote(text) => note::set_note(&mut self.state, &text.to_uppercase()),
                other => self.effects.push(format!("{other:?}").to_lowercase()),
            }
        }
        self.work();
    }

    fn work(&mut self) {
        self.worker.settle(&mut self.state);
    }

    /// Returns the cells of the screen.
    pub(crate) fn buffer(&self) -> Buffer {
        let (width, height) = self.state.size;
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        view::draw(&self.state, self.theme, &mut buffer);
        buffer
    }

    /// Returns the rows of the screen, as text.
    pub(crate) fn rows(&self) -> Vec<String> {
        let buffer = self.buffer();
        let area = *buffer.area();
        let row = |y| {
            let mut text = String::new();
            let mut x = 0;
            while x < area.width {
                let symbol = buffer[(x, y)].symbol();
                text.push_str(symbol);
                let width = unicode_width::UnicodeWidthStr::width(symbol).max(1);
                x += u16::try_from(width).unwrap();
            }
            text
        };
        (0..area.height).map(row).collect()
    }

    /// Returns the screen with its styles.
    pub(crate) fn picture(&self) -> String {
        let mut picture = String::new();
        for row in self.rows() {
            writeln!(picture, "{row}|").unwrap();
        }
        picture + &self.styles()
    }

    /// The stretches of cells that have a style: `row:from..to` and the style.
    pub(crate) fn styles(&self) -> String {
        let buffer = self.buffer();
        let mut picture = String::new();
        for y in 0..buffer.area().height {
            let mut x = 0;
            while x < buffer.area().width {
                let style = look(&buffer, x, y);
                let start = x;
                while x < buffer.area().width && look(&buffer, x, y) == style {
                    x += 1;
                }
                if !style.is_empty() {
                    writeln!(picture, "{y}:{start}..{x}{style}").unwrap();
                }
            }
        }
        picture
    }

    /// Returns the row that holds some words.
    pub(crate) fn row_with(&self, words: &str) -> String {
        let rows = self.rows();
        let found = rows.iter().find(|row| row.contains(words));
        found
            .unwrap_or_else(|| panic!("`{words}` is not on the screen:\n{}", rows.join("\n")))
            .clone()
    }

    /// Returns the text drawn in a style or one that adds to it, row by row: `fg=Yellow` and the
    /// like.
    pub(crate) fn drawn_in(&self, style: &str) -> Vec<String> {
        let buffer = self.buffer();
        let mut stretches = Vec::new();
        for y in 0..buffer.area().height {
            let mut text = String::new();
            for x in 0..buffer.area().width {
                if look(&buffer, x, y).starts_with(style) {
                    text.push_str(buffer[(x, y)].symbol());
                } else if !text.is_empty() {
                    stretches.push(std::mem::take(&mut text));
                }
            }
            if !text.is_empty() {
                stretches.push(text);
            }
        }
        stretches
    }
}

fn open((name, bytes): (&str, Vec<u8>), paths: &[PathBuf]) -> Result<Cases, Error> {
    let mut loaded = sources::load(paths, &[])?;
    for origin in loaded.sources.iter_mut().filter_map(|source| source.origin.as_mut()) {
        // The files' folder differs from run to run; pictures must not.
        origin.path = origin.path.file_name().unwrap().into();
    }
    let cases = cases::open(Input::new(name, bytes), None, &Families::default())?;
    let checkout = PathBuf::from("samples/lenticular/checkout");
    let cases = cases.with_root(checkout).with_sources(loaded.sources, loaded.notes);
    Ok(cases.with_extractor(extractor()))
}

/// Files that can be opened again.
#[derive(Debug)]
struct Files {
    response: PathBuf,
    sources: Vec<PathBuf>,
}

impl Reopen for Files {
    fn open(&self) -> Result<Cases, Error> {
        let name = self.response.file_name().unwrap().to_str().unwrap();
        open((name, std::fs::read(&self.response).unwrap()), &self.sources)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.sources.iter().chain([&self.response]).cloned().collect()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("after `{}`:\n{}", self.pressed, self.rows().join("\n"));
        }
    }
}

fn look(buffer: &Buffer, x: u16, y: u16) -> String {
    let cell = &buffer[(x, y)];
    let mut look = String::new();
    if cell.fg != Color::Reset {
        write!(look, " fg={}", cell.fg).unwrap();
    }
    if cell.bg != Color::Reset {
        write!(look, " bg={}", cell.bg).unwrap();
    }
    if cell.modifier != Modifier::empty() {
        write!(look, " {:?}", cell.modifier).unwrap();
    }
    look
}
