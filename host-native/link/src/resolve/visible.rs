//! Owns what a file sees through its includes, followed transitively; owns no name.

use std::rc::Rc;

use graphicle_engine::id::FileId;
use graphicle_engine::id::SymbolId;

use super::Resolver;

/// How many files one file's includes are followed to: more than any real file has.
const MAX_INCLUDED: usize = 20_000;

/// How many entries are remembered before all are forgotten, which bounds memory and changes no result.
const MAX_REMEMBERED: usize = 8_000_000;

impl Resolver<'_, '_> {
    /// Returns the files that `file` includes, directly or through others, itself among them, in order.
    pub(super) fn included(&mut self, file: FileId) -> Rc<[u32]> {
        if let Some(known) = self.included.get(&file) {
            return Rc::clone(known);
        }
        let mut all = vec![file.0];
        let mut seen = hashbrown::HashSet::new();
        seen.insert(file.0);
        let mut next = 0;
        while let Some(at) = all.get(next).copied()
            && all.len() < MAX_INCLUDED
        {
            next += 1;
            for to in self.index.imports.includes(FileId(at)) {
                if seen.insert(*to) {
                    all.push(*to);
                }
            }
        }
        all.sort_unstable();
        let all: Rc<[u32]> = all.into();
        if self.included_total > MAX_REMEMBERED {
            self.included.clear();
            self.included_total = 0;
        }
        self.included_total += all.len();
        self.included.insert(file, Rc::clone(&all));
        all
    }

    /// Returns whether includes lead from `file` to the file of `symbol`.
    pub(super) fn sees(&mut self, file: FileId, symbol: SymbolId) -> bool {
        let target = self.index.symbols.file(symbol);
        target == file || self.included(file).binary_search(&target.0).is_ok()
    }
}
