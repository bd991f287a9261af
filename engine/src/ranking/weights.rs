//! Owns the ranking's constants, each with what it says. It owns no use of them.
//!
//! Where no source is named, a value was found by trying smaller and larger ones on the development cases of
//! docs/benchmarks.md; docs/ranking.md says what each rule is worth there.

use crate::constants::constants;

constants! {
    /// The ranking's constants. [`Weights::default`] is what packs are made with; others are for measuring.
    pub struct Weights {
        /// BM25's saturation of repeated terms.
        k1: f32 = 1.8,
        /// BM25's share of length in normalising files.
        b_file: f32 = 0.75,
        /// BM25's share of length in normalising passages.
        b_passage: f32 = 0.5,
        /// What a term in the path counts beside one in the text.
        path: f32 = 0.3,
        /// What a term in the file's own name counts beside one in the text.
        stem: f32 = 3.0,
        /// What the score of a file's best passage counts.
        passages: f32 = 1.0,
        /// What the score of the whole file counts beside it.
        whole: f32 = 0.6,
        /// How much each further passage of a file counts of the one before.
        decay: f32 = 0.5,
        /// What the path's share of the question counts as a factor.
        path_times: f32 = 1.5,
        /// What the path counts of a file whose text holds no word of the question.
        path_alone: f32 = 0.3,
        /// The power that rarity is raised to.
        idf_power: f32 = 0.8,
        /// What each doubling of the question's length adds to that power.
        idf_long: f32 = 0.22,
        /// What defining a name counts, times its rarity.
        defines: f32 = 4.0,
        /// How much of that defining it as a field, a property or an enumeration's value counts.
        defines_member: f32 = 0.3,
        /// What using a name counts, times its rarity.
        uses: f32 = 1.0,
        /// What defining a name counts that words of the question make when they are joined.
        phrase_defines: f32 = 3.0,
        /// What using such a name counts.
        phrase_uses: f32 = 0.5,
        /// What being named by path counts.
        named_path: f32 = 20.0,
        /// What lying in a folder counts whose path is written.
        named_folder: f32 = 8.0,
        /// What standing in a stack frame counts.
        frame: f32 = 12.0,
        /// What holding a quote counts that no other file holds, as a share of the best file's score.
        quoted: f32 = 1.5,
        /// Quotes count in full from the share of the question's words on that this is the inverse of: a report with logs
        /// quotes much that it is not about.
        quoted_share: f32 = 2.0,
        /// A name in a report's title counts so many times what another does.
        name_in_title: f32 = 4.0,
        /// The power of the best file's words that names grow with, so that they keep their share of a long report.
        names_grow: f32 = 0.5,
        /// What tests count, in a question that is not about tests.
        test: f32 = 0.4,
        /// What documentation counts.
        docs: f32 = 0.5,
        /// What generated, minified and lock files and data count.
        generated: f32 = 0.3,
        /// What copies of other projects count.
        vendored: f32 = 0.5,
        /// What examples count.
        example: f32 = 0.5,
        /// What files that are no code count.
        not_code: f32 = 0.5,
        /// What the best files lend to what they import or call, and to what calls them.
        lend: f32 = 0.1,
        /// How many files lend.
        lenders: usize = 20,
        /// The most that is lent to a file among the first ranks, as a share of what it has itself.
        lent_most: f32 = 0.25,
        /// The first ranks, which the question's words and names decide. Behind them files are lent as much as there is,
        /// and files of one name make room for others.
        head: usize = 10,
        /// What each file of the same name before it takes from a file behind the first ranks.
        same_name: f32 = 0.1,
        /// Named files come in after so many ranks.
        named_after: usize = 5,
        /// So many named files come in at most.
        named_most: usize = 8,
        /// Files that define what the best files use come in after so many ranks.
        definitions_after: usize = 15,
        /// So many of them come in at most.
        definitions_most: usize = 5,
        /// How many files get their passages listed.
        files_with_passages: usize = 50,
    }
}
