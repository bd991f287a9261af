//! Owns reading an exported file, or a bare snapshot, in parts. It owns no file and no page that the bytes come from.

use alloc::vec::Vec;
use core::mem;

use super::format::{CHECKSUM, FRAME, FRAME_HEAD, Header, LEAD, MAGIC, MAX_HEADER, VERSION};
use super::write::checksum;
use super::{About, PortableError};
use crate::wire::{u32_at, u64_at};

/// Room is made at once for a snapshot of up to so many times the file's length; for a larger one as it comes.
const LIKELY: u64 = 16;

/// Takes the bytes of an exported file one part after another: each time as many as [`Unpacker::wants`] says.
#[derive(Debug)]
pub struct Unpacker {
    state: State,
    /// The length of the whole file, bytes.
    len: u64,
    /// Bytes that were taken.
    taken: u64,
    about: About,
    /// Bytes of the snapshot.
    expected: u64,
    snapshot: Vec<u8>,
}

#[derive(Debug)]
enum State {
    /// The first bytes come next.
    Lead,
    /// The header comes next, of which these are the first bytes.
    Header { lead: [u8; LEAD], len: usize },
    /// The head of a frame comes next.
    FrameHead,
    /// A frame comes next.
    Frame { raw: usize, packed: usize, sum: u64 },
    /// A bare snapshot goes on.
    Bare,
    /// Nothing comes.
    Done,
}

impl Unpacker {
    /// Starts on a file of so many bytes.
    pub const fn new(len: u64) -> Self {
        let about = About {
            project: None,
            commit: None,
            left_out: super::LeftOut {
                include: Vec::new(),
                exclude: Vec::new(),
                max_size: None,
                files: 0,
                texts: 0,
                text_bytes: 0,
            },
        };
        Self { state: State::Lead, len, taken: 0, about, expected: 0, snapshot: Vec::new() }
    }

    /// Returns how many bytes come next; 0 when all are there.
    pub fn wants(&self) -> usize {
        match self.state {
            State::Lead => LEAD,
            State::Header { len, .. } => len + CHECKSUM,
            State::FrameHead => FRAME_HEAD,
            State::Frame { packed, .. } => packed,
            State::Bare => FRAME.min(usize::try_from(self.expected).unwrap_or(usize::MAX) - self.snapshot.len()),
            State::Done => 0,
        }
    }

