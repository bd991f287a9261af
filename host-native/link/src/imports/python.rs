//! Owns where a Python module path leads: relative dots, packages' roots, build files' roots; owns no module's names.

use graphicle_engine::facts::Manifest;
use graphicle_engine::folders::name_of;
use graphicle_engine::id::{FileId, FolderId};
use hashbrown::HashMap;

use super::{Build, Target};
use crate::LinkFile;
use crate::family::Family;
use crate::paths::{NONE, Paths, join};

/// The endings of a module's file, in order of preference.
const ENDINGS: [&str; 3] = [".py", ".pyi", ".pyx"];

/// The folders that absolute imports are looked up in.
pub(super) struct Roots<'p, 'a> {
    paths: &'p Paths<'a>,
    /// Folders with an `__init__` file.
    is_package: Vec<bool>,
    /// Folders with a Python file in them or below.
    has_python: Vec<bool>,
    shared: Vec<String>,
    known: HashMap<(u32, u32, &'a str), Target>,
    project_of_folder: Vec<u32>,
    projects: Vec<Vec<String>>,
}

impl<'p, 'a> Roots<'p, 'a> {
    pub(super) fn new(files: &'a [LinkFile<'a>], paths: &'p Paths<'a>, builds: &[Build<'a>]) -> Self {
        let mut is_package = vec![false; paths.folder_count()];
        let mut has_python = vec![false; paths.folder_count()];
        for (at, file) in (0..).map(FileId).zip(files) {
            if Family::of(file.language) != Family::Python {
                continue;
            }
            let mut folder = Some(paths.folder_of(at));
            if let Some(own) = folder
                && let Some(slot) = is_package.get_mut(own.index())
            {
                *slot |= name_of(file.path).starts_with("__init__.py");
            }
            while let Some(own) = folder
                && let Some(slot) = has_python.get_mut(own.index())
                && !*slot
            {
                *slot = true;
                folder = paths.parent(own);
            }
        }
        let mut projects = Vec::new();
        let mut own = Vec::new();
        for build in builds {
            if let Manifest::PythonProject { roots } = build.manifest {
                let base = paths.folder_path(build.folder);
                let mut folders: Vec<String> =
                    roots.iter().filter_map(|root| join(base, build.names.get(*root))).collect();
                folders.push(base.to_owned());
                folders.extend(join(base, "src"));
                own.push((build.folder, crate::index::id(projects.len())));
                projects.push(folders);
            }
        }
        Self {
            project_of_folder: paths.nearest_above(&own),
            paths,
            is_package,
            has_python,
            shared: vec![String::new(), "src".to_owned()],
            known: HashMap::new(),
            projects,
        }
    }

    /// Returns where `path`, with its leading dots, leads.
    pub(super) fn target(&mut self, from: FileId, path: &'a str) -> Target {
        let here = self.paths.folder_of(from);
        let rest = path.trim_start_matches('.');
        let dots = path.len() - rest.len();
        if dots > 0 {
            let mut folder = here;
            for _ in 1..dots {
                let Some(above) = self.paths.parent(folder) else { return Target::External };
                folder = above;
            }
            return self.module(self.paths.folder_path(folder), rest).unwrap_or(Target::External);
        }
        let own = self.above_packages(here);
        let project = self.project_of_folder.get(here.index()).copied().unwrap_or(NONE);
        let key = (own.0, project, path);
        if let Some(target) = self.known.get(&key) {
            return *target;
        }
        let declared = self.projects.get(project as usize).map_or(&[][..], Vec::as_slice);
        let roots = std::iter::once(self.paths.folder_path(own))
            .chain(declared.iter().map(String::as_str))
            .chain(self.shared.iter().map(String::as_str));
        let mut target = Target::External;
        for root in roots {
            match self.module(root, rest) {
                // A folder without an `__init__` is a module only where no root has a better one.
                Some(found @ Target::Folder(_)) if target == Target::External => target = found,
                Some(found @ Target::File(_)) => {
                    target = found;
                    break;
                }
                _ => {}
            }
        }
        self.known.insert(key, target);
        target
    }

    /// Returns the folder above the top-most package around `folder`; `folder` itself where it is no package.
    fn above_packages(&self, folder: FolderId) -> FolderId {
        let mut folder = folder;
        while self.is_package.get(folder.index()).copied().unwrap_or(false) {
            let Some(above) = self.paths.parent(folder) else { break };
            folder = above;
        }
        folder
    }

    fn module(&self, root: &str, dotted: &str) -> Option<Target> {
        module(self.paths, root, dotted).or_else(|| {
            let folder = self.paths.folder(&folder_path(root, dotted))?;
            self.has_python.get(folder.index()).copied().unwrap_or(false).then_some(Target::Folder(folder))
        })
    }
}

/// Returns the file of the module `dotted` below `root`: a package's `__init__`, or the module's own file.
fn module(paths: &Paths<'_>, root: &str, dotted: &str) -> Option<Target> {
    let mut path = folder_path(root, dotted);
    let base = path.len();
    for ending in ENDINGS {
        path.truncate(base);
        if base > 0 {
            path.push('/');
        }
        path.push_str("__init__");
        path.push_str(ending);
        if let Some(file) = paths.file(&path) {
            return Some(Target::File(file));
        }
    }
    if dotted.is_empty() {
        return None;
    }
    for ending in ENDINGS {
        path.truncate(base);
        path.push_str(ending);
        if let Some(file) = paths.file(&path) {
            return Some(Target::File(file));
        }
    }
    None
}

fn folder_path(root: &str, dotted: &str) -> String {
    let mut path = String::with_capacity(root.len() + dotted.len() + 16);
    path.push_str(root);
    for part in dotted.split('.').filter(|part| !part.is_empty()) {
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(part);
    }
    path
}

/// Returns the module `name` in the package or namespace folder at `folder`.
pub(crate) fn submodule(paths: &Paths<'_>, folder: FolderId, name: &str) -> Option<Target> {
    let root = paths.folder_path(folder);
    module(paths, root, name).or_else(|| paths.folder(&folder_path(root, name)).map(Target::Folder))
}
