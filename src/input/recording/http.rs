//! HTTP messages as sent over the network, and `httprr` files, which hold a sequence of requests
//! and responses in this form.

use serde_json::{Value, json};

use super::body::text_of;

/// Returns the exchanges of an `httprr` file: a line with two lengths, then as many bytes of request and
/// of response.
pub(super) fn exchanges(text: &str) -> impl Iterator<Item = Value> {
    let mut rest = text.split_once('\n').map_or("", |(_, rest)| rest);
    std::iter::from_fn(move || {
        let (lengths, after) = rest.split_once('\n')?;
        let (request, response) = lengths.trim().split_once(' ')?;
        let (request, response) = (request.parse().ok()?, response.parse::<usize>().ok()?);
        let (request, after) = split_at(after, request);
        let (response, after) = split_at(after, response);
        rest = after;
        let url = request.split(' ').nth(1).unwrap_or_default();
        Some(json!({"request": {"url": url, "body": body(request)},
            "response": {"body": body(response)}}))
    })
}

/// Divides a text after `length` bytes; the first part of a cut text is shorter.
fn split_at(text: &str, length: usize) -> (&str, &str) {
    text.split_at(text.floor_char_boundary(length))
}

fn body(message: &str) -> String {
    let separated = message.split_once("\r\n\r\n").or_else(|| message.split_once("\n\n"));
    let Some((head, body)) = separated else { return String::new() };
    let is_chunked = head.lines().any(|line| {
        line.split_once(':').is_some_and(|(name, value)| {
            name.eq_ignore_ascii_case("transfer-encoding") && value.contains("chunked")
        })
    });
    if is_chunked { text_of(&joined(body.as_bytes())) } else { text_of(body.as_bytes()) }
}

/// Joins the chunks of a body, up to the first malformed one.
fn joined(mut body: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(body.len());
    while let Some(end) = body.iter().position(|byte| *byte == b'\n') {
        let length = std::str::from_utf8(body.get(..end).unwrap_or_default()).unwrap_or_default();
        let length = length.split(';').next().unwrap_or_default().trim();
        let Ok(length @ 1..) = usize::from_str_radix(length, 16) else { break };
        let data = body.get(end + 1..).unwrap_or_default();
        let chunk = data.get(..length).unwrap_or(data);
        joined.extend_from_slice(chunk);
        let after = data.get(chunk.len()..).unwrap_or_default();
        body = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).unwrap_or(after);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_taken_by_their_lengths() {
        let request = "POST https://a.example/v1 HTTP/1.1\r\nHost: a\r\n\r\n{\"q\":1}";
        let response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n2;x=y\r\n1}\r\n0\r\n\r\n";
        let text = format!(
            "httprr trace v1\n{0} {1}\n{request}{response}{0} {1}\n{request}{response}",
            request.len(),
            response.len()
        );
        let expected = json!({"request": {"url": "https://a.example/v1", "body": "{\"q\":1}"},
            "response": {"body": "{\"a\":1}"}});
        let found: Vec<Value> = exchanges(&text).collect();
        assert_eq!(found, [expected.clone(), expected]);
        assert_eq!(exchanges("httprr trace v1\n5 5\nab").count(), 1);
        assert_eq!(exchanges("httprr trace v1\nx y\n").count(), 0);
    }
}
