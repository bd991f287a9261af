//! Owns trying the linker on a real tree: extracts every file below a folder, links on two threads,
//! and prints times and counts; with a file of hand-checked calls it prints precision and recall. It owns no rule of
//! which files belong to a project: everything that is text is taken.
//!
//! `cargo run --release -p graphicle-link --example link_tree -- DIR [LABELS CORPUS]`
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a program for people at a terminal")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use graphicle_engine::facts::{FileFacts, SymbolKind};
use graphicle_engine::folders::Folders;
use graphicle_engine::id::{FileId, SymbolId};
use graphicle_engine::language::Language;
use graphicle_engine::links::{Endpoint, Evidence, ImportTarget, Links};
use graphicle_engine::role::Roles;
use graphicle_extract::{Limits, extract};
use graphicle_link::{LinkFile, Linker, merge};
use serde_json::Value;

/// Files larger than this are data.
const MAX_BYTES: u64 = 2_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(root) = arguments.first() else {
        println!("usage: link_tree DIR [LABELS CORPUS]");
        return;
    };
    let mut texts = Vec::new();
    read(Path::new(root), "", &mut texts);
    texts.sort();
    let facts = extract_all(&texts);
    let bytes: Vec<Vec<u8>> = facts.iter().filter_map(FileFacts::to_bytes).collect();
    let files: Vec<LinkFile<'_>> = texts
        .iter()
        .zip(&bytes)
        .map(|((path, language, _), bytes)| LinkFile {
            path,
            language: *language,
            roles: if is_test(path) { Roles::TEST } else { Roles::default() },
            facts: graphicle_engine::facts::from_bytes(bytes).unwrap_or_default(),
        })
        .collect();
    let folders = Folders::of_paths(texts.iter().map(|(path, ..)| path.as_str()));
    let count = |of: fn(&FileFacts<'_>) -> usize| files.iter().map(|file| of(&file.facts)).sum::<usize>();
    println!(
        "{} files, {} symbols, {} imports, {} calls, {} references",
        files.len(),
        count(|facts| facts.symbols.len()),
        count(|facts| facts.imports.len()),
        count(|facts| facts.calls.len()),
        count(|facts| facts.references.len()),
    );
    let mut best = [Duration::MAX; 5];
    let mut links = Links::default();
    for _ in 0..5 {
        let start = Instant::now();
        let on_cpu = cpu();
        let linker = Linker::new(&files, &folders);
        let built = cpu().saturating_sub(on_cpu);
        let (parts, slower, both) = resolve_on_two_threads(&linker, &files);
        let on_cpu = cpu();
        links = merge(parts);
        let merged = cpu().saturating_sub(on_cpu);
        for (slot, time) in best.iter_mut().zip([built, slower, both, merged, start.elapsed()]) {
            *slot = (*slot).min(time);
        }
    }
    let [new, slower, both, merged, total] = best;
    println!("best of 5, time on a processor: new {new:.1?}, resolve {slower:.1?} on the slower of two threads");
    println!(
        "({both:.1?} on both), merge {merged:.1?}; together {:.1?}; on the clock {total:.1?}",
        new + slower + merged
    );
    let mut by_evidence = BTreeMap::new();
    for edge in &links.calls {
        *by_evidence.entry(edge.evidence).or_insert(0_u32) += 1;
    }
    println!(
        "{} import edges, {} call edges {by_evidence:?}, {} ambiguous, {} references",
        links.imports.len(),
        links.calls.len(),
        links.ambiguous.len(),
        links.references.len()
    );
    let table = Table::new(&files, &folders, &links);
    if let Some(path) = arguments.get(1) {
        match arguments.get(2).map(String::as_str) {
            Some("calls") => table.print_calls(path),
            Some("sample") => table.print_sample(path.parse().unwrap_or(100)),
            Some(corpus) => table.score(path, corpus),
            None => println!("a corpus name is needed"),
        }
    }
}

fn resolve_on_two_threads(linker: &Linker<'_>, files: &[LinkFile<'_>]) -> (Vec<Links>, Duration, Duration) {
    // Halves by calls and references, not by files: what resolving costs.
    let cost = |file: &LinkFile<'_>| file.facts.calls.len() + file.facts.references.len() + 8;
    let half = files.iter().map(cost).sum::<usize>() / 2;
    let mut sum = 0;
    let cut = files.iter().take_while(|file| {
        sum += cost(file);
        sum < half
    });
    let cut = cut.count();
    let timed = |range: std::ops::Range<usize>| {
        let on_cpu = cpu();
        let links = linker.resolve(range);
        (links, cpu().saturating_sub(on_cpu))
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(|| timed(cut..files.len()));
        let (first, one) = timed(0..cut);
        let (second, other) = second.join().unwrap_or_default();
        (vec![first, second], one.max(other), one + other)
    })
}

