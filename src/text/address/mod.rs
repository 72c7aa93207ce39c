//! Web addresses: comparison of pages, and the place in a page that an address names.

use percent_encoding::{
    AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode,
};

mod page;
mod punycode;

pub use page::{is_same_page, page};

/// Parameters that track where a reader came from and do not select a page, in lower case; a `*`
/// matches any ending.
const TRACKING: &str = "utm_* gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid twclid ttclid igshid igsh \
    mc_cid mc_eid mkt_tok oly_anon_id oly_enc_id vero_id _hsenc _hsmi _ga _gl ref_src ref_url \
    cmpid s_cid wt.mc_id srsltid";

/// Returns an address without the parts that do not distinguish pages: scheme, `www.`, the default
/// port of the scheme, fragment, tracking parameters and the order of the others, a slash or full stop at the
/// end, capitals and punycode in the host, the choice of what is percent-encoded, and `&amp;` of HTML.
pub fn plain(address: &str) -> String {
    let address = address.trim();
    let unescaped = address.contains("&amp;").then(|| address.replace("&amp;", "&"));
    let (page, _) = split(unescaped.as_deref().unwrap_or(address));
    let (page, route) = page.split_once('#').unwrap_or((page, ""));
    let (base, query) = page.split_once('?').unwrap_or((page, ""));
    let base = without_scheme(base);
    let (host, path) = base.find('/').map_or((base, ""), |at| base.split_at(at));
    let host = host.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let host = host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(host);
    let unicode = punycode::unicode(host);
    let host = unicode.as_deref().unwrap_or(host);
    // A full stop at the end is that of a sentence.
    let path = if query.is_empty() && route.is_empty() { path.trim_end_matches('.') } else { path };
    let mut plain = format!("{host}{}", decoded(path.trim_end_matches('/')));
    let query = if route.is_empty() { query.trim_end_matches('.') } else { query };
    let kept = query.split('&').filter(|pair| !pair.is_empty() && !is_tracking(pair));
    let mut kept: Vec<&str> = kept.collect();
    kept.sort_unstable();
    for (number, pair) in kept.into_iter().enumerate() {
        plain.push(if number == 0 { '?' } else { '&' });
        plain.push_str(&decoded(pair));
    }
    if !route.is_empty() {
        plain.push('#');
        plain.push_str(&decoded(route));
    }
    plain
}

/// Returns the page of an address and the non-empty text after its `#`. A fragment that begins with
/// `/` or `!` belongs to the page: some sites name pages that way.
pub fn split(address: &str) -> (&str, Option<&str>) {
    match address.split_once('#') {
        Some((page, "")) => (page, None),
        Some((_, route)) if route.starts_with(['/', '!']) => (address, None),
        Some((page, fragment)) => (page, Some(fragment)),
        None => (address, None),
    }
}

/// True if a text is an address of the web.
pub fn is_address(text: &str) -> bool {
    let base = without_scheme(text);
    base.len() < text.len() && base.starts_with(char::is_alphanumeric) && !text.contains(' ')
}

/// Hosts whose addresses lead to pages of other hosts, so that the page behind them is unknown.
const REDIRECTING: &str = "vertexaisearch.cloud.google.com doi.org dx.doi.org hdl.handle.net t.co bit.ly \
    lnkd.in goo.gl tinyurl.com ow.ly buff.ly is.gd news.google.com archive.is archive.ph archive.org \
    web.archive.org r.jina.ai translate.google.com perma.cc api.semanticscholar.org";

/// Beginnings of addresses, without their scheme, that lead to pages of other hosts.
const REDIRECTS: [&str; 4] =
    ["google.com/url", "bing.com/ck/", "duckduckgo.com/l/", "google.com/search"];

/// True if an address names the page of another host, or a copy of it.
pub fn is_redirect(address: &str) -> bool {
    let plain = plain(address);
    let host = plain.split(['/', '?', '#']).next().unwrap_or_default();
    let is_known = REDIRECTING.split(' ').any(|known| known == host);
    is_known || REDIRECTS.iter().any(|beginning| plain.starts_with(beginning))
}

