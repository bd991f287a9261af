//! Owns cutting an identifier into its parts at underscores, camel humps and the ends of acronyms.

/// Returns the parts of a word in order: `getHTTPResponse_v2` gives `get`, `HTTP`, `Response`, `v2`.
///
/// Digits stay with the letters before them ("ipv6", "v1beta1", "utf8"), because that is how people write the names.
pub fn parts(word: &str) -> Parts<'_> {
    Parts { rest: word }
}

/// The parts of a word in order.
#[derive(Debug, Clone)]
pub struct Parts<'a> {
    rest: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
    Underscore,
}

fn class(c: char) -> Class {
    if c == '_' {
        Class::Underscore
    } else if c.is_numeric() {
        Class::Digit
    } else if c.is_uppercase() {
        Class::Upper
    } else {
        Class::Lower
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start_matches('_');
        let mut chars = self.rest.char_indices().peekable();
        let (_, first) = chars.next()?;
        let mut last = class(first);
        let mut uppers = u32::from(last == Class::Upper);
        let mut end = self.rest.len();
        while let Some((at, c)) = chars.next() {
            let now = class(c);
            let acronym_ends = now == Class::Upper
                && uppers > 1
                && last == Class::Upper
                && chars.peek().is_some_and(|&(_, next)| class(next) == Class::Lower);
            let hump = now == Class::Upper && last != Class::Upper;
            if now == Class::Underscore || hump || (acronym_ends && !is_plural_acronym(self.rest, at, c)) {
                end = at;
                break;
            }
            if last == Class::Upper && uppers == 1 && now == Class::Upper && acronym_ends_early(&mut chars.clone()) {
                end = at;
                break;
            }
            uppers = if now == Class::Upper { uppers + 1 } else { 0 };
            last = now;
        }
        let (part, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(part)
    }
}

/// Returns whether the capital at `at` closes an acronym in the plural: `URLs` and `IDs` are one part.
fn is_plural_acronym(word: &str, at: usize, c: char) -> bool {
    let mut rest = word.get(at + c.len_utf8()..).unwrap_or("").chars();
    rest.next() == Some('s') && rest.next().is_none_or(|next| class(next) != Class::Lower)
}

/// Returns whether the second capital of a word already starts the next part: `AClass`, `IFoo`.
fn acronym_ends_early(rest: &mut core::iter::Peekable<core::str::CharIndices<'_>>) -> bool {
    rest.next().is_some_and(|(_, next)| class(next) == Class::Lower)
        && rest.next().is_some_and(|(_, next)| class(next) == Class::Lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn humps_acronyms_and_digits() {
        let of = |word| parts(word).collect::<Vec<_>>();
        assert_eq!(of("getHTTPResponse_v2"), ["get", "HTTP", "Response", "v2"]);
        assert_eq!(of("__init__"), ["init"]);
        assert_eq!(of("URLs"), ["URLs"]);
        assert_eq!(of("IDsToURLs"), ["IDs", "To", "URLs"]);
        assert_eq!(of("IFoo"), ["I", "Foo"]);
        assert_eq!(of("v1beta1Pod"), ["v1beta1", "Pod"]);
        assert_eq!(of("XMLHttpRequest"), ["XML", "Http", "Request"]);
        assert_eq!(of("ÉtatActuel"), ["État", "Actuel"]);
        assert_eq!(of("___"), Vec::<&str>::new());
    }
}