    /// Takes the next bytes: as many as were wanted, or all that are left.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), PortableError> {
        if bytes.len() != self.wants() {
            let is_foreign = matches!(self.state, State::Lead) && !is_ours(bytes);
            return Err(if is_foreign { PortableError::Foreign } else { PortableError::Truncated });
        }
        self.taken += bytes.len() as u64;
        self.state = match mem::replace(&mut self.state, State::Done) {
            State::Lead => self.lead(bytes)?,
            State::Header { lead, .. } => self.header(&lead, bytes)?,
            State::FrameHead => self.frame_head(bytes)?,
            State::Frame { raw, sum, .. } => self.frame(bytes, raw, sum)?,
            State::Bare => {
                self.add(bytes)?;
                self.behind_part(State::Bare)
            }
            State::Done => State::Done,
        };
        // What stands behind the end is not what was written.
        if matches!(self.state, State::Done) && self.taken != self.len {
            return Err(PortableError::Damaged);
        }
        Ok(())
    }

    /// Returns the snapshot's bytes, and what is known of it.
    pub fn finish(self) -> Result<(Vec<u8>, About), PortableError> {
        match self.state {
            State::Done => Ok((self.snapshot, self.about)),
            _ => Err(PortableError::Truncated),
        }
    }

    fn lead(&mut self, bytes: &[u8]) -> Result<State, PortableError> {
        if bytes.get(..8) != Some(&MAGIC) {
            if !is_ours(bytes) {
                return Err(PortableError::Foreign);
            }
            self.expected = self.len;
            self.make_room()?;
            self.add(bytes)?;
            return Ok(self.behind_part(State::Bare));
        }
        let found = u32_at(bytes, 8).ok_or(PortableError::Truncated)?;
        if found != VERSION {
            return Err(PortableError::Version { found, known: VERSION });
        }
        let len = u32_at(bytes, 12).ok_or(PortableError::Truncated)? as usize;
        let lead = bytes.try_into().map_err(|_| PortableError::Truncated)?;
        if len > MAX_HEADER { Err(PortableError::Damaged) } else { Ok(State::Header { lead, len }) }
    }

    fn header(&mut self, lead: &[u8; LEAD], bytes: &[u8]) -> Result<State, PortableError> {
        let (json, sum) = bytes.split_at_checked(bytes.len() - CHECKSUM).ok_or(PortableError::Truncated)?;
        let mut checked = lead.to_vec();
        checked.extend_from_slice(json);
        if u64_at(sum, 0) != Some(checksum(&checked)) {
            return Err(PortableError::Damaged);
        }
        let Header { snapshot_bytes, about, .. } = serde_json::from_slice(json).map_err(|_| PortableError::Damaged)?;
        self.about = about;
        self.expected = snapshot_bytes;
        self.make_room()?;
        Ok(self.behind_part(State::FrameHead))
    }

    fn frame_head(&self, bytes: &[u8]) -> Result<State, PortableError> {
        let number = |at| u32_at(bytes, at).map(|n| n as usize).ok_or(PortableError::Truncated);
        let (raw, packed) = (number(0)?, number(4)?);
        let sum = u64_at(bytes, 8).ok_or(PortableError::Truncated)?;
        let left = self.expected - self.snapshot.len() as u64;
        let is_sound = (1..=FRAME).contains(&raw) && raw as u64 <= left && (1..=raw).contains(&packed);
        if is_sound { Ok(State::Frame { raw, packed, sum }) } else { Err(PortableError::Damaged) }
    }

    fn frame(&mut self, bytes: &[u8], raw: usize, sum: u64) -> Result<State, PortableError> {
        if checksum(bytes) != sum {
            return Err(PortableError::Damaged);
        }
        if bytes.len() == raw {
            self.add(bytes)?;
        } else {
            let start = self.snapshot.len();
            self.snapshot.try_reserve(raw).map_err(|_| PortableError::TooLarge)?;
            self.snapshot.resize(start + raw, 0);
            let room = self.snapshot.get_mut(start..).unwrap_or(&mut []);
            let n = lz4_flex::block::decompress_into(bytes, room).map_err(|_| PortableError::Damaged)?;
            if n != raw {
                return Err(PortableError::Damaged);
            }
        }
        Ok(self.behind_part(State::FrameHead))
    }

    /// Returns what comes next behind a part: nothing when the snapshot is whole.
    fn behind_part(&self, next: State) -> State {
        if self.snapshot.len() as u64 == self.expected { State::Done } else { next }
    }

    /// Makes room for the whole snapshot where the file is large enough to hold one, so that it never moves in memory.
    fn make_room(&mut self) -> Result<(), PortableError> {
        let expected = usize::try_from(self.expected).map_err(|_| PortableError::TooLarge)?;
        if self.expected <= self.len.saturating_mul(LIKELY) {
            self.snapshot.try_reserve_exact(expected).map_err(|_| PortableError::TooLarge)?;
        }
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), PortableError> {
        self.snapshot.try_reserve(bytes.len()).map_err(|_| PortableError::TooLarge)?;
        self.snapshot.extend_from_slice(bytes);
        Ok(())
    }
}

/// Returns whether bytes start like an exported file or like a snapshot, as far as they go.
fn is_ours(bytes: &[u8]) -> bool {
    let start = bytes.get(..8).unwrap_or(bytes);
    !start.is_empty() && (MAGIC.starts_with(start) || crate::snapshot::MAGIC.starts_with(start))
}

/// Reads an exported file, or a bare snapshot, whole.
pub fn unpack(file: &[u8]) -> Result<(Vec<u8>, About), PortableError> {
    let mut unpacker = Unpacker::new(file.len() as u64);
    let mut rest = file;
    while unpacker.wants() > 0 {
        let (part, behind) = rest.split_at(unpacker.wants().min(rest.len()));
        unpacker.push(part)?;
        rest = behind;
    }
    unpacker.finish()
}
