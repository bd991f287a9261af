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

/// A name in the table: part of its hash, so that most other names are told apart without reading their texts, and
/// growing the table reads none.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u32,
    name: u32,
}

/// The names of a project. Their texts are copied together, which a lookup finds faster than those all over the facts.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    heap: String,
    ends: Vec<u32>,
    table: HashTable<Entry>,
    hasher: DefaultHashBuilder,
}

impl Interner {
    /// Returns an empty table with room for so many names.
    pub(crate) fn with_capacity(names: usize) -> Self {
        Self {
            heap: String::with_capacity(names * 12),
            ends: Vec::with_capacity(names),
            table: HashTable::with_capacity(names),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// Returns the identifier of `text`, adding it when it is new.
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        let hash = self.hash(text);
        if let Some(entry) = self.entry(hash, text) {
            return NameId(entry.name);
        }
        let end = self.heap.len() + text.len();
        let (Ok(name), Ok(end)) = (u32::try_from(self.ends.len()), u32::try_from(end)) else { return NameId::NONE };
        if text.is_empty() {
            return NameId::NONE;
        }
        self.heap.push_str(text);
        self.ends.push(end);
        self.table.insert_unique(spread(hash), Entry { hash, name }, |entry| spread(entry.hash));
        NameId(name)
    }

    /// Returns the identifier of `text`, or [`NameId::NONE`].
    pub(crate) fn find(&self, text: &str) -> NameId {
        self.entry(self.hash(text), text).map_or(NameId::NONE, |entry| NameId(entry.name))
    }

    /// Returns the text of `name`, empty for [`NameId::NONE`].
    pub(crate) fn text(&self, name: NameId) -> &str {
        let end = |at: u32| self.ends.get(at as usize).map_or(0, |end| *end as usize);
        let start = name.0.checked_sub(1).map_or(0, end);
        self.heap.get(start..end(name.0)).unwrap_or("")
    }

    /// Returns how many names there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn hash(&self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text);
        u32::try_from(hash >> 32).unwrap_or(0)
    }

    fn entry(&self, hash: u32, text: &str) -> Option<&Entry> {
        self.table.find(spread(hash), |entry| entry.hash == hash && self.text(NameId(entry.name)) == text)
    }
}

/// Returns a hash of 64 bits from one of 32: the table takes the lowest and the highest.
fn spread(hash: u32) -> u64 {
    /// The golden ratio's fraction, as in Fibonacci hashing.
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    u64::from(hash).wrapping_mul(GOLDEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_identifiers() {
        let mut names = Interner::default();
        let ids: Vec<NameId> = (0..1000).map(|n| names.intern(&format!("name{n}"))).collect();
        for (n, id) in ids.iter().enumerate() {
            let text = format!("name{n}");
            assert_eq!((names.find(&text), names.intern(&text), names.text(*id)), (*id, *id, text.as_str()));
        }
        assert_eq!(names.len(), 1000);
        assert_eq!((names.find("other"), names.intern(""), names.text(NameId::NONE)), (NameId::NONE, NameId::NONE, ""));
    }
}
