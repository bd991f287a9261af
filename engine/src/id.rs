//! Owns the dense identifiers of a snapshot's tables; owns none of the tables.

use serde::{Deserialize, Serialize};

macro_rules! dense_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the identifier as an index into its table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

dense_id!(
    /// A file of the snapshot: its place in the byte order of all paths, from 0.
    FileId
);
dense_id!(
    /// A folder of the snapshot: its place in the byte order of all folder paths, from 0 (the root, an empty path).
    FolderId
);
dense_id!(
    /// A symbol of the snapshot: files in order, and in a file the order of [`crate::facts::FileFacts::symbols`].
    SymbolId
);
dense_id!(
    /// A passage of the snapshot: files in order, and in a file by first line.
    PassageId
);
