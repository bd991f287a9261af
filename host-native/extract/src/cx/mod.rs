//! Owns the state of one file's extraction and what hooks can ask of it; owns no language and no order of visits.
//!
//! - `scope`: what is open around the place: the enclosing symbols and the local names.
//! - `define`: definitions, with their doc comments and containers.
//! - `chain`: what stands before a called or used name.
//! - `record`: calls, references and imports.
//! - `comments`: which comment documents what follows.
//! - `draft`: the facts as they grow, and putting them in their documented order.

mod chain;
mod comments;
mod define;
mod draft;
mod record;
mod scope;

pub(crate) use define::Def;
pub(crate) use draft::Draft;
pub(crate) use scope::Place;

use graphicle_engine::facts::{FileFacts, Manifest, Name, Outcome, Receiver};
use graphicle_engine::span::LineRange;
use hashbrown::{HashMap, HashSet};

use crate::spec::{Grammar, Spec};
use crate::tree::{Node, Tree};

/// A symbol by the order in which it was defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Sym(u32);

/// The state of one file's extraction.
#[derive(Debug)]
pub(crate) struct Cx<'t> {
    tree: &'t Tree<'t>,
    grammar: &'t Grammar,
    path: &'t str,
    draft: Draft,
    scopes: scope::Scopes<'t>,
    comments: comments::Comments,
    /// The names that imports bind, and whether each stands for a whole module.
    imported: HashMap<&'t str, bool>,
    /// The first definition of each path.
    own: HashMap<(Option<Name>, Name), Sym>,
    claimed: Vec<u64>,
    /// The type that a group of definitions hands on from one to the next (Go's `iota` groups).
    pub(crate) carried_type: Option<Name>,
    /// The node before which names stand for types, in a language that writes types as expressions.
    pub(crate) types_until: u32,
    /// Names that the file hands out by a list apart from their definitions.
    pub(crate) handed_out: HashSet<&'t str>,
    /// Functions that the file gives members, as old JavaScript writes classes.
    pub(crate) prototypes: HashSet<&'t str>,
    /// What is known of the values of names that are no locals.
    known: HashMap<&'t str, Receiver>,
}

impl<'t> Cx<'t> {
    pub(crate) fn new(path: &'t str, tree: &'t Tree<'t>, grammar: &'t Grammar) -> Self {
        Self {
            tree,
            grammar,
            path,
            draft: Draft::default(),
            scopes: scope::Scopes::new(tree.len()),
            comments: comments::Comments::default(),
            imported: HashMap::new(),
            own: HashMap::new(),
            claimed: vec![0; (tree.len() as usize).div_ceil(64)],
            carried_type: None,
            types_until: 0,
            handed_out: HashSet::new(),
            prototypes: HashSet::new(),
            known: HashMap::new(),
        }
    }

    pub(crate) fn tree(&self) -> &'t Tree<'t> {
        self.tree
    }

    pub(crate) fn grammar(&self) -> &'t Grammar {
        self.grammar
    }

    pub(crate) fn spec(&self) -> &'static Spec {
        self.grammar.spec
    }

    /// Returns the file's path, with `/` between its parts.
    pub(crate) fn path(&self) -> &'t str {
        self.path
    }

    /// Returns the name of the file without its folder.
    pub(crate) fn file_name(&self) -> &'t str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// Returns the index of `text` in the file's table of names.
    pub(crate) fn name(&mut self, text: &str) -> Name {
        self.draft.names.intern(text)
    }

    pub(crate) fn name_text(&self, name: Name) -> &str {
        self.draft.names.text(name)
    }

    /// Marks a node as accounted for: a use of it is not recorded when the walk comes by.
    pub(crate) fn claim(&mut self, node: Node<'t>) {
        if let Some(word) = self.claimed.get_mut(node.at() as usize / 64) {
            *word |= 1 << (node.at() % 64);
        }
    }

    /// Marks a node and all below it as accounted for.
    pub(crate) fn claim_all(&mut self, node: Node<'t>) {
        for at in node.at()..node.next() {
            if let Some(node) = self.tree.node(at) {
                self.claim(node);
            }
        }
    }

    pub(crate) fn is_claimed(&self, node: Node<'t>) -> bool {
        self.claimed.get(node.at() as usize / 64).is_some_and(|word| word & (1 << (node.at() % 64)) != 0)
    }

    /// Says what is known of the value of a name that is no local: a variable of the file whose type only a call tells.
    pub(crate) fn know(&mut self, name: &'t str, value: Receiver) {
        self.known.insert(name, value);
    }

    /// Returns whether the language itself brings the name, and neither an import nor [`Self::shadow_builtin`] another.
    pub(crate) fn is_builtin(&self, text: &str) -> bool {
        self.spec().builtins.binary_search(&text).is_ok() && !self.imported.contains_key(text)
    }

    /// Makes a name that the language brings mean what the file defines under it.
    pub(crate) fn shadow_builtin(&mut self, name: &'t str) {
        self.imported.entry(name).or_insert(false);
    }

    /// Sets the package, namespace or module that the file declares itself.
    pub(crate) fn set_package(&mut self, name: &str) {
        self.draft.package = Some(self.draft.names.intern(name));
    }

    pub(crate) fn package(&self) -> &str {
        self.draft.package.map_or("", |name| self.draft.names.text(name))
    }

    /// Sets the lines that document the whole file.
    pub(crate) fn set_module_doc(&mut self, lines: LineRange) {
        self.draft.module_doc = Some(lines);
    }

    /// Looks for a comment that documents the file, where the language allows one and nothing else told it.
    pub(crate) fn document_module(&mut self) {
        if self.spec().first_comment_is_module_doc && self.draft.module_doc.is_none() {
            self.draft.module_doc = self.first_comment();
        }
    }

    /// Adds what the file says as a build file.
    pub(crate) fn read_manifest(&mut self) {
        self.draft.manifest = crate::manifest::read(self.path, self.tree.text(), &mut self.draft.names);
    }

    /// Sets what the file says as a build file, where only its syntax tells.
    pub(crate) fn set_manifest(&mut self, manifest: Manifest) {
        self.draft.manifest = Some(manifest);
    }

    /// Returns the facts.
    pub(crate) fn finish(self, outcome: Outcome) -> FileFacts<'static> {
        self.draft.finish(outcome)
    }
}
