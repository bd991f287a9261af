//! Owns reading a file of cases, one JSON object a line. It owns no figure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A question with the files that answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its name, one of its own.
    pub id: String,
    /// What is asked.
    pub question: String,
    /// The files that must be read to answer it: paths from the project's root.
    pub key: Vec<String>,
    /// Other files that help.
    #[serde(default)]
    pub also: Vec<String>,
}

/// Why a file of cases cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A line is no case.
    #[error("line {line} is not a case ({problem}); each line needs an id, a question and a list of key paths")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it, and in which column.
        problem: String,
    },
    /// A case asks nothing.
    #[error("line {line}: case {id:?} asks nothing")]
    NoQuestion {
        /// The line, from 1.
        line: usize,
        /// The case.
        id: String,
    },
    /// A case names no file.
    #[error("line {line}: case {id:?} names no key file")]
    NoKey {
        /// The line, from 1.
        line: usize,
        /// The case.
        id: String,
    },
    /// What should name a file of the project cannot.
    #[error(
        "line {line}: case {id:?} has the path {path:?}; write paths from the project's root, such as src/login.py"
    )]
    Path {
        /// The line, from 1.
        line: usize,
        /// The case.
        id: String,
        /// The path.
        path: String,
    },
    /// Two cases have one name.
    #[error("line {line}: there are two cases called {id:?}")]
    Repeated {
        /// The second one's line, from 1.
        line: usize,
        /// Their name.
        id: String,
    },
    /// There is no case at all.
    #[error("there is no case in it")]
    Empty,
}

/// Reads cases; empty lines are passed over, and a byte order mark. A file that a case names twice is in it once, and in
/// `key` where it is in both lists.
pub fn read_cases(text: &str) -> Result<Vec<Case>, CaseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut cases: Vec<Case> = Vec::new();
    let mut ids = BTreeSet::new();
    for (line, json) in (1..).zip(text.lines()).filter(|(_, json)| !json.trim().is_empty()) {
        let case = case(line, json)?;
        if !ids.insert(case.id.clone()) {
            return Err(CaseError::Repeated { line, id: case.id });
        }
        cases.push(case);
    }
    if cases.is_empty() { Err(CaseError::Empty) } else { Ok(cases) }
}

fn case(line: usize, json: &str) -> Result<Case, CaseError> {
    let Case { id, question, key, also } =
        serde_json::from_str(json).map_err(|error| CaseError::Line { line, problem: problem(&error) })?;
    if question.trim().is_empty() {
        return Err(CaseError::NoQuestion { line, id });
    }
    if key.is_empty() {
        return Err(CaseError::NoKey { line, id });
    }
    let mut seen = BTreeSet::new();
    let mut paths = |given: Vec<String>| -> Result<Vec<String>, CaseError> {
        let mut paths = Vec::new();
        for path in given {
            let Some(plain) = plain(&path) else { return Err(CaseError::Path { line, id: id.clone(), path }) };
            if seen.insert(plain.clone()) {
                paths.push(plain);
            }
        }
        Ok(paths)
    };
    let (key, also) = (paths(key)?, paths(also)?);
    Ok(Case { id, question, key, also })
}

/// Returns what is wrong with a line. Its own line is 1 to the reader of JSON, whatever it is in the file.
fn problem(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("{what}, column {}", error.column()),
        None => text,
    }
}

/// Returns a path from the root as the project writes it; nothing for one that leads elsewhere.
fn plain(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    (!parts.is_empty() && !path.starts_with('/') && !parts.contains(&"..")).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_and_faults_name_their_line() {
        let good = "{\"id\":\"a\",\"question\":\"q\",\"key\":[\"x.go\"]}\n\n{\"id\":\"b\",\"question\":\"q\",\"key\":[\"y\"],\"also\":[\"z\"]}\n";
        let cases = read_cases(good).unwrap();
        assert_eq!((cases.len(), cases[1].also.as_slice()), (2, &["z".to_owned()][..]));
        assert_eq!(read_cases(&format!("\u{feff}{}", good.replace('\n', "\r\n"))).unwrap(), cases);
        let error = |text: &str| read_cases(text).unwrap_err().to_string();
        assert!(error("{\"id\":\"a\"}").starts_with("line 1 is not a case (missing field `question`, column 10)"));
        assert!(
            error("\n{\"id\":\"a\",\"question\":\"q\",\"key\":[]}").contains("line 2: case \"a\" names no key file")
        );
        assert!(error(&good.replace("\"q\"", "\" \"")).contains("line 1: case \"a\" asks nothing"));
        assert!(error(&good.replace("\"b\"", "\"a\"")).contains("two cases called \"a\""));
        assert_eq!(error("\n"), "there is no case in it");
    }

    #[test]
    fn paths_are_written_as_the_project_writes_them() {
        let read = |paths: &str| read_cases(&format!("{{\"id\":\"a\",\"question\":\"q\",{paths}}}"));
        let case = read("\"key\":[\"./a/b.go\",\"a//./b.go\",\"c\\\\d\"],\"also\":[\"e\",\"a/b.go\",\"e\"]").unwrap();
        assert_eq!((&case[0].key[..], &case[0].also[..]), (&["a/b.go".into(), "c\\d".into()][..], &["e".into()][..]));
        for path in ["", "/", ".", "/a/b.go", "../b.go", "a/../b.go"] {
            for list in ["\"key\":[\"x\"],\"also\":", "\"key\":"] {
                let error = read(&format!("{list}[{path:?}]")).unwrap_err().to_string();
                assert!(error.contains(&format!("line 1: case \"a\" has the path {path:?}")), "{error}");
            }
        }
    }
}
