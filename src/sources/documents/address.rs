//! The addresses that a page gives for itself, found without parsing it.
//!
//! A source's address must be known before its text is extracted, so that citations by address find
//! it immediately. Searched for are, most reliable first: the comment that browsers leave in a
//! saved page (`<!-- saved from url=(0030)https://… -->`; the number is the address's length), that
//! of `SingleFile` (`url: https://…`), `<link rel="canonical">`, `og:url`, `<base>`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::bytes::{Captures, Regex};

/// Bytes of a page that are searched.
pub(super) const ADDRESS_WITHIN: usize = 256 * 1024;

static SAVED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)<!--\s*(?:saved from url=\(\d+\)|page saved with singlefile\s+url:\s*)(https?://\S+)",
    )
    .ok()
});

static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)<(link|meta|base)\s([^<>]*)>").ok());

static ATTRIBUTE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"#).ok());

/// Returns the addresses that a page of these bytes gives for itself, without fragments, most
/// reliable first.
pub(super) fn own_addresses(bytes: &[u8]) -> Vec<String> {
    let head = bytes.get(..ADDRESS_WITHIN).unwrap_or(bytes);
    let saved = SAVED.as_ref().and_then(|pattern| pattern.captures(head)?.get(1));
    let saved = saved.and_then(|saved| absolute(saved.as_bytes()));
    let mut addresses: Vec<String> = Vec::new();
    for address in saved.into_iter().chain(stated(head)) {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    addresses
}

/// Returns the addresses that the tags state.
fn stated(head: &[u8]) -> impl Iterator<Item = String> {
    let mut found = BTreeMap::new();
    for tag in TAG.as_ref().into_iter().flat_map(|pattern| pattern.captures_iter(head)) {
        let Some((name, all)) = tag.get(1).zip(tag.get(2)) else { continue };
        let attributes = attributes(all.as_bytes());
        let get = |name: &str| attributes.get(name).map(Vec::as_slice).unwrap_or_default();
        let is = |name: &str, value: &str| get(name).eq_ignore_ascii_case(value.as_bytes());
        let (rank, address) = match name.as_bytes().to_ascii_lowercase().as_slice() {
            b"link" if is("rel", "canonical") => (0, get("href")),
            b"meta" if is("property", "og:url") => (1, get("content")),
            b"base" => (2, get("href")),
            _ => continue,
        };
        if let Some(address) = absolute(address) {
            found.entry(rank).or_insert(address);
        }
    }
    // A base is mostly no more than the site: it counts for want of better.
    if found.len() > 1 {
        found.remove(&2);
    }
    found.into_values()
}

fn attributes(tag: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let read = |attribute: Captures<'_>| {
        let value = (2..5).find_map(|group| attribute.get(group))?.as_bytes().to_vec();
        Some((String::from_utf8_lossy(attribute.get(1)?.as_bytes()).to_lowercase(), value))
    };
    ATTRIBUTE
        .as_ref()
        .map_or_else(BTreeMap::new, |pattern| pattern.captures_iter(tag).filter_map(read).collect())
}

/// Returns an address of the web, without a fragment.
fn absolute(address: &[u8]) -> Option<String> {
    let address = std::str::from_utf8(address).ok()?.trim().replace("&amp;", "&");
    let address = address.split('#').next()?.trim_end_matches("-->");
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|own| own.eq_ignore_ascii_case(scheme))
    });
    is_web.then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::own_addresses;

    #[track_caller]
    fn check(page: &str, expected: &[&str]) {
        assert_eq!(own_addresses(page.as_bytes()), expected);
    }

    #[test]
    fn a_saved_page_says_where_it_was_saved_from() {
        check(
            "<!DOCTYPE html>\n<!-- saved from url=(0026)https://lake.example/a?b=1 -->\n\
             <link rel=canonical href=https://other.example>",
            &["https://lake.example/a?b=1", "https://other.example"],
        );
        check(
            "<!DOCTYPE html><html><!--\n Page saved with SingleFile \n url: https://lake.example/x#top \n\
             saved date: Mon -->",
            &["https://lake.example/x"],
        );
        check("<!-- saved from url=(0014)about:internet -->", &[]);
    }

    #[test]
    fn tags_are_taken_in_their_order_of_trust() {
        check(
            r#"<base href="https://base.example/"><meta content='https://og.example/?a=1&amp;b=2'
               property='og:url'>"#,
            &["https://og.example/?a=1&b=2"],
        );
        check(
            "<meta property=og:url content=/relative><LINK HREF=https://c.example/ rel=Canonical>",
            &["https://c.example/"],
        );
        check("<base href=https://a.example/b/>", &["https://a.example/b/"]);
        check("<link rel=stylesheet href=https://c.example/>", &[]);
    }
}
