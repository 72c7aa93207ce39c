//! A user's program that judges citations: it gets one JSON object per citation on standard input
//! and answers with one.
//!
//! Its output is an external score, shown next to the evidence with its origin; it is never a
//! verdict. No shell is started. Answers are stored by their subject, so that no question is asked
//! twice; see [`Question`] for the input and [`JudgeLine`] for the output.

mod cache;
mod process;
mod question;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::{Hash, Subject, SubjectPart, subjects};
use crate::cases::judge_line::JudgeLine;
use crate::error::{Error, Result, Why};
use crate::inspect::Inspection;
use crate::model::Judgement;
use crate::text::prose::{count, one_line};
use cache::{Cache, Key};
use process::{Fault, Running};

pub use cache::default_path;
pub use question::{CitedSource, LAYOUT, Question};

/// Options of a judge.
#[derive(Debug, Clone)]
pub struct Options {
    /// Time limit for one citation.
    pub timeout: Duration,
    /// Maximum number of parallel processes, whatever the number of cases.
    pub jobs: usize,
    /// Cache of answers; `None` for no cache.
    pub cache: Option<PathBuf>,
    /// Ask even if an answer is stored.
    pub again: bool,
}

/// A program that judges citations.
#[derive(Debug)]
pub struct Judge {
    words: Vec<String>,
    options: Options,
    cache: Cache,
    running: Running,
    stopped: AtomicBool,
    /// Errors that are the same for every citation are reported once.
    broken: Mutex<BTreeSet<String>>,
    /// The reasons for missing scores that [`Judge::judge`] has reported.
    reported: Mutex<BTreeSet<String>>,
    totals: Totals,
}

/// Numbers over all cases that [`Judge::judge`] was called for.
#[derive(Debug, Default)]
struct Totals {
    asked: AtomicUsize,
    /// Questions without a score for a reason that was reported before.
    unreported: AtomicUsize,
}

/// The reasons for missing scores, each with the questions of a case that it is about.
type Unanswered = BTreeMap<String, Vec<(usize, usize)>>;

/// A judge's score for a citation.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Index into the case's citations.
    pub citation: usize,
    /// The judgement, with its target.
    pub judgement: Judgement,
}

impl Judge {
    /// Returns the judge that `command` starts: a program and its arguments, quoted like in a shell
    /// if they contain blanks, but without expansion.
    ///
    /// Fails if the command cannot be parsed, or if the stored answers cannot be read.
    pub fn new(command: &str, options: Options) -> Result<Self> {
        let words = shell_words::split(command)
            .map_err(|error| Error::new("run", format!("`{command}`"), error.to_string()))?;
        if words.is_empty() {
            return Err(Error::new("run", "the judge", "the command is empty"));
        }
        let cache = Cache::open(options.cache.as_deref())?;
        let running = Running::new(options.jobs);
        let (stopped, broken) = (AtomicBool::new(false), Mutex::default());
        let (reported, totals) = (Mutex::default(), Totals::default());
        Ok(Self { words, options, cache, running, stopped, broken, reported, totals })
    }

    /// Asks about every citation that leads to a passage, and adds the answers to the case.
    ///
    /// Returns true if there is a score for each, and the faults that are not reported yet, as sentences
    /// without a stop: what fails for one citation fails for most of a batch.
    pub fn judge(&self, inspection: &mut Inspection) -> (bool, Vec<String>) {
        let questions = self.questions(inspection);
        let asked = questions.len();
        self.totals.asked.fetch_add(asked, Ordering::Relaxed);
        let mut answers = Vec::new();
        let mut add = |answer| answers.push(answer);
        let (mut unanswered, mut faults) = self.ask_all(questions, &|| true, &mut add);
        let is_whole = answers.len() == asked && faults.is_empty();
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        unanswered.retain(|why, of| {
            let is_new = reported.insert(why.clone());
            let repeated = if is_new { 0 } else { of.len() };
            self.totals.unreported.fetch_add(repeated, Ordering::Relaxed);
            is_new
        });
        drop(reported);
        // They come as they are ready, which is not the same from run to run.
        answers.sort_by_key(|answer| (answer.citation, answer.judgement.target));
        for answer in answers {
            answer.add_to(inspection);
        }
        faults.splice(0..0, self.messages(unanswered));
        (is_whole, faults)
    }

