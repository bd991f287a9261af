//! Owns making a snapshot of a part of a project, from what the last sync kept: the bytes are those that a sync of a folder
//! with these files alone gives. It owns no choice of files, and writes nothing.

use std::collections::BTreeMap;

use graphicle_engine::build::{FolderFile, Segment, SegmentBuilder, Source, Work};
use graphicle_engine::folders::folder_of;
use graphicle_engine::id::FileId;
use graphicle_engine::snapshot::{Snapshot, UnpackedBlocks};

use super::SyncError;
use super::assemble::{NewFile, build};
use super::previous::{Last, Previous, find};
use crate::projects::{Project, Registry};
use crate::store::FileRecord;

/// A snapshot of a part of a project.
#[derive(Debug)]
pub struct Part {
    /// The snapshot's bytes.
    pub snapshot: Vec<u8>,
    /// Files of the project that are not in it.
    pub left_out: u32,
}

/// Makes a snapshot of those files alone for which `keeps` says so, by path and size on disk in bytes.
pub fn part(registry: &Registry, project: &Project, keeps: &dyn Fn(&str, u64) -> bool) -> Result<Part, SyncError> {
    let Last::Good(last) = find(&registry.folder_of(project))? else { return Err(SyncError::BaseDamaged) };
    let Previous { state, snapshot: mapped, store } = *last;
    let base = Snapshot::open(mapped.bytes()).map_err(|_| SyncError::BaseDamaged)?;
    base.verify().map_err(|_| SyncError::BaseDamaged)?;
    let numbered = state.files.iter().zip(0..).map(|((path, record), id)| (path.as_str(), record, FileId(id)));
    let (kept, gone): (Vec<_>, Vec<_>) = numbered.partition(|(path, record, _)| keeps(path, record.stat.size));
    if gone.is_empty() {
        return Ok(Part { snapshot: mapped.bytes().to_vec(), left_out: 0 });
    }
    let cut: Vec<&str> = gone.iter().map(|(path, ..)| folder_of(path)).collect();
    let segment = packed_anew(&base, &kept, &cut)?;
    let files: Vec<NewFile<'_>> = kept
        .iter()
        .map(|&(path, record, id)| NewFile { path, record, facts: None, source: Source::Base(id) })
        .collect();
    let snapshot = build(Some(&base), Some(&store), &files, &[segment], |assembled| Ok(assembled.to_vec()))?;
    Ok(Part { snapshot, left_out: u32::try_from(gone.len()).unwrap_or(u32::MAX) })
}

/// Packs the texts of the folders that lose files: a block must not hold a text that its folder does not.
fn packed_anew(base: &Snapshot<'_>, kept: &[(&str, &FileRecord, FileId)], cut: &[&str]) -> Result<Segment, SyncError> {
    let mut folders: BTreeMap<&str, Vec<(&str, String)>> = cut.iter().map(|folder| (*folder, Vec::new())).collect();
    let mut blocks = UnpackedBlocks::default();
    for &(path, _, id) in kept {
        if let Some(files) = folders.get_mut(folder_of(path)) {
            let file = base.file(id).ok_or(SyncError::BaseDamaged)?;
            let text = base.text_with(&file, &mut blocks).map_err(|_| SyncError::BaseDamaged)?;
            files.push((path, text));
        }
    }
    let mut builder = SegmentBuilder::default();
    for (folder, files) in folders.iter().filter(|(_, files)| !files.is_empty()) {
        let files: Vec<FolderFile<'_>> =
            files.iter().map(|(path, text)| FolderFile { path, text, work: Work::TextOnly }).collect();
        builder.add_folder(folder, &files);
    }
    Ok(builder.finish())
}
