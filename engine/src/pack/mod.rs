//! Owns the pack: one block of text for a question that fits a token budget. It owns neither the ranking nor the counting
//! of tokens, which it is given.
//!
//! [`pack`] reads top to bottom:
//!
//! 1. `filter` and `source`: the files that the request lets in, their texts and symbols.
//! 2. `ranks`: the ranked files among them. `connections`, `tree`: how files are used, and folders in totals; only where
//!    a section asks for them.
//! 3. `sizing`: how large the pack and its repository part may be.
//! 4. `standard` or `cache`: the layout fills the sections, each within its share: `architecture`, `map`, `pinned`,
//!    `focus` (with `excerpt` and `outline`), `call_paths`, `tests`, `docs`, `breadth`.
//! 5. `assemble`: sections in order with `header` and `manifest`, counted as a whole; what is over the budget is dropped.
//!
//! `draft` is the pack while it is filled, `held` the lines in it; `write` writes a chunk, `json` the JSON form,
//! `request` reads what is asked from JSON.

mod architecture;
mod assemble;
mod breadth;
mod cache;
mod call_paths;
mod connections;
mod content;
mod docs;
mod draft;
mod error;
mod excerpt;
mod filter;
mod focus;
mod focused;
mod graph;
mod header;
mod held;
mod json;
mod landmarks;
mod manifest;
mod map;
mod options;
mod outline;
mod pin;
mod pinned;
mod proportions;
mod ranks;
mod request;
mod section;
mod sizing;
mod source;
mod standard;
mod tests;
mod tree;
mod write;

pub use connections::by_connections;
pub use content::{Chunk, Included, Omitted, Pack, Part, Section, Shown};
pub use error::{OptionError, PackError};
pub use filter::{Filter, check_pattern};
pub use json::{FORMAT, json};
pub use options::{Budget, Calibration, Format, Layout, LineNumbers, Order, PackOptions, PrefixShare};
pub use pin::Pin;
pub use proportions::Proportions;
pub use request::{Counting, OwnRank, PackRequest, RequestError};
pub use section::{SectionKind, SectionSet};

use alloc::string::String;
use core::cell::OnceCell;
use core::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use assemble::Assembled;
use connections::Connections;
use draft::Draft;
use ranks::Ranks;
use sizing::Sizes;
use source::Source;
use tree::Tree;

use crate::question::Question;
use crate::ranking::Ranking;
use crate::snapshot::Snapshot;
use crate::tokens::{TokenCounter, Tokens};

/// What a pack is made of, beside what is asked of it.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'i> {
    /// The project's files and its code graph.
    pub snapshot: &'i Snapshot<'i>,
    /// The project's name.
    pub project: &'i str,
    /// The commit that the snapshot is of, where there is one.
    pub commit: Option<&'i str>,
    /// The question; an overview of the repository is made where there is none.
    pub asked: Option<Asked<'i>>,
}

/// A question and the ranking for it, which may be the caller's own.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'i> {
    /// The question as it was asked.
    pub text: &'i str,
    /// The question as it was read.
    pub question: &'i Question,
    /// The files, best first; those with a score of 0 are not counted as ranked.
    pub ranking: &'i Ranking,
}

/// Makes a pack.
pub fn pack(inputs: &Inputs<'_>, options: &PackOptions, counter: &dyn TokenCounter) -> Result<Pack, PackError> {
    pack_with(inputs, options, counter, &Proportions::default())
}

/// Makes a pack with other constants, for measuring.
pub fn pack_with(
    inputs: &Inputs<'_>,
    options: &PackOptions,
    counter: &dyn TokenCounter,
    own: &Proportions,
) -> Result<Pack, PackError> {
    let filter = Filter::new(&options.include, &options.exclude)?;
    let source = Source::new(inputs.snapshot, &filter);
    if source.files().next().is_none() && inputs.snapshot.meta().files > 0 {
        return Err(PackError::NothingLetIn);
    }
    let ranks = inputs.asked.as_ref().map(|asked| Ranks::new(&source, asked));
    let sizes = Sizes::of(options, counter);
    let material = Material {
        inputs,
        options,
        counter,
        source,
        ranks,
        sizes,
        connections: OnceCell::new(),
        tree: OnceCell::new(),
    };
    let made = match cache::share_of(options.layout) {
        None => standard::make(&material, own)?,
        Some(share) => cache::make(&material, own, share)?,
    };
    Ok(made.into_pack(&material))
}

/// Everything that the layouts fill a pack from.
struct Material<'m, 'a> {
    inputs: &'m Inputs<'m>,
    options: &'m PackOptions,
    counter: &'m dyn TokenCounter,
    source: Source<'a>,
    ranks: Option<Ranks<'m>>,
    sizes: Sizes,
    connections: OnceCell<Connections>,
    tree: OnceCell<Tree<'a>>,
}

impl<'a> Material<'_, 'a> {
    fn connections(&self) -> &Connections {
        self.connections.get_or_init(|| Connections::of(&self.source))
    }

    fn tree(&self) -> &Tree<'a> {
        self.tree.get_or_init(|| Tree::of(&self.source, self.connections(), self.counter))
    }
}

/// A pack's text and sections, and what it says of files.
struct Made {
    assembled: Assembled,
    included: alloc::vec::Vec<Included>,
    omitted: alloc::vec::Vec<Omitted>,
    /// Bytes of the text that are the same for every question.
    prefix: usize,
    prefix_tokens: Tokens,
}

impl Made {
    fn new(
        material: &Material<'_, '_>,
        draft: &Draft<'_, '_>,
        assembled: Assembled,
        prefix: usize,
        prefix_tokens: Tokens,
    ) -> Self {
        let ranks = material.ranks.as_ref();
        let (included, omitted) = (manifest::included(draft, ranks), manifest::omitted(draft, ranks));
        Self { assembled, included, omitted, prefix, prefix_tokens }
    }

    fn into_pack(self, material: &Material<'_, '_>) -> Pack {
        let Inputs { project, commit, asked, .. } = material.inputs;
        let Assembled { sections, text, tokens } = self.assembled;
        Pack {
            project: (*project).into(),
            commit: commit.map(Into::into),
            question: asked.map(|asked| asked.text.into()),
            confidence: asked.map(|asked| asked.ranking.confidence),
            budget: material.sizes.budget,
            tokens,
            tokenizer: material.counter.label(),
            order: material.options.order,
            layout: material.options.layout,
            prefix_tokens: self.prefix_tokens,
            prefix_sha256: hex(text.get(..self.prefix).unwrap_or_default()),
            sections,
            included: self.included,
            omitted: self.omitted,
            text,
        }
    }
}

/// Returns a text's SHA-256 in hex.
fn hex(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut out, byte| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
