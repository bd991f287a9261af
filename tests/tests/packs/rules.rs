//! Owns the checks of what sections take, rule by rule, on projects made to show one rule each. It owns nothing that holds
//! of every pack.

use std::fmt::Write as _;

use graphicle_engine::pack::{Chunk, Pack, PackRequest, Part, Section, SectionKind};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::memory_snapshot::{Files, snapshot};
use serde_json::{Value, json};

fn pack(files: &Files, request: &Value) -> Pack {
    let bytes = snapshot(files);
    let request = PackRequest::from_json(&request.to_string()).unwrap();
    request.pack(&Snapshot::open(&bytes).unwrap()).unwrap()
}

fn section(pack: &Pack, kind: SectionKind) -> &Section {
    pack.sections.iter().find(|own| own.kind == kind).unwrap_or_else(|| panic!("no {kind:?}:\n{}", pack.text))
}

/// Returns the chunks of a section that show a file.
fn chunks<'p>(pack: &'p Pack, kind: SectionKind, path: &str) -> Vec<&'p Chunk> {
    let own = pack.sections.iter().filter(|own| own.kind == kind).flat_map(|own| &own.chunks);
    own.filter(|chunk| chunk.shown.as_ref().is_some_and(|shown| shown.path == path)).collect()
}

fn is_whole(pack: &Pack, path: &str) -> bool {
    let own = chunks(pack, SectionKind::Focus, path);
    own.len() == 1 && own[0].shown.as_ref().is_some_and(|shown| shown.whole)
}

fn prose(pack: &Pack, kind: SectionKind) -> String {
    section(pack, kind).chunks.iter().filter(|own| own.shown.is_none()).map(|own| own.text.as_str()).collect()
}

/// Returns a Python file of functions about a subject, of about so many bytes.
fn module(subject: &str, bytes: usize) -> String {
    let mut text = format!("\"\"\"What is done with a {subject}.\"\"\"\n");
    let mut number = 0;
    while text.len() < bytes {
        write!(
            text,
            "\n\ndef {subject}_step_{number}(value):\n    \"\"\"Turn a {subject} by {number}.\"\"\"\n    first = value + {number}\n    return first * 2\n"
        )
        .unwrap();
        number += 1;
    }
    text
}

