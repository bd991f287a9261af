//! Owns the order of links: collecting one file's after the other, dropping repeats, putting ranges together; owns no
//! rule of how links are found.

use graphicle_engine::links::{AmbiguousCall, CallEdge, Endpoint, ImportEdge, Links, ReferenceEdge};

/// Collects the links of a range of files, in order of the files.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// The current file's.
    file: Links,
    /// Those that start in symbols, of the files before.
    from_symbols: Links,
    /// Those that start at files' top levels, which stand behind all symbols.
    from_files: Links,
}

impl Collector {
    pub(crate) fn import(&mut self, edge: ImportEdge) {
        self.file.imports.push(edge);
    }

    pub(crate) fn call(&mut self, edge: CallEdge) {
        self.file.calls.push(edge);
    }

    pub(crate) fn ambiguous(&mut self, call: AmbiguousCall) {
        self.file.ambiguous.push(call);
    }

    pub(crate) fn reference(&mut self, edge: ReferenceEdge) {
        self.file.references.push(edge);
    }

    /// Ends the current file: its links are put in order behind those of the files before.
    pub(crate) fn end_file(&mut self) {
        order(&mut self.file);
        self.from_symbols.imports.append(&mut self.file.imports);
        divide(&mut self.file.calls, &mut self.from_symbols.calls, &mut self.from_files.calls, |edge| edge.from);
        divide(&mut self.file.ambiguous, &mut self.from_symbols.ambiguous, &mut self.from_files.ambiguous, |call| {
            call.from
        });
        divide(&mut self.file.references, &mut self.from_symbols.references, &mut self.from_files.references, |edge| {
            edge.from
        });
    }

    /// Returns all links in their documented order.
    pub(crate) fn finish(self) -> Links {
        let Self { mut from_symbols, mut from_files, .. } = self;
        from_symbols.calls.append(&mut from_files.calls);
        from_symbols.ambiguous.append(&mut from_files.ambiguous);
        from_symbols.references.append(&mut from_files.references);
        from_symbols
    }
}

fn divide<T>(all: &mut Vec<T>, symbols: &mut Vec<T>, files: &mut Vec<T>, from: impl Fn(&T) -> Endpoint) {
    let start = all.partition_point(|edge| matches!(from(edge), Endpoint::Symbol(_)));
    symbols.extend(all.drain(..start));
    files.append(all);
}

/// Puts links in their documented order and drops repeats, keeping the smallest line.
fn order(links: &mut Links) {
    links.imports.sort_unstable();
    links.imports.dedup_by_key(|edge| (edge.from, edge.to));
    links.calls.sort_unstable();
    links.calls.dedup_by_key(|edge| (edge.from, edge.to));
    links.ambiguous.sort_unstable_by(|a, b| (a.from, &a.candidates, a.line).cmp(&(b.from, &b.candidates, b.line)));
    links.ambiguous.dedup_by(|b, a| a.from == b.from && a.candidates == b.candidates);
    links.ambiguous.sort_unstable();
    links.references.sort_unstable_by_key(|edge| (edge.from, edge.to, edge.kind, edge.line));
    links.references.dedup_by_key(|edge| (edge.from, edge.to, edge.kind));
    links.references.sort_unstable();
}

/// Returns the links of several ranges as one, in the documented order: the same however the files were cut, as long
/// as every file was in one range.
pub fn merge(parts: Vec<Links>) -> Links {
    let mut all = Links::default();
    for mut part in parts {
        all.imports.append(&mut part.imports);
        all.calls.append(&mut part.calls);
        all.ambiguous.append(&mut part.ambiguous);
        all.references.append(&mut part.references);
    }
    // Each part is in order already, which a stable sort finds and makes use of.
    all.imports.sort();
    all.imports.dedup_by_key(|edge| (edge.from, edge.to));
    all.calls.sort();
    all.calls.dedup_by_key(|edge| (edge.from, edge.to));
    all.ambiguous.sort();
    all.ambiguous.dedup();
    all.references.sort();
    all.references.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphicle_engine::facts::RefKind;
    use graphicle_engine::id::{FileId, SymbolId};
    use graphicle_engine::links::Evidence;

    #[test]
    fn repeats_keep_the_smallest_line_and_top_levels_stand_last() {
        let mut out = Collector::default();
        let (top, one) = (Endpoint::File(FileId(0)), Endpoint::Symbol(SymbolId(3)));
        for (from, line) in [(top, 1), (one, 9), (one, 7)] {
            out.call(CallEdge { from, to: SymbolId(1), line, evidence: Evidence::SameFile });
            out.ambiguous(AmbiguousCall { from, line, candidates: vec![SymbolId(1), SymbolId(2)] });
            out.reference(ReferenceEdge { from, to: SymbolId(1), line, kind: RefKind::Type });
            out.reference(ReferenceEdge { from, to: SymbolId(1), line: line + 1, kind: RefKind::Value });
        }
        out.end_file();
        let links = out.finish();
        assert_eq!(links.calls.iter().map(|edge| (edge.from, edge.line)).collect::<Vec<_>>(), [(one, 7), (top, 1)]);
        assert_eq!(links.ambiguous.iter().map(|call| (call.from, call.line)).collect::<Vec<_>>(), [(one, 7), (top, 1)]);
        let kinds: Vec<_> = links.references.iter().map(|edge| (edge.from, edge.line, edge.kind)).collect();
        let expected =
            [(one, 7, RefKind::Type), (one, 8, RefKind::Value), (top, 1, RefKind::Type), (top, 2, RefKind::Value)];
        assert_eq!(kinds, expected);
    }
}