/// Returns how long this thread has been on a processor, which a busy machine does not lengthen; zero where the system
/// does not tell.
fn cpu() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0))
}

fn extract_all(texts: &[(String, Language, String)]) -> Vec<FileFacts<'static>> {
    let limits = Limits::default();
    let one = |(path, language, text): &(String, Language, String)| extract(path, *language, text, &limits);
    let (first, second) = texts.split_at(texts.len() / 2);
    std::thread::scope(|scope| {
        let rest = scope.spawn(|| second.iter().map(one).collect::<Vec<_>>());
        let mut all: Vec<_> = first.iter().map(one).collect();
        all.extend(rest.join().unwrap_or_default());
        all
    })
}

fn read(folder: &Path, prefix: &str, out: &mut Vec<(String, Language, String)>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}/{name}") };
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            if name != ".git" && name != "node_modules" {
                read(&entry.path(), &path, out);
            }
        } else if kind.is_file()
            && entry.metadata().is_ok_and(|data| data.len() <= MAX_BYTES)
            && let Ok(bytes) = fs::read(entry.path())
            && !bytes.iter().take(8000).any(|byte| *byte == 0)
        {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            out.push((path.clone(), Language::of_text(&path, &text), text));
        }
    }
}

fn is_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.contains("_test.")
        || name.starts_with("test_")
        || name.contains(".test.")
        || name.contains(".spec.")
        || path.split('/').any(|part| matches!(part, "test" | "tests" | "testing" | "__tests__"))
}

struct Table<'t, 'a> {
    files: &'t [LinkFile<'a>],
    folders: &'t Folders,
    links: &'t Links,
    starts: Vec<u32>,
}

