//! Owns reading a manifest's lines: the files of a pack, those that its prefix holds, those left out. It owns no other
//! section.

/// A manifest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Manifest {
    /// The files of the pack.
    pub listed: Vec<Listed>,
    /// Ranked files that the prefix holds.
    pub in_prefix: Vec<InPrefix>,
    /// Ranked files that are left out.
    pub left_out: Vec<LeftOut>,
    /// How to get more of them, where any is left out.
    pub has_way_to_more: bool,
}

/// A file of the pack: `- PATH: 1,234 tokens, focus, tests, rank 3`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// Its path.
    pub path: String,
    /// Its tokens.
    pub tokens: u32,
    /// Its sections.
    pub sections: Vec<String>,
    /// Its rank.
    pub rank: Option<u32>,
}

/// A file that the prefix holds: `- in the prefix: PATH lines 1-40 (rank 3)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPrefix {
    /// Its path.
    pub path: String,
    /// The first and last lines of the ranges that the prefix holds.
    pub ranges: Vec<(u32, u32)>,
    /// Its rank.
    pub rank: u32,
}

/// A file that is left out: `- PATH: rank 51, about 1,234 tokens`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path.
    pub path: String,
    /// Its rank.
    pub rank: u32,
    /// About how many tokens it is.
    pub tokens: u32,
}

/// Reads a manifest's prose.
pub fn read_manifest(prose: &str) -> Result<Manifest, String> {
    let mut manifest = Manifest::default();
    let mut is_left_out = false;
    for line in prose.lines() {
        if line.starts_with("Top-ranked files left out") {
            is_left_out = true;
        }
        manifest.has_way_to_more |= line.contains("--budget") && line.contains("--pin");
        let Some(entry) = line.strip_prefix("- ") else { continue };
        let wrong = || format!("the manifest has the line {line:?}");
        // A path may start as such a line does, but then the line does not end as one.
        let held = entry.strip_prefix("in the prefix: ").filter(|_| !is_left_out).and_then(in_prefix);
        if let Some(held) = held {
            manifest.in_prefix.push(held);
        } else if is_left_out {
            manifest.left_out.push(left_out(entry).ok_or_else(wrong)?);
        } else {
            manifest.listed.push(listed(entry).ok_or_else(wrong)?);
        }
    }
    Ok(manifest)
}

fn listed(entry: &str) -> Option<Listed> {
    // A path may hold what looks like the rest, so the rest is what stands behind the last colon.
    let (path, rest) = entry.rsplit_once(": ")?;
    let (rest, rank) = match rest.rsplit_once(", rank ") {
        Some((rest, rank)) => (rest, Some(rank.parse().ok()?)),
        None => (rest, None),
    };
    let (tokens, sections) = rest.split_once(" tokens, ")?;
    let sections = sections.split(", ").map(str::to_owned).collect();
    Some(Listed { path: super::heading::path(path).ok()?, tokens: number(tokens)?, sections, rank })
}

fn left_out(entry: &str) -> Option<LeftOut> {
    let (path, rest) = entry.rsplit_once(": rank ")?;
    let (rank, tokens) = rest.split_once(", about ")?;
    Some(LeftOut {
        path: super::heading::path(path).ok()?,
        rank: rank.parse().ok()?,
        tokens: number(tokens.strip_suffix(" tokens")?)?,
    })
}

fn in_prefix(entry: &str) -> Option<InPrefix> {
    let (rest, rank) = entry.strip_suffix(')')?.rsplit_once(" (rank ")?;
    let (path, lines) = rest.rsplit_once(" lines ")?;
    Some(InPrefix {
        path: super::heading::path(path).ok()?,
        ranges: super::heading::ranges(lines).ok()?,
        rank: rank.parse().ok()?,
    })
}

/// Reads a number with commas between its thousands.
fn number(text: &str) -> Option<u32> {
    let groups: Vec<&str> = text.split(',').collect();
    let is_valid = groups.iter().enumerate().all(|(at, group)| {
        group.bytes().all(|b| b.is_ascii_digit())
            && if at == 0 { (1..=3).contains(&group.len()) } else { group.len() == 3 }
    });
    is_valid.then(|| groups.concat().parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_is_read() {
        let prose = "Files in the pack: tokens, sections, rank.\n\n- a: 5 tokens, docs.md: 1,234 tokens, focus, tests, rank 3\n\
                     - b: 7 tokens, arch\n- in the prefix: c lines 1-2 lines 1-4,9 (rank 2)\n\nTop-ranked files left out:\n\n\
                     - d: rank 51, about 99 tokens\n\nTo see more: a larger --budget, or --pin PATH[:LINES].\n";
        let manifest = read_manifest(prose).unwrap();
        assert_eq!(
            manifest.listed,
            [
                Listed {
                    path: "a: 5 tokens, docs.md".into(),
                    tokens: 1234,
                    sections: vec!["focus".into(), "tests".into()],
                    rank: Some(3)
                },
                Listed { path: "b".into(), tokens: 7, sections: vec!["arch".into()], rank: None },
            ]
        );
        assert_eq!(
            manifest.in_prefix,
            [InPrefix { path: "c lines 1-2".into(), ranges: vec![(1, 4), (9, 9)], rank: 2 }]
        );
        assert_eq!(manifest.left_out, [LeftOut { path: "d".into(), rank: 51, tokens: 99 }]);
        assert!(manifest.has_way_to_more);
        for wrong in ["- a\n", "- a: x tokens, focus\n", "- a: 12,34 tokens, focus\n", "- in the prefix: a (rank 1)\n"]
        {
            assert!(read_manifest(wrong).is_err(), "{wrong}");
        }
    }
}
