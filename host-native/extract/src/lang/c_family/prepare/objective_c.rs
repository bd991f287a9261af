//! Owns which of Objective-C's macros the parser does not see, and enumerations that macros declare; owns no rule of C.

use super::Blanks;
use super::lexer::{Token, TokenKind};
use super::macros::is_capital;

/// What an enumeration by macro begins with for the parser.
pub(super) const ENUM: &str = "enum";

/// Macros that declare an enumeration: its type and its name in parentheses.
const ENUMERATIONS: &[&str] =
    &["CF_CLOSED_ENUM", "CF_ENUM", "CF_OPTIONS", "NS_CLOSED_ENUM", "NS_ENUM", "NS_ERROR_ENUM", "NS_OPTIONS"];

/// Hides attributes of methods and properties, and macros that stand alone between declarations. Returns where an
/// enumeration begins that a macro declares: all of the macro but the enumeration's name is hidden.
pub(super) fn hide(source: &str, tokens: &[Token], blanks: &mut Blanks) -> Vec<usize> {
    let reader = Reader { source, tokens };
    let mut enumerations = Vec::new();
    let mut depth = 0_i32;
    let mut starts = true;
    let mut at = 0;
    while let Some(token) = reader.token(at) {
        if depth == 0 && starts {
            if let Some((name, end)) = reader.enumeration(at) {
                enumerations.push(token.start);
                blanks.extend([(token.start, name.start), (name.end, token_end(&reader, end))]);
                at = end;
                continue;
            } else if let Some(end) = reader.lone(at) {
                blanks.extend(reader.range(at, end));
                at = end;
                continue;
            } else if token.is(b'-') || token.is(b'+') || token.is(b'@') && reader.word(at + 1) == Some("property") {
                blanks.extend(reader.attributes(at));
            }
        }
        match token.kind {
            TokenKind::Mark(b'{') => depth += 1,
            TokenKind::Mark(b'}') => depth -= 1,
            _ => {}
        }
        // Words after `@` end no statement, and what follows them starts one all the same.
        starts = matches!(token.kind, TokenKind::Mark(b';' | b'}')) || reader.is_directive(at) || token.first && starts;
        at += 1;
    }
    enumerations
}

/// Returns the byte after the token before `at`.
fn token_end(reader: &Reader<'_, '_>, at: usize) -> usize {
    at.checked_sub(1).and_then(|before| reader.token(before)).map_or(0, |token| token.end)
}

struct Reader<'s, 'b> {
    source: &'s str,
    tokens: &'b [Token],
}

impl<'s> Reader<'s, '_> {
    fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    fn word(&self, at: usize) -> Option<&'s str> {
        let token = self.token(at).filter(|token| token.kind == TokenKind::Word)?;
        self.source.get(token.start..token.end)
    }

    fn is(&self, at: usize, mark: u8) -> bool {
        self.token(at).is_some_and(|token| token.is(mark))
    }

    fn range(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        Some((self.token(from)?.start, self.token(to.checked_sub(1)?)?.end))
    }

    /// Returns whether the word at `at` ends a line such as `@end` or `@optional`.
    fn is_directive(&self, at: usize) -> bool {
        let word = self.word(at).filter(|_| at > 0 && self.is(at - 1, b'@'));
        matches!(word, Some("end" | "optional" | "required"))
    }

    /// Returns the name in `NS_ENUM(T, Name)` with its `typedef`, and the place of the brace after it.
    fn enumeration(&self, at: usize) -> Option<(Token, usize)> {
        let at = if self.word(at) == Some("typedef") { at + 1 } else { at };
        let declares = self.word(at).is_some_and(|word| ENUMERATIONS.contains(&word)) && self.is(at + 1, b'(');
        let end = self.after_parens(at + 1).filter(|_| declares)?;
        let name = self.token(end.checked_sub(2)?).filter(|name| name.kind == TokenKind::Word)?;
        self.is(end, b'{').then_some((name, end))
    }

    /// Returns the end of a macro that is alone on its line, before another declaration.
    fn lone(&self, at: usize) -> Option<usize> {
        self.word(at).filter(|word| is_capital(word))?;
        let end = if self.is(at + 1, b'(') { self.after_parens(at + 1)? } else { at + 1 };
        match self.token(end) {
            None => Some(end),
            Some(next) if !next.first => None,
            Some(next) => {
                let declares = next.kind == TokenKind::Word && !self.is(end + 1, b'(');
                (declares || next.is(b'@') || next.is(b'-') || next.is(b'+')).then_some(end)
            }
        }
    }

    fn after_parens(&self, from: usize) -> Option<usize> {
        let mut depth = 0_i32;
        for at in from..self.tokens.len() {
            match self.token(at)?.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth -= 1,
                TokenKind::Mark(b';' | b'{' | b'}') => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// Returns the bytes of the macros at the end of a method's or property's declaration.
    fn attributes(&self, from: usize) -> Option<(usize, usize)> {
        let mut first = None;
        let mut at = from + 1;
        let mut depth = 0_i32;
        while let Some(token) = self.token(at) {
            match token.kind {
                TokenKind::Mark(b'(') => depth += 1,
                TokenKind::Mark(b')') => depth -= 1,
                TokenKind::Mark(b';' | b'{') if depth <= 0 => break,
                TokenKind::Mark(b'}') => return None,
                TokenKind::Word if depth == 0 => {
                    let ends_name = at.checked_sub(1).is_some_and(|before| self.word(before).is_some());
                    let capital = self.word(at).is_some_and(is_capital);
                    first = if capital && (ends_name || first.is_some()) { first.or(Some(at)) } else { None };
                }
                _ => {}
            }
            at += 1;
        }
        self.range(first?, at)
    }
}
