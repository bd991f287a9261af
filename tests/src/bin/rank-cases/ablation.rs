//! Owns what each rule of the ranking is worth: the list of rules with the constants that take each away, and the table of
//! docs/ranking.md. It owns no ranking.

use crate::report::{by_set, figures};
use graphicle_tests::eval_cases::Cases;

use crate::run::{Constants, rank_all};

/// A rule, and the constants without it.
struct Rule {
    name: &'static str,
    without: &'static [(&'static str, f32)],
}

const fn rule(name: &'static str, without: &'static [(&'static str, f32)]) -> Rule {
    Rule { name, without }
}

/// A count that no project reaches.
const NEVER: f32 = 1e9;

/// All rules, in the order of the steps of a ranking.
const RULES: [Rule; 31] = [
    rule("nothing", &[]),
    rule("reading: environment sections are left out", &[("environment", 1.0)]),
    rule("reading: the title counts more", &[("title", 0.0)]),
    rule("reading: names of several parts as one word too", &[("joined", 0.0), ("joined_in_title", 0.0)]),
    rule("words: passages", &[("passages", 0.0)]),
    rule("words: further passages than a file's best", &[("decay", 0.0)]),
    rule("words: the whole file beside its passages", &[("whole", 0.0)]),
    rule("words: the path", &[("path_times", 0.0)]),
    rule("words: the file's own name more than its path", &[("stem", 0.0)]),
    rule("words: rarity to a power that grows with the question", &[("idf_power", 1.0), ("idf_long", 0.0)]),
    rule(
        "names: all, paths, frames and quotes too",
        &[
            ("defines", 0.0),
            ("uses", 0.0),
            ("phrase_defines", 0.0),
            ("phrase_uses", 0.0),
            ("named_path", 0.0),
            ("frame", 0.0),
            ("quoted", 0.0),
        ],
    ),
    rule("names: who defines them", &[("defines", 0.0)]),
    rule("names: who uses them", &[("uses", 0.0)]),
    rule("names: words joined to names", &[("phrase_defines", 0.0), ("phrase_uses", 0.0)]),
    rule("names: more in the title", &[("name_in_title", 1.0)]),
    rule("names: growing with the report", &[("names_grow", 0.0)]),
    rule("names: paths", &[("named_path", 0.0), ("named_folder", 0.0)]),
    rule("names: stack frames", &[("frame", 0.0)]),
    rule("names: quotes", &[("quoted", 0.0)]),
    rule("kinds: tests count less", &[("test", 1.0)]),
    rule("kinds: docs count less", &[("docs", 1.0)]),
    rule("kinds: generated files and data count less", &[("generated", 1.0)]),
    rule("kinds: copies of other projects count less", &[("vendored", 1.0)]),
    rule("kinds: examples count less", &[("example", 1.0)]),
    rule("kinds: what is no code counts less", &[("not_code", 1.0)]),
    rule("neighbours: all", &[("lend", 0.0)]),
    rule("neighbours: held back among the first", &[("lent_most", NEVER)]),
    rule("behind the first: neighbours freely, and variety", &[("head", NEVER)]),
    rule("behind the first: variety of names", &[("same_name", 0.0)]),
    rule("named files behind the fifth", &[("named_most", 0.0)]),
    rule("definitions behind the fifteenth", &[("definitions_most", 0.0)]),
];

/// Ranks all cases without each rule in turn and prints a table in Markdown.
pub(crate) fn print(cases: &Cases, constants: &Constants) {
    println!(
        "| taken away | SWE-bench Lite, every key file @1 / @5 / @10 | MRR | queries, NDCG@10 | questions, a key file @10 / @50 / @200 | MRR | quotes @1 / @10 |"
    );
    println!("|---|---|---:|---:|---|---:|---|");
    for Rule { name, without } in &RULES {
        let mut changed = constants.clone();
        for &(constant, value) in *without {
            assert!(changed.set(constant, value), "no constant is called {constant}");
        }
        let done = rank_all(cases, &changed);
        let sets = by_set(&done);
        let of = |set: &str| sets.get(set).map(|own| figures(own));
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        let swe = of("swe-lite").map_or_else(Vec::new, |(own, _)| {
            vec![
                own.all[..3].iter().map(|&share| percent(share)).collect::<Vec<_>>().join(" / "),
                format!("{:.3}", own.mrr),
            ]
        });
        let queries = of("queries").map_or_else(Vec::new, |(_, ndcg)| vec![format!("{ndcg:.3}")]);
        let questions = of("questions").map_or_else(Vec::new, |(own, _)| {
            let shares = [2, 4, 6].map(|at| format!("{:.3}", own.any[at]));
            vec![shares.join(" / "), format!("{:.3}", own.mrr)]
        });
        let quotes =
            of("quotes").map_or_else(Vec::new, |(own, _)| vec![format!("{:.3} / {:.3}", own.any[0], own.any[2])]);
        println!("| {name} | {} |", [swe, queries, questions, quotes].concat().join(" | "));
    }
}
