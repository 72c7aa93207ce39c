//! An answer assembled from the markers in its text and the references next to it.

use crate::dialects::app::chatgpt_export::message::text_of;
use crate::dialects::app::chatgpt_export::references;
use crate::dialects::app::chatgpt_export::references::Reference;
use crate::dialects::app::chatgpt_export::sources::retrieved;
use crate::dialects::dialect::TextReader;
use crate::dialects::shared::chats;
use crate::dialects::shared::chats::Turn;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::markers::read_response;
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::retrieved::Sources;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Card, Case, Citation, Response};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// Brackets around claims and slots for grouped sources: never for a reader.
const HIDDEN: [char; 3] = ['\u{e203}', '\u{e204}', '\u{e206}'];

/// Returns the case that an answer is.
pub(crate) fn case(turn: &Turn<'_>, text_reader: &TextReader<'_>, reader: &mut Reader) -> Case {
    let (text, others) = text_of(turn.message);
    let chat = turn.chat.retrieved.get_or_init(|| retrieved(turn.chat));
    let mut sources = chat.of(turn.index);
    let references = references::read(turn.message, &text, &mut sources);
    let marked = read_response(text.clone(), text_reader.families);
    let mut draft = Draft::default();
    let (mut notes, mut labels) = (Vec::new(), Vec::new());
    for reference in references {
        notes.push(match reference {
            Reference::Citation(note) => note,
            Reference::Card(note, label) => {
                labels.push(label);
                let family = format!("{CARD}{} {}", labels.len() - 1, note.family);
                Note { family, ..note }
            }
        });
    }
    draft.part(&text, notes);
    let finished = draft.finish(Reading::exclusive(Unit::CodePoints));
    let (citations, cards) = part_cards(finished.response.citations, &labels);
    let mut response = join(marked, citations, &sources);
    add_cards(&mut response, cards);
    for target in response.citations.iter().flat_map(|citation| &citation.targets) {
        sources.recall(&target.id);
    }
    let mut sources = sources.finish();
    if response.citations.is_empty()
        && let Some((name, found)) = text_reader.read(&text)
        && !found.citations.is_empty()
    {
        reader.notes.push(format!("no references for the marks in the text; read as `{name}`"));
        reader.notes.extend(found.notes);
        sources.extend(found.sources);
        (response.citations, response.cards) = (found.citations, found.cards);
    }
    reader.notes.extend(finished.notes);
    if others > 0 {
        reader.notes.push(format!("{} of the message left out: no text", count(others, "part")));
    }
    let mut case = Case { response, sources, ..Case::default() };
    case.format.reading = finished.reading;
    if turn.chat.title.is_some() {
        case.id = chats::name(turn.chat.title.as_deref(), turn.number);
    }
    case.question = turn.asked.map(|message| text_of(message).0);
    case
}

/// Begins the family of a note that is a card while it is being placed, before its number.
const CARD: &str = "card ";

/// Moves the cards out of the placed citations.
fn part_cards(placed: Vec<Citation>, labels: &[Option<String>]) -> (Vec<Citation>, Vec<Card>) {
    let mut citations = Vec::new();
    let mut cards = Vec::new();
    for citation in placed {
        match citation.family.strip_prefix(CARD).and_then(|rest| rest.split_once(' ')) {
            Some((index, family)) => {
                let label = index.parse().ok().and_then(|index: usize| labels.get(index)?.clone());
                let span = citation.anchor.span;
                cards.push(Card { family: family.to_owned(), span, label, known: true });
            }
            None => citations.push(citation),
        }
    }
    (citations, cards)
}

/// Merges the markers with the data of the references, and adds the references without a marker.
fn join(marked: Response, references: Vec<Citation>, sources: &Sources<'_>) -> Response {
    let mut citations = marked.citations;
    let mut others = Vec::new();
    for reference in references {
        let span = reference.anchor.span;
        // Markers overlap nothing and are in order.
        let at = citations.partition_point(|marker| marker.anchor.span.end <= span.start);
        let marker = citations.get_mut(at).filter(|marker| marker.anchor.span.overlaps(span));
        match marker.filter(|_| reference.anchor.kind == AnchorKind::Marker) {
            Some(marker) => teach(marker, reference, sources),
            None => others.push(reference),
        }
    }
    citations.extend(others);
    citations.sort_by_key(|citation| (citation.anchor.span.end, citation.anchor.span.start));
    Response { text: marked.text, citations, cards: marked.cards }
}

/// Keeps a marker's own ids if a source has them; otherwise takes those of the reference.
fn teach(marker: &mut Citation, reference: Citation, sources: &Sources<'_>) {
    let known = marker.targets.iter().filter(|target| sources.has(&target.id)).count();
    if known == 0 {
        let locator = marker.targets.iter().find_map(|target| target.locator.clone());
        marker.targets = reference.targets;
        for target in &mut marker.targets {
            target.locator = target.locator.take().or_else(|| locator.clone());
        }
        return;
    }
    for own in &mut marker.targets {
        let other = reference.targets.iter().find(|target| target.id == own.id);
        own.locator = own.locator.take().or_else(|| other.and_then(|it| it.locator.clone()));
    }
}

/// Adds cards, and one for each hidden character; where markers or cards overlap, the first stays.
fn add_cards(response: &mut Response, cards: Vec<Card>) {
    let hidden = response.text.char_indices().filter(|(_, c)| HIDDEN.contains(c));
    let hidden = hidden.map(|(at, c)| Card {
        family: "hidden".to_owned(),
        span: Span::new(at, at + c.len_utf8()),
        label: None,
        known: true,
    });
    let mut all: Vec<Card> = std::mem::take(&mut response.cards);
    all.extend(cards);
    all.extend(hidden);
    all.sort_by_key(|card| card.span.start);
    let markers = response.citations.iter().filter(|it| it.anchor.kind == AnchorKind::Marker);
    let mut taken: Vec<Span> = markers.map(|it| it.anchor.span).collect();
    taken.sort_unstable();
    let mut markers = taken.into_iter().peekable();
    let mut end = 0;
    for card in all {
        while let Some(marker) = markers.next_if(|marker| marker.start < card.span.end) {
            end = end.max(marker.end);
        }
        if !card.span.is_empty() && card.span.start >= end {
            end = card.span.end;
            response.cards.push(card);
        }
    }
}
