//! Owns how the long checks and benchmarks read their arguments: one that cannot be understood ends the program with one
//! sentence and exit code 2. It owns no default.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::exit;
use std::str::FromStr;

use graphicle_tokenizer::HuggingFace;

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

/// Takes an option with a file out of the arguments, where it is given.
pub fn take_file(args: &mut Vec<String>, option: &str) -> Option<PathBuf> {
    let at = args.iter().position(|arg| arg == option)?;
    let file = args.drain(at..(at + 2).min(args.len())).nth(1).map(PathBuf::from);
    Some(file.filter(|file| file.is_file()).unwrap_or_else(|| refuse(format_args!("{option} takes a file"))))
}

/// Returns the counter of a `tokenizer.json`, by this name.
pub fn tokenizer(file: &str, name: &str) -> HuggingFace {
    let read = fs::read(file).map_err(|error| error.to_string());
    let loaded = read.and_then(|bytes| HuggingFace::from_json(&bytes, name).map_err(|error| error.to_string()));
    loaded.unwrap_or_else(|why| refuse(format_args!("cannot count with {file}: {why}")))
}

/// Returns the name and the value of `--set NAME=VALUE`.
pub fn constant<T: FromStr>(given: &str) -> (String, T) {
    let parts = given.split_once('=');
    let read = parts.and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    read.unwrap_or_else(|| refuse("--set takes NAME=VALUE, where the value is a number"))
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
    fn a_file_is_taken_out_with_its_option() {
        let own = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let mut args: Vec<String> = ["folder", "--questions", own, "3"].map(str::to_owned).into();
        assert_eq!(take_file(&mut args, "--tokenizer"), None);
        assert_eq!(take_file(&mut args, "--questions"), Some(own.into()));
        assert_eq!(args, ["folder", "3"]);
    }

    #[test]
    fn a_constant_is_a_name_and_a_number() {
        assert_eq!(constant::<f32>("fall=0.5"), ("fall".into(), 0.5));
    }

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!(parse(Some("200")), Ok(Some(200)));
        assert_eq!(parse(None), Ok(None));
        for text in ["abc", "", "-1", "1e3", "2 "] {
            assert_eq!(parse(Some(text)), Err(text));
        }
    }
}
