//! Owns reading SQL word by word, for what the grammar does not understand in some dialect: the head of a statement,
//! its end, and a table's columns. Owns no symbol.

/// A token, comments left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'s> {
    /// A word or number as written.
    Word(&'s str),
    /// A name in double quotes, backticks or brackets, without these.
    Name(&'s str),
    /// A text in single quotes, or between two dollar tags.
    Text,
    /// Any other character.
    Mark(char),
}

impl<'s> Token<'s> {
    /// Returns whether it is this word, which is given in capital letters.
    pub(super) fn is(self, word: &str) -> bool {
        matches!(self, Token::Word(own) if own.eq_ignore_ascii_case(word))
    }

    fn named(self) -> Option<&'s str> {
        match self {
            Token::Word(name) | Token::Name(name) if !name.is_empty() => Some(name),
            _ => None,
        }
    }
}

/// Reads tokens with the place where each starts.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'s> {
    text: &'s str,
    at: usize,
    /// Where the last token ended.
    end: usize,
    /// The lines of comments directly before the next token: offsets of the first start and the last end.
    comment: Option<(usize, usize)>,
}

impl<'s> Tokens<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, at: 0, end: 0, comment: None }
    }

    fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        self.comment = None;
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            let length = if rest.starts_with("--") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            // A comment on the line of what stands before belongs to that.
            let before = self.text.get(self.end..self.at).unwrap_or("");
            if before.contains('\n') || self.end == 0 {
                let start = self.comment.map_or(self.at, |(start, _)| start);
                self.comment = Some((start, self.at + length));
            }
            self.at += length;
        }
    }

    fn take(&mut self, length: usize) -> &'s str {
        let taken = self.text.get(self.at..self.at + length).unwrap_or("");
        self.at = (self.at + length).min(self.text.len());
        taken
    }

    /// Takes a quoted text and returns what is between the quotes; doubled quotes do not end it.
    fn quoted(&mut self, close: char) -> &'s str {
        let inside = self.rest().get(1..).unwrap_or("");
        let mut end = 0;
        loop {
            let Some(found) = inside.get(end..).and_then(|rest| rest.find(close)) else {
                self.at = self.text.len();
                return inside;
            };
            end += found;
            if inside.get(end + 1..).is_some_and(|rest| rest.starts_with(close)) {
                end += 2;
                continue;
            }
            self.take(end + 2);
            return inside.get(..end).unwrap_or("");
        }
    }

    /// Takes a text between two dollar tags, where one starts here.
    fn dollar_text(&mut self) -> bool {
        let rest = self.rest();
        let Some(tag) = rest.get(1..).and_then(|rest| rest.find('$')).and_then(|end| rest.get(..end + 2)) else {
            return false;
        };
        if !tag.bytes().all(|b| b == b'$' || b == b'_' || b.is_ascii_alphanumeric()) {
            return false;
        }
        let inside = rest.get(tag.len()..).unwrap_or("");
        let length = inside.find(tag).map_or(rest.len(), |end| end + 2 * tag.len());
        self.take(length);
        true
    }
}

impl<'s> Iterator for Tokens<'s> {
    type Item = (usize, Token<'s>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip();
        let at = self.at;
        let first = self.rest().chars().next()?;
        let token = match first {
            '\'' => {
                self.quoted('\'');
                Token::Text
            }
            '"' | '`' => Token::Name(self.quoted(first)),
            '[' if self.rest().get(1..).is_some_and(|rest| rest.starts_with(char::is_alphabetic)) => {
                Token::Name(self.quoted(']'))
            }
            '$' if self.dollar_text() => Token::Text,
            c if c.is_alphanumeric() || matches!(c, '_' | '#' | '@') => {
                let word = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '#' | '@' | '$'));
                let length = self.rest().find(word).unwrap_or(self.rest().len());
                Token::Word(self.take(length))
            }
            c => {
                self.take(c.len_utf8());
                Token::Mark(c)
            }
        };
        self.end = self.at;
        Some((at, token))
    }
}

/// The head of a `CREATE` statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head<'s> {
    /// What is created, as written: `PROCEDURE`.
    pub(super) what: &'s str,
    /// The schema.
    pub(super) schema: Option<&'s str>,
    /// The name.
    pub(super) name: &'s str,
    /// Where the name starts.
    pub(super) at: usize,
}

