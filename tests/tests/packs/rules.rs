//! Owns the checks of what sections take, rule by rule, on projects made to show one rule each. It owns nothing that holds
//! of every pack.

use graphicle_engine::pack::{Pack, Part, SectionKind};
use graphicle_tests::memory_snapshot::Files;
use serde_json::json;

use crate::packed::{chain, chunks, large, module, pack, prose, section};

fn is_whole(pack: &Pack, path: &str) -> bool {
    let own = chunks(pack, SectionKind::Focus, path);
    own.len() == 1 && own[0].shown.as_ref().is_some_and(|shown| shown.whole)
}

const TURBINES: &str = "how does a turbine turn in turbine.py?";

#[test]
fn the_first_file_goes_in_whole_up_to_half_of_a_small_budget() {
    // About 9,000 tokens: more than its cap, less than half of the budget.
    let files = large(30_000);
    let request = json!({"question": TURBINES, "budget": 30_000});
    assert!(is_whole(&pack(&files, &request), "plant/turbine.py"));
    let pinned = json!({"question": TURBINES, "budget": 30_000, "pins": ["other/part_1.py:1-3"]});
    assert!(!is_whole(&pack(&files, &pinned), "plant/turbine.py"), "with a pin every file keeps its cap");
    let between = json!({"question": TURBINES, "budget": 33_000});
    assert!(!is_whole(&pack(&files, &between), "plant/turbine.py"), "no rule holds for budgets between");
    assert!(!is_whole(&pack(&large(70_000), &request), "plant/turbine.py"), "more than half");
}

#[test]
fn the_first_two_files_go_in_whole_up_to_a_quarter_of_a_large_budget() {
    // About 22,000 tokens each, beside line numbers.
    let files = large(80_000);
    let two = |budget: u32| {
        let made = pack(&files, &json!({"question": "how does a turbine turn?", "budget": budget}));
        (is_whole(&made, "plant/turbine.py"), is_whole(&made, "plant/turbine_more.py"))
    };
    assert_eq!(two(131_072), (true, true));
    assert_eq!(two(128_000), (false, false), "the default is no such budget");
    assert!(!is_whole(
        &pack(&large(160_000), &json!({"question": "how does a turbine turn?", "budget": 131_072})),
        "plant/turbine.py"
    ));
}

#[test]
fn a_large_file_is_shown_in_whole_functions() {
    let made = pack(&large(100_000), &json!({"question": "turbine_step_100", "budget": 8_000, "line_numbers": "none"}));
    let own = chunks(&made, SectionKind::Focus, "plant/turbine.py");
    let ranges = own.iter().filter(|chunk| !chunk.why.contains("outline"));
    let mut n_shown = 0;
    for chunk in ranges {
        let lines: Vec<&str> = chunk.text.lines().skip(3).take_while(|line| !line.starts_with("```")).collect();
        assert!(lines[0].starts_with("def ") || lines[0].starts_with("\"\"\""), "cut before: {lines:?}");
        assert!(lines.last().unwrap().trim_start().starts_with("return "), "cut behind: {lines:?}");
        n_shown += 1;
    }
    assert!(n_shown > 0, "{}", made.text);
    assert!(own.iter().any(|chunk| chunk.why.contains("defines turbine_step_100")), "{own:?}");
}

#[test]
fn call_paths_go_two_steps_along_the_calls() {
    let made =
        pack(&chain(), &json!({"question": "what does gamma hand on?", "budget": 6_000, "sections": "focus,paths"}));
    let lines = prose(&made, SectionKind::CallPaths);
    for line in [
        "- beta (app/beta.py:7) -> gamma (app/gamma.py:4)\n",
        "- gamma (app/gamma.py:7) -> delta (app/delta.py:1)\n",
        "- alpha (app/alpha.py:7) -> beta (app/beta.py:4)\n",
    ] {
        assert!(lines.contains(line), "{line}{lines}");
    }
    assert!(!lines.contains("part_"), "{lines}");
    // The bodies of those that the focus does not hold.
    let shown: Vec<&str> = ["app/alpha.py", "app/beta.py", "app/delta.py"]
        .into_iter()
        .filter(|path| made.text.contains(&format!("### {path} ")))
        .collect();
    assert_eq!(shown.len(), 3, "{}", made.text);
}

