//! Owns putting all sections behind a header; owns the inside of the file, folder and totals sections, which join what
//! contents and facts say, and of no other.

use alloc::vec;
use alloc::vec::Vec;

use super::content::Content;
use super::edges::Edges;
use super::input::{BuildError, FileInput};
use super::purpose;
use super::symbols::{SymbolStarts, Symbols};
use crate::folders::{Folders, folder_of};
use crate::language::Language;
use crate::snapshot::rows::{BlockRow, FileRow, FolderRow, NONE, PassageRow};
use crate::snapshot::{Checksum, LanguageTotals, Meta, SnapshotId, aligned, header};
use crate::wire::put_u32;

/// A finished snapshot: its bytes in parts, to be written one after another.
#[derive(Debug)]
pub struct Assembled<'a> {
    id: SnapshotId,
    len: u64,
    header: Vec<u8>,
    sections: Vec<Part<'a>>,
}

/// A section's bytes.
#[derive(Debug)]
enum Part<'a> {
    Owned(Vec<u8>),
    Borrowed(Vec<&'a [u8]>),
}

impl Part<'_> {
    fn len_and_checksum(&self) -> (u64, u64) {
        let mut checksum = Checksum::default();
        let mut len = 0;
        self.for_each(|bytes| {
            checksum.add(bytes);
            len += bytes.len() as u64;
        });
        (len, checksum.finish())
    }

    fn for_each(&self, mut emit: impl FnMut(&[u8])) {
        match self {
            Self::Owned(bytes) => emit(bytes),
            Self::Borrowed(parts) => parts.iter().for_each(|part| emit(part)),
        }
    }
}

impl Assembled<'_> {
    /// Returns the snapshot's identity.
    pub const fn id(&self) -> SnapshotId {
        self.id
    }

    /// Returns the snapshot's length, bytes.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns `false`: a snapshot has a header.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Hands over the bytes in order, in parts. The first failure ends it and is returned.
    pub fn write_to<E>(&self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        write(&self.header)?;
        for section in &self.sections {
            let mut len = 0;
            let mut failure = None;
            section.for_each(|bytes| {
                len += bytes.len() as u64;
                if failure.is_none() {
                    failure = write(bytes).err();
                }
            });
            if let Some(failure) = failure {
                return Err(failure);
            }
            let padding = usize::try_from(aligned(len) - len).unwrap_or(0);
            write([0_u8; 8].get(..padding).unwrap_or(&[]))?;
        }
        Ok(())
    }

    /// Returns the bytes as one slice.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.len).unwrap_or(0));
        let done: Result<(), core::convert::Infallible> = self.write_to(|part| {
            bytes.extend_from_slice(part);
            Ok(())
        });
        match done {
            Ok(()) => bytes,
        }
    }
}

/// Puts the sections behind a header. `files` are in byte order of their paths, and `folders` are theirs.
pub fn assemble<'a>(
    files: &[FileInput<'_>],
    folders: &Folders,
    content: Content<'a>,
    symbols: Symbols,
    edges: Edges,
) -> Result<Assembled<'a>, BuildError> {
    let starts = SymbolStarts::of(files)?;
    let (paths, file_rows) = file_table(files, folders, &content, &starts, &symbols)?;
    let folder_rows = folder_table(files, folders, &content);
    let meta = totals(files, folders, &content, &starts, &edges)?;
    let meta = postcard::to_allocvec(&meta).map_err(|_| BuildError::TooLarge(u32::MAX))?;
    let lists =
        [&content.terms.1, &content.names.1, &edges.calls.incoming, &edges.references.incoming, &symbols.details];
    if lists.iter().any(|list| u32::try_from(list.len()).is_err()) {
        return Err(BuildError::TooLarge(u32::MAX));
    }
    // The order is that of `Section::ALL`.
    let sections = vec![
        Part::Owned(meta),
        Part::Owned(paths),
        Part::Owned(file_rows),
        Part::Owned(folder_rows),
        Part::Owned(content.blocks),
        Part::Borrowed(content.text),
        Part::Owned(content.passages),
        Part::Owned(symbols.strings),
        Part::Owned(content.terms.0),
        Part::Owned(content.terms.1),
        Part::Owned(content.names.0),
        Part::Owned(content.names.1),
        Part::Owned(content.path_terms.0),
        Part::Owned(content.path_terms.1),
        Part::Owned(symbols.rows),
        Part::Owned(symbols.details),
        Part::Owned(edges.calls.out),
        Part::Owned(edges.calls.incoming),
        Part::Owned(edges.calls.ambiguous),
        Part::Owned(edges.references.out),
        Part::Owned(edges.references.incoming),
        Part::Owned(edges.imports.out),
        Part::Owned(edges.imports.incoming),
        Part::Owned(content.purposes.0),
    ];
    let measured: Vec<(u64, u64)> = sections.iter().map(Part::len_and_checksum).collect();
    let (header, id, len) = header(&measured);
    Ok(Assembled { id, len, header, sections })
}

