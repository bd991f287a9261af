//! Owns telling which lists of a base snapshot can have changed, so that merging copies all others as they lie. It owns
//! no merging.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;

use crate::id::{FileId, SymbolId};
use crate::snapshot::Snapshot;
use crate::terms::{Token, is_name, terms_of, tokens};
use crate::wire::MAX_STRING;

/// Above so many bytes of dropped text, copying every list is cheaper than finding the ones that changed: reading
/// words costs about ten times as much as moving postings.
const MAX_BYTES: u64 = 4 << 20;

/// The keys whose lists may name a file of the base that is dropped. It may hold keys that no such list has.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    /// Terms of texts.
    pub(crate) terms: BTreeSet<String>,
    /// Whole names.
    pub(crate) names: BTreeSet<String>,
}

/// Returns the keys of the files that `renamed` drops; `None` when a kept file's identifier moved, which changes every
/// list behind it, when too much is dropped, or when a dropped file cannot be read.
pub(crate) fn touched(base: &Snapshot<'_>, renamed: &[Option<FileId>]) -> Option<Touched> {
    let mut touched = Touched::default();
    let mut buffer = String::new();
    let mut bytes = 0_u64;
    for (id, renamed) in (0..).map(FileId).zip(renamed) {
        match renamed {
            Some(kept) if *kept == id => continue,
            Some(_) => return None,
            None => {}
        }
        let file = base.file(id)?;
        bytes += u64::from(file.text_len);
        if bytes > MAX_BYTES {
            return None;
        }
        touched.add(&base.text(&file).ok()?, &mut buffer);
        for symbol in file.symbols.0.0..file.symbols.1.0 {
            let symbol = base.symbol(SymbolId(symbol))?;
            // A definition's names count for the passage that defines them, also where the text spells them otherwise.
            for name in [base.symbol_name(&symbol), base.symbol_container(&symbol)].into_iter().flatten() {
                if name.len() >= MAX_STRING {
                    return None;
                }
                touched.add(&name, &mut buffer);
            }
        }
    }
    Some(touched)
}

impl Touched {
    fn add(&mut self, text: &str, buffer: &mut String) {
        for token in tokens(text) {
            terms_of(&token, buffer, |term| {
                if !self.terms.contains(term) {
                    self.terms.insert(term.to_owned());
                }
            });
            if let Token::Word(word) = token
                && is_name(word)
                && !self.names.contains(word)
            {
                self.names.insert(word.to_owned());
            }
        }
    }
}
