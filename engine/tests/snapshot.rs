//! Owns the checks of what a reader sees of a snapshot that was built fresh, built on a base, or damaged; owns none of
//! how one is made from a folder.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

use graphicle_engine::build::{
    Edges, FileInput, FolderFile, Segment, SegmentBuilder, Source, SymbolStarts, Work, assemble, calls, content,
    imports, references, symbols,
};
use graphicle_engine::facts::{FileFacts, NamesBuilder, Symbol, SymbolFlags, SymbolIdx, SymbolKind};
use graphicle_engine::folders::{Folders, folder_of};
use graphicle_engine::id::{FileId, FolderId, SymbolId};
use graphicle_engine::inspect::digests;
use graphicle_engine::language::Language;
use graphicle_engine::links::{AmbiguousCall, CallEdge, Endpoint, Evidence, ImportEdge, ImportTarget, Links};
use graphicle_engine::role::Roles;
use graphicle_engine::snapshot::{Snapshot, SnapshotError};
use graphicle_engine::span::LineRange;
use std::collections::BTreeMap;

type Project = BTreeMap<String, String>;

/// Facts as a parser would find them: a line `fn name` defines a function of that line.
fn facts_of(text: &str) -> FileFacts<'static> {
    let mut names = NamesBuilder::default();
    let mut symbols = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let Some(name) = content.strip_prefix("fn ") else { continue };
        symbols.push(Symbol {
            name: names.intern(name),
            kind: SymbolKind::Function,
            container: (line % 2 == 0).then(|| names.intern("Outer.Inner")),
            parent: symbols.len().checked_sub(1).map(|at| SymbolIdx(u32::try_from(at).unwrap())),
            lines: LineRange::new(line, line + 1),
            name_line: line,
            doc: (line > 2).then(|| LineRange::new(line - 2, line - 1)),
            ty: Some(names.intern("Item[]")),
            bases: vec![names.intern("Base")],
            params: None,
            flags: SymbolFlags::TEST.with(SymbolFlags::EXPORTED),
        });
    }
    let package = Some(names.intern("acme"));
    FileFacts { names: names.finish(), package, symbols, ..FileFacts::default() }
}

fn hash_of(text: &str) -> [u8; 16] {
    let mut hash = [0_u8; 16];
    for (at, byte) in text.bytes().enumerate() {
        hash[at % 16] = hash[at % 16].wrapping_mul(31).wrapping_add(byte);
    }
    hash
}

