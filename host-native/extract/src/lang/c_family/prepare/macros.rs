//! Owns which macros' uses are hidden from the parser: specifiers, attributes and whole statements written as a name
//! that C's grammar has no place for; owns no conditional line.
//!
//! Two names in a row are a type and what it declares; three are not C, nor is a name before a keyword such as
//! `static`: something there is a macro. What is hidden is the one that reads like it, by its place first and by its
//! capitals where the place leaves a choice.

use super::Blanks;
use super::lexer::{PATH, Token, TokenKind};

/// Keywords that no name can stand before in a declaration, in byte order.
const STARTS: &[&str] = &[
    "__forceinline",
    "__inline",
    "__inline__",
    "auto",
    "bool",
    "char",
    "class",
    "constexpr",
    "double",
    "enum",
    "explicit",
    "extern",
    "float",
    "friend",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "private",
    "protected",
    "public",
    "register",
    "short",
    "signed",
    "static",
    "struct",
    "template",
    "thread_local",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
];

/// Keywords that may stand before a declaration's type, in byte order.
const SPECIFIERS: &[&str] = &[
    "_Noreturn",
    "_Thread_local",
    "__const",
    "__extension__",
    "__forceinline",
    "__inline",
    "__inline__",
    "__thread",
    "const",
    "consteval",
    "constexpr",
    "constinit",
    "explicit",
    "extern",
    "friend",
    "inline",
    "mutable",
    "register",
    "static",
    "thread_local",
    "virtual",
    "volatile",
];

/// Keywords of types, in byte order.
const TYPES: &[&str] =
    &["auto", "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void", "wchar_t"];

/// Parts of names that say that a macro in capitals is a specifier and no type.
const SPECIFYING: &[&str] = &[
    "API",
    "ATTR",
    "DEPRECATED",
    "DLL",
    "EXPORT",
    "EXTERN",
    "IMPORT",
    "INLINE",
    "INTERNAL",
    "NODISCARD",
    "NORETURN",
    "PUBLIC",
    "STATIC",
    "UNUSED",
    "VISIBLE",
];

/// All other words that are no names, in byte order.
const KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Atomic",
    "_Generic",
    "_Static_assert",
    "__asm",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__declspec",
    "__restrict",
    "__restrict__",
    "__typeof__",
    "__volatile__",
    "alignas",
    "and",
    "asm",
    "break",
    "case",
    "catch",
    "co_await",
    "co_return",
    "co_yield",
    "concept",
    "continue",
    "decltype",
    "default",
    "defined",
    "delete",
    "do",
    "else",
    "export",
    "final",
    "for",
    "goto",
    "if",
    "new",
    "noexcept",
    "not",
    "operator",
    "or",
    "override",
    "requires",
    "restrict",
    "return",
    "sizeof",
    "static_assert",
    "switch",
    "this",
    "throw",
    "try",
    "typeof",
    "while",
];

/// The most tokens between angle brackets.
const MAX_TEMPLATE_TOKENS: usize = 256;
/// The most tokens between a macro's parentheses.
const MAX_ARGUMENT_TOKENS: usize = 4096;

fn has(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

fn is_name(word: &str) -> bool {
    !has(STARTS, word) && !has(SPECIFIERS, word) && !has(TYPES, word) && !has(KEYWORDS, word)
}

/// Returns whether a name is written like a macro's: in capitals, with two letters at least.
pub(in crate::lang) fn is_capital(name: &str) -> bool {
    let mut letters = 0;
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' => letters += 1,
            b'0'..=b'9' | b'_' => {}
            _ => return false,
        }
    }
    letters > 1
}

/// What a brace opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope<'s> {
    /// A namespace, `extern "C"`.
    Open,
    /// A class with this name.
    Class(&'s str),
    /// An enumeration or an initializer.
    List,
    /// Statements.
    Body,
}

/// What has been seen since the last statement began.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one line, each read on its own")]
struct Seen<'s> {
    namespace: bool,
    enumeration: bool,
    class: Option<&'s str>,
    string: bool,
    paren: bool,
    equals: bool,
}

struct Reader<'s, 'b> {
    source: &'s str,
    tokens: &'b [Token],
    blanks: &'b mut Blanks,
    scopes: Vec<Scope<'s>>,
    /// The tokens from the first place up to the second are hidden, for each pair; in order.
    hidden: Vec<(usize, usize)>,
    /// Where the outermost parentheses opened.
    open_at: usize,
}

