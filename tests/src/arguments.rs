//! Owns how the long checks and benchmarks read their arguments: one that cannot be understood ends the program with one
//! sentence and exit code 2. It owns no default.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::exit;

/// Ends the program: it was used wrongly.
#[expect(clippy::exit, reason = "nothing was begun yet that would have to be put away")]
pub fn refuse(sentence: impl Display) -> ! {
    let _ = writeln!(io::stderr(), "{sentence}");
    exit(2)
}

/// Returns the number that an argument is, or `default` where it is not given.
pub fn number(given: Option<&str>, what: &str, default: u64) -> u64 {
    match parse(given) {
        Ok(number) => number.unwrap_or(default),
        Err(text) => refuse(format_args!("{what} is a number, not \"{text}\"")),
    }
}

/// Returns the folder that an argument names.
pub fn folder(given: &str) -> PathBuf {
    let folder = PathBuf::from(given);
    if folder.is_dir() { folder } else { refuse(format_args!("there is no folder {given}")) }
}

/// Ends the program when there are more than `most` arguments.
pub fn at_most(given: &[String], most: usize) {
    if let Some(text) = given.get(most) {
        refuse(format_args!("there is no place for the argument \"{text}\""));
    }
}

fn parse(given: Option<&str>) -> Result<Option<u64>, &str> {
    given.map(|text| text.parse().map_err(|_| text)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!(parse(Some("200")), Ok(Some(200)));
        assert_eq!(parse(None), Ok(None));
        for text in ["abc", "", "-1", "1e3", "2 "] {
            assert_eq!(parse(Some(text)), Err(text));
        }
    }
}