/// A function for each system: a call from another file of the package may mean either.
#[test]
fn ambiguous_calls_are_marked_and_stand_apart_from_certain_ones() {
    let files: Files = [
        ("till/flush_linux.go", "// flush writes on Linux.\nfunc flush(pages int) {}\n"),
        ("till/flush_windows.go", "// flush writes on Windows.\nfunc flush(pages int) {}\n"),
        ("till/count.go", "// count counts.\nfunc count() int { return 1 }\n"),
        ("till/close.go", "// CloseTill ends the day.\nfunc CloseTill() int {\n\tflush(3)\n\treturn count()\n}\n"),
    ]
    .into_iter()
    .map(|(path, body)| (path.to_owned(), format!("package till\n\n{body}")))
    .collect();
    let request = json!({"question": "what does CloseTill do?", "budget": 20_000, "sections": "focus,paths"});
    let lines = prose(&pack(&files, &request), SectionKind::CallPaths);
    let marked = "- CloseTill (till/close.go:5) -> ambiguous: \
                  flush (till/flush_linux.go:4) or flush (till/flush_windows.go:4)\n";
    assert!(lines.contains(marked), "{lines}");
    assert!(lines.contains("- CloseTill (till/close.go:6) -> count (till/count.go:4)\n"), "{lines}");
}

#[test]
fn tests_are_those_that_call_the_focus_else_those_of_its_name() {
    let request =
        json!({"question": "what does gamma hand on?", "budget": 6_000, "sections": "tests", "pins": ["app/gamma.py"]});
    let mut files = chain();
    let made = pack(&files, &request);
    let own = section(&made, SectionKind::Tests);
    let found = own.chunks.iter().find_map(|chunk| Some((chunk.shown.as_ref()?, &chunk.why))).unwrap();
    assert_eq!((found.0.path.as_str(), found.1.as_str()), ("tests/test_chain.py", "tests: uses gamma"));
    files.remove("tests/test_chain.py");
    files.insert("tests/test_gamma.py".into(), "def test_nothing():\n    kept = True\n    assert kept\n".into());
    let made = pack(&files, &request);
    let why = &chunks(&made, SectionKind::Tests, "tests/test_gamma.py")[0].why;
    assert_eq!(why, "tests: named after gamma.py");
}

#[test]
fn docs_are_ranked_documents_and_the_nearest_readme() {
    let mut files = chain();
    files.insert("docs/handing.md".into(), "# Handing on\n\nWhat gamma hands on, and to whom.\n".into());
    files.insert("docs/weather.md".into(), "# Weather\n\nRain falls on Tuesdays.\n".into());
    let request = json!({"question": "what does gamma hand on?", "budget": 8_000, "sections": "docs"});
    let made = pack(&files, &request);
    let rank = made.included.iter().find(|own| own.path == "docs/handing.md").unwrap().rank.unwrap();
    assert_eq!(chunks(&made, SectionKind::Docs, "docs/handing.md")[0].why, format!("docs: rank {rank}"));
    assert!(chunks(&made, SectionKind::Docs, "docs/weather.md").is_empty(), "nothing asks for it: {}", made.text);
    let is_nearest = |made: &Pack, readme: &str| {
        let own = chunks(made, SectionKind::Docs, readme);
        own.iter().any(|own| own.why.starts_with("docs: nearest README of app/"))
    };
    assert!(is_nearest(&made, "app/README.md") && !is_nearest(&made, "README.md"), "{}", made.text);
    files.remove("app/README.md");
    assert!(is_nearest(&pack(&files, &request), "README.md"), "the folder around has the nearest one");
}

