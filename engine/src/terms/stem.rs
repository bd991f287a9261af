//! Owns the stemmer: M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980), pp. 130-137. Words that
//! are not lower-case ASCII letters stay as they are. Stems are never shown, only compared.

use alloc::string::String;

/// Replaces the lower-case word in `word` by its stem.
pub fn stem(word: &mut String) {
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    plurals(word);
    past_and_gerund(word);
    if ends(word, "y") && has_vowel(cut(word, 1)) {
        replace(word, 1, "i");
    }
    longest(word, &STEP_2, 0);
    longest(word, &STEP_3, 0);
    remove_suffix(word);
    final_letters(word);
}

/// Step 2: double suffixes become single ones.
const STEP_2: [(&str, &str); 20] = [
    ("ational", "ate"),
    ("ization", "ize"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("tional", "tion"),
    ("biliti", "ble"),
    ("entli", "ent"),
    ("ousli", "ous"),
    ("ation", "ate"),
    ("alism", "al"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("abli", "able"),
    ("alli", "al"),
    ("ator", "ate"),
    ("eli", "e"),
];

/// Step 3: suffixes of adjectives and nouns.
const STEP_3: [(&str, &str); 7] =
    [("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ness", ""), ("ful", "")];

/// Step 4: suffixes that go when enough of a word stays, longest first.
const STEP_4: [&str; 19] = [
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ion", "ism", "ate", "iti", "ous", "ive", "ize",
    "al", "er", "ic", "ou",
];

fn ends(word: &str, suffix: &str) -> bool {
    word.ends_with(suffix)
}

/// Returns the word without its last `n` bytes.
fn cut(word: &str, n: usize) -> &str {
    word.get(..word.len().saturating_sub(n)).unwrap_or("")
}

fn replace(word: &mut String, n: usize, with: &str) {
    word.truncate(word.len().saturating_sub(n));
    word.push_str(with);
}

fn is_consonant(word: &[u8], at: usize) -> bool {
    match word.get(at) {
        Some(b'a' | b'e' | b'i' | b'o' | b'u') | None => false,
        Some(b'y') => at == 0 || !is_consonant(word, at - 1),
        Some(_) => true,
    }
}

/// Returns Porter's measure: how many times a vowel is followed by a consonant.
fn measure(stem: &str) -> usize {
    let bytes = stem.as_bytes();
    let mut count = 0;
    let mut after_vowel = false;
    let mut consonant = false;
    for (at, &byte) in bytes.iter().enumerate() {
        consonant = match byte {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => at == 0 || !consonant,
            _ => true,
        };
        if consonant && after_vowel {
            count += 1;
        }
        after_vowel = !consonant;
    }
    count
}

fn has_vowel(stem: &str) -> bool {
    (0..stem.len()).any(|at| !is_consonant(stem.as_bytes(), at))
}

fn ends_double_consonant(word: &str) -> bool {
    match word.as_bytes() {
        [.., a, b] if a == b => is_consonant(word.as_bytes(), word.len() - 1),
        _ => false,
    }
}

/// Returns whether the word ends consonant, vowel, consonant, and the last is none of w, x, y.
fn ends_short(word: &str) -> bool {
    let bytes = word.as_bytes();
    let n = bytes.len();
    n >= 3
        && is_consonant(bytes, n - 3)
        && !is_consonant(bytes, n - 2)
        && is_consonant(bytes, n - 1)
        && !matches!(bytes.last(), Some(b'w' | b'x' | b'y'))
}

/// Step 1a.
fn plurals(word: &mut String) {
    if ends(word, "sses") || ends(word, "ies") {
        replace(word, 2, "");
    } else if ends(word, "s") && !ends(word, "ss") {
        replace(word, 1, "");
    }
}

/// Step 1b.
fn past_and_gerund(word: &mut String) {
    if ends(word, "eed") {
        if measure(cut(word, 3)) > 0 {
            replace(word, 1, "");
        }
        return;
    }
    let n = if ends(word, "ed") {
        2
    } else if ends(word, "ing") {
        3
    } else {
        return;
    };
    if !has_vowel(cut(word, n)) {
        return;
    }
    replace(word, n, "");
    if ends(word, "at") || ends(word, "bl") || ends(word, "iz") {
        word.push('e');
    } else if ends_double_consonant(word) && !matches!(word.as_bytes().last(), Some(b'l' | b's' | b'z')) {
        replace(word, 1, "");
    } else if measure(word) == 1 && ends_short(word) {
        word.push('e');
    }
}

/// Replaces the longest suffix of the table that the word ends with, when more than `least` measure stays.
fn longest(word: &mut String, table: &[(&str, &str)], least: usize) {
    if let Some((suffix, with)) = table.iter().find(|(suffix, _)| ends(word, suffix))
        && measure(cut(word, suffix.len())) > least
    {
        replace(word, suffix.len(), with);
    }
}

/// Step 4.
fn remove_suffix(word: &mut String) {
    let Some(suffix) = STEP_4.iter().find(|suffix| ends(word, suffix)) else { return };
    let start = cut(word, suffix.len());
    if measure(start) > 1 && (*suffix != "ion" || ends(start, "s") || ends(start, "t")) {
        replace(word, suffix.len(), "");
    }
}

/// Step 5.
fn final_letters(word: &mut String) {
    if ends(word, "e") {
        let start = cut(word, 1);
        let m = measure(start);
        if m > 1 || (m == 1 && !ends_short(start)) {
            replace(word, 1, "");
        }
    }
    if ends(word, "ll") && measure(word) > 1 {
        replace(word, 1, "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn porters_own_examples() {
        for (word, expected) in [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("cats", "cat"),
            ("feed", "feed"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("motoring", "motor"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("troubled", "troubl"),
            ("sized", "size"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("happy", "happi"),
            ("sky", "sky"),
            ("relational", "relat"),
            ("vietnamization", "vietnam"),
            ("predication", "predic"),
            ("operator", "oper"),
            ("triplicate", "triplic"),
            ("hopefulness", "hope"),
            ("adjustment", "adjust"),
            ("adoption", "adopt"),
            ("probate", "probat"),
            ("rate", "rate"),
            ("controlling", "control"),
            ("scheduler", "schedul"),
            ("scheduling", "schedul"),
            ("größe", "größe"),
            ("v1beta1", "v1beta1"),
        ] {
            let mut stemmed = String::from(word);
            stem(&mut stemmed);
            assert_eq!(stemmed, expected, "{word}");
        }
    }
}
