//! Owns what holds of every ranking of a real snapshot: every file has one place, the same inputs give the same ranking, and neither a hostile
//! question nor a damaged snapshot does harm. Whether rankings are good is measured by `rank-cases`.

use std::collections::BTreeSet;

use graphicle_engine::inspect::ranking_text;
use graphicle_engine::question::Question;
use graphicle_engine::ranking::{Confidence, Entered, Ranking, Weights, explain, rank};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::mutation::damaged;
use graphicle_tests::{fixture, hostile_questions};

fn ranking(snapshot: &Snapshot<'_>, question: &str) -> Ranking {
    rank(snapshot, &Question::read(question), &Weights::default())
}

#[test]
fn every_file_has_one_place_and_scores_fall() {
    let bytes = fixture::snapshot();
    let snapshot = Snapshot::open(&bytes).unwrap();
    for question in hostile_questions::all() {
        let shown: String = question.chars().take(40).collect();
        let ranking = ranking(&snapshot, &question);
        let places: BTreeSet<u32> = ranking.files.iter().map(|ranked| ranked.file.0).collect();
        assert_eq!(places.len(), ranking.files.len(), "{shown}");
        assert_eq!(places.len(), snapshot.meta().files as usize, "{shown}");
        assert!(ranking.files.iter().all(|ranked| ranked.score.is_finite() && ranked.score >= 0.0), "{shown}");
        let by_score: Vec<f32> =
            ranking.files.iter().filter(|ranked| ranked.entered.is_none()).map(|ranked| ranked.score).collect();
        // Behind the first ranks neighbours count freely, so that the order starts anew there, once.
        let rises: Vec<usize> = (1..by_score.len()).filter(|&at| by_score[at - 1] < by_score[at]).collect();
        assert!(rises.len() <= 1 && rises.iter().all(|&at| at <= Weights::default().head), "{shown}: {rises:?}");
        assert_eq!(
            explain(&snapshot, &Question::read(&question), &ranking.files).len(),
            ranking.files.len(),
            "{shown}"
        );
    }
}

#[test]
fn the_same_question_gives_the_same_ranking() {
    let bytes = fixture::snapshot();
    let copy = bytes.clone();
    let (one, other) = (Snapshot::open(&bytes).unwrap(), Snapshot::open(&copy).unwrap());
    for question in hostile_questions::all() {
        assert!(ranking_text(&one, &question) == ranking_text(&other, &question));
    }
}

#[test]
fn a_question_that_matches_nothing_says_so() {
    let bytes = fixture::snapshot();
    let snapshot = Snapshot::open(&bytes).unwrap();
    assert_eq!(ranking(&snapshot, "zzyzx qwrtplk").confidence, Confidence::None);
    assert_eq!(ranking(&snapshot, "").confidence, Confidence::None);
    let weak = "zzyzx qwrtplk vbnmcx hgfdjk store wlkjhg pqowie";
    assert!(ranking(&snapshot, weak).confidence <= Confidence::Weak);
}

#[test]
fn a_path_in_the_question_comes_first_and_a_name_behind_the_fifth() {
    let bytes = fixture::snapshot();
    let snapshot = Snapshot::open(&bytes).unwrap();
    let paths: Vec<&str> = snapshot.files().map(|file| file.path).collect();
    let path = |ranking: &Ranking, place: usize| snapshot.file(ranking.files[place].file).unwrap().path;
    let mut named = 0;
    for wanted in paths.iter().filter(|path| path.starts_with("go/") || path.starts_with("python/")).take(8) {
        let ranking = ranking(&snapshot, &format!("what does {wanted} do?"));
        let first: Vec<&str> = (0..3).map(|place| path(&ranking, place)).collect();
        assert!(first.contains(wanted), "{wanted}: {first:?}");
        named += 1;
    }
    assert!(named > 3);
    let unscored = ranking(&snapshot, "store item cache open close get key value read write");
    let entered = unscored.files.iter().position(|ranked| ranked.entered == Some(Entered::Defines));
    assert!(entered.is_none_or(|place| place >= 15));
}

#[test]
fn damaged_snapshots_are_ranked_without_harm() {
    let bytes = fixture::short_snapshot();
    let mut opened = 0;
    for number in 0..600 {
        let damaged = damaged(&bytes, 0xace, number);
        if let Ok(snapshot) = Snapshot::open(&damaged) {
            opened += 1;
            let text = ranking_text(&snapshot, "where does the cache of Store.get evict its items? see go/store.go");
            assert!(text.lines().count() <= bytes.len());
        }
    }
    assert!(opened > 100, "only {opened} of the damaged snapshots opened");
}