fn file_table(
    files: &[FileInput<'_>],
    folders: &Folders,
    content: &Content<'_>,
    starts: &SymbolStarts,
    symbols: &Symbols,
) -> Result<(Vec<u8>, Vec<u8>), BuildError> {
    let mut paths = Vec::new();
    let mut rows = Vec::with_capacity(files.len() * FileRow::LEN);
    for (at, (file, own)) in files.iter().zip(&content.files).enumerate() {
        let folder = folders.find(folder_of(file.path)).ok_or_else(|| BuildError::Parts(file.path.into()))?;
        FileRow {
            path_start: u32::try_from(paths.len()).map_err(|_| BuildError::TooLarge(u32::MAX))?,
            path_len: u32::try_from(file.path.len()).map_err(|_| BuildError::TooLarge(u32::MAX))?,
            folder: folder.0,
            roles: file.roles,
            language: file.language,
            outcome: file.facts.outcome,
            lines: own.lines,
            text_len: own.text_len,
            block: own.block,
            offset: own.offset,
            first_passage: own.first_passage,
            first_symbol: starts.start(at),
            package: symbols.packages.get(at).copied().unwrap_or(NONE),
            purpose: content.purposes.1.get(at).copied().unwrap_or(NONE),
            hash: file.hash,
        }
        .put(&mut rows);
        paths.extend_from_slice(file.path.as_bytes());
    }
    Ok((paths, rows))
}

fn folder_table(files: &[FileInput<'_>], folders: &Folders, content: &Content<'_>) -> Vec<u8> {
    let n = folders.paths().len();
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); n];
    // Any file's path below a folder starts with the folder's path: the first one lends its bytes.
    let mut path_starts = vec![0_u32; n];
    let mut at_path = 0_u32;
    for (id, file) in (0_u32..).zip(files) {
        let mut folder = folder_of(file.path);
        let own = folders.find(folder);
        if let Some(list) = own.and_then(|own| members.get_mut(own.index())) {
            list.push(id);
        }
        while !folder.is_empty() {
            if let Some(start) = folders.find(folder).and_then(|id| path_starts.get_mut(id.index())) {
                *start = at_path;
            }
            folder = folder_of(folder);
        }
        at_path += u32::try_from(file.path.len()).unwrap_or(0);
    }
    let mut rows = Vec::with_capacity(n * FolderRow::LEN + files.len() * 4);
    let mut first_file = 0;
    for ((path, members), &path_start) in folders.paths().iter().zip(&members).zip(&path_starts) {
        let parent = if path.is_empty() { None } else { folders.find(folder_of(path)) };
        let speaks = |&id: &u32| {
            let stated = content.files.get(id as usize).and_then(|file| file.purpose.as_ref())?;
            Some((purpose::speaks(files.get(id as usize)?.path, stated, members.len())?, id))
        };
        FolderRow {
            path_start,
            path_len: u32::try_from(path.len()).unwrap_or(0),
            parent: parent.map_or(NONE, |parent| parent.0),
            purpose_file: members.iter().filter_map(speaks).min().map_or(NONE, |(_, id)| id),
            first_file,
        }
        .put(&mut rows);
        first_file += u32::try_from(members.len()).unwrap_or(0);
    }
    members.iter().flatten().for_each(|&id| put_u32(&mut rows, id));
    rows
}

fn totals(
    files: &[FileInput<'_>],
    folders: &Folders,
    content: &Content<'_>,
    starts: &SymbolStarts,
    edges: &Edges,
) -> Result<Meta, BuildError> {
    let count = |n: usize| u32::try_from(n).map_err(|_| BuildError::TooLarge(u32::MAX));
    let mut languages: Vec<LanguageTotals> =
        Language::ALL.into_iter().map(|language| LanguageTotals { language, files: 0, lines: 0, bytes: 0 }).collect();
    for (file, own) in files.iter().zip(&content.files) {
        if let Some(totals) = languages.get_mut(file.language as usize) {
            totals.files += 1;
            totals.lines += u64::from(own.lines);
            totals.bytes += u64::from(own.text_len);
        }
    }
    languages.retain(|totals| totals.files > 0);
    Ok(Meta {
        files: count(files.len())?,
        folders: count(folders.paths().len())?,
        blocks: count(content.blocks.len() / BlockRow::LEN)?,
        passages: count(content.passages.len() / PassageRow::LEN)?,
        symbols: starts.n_symbols(),
        words: content.words,
        path_words: content.path_words,
        text_bytes: content.files.iter().map(|file| u64::from(file.text_len)).sum(),
        calls: edges.calls.n,
        ambiguous: edges.calls.n_ambiguous,
        references: edges.references.n,
        imports: edges.imports.n,
        languages,
    })
}
