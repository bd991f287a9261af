//! Owns a file's table of names; owns no meaning of them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

/// An index into a file's [`Names`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Name(pub u32);

/// The distinct names of one file: one string and where each name ends in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Names<'a> {
    #[serde(borrow)]
    heap: Cow<'a, str>,
    ends: Vec<u32>,
}

impl Names<'_> {
    /// Returns the text of `name`; an index from elsewhere gives the empty text.
    pub fn get(&self, name: Name) -> &str {
        text_at(&self.heap, &self.ends, name)
    }

    /// Returns how many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the names in order of their index.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|i| self.get(Name(u32::try_from(i).unwrap_or(u32::MAX))))
    }
}

fn text_at<'a>(heap: &'a str, ends: &[u32], name: Name) -> &'a str {
    let i = name.0 as usize;
    let start = match i.checked_sub(1) {
        None => 0,
        Some(before) => ends.get(before).copied().unwrap_or(0) as usize,
    };
    let end = ends.get(i).copied().unwrap_or(0) as usize;
    heap.get(start..end).unwrap_or("")
}

/// Collects names, giving equal texts one index.
#[derive(Debug, Default)]
pub struct NamesBuilder {
    heap: String,
    ends: Vec<u32>,
    known: HashMap<String, Name>,
}

impl NamesBuilder {
    /// Returns the index of `text`, adding it when it is new.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.known.get(text) {
            return name;
        }
        let name = Name(u32::try_from(self.ends.len()).unwrap_or(u32::MAX));
        self.heap.push_str(text);
        self.ends.push(u32::try_from(self.heap.len()).unwrap_or(u32::MAX));
        self.known.insert(String::from(text), name);
        name
    }

    /// Returns the text of `name`; an index from elsewhere gives the empty text.
    pub fn text(&self, name: Name) -> &str {
        text_at(&self.heap, &self.ends, name)
    }

    /// Returns the table.
    pub fn finish(self) -> Names<'static> {
        Names { heap: Cow::Owned(self.heap), ends: self.ends }
    }
}