impl<'t, 'a> Table<'t, 'a> {
    fn new(files: &'t [LinkFile<'a>], folders: &'t Folders, links: &'t Links) -> Self {
        let mut starts = vec![0];
        let mut sum = 0_u32;
        for file in files {
            sum += u32::try_from(file.facts.symbols.len()).unwrap_or(0);
            starts.push(sum);
        }
        Self { files, folders, links, starts }
    }

    fn place(&self, symbol: SymbolId) -> (usize, usize) {
        let file = self.starts.partition_point(|start| *start <= symbol.0) - 1;
        (file, (symbol.0 - self.starts[file]) as usize)
    }

    fn describe(&self, symbol: SymbolId) -> (&'a str, u32, String) {
        let (file, at) = self.place(symbol);
        let facts = &self.files[file].facts;
        let symbol = &facts.symbols[at];
        let name = match symbol.container {
            Some(container) => format!("{}.{}", facts.names.get(container), facts.names.get(symbol.name)),
            None => facts.names.get(symbol.name).to_owned(),
        };
        (self.files[file].path, symbol.name_line, name)
    }

    fn from(&self, from: Endpoint) -> (String, String) {
        match from {
            Endpoint::Symbol(symbol) => {
                let (path, _, name) = self.describe(symbol);
                (path.to_owned(), name)
            }
            Endpoint::File(FileId(file)) => (self.files[file as usize].path.to_owned(), String::new()),
        }
    }

    fn print_calls(&self, path: &str) {
        for edge in &self.links.imports {
            if self.files[edge.from.index()].path == path {
                let to = match edge.to {
                    ImportTarget::File(file) => self.files[file.index()].path,
                    ImportTarget::Folder(folder) => &self.folders.paths()[folder.index()],
                };
                println!("import {:4} -> {to}", edge.line);
            }
        }
        for edge in &self.links.calls {
            let (from, caller) = self.from(edge.from);
            if from == path {
                println!("call {:4} {caller} -> {:?} {:?}", edge.line, self.describe(edge.to), edge.evidence);
            }
        }
        for call in &self.links.ambiguous {
            let (from, caller) = self.from(call.from);
            if from == path {
                let all: Vec<_> = call.candidates.iter().map(|symbol| self.describe(*symbol)).collect();
                println!("ambiguous {:4} {caller} -> {all:?}", call.line);
            }
        }
    }

    /// Prints every n-th call edge of each evidence, for reading by hand.
    fn print_sample(&self, step: usize) {
        for evidence in Evidence::ALL {
            for edge in self.links.calls.iter().filter(|edge| edge.evidence == evidence).step_by(step) {
                let (path, caller) = self.from(edge.from);
                let (to, line, name) = self.describe(edge.to);
                println!("{evidence:?}: {path}:{} {caller} -> {to}:{line} {name}", edge.line);
            }
        }
    }

    fn score(&self, labels: &str, corpus: &str) {
        let text = fs::read_to_string(labels).unwrap_or_default();
        let (mut right, mut wrong, mut missed, mut unclear, mut positive) = (0, 0, 0, 0, 0);
        let mut evidence = BTreeMap::<Evidence, (u32, u32)>::new();
        for label in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            if label["corpus"] != corpus {
                continue;
            }
            let path = label["path"].as_str().unwrap_or("");
            let line = label["line"].as_u64().unwrap_or(0);
            let callee = label["callee"].as_str().unwrap_or("").trim_end_matches('!');
            let caller = label["caller"].as_str().unwrap_or("");
            let mut wanted: Vec<(String, u64)> = Vec::new();
            let targets = std::iter::once(&label["target"]).chain(label["also"].as_array().into_iter().flatten());
            for target in targets {
                if let Some(path) = target["path"].as_str() {
                    wanted.push((path.to_owned(), target["line"].as_u64().unwrap_or(0)));
                }
            }
            positive += u32::from(label["target"].is_object());
            let found = self.edges_of(path, caller, callee, line, &wanted);
            let hit = |symbol: &SymbolId| {
                let (path, line, _) = self.describe(*symbol);
                wanted.iter().any(|(p, l)| p == path && l.abs_diff(u64::from(line)) <= 1)
            };
            let say = |what: &str, got: &str| {
                let target = wanted.first().map_or("nothing", |(path, _)| path);
                println!("{what}: {path}:{line} {caller} {callee} wanted {target} {} got {got}", label["note"]);
            };
            match found {
                Found::Edge(symbol, why) => {
                    let slot = evidence.entry(why).or_default();
                    if hit(&symbol) {
                        right += 1;
                        slot.0 += 1;
                    } else {
                        wrong += 1;
                        slot.1 += 1;
                        say("WRONG", &format!("{:?} {why:?}", self.describe(symbol)));
                    }
                }
                Found::Ambiguous(all) => {
                    unclear += 1;
                    if label["target"].is_object() {
                        say("AMBIGUOUS", &format!("{} candidates, hit {}", all.len(), all.iter().any(hit)));
                    }
                }
                Found::Nothing if label["target"].is_object() => {
                    missed += 1;
                    say("MISSED", "nothing");
                }
                Found::Nothing => {}
            }
        }
        println!(
            "{corpus}: precision {:.3} ({right} of {}), recall {:.3} ({right} of {positive}), missed {missed}, ambiguous {unclear}",
            f64::from(right) / f64::from((right + wrong).max(1)),
            right + wrong,
            f64::from(right) / f64::from(positive.max(1)),
        );
        println!("right and wrong by evidence: {evidence:?}");
    }

    /// Returns what links say of a call: an edge from the caller to a symbol called so. An edge keeps the first line of
    /// several calls, so that the line decides only between edges.
    fn edges_of(&self, path: &str, caller: &str, callee: &str, line: u64, wanted: &[(String, u64)]) -> Found {
        let named = |symbol: SymbolId| {
            let (file, at) = self.place(symbol);
            let facts = &self.files[file].facts;
            let record = &facts.symbols[at];
            let owner = record.container.map_or("", |name| facts.names.get(name)).rsplit('.').next().unwrap_or("");
            facts.names.get(record.name) == callee
                || callee == "super" && matches!(record.kind, SymbolKind::Constructor | SymbolKind::Class)
                || record.kind == SymbolKind::Constructor && owner == callee
                || matches!(facts.names.get(record.name), "__init__" | "constructor") && owner == callee
        };
        let is_from = |from: Endpoint| {
            let (from_path, from_name) = self.from(from);
            from_path == path && (from_name == caller || from_name.rsplit('.').next() == caller.rsplit('.').next())
        };
        let edges: Vec<_> = self.links.calls.iter().filter(|edge| named(edge.to) && is_from(edge.from)).collect();
        let exact = edges.iter().find(|edge| {
            let (path, line, _) = self.describe(edge.to);
            wanted.iter().any(|(p, l)| p == path && l.abs_diff(u64::from(line)) <= 1)
        });
        if let Some(edge) = exact {
            return Found::Edge(edge.to, edge.evidence);
        }
        if let Some(edge) = edges.iter().find(|edge| u64::from(edge.line) == line) {
            return Found::Edge(edge.to, edge.evidence);
        }
        let call = self.links.ambiguous.iter().find(|call| {
            u64::from(call.line) == line && is_from(call.from) && call.candidates.iter().any(|symbol| named(*symbol))
        });
        call.map_or(Found::Nothing, |call| Found::Ambiguous(call.candidates.clone()))
    }
}

enum Found {
    Nothing,
    Edge(SymbolId, Evidence),
    Ambiguous(Vec<SymbolId>),
}
