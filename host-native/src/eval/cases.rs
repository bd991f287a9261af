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
    #[error("line {line} is not a case ({source}); each line needs an id, a question and a list of key paths")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A case names no file.
    #[error("line {line}: case {id:?} names no key file")]
    NoKey {
        /// The line, from 1.
        line: usize,
        /// The case.
        id: String,
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

/// Reads cases; empty lines are passed over.
pub fn read_cases(text: &str) -> Result<Vec<Case>, CaseError> {
    let mut cases: Vec<Case> = Vec::new();
    let mut ids = BTreeSet::new();
    for (line, json) in (1..).zip(text.lines()).filter(|(_, json)| !json.trim().is_empty()) {
        let case: Case = serde_json::from_str(json).map_err(|source| CaseError::Line { line, source })?;
        if case.key.is_empty() {
            return Err(CaseError::NoKey { line, id: case.id });
        }
        if !ids.insert(case.id.clone()) {
            return Err(CaseError::Repeated { line, id: case.id });
        }
        cases.push(case);
    }
    if cases.is_empty() { Err(CaseError::Empty) } else { Ok(cases) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_and_faults_name_their_line() {
        let good = "{\"id\":\"a\",\"question\":\"q\",\"key\":[\"x.go\"]}\n\n{\"id\":\"b\",\"question\":\"q\",\"key\":[\"y\"],\"also\":[\"z\"]}\n";
        let cases = read_cases(good).unwrap();
        assert_eq!((cases.len(), cases[1].also.as_slice()), (2, &["z".to_owned()][..]));
        let error = |text: &str| read_cases(text).unwrap_err().to_string();
        assert!(error("{\"id\":\"a\"}").starts_with("line 1 is not a case"));
        assert!(
            error("\n{\"id\":\"a\",\"question\":\"q\",\"key\":[]}").contains("line 2: case \"a\" names no key file")
        );
        assert!(error(&good.replace("\"b\"", "\"a\"")).contains("two cases called \"a\""));
        assert_eq!(error("\n"), "there is no case in it");
    }
}
