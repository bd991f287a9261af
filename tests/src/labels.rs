//! Owns comparing a snapshot's call edges with hand-labelled call sites (tests/labels/README.md says how they were
//! made and what counts as right).

use std::fs;
use std::path::Path;

use graphicle_engine::facts::SymbolKind;
use graphicle_engine::id::SymbolId;
use graphicle_engine::links::Endpoint;
use graphicle_engine::snapshot::{File, Snapshot, Symbol};
use serde::Deserialize;

/// A definition that a label names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// The file.
    pub path: String,
    /// The line that holds the name.
    pub line: u32,
    /// The name with its types.
    pub name: String,
}

/// A labelled call.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Label {
    /// Which project.
    pub corpus: String,
    /// The calling file.
    pub path: String,
    /// The line that holds the called name.
    pub line: u32,
    /// The function around the call.
    pub caller: String,
    /// The name as called.
    pub callee: String,
    /// What is really called; `None` where that is outside the project.
    pub target: Option<Target>,
    /// What is as right.
    #[serde(default)]
    pub also: Vec<Target>,
}

/// What became of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// An edge leads to the target.
    Right,
    /// An edge leads elsewhere.
    Wrong,
    /// The call is there with several candidates, the target among them.
    Ambiguous,
    /// No edge, and one is owed.
    Missed,
    /// No edge, and none is owed.
    RightlyNone,
    /// The label does not count.
    Neutral,
}

/// Reads the labels of a file, one a line.
pub fn read(path: &Path) -> Vec<Label> {
    let text = fs::read_to_string(path).expect("the labels are there");
    text.lines().map(|line| serde_json::from_str(line).expect("a label a line")).collect()
}

/// Judges a label. Edges are kept once for each caller and target with the line of the first call, so a repeated call
/// counts by its caller.
pub fn judge(snapshot: &Snapshot<'_>, label: &Label) -> (Verdict, String) {
    let Some(file) = snapshot.find_file(&label.path).and_then(|id| snapshot.file(id)) else {
        return (Verdict::Missed, "no such file".to_owned());
    };
    let callers = callers(snapshot, &file, label.line);
    let edges: Vec<_> = snapshot.calls_from(&file).into_iter().filter(|edge| callers.contains(&edge.from)).collect();
    let accepted: Vec<&Target> = label.target.iter().chain(&label.also).collect();
    if let Some(edge) = edges.iter().find(|edge| accepted.iter().any(|target| is(snapshot, edge.to, target))) {
        let verdict = if label.target.is_some() { Verdict::Right } else { Verdict::Neutral };
        return (verdict, format!("{:?}", edge.mark));
    }
    let name = callee_name(label);
    let wrong = edges.iter().find(|edge| edge.line == label.line && is_named(snapshot, edge.to, name));
    if let Some(edge) = wrong {
        return (Verdict::Wrong, format!("{:?} to {}", edge.mark, describe(snapshot, edge.to)));
    }
    let ambiguous = snapshot.ambiguous_from(&file).into_iter().any(|call| {
        callers.contains(&call.from)
            && call.candidates.iter().any(|&to| accepted.iter().any(|target| is(snapshot, to, target)))
    });
    match &label.target {
        Some(_) if ambiguous => (Verdict::Ambiguous, String::new()),
        Some(_) => (Verdict::Missed, String::new()),
        None if !label.also.is_empty() => (Verdict::Neutral, String::new()),
        None => (Verdict::RightlyNone, String::new()),
    }
}

/// Returns the last name of what is called.
fn callee_name(label: &Label) -> &str {
    let name = label.callee.trim_end_matches('!');
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// Returns the places that hold a line: the innermost callable symbols first, then the file.
fn callers(snapshot: &Snapshot<'_>, file: &File<'_>, line: u32) -> Vec<Endpoint> {
    let around: Vec<Symbol> = (file.symbols.0.0..file.symbols.1.0)
        .filter_map(|id| snapshot.symbol(SymbolId(id)))
        .filter(|symbol| symbol.lines.contains(line))
        .collect();
    // A property with a body holds its calls as a function does.
    let holds = |symbol: &&Symbol| symbol.kind.is_callable() || symbol.kind == SymbolKind::Property;
    let innermost = around.iter().filter(holds).map(|symbol| symbol.lines.len()).min();
    let mut places: Vec<Endpoint> = around
        .iter()
        .filter(|symbol| holds(symbol) && Some(symbol.lines.len()) == innermost)
        .map(|symbol| Endpoint::Symbol(symbol.id))
        .collect();
    if places.is_empty() {
        places.push(Endpoint::File(file.id));
    }
    places
}

fn name_line(snapshot: &Snapshot<'_>, id: SymbolId) -> Option<(String, u32)> {
    let file = snapshot.file(snapshot.file_of_symbol(id)?)?;
    let at = usize::try_from(id.0 - file.symbols.0.0).ok()?;
    Some((file.path.to_owned(), snapshot.symbol_details(&file).get(at)?.name_line))
}

fn is(snapshot: &Snapshot<'_>, id: SymbolId, target: &Target) -> bool {
    name_line(snapshot, id).is_some_and(|(path, line)| path == target.path && line == target.line)
}

fn is_named(snapshot: &Snapshot<'_>, id: SymbolId, name: &str) -> bool {
    let Some(symbol) = snapshot.symbol(id) else { return false };
    let last = |text: String| text.rsplit('.').next().map(str::to_owned);
    snapshot.symbol_name(&symbol).as_deref() == Some(name)
        || (symbol.kind == SymbolKind::Constructor
            && snapshot.symbol_container(&symbol).and_then(last).as_deref() == Some(name))
}

fn describe(snapshot: &Snapshot<'_>, id: SymbolId) -> String {
    let name = snapshot.symbol(id).and_then(|symbol| {
        let name = snapshot.symbol_name(&symbol)?;
        Some(snapshot.symbol_container(&symbol).map_or(name.clone(), |container| format!("{container}.{name}")))
    });
    let place = name_line(snapshot, id).map(|(path, line)| format!("{path}:{line}"));
    format!("{} ({})", name.unwrap_or_default(), place.unwrap_or_default())
}
