//! Owns the list of reasons for leaving a file out, each with its code and its sentence; owns no rule that decides one.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a file that Git's rules include is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkipReason {
    /// A symbolic link whose target lies in the folder, where it is listed at its own place.
    LinkInside,
    /// A symbolic link whose target lies out of the folder.
    LinkOutside,
    /// A symbolic link that leads nowhere, or in a circle.
    LinkDangling,
    /// The root of another repository.
    NestedRepository,
    /// A submodule.
    Submodule,
    /// A pipe, a socket or a device.
    SpecialFile,
    /// A `.graphicleignore` file excludes it.
    GraphicleIgnore,
    /// Files of this name hold secrets.
    SecretName,
    /// Not text.
    Binary,
    /// A pack that was made of a project: it repeats other files.
    Pack,
    /// Larger than the limit for text.
    TooLarge,
    /// The system does not let it be read.
    Unreadable,
    /// It was there when the folder was listed and is gone now.
    Vanished,
    /// It kept changing while it was read.
    Changing,
}

impl SkipReason {
    /// Every reason, in the order of the enum.
    pub const ALL: [Self; 14] = [
        Self::LinkInside,
        Self::LinkOutside,
        Self::LinkDangling,
        Self::NestedRepository,
        Self::Submodule,
        Self::SpecialFile,
        Self::GraphicleIgnore,
        Self::SecretName,
        Self::Binary,
        Self::Pack,
        Self::TooLarge,
        Self::Unreadable,
        Self::Vanished,
        Self::Changing,
    ];

    /// Returns the reason's code: stable across versions, for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::LinkInside => "link-inside",
            Self::LinkOutside => "link-outside",
            Self::LinkDangling => "link-dangling",
            Self::NestedRepository => "nested-repository",
            Self::Submodule => "submodule",
            Self::SpecialFile => "special-file",
            Self::GraphicleIgnore => "graphicle-ignore",
            Self::SecretName => "secret-name",
            Self::Binary => "binary",
            Self::Pack => "pack",
            Self::TooLarge => "too-large",
            Self::Unreadable => "unreadable",
            Self::Vanished => "vanished",
            Self::Changing => "changing",
        }
    }

    /// Returns the reason as a sentence without its full stop, for people.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::LinkInside => "a symbolic link to a place in this folder, which is listed there",
            Self::LinkOutside => "a symbolic link out of this folder, which is never followed",
            Self::LinkDangling => "a symbolic link that leads nowhere",
            Self::NestedRepository => "another Git repository, which is a project of its own",
            Self::Submodule => "a submodule, which is a project of its own",
            Self::SpecialFile => "a pipe, socket or device, not a file with content",
            Self::GraphicleIgnore => "excluded by a .graphicleignore file",
            Self::SecretName => "a file of this name usually holds passwords or keys",
            Self::Binary => "not text",
            Self::Pack => "a pack that graphicle made, which repeats other files",
            Self::TooLarge => "larger than the limit for one text file",
            Self::Unreadable => "the system does not allow it to be read",
            Self::Vanished => "gone since the folder was listed",
            Self::Changing => "kept changing while it was read",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.sentence())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_what_is_serialised() {
        let mut codes: Vec<&str> = SkipReason::ALL.iter().map(|reason| reason.code()).collect();
        for reason in SkipReason::ALL {
            assert_eq!(serde_json::to_string(&reason).unwrap(), format!("\"{}\"", reason.code()));
            assert!(!reason.sentence().ends_with('.'));
        }
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), SkipReason::ALL.len());
    }
}
