//! Owns what can be wrong with a request for a pack. Every message is one sentence that says what to do.

use alloc::string::String;

use crate::tokens::Tokens;

/// Why an option's text is not a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No budget.
    #[error("a budget is a number of tokens from 512 to 2,000,000, for example 128000, 128k or 1m; \"{0}\" is not")]
    Budget(String),
    /// No prefix share.
    #[error("a prefix share is a number from 0.1 to 1, for example 0.9; \"{0}\" is not")]
    PrefixShare(String),
    /// No calibration.
    #[error("a calibration is a number from 0.1 to 10; \"{0}\" is not")]
    Calibration(String),
    /// No section.
    #[error(
        "sections are arch, map, focus, paths, tests, docs, breadth and manifest, with commas between them, or all; \
         \"{0}\" is none of them"
    )]
    Section(String),
    /// No format.
    #[error("formats are markdown, xml and json; \"{0}\" is none of them")]
    Format(String),
    /// No order.
    #[error("orders are relevant-last and relevant-first; \"{0}\" is neither")]
    Order(String),
    /// No choice of line numbers.
    #[error("line numbers are focus, all or none; \"{0}\" is none of them")]
    LineNumbers(String),
    /// No layout.
    #[error("layouts are standard and cache; \"{0}\" is neither")]
    Layout(String),
    /// No pin.
    #[error("a pin is a path, or a path and lines: src/login.py:10-40; \"{0}\" is neither")]
    Pin(String),
    /// No pattern.
    #[error("a pattern is a path with wildcards from the project's root, for example src/**/*.py; \"{0}\" is not")]
    Pattern(String),
}

/// Why there is no pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// An option is no value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Not even the header fits.
    #[error("a budget of {budget} tokens does not hold the pack's header, which takes {needed}; raise the budget", budget = budget.0, needed = needed.0)]
    BudgetTooSmall {
        /// The budget.
        budget: Tokens,
        /// What the header takes.
        needed: Tokens,
    },
    /// The repository part's share does not hold its header.
    #[error("a repository part of {room} tokens does not hold its header, which takes {needed}; raise the budget or the prefix share", room = room.0, needed = needed.0)]
    ShareTooSmall {
        /// What the repository part may take.
        room: Tokens,
        /// What the header takes.
        needed: Tokens,
    },
    /// There is no question part, which is where pins stand.
    #[error(
        "this pack has no question part to hold the pins; ask a question with a smaller prefix share or a larger budget, or leave the pins out"
    )]
    NoPartForPins,
    /// The patterns leave every file out.
    #[error("no file of the project is let in by --include and --exclude; change the patterns")]
    NothingLetIn,
    /// A file of the caller's ranking is not in the project.
    #[error(
        "the ranking names {path}, which is not in the snapshot; give paths from the project's root, or leave it out"
    )]
    NoRankedFile {
        /// The path as it was given.
        path: String,
    },
    /// A pinned file is not in the project.
    #[error(
        "the pinned file {path} is not in the project; give its path from the project's root (graphicle status --skipped lists files that are left out)"
    )]
    NoPinnedFile {
        /// The path as it was given.
        path: String,
    },
    /// The patterns leave a pinned file out.
    #[error("the pinned file {path} is left out by --include or --exclude; change one of them")]
    PinLeftOut {
        /// The path as it was given.
        path: String,
    },
    /// A pinned file's text is not in the snapshot.
    #[error(
        "the pinned file {path} has no text here (it is empty, holds a secret, or was left out of the export); leave the pin out"
    )]
    NoPinnedText {
        /// The path as it was given.
        path: String,
    },
    /// Pinned lines lie behind the file's end.
    #[error("{path} has {lines} lines, so the pinned lines are not in it; pin lines up to {lines}")]
    NoPinnedLines {
        /// The path as it was given.
        path: String,
        /// How many lines the file has.
        lines: u32,
    },
    /// The pinned lines alone are more than the budget holds.
    #[error("the pinned lines of {path} take {needed} tokens and {left} are left; raise the budget or pin fewer lines", needed = needed.0, left = left.0)]
    PinTooLarge {
        /// The path as it was given.
        path: String,
        /// What the pin takes.
        needed: Tokens,
        /// What is left of the budget for it.
        left: Tokens,
    },
}