/// Returns text without percent-encoding. Invalid UTF-8 becomes U+FFFD.
pub fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Returns an address without tracking parameters.
pub fn without_tracking(address: &str) -> String {
    let (page, fragment) = address.find('#').map_or((address, ""), |at| address.split_at(at));
    let Some((base, query)) = page.split_once('?') else { return address.to_owned() };
    let kept: Vec<&str> = query.split('&').filter(|pair| !is_tracking(pair)).collect();
    let mark = if kept.is_empty() { "" } else { "?" };
    format!("{base}{mark}{}{fragment}", kept.join("&"))
}

/// Characters that an address must escape, and the brackets that would end a link in Markdown.
const UNFIT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b'(')
    .add(b')')
    .add(b'*')
    .add(b'\'');

/// The same, and characters with a meaning inside a path.
const UNFIT_IN_PATH: &AsciiSet = &UNFIT.add(b'?').add(b'#').add(b'%');

/// Returns an address in the form for a link in Markdown or HTML; percent-encoded parts stay.
pub fn encoded(address: &str) -> String {
    utf8_percent_encode(address.trim(), UNFIT).to_string()
}

/// Returns a path as a part of an address.
pub fn path_encoded(path: &str) -> String {
    utf8_percent_encode(path, UNFIT_IN_PATH).to_string()
}

/// Words as a text fragment takes them: `-`, `,` and `&` are encoded too.
pub fn text_encoded(words: &str) -> String {
    const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(words, PLAIN).to_string()
}

/// True if a reader may be led to an address: of the web, or of mail.
pub fn is_linkable(address: &str) -> bool {
    let address = address.trim();
    let mail = address.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
    let base = without_scheme(address);
    mail || base.len() < address.len()
        && base.starts_with(|c: char| c.is_alphanumeric() || c == '[')
}

fn without_scheme(address: &str) -> &str {
    let scheme = |scheme: &str| {
        let (own, rest) = address.split_at_checked(scheme.len())?;
        own.eq_ignore_ascii_case(scheme).then_some(rest)
    };
    scheme("https://").or_else(|| scheme("http://")).unwrap_or(address)
}

fn is_tracking(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
    TRACKING.split(' ').any(|known| match known.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == known,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_without_decoration() {
        let page = plain("http://example.org/a?id=3");
        for same in [
            "https://www.example.org/a/?utm_source=chatgpt.com&id=3#top",
            "HTTPS://Example.ORG:443/a?id=3&GCLID=x&mc_eid=y",
            "example.org/%61?id=%33",
            "https://example.org/a?id=3#:~:text=some%20words",
        ] {
            assert_eq!(plain(same), page, "{same}");
        }
        for (one, other) in [
            ("https://example.org/a?b=1&c=2", "http://example.org/a?c=2&b=1"),
            ("https://example.org/a?b=1&amp;c=2", "http://example.org/a?c=2&b=1"),
            ("https://example.org/p&amp;q", "https://example.org/p&q"),
            ("https://xn--mnchen-3ya.example/", "https://M\u{fc}nchen.example"),
            ("https://example.org/policy.", "https://example.org/policy"),
        ] {
            assert_eq!(plain(one), plain(other), "{one}");
        }
        for other in [
            "http://example.org/a?id=4",
            "http://example.org/A?id=3",
            "http://example.org/a",
            "http://sub.example.org/a?id=3",
            "http://example.org/a?id=3&reference=1",
        ] {
            assert_ne!(plain(other), page, "{other}");
        }
        assert_eq!(plain("https://example.org/?utm_source=chatgpt.com"), "example.org");
    }

    #[test]
    fn fragments_of_places_stay() {
        let address = "https://a.example/x?utm_source=chatgpt.com&b=1#:~:text=x?y";
        assert_eq!(without_tracking(address), "https://a.example/x?b=1#:~:text=x?y");
        assert_eq!(without_tracking("https://a.example/?utm_source=openai"), "https://a.example/");
        assert_eq!(split(address).1, Some(":~:text=x?y"));
        assert_eq!(split("https://a.example/#"), ("https://a.example/", None));
        assert_eq!(split("https://a.example/#/b"), ("https://a.example/#/b", None));
        assert_ne!(plain("https://a.example/#/b"), plain("https://a.example/#/c"));
    }

    #[test]
    fn ids_of_other_kinds_are_no_addresses() {
        assert!(is_address("https://a.example") && is_address("HTTP://A.example/x#y"));
        for other in ["turn0file0", "a.example", "https://", "see https://a.example", "file:///a"] {
            assert!(!is_address(other), "{other}");
        }
    }
}
