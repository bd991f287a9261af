//! Owns telling two snapshots, or two engines, apart by what a reader can see: one digest for each kind of content, and
//! whole rankings as text, made through the readers alone. It serves tests, and the comparison of engines on two platforms; no pack needs it.

use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

use sha2::{Digest, Sha256};

use crate::links::ImportTarget;
use crate::question::Question;
use crate::ranking::{Weights, explain, rank};
use crate::snapshot::{KeyLists, Snapshot, SnapshotError};
use crate::wire::Cursor;

/// SHA-256 digests of everything that a reader of a snapshot can see, in hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digests {
    /// The totals.
    pub totals: String,
    /// The file and folder tables.
    pub files: String,
    /// Every file's text.
    pub text: String,
    /// Every passage.
    pub passages: String,
    /// Every term's postings, every name's files, every path term's files.
    pub postings: String,
    /// Every symbol with its details, and the look-up of each name.
    pub symbols: String,
    /// Every edge, in both directions.
    pub edges: String,
}

impl fmt::Display for Digests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, digest) in [
            ("totals", &self.totals),
            ("files", &self.files),
            ("text", &self.text),
            ("passages", &self.passages),
            ("postings", &self.postings),
            ("symbols", &self.symbols),
            ("edges", &self.edges),
        ] {
            writeln!(f, "{name} {digest}")?;
        }
        Ok(())
    }
}

/// Reads everything in a snapshot. Damage that reading meets is an error, or shows in a digest where a reader would
/// see less.
pub fn digests(snapshot: &Snapshot<'_>) -> Result<Digests, SnapshotError> {
    Ok(Digests {
        totals: Sink::of(|sink| sink.put(snapshot.meta())),
        files: Sink::of(|sink| files(snapshot, sink)),
        text: texts(snapshot)?,
        passages: Sink::of(|sink| {
            for file in snapshot.files() {
                sink.put(&(file.id, (file.passages.0.0..file.passages.1.0).len()));
                for id in file.passages.0.0..file.passages.1.0 {
                    sink.put(&snapshot.passage(crate::id::PassageId(id)));
                }
            }
        }),
        postings: Sink::of(|sink| {
            terms(snapshot, sink);
            counts(snapshot.names(), sink);
            counts(snapshot.path_terms(), sink);
        }),
        symbols: Sink::of(|sink| symbols(snapshot, sink)),
        edges: Sink::of(|sink| edges(snapshot, sink)),
    })
}

/// Hashes values by their debug form, which shows every field.
struct Sink(Sha256);

impl Sink {
    fn of(fill: impl FnOnce(&mut Self)) -> String {
        let mut sink = Self(Sha256::new());
        fill(&mut sink);
        sink.hex()
    }

    fn put(&mut self, value: &impl fmt::Debug) {
        // Writing into a hash cannot fail.
        let _ = writeln!(self, "{value:?}");
    }

    fn hex(self) -> String {
        self.0.finalize().iter().fold(String::new(), |mut hex, byte| {
            // Writing into a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

fn files(snapshot: &Snapshot<'_>, sink: &mut Sink) {
    for file in snapshot.files() {
        sink.put(&(file.path, file.folder, file.language, file.roles, file.outcome, file.lines, file.text_len));
        sink.put(&(file.hash, snapshot.package(&file), snapshot.stated_purpose(&file)));
        sink.put(&snapshot.find_file(file.path));
    }
    for folder in snapshot.folders() {
        sink.put(&(folder.path, folder.parent, folder.purpose_file, snapshot.find_folder(folder.path)));
        snapshot.files_in(&folder).for_each(|file| sink.put(&file));
    }
}

fn texts(snapshot: &Snapshot<'_>) -> Result<String, SnapshotError> {
    let mut hash = Sha256::new();
    for file in snapshot.files() {
        let text = snapshot.text(&file)?;
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    Ok(Sink(hash).hex())
}

fn terms(snapshot: &Snapshot<'_>, sink: &mut Sink) {
    let Some(terms) = snapshot.terms() else { return };
    let mut walk = terms.keys.walk();
    while let Some((id, key)) = walk.advance() {
        sink.0.update(key);
        let Some(postings) = snapshot.postings_of(id) else { continue };
        sink.put(&(postings.files, postings.passages));
        for file in postings {
            sink.put(&file.file);
            for posting in file {
                sink.put(&posting);
            }
        }
    }
}

fn counts(lists: Option<KeyLists<'_>>, sink: &mut Sink) {
    let Some(lists) = lists else { return };
    let mut walk = lists.keys.walk();
    while let Some((id, key)) = walk.advance() {
        sink.0.update(key);
        let Some((files, total, mut cursor)) = lists.lists.get(id) else { continue };
        sink.put(&(files, total));
        while let Some(entry) = entry(&mut cursor) {
            sink.put(&entry);
        }
    }
}

fn entry(cursor: &mut Cursor<'_>) -> Option<(u32, u32)> {
    Some((cursor.varint()?, cursor.varint()?))
}

fn symbols(snapshot: &Snapshot<'_>, sink: &mut Sink) {
    let mut last_name = None;
    for file in snapshot.files() {
        let details = snapshot.symbol_details(&file);
        for (id, details) in (file.symbols.0.0..file.symbols.1.0).zip(details) {
            let Some(symbol) = snapshot.symbol(crate::id::SymbolId(id)) else { continue };
            let name = snapshot.symbol_name(&symbol);
            sink.put(&(id, symbol.kind, symbol.flags, symbol.lines, &name, snapshot.symbol_container(&symbol)));
            sink.put(&details);
            if name != last_name {
                if let Some(name) = &name {
                    sink.put(&snapshot.symbols_named(name).len());
                }
                last_name = name;
            }
        }
    }
}

fn edges(snapshot: &Snapshot<'_>, sink: &mut Sink) {
    for file in snapshot.files() {
        sink.put(&file.id);
        put_all(&snapshot.calls_from(&file), sink);
        put_all(&snapshot.calls_to(&file), sink);
        put_all(&snapshot.ambiguous_from(&file), sink);
        put_all(&snapshot.references_from(&file), sink);
        put_all(&snapshot.references_to(&file), sink);
        put_all(&snapshot.imports_from(&file), sink);
        put_all(&snapshot.imports_to(ImportTarget::File(file.id)), sink);
    }
    for folder in snapshot.folders() {
        put_all(&snapshot.imports_to(ImportTarget::Folder(folder.id)), sink);
    }
}

fn put_all<T: fmt::Debug>(items: &[T], sink: &mut Sink) {
    for item in items {
        sink.put(item);
    }
}

/// Returns a whole ranking as text: a line with its confidence, then for each file the score's bits in hexadecimal, the
/// path, its best passages' lines and why it stands there, with tabs between. Surfaces are compared by it.
pub fn ranking_text(snapshot: &Snapshot<'_>, question: &str) -> String {
    let question = Question::read(question);
    let ranking = rank(snapshot, &question, &Weights::default());
    let reasons = explain(snapshot, &question, &ranking.files);
    let mut text = format!("{}\n", ranking.confidence.label());
    for (ranked, reasons) in ranking.files.iter().zip(reasons) {
        let path = snapshot.file(ranked.file).map_or("", |file| file.path);
        let _ = write!(text, "{:08x}\t{path}\t", ranked.score.to_bits());
        for (passage, _) in &ranked.passages {
            if let Some(passage) = snapshot.passage(*passage) {
                let _ = write!(text, "{}-{} ", passage.lines.start, passage.lines.end);
            }
        }
        let _ = writeln!(text, "\t{}", reasons.text());
    }
    text
}
