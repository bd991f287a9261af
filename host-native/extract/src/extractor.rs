//! Owns running a file through the parser and the walk under limits that count, not time; owns no language.

use core::cell::Cell;
use core::ops::ControlFlow;

use graphicle_engine::facts::{FileFacts, NamesBuilder, Outcome};
use graphicle_engine::language::Language;
use tree_sitter::{ParseOptions, ParseState, Parser};

use crate::cx::Cx;
use crate::lang;
use crate::spec::Grammar;
use crate::tree::{RawNode, Tree, flatten};
use crate::walk::walk;

/// What one file may cost. Every limit counts things, so that the same file always has the same outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of text that are parsed; longer files are [`Outcome::TooLarge`].
    pub max_bytes: usize,
    /// The most steps of the parser, each about a hundred of its actions; more is [`Outcome::OutOfSteps`].
    pub max_steps: u64,
    /// How many times its own length of text the lexer may be handed, and 16 MiB besides; more is
    /// [`Outcome::OutOfSteps`]. Real files take up to nine times; scanners that look ahead over the same text again
    /// and again take thousands.
    pub max_lexings: u64,
    /// The most levels of the syntax tree; more is [`Outcome::TooDeep`].
    pub max_depth: usize,
    /// How many nodes may be looked at from their neighbours; more is [`Outcome::OutOfSteps`].
    pub max_looks: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_bytes: 8 << 20, max_steps: 400_000, max_lexings: 64, max_depth: 4_000, max_looks: 200_000_000 }
    }
}

/// What the last file cost, in the units of [`Limits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Steps of the parser.
    pub steps: u64,
    /// Bytes that the lexer was handed, each as often as it asked for its part of the text.
    pub lexed: u64,
    /// Nodes looked at from their neighbours.
    pub looks: u64,
}

/// Extracts facts from one file after another, with one parser and its buffers.
pub struct Extractor {
    limits: Limits,
    parser: Parser,
    nodes: Vec<RawNode>,
    cost: Cost,
}

impl core::fmt::Debug for Extractor {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Extractor").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Extractor {
    /// Returns an extractor that keeps to `limits`.
    pub fn new(limits: Limits) -> Self {
        Self { limits, parser: Parser::new(), nodes: Vec::new(), cost: Cost::default() }
    }

    /// Returns what the last file cost.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Returns the facts of one file; see [`crate::extract`].
    pub fn extract(&mut self, path: &str, language: Language, text: &str) -> FileFacts<'static> {
        self.cost = Cost::default();
        let Some(grammar) = lang::grammar(language) else {
            return without_symbols(path, text, Outcome::NoGrammar);
        };
        if text.len() > self.limits.max_bytes.min(MOST_BYTES) {
            return without_symbols(path, text, Outcome::TooLarge);
        }
        let prepared = grammar.spec.prepare.and_then(|prepare| prepare(text)).filter(|other| other.len() == text.len());
        let Some(tree) = self.parse(grammar, prepared.as_deref().unwrap_or(text)) else {
            return without_symbols(path, text, Outcome::OutOfSteps);
        };
        if flatten(&tree, grammar, self.limits.max_depth, &mut self.nodes).is_err() {
            return without_symbols(path, text, Outcome::TooDeep);
        }
        let outcome = if tree.root_node().has_error() { Outcome::ParsedWithErrors } else { Outcome::Parsed };
        drop(tree);
        let tree = Tree::new(&self.nodes, text);
        let mut cx = Cx::new(path, &tree, grammar);
        cx.read_manifest();
        let walked = walk(&mut cx, self.limits.max_looks);
        self.cost.looks = tree.looks();
        if walked.is_err() {
            return without_symbols(path, text, Outcome::OutOfSteps);
        }
        cx.document_module();
        cx.finish(outcome)
    }

    fn parse(&mut self, grammar: &Grammar, text: &str) -> Option<tree_sitter::Tree> {
        self.parser.set_language(&grammar.language).ok()?;
        let (steps, lexed) = (Cell::new(0_u64), Cell::new(0_u64));
        let most = self.limits.max_steps;
        let most_lexed = LEXED_FREELY.saturating_add(self.limits.max_lexings.saturating_mul(text.len() as u64));
        let mut count = |_: &ParseState| {
            steps.set(steps.get() + 1);
            if steps.get() > most || lexed.get() > most_lexed {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut count);
        let bytes = text.as_bytes();
        let mut read = |at: usize, _| {
            let rest = bytes.get(at..).filter(|_| lexed.get() <= most_lexed).unwrap_or(&[]);
            let part = rest.get(..PART).unwrap_or(rest);
            lexed.set(lexed.get().saturating_add(part.len() as u64));
            part
        };
        let tree = self.parser.parse_with_options(&mut read, None, Some(options));
        // Beyond the limit the text seems to have ended, and a parse of its beginning is none of the file.
        let tree = tree.filter(|_| lexed.get() <= most_lexed);
        self.cost = Cost { steps: steps.get(), lexed: lexed.get(), looks: 0 };
        if tree.is_none() {
            self.parser.reset();
        }
        tree
    }
}

/// How many bytes the lexer may be handed in any file.
const LEXED_FREELY: u64 = 16 << 20;

/// How many bytes the lexer is handed at once.
const PART: usize = 1 << 10;

/// The tree's offsets are numbers of 32 bits.
const MOST_BYTES: usize = 1 << 31;

fn without_symbols(path: &str, text: &str, outcome: Outcome) -> FileFacts<'static> {
    let mut names = NamesBuilder::default();
    let manifest = crate::manifest::read(path, text, &mut names);
    FileFacts { outcome, manifest, names: names.finish(), ..FileFacts::default() }
}