/// Returns a project with two large files about turbines among many others, large enough that no cap is widened.
fn large(bytes: usize) -> Files {
    let mut files: Files =
        (0..400).map(|at| (format!("other/part_{at}.py"), module(&format!("gadget{at}"), 5_000))).collect();
    files.insert("plant/turbine.py".into(), module("turbine", bytes));
    files.insert("plant/turbine_more.py".into(), module("turbine", bytes));
    files
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

/// Returns a project in which `alpha` calls `beta` calls `gamma` calls `delta`, each in a file, with a test and READMEs.
fn chain() -> Files {
    let call = |own: &str, other: &str| {
        format!(
            "from app.{other} import {other}\n\n\ndef {own}(value):\n    # {own} hands on\n    kept = value\n    return {other}(kept)\n"
        )
    };
    let mut files: Files = [
        ("app/alpha.py", call("alpha", "beta")),
        ("app/beta.py", call("beta", "gamma")),
        ("app/gamma.py", call("gamma", "delta")),
        ("app/delta.py", "def delta(value):\n    # the end of it\n    kept = value\n    return kept\n".to_owned()),
        ("app/README.md", "# App\n\nHands values on until they end.\n".to_owned()),
        ("README.md", "# Project\n\nThe whole of it.\n".to_owned()),
        (
            "tests/test_chain.py",
            "from app.gamma import gamma\n\n\ndef test_hands_on():\n    kept = gamma(1)\n    assert kept == 1\n"
                .to_owned(),
        ),
    ]
    .map(|(path, text)| (path.to_owned(), text))
    .into();
    files.extend((0..200).map(|at| (format!("other/part_{at}.py"), module(&format!("gadget{at}"), 4_000))));
    files
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

/// A function for each system is one call with two possible targets.
#[test]
fn ambiguous_calls_are_marked_and_stand_apart_from_certain_ones() {
    let file = |package: &str, body: &str| format!("package {package}\n\n{body}");
    let files: Files = [
        ("go.mod", "module example.com/shop\n\ngo 1.22\n".to_owned()),
        ("disk/flush_linux.go", file("disk", "// Flush writes on Linux.\nfunc Flush() {}\n")),
        ("disk/flush_windows.go", file("disk", "// Flush writes on Windows.\nfunc Flush() {}\n")),
        ("disk/count.go", file("disk", "// Count counts.\nfunc Count() int { return 1 }\n")),
        (
            "till/close.go",
            file(
                "till",
                "import \"example.com/shop/disk\"\n\n// CloseTill ends the day at the till.\nfunc CloseTill() int {\n\tdisk.Flush()\n\treturn disk.Count()\n}\n",
            ),
        ),
    ]
    .into_iter()
    .map(|(path, text)| (path.to_owned(), text))
    .collect();
    let request = json!({"question": "what does CloseTill do?", "budget": 4_000, "sections": "focus,paths"});
    let lines = prose(&pack(&files, &request), SectionKind::CallPaths);
    let marked = lines.lines().find(|line| line.contains("ambiguous")).unwrap_or_else(|| panic!("{lines}"));
    assert!(marked.contains("CloseTill (till/close.go:7) -> ambiguous: "), "{lines}");
    assert!(marked.contains("disk/flush_linux.go:4") && marked.contains("disk/flush_windows.go:4"), "{lines}");
    assert!(lines.contains("- CloseTill (till/close.go:8) -> Count (disk/count.go:4)\n"), "{lines}");
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
    let made = pack(&files, &json!({"question": "what does gamma hand on?", "budget": 8_000, "sections": "docs"}));
    assert!(chunks(&made, SectionKind::Docs, "docs/handing.md")[0].why.starts_with("docs: rank "), "{}", made.text);
    assert!(chunks(&made, SectionKind::Docs, "app/README.md")[0].why.starts_with("docs: nearest README of app/"));
}

#[test]
fn the_breadth_goes_by_rank_then_by_folder_then_by_use() {
    let mut files = chain();
    files.retain(|path, _| !path.starts_with("other/"));
    let nothing = |at: usize| format!("def unrelated_{at}():\n    return {at}\n");
    files.extend((0..3).map(|at| (format!("app/unrelated_{at}.py"), nothing(at))));
    files.extend((0..3).map(|at| (format!("lib/tool_{at}.py"), nothing(at + 10))));
    let made =
        pack(&files, &json!({"question": "what does gamma hand on?", "budget": 40_000, "order": "relevant-first"}));
    let whys: Vec<&str> = section(&made, SectionKind::Breadth)
        .chunks
        .iter()
        .filter(|own| own.shown.is_some())
        .map(|own| own.why.as_str())
        .collect();
    let place = |start: &str| {
        let at = |why: &&str| why.starts_with(start);
        (whys.iter().position(at), whys.iter().rposition(at))
    };
    let (ranked, folder, used) = (
        place("breadth: rank"),
        place("breadth: in the folder of a ranked file"),
        place("breadth: the rest of the project"),
    );
    assert!(ranked.1 < folder.0 && folder.1 < used.0, "{whys:?}");
    assert!(folder.0.is_some() && used.0.is_some(), "{whys:?}");
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
    assert!(line.contains("python. Hands values on until they end") && line.contains("key: "), "{line}");
    assert!(text.contains("- cmd -> app: 1\n") && text.contains("entry: "), "{text}");
}

#[test]
fn shares_bound_the_sections_beside_the_focus() {
    let made = pack(&large(60_000), &json!({"question": TURBINES, "budget": 100_000}));
    let of = |kind| made.sections.iter().find(|own| own.kind == kind).map_or(0, |own| own.tokens().0);
    for (kind, percent) in
        [(SectionKind::Architecture, 4), (SectionKind::CallPaths, 10), (SectionKind::Tests, 10), (SectionKind::Docs, 5)]
    {
        assert!(of(kind) <= 1_000 * percent, "{kind:?}: {}", of(kind));
    }
    assert!(of(SectionKind::Focus) >= 40_000 && of(SectionKind::Breadth) >= 20_000, "{}", made.tokens.0);
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
}
