//! From an event to a command or a typed character, and to its effects.

use crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::commands::{self, Effect};
use super::keymap::{Key, Section};
use super::state::{Focus, Mode, State};
use super::view;

/// Rows a turn of the wheel moves.
const WHEEL: isize = 3;

impl State {
    /// Takes in an event from the terminal.
    pub fn update(&mut self, event: &Event) -> Vec<Effect> {
        let effects = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press((*key).into()),
            Event::Mouse(mouse) => self.point(*mouse),
            Event::Resize(width, height) => {
                self.resize((*width, *height));
                Vec::new()
            }
            Event::Paste(text) if matches!(self.mode, Mode::Note(_)) => {
                self.write_note(text);
                Vec::new()
            }
            Event::Paste(text) => text.chars().flat_map(|c| self.type_character(c)).collect(),
            Event::Key(_) | Event::FocusGained | Event::FocusLost => Vec::new(),
        };
        self.settle();
        effects
    }

    /// The screen has another size now.
    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = view::clamp(size);
        commands::keep_places(self);
    }

    fn press(&mut self, key: Key) -> Vec<Effect> {
        self.message = None;
        let section = match self.mode {
            Mode::Browse => Section::Browse,
            Mode::List(_) => Section::List,
            Mode::Prompt(_) => Section::Prompt,
            Mode::Note(_) => Section::Note,
        };
        if section == Section::Browse && self.count_digit(key) {
            return Vec::new();
        }
        let command = self.keymap.command(section, key).and_then(commands::find);
        let effects = match (command, key.character()) {
            (Some(command), _) => (command.run)(self),
            (None, _) if section == Section::Note => {
                self.write_in_note(key);
                Vec::new()
            }
            (None, Some(c)) if section != Section::Browse => self.type_character(c),
            (None, Some(c)) => {
                self.complain(format!("`{c}` is no key here: `?` shows them all"));
                Vec::new()
            }
            (None, None) => Vec::new(),
        };
        self.count = None;
        effects
    }

    /// Takes a digit as part of a count; 0 only behind another digit.
    fn count_digit(&mut self, key: Key) -> bool {
        let digit = key.character().and_then(|c| c.to_digit(10));
        match (digit, self.count) {
            (Some(digit), count) if digit > 0 || count.is_some() => {
                let next = count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
                self.count = Some(next);
                self.say(next.to_string());
                true
            }
            _ => false,
        }
    }

    fn point(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollDown => self.turn(at, WHEEL),
            MouseEventKind::ScrollUp => self.turn(at, -WHEEL),
            MouseEventKind::Down(MouseButton::Left) => return self.click(at),
            _ => {}
        }
        Vec::new()
    }

    fn turn(&mut self, at: Position, rows: isize) {
        if let Mode::List(list) = &mut self.mode {
            list.step(rows);
            return;
        }
        let areas = self.areas();
        if areas.response_frame.contains(at) {
            commands::wheel(self, Focus::Response, rows);
        } else if areas.source_frame.contains(at) {
            commands::wheel(self, Focus::Source, rows);
        }
    }

    fn click(&mut self, at: Position) -> Vec<Effect> {
        self.message = None;
        if let Mode::List(list) = &mut self.mode {
            let Some(row) = view::popup::row_at(self.size, list, at) else {
                self.mode = Mode::Browse;
                return Vec::new();
            };
            list.cursor = row;
            return commands::accept(self);
        }
        let areas = self.areas();
        if areas.response_frame.contains(at) {
            self.focus = Focus::Response;
            if let Some(citation) = view::response::chip_at(self, at) {
                self.select(citation, 0);
            }
        } else if areas.source_frame.contains(at) {
            self.focus = Focus::Source;
            let row = at.y.checked_sub(areas.source.y).map(usize::from);
            if let Some(visible) = row.and_then(|row| self.source.window.at(row)) {
                self.source.window.cursor = visible.place;
            }
        }
        Vec::new()
    }
}
