//! Texts of files as of commits, read through one `git cat-file --batch` that stays open.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use super::command::{Git, MAX_ANSWER, MAX_TIME};

/// The contents of a blob; `None` if there is none, or it is too large.
type Answer = Option<Vec<u8>>;

/// The objects of a repository.
#[derive(Debug)]
pub(super) struct Objects {
    git: Arc<Git>,
    /// Started when it is first asked; asked by one thread at a time.
    reader: Mutex<Option<CatFile>>,
}

impl Objects {
    pub(super) fn new(git: Arc<Git>) -> Self {
        Self { git, reader: Mutex::default() }
    }

    /// Returns the text of the blob with a name such as `HEAD:./src/app.rs`.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        // Each line of the input is a question.
        (!name.contains(['\n', '\r', '\0'])).then_some(())?;
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        if reader.is_none() {
            *reader = CatFile::start(&self.git);
        }
        let answer = match reader.as_mut()?.ask(name) {
            Ok(answer) => answer,
            Err(error) => {
                // If it is gone, the next question starts another.
                *reader = None;
                if error == RecvTimeoutError::Timeout {
                    self.git.note_hung();
                }
                return None;
            }
        };
        Some(String::from_utf8_lossy(&answer?).into_owned())
    }
}

/// A running `git cat-file --batch`.
#[derive(Debug)]
struct CatFile {
    child: Child,
    questions: ChildStdin,
    answers: mpsc::Receiver<Answer>,
}

impl CatFile {
    fn start(git: &Git) -> Option<Self> {
        let mut child =
            git.command()?.args(["cat-file", "--batch"]).stdin(Stdio::piped()).spawn().ok()?;
        let (questions, output) = (child.stdin.take()?, child.stdout.take()?);
        let (found, answers) = mpsc::channel();
        // On a separate thread, so that a question can be given up.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(answer) = next(&mut output) {
                if found.send(answer).is_err() {
                    break;
                }
            }
        });
        Some(Self { child, questions, answers })
    }

    fn ask(&mut self, name: &str) -> Result<Answer, RecvTimeoutError> {
        let asked = writeln!(self.questions, "{name}").and_then(|()| self.questions.flush());
        if asked.is_err() {
            return Err(RecvTimeoutError::Disconnected);
        }
        self.answers.recv_timeout(MAX_TIME)
    }
}

impl Drop for CatFile {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Reads one answer: `ID blob SIZE`, the contents and a line end; or one line such as `NAME missing`.
fn next(output: &mut BufReader<ChildStdout>) -> io::Result<Answer> {
    let mut head = String::new();
    if output.read_line(&mut head)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let fields: Vec<&str> = head.trim_end().rsplitn(3, ' ').collect();
    let [size, kind, id] = fields.as_slice() else { return Ok(None) };
    let is_object = matches!(*kind, "blob" | "tree" | "commit" | "tag") && !id.contains(' ');
    let Some(size) = size.parse::<u64>().ok().filter(|_| is_object) else { return Ok(None) };
    let mut contents = Vec::new();
    let is_small = size <= MAX_ANSWER as u64 && *kind == "blob";
    let mut rest = output.take(size + 1);
    if is_small {
        rest.read_to_end(&mut contents)?;
        contents.pop();
    } else {
        io::copy(&mut rest, &mut io::sink())?;
    }
    Ok(is_small.then_some(contents))
}
