//! Owns turning a file's bytes into UTF-8 text, or finding that they are no text; owns no file and no language.
//!
//! In order: a byte order mark decides; bytes with NULs are UTF-16, or text with a stray NUL, or binary; valid UTF-8 is
//! UTF-8; nearly valid UTF-8 is UTF-8 with damage; anything else is guessed among the encodings of the web by
//! `chardetng`, and what comes out must look like text. Line ends stay as they are.

mod binary;
mod legacy;
mod unicode;

pub(crate) use binary::is_surely_binary;

/// The name of UTF-8 in [`Decoded::encoding`].
pub(crate) const UTF_8: &str = "UTF-8";

/// Text that came out of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// The text without a byte order mark.
    pub(crate) text: String,
    /// The encoding's name in the WHATWG's list, or `UTF-32LE` and `UTF-32BE`, which that list lacks.
    pub(crate) encoding: &'static str,
    /// Whether some bytes fit no encoding, or were NUL, and stand as U+FFFD. One that the file itself holds is no loss.
    pub(crate) lossy: bool,
}

impl Decoded {
    fn exact(text: String, encoding: &'static str) -> Self {
        Self { text, encoding, lossy: false }
    }
}

/// Returns the bytes' text, or `None` when they are no text.
pub(crate) fn decode(bytes: Vec<u8>) -> Option<Decoded> {
    if bytes.starts_with(binary::PDF) {
        return None;
    }
    if let Some((mark, rest)) = unicode::mark_of(&bytes) {
        return unicode::after_mark(mark, rest);
    }
    if bytes.contains(&0) {
        return with_stray_nuls(&bytes).or_else(|| unicode::utf16_without_mark(&bytes));
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if binary::is_mostly_controls(text.as_bytes()) => return None,
        Ok(text) if legacy::is_iso_2022_jp(text.as_bytes()) => return Some(legacy::iso_2022_jp(text)),
        Ok(text) => return Some(Decoded::exact(text, UTF_8)),
        Err(error) => error.into_bytes(),
    };
    if binary::has_binary_start(&bytes) || binary::has_too_many_controls(&bytes) {
        return None;
    }
    nearly_utf8(&bytes).or_else(|| legacy::guess(&bytes))
}

/// Takes bytes for UTF-8 when most of what is not ASCII is valid: a file that was cut, or put together from two.
fn nearly_utf8(bytes: &[u8]) -> Option<Decoded> {
    /// In a file of another encoding valid sequences are accidents, far rarer than invalid ones.
    const VALID_PER_INVALID: usize = 4;
    let (mut valid, mut invalid) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    if valid < invalid.saturating_mul(VALID_PER_INVALID) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes).into_owned();
    Some(Decoded { text, encoding: UTF_8, lossy: true })
}

