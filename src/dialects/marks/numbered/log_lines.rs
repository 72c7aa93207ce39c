//! Lines of logs, whose numbers in brackets are those of processes or pages.

use crate::text::Span;

/// True after the time and the level of a line of a log, `2026-03-01 15:51:19,371 [INFO] `: a bracket
/// there counts what the program does.
pub(super) fn opens_log_line(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_end();
    let has = |at: usize, sign: u8| line.as_bytes().get(at) == Some(&sign);
    let is_dated = || line.starts_with("20") && has(4, b'-') && has(7, b'-') && has(13, b':');
    line.ends_with(']') && is_dated()
}

/// Returns the lines of a log that begin with a process, and all lines of a log of TeX, whose numbers in brackets
/// are those of pages. They may be long.
pub(super) fn lines_of_processes(text: &str) -> Vec<Span> {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("This is ") && first.contains("TeX, Version ") {
        return vec![Span::new(0, text.len())];
    }
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
    let line =
        |start: &mut usize, end: usize| Some(Span::new(std::mem::replace(start, end + 1), end));
    let lines = ends.scan(0, line);
    lines.filter(|line| line.slice(text).is_some_and(is_of_process)).collect()
}

/// True for a line that begins with a host, a process and a thread: `pier-7:24302:24302 [0] INFO`.
fn is_of_process(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    let mut numbers = first.rsplitn(3, ':');
    let is_number = |part: Option<&str>| {
        part.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    is_number(numbers.next())
        && is_number(numbers.next())
        && numbers.next().is_some_and(|host| host.starts_with(char::is_alphabetic))
}
