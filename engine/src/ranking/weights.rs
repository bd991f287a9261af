//! Owns the ranking's constants, each with where it comes from. It owns no use of them.

/// The ranking's constants. [`Weights::default`] is what packs are made with; others are for measuring.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// BM25's saturation of repeated terms.
    pub k1: f32,
    /// BM25's share of length in normalising files.
    pub b_file: f32,
    /// BM25's share of length in normalising passages.
    pub b_passage: f32,
    /// What a term in a symbol's name counts beside one in the text.
    pub symbol: f32,
    /// What a term in the path counts beside one in the text.
    pub path: f32,
    /// What a term in the file's own name counts beside one in the text.
    pub stem: f32,
    /// The share of the whole file's score beside its passages'.
    pub whole: f32,
    /// How much each further passage of a file counts of the one before.
    pub decay: f32,
    /// What defining a name counts, times its rarity.
    pub defines: f32,
    /// What using a name counts, times its rarity.
    pub uses: f32,
    /// What being named by path counts.
    pub named_path: f32,
    /// What standing in a stack frame counts.
    pub frame: f32,
    /// What tests count, in a question that is not about tests.
    pub test: f32,
    /// What documentation counts.
    pub docs: f32,
    /// What generated, minified and lock files and data count.
    pub generated: f32,
    /// What copies of other projects count.
    pub vendored: f32,
    /// What examples count.
    pub example: f32,
    /// What configuration counts.
    pub config: f32,
    /// What files that are no code count.
    pub not_code: f32,
    /// What the best files lend to what they import or call.
    pub lend: f32,
    /// What the path's share of the question counts as a factor.
    pub path_times: f32,
    /// The power that rarity is raised to.
    pub idf_power: f32,
    /// What each doubling of the question's length adds to that power.
    pub idf_long: f32,
    /// What defining a name counts that words of the question make when they are joined.
    pub phrase_defines: f32,
    /// What using such a name counts.
    pub phrase_uses: f32,
    /// What the words of the best passages count, behind the first ranks.
    pub feedback: f32,
    /// The first ranks that feedback leaves alone.
    pub feedback_after: usize,
    /// How many words feedback searches with.
    pub feedback_terms: usize,
    /// How many passages feedback reads.
    pub feedback_passages: usize,
    /// How many files lend.
    pub lenders: usize,
    /// Named files come in after so many ranks.
    pub named_after: usize,
    /// So many named files come in at most.
    pub named_most: usize,
    /// Files that define what the best files use come in after so many ranks.
    pub definitions_after: usize,
    /// So many of them come in at most.
    pub definitions_most: usize,
    /// How many files get their passages listed.
    pub files_with_passages: usize,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            k1: 1.8,
            b_file: 0.75,
            b_passage: 0.5,
            symbol: 1.5,
            path: 0.3,
            stem: 3.0,
            whole: 0.6,
            decay: 0.5,
            defines: 5.0,
            uses: 1.0,
            named_path: 20.0,
            frame: 8.0,
            test: 0.4,
            docs: 0.5,
            generated: 0.3,
            vendored: 0.5,
            example: 0.5,
            config: 0.7,
            not_code: 0.6,
            lend: 0.1,
            path_times: 1.5,
            idf_power: 0.8,
            idf_long: 0.22,
            phrase_defines: 3.0,
            phrase_uses: 0.5,
            feedback: 1.0,
            feedback_after: 50,
            feedback_terms: 40,
            feedback_passages: 8,
            lenders: 20,
            named_after: 5,
            named_most: 8,
            definitions_after: 15,
            definitions_most: 10,
            files_with_passages: 50,
        }
    }
}

impl Weights {
    /// Changes the constant called `name`, for measuring; returns whether there is one.
    pub fn set(&mut self, name: &str, value: f32) -> bool {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
        let count = value as usize;
        match name {
            "k1" => self.k1 = value,
            "b_file" => self.b_file = value,
            "b_passage" => self.b_passage = value,
            "symbol" => self.symbol = value,
            "path" => self.path = value,
            "stem" => self.stem = value,
            "whole" => self.whole = value,
            "decay" => self.decay = value,
            "defines" => self.defines = value,
            "uses" => self.uses = value,
            "named_path" => self.named_path = value,
            "frame" => self.frame = value,
            "test" => self.test = value,
            "docs" => self.docs = value,
            "generated" => self.generated = value,
            "vendored" => self.vendored = value,
            "example" => self.example = value,
            "config" => self.config = value,
            "not_code" => self.not_code = value,
            "lend" => self.lend = value,
            "path_times" => self.path_times = value,
            "idf_power" => self.idf_power = value,
            "idf_long" => self.idf_long = value,
            "phrase_defines" => self.phrase_defines = value,
            "phrase_uses" => self.phrase_uses = value,
            "feedback" => self.feedback = value,
            "feedback_after" => self.feedback_after = count,
            "feedback_terms" => self.feedback_terms = count,
            "feedback_passages" => self.feedback_passages = count,
            "lenders" => self.lenders = count,
            "named_after" => self.named_after = count,
            "named_most" => self.named_most = count,
            "definitions_after" => self.definitions_after = count,
            "definitions_most" => self.definitions_most = count,
            "files_with_passages" => self.files_with_passages = count,
            _ => return false,
        }
        true
    }
}
