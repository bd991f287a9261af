//! Owns how a failure is told to programs: a stable code and one sentence. It owns no sentence: they are the errors' own.

use alloc::string::{String, ToString as _};

use crate::pack::{PackError, RequestError};
use crate::portable::PortableError;
use crate::snapshot::SnapshotError;

/// What failed, as programs tell it apart. The labels are stable: one that was given is never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ErrorCode {
    /// The bytes are neither a snapshot nor an exported file.
    SnapshotForeign,
    /// They are of a version that this engine does not read.
    SnapshotVersion,
    /// They are damaged or cut short.
    SnapshotDamaged,
    /// The request is no JSON object of known fields.
    BadRequest,
    /// An option has a value that it cannot have.
    BadOption,
    /// The question is empty, or missing where it is needed.
    BadQuestion,
    /// A pinned or ranked file, or pinned lines, are not there.
    UnknownFile,
    /// The patterns leave every file out.
    NothingLetIn,
    /// The budget does not hold the header, or what is pinned.
    BudgetTooSmall,
}

impl ErrorCode {
    /// Every code.
    pub const ALL: [Self; 9] = [
        Self::SnapshotForeign,
        Self::SnapshotVersion,
        Self::SnapshotDamaged,
        Self::BadRequest,
        Self::BadOption,
        Self::BadQuestion,
        Self::UnknownFile,
        Self::NothingLetIn,
        Self::BudgetTooSmall,
    ];

    /// Returns the code as programs compare it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::SnapshotForeign => "SNAPSHOT_FOREIGN",
            Self::SnapshotVersion => "SNAPSHOT_VERSION",
            Self::SnapshotDamaged => "SNAPSHOT_DAMAGED",
            Self::BadRequest => "BAD_REQUEST",
            Self::BadOption => "BAD_OPTION",
            Self::BadQuestion => "BAD_QUESTION",
            Self::UnknownFile => "UNKNOWN_FILE",
            Self::NothingLetIn => "NOTHING_LET_IN",
            Self::BudgetTooSmall => "BUDGET_TOO_SMALL",
        }
    }
}

/// A failure. It shows as its sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// What failed.
    pub code: ErrorCode,
    /// One sentence that says what to do.
    pub message: String,
}

impl From<SnapshotError> for ApiError {
    fn from(error: SnapshotError) -> Self {
        let code = match error {
            SnapshotError::NotASnapshot => ErrorCode::SnapshotForeign,
            SnapshotError::Version { .. } => ErrorCode::SnapshotVersion,
            SnapshotError::Truncated | SnapshotError::Header | SnapshotError::Section(_) => ErrorCode::SnapshotDamaged,
        };
        Self { code, message: alloc::format!("{error}; sync or export the project again") }
    }
}

impl From<PortableError> for ApiError {
    fn from(error: PortableError) -> Self {
        let code = match error {
            PortableError::Foreign => ErrorCode::SnapshotForeign,
            PortableError::Version { .. } => ErrorCode::SnapshotVersion,
            PortableError::Truncated | PortableError::Damaged | PortableError::TooLarge => ErrorCode::SnapshotDamaged,
            PortableError::Snapshot(own) => return own.into(),
        };
        Self { code, message: error.to_string() }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        let code = match &error {
            RequestError::Json(_) => ErrorCode::BadRequest,
            RequestError::EmptyQuestion | RequestError::RankingOfNothing => ErrorCode::BadQuestion,
            RequestError::Option(_)
            | RequestError::BytesPerToken(_)
            | RequestError::Ranking(_)
            | RequestError::Limit
            | RequestError::ShareOfStandard => ErrorCode::BadOption,
        };
        Self { code, message: error.to_string() }
    }
}

impl From<PackError> for ApiError {
    fn from(error: PackError) -> Self {
        let code = match &error {
            PackError::Option(_) | PackError::NoPartForPins => ErrorCode::BadOption,
            PackError::BudgetTooSmall { .. } | PackError::ShareTooSmall { .. } | PackError::PinTooLarge { .. } => {
                ErrorCode::BudgetTooSmall
            }
            PackError::NothingLetIn => ErrorCode::NothingLetIn,
            PackError::NoRankedFile { .. }
            | PackError::NoPinnedFile { .. }
            | PackError::PinLeftOut { .. }
            | PackError::NoPinnedText { .. }
            | PackError::NoPinnedLines { .. } => ErrorCode::UnknownFile,
        };
        Self { code, message: error.to_string() }
    }
}
