//! Owns small projects that are made to be packed, and looking into their packs. It owns no check.

use std::fmt::Write as _;

use graphicle_engine::pack::{Chunk, Pack, PackRequest, Section, SectionKind};
use graphicle_engine::snapshot::Snapshot;
use graphicle_tests::memory_snapshot::{Files, snapshot};
use serde_json::Value;

/// Makes a pack.
pub(crate) fn pack(files: &Files, request: &Value) -> Pack {
    let bytes = snapshot(files);
    let request = PackRequest::from_json(&request.to_string()).unwrap();
    request.pack(&Snapshot::open(&bytes).unwrap()).unwrap()
}

/// Returns a section, which must be there.
pub(crate) fn section(pack: &Pack, kind: SectionKind) -> &Section {
    pack.sections.iter().find(|own| own.kind == kind).unwrap_or_else(|| panic!("no {kind:?}:\n{}", pack.text))
}

/// Returns the chunks of a section that show a file.
pub(crate) fn chunks<'p>(pack: &'p Pack, kind: SectionKind, path: &str) -> Vec<&'p Chunk> {
    let own = pack.sections.iter().filter(|own| own.kind == kind).flat_map(|own| &own.chunks);
    own.filter(|chunk| chunk.shown.as_ref().is_some_and(|shown| shown.path == path)).collect()
}

/// Returns what a section says in words of the pack's own.
pub(crate) fn prose(pack: &Pack, kind: SectionKind) -> String {
    section(pack, kind).chunks.iter().filter(|own| own.shown.is_none()).map(|own| own.text.as_str()).collect()
}

/// Returns a Python file of functions about a subject, of about so many bytes.
pub(crate) fn module(subject: &str, bytes: usize) -> String {
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
pub(crate) fn large(bytes: usize) -> Files {
    let mut files: Files =
        (0..400).map(|at| (format!("other/part_{at}.py"), module(&format!("gadget{at}"), 5_000))).collect();
    files.insert("plant/turbine.py".into(), module("turbine", bytes));
    files.insert("plant/turbine_more.py".into(), module("turbine", bytes));
    files
}

/// Returns a project in which `alpha` calls `beta` calls `gamma` calls `delta`, each in a file, with a test and READMEs.
pub(crate) fn chain() -> Files {
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
