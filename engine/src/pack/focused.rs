//! Owns which symbols a pack is about: those around the ranked passages that the focus shows. It owns nothing that is done
//! with them.

use alloc::vec::Vec;

use super::draft::Draft;
use super::ranks::Ranks;
use super::source::Definition;
use crate::facts::SymbolKind;
use crate::id::SymbolId;

/// Files whose symbols are taken.
const FILES: usize = 15;
/// Symbols of one file, at most.
const PER_FILE: usize = 8;

/// Returns the symbols in focus, those of the best files and passages first, at most `most`.
pub(super) fn symbols(draft: &Draft<'_, '_>, ranks: &Ranks<'_>, most: usize) -> Vec<SymbolId> {
    let mut found = Vec::new();
    for ranked in ranks.files.iter().take(FILES) {
        let id = ranked.file.file;
        let Some(file) = draft.source.readable(id).filter(|_| draft.held.has(id)) else { continue };
        let definitions = draft.source.definitions(file);
        let mut own: Vec<&Definition> = Vec::new();
        for passage in Ranks::passages(draft.source, ranked) {
            let met = definitions.iter().filter(|own| {
                let name = crate::span::LineRange { start: own.name_line, end: own.name_line };
                takes_part(own)
                    && own.lines.start <= passage.end
                    && passage.start <= own.lines.end
                    && draft.held.meets(id, name)
            });
            let mut met: Vec<&Definition> = met.filter(|new| own.iter().all(|known| known.id != new.id)).collect();
            met.sort_by_key(|own| !ranks.asks_for(draft.source, own));
            own.extend(met);
            if own.len() >= PER_FILE {
                break;
            }
        }
        found.extend(own.into_iter().take(PER_FILE).map(|own| own.id));
        if found.len() >= most {
            break;
        }
    }
    found.truncate(most);
    found
}

/// Returns whether a symbol calls or is called, or is a type that tests use.
fn takes_part(own: &Definition) -> bool {
    own.kind.is_callable() || (own.kind.is_type() && own.kind != SymbolKind::TypeAlias)
}