    /// Ends a run of [`Judge::judge`] over all cases: returns what is left to report, as an error if nothing was
    /// asked at all.
    pub fn finish(&self) -> Result<Option<String>> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let more = self.totals.unreported.swap(0, Ordering::Relaxed);
        if self.totals.asked.swap(0, Ordering::Relaxed) == 0 {
            let why = "nothing to judge: no citation has a passage";
            return Err(Error::new("ask", "the judge", why));
        }
        let more = (more > 0).then(|| count(more, "more question"));
        Ok(more.map(|more| format!("{}: no score for {more}, for the same reasons", self.name())))
    }

    /// Asks about every citation, passing every answer to `each` as it comes. Running processes are
    /// ended, and no more are started, when this is not `wanted` any more.
    pub fn ask(
        &self,
        inspection: &Inspection,
        wanted: &(dyn Fn() -> bool + Sync),
        each: &mut dyn FnMut(Answer),
    ) -> Vec<String> {
        let (unanswered, faults) = self.ask_all(self.questions(inspection), wanted, each);
        self.messages(unanswered).into_iter().chain(faults).collect()
    }

    /// Asks questions as [`Judge::ask`] does. Returns those without an answer, and other faults.
    fn ask_all(
        &self,
        questions: Vec<PendingQuestion>,
        wanted: &(dyn Fn() -> bool + Sync),
        each: &mut dyn FnMut(Answer),
    ) -> (Unanswered, Vec<String>) {
        let (mut unanswered, mut faults, mut open) = (Unanswered::new(), Vec::new(), Vec::new());
        for asked in questions {
            match self.cache.get(&asked.key).filter(|_| !self.options.again) {
                Some(kept) => each(asked.answer(kept)),
                None => open.push(asked),
            }
        }
        let next = AtomicUsize::new(0);
        let goes_on = || wanted() && !self.stopped.load(Ordering::SeqCst);
        thread::scope(|scope| {
            let (sender, answers) = mpsc::channel();
            for _ in 0..self.options.jobs.min(open.len()) {
                let (sender, next, open, goes_on) = (sender.clone(), &next, &open, &goes_on);
                scope.spawn(move || {
                    while goes_on()
                        && let Some(asked) = open.get(next.fetch_add(1, Ordering::SeqCst))
                        && sender.send((asked, self.answer(asked, goes_on))).is_ok()
                    {
                    }
                });
            }
            drop(sender);
            for (asked, answer) in answers {
                match answer {
                    Ok(judgement) => each(asked.answer(judgement)),
                    Err(Fault::Stopped) => {}
                    Err(Fault::NotStarted(why)) => {
                        faults.push(format!("cannot start the judge: {why}"));
                    }
                    Err(Fault::Failed(why)) => {
                        let place = (asked.number, asked.target + 1);
                        unanswered.entry(why).or_default().push(place);
                    }
                }
            }
        });
        faults.extend(self.cache.fault());
        (unanswered, faults)
    }

    /// Returns a message for each reason, in the order of the first question.
    fn messages(&self, unanswered: Unanswered) -> Vec<String> {
        let mut all: Vec<_> = unanswered
            .into_iter()
            .filter_map(|(why, of)| Some((*of.iter().min()?, of.len() - 1, why)))
            .collect();
        all.sort();
        let message = |((citation, source), more, why): ((usize, usize), usize, String)| {
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let name = self.name();
            format!("{name}: no score for citation {citation}, source {source}{more}: {why}")
        };
        all.into_iter().map(message).collect()
    }

    /// Ends the running processes and starts no more.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        self.running.end();
    }

    /// Returns the questions in reading order.
    fn questions(&self, inspection: &Inspection) -> Vec<PendingQuestion> {
        let order = inspection.reading_order();
        let all = subjects(inspection, &mut super::SourceHashes::default());
        let asked = |subject: Subject| {
            let SubjectPart::Cited { citation, target } = subject.what else { return None };
            let number = order.iter().position(|&at| at == citation)? + 1;
            let question = Question::of(inspection, &subject, number)?;
            let words = self.words.iter().map(String::as_str);
            let about = question.about();
            let how = Hash::of(words.chain([LAYOUT, about.as_str()]));
            let key = Key { fingerprint: subject.fingerprint.in_any_case(), how };
            Some(PendingQuestion { citation, target, number, key, json: question.to_json() })
        };
        all.into_iter().filter_map(asked).collect()
    }

    /// Asks one question. A judge that cannot be started is reported once.
    fn answer(
        &self,
        asked: &PendingQuestion,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Judgement, Fault> {
        if !goes_on() || !self.broken().is_empty() {
            return Err(Fault::Stopped);
        }
        let ran = self.running.run(&self.words, &asked.json, self.options.timeout, goes_on);
        let output = ran.map_err(|fault| match fault {
            Fault::NotStarted(why) if !self.broken().insert(why.clone()) => Fault::Stopped,
            fault => fault,
        })?;
        let judgement =
            self.read(asked, &output).map_err(|why| Fault::Failed(why.as_str().to_owned()))?;
        self.cache.put(&asked.key, &judgement);
        Ok(judgement)
    }

    /// Returns the first word of the command without its folders.
    fn name(&self) -> String {
        let word = self.words.first().map(String::as_str).unwrap_or_default();
        let name = Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| word.to_owned())
    }

    /// Reads an answer: a line of a judge, in which citation and target may be left out.
    fn read(&self, asked: &PendingQuestion, output: &[u8]) -> Result<Judgement, Why> {
        let mut answer: Value = serde_json::from_slice(output).map_err(|error| {
            let begins: String = String::from_utf8_lossy(output).chars().take(60).collect();
            match begins.trim() {
                "" => "no output".to_owned(),
                begins => format!("invalid JSON ({error}): {}", one_line(begins)),
            }
        })?;
        let own = [("citation", asked.number), ("target", asked.target + 1)];
        if let Some(fields) = answer.as_object_mut() {
            for (key, number) in own {
                let said = fields.entry(key).or_insert_with(|| number.into());
                if said.as_u64() != Some(number as u64) {
                    return Err(format!("the answer is for another {key}").into());
                }
            }
        }
        let line = JudgeLine::read(&answer)?;
        let score = line.score.ok_or("the answer has no `score`")?;
        let words = line.verdict.into_iter().chain(line.reason);
        let reason = words.collect::<Vec<_>>().join(": ");
        let reason = Some(shortened(&reason)).filter(|reason| !reason.trim().is_empty());
        let by = line.by.map_or_else(|| self.name(), |by| shortened(&by));
        Ok(Judgement { by, score, target: Some(asked.target), reason })
    }

    fn broken(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Maximum length of a reason, in code points.
const MAX_REASON_LENGTH: usize = 2000;

fn shortened(text: &str) -> String {
    text.chars().take(MAX_REASON_LENGTH).collect()
}

/// A question to a judge.
#[derive(Debug)]
struct PendingQuestion {
    citation: usize,
    target: usize,
    number: usize,
    key: Key,
    json: String,
}

impl PendingQuestion {
    fn answer(&self, judgement: Judgement) -> Answer {
        let judgement = Judgement { target: Some(self.target), ..judgement };
        Answer { citation: self.citation, judgement }
    }
}

impl Answer {
    /// Adds it to its citation, once.
    pub fn add_to(self, inspection: &mut Inspection) {
        let citation = inspection.case.response.citations.get_mut(self.citation);
        if let Some(citation) = citation.filter(|it| !it.judgements.contains(&self.judgement)) {
            citation.judgements.push(self.judgement);
        }
    }
}

/// Returns the first of many faults, and a message with the number of the others.
pub fn first_faults(faults: &[String], most: usize) -> Vec<String> {
    let mut message: Vec<String> = faults.iter().take(most).cloned().collect();
    if let Some(more) = faults.len().checked_sub(most).filter(|more| *more > 0) {
        message.push(format!("no score for {}", count(more, "more reason")));
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> PendingQuestion {
        let key = Key { fingerprint: super::super::Fingerprint::default(), how: Hash::default() };
        PendingQuestion { citation: 4, target: 0, number: 3, key, json: String::new() }
    }

    fn judge() -> Judge {
        let options =
            Options { timeout: Duration::from_secs(1), jobs: 1, cache: None, again: false };
        Judge::new("'/opt/my judge' --model x", options).unwrap()
    }

    #[test]
    fn answers_are_read_as_lines_of_judges_are() {
        let read = |answer: &str| judge().read(&asked(), answer.as_bytes());
        let full = read(r#"{"score": 0.5, "verdict": "partly", "reason": "no price", "by": "m"}"#);
        let reason = Some("partly: no price".to_owned());
        assert_eq!(full, Ok(Judgement { by: "m".to_owned(), score: 0.5, target: Some(0), reason }));
        let short = read("{\"score\": 1, \"citation\": 3}\n").unwrap();
        assert_eq!((short.by.as_str(), short.reason), ("my judge", None));
        for (answer, why) in [
            ("", "no output"),
            ("{\"reason\": \"x\"}", "the answer has no `score`"),
            ("{\"score\": 1, \"citation\": 4}", "the answer is for another citation"),
            ("{\"score\": \"high\"}", "`score` should be a number but is a text"),
            ("[1]", "should be an object but is a list"),
        ] {
            assert_eq!(read(answer).unwrap_err().as_str(), why, "{answer}");
        }
        assert!(read("Sure!\nIt holds.").unwrap_err().as_str().ends_with("): Sure! It holds."));
    }
}
