//! Owns the worker's side: facts for every file that is asked for, until there are no more. It owns no parser.

use std::io::{self, Read, Write};

use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_extract::{Extractor, Limits};

use super::protocol::{HELLO, Request, read_frame, write_frame};

/// Answers requests from `from` on `to` until `from` ends. An error means that the other side is gone or talks
/// nonsense; the worker's process then has nothing left to do.
pub fn serve(mut from: impl Read, mut to: impl Write) -> io::Result<()> {
    write_frame(&mut to, HELLO)?;
    let mut extractor = Extractor::new(Limits::default());
    let mut message = Vec::new();
    while read_frame(&mut from, &mut message)? {
        let request: Request<'_> =
            postcard::from_bytes(&message).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let facts = extractor.extract(request.path, request.language, request.text);
        let bytes = match facts.to_bytes() {
            Some(bytes) => bytes,
            None => FileFacts::without_symbols(Outcome::TooLarge).to_bytes().unwrap_or_default(),
        };
        write_frame(&mut to, &bytes)?;
    }
    Ok(())
}
