//! Owns the list of evaluation cases that `scripts/eval/prepare.py` writes, and going through it: each snapshot is opened
//! once, on as many threads as there are processors; and the arguments that every program has that does so. It owns
//! nothing that is done with a case.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use graphicle::eval::Case;
use graphicle_engine::snapshot::Snapshot;
use serde::Deserialize;

use crate::arguments::refuse;

/// A case and where it belongs.
#[derive(Debug, Clone, Deserialize)]
pub struct Placed {
    /// The set.
    pub set: String,
    /// The repository.
    pub group: String,
    /// The snapshot's file, from the list's folder.
    snapshot: String,
    /// The lines of key files that the answer lies in, first and last, where the set knows them.
    #[serde(default)]
    pub lines: BTreeMap<String, Vec<(u32, u32)>>,
    /// The question and its key files.
    #[serde(flatten)]
    pub case: Case,
}

/// The arguments of a program that goes through a list of cases.
#[derive(Debug, Default)]
pub struct CaseArguments {
    list: PathBuf,
    only: Option<String>,
    out: Option<PathBuf>,
}

impl CaseArguments {
    /// Reads the program's arguments: the list, `--only SET` and `--out FILE`, and what else `own` knows, which is given
    /// an option and what stands behind it, and returns whether it knows the option.
    pub fn read(program: &str, mut own: impl FnMut(&str, &mut dyn Iterator<Item = String>) -> bool) -> Self {
        let mut read = Self::default();
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--only" => read.only = args.next(),
                "--out" => read.out = args.next().map(PathBuf::from),
                option if own(option, &mut args) => {}
                _ => read.list = arg.into(),
            }
        }
        if !read.list.is_file() {
            refuse(format_args!("{program} takes the list of cases that scripts/eval/prepare.py makes"));
        }
        read
    }

    /// Returns the cases; there is one at least.
    pub fn cases(&self) -> Cases {
        let cases = Cases::read(&self.list, self.only.as_deref());
        if cases.by_snapshot.is_empty() {
            refuse("the list has no case of that set");
        }
        cases
    }

    /// Writes a line for each case, where a file for them was named.
    pub fn write(&self, lines: impl FnOnce() -> String) {
        if let Some(out) = &self.out {
            fs::write(out, lines()).expect("the results are written");
        }
    }
}

/// A list of cases.
#[derive(Debug)]
pub struct Cases {
    folder: PathBuf,
    by_snapshot: BTreeMap<String, Vec<Placed>>,
}

impl Cases {
    /// Reads a list, or the cases of one set of it.
    fn read(list: &Path, only: Option<&str>) -> Self {
        let text = fs::read_to_string(list).expect("a list of cases");
        let mut by_snapshot: BTreeMap<String, Vec<Placed>> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let placed: Placed = serde_json::from_str(line).expect("a case");
            if only.is_none_or(|only| only == placed.set) {
                by_snapshot.entry(placed.snapshot.clone()).or_default().push(placed);
            }
        }
        Self { folder: list.parent().unwrap_or(Path::new(".")).to_owned(), by_snapshot }
    }

    /// Returns what `one` makes of each case, in order of their sets, repositories and names.
    pub fn each<T: Send>(&self, one: impl Fn(&Snapshot<'_>, &Placed) -> T + Sync) -> Vec<(Placed, T)> {
        let work = Mutex::new(self.by_snapshot.iter().collect::<Vec<_>>());
        let done: Mutex<Vec<(Placed, T)>> = Mutex::default();
        let all = || {
            loop {
                let next = work.lock().expect("no thread panicked").pop();
                let Some((file, cases)) = next else { break };
                let bytes = fs::read(self.folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
                let snapshot = Snapshot::open(&bytes).expect("a snapshot");
                for placed in cases {
                    let made = one(&snapshot, placed);
                    done.lock().expect("no thread panicked").push((placed.clone(), made));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(all);
            }
        });
        let mut done = done.into_inner().expect("no thread panicked");
        done.sort_by(|(a, _), (b, _)| (&a.set, &a.group, &a.case.id).cmp(&(&b.set, &b.group, &b.case.id)));
        done
    }
}
