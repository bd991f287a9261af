//! Owns taking pinned passages into a pack, before anything is chosen. It owns no pin's form.

use alloc::vec::Vec;

use super::draft::{Draft, Offer, Shape};
use super::error::PackError;
use super::held::merge;
use super::pin::Pin;
use super::section::SectionKind;
use super::source::Source;
use crate::id::FileId;
use crate::span::LineRange;
use crate::visible::path_of;

/// Takes every pin into the focus; the pins of one file together, so that those that touch are one passage.
pub(super) fn fill(draft: &mut Draft<'_, '_>) -> Result<(), PackError> {
    let mut files: Vec<(FileId, &str, Vec<LineRange>)> = Vec::new();
    for pin in &draft.options.pins {
        let (id, lines) = meant(draft.source, pin)?;
        match files.iter_mut().find(|(own, ..)| *own == id) {
            Some((.., own)) => own.push(lines),
            None => files.push((id, pin.path.as_str(), alloc::vec![lines])),
        }
    }
    for (id, path, mut wanted) in files {
        merge(&mut wanted, 0);
        let all = draft.source.text(id).and_then(|text| text.all());
        let free: Vec<LineRange> = wanted.into_iter().flat_map(|lines| draft.held.free(id, lines)).collect();
        for lines in free {
            let shape = if all == Some(lines) { Shape::Whole } else { Shape::Lines(lines) };
            let offer = Offer { file: id, shape, why: "focus: pinned".into() };
            let mut room = draft.room(draft.left);
            if !draft.offer(SectionKind::Focus, &mut room, &offer) {
                let needed = draft.cost_of(SectionKind::Focus, &offer);
                return Err(PackError::PinTooLarge { path: path.into(), needed, left: draft.left });
            }
        }
    }
    draft.pin_focus();
    Ok(())
}

/// Returns the file and the lines that a pin means. A file whose whole name was written is meant before lines are.
fn meant(source: &Source<'_>, pin: &Pin) -> Result<(FileId, LineRange), PackError> {
    let written = source.snapshot.find_file(&pin.written).filter(|id| source.file(*id).is_some());
    let (id, lines) = match written {
        Some(id) => (id, None),
        None => (found(source, &pin.path)?, pin.lines),
    };
    let path = || pin.path.clone();
    let all = source.text(id).and_then(|text| text.all());
    let Some(all) = all else { return Err(PackError::NoPinnedText { path: path() }) };
    match lines {
        Some(own) if own.end > all.end => Err(PackError::NoPinnedLines { path: path(), lines: all.end }),
        lines => Ok((id, lines.unwrap_or(all))),
    }
}

fn found(source: &Source<'_>, path: &str) -> Result<FileId, PackError> {
    // A path may have been copied from a pack.
    let shown = || source.snapshot.find_file(&path_of(path));
    let Some(id) = source.snapshot.find_file(path).or_else(shown) else {
        return Err(PackError::NoPinnedFile { path: path.into() });
    };
    if source.file(id).is_none() {
        return Err(PackError::PinLeftOut { path: path.into() });
    }
    Ok(id)
}