#[test]
fn the_breadth_goes_by_rank_then_by_folder_then_by_use() {
    let mut files = chain();
    files.retain(|path, _| !path.starts_with("other/") && !path.contains("README"));
    let nothing = |at: usize| format!("def unrelated_{at}():\n    return {at}\n");
    files.extend((0..3).map(|at| (format!("app/unrelated_{at}.py"), nothing(at))));
    files.extend((0..3).map(|at| (format!("lib/tool_{at}.py"), nothing(at + 10))));
    // The last tool is used most.
    let user = "from lib.tool_2 import unrelated_12\n\n\ndef unrelated_use():\n    return unrelated_12()\n";
    files.extend((0..4).map(|at| (format!("users/user_{at}.py"), user.to_owned())));
    let request = json!({"question": "what does gamma hand on?", "budget": 40_000, "order": "relevant-first", "sections": "breadth"});
    let made = pack(&files, &request);
    let shown: Vec<(&str, &str)> = section(&made, SectionKind::Breadth)
        .chunks
        .iter()
        .filter_map(|own| Some((own.shown.as_ref()?.path.as_str(), own.why.as_str())))
        .collect();
    let ranks: Vec<u32> = shown
        .iter()
        .filter_map(|(_, why)| why.strip_prefix("breadth: rank ")?.split(',').next()?.parse().ok())
        .collect();
    assert!(ranks.len() > 2 && ranks.is_sorted(), "{shown:?}");
    let is_beside = |why: &str| why.starts_with("breadth: in the folder of a ranked file");
    assert!(shown[..ranks.len()].iter().all(|(_, why)| why.starts_with("breadth: rank ")), "{shown:?}");
    let behind = &shown[ranks.len()..];
    let n_beside = behind.iter().take_while(|(_, why)| is_beside(why)).count();
    let (beside, rest) = behind.split_at(n_beside);
    assert!(beside.iter().any(|(path, _)| path.starts_with("app/unrelated_")), "{shown:?}");
    assert!(beside.iter().all(|(path, _)| path.starts_with("app/") || path.starts_with("tests/")), "{shown:?}");
    assert_eq!(rest[0], ("lib/tool_2.py", "breadth: much used, used from 8 places"), "{shown:?}");
    assert!(rest.iter().all(|(_, why)| !is_beside(why)) && rest.len() == 7, "{shown:?}");
}

#[test]
fn the_breadth_shows_what_is_too_large_by_the_first_lines_of_its_symbols() {
    let made = pack(&large(30_000), &json!({"question": TURBINES, "budget": 20_000, "sections": "breadth"}));
    let own = chunks(&made, SectionKind::Breadth, "plant/turbine.py");
    assert_eq!(own.len(), 1, "{}", made.text);
    assert!(own[0].why.ends_with(", outline") && own[0].text.contains(" (outline)\n"), "{}", own[0].text);
    let lines: Vec<&str> = own[0].text.lines().skip(3).take_while(|line| !line.starts_with("```")).collect();
    assert!(lines.len() > 3 && lines.iter().all(|line| line.starts_with("def turbine_step_")), "{lines:?}");
}

#[test]
fn the_best_file_of_the_focus_stands_last_or_first() {
    let files = chain();
    let ranks = |order: &str| -> Vec<u32> {
        let request = json!({"question": "what does gamma hand on?", "budget": 8_000, "order": order});
        let made = pack(&files, &request);
        let whys = section(&made, SectionKind::Focus).chunks.iter().map(|own| own.why.clone());
        whys.filter_map(|why| why.strip_prefix("focus: rank ")?.split(',').next()?.parse().ok()).collect()
    };
    let (last, first) = (ranks("relevant-last"), ranks("relevant-first"));
    assert!(first.len() > 2 && first[0] == 1 && first.is_sorted(), "{first:?}");
    assert!(last.iter().rev().is_sorted() && last.last() == Some(&1), "{last:?}");
}

#[test]
fn a_project_that_fits_goes_in_whole() {
    let files: Files = (0..20).map(|at| (format!("part_{at}.py"), module(&format!("gadget{at}"), 6_000))).collect();
    let made = pack(&files, &json!({"question": "how does gadget3 turn?", "budget": 128_000}));
    assert_eq!(made.included.len(), 20);
    let shown = made.sections.iter().flat_map(|own| &own.chunks).filter_map(|own| own.shown.as_ref());
    assert!(shown.clone().count() >= 20);
    for file in files.keys() {
        let lines: u32 =
            shown.clone().filter(|own| own.path == *file).flat_map(|own| &own.lines).map(|own| own.len()).sum();
        assert!(lines + 4 >= u32::try_from(files[file].lines().count()).unwrap(), "{file}: {lines} lines");
    }
    assert!(made.omitted.is_empty());
}

#[test]
fn the_architecture_tells_purposes_symbols_and_dependencies() {
    let mut files = chain();
    files.insert(
        "cmd/main.py".into(),
        "from app.alpha import alpha\n\n\ndef main():\n    alpha(1)\n\n\nif __name__ == \"__main__\":\n    main()\n"
            .into(),
    );
    let text = prose(&pack(&files, &json!({"budget": 8_000})), SectionKind::Architecture);
    let line = text.lines().find(|line| line.starts_with("- app/: 5 files, ")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains(" tokens, python. Hands values on until they end; key: "), "{line}");
    let key = line.rsplit("key: ").next().unwrap();
    assert!(key.contains("gamma") && key.contains("alpha"), "what others use: {line}");
    assert!(text.contains("- cmd -> app: 1\n"), "{text}");
    assert!(text.contains("; entry: main (cmd/main.py:4)"), "{text}");
}

