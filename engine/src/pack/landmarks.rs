//! Owns what a reader should know of a folder: its most used symbols and where its programs start. It owns no choice of
//! folders.

use alloc::string::String;
use alloc::vec::Vec;

use super::connections::Connections;
use super::source::Source;
use super::write::one_line;
use crate::facts::SymbolFlags;
use crate::id::SymbolId;
use crate::role::Roles;
use crate::visible::visible;

/// The longest name that is printed, bytes.
const LONGEST_NAME: usize = 60;
/// Kinds of files whose symbols are no landmarks.
const LEFT_OUT: Roles = Roles::TEST
    .with(Roles::EXAMPLE)
    .with(Roles::GENERATED)
    .with(Roles::MINIFIED)
    .with(Roles::VENDORED)
    .with(Roles::DATA);

/// A folder's landmarks.
#[derive(Debug, Clone, Default)]
pub(super) struct Landmarks {
    /// The most used symbols, the most used first: what uses each, and which it is.
    symbols: Vec<(u32, SymbolId)>,
    /// Where programs start, by path.
    pub(super) entry_points: Vec<String>,
}

/// How many landmarks of each kind are kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    pub(super) symbols: usize,
    pub(super) entry_points: usize,
}

/// Returns the landmarks of groups of folders; `group` says to which a folder belongs, by its number.
pub(super) fn of_groups(
    source: &Source<'_>,
    connections: &Connections,
    group: &[Option<usize>],
    n_groups: usize,
    most: Most,
) -> Vec<Landmarks> {
    let mut found: Vec<Landmarks> = alloc::vec![Landmarks::default(); n_groups];
    for file in source.files().filter(|file| !file.roles.has_any(LEFT_OUT)) {
        let at = group.get(file.folder.index()).copied().flatten();
        let Some(own) = at.and_then(|at| found.get_mut(at)) else { continue };
        for id in (file.symbols.0.0..file.symbols.1.0).map(SymbolId) {
            let used = connections.of_symbol(id);
            let least = own.symbols.last().map_or(0, |&(used, _)| used);
            let wants_symbol = used > 0 && (own.symbols.len() < most.symbols || used > least);
            let wants_entry = own.entry_points.len() < most.entry_points;
            let Some(symbol) = (wants_symbol || wants_entry).then(|| source.snapshot.symbol(id)).flatten() else {
                continue;
            };
            if wants_symbol && (symbol.kind.is_callable() || symbol.kind.is_type()) {
                own.symbols.push((used, id));
                own.symbols.sort_by_key(|&(used, id)| (core::cmp::Reverse(used), id));
                own.symbols.truncate(most.symbols);
            }
            if wants_entry && symbol.flags.has(SymbolFlags::ENTRY_POINT) {
                let name = source.snapshot.symbol_name(&symbol).unwrap_or_default();
                own.entry_points.push(alloc::format!(
                    "{} ({}:{})",
                    one_line(&name, LONGEST_NAME),
                    visible(file.path),
                    symbol.lines.start
                ));
            }
        }
    }
    found
}

impl Landmarks {
    /// Returns the names of the most used symbols, the most used first.
    pub(super) fn names(&self, source: &Source<'_>) -> Vec<String> {
        let symbols = self.symbols.iter().filter_map(|&(_, id)| source.snapshot.symbol(id));
        let mut names: Vec<String> = Vec::new();
        for name in symbols.map(|symbol| one_line(&source.full_name(&symbol), LONGEST_NAME)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
