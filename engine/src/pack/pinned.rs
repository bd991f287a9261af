//! Owns taking pinned passages into a pack, before anything is chosen. It owns no pin's form.

use super::draft::{Draft, Offer, Shape};
use super::error::PackError;
use super::held::merge;
use super::section::SectionKind;
use super::source::Source;
use crate::id::FileId;
use crate::span::LineRange;

/// Takes every pin into the focus.
pub(super) fn fill(draft: &mut Draft<'_, '_>) -> Result<(), PackError> {
    let options = draft.options;
    for pin in &options.pins {
        let id = found(draft.source, &pin.path)?;
        let path = || pin.path.clone();
        let text = draft.source.text(id).and_then(|text| Some((text.all()?, text)));
        let Some((all, _)) = text else { return Err(PackError::NoPinnedText { path: path() }) };
        let wanted = pin.lines.unwrap_or(all);
        if wanted.start > all.end || (wanted.end > all.end && pin.lines.is_some_and(|own| own.end > all.end)) {
            return Err(PackError::NoPinnedLines { path: path(), lines: all.end });
        }
        let shape = |lines: LineRange| if lines == all { Shape::Whole } else { Shape::Lines(lines) };
        let mut parts = draft.held.free(id, wanted);
        merge(&mut parts, 0);
        for lines in parts {
            let offer = Offer { file: id, shape: shape(lines), why: "focus: pinned".into() };
            let mut room = draft.room(draft.left);
            if !draft.offer(SectionKind::Focus, &mut room, &offer) {
                let needed = draft.cost_of(SectionKind::Focus, &offer);
                return Err(PackError::PinTooLarge { path: path(), needed, left: draft.left });
            }
        }
    }
    Ok(())
}

fn found(source: &Source<'_>, path: &str) -> Result<FileId, PackError> {
    let Some(id) = source.snapshot.find_file(path) else {
        return Err(PackError::NoPinnedFile { path: path.into() });
    };
    if source.file(id).is_none() {
        return Err(PackError::PinLeftOut { path: path.into() });
    }
    Ok(id)
}
