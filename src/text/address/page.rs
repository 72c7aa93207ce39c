//! Addresses that lead to the same page or document under different spellings.

use super::plain;

/// Parameters that choose the language of a page or say where a reader came from; some sites use them for more.
const DECORATING: [&str; 2] = ["ref", "hl"];

/// Ends of paths that a server adds or leaves out.
const INDEXES: [&str; 6] =
    ["/index.html", "/index.htm", "/index.php", "/default.aspx", "/default.html", "/amp"];

/// Hosts that have moved: the old name, and the new one.
const MOVED: [(&str, &str); 4] = [
    ("twitter.com", "x.com"),
    ("old.reddit.com", "reddit.com"),
    ("docs.microsoft.com", "learn.microsoft.com"),
    ("export.arxiv.org", "arxiv.org"),
];

/// Returns an address in the form that all spellings of its page have: [`plain`], and without mobile hosts, names of
/// index files, and the differences between the addresses of one document at well-known hosts. Of two sources
/// with addresses of one page, one may be the abstract and the other the text, so an equal [`plain`] address
/// comes first.
pub fn page(address: &str) -> String {
    let plain = plain(address);
    let (rest, route) = plain.split_once('#').map_or((&*plain, None), |(it, to)| (it, Some(to)));
    let (base, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = base.find('/').map_or((base, ""), |at| base.split_at(at));
    let host = host_of(host);
    let path = INDEXES.iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path);
    let parameters = query.split('&').filter(|pair| {
        !pair.is_empty() && !DECORATING.contains(&pair.split('=').next().unwrap_or_default())
    });
    let mut page = document(&host, path, query).unwrap_or_else(|| {
        let mut page = format!("{host}{path}");
        for (number, pair) in parameters.enumerate() {
            page.push(if number == 0 { '?' } else { '&' });
            page.push_str(pair);
        }
        page
    });
    if let Some(route) = route {
        page.push('#');
        page.push_str(route);
    }
    page
}

/// True if two addresses lead to one page.
pub fn is_same_page(one: &str, other: &str) -> bool {
    plain(one) == plain(other) || page(one) == page(other)
}

/// Returns a host by its present name, without the label of its pages for small screens.
fn host_of(host: &str) -> String {
    let labels = host.split('.').count();
    let kept =
        |(at, label): &(usize, &str)| *at + 2 >= labels || !["m", "mobile", "amp"].contains(label);
    let kept: Vec<&str> =
        host.split('.').enumerate().filter(kept).map(|(_, label)| label).collect();
    let host = kept.join(".");
    let moved = MOVED.iter().find(|(old, _)| *old == host);
    moved.map_or(host, |(_, new)| (*new).to_owned())
}

/// Returns the address of a document at a host that has several for each; `None` at others.
fn document(host: &str, path: &str, query: &str) -> Option<String> {
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let parameter =
        |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let video = |id: &str| format!("youtube.com/watch?v={id}");
    match (host, segments.as_slice()) {
        ("youtu.be", [id]) | ("youtube.com", ["embed" | "shorts" | "live", id]) => Some(video(id)),
        ("youtube.com", ["watch"]) => parameter("v").map(video),
        ("arxiv.org", ["abs" | "pdf" | "html" | "format", id @ ..]) if !id.is_empty() => {
            Some(format!("arxiv.org/abs/{}", without_version(&id.join("/"))))
        }
        ("raw.githubusercontent.com", [owner, name, rest @ ..]) if !rest.is_empty() => {
            Some(file(owner, name, rest))
        }
        ("github.com", [owner, name, "blob" | "raw" | "blame", rest @ ..]) if !rest.is_empty() => {
            Some(file(owner, name, rest))
        }
        ("ncbi.nlm.nih.gov", ["pmc", rest @ ..]) => {
            Some(format!("pmc.ncbi.nlm.nih.gov/{}", rest.join("/")))
        }
        ("ncbi.nlm.nih.gov", ["pubmed", rest @ ..]) => {
            Some(format!("pubmed.ncbi.nlm.nih.gov/{}", rest.join("/")))
        }
        (host, ["w"] | ["w", "index.php"]) if host.ends_with(".wikipedia.org") => {
            let title = parameter("title").filter(|_| parameter("oldid").is_none())?;
            Some(format!("{host}/wiki/{}", title.replace([' ', '+'], "_")))
        }
        (host, ["wiki", title @ ..]) if host.ends_with(".wikipedia.org") => {
            let title = title.join("/").replace(' ', "_");
            Some(format!("{host}/wiki/{title}")).filter(|_| query.is_empty())
        }
        _ => None,
    }
}

