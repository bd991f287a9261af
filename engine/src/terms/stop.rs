//! Owns the words that are never searched: those that stand in nearly every passage of prose or code.

/// Lower-case stop words in byte order: English function words, and the keywords that most languages share.
const STOP_WORDS: [&str; 66] = [
    "a", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did",
    "do", "does", "else", "for", "from", "func", "had", "has", "have", "he", "how", "if", "in", "into", "is", "it",
    "its", "may", "my", "nil", "no", "of", "on", "or", "our", "return", "she", "should", "so", "such", "than", "that",
    "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "var", "was", "we", "were",
    "which", "will", "would",
];

/// Returns whether a lower-case word is never searched.
pub fn is_stop_word(word: &str) -> bool {
    word.len() <= 6 && STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_byte_order() {
        assert!(STOP_WORDS.is_sorted_by(|a, b| a < b));
        assert!(is_stop_word("the") && !is_stop_word("pod") && !is_stop_word("not"));
    }
}
