//! The least a two-pane program can be with ratatui: the floor to measure the inspector against.
//!
//! It reads the first 64 KiB of a file, draws them in two bordered panes, scrolls one of them by a
//! line at `j` and changes a word at `n`. No wrapping, no search, nothing beside the loop.

use std::fs::File;
use std::io::{self, Read as _};

use crossterm::event::{self, Event, KeyCode};
use crossterm::{cursor, execute, terminal};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};

/// Runs until `q`.
pub(crate) fn run(path: &str) -> io::Result<()> {
    let mut text = String::new();
    File::open(path)?.take(64 * 1024).read_to_string(&mut text)?;
    let lines: Vec<&str> = text.lines().collect();
    let (mut top, mut chosen) = (0, 0);
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
    let mut screen = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    loop {
        screen.draw(|frame| {
            let halves = Layout::horizontal([Constraint::Percentage(50); 2]).split(frame.area());
            for (pane, &area) in halves.iter().enumerate() {
                let from = if pane == 0 { 0 } else { top };
                let shown: Vec<Line<'_>> = lines
                    .iter()
                    .skip(from)
                    .take(usize::from(area.height))
                    .map(|line| Line::raw(*line))
                    .collect();
                let block = Block::bordered().title(format!("pane {pane}, {chosen}"));
                frame.render_widget(Paragraph::new(shown).block(block), area);
            }
        })?;
        match event::read()? {
            Event::Key(key) if key.code == KeyCode::Char('q') => break,
            Event::Key(key) if key.code == KeyCode::Char('n') => chosen += 1,
            Event::Key(_) => top += 1,
            _ => {}
        }
    }
    execute!(io::stdout(), terminal::LeaveAlternateScreen, cursor::Show)?;
    terminal::disable_raw_mode()
}
