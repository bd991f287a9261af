//! Owns timing a walk of a real folder; owns no rule of it: `cargo run --release -p graphicle-walk --example walk_tree -- DIR [ROUNDS]`.
//!
//! With `read` as third argument it reads every file as well, and prints what was skipped, withheld or redacted.
#![expect(clippy::print_stdout, reason = "printing is what this program is for")]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use graphicle_walk::{ReadLimits, Reading, UserGit, Walk, WalkError, WalkOptions, read, walk};

fn main() -> Result<(), WalkError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(args.first().map_or(".", String::as_str));
    let rounds: usize = args.get(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    let options = WalkOptions::new(UserGit::from_environment());
    let mut last = None;
    for _ in 0..rounds {
        let start = Instant::now();
        let found = walk(root, &options)?;
        let time = start.elapsed().as_secs_f64() * 1e3;
        println!("{} files, {} skipped: {time:.1} ms", found.files.len(), found.skipped.len());
        last = Some(found);
    }
    if let Some(found) = last
        && args.get(2).is_some_and(|word| word == "read")
    {
        read_all(&found);
    }
    Ok(())
}

fn read_all(found: &Walk) {
    let start = Instant::now();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut bytes = 0;
    for skipped in &found.skipped {
        println!("skipped\t{}\t{}", skipped.reason.code(), skipped.path);
    }
    for file in &found.files {
        let (what, detail) = match read(&found.root, file, &ReadLimits::default()) {
            Reading::Text(text) => {
                bytes += text.text.len();
                let detail = format!("{}\t{:03x}\t{}", text.encoding, text.roles.0, text.language.label());
                if let Some(redactions) = text.redactions {
                    println!("redacted\t{}\t{}", redactions.count, file.path);
                }
                if text.encoding != "UTF-8" || text.lossy {
                    println!("encoding\t{}\t{}\t{}", text.encoding, text.lossy, file.path);
                }
                ("text", detail)
            }
            Reading::Withheld(withheld) => {
                println!("withheld\t{}\t{}", withheld.kind.label(), file.path);
                ("withheld", withheld.kind.label().to_owned())
            }
            Reading::Skipped(reason) => ("skipped", reason.code().to_owned()),
        };
        println!("{what}\t{detail}\t{}", file.path);
        *counts.entry(what.to_owned()).or_default() += 1;
    }
    println!("{counts:?}, {bytes} bytes of text: {:.1} s", start.elapsed().as_secs_f64());
}
