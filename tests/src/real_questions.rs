//! Owns reading real questions from a file of JSON lines, as `graphicle eval` and the evaluation sets have them. It owns
//! no answer.

use std::fs;
use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    question: String,
}

/// Returns the field `question` of every line of a file that is not empty.
pub fn read(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let line: Line = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("line {number} of {}: {error}", file.display()));
            line.question
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_question_a_line_is_read() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"{\"id\":\"a\",\"question\":\"x\\ny\",\"key\":[]}\n\n{\"question\":\"z\"}\n").unwrap();
        assert_eq!(read(file.path()), ["x\ny", "z"]);
    }
}
