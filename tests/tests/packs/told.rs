//! Owns the checks of what a pack tells of itself: its header and its manifest, sentence by sentence. It owns no figure
//! that is counted again for every pack (`graphicle_tests::checks::packs`).

use graphicle_engine::pack::SectionKind;
use graphicle_tests::pack_reader::read_manifest;
use serde_json::{Value, json};

use crate::packed::{chain, large, pack, prose};

const QUESTION: &str = "what does gamma\nhand on?";

fn header(request: &Value) -> String {
    prose(&pack(&chain(), request), SectionKind::Header)
}

#[test]
fn the_header_names_project_commit_question_files_and_tokens() {
    let files = chain();
    let mut request =
        json!({"question": QUESTION, "budget": 6_000, "project": "acme", "commit": "5ca1ab1e", "sections": "focus"});
    for format in ["markdown", "xml"] {
        request["format"] = format.into();
        let made = pack(&files, &request);
        let text = prose(&made, SectionKind::Header);
        let (shown, all, tokens) = (made.included.len(), files.len(), made.tokens.0);
        assert!(shown > 1 && (1_000..6_000).contains(&tokens), "{text}");
        for line in [
            "graphicle pack: acme".to_owned(),
            "Commit: 5ca1ab1e".to_owned(),
            "Question: what does gamma hand on?".to_owned(),
            format!(
                "Files: chosen by a ranking of passages, names and the code graph for the question; {shown} of {all}"
            ),
            format!("Tokens: {},{:03} of 6,000 (counted by estimate)", tokens / 1_000, tokens % 1_000),
            "Order: the most relevant code last".to_owned(),
        ] {
            let has = text.lines().any(|own| own.strip_prefix("# ").unwrap_or(own) == line);
            assert!(has, "{line}\n{text}");
        }
    }
}

#[test]
fn the_header_changes_with_what_is_asked() {
    let plain = json!({"question": QUESTION, "budget": 6_000});
    assert!(!header(&plain).contains("Commit:"), "{}", header(&plain));
    let first = header(&json!({"question": QUESTION, "order": "relevant-first", "bytes_per_token": 4}));
    assert!(
        first.contains("Order: the most relevant code first\n") && first.contains(" 4 bytes per token)"),
        "{first}"
    );
    let overview = header(&json!({"budget": 6_000}));
    assert!(overview.contains("An overview of the repository.\n"), "{overview}");
    assert!(overview.contains("Files: chosen by their connections in the code graph; "), "{overview}");
    assert!(!overview.contains("Question:") && !overview.contains("Order:"), "{overview}");
    let repository = header(&json!({"question": QUESTION, "prefix_share": 0.5, "budget": 6_000}));
    assert!(
        repository.contains("The repository: the same for every question about this state of it.\n"),
        "{repository}"
    );
    assert!(!repository.contains("gamma") && !repository.contains("6,000"), "{repository}");
}

#[test]
fn the_manifest_lists_every_file_then_the_best_that_are_left_out() {
    let made = pack(&large(20_000), &json!({"question": "how does a gadget turn?", "budget": 3_000}));
    let manifest = read_manifest(&prose(&made, SectionKind::Manifest)).unwrap();
    let listed: Vec<(&str, u32, Option<u32>)> =
        manifest.listed.iter().map(|own| (own.path.as_str(), own.tokens, own.rank)).collect();
    let included: Vec<_> = made.included.iter().map(|own| (own.path.as_str(), own.tokens.0, own.rank)).collect();
    assert!(listed.len() > 2 && listed == included, "{listed:?}");
    for own in &manifest.listed {
        let holds = |name: &str| {
            let section = made.sections.iter().find(|section| section.kind.label() == name).unwrap();
            section.chunks.iter().any(|chunk| chunk.shown.as_ref().is_some_and(|shown| shown.path == own.path))
        };
        assert!(!own.sections.is_empty() && own.sections.iter().all(|name| holds(name)), "{own:?}");
    }
    let left_out: Vec<u32> = manifest.left_out.iter().map(|own| own.rank).collect();
    assert!(left_out.len() > 1 && left_out.is_sorted(), "{manifest:?}");
    assert!(manifest.left_out.iter().all(|own| !listed.iter().any(|(path, ..)| *path == own.path)), "{manifest:?}");
    assert!(manifest.has_way_to_more);
}

#[test]
fn top_ranked_files_that_the_repository_part_holds_are_named_with_their_lines() {
    let files = chain();
    let made = pack(&files, &json!({"question": "what does gamma hand on?", "budget": 8_000, "prefix_share": 0.5}));
    let manifest = read_manifest(&prose(&made, SectionKind::Manifest)).unwrap();
    // The chain's files are small and much used.
    let gamma = manifest.in_prefix.iter().find(|own| own.path == "app/gamma.py");
    let gamma = gamma.unwrap_or_else(|| panic!("{}", made.text));
    assert_eq!(gamma.ranges, [(1, 7)]);
    assert!(!manifest.listed.iter().any(|own| own.path == "app/gamma.py"), "{manifest:?}");
    assert_eq!(made.text.matches("### app/gamma.py ").count(), 1);
}
