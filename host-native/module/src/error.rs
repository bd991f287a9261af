//! Owns what can be wrong with a module. Every message is one sentence that says what to do.

/// Why a module does not answer.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// The bytes are no module.
    #[error("it is no WebAssembly module ({0}); give the file that scripts/build-wasm.sh builds")]
    NotAModule(String),
    /// It wants something of the host.
    #[error("it imports {0}, and an engine module imports nothing; give the file that scripts/build-wasm.sh builds")]
    Imports(String),
    /// It lacks something that an engine module has.
    #[error("it does not export {0} as an engine module does; give the file that scripts/build-wasm.sh builds")]
    NoExport(&'static str),
    /// It is of a later interface.
    #[error("it speaks version {found} of the engine's interface and this program knows {known}; use a newer program")]
    Interface {
        /// Its version.
        found: u32,
        /// The host's.
        known: u32,
    },
    /// It cannot do what is asked yet.
    #[error("its engine is older than exact counts in modules; leave the tokenizer out")]
    NoExactCounts,
    /// It reads another form of snapshots.
    #[error(
        "its engine reads snapshots of format {reads}, and this one is of format {given}; sync or export with the program that belongs to it"
    )]
    SnapshotFormat {
        /// What it reads.
        reads: u32,
        /// What there is.
        given: u32,
    },
    /// It computed for longer than it may.
    #[error("it computed for longer than any pack takes and was stopped; give another module, or ask for less")]
    OutOfFuel,
    /// It has no room for the request.
    #[error("it has no memory left for the snapshot and the request; ask for less, or use a smaller project")]
    NoRoom,
    /// It stopped in the middle.
    #[error("it stopped at a fault of its own ({0}); give another module, or ask for less")]
    Trapped(String),
    /// What it answered is no answer.
    #[error("its answer is none that an engine gives ({0}); give the file that scripts/build-wasm.sh builds")]
    Answer(&'static str),
    /// Its engine refused what was asked, in its own words.
    #[error("{0}")]
    Refused(String),
}