/// Words between `CREATE` and what is created.
const BEFORE: [&str; 17] = [
    "ALGORITHM",
    "CONSTRAINT",
    "EDITIONABLE",
    "EXTERNAL",
    "FOREIGN",
    "GLOBAL",
    "LOCAL",
    "MATERIALIZED",
    "OR",
    "ALTER",
    "REPLACE",
    "RECURSIVE",
    "TEMP",
    "TEMPORARY",
    "UNIQUE",
    "UNLOGGED",
    "VIRTUAL",
];

/// Returns the head of the statement that `text` starts with, where it creates something with a name.
pub(super) fn head(text: &str) -> Option<Head<'_>> {
    let mut tokens = Tokens::new(text).skip(1).skip_while(|(_, token)| BEFORE.iter().any(|word| token.is(word)));
    let Some((_, Token::Word(mut what))) = tokens.next() else { return None };
    let mut next = tokens.next()?;
    if what.eq_ignore_ascii_case("PACKAGE") && next.1.is("BODY") {
        what = "PACKAGE";
        next = tokens.next()?;
    }
    while ["IF", "NOT", "EXISTS", "CONCURRENTLY"].iter().any(|word| next.1.is(word)) {
        next = tokens.next()?;
    }
    let (mut at, token) = next;
    let mut name = token.named()?;
    let mut schema = None;
    while let Some((_, Token::Mark('.'))) = tokens.next() {
        let (place, token) = tokens.next()?;
        schema = Some(name);
        name = token.named()?;
        at = place;
    }
    Some(Head { what, schema, name, at })
}

/// Returns where the statement that `text` starts with ends: after the first semicolon that is not inside a block.
pub(super) fn statement_end(text: &str) -> usize {
    let mut blocks = 0_u32;
    let mut tokens = Tokens::new(text).peekable();
    while let Some((at, token)) = tokens.next() {
        if token.is("BEGIN") || token.is("CASE") {
            blocks += 1;
        } else if token.is("END") {
            let ends_other = tokens.peek().is_some_and(|(_, next)| ["IF", "LOOP", "WHILE"].iter().any(|w| next.is(w)));
            if tokens.peek().is_some_and(|(_, next)| next.is("CASE")) {
                tokens.next();
            }
            blocks = if ends_other { blocks } else { blocks.saturating_sub(1) };
        } else if token == Token::Mark(';') && blocks == 0 {
            return at + 1;
        }
    }
    text.trim_end().len()
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Column<'s> {
    /// The name.
    pub(super) name: &'s str,
    /// The type's name.
    pub(super) ty: Option<&'s str>,
    /// Whether the column holds an array of it.
    pub(super) array: bool,
    /// Where the definition starts and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the comment above starts and ends.
    pub(super) doc: Option<(usize, usize)>,
}

/// Returns the columns in the parentheses that `text` starts with, or nothing where it does not start with any.
pub(super) fn columns(text: &str) -> Vec<Column<'_>> {
    let mut found = Vec::new();
    let mut tokens = Tokens::new(text);
    if !matches!(tokens.next(), Some((_, Token::Mark('(')))) {
        return found;
    }
    loop {
        let Some((start, first)) = tokens.next() else { return found };
        let doc = tokens.comment;
        let mut part = vec![first];
        let mut ends = vec![tokens.end];
        let mut depth = 0_u32;
        let mut last = first;
        loop {
            match last {
                Token::Mark('(') => depth += 1,
                Token::Mark(')' | ',') if depth == 0 => break,
                Token::Mark(')') => depth -= 1,
                _ => {}
            }
            let Some((_, token)) = tokens.next() else { return found };
            last = token;
            // Only the head of a definition is looked at.
            if part.len() < 12 {
                part.push(token);
            }
            ends.push(tokens.end);
        }
        ends.pop();
        let end = ends.last().copied().unwrap_or(start);
        if let Some((name, ty)) = column(text, &part, &ends) {
            let array =
                ty.and_then(|ty| text.get(start..)?.split_once(ty)).is_some_and(|(_, after)| after.starts_with("[]"));
            found.push(Column { name, ty, array, start, end, doc });
        }
        if last == Token::Mark(')') {
            return found;
        }
    }
}