/// Every function calls the first symbol of the project; every file imports the root folder and the first file.
fn links_of(facts: &[FileFacts<'static>]) -> Links {
    let mut links = Links::default();
    let mut next = 0;
    for (file, facts) in (0..).zip(facts) {
        let here = FileId(file);
        links.imports.push(ImportEdge { from: here, to: ImportTarget::File(FileId(0)), line: 1 });
        links.imports.push(ImportEdge { from: here, to: ImportTarget::Folder(FolderId(0)), line: 2 });
        for symbol in &facts.symbols {
            let from = Endpoint::Symbol(SymbolId(next));
            let line = symbol.name_line;
            links.calls.push(CallEdge { from, to: SymbolId(0), line, evidence: Evidence::UniqueName });
            links.ambiguous.push(AmbiguousCall { from, line, candidates: vec![SymbolId(0), SymbolId(next)] });
            next += 1;
        }
        if next > 0 {
            let from = Endpoint::File(here);
            links.calls.push(CallEdge { from, to: SymbolId(next - 1), line: 9, evidence: Evidence::Import });
        }
    }
    links
}

/// Builds the project on top of a base; only folders in which something changed go through a segment.
fn build(project: &Project, base: Option<(&Snapshot<'_>, &Project)>, groups: usize) -> Vec<u8> {
    let facts: Vec<_> = project.values().map(|text| facts_of(text)).collect();
    let folders = Folders::of_paths(project.keys().map(String::as_str));
    let mut by_folder: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, path) in project.keys().enumerate() {
        by_folder.entry(folder_of(path)).or_default().push(at);
    }
    let files: Vec<(&String, &String)> = project.iter().collect();
    let mut sources: Vec<Option<Source>> = vec![None; files.len()];
    let mut builders: Vec<SegmentBuilder> = (0..groups).map(|_| SegmentBuilder::default()).collect();
    for (folder, members) in &by_folder {
        let kept = |at: usize| {
            let (snapshot, old) = base?;
            let (path, text) = files[at];
            (old.get(path) == Some(text)).then(|| snapshot.find_file(path).unwrap())
        };
        let same_members = base.is_some_and(|(_, old)| {
            let old: Vec<_> = old.keys().filter(|path| folder_of(path) == *folder).collect();
            old == members.iter().map(|&at| files[at].0).collect::<Vec<_>>()
        });
        if same_members && members.iter().all(|&at| kept(at).is_some()) {
            for &at in members {
                sources[at] = kept(at).map(Source::Base);
            }
            continue;
        }
        let given: Vec<FolderFile<'_>> = members
            .iter()
            .map(|&at| FolderFile {
                path: files[at].0,
                text: files[at].1,
                work: match kept(at) {
                    Some(_) => Work::TextOnly,
                    None => Work::Index { roles: Roles::default(), facts: &facts[at] },
                },
            })
            .collect();
        let segment = folder.len() % groups;
        let numbers = builders[segment].add_folder(folder, &given);
        for (&at, number) in members.iter().zip(numbers) {
            sources[at] = Some(match number {
                Some(file) => Source::Segment { segment: u32::try_from(segment).unwrap(), file },
                None => Source::Base(kept(at).unwrap()),
            });
        }
    }
    let segments: Vec<Segment> = builders.into_iter().map(SegmentBuilder::finish).collect();
    let inputs: Vec<FileInput<'_>> = files
        .iter()
        .zip(&facts)
        .zip(&sources)
        .map(|(((path, text), facts), source)| FileInput {
            path,
            language: Language::of_text(path, text),
            roles: Roles::default(),
            hash: hash_of(text),
            facts,
            source: source.unwrap(),
        })
        .collect();
    let content = content(base.map(|(snapshot, _)| snapshot), &segments, &inputs, &folders).unwrap();
    let links = links_of(&facts);
    let starts = SymbolStarts::of(&inputs).unwrap();
    let edges = Edges {
        calls: calls(&links, &starts).unwrap(),
        references: references(&links, &starts).unwrap(),
        imports: imports(&links, &starts, &folders).unwrap(),
    };
    assemble(&inputs, &folders, content, symbols(&inputs), edges).unwrap().to_vec()
}

fn project(files: &[(&str, &str)]) -> Project {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

fn sample() -> Project {
    let long = "let filler = widgetCount\n\n".repeat(4000);
    project(&[
        ("README.md", "# Acme\n\nAcme keeps widgets in good order.\n"),
        ("a/empty.go", ""),
        ("a/b/deep.go", "fn deepCall\nx\n"),
        ("a/store.go", "fn getWidget\nreturn the LimitRange\n\nfn putWidget\n"),
        ("a/z.go", "fn last\n"),
        ("b/big.go", &long),
        ("b/größe.go", "fn größe\nスケジューラ\n"),
        ("zz.py", "fn zz\n"),
    ])
}

#[test]
fn a_reader_finds_what_was_written() {
    let project = sample();
    let bytes = build(&project, None, 1);
    let snapshot = Snapshot::open(&bytes).unwrap();
    snapshot.verify().unwrap();
    assert_eq!(
        snapshot.files().map(|f| f.path.to_owned()).collect::<Vec<_>>(),
        project.keys().cloned().collect::<Vec<_>>()
    );
    for (file, text) in snapshot.files().zip(project.values()) {
        assert_eq!(&snapshot.text(&file).unwrap(), text);
        assert_eq!(file.lines as usize, text.lines().count());
        assert_eq!(snapshot.find_file(file.path), Some(file.id));
    }
    let root = snapshot.folder(snapshot.find_folder("").unwrap()).unwrap();
    let purpose = snapshot.file(root.purpose_file.unwrap()).unwrap();
    assert_eq!(snapshot.stated_purpose(&purpose).as_deref(), Some("Acme keeps widgets in good order."));
    let a = snapshot.folder(snapshot.find_folder("a").unwrap()).unwrap();
    assert_eq!(snapshot.files_in(&a).count(), 3);

    let postings = snapshot.postings("widget").unwrap();
    assert_eq!(postings.files, 3);
    let store = snapshot.find_file("a/store.go").unwrap();
    let in_store = snapshot.postings("widget").unwrap().find(|p| p.file == store).unwrap();
    let (passage, weight) = in_store.into_iter().next().unwrap();
    assert_eq!((weight.in_text(), weight.in_symbols()), (2, 2));
    assert_eq!(snapshot.file_of_passage(passage), Some(store));
    assert_eq!(snapshot.passage(passage).unwrap().lines, LineRange::new(1, 4));
    assert_eq!(snapshot.files_with_name("LimitRange").collect::<Vec<_>>(), [(store, 1)]);
    assert_eq!(snapshot.files_with_path_term("store").collect::<Vec<_>>(), [(store, 1)]);
    assert!(snapshot.postings("absent").is_none());

    let ids = snapshot.symbols_named("putWidget");
    assert_eq!(ids.len(), 1);
    let symbol = snapshot.symbol(ids[0]).unwrap();
    assert_eq!(snapshot.symbol_name(&symbol).as_deref(), Some("putWidget"));
    assert_eq!(snapshot.symbol_container(&symbol).as_deref(), Some("Outer.Inner"));
    assert_eq!(snapshot.file_of_symbol(symbol.id), Some(store));
    let file = snapshot.file(store).unwrap();
    let details = snapshot.symbol_details(&file);
    assert_eq!(details[1].doc, Some(LineRange::new(2, 3)));
    assert_eq!(details[1].parent, Some(file.symbols.0));
    assert_eq!((details[1].ty.as_deref(), details[1].bases.as_slice()), (Some("Item[]"), &["Base".to_owned()][..]));
    let calls = snapshot.calls_from(&file);
    assert_eq!(calls.len(), 3);
    assert_eq!(calls[0].from, Endpoint::File(store));
    assert_eq!(
        calls[2],
        graphicle_engine::snapshot::OutgoingEdge {
            from: Endpoint::Symbol(symbol.id),
            to: SymbolId(0),
            line: 4,
            mark: Evidence::UniqueName,
        }
    );
    let first = snapshot.file(snapshot.file_of_symbol(SymbolId(0)).unwrap()).unwrap();
    assert_eq!(snapshot.calls_to(&first).iter().filter(|edge| edge.to == SymbolId(0)).count(), 6 + 2);
    assert_eq!(snapshot.ambiguous_from(&file)[1].candidates, [SymbolId(0), symbol.id]);
    assert_eq!(
        snapshot.imports_from(&file),
        [(ImportTarget::File(FileId(0)), 1), (ImportTarget::Folder(FolderId(0)), 2)]
    );
    assert_eq!(snapshot.imports_to(ImportTarget::Folder(FolderId(0))).len(), project.len());
    assert_eq!(
        snapshot.meta().calls,
        u32::try_from(snapshot.files().map(|f| snapshot.calls_from(&f).len()).sum::<usize>()).unwrap()
    );
}

#[test]
fn an_empty_project_has_a_snapshot() {
    let bytes = build(&Project::new(), None, 1);
    let snapshot = Snapshot::open(&bytes).unwrap();
    assert_eq!(snapshot.meta().files, 0);
    assert_eq!(snapshot.find_file("a"), None);
    assert!(snapshot.symbols_named("a").is_empty());
    digests(&snapshot).unwrap();
}

#[test]
fn grouping_and_bases_change_no_byte() {
    let first = sample();
    let fresh = build(&first, None, 1);
    assert_eq!(build(&first, None, 3), fresh);

    let mut second = first.clone();
    second.remove("a/z.go");
    second.insert("a/aa.go".into(), "fn fresh\nwidget".into());
    second.insert("b/größe.go".into(), "fn größe\nwidgets\n".into());
    second.insert("c/new.go".into(), "fn other\n".into());
    second.remove("zz.py");
    let fresh_second = build(&second, None, 2);
    let base = Snapshot::open(&fresh).unwrap();
    let grown = build(&second, Some((&base, &first)), 2);
    assert_eq!(digests(&Snapshot::open(&grown).unwrap()), digests(&Snapshot::open(&fresh_second).unwrap()));
    assert_eq!(grown, fresh_second);

    let base = Snapshot::open(&grown).unwrap();
    assert_eq!(build(&first, Some((&base, &second)), 1), fresh);
    assert_eq!(build(&second, Some((&base, &second)), 1), grown);
}

#[test]
fn headers_that_lie_are_refused() {
    let bytes = build(&sample(), None, 1);
    assert_eq!(Snapshot::open(b"").unwrap_err(), SnapshotError::Truncated);
    assert_eq!(
        Snapshot::open(b"PK\x03\x04 this is a zip file and no snapshot").unwrap_err(),
        SnapshotError::NotASnapshot
    );
    assert_eq!(Snapshot::open(&bytes[..bytes.len() - 1]).unwrap_err(), SnapshotError::Truncated);
    assert_eq!(Snapshot::open(&bytes[..100]).unwrap_err(), SnapshotError::Truncated);
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(Snapshot::open(&longer).unwrap_err(), SnapshotError::Header);
    let mut future = bytes.clone();
    future[8] = 9;
    assert_eq!(Snapshot::open(&future).unwrap_err(), SnapshotError::Version { found: 9, known: 1 });
    let mut moved = bytes.clone();
    moved[48] ^= 8;
    assert_eq!(Snapshot::open(&moved).unwrap_err(), SnapshotError::Header);
    let mut damaged = bytes;
    let last = damaged.len() - 9;
    damaged[last] ^= 1;
    assert!(Snapshot::open(&damaged).unwrap().verify().is_err());
}

#[test]
fn damaged_contents_never_panic() {
    let bytes = build(&sample(), None, 1);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..400 {
        let mut damaged = bytes.clone();
        for _ in 0..=random() % 8 {
            // Behind the header, where no identity stands guard.
            let at = 900 + usize::try_from(random()).unwrap() % (damaged.len() - 900);
            damaged[at] = u8::try_from(random() & 0xff).unwrap();
        }
        if let Ok(snapshot) = Snapshot::open(&damaged) {
            let _ = digests(&snapshot);
        }
    }
}
