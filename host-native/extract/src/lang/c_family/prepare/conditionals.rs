//! Owns which conditional lines are hidden from the parser: those around parts that are no whole statements, where the
//! grammar has no place for them; owns no macro.
//!
//! Where a branch leaves a bracket open, starts with `else`, or lies inside an expression, the conditional lines go and
//! one branch stays, so that the text around reads as one compiler would read it. All other branches stay and are
//! parsed side by side.

use super::Blanks;
use super::lexer::{Directive, Lexed, Token};

#[derive(Debug, Clone, Copy, Default)]
struct Balance {
    braces: i32,
    parens: i32,
    /// The lowest sum of both on the way.
    lowest: i32,
}

impl Balance {
    fn read(&mut self, token: Token) {
        match () {
            () if token.is(b'{') => self.braces += 1,
            () if token.is(b'}') => self.braces -= 1,
            () if token.is(b'(') || token.is(b'[') => self.parens += 1,
            () if token.is(b')') || token.is(b']') => self.parens -= 1,
            () => return,
        }
        self.lowest = self.lowest.min(self.braces.saturating_add(self.parens));
    }

    fn add(&mut self, inner: Self) {
        let here = self.braces.saturating_add(self.parens);
        self.lowest = self.lowest.min(here.saturating_add(inner.lowest));
        self.braces += inner.braces;
        self.parens += inner.parens;
    }

    fn is_whole(self) -> bool {
        self.braces == 0 && self.parens == 0 && self.lowest >= 0
    }
}

#[derive(Debug, Clone, Copy)]
struct Branch {
    /// The preprocessor line that opens it.
    line: usize,
    first_token: usize,
    balance: Balance,
}

#[derive(Debug)]
struct Group {
    never: bool,
    /// Whether it starts inside parentheses or an initializer.
    inside: bool,
    branches: Vec<Branch>,
    /// How many blanks there were when it opened.
    mark: usize,
}

/// The most nested groups that are followed.
const MAX_NESTING: usize = 256;

/// Hides what the grammar has no place for. Does nothing where what is left would not be balanced.
pub(super) fn hide(source: &str, lexed: &Lexed, blanks: &mut Blanks) {
    let mark = blanks.len();
    if lexed.lines.iter().all(|line| line.what == Directive::Other) {
        return;
    }
    let mut open: Vec<Group> = Vec::new();
    let mut whole = Balance::default();
    let mut initializers = Initializers::default();
    let mut next = 0;
    for (nth, line) in lexed.lines.iter().enumerate() {
        for token in lexed.tokens.get(next..line.tokens_before).unwrap_or_default() {
            let balance =
                open.last_mut().and_then(|group| group.branches.last_mut()).map_or(&mut whole, |b| &mut b.balance);
            balance.read(*token);
            initializers.read(*token);
        }
        next = line.tokens_before;
        let branch = Branch { line: nth, first_token: next, balance: Balance::default() };
        match line.what {
            Directive::Other => {}
            Directive::If | Directive::IfNever => {
                if open.len() >= MAX_NESTING {
                    blanks.truncate(mark);
                    return;
                }
                open.push(Group {
                    never: line.what == Directive::IfNever,
                    inside: initializers.is_inside(),
                    branches: vec![branch],
                    mark: blanks.len(),
                });
            }
            Directive::Else => {
                if let Some(group) = open.last_mut() {
                    group.branches.push(branch);
                }
            }
            Directive::End => {
                let Some(group) = open.pop() else { continue };
                let kept = close(source, lexed, &group, nth, blanks);
                let around =
                    open.last_mut().and_then(|group| group.branches.last_mut()).map_or(&mut whole, |b| &mut b.balance);
                around.add(kept);
            }
        }
    }
    for token in lexed.tokens.get(next..).unwrap_or_default() {
        whole.read(*token);
    }
    if !whole.is_whole() || !open.is_empty() {
        blanks.truncate(mark);
    }
}

/// Decides about a group that ends with the line `end`. Returns the balance of what stays of it.
fn close(source: &str, lexed: &Lexed, group: &Group, end: usize, blanks: &mut Blanks) -> Balance {
    let starts_with_else = |branch: &Branch| {
        lexed
            .tokens
            .get(branch.first_token)
            .is_some_and(|token| token.text(source) == "else" && starts_after(lexed, branch, token))
    };
    let first = group.branches.first().map_or(Balance::default(), |branch| branch.balance);
    let fits = group.branches.iter().all(|branch| branch.balance.is_whole() && !starts_with_else(branch));
    if fits && !group.inside {
        return first;
    }
    let keeps_all = fits
        && group.inside
        && group.branches.iter().enumerate().all(|(nth, _)| {
            let until = group.branches.get(nth + 1).map_or(end, |next| next.line);
            let last = lexed.lines.get(until).and_then(|line| lexed.tokens.get(line.tokens_before.checked_sub(1)?));
            last.is_some_and(|token| token.is(b','))
        });
    let kept = match (group.never, group.branches.len()) {
        (true, 1) => usize::MAX,
        (true, _) => 1,
        (false, _) => 0,
    };
    let mut stays = Balance::default();
    let mut hidden = Vec::new();
    for (nth, branch) in group.branches.iter().enumerate() {
        let until = group.branches.get(nth + 1).map_or(end, |next| next.line);
        let (Some(from), Some(to)) = (lexed.lines.get(branch.line), lexed.lines.get(until)) else { continue };
        hidden.push((from.start, from.end));
        if keeps_all || nth == kept {
            stays = branch.balance;
        } else {
            hidden.push((from.end, to.start));
        }
    }
    if let Some(line) = lexed.lines.get(end) {
        hidden.push((line.start, line.end));
    }
    // What inner groups hide in a hidden branch is covered twice, which changes nothing.
    debug_assert!(group.mark <= blanks.len());
    blanks.extend(hidden);
    stays
}

/// Returns whether a token stands after the line that opens a branch, and not behind the branch's end.
fn starts_after(lexed: &Lexed, branch: &Branch, token: &Token) -> bool {
    let end = lexed.lines.get(branch.line + 1).map_or(usize::MAX, |line| line.start);
    token.start < end
}

/// Which braces open initializers, and whether a place is in one or in parentheses.
#[derive(Debug, Default)]
struct Initializers {
    braces: Vec<bool>,
    parens: i32,
    after_equals: bool,
}

impl Initializers {
    fn read(&mut self, token: Token) {
        let in_list = self.braces.last().copied().unwrap_or(false);
        match () {
            () if token.is(b'{') => {
                let initializer = self.after_equals || in_list;
                self.braces.push(initializer);
                self.parens = 0;
            }
            () if token.is(b'}') => {
                self.braces.pop();
                self.parens = 0;
            }
            () if token.is(b'(') => self.parens += 1,
            () if token.is(b')') => self.parens -= 1,
            () => {}
        }
        // `operator==` and comparisons are followed by no brace.
        self.after_equals = token.is(b'=');
    }

    fn is_inside(&self) -> bool {
        self.parens > 0 || self.braces.last().copied().unwrap_or(false)
    }
}