/// Returns the address of a file of a repository.
fn file(owner: &str, name: &str, rest: &[&str]) -> String {
    let rest = match rest {
        ["refs", "heads" | "tags", rest @ ..] => rest,
        _ => rest,
    };
    format!("github.com/{owner}/{name}/blob/{}", rest.join("/"))
}

/// Returns the id of a paper without its version and the ending of its file.
fn without_version(id: &str) -> &str {
    let id = id.strip_suffix(".pdf").unwrap_or(id);
    match id.rsplit_once('v') {
        Some((of_all, version)) if of_all.ends_with(|c: char| c.is_ascii_digit()) => {
            let is_number = !version.is_empty() && version.bytes().all(|it| it.is_ascii_digit());
            if is_number { of_all } else { id }
        }
        _ => id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_page_are_equal() {
        for (one, other) in [
            ("https://arxiv.org/abs/2401.00001", "https://arxiv.org/pdf/2401.00001"),
            ("https://arxiv.org/abs/2401.00001", "http://arxiv.org/pdf/2401.00001v2.pdf"),
            ("https://arxiv.org/abs/hep-th/9901001v3", "https://arxiv.org/html/hep-th/9901001"),
            ("https://en.wikipedia.org/wiki/Cat", "https://en.m.wikipedia.org/wiki/Cat"),
            (
                "https://en.wikipedia.org/wiki/Black_cat",
                "https://en.wikipedia.org/w/index.php?title=Black_cat",
            ),
            ("https://youtu.be/abc123", "https://www.youtube.com/watch?v=abc123&t=30s"),
            ("https://m.youtube.com/watch?t=3&v=abc123", "https://youtube.com/embed/abc123"),
            ("https://company.example/policy", "https://company.example/policy?utm_source=x&ref=1"),
            ("https://company.example/policy", "https://company.example/policy?hl=en"),
            ("https://company.example/policy", "https://company.example/policy/index.html"),
            ("https://company.example", "https://m.company.example/index.php"),
            (
                "https://github.com/o/r/blob/main/a.md",
                "https://raw.githubusercontent.com/o/r/refs/heads/main/a.md",
            ),
            ("https://github.com/o/r/blob/main/a.md", "https://github.com/o/r/raw/main/a.md"),
            (
                "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/",
                "https://pmc.ncbi.nlm.nih.gov/articles/PMC1",
            ),
            ("https://twitter.com/a/status/1", "https://x.com/a/status/1?ref=b"),
        ] {
            assert!(is_same_page(one, other), "{one} {other}: {} {}", page(one), page(other));
            assert!(is_same_page(other, one), "{other} {one}");
        }
    }

    #[test]
    fn other_pages_stay_apart() {
        for (one, other) in [
            ("https://arxiv.org/abs/2401.00001", "https://arxiv.org/abs/2401.00002"),
            ("https://arxiv.org/list/cs", "https://arxiv.org/abs/cs"),
            ("https://en.wikipedia.org/wiki/Cat", "https://de.wikipedia.org/wiki/Cat"),
            (
                "https://en.wikipedia.org/wiki/Cat",
                "https://en.wikipedia.org/w/index.php?title=Cat&oldid=3",
            ),
            ("https://youtu.be/abc123", "https://youtu.be/ABC123"),
            ("https://www.youtube.com/watch?v=a", "https://www.youtube.com/watch?v=b"),
            ("https://m.example/a", "https://example/a"),
            ("https://company.example/policy", "https://company.example/policy?id=1"),
            ("https://company.example/#/a", "https://company.example/#/b"),
            ("https://github.com/o/r/blob/main/a.md", "https://github.com/o/r/blob/dev/a.md"),
            ("https://github.com/o/r", "https://github.com/o/r/issues"),
            ("https://x.com/a/status/1", "https://x.com/a/status/2"),
        ] {
            assert!(!is_same_page(one, other), "{one} {other}: {}", page(one));
        }
    }
}
