//! Owns the worker's side: facts for every file that is asked for, until there are no more. It owns no parser.

use std::io::{self, Read, Write};
use std::process;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use graphicle_engine::facts::{FileFacts, Outcome};
use graphicle_extract::{Extractor, Limits};

use super::allowance;
use super::protocol::{HELLO, Request, read_frame, write_frame};

/// Answers requests from `from` on `to` until `from` ends, and with it this process. An error means that the other side
/// talks nonsense or does not listen; the process then has nothing left to do.
///
/// A thread of its own waits for requests, so that the process also ends in the middle of a file when the sync that
/// wants it is gone: a parser that hangs would otherwise go on for ever with nobody to end it.
pub fn serve(from: impl Read + Send + 'static, mut to: impl Write) -> io::Result<()> {
    allowance::for_process();
    let (sender, requests) = sync_channel(1);
    // Only a worker that has all it needs greets: one that ends for the lack of a thread would cost every file its symbols.
    thread::Builder::new().spawn(move || receive(from, &sender))?;
    write_frame(&mut to, HELLO)?;
    let mut extractor = Extractor::new(Limits::default());
    for message in requests {
        let request: Request<'_> =
            postcard::from_bytes(&message).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        allowance::for_next_file();
        let facts = extractor.extract(request.path, request.language, request.text);
        let bytes = match facts.to_bytes() {
            Some(bytes) => bytes,
            None => FileFacts::without_symbols(Outcome::TooLarge).to_bytes().unwrap_or_default(),
        };
        write_frame(&mut to, &bytes)?;
    }
    Ok(())
}

/// Hands on every request, and ends the process after the last.
#[expect(clippy::exit, reason = "the other thread may be inside a parser that never comes back")]
fn receive(mut from: impl Read, to: &SyncSender<Vec<u8>>) {
    let mut message = Vec::new();
    while matches!(read_frame(&mut from, &mut message), Ok(true)) && to.send(std::mem::take(&mut message)).is_ok() {}
    process::exit(0);
}