/// Hides macros where the grammar of C or C++ has no place for them.
pub(super) fn hide(source: &str, tokens: &[Token], blanks: &mut Blanks) {
    let mut reader = Reader { source, tokens, blanks, scopes: Vec::new(), hidden: Vec::new(), open_at: 0 };
    reader.read();
}

impl<'s> Reader<'s, '_> {
    fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    fn word(&self, at: usize) -> Option<&'s str> {
        let token = self.token(at).filter(|token| token.kind == TokenKind::Word)?;
        self.source.get(token.start..token.end)
    }

    fn name(&self, at: usize) -> Option<&'s str> {
        self.word(at).filter(|word| is_name(word))
    }

    fn is(&self, at: usize, mark: u8) -> bool {
        self.token(at).is_some_and(|token| token.is(mark))
    }

    fn blank(&mut self, from: usize, to: usize) {
        if let (Some(first), Some(last)) = (self.token(from), to.checked_sub(1).and_then(|at| self.token(at))) {
            self.blanks.push((first.start, last.end));
            self.hidden.push((from, to));
        }
    }

    /// Returns the end of the newest hidden tokens that `at` is among.
    fn hidden_until(&self, at: usize) -> Option<usize> {
        self.hidden.iter().rev().take(8).find(|(from, to)| (*from..*to).contains(&at)).map(|(_, to)| *to)
    }

    fn read(&mut self) {
        let mut seen = Seen::default();
        let mut parens = 0_i32;
        let mut starts = true;
        let mut at = 0;
        while let Some(token) = self.token(at) {
            if core::mem::take(&mut starts) && parens <= 0 {
                self.statement(at);
            }
            if let Some(end) = self.hidden_until(at) {
                at = end;
                // What ends here may be a whole statement: what follows has been looked at as the start of one.
                continue;
            }
            if token.kind == TokenKind::Word {
                self.note(at, &mut seen);
                self.trailing(at);
            }
            match token.kind {
                TokenKind::Literal => seen.string = true,
                TokenKind::Mark(b'(' | b'[') => {
                    if parens == 0 {
                        self.open_at = at;
                    }
                    seen.paren |= token.is(b'(');
                    parens += 1;
                }
                TokenKind::Mark(b')' | b']') => {
                    parens -= 1;
                    if parens == 0 && token.is(b')') && self.declares() && self.is_parameter_list() {
                        self.attributes(at + 1);
                    }
                }
                TokenKind::Mark(b'=') if parens <= 0 => seen.equals = true,
                TokenKind::Mark(b'{') => {
                    let scope = self.opened(at, seen, parens);
                    self.scopes.push(scope);
                    (seen, parens, starts) = (Seen::default(), 0, true);
                }
                TokenKind::Mark(b'}') => {
                    self.scopes.pop();
                    (seen, parens, starts) = (Seen::default(), 0, true);
                }
                TokenKind::Mark(b';') if parens <= 0 => (seen, parens, starts) = (Seen::default(), 0, true),
                TokenKind::Mark(b':') if parens <= 0 && self.is_label(at) => (seen, starts) = (Seen::default(), true),
                _ => {}
            }
            at += 1;
        }
    }

    /// Returns whether the parentheses that just closed stand after the name of a function that is declared.
    fn is_parameter_list(&self) -> bool {
        let named = self.open_at.checked_sub(1).filter(|at| self.name(*at).is_some());
        let Some(before) = named.and_then(|at| at.checked_sub(1)) else { return false };
        self.is(before, b'*')
            || self.is(before, b'&')
            || self.is(before, b'>')
            || self.token(before).is_some_and(|token| token.kind == PATH)
            || self.word(before).is_some_and(|word| is_name(word) || has(TYPES, word))
    }

    /// Returns whether the colon at `at` ends an access specifier.
    fn is_label(&self, at: usize) -> bool {
        let before = |n| at.checked_sub(n).and_then(|before| self.word(before));
        before(1).is_some_and(is_access) || before(1).is_some() && before(2).is_some_and(is_access)
    }

    fn note(&self, at: usize, seen: &mut Seen<'s>) {
        match self.word(at) {
            Some("namespace") => seen.namespace = true,
            Some("enum") => seen.enumeration = true,
            Some("class" | "struct" | "union") if !seen.paren && seen.class.is_none() => seen.class = Some(""),
            Some(name) if is_name(name) && !seen.paren => {
                // The last name before the bases or the brace is the class's.
                let after = at + 1;
                if seen.class == Some("")
                    && (self.is(after, b'{') || self.is(after, b':') || self.word(after) == Some("final"))
                {
                    seen.class = Some(name);
                }
            }
            _ => {}
        }
    }

    /// Returns what the brace at `at` opens.
    fn opened(&self, at: usize, seen: Seen<'s>, parens: i32) -> Scope<'s> {
        if parens > 0 {
            return Scope::Body;
        }
        let before = at.checked_sub(1).and_then(|before| self.token(before));
        let ends_function = before.is_some_and(|before| {
            before.is(b')') || matches!(before.text(self.source), "const" | "noexcept" | "override" | "final" | "try")
        });
        match seen {
            Seen { namespace: true, .. } => Scope::Open,
            Seen { enumeration: true, paren: false, .. } => Scope::List,
            Seen { class: Some(name), paren, .. } if !name.is_empty() && (!paren || !ends_function) => {
                Scope::Class(name)
            }
            Seen { equals: true, .. } => Scope::List,
            Seen { class: Some(name), paren, .. } if !paren || !ends_function => Scope::Class(name),
            Seen { string: true, paren: false, .. } => Scope::Open,
            _ if matches!(self.scopes.last(), Some(Scope::List)) => Scope::List,
            _ => Scope::Body,
        }
    }

    /// Returns whether the place is one for declarations.
    fn declares(&self) -> bool {
        matches!(self.scopes.last(), None | Some(Scope::Open | Scope::Class(_)))
    }

    /// Looks at the start of a statement.
    fn statement(&mut self, at: usize) {
        if !self.declares() {
            self.local_statement(at);
            return;
        }
        let mut at = self.after_specifiers(at);
        while let Some(end) = self.whole_statement(at).or_else(|| self.specifier(at)).or_else(|| self.qt_label(at)) {
            self.blank(at, end);
            at = self.after_specifiers(end);
        }
        self.class_head(at);
        self.calling_convention(at);
    }

    /// In a function's body, only what stands before a keyword is hidden.
    fn local_statement(&mut self, at: usize) {
        let keyword = self.word(at + 1).is_some_and(|word| has(STARTS, word) && !has(TYPES, word));
        if keyword && self.name(at).is_some() && !matches!(self.scopes.last(), Some(Scope::List)) {
            self.blank(at, at + 1);
        }
    }

    /// Returns the place after keywords and headers that stand before a declaration's type.
    fn after_specifiers(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            match self.word(at) {
                Some("template") if self.is(at + 1, b'<') => match self.after_angles(at + 1) {
                    Some(after) => at = after,
                    None => return at,
                },
                Some("__attribute__" | "__declspec" | "alignas") if self.is(at + 1, b'(') => {
                    match self.after_parens(at + 1) {
                        Some(after) => at = after,
                        None => return at,
                    }
                }
                Some("extern") if self.token(at + 1).is_some_and(|token| token.kind == TokenKind::Literal) => at += 2,
                Some(word) if has(SPECIFIERS, word) => at += 1,
                _ if self.is(at, b'[') && self.is(at + 1, b'[') => match self.after_parens(at) {
                    Some(after) => at = after,
                    None => return at,
                },
                _ => return at,
            }
        }
    }

    /// Returns the place after the parentheses or brackets that open at `from`.
    fn after_parens(&self, from: usize) -> Option<usize> {
        let mut depth = 0_i32;
        for at in from..from.saturating_add(MAX_ARGUMENT_TOKENS) {
            match self.token(at)?.kind {
                TokenKind::Mark(b'(' | b'[') => depth += 1,
                TokenKind::Mark(b')' | b']') => depth -= 1,
                // Statements end the search, so that no text is searched twice.
                TokenKind::Mark(b';' | b'{' | b'}') => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    fn after_angles(&self, from: usize) -> Option<usize> {
        let mut depth = 0_i32;
        for at in from..from.saturating_add(MAX_TEMPLATE_TOKENS) {
            match self.token(at)?.kind {
                TokenKind::Mark(b'<') => depth += 1,
                TokenKind::Mark(b'>') => depth -= 1,
                TokenKind::Mark(b';' | b'{' | b'}') => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// Returns the end of a macro that is a statement by itself, without a semicolon.
    fn whole_statement(&self, at: usize) -> Option<usize> {
        let name = self.name(at).filter(|name| is_capital(name))?;
        if self.stands_alone(at) {
            return Some(at + 1);
        }
        if !self.is(at + 1, b'(') {
            return None;
        }
        let after = self.after_parens(at + 1)?;
        let next = self.token(after)?;
        let word = self.word(after);
        let goes_on =
            word.is_some_and(|word| matches!(word, "const" | "noexcept" | "override" | "final" | "throw" | "try"));
        let ends = next.first && (word.is_some() || next.is(b'}') || next.is(b'~')) && !goes_on;
        // A type's name in capitals makes a constructor: `AABB(int a)`.
        (ends && self.class_name() != Some(name)).then_some(after)
    }

    /// Returns whether a name in capitals is all of its line and no type of what follows.
    fn stands_alone(&self, at: usize) -> bool {
        let Some(name) = self.name(at).filter(|name| is_capital(name)) else { return false };
        let first = self.token(at).is_some_and(|token| token.first);
        let Some(next) = self.token(at + 1) else { return first };
        if !first || !next.first {
            return false;
        }
        match self.word(at + 1) {
            // A type on a line of its own, its function on the next.
            Some(word) if is_name(word) && self.is(at + 2, b'(') => self.class_name() == Some(word) || is_capital(word),
            Some(word) => !is_name(word) || self.names_declaration(at + 1),
            None => (next.is(b'}') || next.is(b'~')) && self.class_name() != Some(name),
        }
    }

    fn class_name(&self) -> Option<&'s str> {
        match self.scopes.last() {
            Some(Scope::Class(name)) => Some(*name),
            _ => None,
        }
    }

    /// Returns the end of a specifier that is a macro.
    fn specifier(&self, at: usize) -> Option<usize> {
        let name = self.name(at)?;
        let mut end = at + 1;
        // `DEPRECATED("use g") void f();`
        if is_capital(name) && self.is(end, b'(') {
            end = self.after_parens(end)?;
            return self.word(end).filter(|word| has(STARTS, word) || self.names_declaration(end)).map(|_| end);
        }
        let word = self.word(end);
        if word.is_some_and(|word| has(STARTS, word)) {
            return Some(end);
        }
        if self.is(end, b'~') && is_capital(name) {
            return Some(end);
        }
        match word {
            // A conversion has no type before it.
            Some("operator") if self.word(end + 1).is_some() && is_capital(name) => Some(end),
            Some(class) if is_capital(name) && self.class_name() == Some(class) && self.is(end + 1, b'(') => Some(end),
            Some(_) if self.names_declaration(end) => Some(end),
            _ => None,
        }
    }

    /// Returns whether a type with what it declares starts at `at`, which makes what is before it a macro.
    fn names_declaration(&self, start: usize) -> bool {
        let mut at = start;
        let mut last;
        loop {
            let Some(name) = self.name(at) else { return false };
            last = name;
            at += 1;
            if self.is(at, b'<') {
                match self.after_angles(at) {
                    Some(after) => at = after,
                    None => return false,
                }
            }
            if self.token(at).is_none_or(|token| token.kind != PATH) {
                break;
            }
            at += 1;
            // `X Foo::Foo()` and `X Foo::~Foo()` have no type.
            if self.is(at, b'~') || self.name(at) == Some(last) && self.is(at + 1, b'(') {
                return true;
            }
        }
        // Of `BOOL WINAPI f(` the second name is the macro: see `calling_convention`.
        let both_capital = is_capital(last) && self.is_function(at) && !self.before(start).is_some_and(specifies);
        match self.word(at) {
            Some(word) if is_name(word) => !both_capital,
            Some(word) => word == "operator" || has(TYPES, word) || word == "const",
            None => {
                let pointer = self.is(at, b'*') || self.is(at, b'&');
                pointer && self.declares_after_pointers(at)
            }
        }
    }

    fn before(&self, at: usize) -> Option<&'s str> {
        self.name(at.checked_sub(1)?)
    }

    /// Returns whether a name with a list of parameters stands at `at`: `f(`, `Foo::f(`.
    fn is_function(&self, at: usize) -> bool {
        let mut at = at;
        while self.name(at).is_some() && self.token(at + 1).is_some_and(|token| token.kind == PATH) {
            at += 2;
        }
        self.name(at).is_some() && self.is(at + 1, b'(')
    }

    fn declares_after_pointers(&self, from: usize) -> bool {
        let mut at = from;
        while self.is(at, b'*') || self.is(at, b'&') || self.word(at) == Some("const") {
            at += 1;
        }
        self.word(at).is_some()
    }

    /// Hides `A` in `class A B {`, `class A(x) B : C {`.
    fn class_head(&mut self, at: usize) {
        let mut at = at;
        if self.word(at) == Some("typedef") {
            at += 1;
        }
        if !matches!(self.word(at), Some("class" | "struct" | "union")) {
            return;
        }
        let start = at + 1;
        if self.name(start).is_none() {
            return;
        }
        let mut end = start + 1;
        if self.is(end, b'(') {
            match self.after_parens(end) {
                Some(after) => end = after,
                None => return,
            }
        }
        if self.name(end).is_none() {
            return;
        }
        let after = end + 1;
        if self.is(after, b'{') || self.is(after, b':') || self.word(after) == Some("final") {
            self.blank(start, end);
        }
    }

    /// Hides `A` in `int A f(` and `B A f(`.
    fn calling_convention(&mut self, at: usize) {
        let Some(first) = self.word(at) else { return };
        if !has(TYPES, first) && !is_name(first) {
            return;
        }
        let mut at = at + 1;
        while self.is(at, b'*') || self.is(at, b'&') || self.word(at).is_some_and(|word| has(TYPES, word)) {
            at += 1;
        }
        let capital = self.name(at).is_some_and(is_capital);
        if capital && self.is_function(at + 1) {
            self.blank(at, at + 1);
        }
    }

    /// Returns the end of Qt's `signals:`.
    fn qt_label(&self, at: usize) -> Option<usize> {
        let signals = matches!(self.word(at), Some("signals" | "Q_SIGNALS")) && self.class_name().is_some();
        (signals && self.is(at + 1, b':')).then_some(at + 2)
    }

    /// Hides what stands between a parameter list and the end of a declaration or the body.
    fn attributes(&mut self, from: usize) {
        let mut at = from;
        while let Some(word) = self.word(at) {
            if matches!(word, "const" | "volatile" | "override" | "final" | "noexcept") {
                at += 1;
                continue;
            }
            if !is_name(word) {
                return;
            }
            let end = if self.is(at + 1, b'(') { self.after_parens(at + 1) } else { Some(at + 1) };
            let Some(end) = end else { return };
            let more = self.name(end).is_some_and(|name| is_capital(name) || self.is(end + 1, b'('));
            if !(self.is(end, b';') || self.is(end, b'{') || self.is(end, b'=') || more) {
                return;
            }
            self.blank(at, end);
            at = end;
        }
    }

    /// Hides `A` in `T x A;`, and Qt's word in `public slots:`.
    fn trailing(&mut self, at: usize) {
        let Some(name) = self.name(at) else { return };
        let before = |n: usize| at.checked_sub(n);
        if self.is(at + 1, b':') && before(1).and_then(|at| self.word(at)).is_some_and(is_access) {
            self.blank(at, at + 1);
            return;
        }
        let ends = self.is(at + 1, b';') || self.is(at + 1, b'=') && !self.is(at + 2, b'=');
        if !ends || !is_capital(name) || before(1).and_then(|at| self.name(at)).is_none() {
            return;
        }
        let Some(type_end) = before(2).filter(|at| self.hidden_until(*at).is_none()) else { return };
        let typed = self.is(type_end, b'*')
            || self.is(type_end, b'&')
            || self.is(type_end, b'>')
            || self.word(type_end).is_some_and(|word| is_name(word) || has(TYPES, word));
        if typed {
            self.blank(at, at + 1);
        }
    }
}

/// Returns whether a name reads like a specifier's and not like a type's.
fn specifies(name: &str) -> bool {
    is_capital(name) && (name.starts_with('_') || SPECIFYING.iter().any(|part| name.contains(part)))
}

fn is_access(word: &str) -> bool {
    matches!(word, "public" | "private" | "protected")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_in_byte_order() {
        for list in [STARTS, SPECIFIERS, TYPES, SPECIFYING, KEYWORDS] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
    }
}
