//! Owns which files a made-up project has that is only in memory: linked sources, documents, large files, and files that
//! are meant to break a pack. It owns neither what a source says nor what is asked about it.

use super::project::PACKAGES;
use super::sources;
use crate::hostile_files;
use crate::memory_snapshot::Files;
use crate::random::Random;

/// Makes a project of a few files up to a hundred or so.
pub fn files(random: &mut Random) -> Files {
    let mut files = Files::new();
    let rarity = 1 + random.below(3);
    for (folder, names) in PACKAGES {
        for package in 0..sources::PACKAGES {
            for name in names {
                if !random.once_in(rarity) {
                    continue;
                }
                let path = format!("{folder}/p{package}/{name}");
                let text = ended(sources::text(&path, random), random);
                files.insert(path, text);
            }
        }
    }
    for manifest in sources::MANIFESTS {
        if random.once_in(2) {
            files.insert(manifest.into(), sources::manifest(manifest, random));
        }
    }
    for path in
        ["README.md", "go/README.md", "py/app/README.md", "docs/design.md", "ARCHITECTURE.md", "docs/api/use.md"]
    {
        if random.once_in(2) {
            files.insert(path.into(), sources::text(path, random));
        }
    }
    if random.once_in(3) {
        for path in ["go/p0/large.go", "py/app/p1/large.py", "docs/large.md"] {
            let mut text = String::new();
            let bytes = 2_000 << random.below(6);
            while text.len() < bytes {
                text.push_str(&sources::text(path, random));
            }
            files.insert(path.into(), text);
        }
    }
    let rarity = 1 + random.below(6);
    for (path, text) in hostile_files::all() {
        if random.once_in(rarity) {
            files.insert(path.into(), text);
        }
    }
    if random.once_in(4) {
        let (path, text) = hostile_files::long_line(100 << random.below(9));
        files.insert(path.into(), text);
    }
    if files.is_empty() {
        files.insert("README.md".into(), sources::text("README.md", random));
    }
    files
}

/// Returns a text with the line ends that files have now and then.
fn ended(mut text: String, random: &mut Random) -> String {
    if random.once_in(12) {
        text = text.replace('\n', "\r\n");
    }
    if random.once_in(8) {
        text.truncate(text.trim_end().len());
    }
    text
}
