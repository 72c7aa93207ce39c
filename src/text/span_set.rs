//! A set of spans that answers in logarithmic time if one of them overlaps another span.

use super::Span;

/// The spans, sorted and disjoint.
#[derive(Debug, Clone, Default)]
pub(crate) struct SpanSet {
    /// Those that overlap are made one.
    spans: Vec<Span>,
}

impl SpanSet {
    /// Creates a set of spans in any order. Empty ones overlap nothing and are left out.
    pub(crate) fn new(spans: impl IntoIterator<Item = Span>) -> Self {
        let mut all: Vec<Span> = spans.into_iter().filter(|span| !span.is_empty()).collect();
        all.sort_unstable();
        let mut spans: Vec<Span> = Vec::with_capacity(all.len());
        for span in all {
            match spans.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => spans.push(span),
            }
        }
        Self { spans }
    }

    /// Returns the spans, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Span> {
        self.spans.iter().copied()
    }

    /// True if there is no span.
    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// True if one of the spans overlaps `span`.
    pub(crate) fn overlaps(&self, span: Span) -> bool {
        let after = self.spans.partition_point(|own| own.end <= span.start);
        self.spans.get(after).is_some_and(|own| own.overlaps(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_overlaps_what_one_of_its_spans_overlaps() {
        let spans = [(8, 9), (0, 3), (2, 5), (5, 5), (12, 14)].map(|(a, b)| Span::new(a, b));
        let set = SpanSet::new(spans);
        for start in 0..16 {
            for end in start + 1..16 {
                let span = Span::new(start, end);
                let expected = spans.iter().any(|own| !own.is_empty() && own.overlaps(span));
                assert_eq!(set.overlaps(span), expected, "{span:?}");
            }
        }
    }
}
