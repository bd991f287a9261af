//! Owns what a file's kind makes of its score: tests, docs, generated, vendored files and data count less, unless the
//! question is about them. It owns no other evidence.

use alloc::vec::Vec;

use super::Weights;
use super::table::Table;
use crate::question::Question;
use crate::role::Roles;
use crate::snapshot::File;

/// Returns what each file's score is multiplied with.
pub(super) fn of_files(table: &Table<'_>, question: &Question, weights: &Weights) -> Vec<f32> {
    let about = About::of(question);
    table.rows().map(|file| file.map_or(0.0, |file| prior(file, &about, weights))).collect()
}

/// What kinds of files the question is about.
struct About {
    tests: bool,
    docs: bool,
    examples: bool,
}

impl About {
    fn of(question: &Question) -> Self {
        let short = question.terms.len() <= 40;
        let has = |terms: &[&str]| short && question.terms.iter().any(|term| terms.contains(&term.term.as_str()));
        Self {
            tests: has(&["test", "fixtur", "e2e"]),
            docs: has(&["doc", "document", "readm"]),
            examples: has(&["exampl", "demo"]),
        }
    }
}

fn prior(file: &File<'_>, about: &About, weights: &Weights) -> f32 {
    let mut prior = 1.0;
    let mut weigh = |role: Roles, weight: f32| {
        if file.roles.has_any(role) {
            prior *= weight;
        }
    };
    weigh(Roles::TEST, if about.tests { 1.0 } else { weights.test });
    weigh(Roles::DOCS, if about.docs { 1.0 } else { weights.docs });
    weigh(Roles::EXAMPLE, if about.examples { 1.0 } else { weights.example });
    weigh(Roles::GENERATED.with(Roles::MINIFIED).with(Roles::LOCK).with(Roles::DATA), weights.generated);
    weigh(Roles::VENDORED, weights.vendored);
    if !file.language.is_code() && !file.roles.has_any(Roles::DOCS.with(Roles::DATA)) {
        prior *= weights.not_code;
    }
    prior
}
