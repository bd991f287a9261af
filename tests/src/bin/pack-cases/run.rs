//! Owns packing the cases of a list with each setting. It owns no printing.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use graphicle_engine::pack::{Asked, Budget, Inputs, Layout, Pack, PackOptions, Proportions, pack_with};
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Weights, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_engine::tokens::TokenCounter;
use graphicle_tests::eval_cases::{Cases, Placed};
use graphicle_tokenizer::HuggingFace;

/// A budget with a layout.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) budget: Budget,
    pub(crate) layout: Layout,
}

/// How packs are made and counted.
pub(crate) struct How<'h> {
    pub(crate) counter: &'h (dyn TokenCounter + Sync),
    pub(crate) proportions: &'h Proportions,
    /// The tokenizers whose counts are told beside the counter's.
    pub(crate) compared: &'h [HuggingFace],
}

/// What a pack holds.
pub(crate) struct Held {
    pub(crate) tokens: u32,
    /// The highest count of the tokenizers that it is compared with; 0 where there are none.
    pub(crate) highest: u32,
    pub(crate) prefix_tokens: u32,
    pub(crate) took: Duration,
    /// The lines it shows, by path.
    pub(crate) lines: BTreeMap<String, Vec<(u32, u32)>>,
    /// Its sections' tokens.
    pub(crate) sections: Vec<(&'static str, u32)>,
    pub(crate) prefix_sha256: String,
}

/// A case with what each setting's pack holds.
pub(crate) struct Done {
    pub(crate) placed: Placed,
    pub(crate) held: Vec<Held>,
}

/// Packs all cases.
pub(crate) fn pack_all(cases: &Cases, settings: &[Setting], how: &How<'_>) -> Vec<Done> {
    let done = cases.each(|snapshot, placed| one(snapshot, placed, settings, how));
    done.into_iter().map(|(placed, held)| Done { placed, held }).collect()
}

fn one(snapshot: &Snapshot<'_>, placed: &Placed, settings: &[Setting], how: &How<'_>) -> Vec<Held> {
    let question = Question::read(&placed.case.question);
    let ranking = rank(snapshot, &question, &Weights::default());
    let asked = Asked { text: &placed.case.question, question: &question, ranking: &ranking };
    // A case without a question is an overview.
    let asked = (!placed.case.question.is_empty()).then_some(asked);
    let inputs = Inputs { snapshot, project: &placed.group, commit: None, asked };
    let pack_one = |setting: &Setting| {
        let options = PackOptions { budget: setting.budget, layout: setting.layout, ..PackOptions::default() };
        let start = Instant::now();
        let pack = pack_with(&inputs, &options, how.counter, how.proportions).expect("a pack");
        held(&pack, start.elapsed(), how.compared)
    };
    settings.iter().map(pack_one).collect()
}

fn held(pack: &Pack, took: Duration, compared: &[HuggingFace]) -> Held {
    let mut lines: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
    for shown in pack.sections.iter().flat_map(|own| &own.chunks).filter_map(|chunk| chunk.shown.as_ref()) {
        let own = lines.entry(shown.path.clone()).or_default();
        own.extend(shown.lines.iter().map(|range| (range.start, range.end)));
    }
    Held {
        tokens: pack.tokens.0,
        highest: compared.iter().map(|tokenizer| tokenizer.count(&pack.text).0).max().unwrap_or(0),
        prefix_tokens: pack.prefix_tokens.0,
        took,
        lines,
        sections: pack.sections.iter().map(|own| (own.kind.label(), own.tokens().0)).collect(),
        prefix_sha256: pack.prefix_sha256.clone(),
    }
}
