//! Owns the page's files: as they were built into the program, or read from a folder. It owns no server.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use rust_embed::RustEmbed;

/// What `scripts/build-page.sh` built before the program was; nothing where it did not.
#[derive(RustEmbed)]
#[folder = "../../bindings-js/demo/dist"]
#[allow_missing = true]
struct Built;

/// The page that everything else belongs to.
const INDEX: &str = "index.html";
/// Where the page is told which snapshot lies beside it.
const PLACE: &str = r#"<meta name="graphicle-snapshot" content="">"#;
/// More files than a page has.
const MOST_FILES: usize = 1000;

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The program was built without it.
    #[error(
        "this program was built without the browser page; run scripts/build-page.sh and build the program again, or give the page's folder by --page"
    )]
    NotBuilt,
    /// The folder cannot be read.
    #[error("cannot read the page in {}: {source}; --page takes the folder that scripts/build-page.sh prints", path.display())]
    Unreadable {
        /// Which folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder is another one.
    #[error("{} holds no page of graphicle's; --page takes the folder that scripts/build-page.sh prints", .0.display())]
    Foreign(PathBuf),
}

/// The page's files.
#[derive(Debug, Clone)]
pub struct Page {
    files: BTreeMap<String, Bytes>,
}

impl Page {
    /// Returns the page that the program was built with.
    pub fn built() -> Result<Self, PageError> {
        let files = Built::iter()
            .filter_map(|path| Some((path.to_string(), Bytes::from(Built::get(&path)?.data.into_owned()))));
        let page = Self { files: files.collect() };
        if page.has_place() { Ok(page) } else { Err(PageError::NotBuilt) }
    }

    /// Reads the page in a folder.
    pub fn read(folder: &Path) -> Result<Self, PageError> {
        let mut files = BTreeMap::new();
        let unreadable = |source| PageError::Unreadable { path: folder.to_owned(), source };
        add(&mut files, folder, "").map_err(unreadable)?;
        let page = Self { files };
        if page.has_place() { Ok(page) } else { Err(PageError::Foreign(folder.to_owned())) }
    }

    /// Returns whether it can be told of a snapshot.
    fn has_place(&self) -> bool {
        let index = self.files.get(INDEX).and_then(|bytes| str::from_utf8(bytes).ok());
        index.is_some_and(|text| text.contains(PLACE))
    }

    /// Returns the page that opens the snapshot of this name beside it by itself.
    #[must_use]
    pub fn with_snapshot(mut self, name: &str) -> Self {
        if let Some(index) = self.files.get_mut(INDEX) {
            let own = PLACE.replace(r#"content="""#, &format!(r#"content="{}""#, escaped(name)));
            *index = Bytes::from(String::from_utf8_lossy(index).replace(PLACE, &own));
        }
        self
    }

    /// Returns the files by their paths, which have slashes between their parts.
    pub fn files(&self) -> impl Iterator<Item = (&str, &Bytes)> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes))
    }

    /// Returns the file at a path below the page's address; the page itself where the path is empty.
    pub(crate) fn at(&self, path: &str) -> Option<(&str, Bytes)> {
        let path = if path.is_empty() { INDEX } else { path };
        self.files.get_key_value(path).map(|(path, bytes)| (path.as_str(), bytes.clone()))
    }
}

/// Adds the files below a folder; links are not followed.
fn add(files: &mut BTreeMap<String, Bytes>, folder: &Path, at: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let (path, kind) = (format!("{at}{name}"), entry.file_type()?);
        if kind.is_dir() {
            add(files, &entry.path(), &format!("{path}/"))?;
        } else if kind.is_file() && files.len() < MOST_FILES {
            files.insert(path, Bytes::from(fs::read(entry.path())?));
        }
    }
    Ok(())
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_a_page_where_it_has_a_place_for_a_snapshot() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(Page::read(&folder.path().join("none")), Err(PageError::Unreadable { .. })));
        fs::write(folder.path().join(INDEX), "<html></html>").unwrap();
        assert!(matches!(Page::read(folder.path()), Err(PageError::Foreign(_))));
        fs::write(folder.path().join(INDEX), format!("<head>{PLACE}</head>")).unwrap();
        fs::create_dir(folder.path().join("assets")).unwrap();
        fs::write(folder.path().join("assets/a.js"), "1").unwrap();
        let page = Page::read(folder.path()).unwrap().with_snapshot("a \"b\".graphicle");
        let paths: Vec<&str> = page.files().map(|(path, _)| path).collect();
        assert_eq!(paths, ["assets/a.js", "index.html"]);
        let (path, index) = page.at("").unwrap();
        assert_eq!(path, INDEX);
        assert!(str::from_utf8(&index).unwrap().contains(r#"content="a &quot;b&quot;.graphicle""#));
        assert!(page.at("assets/a.js").is_some() && page.at("assets").is_none() && page.at("../x").is_none());
    }
}
