//! Owns a pack together with what it is compared with: the project's files, the request, the ranking, and what is read
//! from the pack's own JSON and text. It owns no check.

use std::fmt;

use graphicle_engine::pack::{Asked, Counting, Format, Inputs, Pack, PackError, PackRequest, json, pack};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_engine::tokens::{Estimate, TokenCounter};

use crate::made::matches;
use crate::memory_snapshot::Files;
use crate::pack_reader::{JsonPack, ReadSection, read_json, read_markdown, read_xml};
use crate::schemas::Schema;

/// A project: its files, and the snapshot of them.
#[derive(Debug, Clone, Copy)]
pub struct Project<'p> {
    /// The files.
    pub files: &'p Files,
    /// Their snapshot.
    pub snapshot: &'p Snapshot<'p>,
}

/// A pack with what it is compared with.
pub struct Made<'p> {
    /// The project.
    pub project: Project<'p>,
    /// What was asked for.
    pub request: PackRequest,
    /// The pack.
    pub pack: Pack,
    /// What its JSON says.
    pub json: JsonPack,
    /// What its text says.
    pub sections: Vec<ReadSection>,
    /// The ranked paths that the request lets in, with their ranks from 1, best first.
    pub ranked: Vec<(u32, String)>,
    pub(super) exact: Option<&'p (dyn TokenCounter + Sync)>,
    own: Box<dyn TokenCounter>,
}

impl<'p> Made<'p> {
    /// Makes a pack, and reads it back.
    pub(super) fn new(
        project: &Project<'p>,
        request: PackRequest,
        exact: Option<&'p (dyn TokenCounter + Sync)>,
    ) -> Result<Result<Self, String>, PackError> {
        let own = counter(&request);
        let made = request.pack_counted(project.snapshot, exact.map_or(own.as_ref(), |exact| exact))?;
        Ok(Self::read(project, request, made, exact, own))
    }

    fn read(
        project: &Project<'p>,
        request: PackRequest,
        pack: Pack,
        exact: Option<&'p (dyn TokenCounter + Sync)>,
        own: Box<dyn TokenCounter>,
    ) -> Result<Self, String> {
        let numbers = request.options.line_numbers;
        let written = json(&pack, None).map_err(|error| error.to_string())?;
        let json = read_json(&written, numbers)?;
        let objections = crate::schemas::objections(Schema::Pack, &json.value);
        super::hold!(objections.is_empty(), "the schema does not allow the JSON: {objections:#?}");
        let sections = match request.options.format {
            Format::Xml => read_xml(&pack.text, numbers)?,
            Format::Markdown | Format::Json => read_markdown(&pack.text, numbers)?,
        };
        let ranked = ranked(project, &request);
        Ok(Self { project: *project, request, pack, json, sections, ranked, exact, own })
    }

    /// Returns the counter that the pack was counted by.
    pub(super) fn counter(&self) -> &dyn TokenCounter {
        self.exact.map_or(self.own.as_ref(), |exact| exact)
    }

    /// Makes another pack as this one was made.
    pub(super) fn like_this(&self, request: &PackRequest, snapshot: &Snapshot<'_>) -> Result<Pack, PackError> {
        request.pack_counted(snapshot, self.counter())
    }

    /// Returns what stands in a section of the text that is no file's.
    pub(super) fn prose(&self, section: &str) -> Option<&str> {
        self.sections.iter().find(|own| own.name == section).map(|own| own.prose.as_str())
    }
}

impl fmt::Debug for Made<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Made").field("request", &self.request).field("pack", &self.pack).finish_non_exhaustive()
    }
}

/// Returns the counter that a request asks for.
pub(super) fn counter(request: &PackRequest) -> Box<dyn TokenCounter> {
    match request.counting {
        Counting::Estimate => Box::new(Estimate),
        Counting::BytesPerToken(counter) => Box::new(counter),
    }
}

/// Returns whether a request's patterns let a path in.
pub(super) fn lets_in(request: &PackRequest, path: &str) -> bool {
    let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, path));
    let options = &request.options;
    (options.include.is_empty() || any(&options.include)) && !any(&options.exclude)
}

/// Ranks the files by the engine's ranking, which has tests of its own.
fn ranked(project: &Project<'_>, request: &PackRequest) -> Vec<(u32, String)> {
    let Some(question) = &request.question else { return Vec::new() };
    let ranking = rank(project.snapshot, &Question::read(question), &Weights::default());
    let places = ranking.files.iter().zip(1..).filter(|(file, _)| file.score > 0.0);
    let named = places.filter_map(|(own, rank)| Some((rank, project.snapshot.file(own.file)?.path.to_owned())));
    named.filter(|(_, path)| lets_in(request, path)).collect()
}

/// Packs a caller's own ranking: the same function that a request goes through, by its own door.
pub(super) fn by_hand(made: &Made<'_>) -> Result<Pack, PackError> {
    let question = made.request.question.as_deref().map(|text| (text, Question::read(text)));
    let ranking = question.as_ref().map(|(_, own)| rank(made.project.snapshot, own, &Weights::default()));
    let asked = question.as_ref().zip(ranking.as_ref());
    let inputs = Inputs {
        snapshot: made.project.snapshot,
        project: made.request.project.as_deref().unwrap_or("project"),
        commit: made.request.commit.as_deref(),
        asked: asked.map(|((text, question), ranking)| Asked { text, question, ranking }),
    };
    pack(&inputs, &made.request.options, made.counter())
}
