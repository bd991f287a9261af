//! Owns the table of names that any file defines, imports or is called by; owns no meaning of them.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// A name of the project. Equal texts have equal identifiers; the numbers mean nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(pub(crate) u32);

impl NameId {
    /// A text that no file defines or imports: nothing can be found by it.
    pub(crate) const NONE: Self = Self(u32::MAX);
}

/// The names of a project.
#[derive(Debug, Default)]
pub(crate) struct Interner<'a> {
    texts: Vec<&'a str>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<'a> Interner<'a> {
    /// Returns the identifier of `text`, adding it when it is new.
    pub(crate) fn intern(&mut self, text: &'a str) -> NameId {
        if text.is_empty() {
            return NameId::NONE;
        }
        let Self { texts, table, hasher } = self;
        let same = |at: &u32| texts.get(*at as usize).is_some_and(|known| *known == text);
        let rehash = |at: &u32| texts.get(*at as usize).map_or(0, |known| hasher.hash_one(*known));
        let at = *table
            .entry(hasher.hash_one(text), same, rehash)
            .or_insert_with(|| u32::try_from(texts.len()).unwrap_or(u32::MAX))
            .get();
        if at as usize == texts.len() {
            texts.push(text);
        }
        NameId(at)
    }

    /// Returns the identifier of `text`, or [`NameId::NONE`].
    pub(crate) fn find(&self, text: &str) -> NameId {
        let same = |at: &u32| self.texts.get(*at as usize).is_some_and(|known| *known == text);
        self.table.find(self.hasher.hash_one(text), same).map_or(NameId::NONE, |at| NameId(*at))
    }

    /// Returns the text of `name`, empty for [`NameId::NONE`].
    pub(crate) fn text(&self, name: NameId) -> &'a str {
        self.texts.get(name.0 as usize).copied().unwrap_or("")
    }

    /// Returns how many names there are.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }
}
