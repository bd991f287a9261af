//! Owns the check that exported files are read back as they were written, in any parts, and that damage is an error,
//! never a snapshot. It owns no snapshot.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its own data fails")]

use graphicle_engine::portable::{About, LeftOut, PortableError, Unpacker, VERSION, unpack, write};

fn about() -> About {
    About {
        project: Some("shop".to_owned()),
        commit: Some("c0ffee".to_owned()),
        left_out: LeftOut { exclude: vec!["vendor/".to_owned()], files: 3, ..LeftOut::default() },
    }
}

/// Returns bytes that compress in part, longer than a frame.
fn content() -> Vec<u8> {
    (0..3_000_000_u32).map(|i| if i % 5 < 3 { 7 } else { (i.wrapping_mul(2_654_435_761) >> 24) as u8 }).collect()
}

fn exported(content: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    write::<PortableError>(content, &about(), &lz4_flex::block::compress, |part| {
        file.extend_from_slice(part);
        Ok(())
    })
    .unwrap();
    file
}

#[test]
fn what_was_written_is_read_back() {
    for content in [content(), vec![1], Vec::new()] {
        let file = exported(&content);
        assert_eq!(unpack(&file).unwrap(), (content.clone(), about()));
        assert!(content.len() < 1000 || file.len() < content.len());
    }
}

#[test]
fn every_cut_is_an_error() {
    let file = exported(&content()[..5000]);
    for len in (0..file.len()).step_by(7).chain([file.len() - 1]) {
        let error = unpack(&file[..len]).unwrap_err();
        let expected = if len == 0 { PortableError::Foreign } else { PortableError::Truncated };
        assert_eq!(error, expected, "cut to {len}");
    }
    let mut longer = file;
    longer.push(0);
    assert_eq!(unpack(&longer).unwrap_err(), PortableError::Damaged);
}

#[test]
fn every_changed_byte_is_an_error() {
    let file = exported(&content()[..3000]);
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x20;
        assert!(unpack(&damaged).is_err(), "byte {at} may be anything");
    }
}

#[test]
fn other_files_and_versions_are_told_apart() {
    assert_eq!(unpack(b"PK\x03\x04 some archive, long enough").unwrap_err(), PortableError::Foreign);
    let mut newer = exported(&[1, 2, 3]);
    newer[8] = 9;
    assert_eq!(unpack(&newer).unwrap_err(), PortableError::Version { found: 9, known: VERSION });
}

#[test]
fn a_bare_snapshot_is_taken_as_it_is() {
    let mut bare = b"GRPHSNAP".to_vec();
    bare.extend_from_slice(&content());
    assert_eq!(unpack(&bare).unwrap(), (bare.clone(), About::default()));
}

#[test]
fn a_forged_length_takes_no_memory() {
    let header =
        format!(r#"{{"written_by":"x","snapshot_bytes":{},"project":null,"commit":null}}"#, u64::from(u32::MAX) * 1000);
    let mut file = b"GRPHFILE".to_vec();
    file.extend_from_slice(&VERSION.to_le_bytes());
    file.extend_from_slice(&u32::try_from(header.len()).unwrap().to_le_bytes());
    file.extend_from_slice(header.as_bytes());
    let mut sum = graphicle_engine::snapshot::Checksum::default();
    sum.add(&file);
    file.extend_from_slice(&sum.finish().to_le_bytes());
    assert_eq!(unpack(&file).unwrap_err(), PortableError::Truncated);
}

#[test]
fn parts_are_as_small_as_frames() {
    let file = exported(&content());
    let mut unpacker = Unpacker::new(file.len() as u64);
    let mut at = 0;
    while unpacker.wants() > 0 {
        assert!(unpacker.wants() <= 1 << 20);
        let end = at + unpacker.wants();
        unpacker.push(&file[at..end]).unwrap();
        at = end;
    }
    assert_eq!(unpacker.finish().unwrap().0, content());
}