/// Takes bytes with NULs for text when they are otherwise clean UTF-8 and the NULs are few and far between: a source
/// file into which one slipped, or a test of how a program takes one.
///
/// Each NUL becomes U+FFFD, since the text goes to places (XML, terminals, C strings) that cannot hold a NUL.
fn with_stray_nuls(bytes: &[u8]) -> Option<Decoded> {
    /// Two NULs are stray even in a short test, more only if text outweighs them by this much.
    const BYTES_PER_NUL: usize = 64;
    /// A NUL beside a letter or two is no text yet.
    const LEAST_BYTES: usize = 4;
    let nuls = bytes.split(|&b| b == 0).count() - 1;
    let in_runs = bytes.windows(2).any(|pair| pair == [0, 0]);
    if in_runs || nuls > (bytes.len() / BYTES_PER_NUL).max(2) || bytes.len() < LEAST_BYTES {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let others = binary::controls(bytes) - nuls;
    (others == 0).then(|| Decoded { text: text.replace('\0', "\u{fffd}"), encoding: UTF_8, lossy: true })
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_8859_2, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

    use super::*;

    const JAPANESE: &str =
        "// 設定ファイルを読み込みます。\nint main() {\n    // 初期化処理を行う\n    return 0; // 終了\n}\n";
    const CHINESE: &str =
        "// 读取配置文件并初始化数据库连接\nint main() {\n    // 返回结果给调用者\n    return 0;\n}\n";
    const TRADITIONAL: &str =
        "// 讀取設定檔並初始化資料庫連線\nint main() {\n    // 將結果傳回給呼叫者\n    return 0;\n}\n";
    const KOREAN: &str =
        "// 설정 파일을 읽고 데이터베이스를 초기화합니다\nint main() {\n    // 결과를 반환합니다\n    return 0;\n}\n";
    const RUSSIAN: &str = "// Читает файл настроек и открывает базу данных\nint main() {\n    // Возвращает результат\n    return 0;\n}\n";
    const FRENCH: &str = "# Vérifie que la clé a été créée à l'étape précédente, où qu'elle soit déjà.\nprint('été')\n";
    const POLISH: &str = "# Żółta łódź płynęła przez jezioro, a dzieci śmiały się głośno.\nprint('źle')\n";

    fn text_of(bytes: impl Into<Vec<u8>>) -> Decoded {
        decode(bytes.into()).expect("text")
    }

    #[test]
    fn encodings_are_told_apart() {
        for (encoding, text, name) in [
            (SHIFT_JIS, JAPANESE, "Shift_JIS"),
            (EUC_JP, JAPANESE, "EUC-JP"),
            (EUC_KR, KOREAN, "EUC-KR"),
            (GBK, CHINESE, "GBK"),
            (GB18030, CHINESE, "GBK"),
            (BIG5, TRADITIONAL, "Big5"),
            (WINDOWS_1251, RUSSIAN, "windows-1251"),
            (KOI8_R, RUSSIAN, "KOI8-U"),
            (WINDOWS_1252, FRENCH, "windows-1252"),
            (ISO_8859_2, POLISH, "ISO-8859-2"),
            (encoding_rs::ISO_2022_JP, JAPANESE, "ISO-2022-JP"),
            (encoding_rs::UTF_8, JAPANESE, "UTF-8"),
        ] {
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{name}");
            assert_eq!(text_of(bytes), Decoded::exact(text.to_owned(), name), "{name}");
        }
    }

    #[test]
    fn utf_16_and_32_with_and_without_a_mark() {
        let samples = ["fn main() {\r\n    println!(\"hi\");\r\n}\r\n", JAPANESE, "a, b\n😀 emoji beyond the plane\n"];
        for text in samples {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(text_of(little.clone()), Decoded::exact(text.to_owned(), "UTF-16LE"));
            assert_eq!(text_of(big.clone()), Decoded::exact(text.to_owned(), "UTF-16BE"));
            assert_eq!(text_of([b"\xff\xfe", little.as_slice()].concat()).encoding, "UTF-16LE");
            assert_eq!(text_of([b"\xfe\xff", big.as_slice()].concat()), Decoded::exact(text.to_owned(), "UTF-16BE"));
            let little: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
            let big: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
            let with_mark = [b"\xff\xfe\0\0", little.as_slice()].concat();
            assert_eq!(text_of(with_mark), Decoded::exact(text.to_owned(), "UTF-32LE"));
            let with_mark = [b"\0\0\xfe\xff", big.as_slice()].concat();
            assert_eq!(text_of(with_mark), Decoded::exact(text.to_owned(), "UTF-32BE"));
        }
    }

    #[test]
    fn marks_go_and_line_ends_stay() {
        assert_eq!(text_of("\u{feff}a\r\nb\rc\n").text, "a\r\nb\rc\n");
        assert_eq!(text_of("").text, "");
        assert_eq!(text_of("no last line end").text, "no last line end");
        assert!(!text_of("a \u{fffd} of the file's own").lossy);
        assert_eq!(text_of(b"\xff\xfe".to_vec()).text, "");
    }

    #[test]
    fn damage_is_told_and_kept_small() {
        let mut cut = "naïve café — déjà vu, señor".repeat(3).into_bytes();
        cut.push(0xe2);
        let decoded = text_of(cut);
        assert!(decoded.lossy && decoded.encoding == UTF_8 && decoded.text.ends_with('\u{fffd}'));
        let odd = text_of(b"\xff\xfea\0b\0c".to_vec());
        assert!(odd.lossy && odd.text.starts_with("ab"));
        for text in ["let separator = \"\0\"; // splits\n", "foo\0+\0bar;", "\" \0 \";", "// 日本語\nlet nul = '\0';\n"]
        {
            let nul = text_of(text);
            assert!(nul.lossy && nul.encoding == UTF_8 && nul.text == text.replace('\0', "\u{fffd}"), "{text:?}");
        }
        assert!(text_of("\u{1b}[31mred\u{1b}[0m\u{8}\u{c}\n").text.contains('\u{1b}'));
    }

    #[test]
    fn what_is_not_text_is_not_taken_for_it() {
        let mut noise = Vec::new();
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..4096 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            noise.push(state.to_le_bytes()[3]);
        }
        let without_nul: Vec<u8> = noise.iter().copied().filter(|&b| b != 0).collect();
        let samples: [&[u8]; 12] = [
            &noise,
            &without_nul,
            &without_nul[..200],
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            b"%PDF-1.4\n1 0 obj\n",
            b"\x7fELF\x02\x01\x01",
            b"GIF89a\x10\x80\xff",
            b"PK\x03\x04\x14\xff\x80",
            &[0; 512],
            b"\x01\0\x02\0\x03\0\x04\0\x05\0\x06\0",
            b"name\0\0\0\0\0\0text after a header of fixed width, as archives have it",
            b"a\0b\0\0\0c\0",
        ];
        for (at, sample) in samples.iter().enumerate() {
            assert_eq!(decode(sample.to_vec()), None, "sample {at}");
        }
    }
}
