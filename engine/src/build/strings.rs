//! Owns collecting the strings that rows point to: each once, numbered in byte order.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::snapshot::rows::NONE;
use crate::wire::DictionaryBuilder;

/// A string while its final number is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Provisional(u32);

impl Provisional {
    /// Stands for no string.
    pub(crate) const NONE: Self = Self(NONE);
}

/// Strings in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Strings<'a> {
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Strings<'a> {
    pub(crate) fn add(&mut self, text: &'a str) -> Provisional {
        let next = u32::try_from(self.numbers.len()).unwrap_or(NONE);
        Provisional(*self.numbers.entry(text).or_insert(next))
    }

    pub(crate) fn add_some(&mut self, text: Option<&'a str>) -> Provisional {
        text.map_or(Provisional::NONE, |text| self.add(text))
    }

    /// Returns the dictionary's bytes and the strings' final numbers.
    pub(crate) fn finish(self) -> (Vec<u8>, FinalNumbers) {
        let mut sorted: Vec<(&str, u32)> = self.numbers.into_iter().collect();
        sorted.sort_unstable();
        let mut finals = vec![NONE; sorted.len()];
        let mut builder = DictionaryBuilder::default();
        for (text, provisional) in sorted {
            let number = builder.push(text.as_bytes());
            if let Some(slot) = finals.get_mut(provisional as usize) {
                *slot = number;
            }
        }
        (builder.finish(), FinalNumbers(finals))
    }
}

/// The final number of each string.
#[derive(Debug)]
pub(crate) struct FinalNumbers(Vec<u32>);

impl FinalNumbers {
    /// Returns a string's final number; [`NONE`] for no string.
    pub(crate) fn of(&self, provisional: Provisional) -> u32 {
        self.0.get(provisional.0 as usize).copied().unwrap_or(NONE)
    }
}
