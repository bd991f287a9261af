//! Owns what a walk may be told: where the user's own Git settings are, and how many threads it may use.

use std::env;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// How to walk.
#[derive(Debug, Clone)]
pub struct WalkOptions {
    /// Where the user's own Git settings are.
    pub user_git: UserGit,
    /// How many threads list folders. The result does not depend on it.
    pub threads: NonZeroUsize,
}

impl WalkOptions {
    /// Returns the options for these settings, with as many threads as pay: the machine's, and four at most, since
    /// system calls on one file system scale no further.
    pub fn new(user_git: UserGit) -> Self {
        let four = NonZeroUsize::MIN.saturating_add(3);
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN).min(four);
        Self { user_git, threads }
    }
}

/// Where Git keeps what holds for all repositories of a user: configuration, and through it the global excludes.
///
/// The walk itself never looks at the environment, and variables that redirect Git to another repository, work tree or
/// index (`GIT_DIR` and its like) have no say anywhere: the folder that is walked decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserGit {
    /// The home folder, for `~/` in settings.
    pub home: Option<PathBuf>,
    /// Configuration files, from the weakest to the strongest. Files that do not exist count as empty.
    pub config_files: Vec<PathBuf>,
    /// The excludes file that holds when `core.excludesFile` is not set.
    pub default_excludes: Option<PathBuf>,
}

impl UserGit {
    /// Returns settings as for a user who never set any.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns the settings of a user with this home folder, whose `XDG_CONFIG_HOME` is `config_home` if set, on a
    /// machine whose own configuration is `system`.
    pub fn of_home(home: &Path, config_home: Option<&Path>, system: Vec<PathBuf>) -> Self {
        let git = config_home.map_or_else(|| home.join(".config"), Path::to_path_buf).join("git");
        let mut config_files = system;
        config_files.extend([git.join("config"), home.join(".gitconfig")]);
        Self { home: Some(home.to_path_buf()), config_files, default_excludes: Some(git.join("ignore")) }
    }

    /// Returns the settings that Git itself would use in this process's environment: `HOME`, `XDG_CONFIG_HOME`,
    /// `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM` and `GIT_CONFIG_NOSYSTEM`.
    pub fn from_environment() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let path = |name: &str| set(name).map(PathBuf::from);
        let no_system = set("GIT_CONFIG_NOSYSTEM").is_some_and(|value| is_true(&value));
        let system = match path("GIT_CONFIG_SYSTEM") {
            _ if no_system => Vec::new(),
            Some(file) => vec![file],
            None => system_config_files(),
        };
        let mut all = match path("HOME").or_else(env::home_dir) {
            Some(home) => Self::of_home(&home, path("XDG_CONFIG_HOME").as_deref(), system.clone()),
            None => Self { config_files: system.clone(), ..Self::default() },
        };
        // Set but empty means no global configuration at all.
        if let Some(global) = env::var_os("GIT_CONFIG_GLOBAL") {
            all.config_files = system;
            all.config_files.extend((!global.is_empty()).then(|| PathBuf::from(global)));
        }
        all
    }
}

fn is_true(value: &OsString) -> bool {
    let value = value.to_string_lossy().to_ascii_lowercase();
    !matches!(value.as_str(), "" | "0" | "false" | "no" | "off")
}

/// Returns where Git's builds for this system keep the machine's configuration. Only Git knows for sure, and it is not
/// asked, since that means starting a program.
fn system_config_files() -> Vec<PathBuf> {
    let known: &[&str] = if cfg!(target_os = "macos") {
        &["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"]
    } else if cfg!(windows) {
        &["C:\\Program Files\\Git\\etc\\gitconfig"]
    } else {
        &["/etc/gitconfig"]
    };
    known.iter().map(PathBuf::from).collect()
}