/// Returns the name and the type of the column that a part of a table's definition is.
#[expect(clippy::explicit_counter_loop, reason = "the count is used behind the loop")]
fn column<'s>(text: &'s str, part: &[Token<'s>], ends: &[usize]) -> Option<(&'s str, Option<&'s str>)> {
    let first = *part.first()?;
    let second = part.get(1).copied().unwrap_or(Token::Mark(','));
    let listed = second == Token::Mark('(');
    let constraint = first.is("CONSTRAINT")
        || first.is("FOREIGN") && second.is("KEY")
        || first.is("PRIMARY") && second.is("KEY")
        || (first.is("CHECK") || first.is("UNIQUE") || first.is("EXCLUDE")) && (listed || !second.named().is_some_and(is_type))
        || first.is("LIKE")
        || first.is("PERIOD") && second.is("FOR")
        || ["FULLTEXT", "SPATIAL"].iter().any(|word| first.is(word))
        // A word in capital letters is one of the language, in small letters a column's name.
        || matches!(first, Token::Word("KEY" | "INDEX"));
    let name = first.named().filter(|_| !constraint)?;
    let mut length = 0;
    let mut ty = None;
    // A type's name can have a schema before it, and some have two words.
    for pair in part.get(1..).unwrap_or(&[]).iter().zip(ends.get(1..).unwrap_or(&[])) {
        let (token, end) = pair;
        let continues = match (length, token) {
            (0, token) => token.named().is_some_and(is_type),
            (1, Token::Mark('.')) => true,
            (1, token) => token.is("PRECISION") || token.is("VARYING"),
            (2, token) => token.named().is_some() && ty.is_some_and(|ty: &str| ty.ends_with('.')),
            _ => false,
        };
        if !continues {
            break;
        }
        let start = ends.first().copied().unwrap_or(0);
        ty = text.get(start..*end).map(str::trim_start);
        length += 1;
    }
    Some((name, ty))
}

/// Returns whether a word can be a type's name: words of the language that follow an untyped column's name cannot.
fn is_type(word: &str) -> bool {
    let other = ["PRIMARY", "NOT", "NULL", "DEFAULT", "UNIQUE", "REFERENCES", "CHECK", "CONSTRAINT", "AS", "GENERATED"];
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && !other.iter().any(|o| word.eq_ignore_ascii_case(o))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_in_every_dialect() {
        let head = |text| head(text).map(|head| (head.what, head.schema, head.name, head.at));
        assert_eq!(head("CREATE PROCEDURE sweep(days int)"), Some(("PROCEDURE", None, "sweep", 17)));
        assert_eq!(head("create or alter proc [dbo].[Get Item] as"), Some(("proc", Some("dbo"), "Get Item", 27)));
        assert_eq!(head("CREATE TEMP TABLE IF NOT EXISTS `a` (x int)"), Some(("TABLE", None, "a", 32)));
        assert_eq!(head("CREATE PACKAGE BODY p AS"), Some(("PACKAGE", None, "p", 20)));
        assert_eq!(head("CREATE"), None);
    }

    #[test]
    fn statements_end_outside_of_texts_and_blocks() {
        let end = |text: &str| text.get(..statement_end(text)).map(str::to_owned);
        let whole = |text: &str| assert_eq!(end(&format!("{text} next;")).as_deref(), Some(text));
        whole("select ';' -- ;\n;");
        whole("create function f() as $x$ begin; $$ end; $x$;");
        whole("create proc p as begin if x then y; end if; select case when a then b end; end;");
        assert_eq!(end("select 1  ").as_deref(), Some("select 1"));
    }

    #[test]
    fn columns_have_names_types_and_comments() {
        let text = "(id bigserial PRIMARY KEY, -- about id\n  -- the key\n  key varchar(64) NOT NULL,\n  \"Big\" double precision,\n \
                    s.other public.kind, PRIMARY KEY (id), plain, CHECK (a > b), KEY idx (id))";
        let found: Vec<_> = columns(text).into_iter().map(|c| (c.name, c.ty, c.doc.is_some())).collect();
        assert_eq!(
            found,
            [
                ("id", Some("bigserial"), false),
                ("key", Some("varchar"), true),
                ("Big", Some("double precision"), false),
                ("s", None, false),
                ("plain", None, false),
            ]
        );
        assert_eq!(columns(" AS SELECT (1)"), []);
        assert_eq!(columns("(a int"), []);
        assert_eq!(columns("(a text[])").first().map(|c| (c.ty, c.array)), Some((Some("text"), true)));
        let kind = columns("(a public.kind NOT NULL)");
        assert_eq!(kind.first().map(|c| (c.ty, c.array, c.start, c.end)), Some((Some("public.kind"), false, 1, 23)));
    }
}