/// Returns a project that has more folders, callers, tests and documents of its turbine than a pack has room for.
fn plenty() -> Files {
    let mut files = large(60_000);
    for at in 0..60 {
        let steps: Vec<usize> = (0..6).map(|own| (at * 7 + own * 3) % 200).collect();
        let import = |step: &usize| format!("from plant.turbine import turbine_step_{step}\n");
        let using = |step: &usize| {
            format!(
                "\n\ndef use_{step}_{at}(value):\n    # Uses step {step}.\n    kept = value + {at}\n    return turbine_step_{step}(kept)\n"
            )
        };
        let text: String = steps.iter().map(import).chain(steps.iter().map(using)).collect();
        files.insert(format!("part_{at}/test_turbine.py"), text.replace("def use_", "def test_"));
        files.insert(format!("part_{at}/use.py"), text);
        files.insert(
            format!("part_{at}/README.md"),
            format!("# Part {at}\n\nKeeps what belongs to part {at} of the plant.\n"),
        );
        let line = "A turbine turns as turbine.py says it does.\n";
        files.insert(format!("docs/turbine_{at}.md"), format!("# How a turbine turns\n\n{}", line.repeat(40)));
    }
    files
}

#[test]
fn shares_bound_the_sections_beside_the_focus() {
    let (files, budget) = (plenty(), 20_000);
    let of = |made: &Pack, kind| made.sections.iter().find(|own| own.kind == kind).map_or(0, |own| own.tokens().0);
    let made = pack(&files, &json!({"question": TURBINES, "budget": budget}));
    // The focus takes the ranked documents, so that they are asked for without it.
    let without = pack(&files, &json!({"question": TURBINES, "budget": budget, "sections": "docs,breadth"}));
    for (made, kind, percent) in [
        (&made, SectionKind::Architecture, 4),
        (&made, SectionKind::CallPaths, 10),
        (&made, SectionKind::Tests, 10),
        (&without, SectionKind::Docs, 5),
    ] {
        let (tokens, share) = (of(made, kind), budget / 100 * percent);
        assert!(tokens <= share && tokens * 2 > share, "{kind:?}: {tokens} of {share}");
    }
    let (focus, breadth) = (of(&made, SectionKind::Focus), of(&made, SectionKind::Breadth));
    assert!(focus * 100 >= budget * 45 && breadth * 100 >= budget * 15, "{focus} and {breadth}");
}

#[test]
fn a_question_part_gives_full_excerpts_to_a_file_for_each_8000_tokens() {
    let files: Files = (0..40)
        .map(|at| (format!("plant/turbine_{at}.py"), module("turbine", 60_000)))
        .chain((0..400).map(|at| (format!("other/part_{at}.py"), module(&format!("gadget{at}"), 4_000))))
        .collect();
    let full = |budget: u32| {
        let request = json!({"question": "how does a turbine turn?", "budget": budget, "prefix_share": 0.5,
            "bytes_per_token": 4, "sections": "breadth,focus"});
        let made = pack(&files, &request);
        let mut sizes: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
        let suffix = made.sections.iter().filter(|own| own.part == Part::Suffix).flat_map(|own| &own.chunks);
        for chunk in suffix {
            if let Some(shown) = &chunk.shown {
                *sizes.entry(&shown.path).or_default() += chunk.tokens.0;
            }
        }
        sizes.values().filter(|&&size| size > 700).count()
    };
    assert_eq!(full(20_000), 3, "three at least");
    assert_eq!(full(80_000), 5, "40,000 tokens of room");
    assert_eq!(full(300_000), 15, "15 at most");
}

#[test]
fn the_repository_part_is_the_same_bytes_within_a_step_of_the_calibration() {
    let files = large(30_000);
    let hash = |calibration: Option<f64>, share: f64| {
        let request =
            json!({"question": TURBINES, "budget": 20_000, "prefix_share": share, "calibration": calibration});
        pack(&files, &request).prefix_sha256
    };
    let fixed = hash(None, 0.9);
    for within in [0.5, 1.0, 1.07] {
        assert_eq!(hash(Some(within), 0.9), fixed, "{within}");
    }
    let next = hash(Some(1.09), 0.9);
    assert_ne!(next, fixed);
    assert_eq!(hash(Some(1.34), 0.9), next, "the 0.8 step");
    assert_ne!(hash(Some(1.36), 0.9), next);
    assert_eq!(hash(Some(0.97), 1.0), hash(None, 1.0));
    assert_ne!(hash(Some(0.98), 1.0), hash(None, 1.0));
}
