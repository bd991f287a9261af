//! Owns the form of messages between the program and its parser workers; owns neither side's behaviour.
//!
//! Each message is a frame: its length as four bytes, little-endian, then that many bytes. A worker first sends
//! [`HELLO`]; then for each frame with a [`Request`] it sends one frame with the file's facts (postcard bytes of
//! [`graphicle_engine::facts::FileFacts`]). It ends when its standard input does.

use std::io::{self, ErrorKind, Read, Write};

use graphicle_engine::language::Language;
use serde::{Deserialize, Serialize};

/// The first frame of a worker. Program and worker are the same file, so this changes only when a message does; it is
/// here to tell a worker from a program that prints something else.
pub const HELLO: &[u8] = b"graphicle worker 1";

/// The longest frame, bytes. Far above the facts of the largest file that is parsed; a length beyond it is nonsense.
pub const MAX_FRAME: u32 = 1 << 30;

/// A file whose facts are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request<'a> {
    /// Its path from the project's root.
    pub path: &'a str,
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: &'a str,
}

/// Writes `bytes` as one frame and flushes it.
pub fn write_frame(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let len = u32::try_from(bytes.len()).ok().filter(|&len| len <= MAX_FRAME);
    let len = len.ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "the message is too long"))?;
    to.write_all(&len.to_le_bytes())?;
    to.write_all(bytes)?;
    to.flush()
}

/// Reads one frame into `bytes`, replacing what they held. Returns `false` when the stream ends before a frame starts.
pub fn read_frame(from: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let mut len = [0_u8; 4];
    loop {
        match from.read(&mut len[..1]) {
            Ok(0) => return Ok(false),
            Ok(_) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    from.read_exact(&mut len[1..])?;
    let len = u32::from_le_bytes(len);
    if len > MAX_FRAME {
        return Err(io::Error::new(ErrorKind::InvalidData, "the message's length is nonsense"));
    }
    bytes.clear();
    // The buffer grows with what arrives, not with what the length claims.
    let read = from.take(u64::from(len)).read_to_end(bytes)?;
    if read == len as usize { Ok(true) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_and_the_end_is_told_from_a_cut() {
        let mut stream = Vec::new();
        write_frame(&mut stream, b"one").unwrap();
        write_frame(&mut stream, b"").unwrap();
        let mut from = stream.as_slice();
        let mut bytes = Vec::new();
        assert!(read_frame(&mut from, &mut bytes).unwrap());
        assert_eq!(bytes, b"one");
        assert!(read_frame(&mut from, &mut bytes).unwrap());
        assert_eq!(bytes, b"");
        assert!(!read_frame(&mut from, &mut bytes).unwrap());
        for cut in 1..7 {
            assert!(read_frame(&mut &stream[..cut], &mut bytes).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_nonsense_length_is_an_error_before_anything_is_read() {
        let mut bytes = Vec::new();
        let error = read_frame(&mut &[0xff; 64][..], &mut bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
        // A large length that nothing follows takes no memory.
        let mut short = (MAX_FRAME - 1).to_le_bytes().to_vec();
        short.push(1);
        let mut bytes = Vec::new();
        assert!(read_frame(&mut short.as_slice(), &mut bytes).is_err());
        assert!(bytes.capacity() < 1 << 20);
    }
}
