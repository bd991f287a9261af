//! Owns the layouts that are hostile to a reader of ignore rules, on which walks are compared with the real `git`; owns
//! no way of comparing.
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use graphicle_walk::{SkipReason, UserGit, WalkError, WalkOptions, walk};

use crate::sandbox::{Sandbox, skipped};

#[test]
fn nested_negated_and_tracked_files() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write(".gitignore", "*.log\nbuild/\n!keep.log\n/only-here\ndoc/*.txt\n");
    box_.write("a.log", "");
    box_.write("keep.log", "");
    box_.write("only-here", "");
    box_.write("sub/only-here", "");
    box_.write("sub/.gitignore", "!a.log\n*.tmp\n");
    box_.write("sub/a.log", "");
    box_.write("sub/b.log", "");
    box_.write("sub/deep/x.tmp", "");
    box_.write("sub/deep/.gitignore", "!x.tmp\n");
    box_.write("doc/a.txt", "");
    box_.write("doc/deep/a.txt", "");
    box_.write("build/out.rs", "");
    box_.write("build/.gitignore", "!out.rs\n");
    box_.write("build/tracked.rs", "");
    box_.write("build/deep/tracked.log", "");
    box_.git(&["add", "-f", "build/tracked.rs", "build/deep/tracked.log", "a.log"]);
    box_.assert_same_everywhere();
    let files = box_.walk("").files;
    assert!(files.iter().any(|file| file.path == "build/deep/tracked.log"));
    assert!(!files.iter().any(|file| file.path == "build/out.rs"));
}

#[test]
fn patterns_of_every_form() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    let patterns = [
        "\u{feff}bom",
        "trailing  ",
        "escaped\\ ",
        "\\#hash",
        "\\!bang",
        "# comment",
        "**/deep.txt",
        "mid/**/end.txt",
        "tail/**",
        "a**z",
        "[a-c]1",
        "[!x]2",
        "[^y]3",
        "q?4",
        "[[:digit:]]5",
        "x[[:]y*z",
        "back\\\\slash",
        "crlf\r",
        "\ttab",
        "dir-only/",
        "/anchored",
        "in/side",
        "*.e[xX]t",
        "br[oken",
        "end\\",
        "x/**/",
        "**",
        "!**",
        "foo**/bar",
        "é*",
        "nul\0rest",
    ];
    box_.write_bytes(".gitignore", patterns.join("\n").as_bytes());
    for path in [
        "bom",
        "trailing",
        "trailing  ",
        "escaped ",
        "escaped",
        "#hash",
        "!bang",
        "deep.txt",
        "a/b/deep.txt",
        "mid/end.txt",
        "mid/x/y/end.txt",
        "tail/x",
        "tail2/x",
        "axyz",
        "ax/yz",
        "a1",
        "d1",
        "y2",
        "x2",
        "y3",
        "z3",
        "qq4",
        "q4",
        "75",
        "x5",
        "back\\slash",
        "crlf",
        "\ttab",
        "dir-only/f",
        "sub/dir-only/f",
        "other/dir-only",
        "anchored",
        "sub/anchored",
        "in/side",
        "sub/in/side",
        "f.ext",
        "f.eXt",
        "broken",
        "br[oken",
        "end\\",
        "end",
        "x/y/f",
        "x/g",
        "foo/bar/f",
        "fooX/bar/f",
        "fooX/Y/bar/f",
        "élan",
        "nul",
        "nul\u{1}rest",
        "plain",
        "x:yz",
    ] {
        box_.write(path, "");
    }
    // Each pattern alone too, so that no later one hides what it does.
    box_.assert_same_everywhere();
    for pattern in patterns {
        box_.write_bytes(".gitignore", pattern.as_bytes());
        box_.assert_same("");
        box_.write_bytes(".gitignore", format!("{pattern}\n").as_bytes());
        box_.assert_same("");
    }
}

#[test]
fn exclude_files_outside_the_tree() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    for path in ["a.one", "a.two", "a.three", "a.four", "sub/a.one", "keep.two"] {
        box_.write(path, "");
    }
    box_.write(".git/info/exclude", "*.one\n!keep.two\n");
    box_.assert_same_everywhere();
    // The default global file, below the home folder and below XDG_CONFIG_HOME.
    box_.write_home(".config/git/ignore", "*.two\n");
    box_.assert_same_everywhere();
    // Set in the user's file, with a tilde; the default no longer holds.
    box_.write_home("my-ignores", "*.three\n");
    box_.write_home(".gitconfig", "[core]\n\texcludesFile = ~/my-ignores\n");
    box_.assert_same_everywhere();
    // Included.
    box_.write_home("inc", "[core]\n\texcludesFile = ~/included-ignores\n");
    box_.write_home("included-ignores", "*.four\n");
    box_.write_home(".gitconfig", "[include]\n\tpath = inc\n");
    box_.assert_same_everywhere();
    // Included for this repository only.
    let condition = format!("[includeIf \"gitdir:{}/\"]\n\tpath = inc\n", box_.root().display());
    box_.write_home(".gitconfig", &condition);
    box_.assert_same_everywhere();
    box_.write_home(".gitconfig", "[includeIf \"gitdir:/nowhere/\"]\n\tpath = inc\n");
    box_.assert_same_everywhere();
    let branch = "[includeIf \"onbranch:main\"]\n\tpath = inc\n";
    box_.write_home(".gitconfig", branch);
    box_.git(&["symbolic-ref", "HEAD", "refs/heads/main"]);
    box_.assert_same_everywhere();
    // The repository's own setting wins; a relative path starts at the top; an empty one means none at all.
    box_.write("local-ignores", "*.one\n!a.one\n");
    box_.git(&["config", "core.excludesFile", "local-ignores"]);
    box_.assert_same_everywhere();
    box_.git(&["config", "core.excludesFile", ""]);
    box_.assert_same_everywhere();
    box_.git(&["config", "core.excludesFile", "/nowhere/at/all"]);
    box_.assert_same_everywhere();
}

#[test]
fn no_user_settings_are_read_unless_given() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write("a.two", "");
    box_.write_home(".config/git/ignore", "*.two\n");
    let found = walk(box_.root(), &WalkOptions::new(UserGit::none())).unwrap();
    assert_eq!(found.files.len(), 1);
    assert!(box_.walk("").files.is_empty());
}

#[test]
fn started_in_a_subfolder() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write(".gitignore", "/a/b/*.x\nignored/\n");
    box_.write("a/.gitignore", "*.y\n!b/keep.y\n");
    box_.write("a/b/1.x", "");
    box_.write("a/b/1.y", "");
    box_.write("a/b/keep.y", "");
    box_.write("a/b/1.z", "");
    box_.write("a/b/c/1.x", "");
    box_.write("ignored/sub/f", "");
    box_.write("ignored/sub/tracked", "");
    box_.git(&["add", "-f", "ignored/sub/tracked"]);
    box_.assert_same_everywhere();
    let inside = box_.walk("ignored/sub");
    assert!(inside.git.unwrap().root_is_ignored);
    assert_eq!(inside.files.len(), 1);
    assert!(!box_.walk("a/b").git.unwrap().root_is_ignored);
}

#[test]
fn worktrees_submodules_and_nested_repositories() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write("f", "1");
    box_.write(".git/info/exclude", "*.shared\n");
    box_.commit_all();
    box_.git(&["worktree", "add", "-q", "../linked", "-b", "other"]);
    box_.git(&["worktree", "add", "-q", "inner", "-b", "inner"]);
    box_.write("../linked/x.shared", "");
    box_.write("../linked/y", "");
    box_.assert_same_at("../linked");
    box_.assert_same_everywhere();
    assert_eq!(skipped(&box_.walk(""), "inner"), Some(SkipReason::NestedRepository));
    let linked = box_.walk("../linked").git.unwrap();
    assert!(linked.work_tree.ends_with("linked"));
    assert_eq!(linked.head.as_deref(), Some(box_.git(&["rev-parse", "HEAD"]).trim()));

    // A submodule, populated and not.
    box_.git_in("../lib", &["init", "-q"]);
    box_.write("../lib/code", "");
    box_.git_in("../lib", &["add", "-A"]);
    box_.git_in("../lib", &["commit", "-qm", "x"]);
    box_.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../lib", "vendor/lib"]);
    box_.assert_same_everywhere();
    assert_eq!(skipped(&box_.walk(""), "vendor/lib"), Some(SkipReason::Submodule));
    assert_eq!(box_.walk("vendor/lib").files.len(), 1, "a submodule is a project of its own");
    box_.git(&["submodule", "--quiet", "deinit", "-f", "vendor/lib"]);
    box_.write("vendor/lib/stray", "");
    box_.assert_same_everywhere();

    // Nested repositories: plain, ignored, with tracked files below, and things that only look like one.
    for nested in ["nested", "ignored", "half"] {
        box_.write(&format!("{nested}/f"), "");
    }
    box_.git(&["add", "half/f"]);
    for nested in ["nested", "ignored", "half"] {
        box_.git_in(nested, &["init", "-q"]);
    }
    box_.write("half/g", "");
    box_.write(".gitignore", "ignored/\n");
    box_.write("broken-file/.git", "gitdir: nowhere\n");
    box_.write("broken-file/f", "");
    box_.write("empty-git/.git/keep", "");
    box_.write("empty-git/f", "");
    box_.git_in("bare.git", &["init", "-q", "--bare"]);
    box_.assert_same("");
    let found = box_.walk("");
    assert_eq!(skipped(&found, "nested"), Some(SkipReason::NestedRepository));
    assert_eq!(skipped(&found, "ignored"), None);
    assert!(found.files.iter().any(|file| file.path == "half/g"));
    assert!(found.files.iter().any(|file| file.path == "broken-file/f"));
    assert!(!found.files.iter().any(|file| file.path.split('/').any(|name| name == ".git")));
    assert!(found.files.iter().any(|file| file.path == "bare.git/HEAD"));
}

#[test]
fn names_of_every_kind() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    let names: [&[u8]; 14] = [
        b"with space",
        b"new\nline",
        b"quote\"s'",
        b"-rf",
        b"--help",
        b"\xff\xfe",
        b"caf\xe9",
        b"case",
        b"CASE",
        b"back\\slash",
        b"\\xff",
        b"tab\t",
        b"__tests__",
        "日本語".as_bytes(),
    ];
    for (at, name) in names.iter().enumerate() {
        let folder = box_.root().join(OsStr::from_bytes(b"d\xfa r"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(OsStr::from_bytes(name)), at.to_string()).unwrap();
        fs::write(box_.root().join(OsStr::from_bytes(name)), at.to_string()).unwrap();
    }
    box_.write_bytes(".gitignore", b"caf\xe9\n");
    box_.git(&["add", "--", "-rf", "CASE"]);
    box_.assert_same("");
    let found = box_.walk("");
    let mut keys: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert!(keys.is_sorted());
    assert!(keys.iter().all(|key| !key.contains('\n')));
    keys.dedup();
    assert_eq!(keys.len(), found.files.len());
    for file in &found.files {
        assert!(box_.root().join(file.os_path()).is_file(), "{}", file.path);
    }
    assert!(keys.contains(&"\\xff\\xfe") && keys.contains(&"\\x5cxff") && keys.contains(&"new\\x0aline"));
}

#[test]
fn folded_case() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.git(&["config", "core.ignoreCase", "true"]);
    box_.write("Dir/File.txt", "");
    box_.write("Dir/other", "");
    box_.git(&["add", "Dir/File.txt"]);
    box_.write(".gitignore", "*.LOG\n/DIR/OTHER\n[A]x\nd[A-C]y\n\\Ez\n");
    for path in ["dir/file.txt", "dir/new", "a.log", "B.Log", "ax", "Ax", "dby", "dBy", "Ez", "ez", "sub/.GIT/x"] {
        box_.write(path, "");
    }
    box_.assert_same_everywhere();
    box_.git(&["config", "core.ignoreCase", "false"]);
    box_.assert_same("");
}

#[test]
fn states_of_the_index() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write(".gitignore", "*.i\n");
    for path in ["a.i", "b", "d/c.i", "d/e", "gone", "folder-now", "link-now/x"] {
        box_.write(path, "");
    }
    box_.git(&["add", "-f", "-A"]);
    box_.git(&["commit", "-qm", "x"]);
    box_.write("new.i", "");
    box_.write("intent.i", "");
    box_.git(&["add", "-f", "--intent-to-add", "intent.i"]);
    fs::remove_file(box_.root().join("gone")).unwrap();
    fs::remove_file(box_.root().join("folder-now")).unwrap();
    box_.write("folder-now/x", "");
    fs::remove_dir_all(box_.root().join("link-now")).unwrap();
    symlink("d", box_.root().join("link-now")).unwrap();
    box_.assert_same_everywhere();
    for version in ["2", "3", "4"] {
        box_.git(&["update-index", "--index-version", version]);
        box_.assert_same_everywhere();
    }
    box_.git(&["update-index", "--split-index"]);
    box_.assert_same_everywhere();
    box_.write("after-split.i", "");
    box_.git(&["add", "-f", "after-split.i"]);
    box_.git(&["rm", "-q", "--cached", "b"]);
    box_.assert_same_everywhere();
    box_.git(&["update-index", "--no-split-index"]);
    box_.git(&["update-index", "--skip-worktree", "d/e"]);
    box_.git(&["update-index", "--untracked-cache"]);
    box_.assert_same_everywhere();
    fs::remove_file(box_.root().join(".git/index")).unwrap();
    box_.assert_same_everywhere();
    box_.write(".git/index", "DIRC nonsense that is longer than a header and its checksum of twenty bytes");
    assert!(matches!(walk(box_.root(), &box_.options()), Err(WalkError::Index { .. })));
}

#[test]
fn conflicts() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q", "-b", "main"]);
    box_.write(".gitignore", "*.i\n");
    box_.write("f.i", "base");
    box_.git(&["add", "-f", "-A"]);
    box_.git(&["commit", "-qm", "base"]);
    box_.git(&["checkout", "-qb", "other"]);
    box_.write("f.i", "other");
    box_.git(&["commit", "-qam", "other"]);
    box_.git(&["checkout", "-q", "main"]);
    box_.write("f.i", "main");
    box_.git(&["commit", "-qam", "main"]);
    assert!(box_.try_git(&["merge", "-q", "other"]).is_none(), "the merge conflicts");
    box_.assert_same_everywhere();
    assert_eq!(box_.walk("").files.len(), 2);
}

#[test]
fn sparse_checkouts() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    for path in ["top", "in/f", "in/deep/f", "out/f", "out/deep/f.i", "out/deep/g"] {
        box_.write(path, "");
    }
    box_.write(".gitignore", "*.i\n");
    box_.write("out/.gitignore", "*.local\n");
    box_.git(&["add", "-f", "-A"]);
    box_.git(&["commit", "-qm", "x"]);
    box_.git(&["sparse-checkout", "set", "--cone", "in"]);
    box_.assert_same_everywhere();
    for sparse_index in ["--no-sparse-index", "--sparse-index"] {
        box_.git(&["sparse-checkout", "reapply", sparse_index]);
        box_.assert_same_everywhere();
        // Files that lie on disk where the checkout has none.
        box_.write("out/deep/f.i", "back");
        box_.write("out/new", "");
        box_.write("out/x.local", "");
        box_.assert_same_everywhere();
        fs::remove_dir_all(box_.root().join("out")).unwrap();
    }
    box_.git(&["sparse-checkout", "set", "--no-cone", "/*", "!/out/.gitignore"]);
    box_.write("out/x.local", "");
    box_.assert_same_everywhere();
    assert!(!box_.walk("").files.iter().any(|file| file.path == "out/x.local"), "a rule that is not on disk holds");
}

#[test]
fn repositories_of_odd_settings() {
    let box_ = Sandbox::new();
    // SHA-256 objects.
    box_.git_in("sha256", &["init", "-q", "--object-format=sha256"]);
    box_.write("sha256/f.i", "");
    box_.write("sha256/.gitignore", "*.i\n");
    box_.git_in("sha256", &["add", "-f", "-A"]);
    box_.git_in("sha256", &["commit", "-qm", "x"]);
    box_.write("sha256/g.i", "");
    box_.assert_same_at("sha256");
    let head = box_.walk("sha256").git.unwrap().head.unwrap();
    assert_eq!(head, box_.git_in("sha256", &["rev-parse", "HEAD"]).trim());
    // The repository's folder elsewhere, and its work tree named in its settings.
    box_.git_in("apart", &["init", "-q", "--separate-git-dir=../apart.git"]);
    box_.write("apart/f", "");
    box_.write("apart.git/info/exclude", "*.i\n");
    box_.write("apart/f.i", "");
    box_.assert_same_at("apart");
    box_.git_in("named/inner", &["init", "-q"]);
    box_.git_in("named/inner", &["config", "core.worktree", "../.."]);
    box_.write("named/f", "");
    box_.write("named/inner/f", "");
    box_.assert_same_at("named/inner");
    // Bare settings: no work tree, and so no tracked files and no rules but the files'.
    box_.git_in("bare-setting", &["init", "-q"]);
    box_.git_in("bare-setting", &["config", "core.bare", "true"]);
    box_.write("bare-setting/f", "");
    let found = box_.walk("bare-setting");
    assert_eq!((found.git, found.files.len()), (None, 1));
    // A linked work tree of a bare repository has one nevertheless.
    box_.git_in("main", &["init", "-q"]);
    box_.write("main/f", "");
    box_.git_in("main", &["add", "f"]);
    box_.git_in("main", &["commit", "-qm", "x"]);
    box_.git_in("main", &["worktree", "add", "-q", "../of-bare"]);
    box_.git_in("main", &["config", "core.bare", "true"]);
    box_.write("of-bare/g", "");
    box_.assert_same_at("of-bare");
    // Work trees with settings of their own.
    box_.git_in("main", &["config", "extensions.worktreeConfig", "true"]);
    box_.git_in("of-bare", &["config", "--worktree", "core.bare", "false"]);
    box_.write("own-excludes", "g\n");
    let excludes = box_.root().join("own-excludes");
    box_.git_in("of-bare", &["config", "--worktree", "core.excludesFile", excludes.to_str().unwrap()]);
    box_.assert_same_at("of-bare");
}

#[test]
fn a_folder_without_git_follows_its_ignore_files_alone() {
    let box_ = Sandbox::new();
    box_.write(".gitignore", "*.i\n!b.i\nout/\n");
    box_.write_home(".config/git/ignore", "*.two\n");
    for path in ["a.i", "b.i", "a.two", "out/f", "sub/a.i", "sub/f", "broken/.git"] {
        box_.write(path, "");
    }
    box_.write("sub/.gitignore", "!a.i\n");
    let found = box_.walk("");
    assert!(found.git.is_none());
    let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, [".gitignore", "a.two", "b.i", "sub/.gitignore", "sub/a.i", "sub/f"]);
    // Repositories within are projects of their own here too, ignored ones are nothing.
    box_.git_in("clone", &["init", "-q"]);
    box_.git_in("out/clone", &["init", "-q"]);
    let with_clone = box_.walk("");
    assert_eq!(skipped(&with_clone, "clone"), Some(SkipReason::NestedRepository));
    assert_eq!((with_clone.files, with_clone.skipped.len()), (found.files.clone(), 1));
    // The same as after `git init`, but for what only a repository has.
    box_.write_home(".config/git/ignore", "");
    box_.git(&["init", "-q"]);
    box_.assert_same("");
    assert_eq!(box_.walk("").files, found.files);
}

#[test]
fn links_and_special_files() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write("d/f", "");
    box_.write("../outside/secret", "");
    for (name, target) in [
        ("inside", "d/f"),
        ("inside-folder", "d"),
        ("out", "../outside"),
        ("d/out-file", "../../outside/secret"),
        ("dangling", "nowhere"),
        ("loop", "loop"),
        ("up", ".."),
        ("here", "."),
        ("tracked", "../outside/secret"),
        (".gitignore", "ignores"),
    ] {
        symlink(target, box_.root().join(name)).unwrap();
    }
    box_.write("ignores", "f\n");
    box_.git(&["add", "tracked"]);
    box_.mkfifo("pipe");
    box_.write("was-file", "");
    box_.git(&["add", "was-file"]);
    fs::remove_file(box_.root().join("was-file")).unwrap();
    box_.mkfifo("was-file");
    box_.assert_same_everywhere();
    let found = box_.walk("");
    for (path, reason) in [
        ("inside", SkipReason::LinkInside),
        ("inside-folder", SkipReason::LinkInside),
        ("here", SkipReason::LinkInside),
        ("out", SkipReason::LinkOutside),
        ("up", SkipReason::LinkOutside),
        ("d/out-file", SkipReason::LinkOutside),
        ("tracked", SkipReason::LinkOutside),
        ("dangling", SkipReason::LinkDangling),
        ("loop", SkipReason::LinkDangling),
        (".gitignore", SkipReason::LinkInside),
        ("was-file", SkipReason::SpecialFile),
    ] {
        assert_eq!(skipped(&found, path), Some(reason), "{path}");
    }
    assert_eq!(skipped(&found, "pipe"), None, "Git knows no pipes");
    let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["d/f", "ignores"]);
}

#[test]
fn own_ignore_files_hold_for_tracked_files_too() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write(".graphicleignore", "*.gen\n/big/\n!keep.gen\n!ignored-by-git\n");
    box_.write(".gitignore", "ignored-by-git\n");
    for path in ["a.gen", "keep.gen", "big/x", "big/deep/y", "sub/b.gen", "sub/z", "ignored-by-git"] {
        box_.write(path, "");
    }
    box_.write("sub/.graphicleignore", "!b.gen\nz\n");
    box_.git_in("big/repo", &["init", "-q"]);
    box_.git(&["add", "a.gen", "big/x"]);
    box_.assert_same_everywhere();
    let found = box_.walk("");
    for path in ["a.gen", "big/x", "big/deep/y", "big/repo", "sub/z"] {
        assert_eq!(skipped(&found, path), Some(SkipReason::GraphicleIgnore), "{path}");
    }
    let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, [".gitignore", ".graphicleignore", "keep.gen", "sub/.graphicleignore", "sub/b.gen"]);
    // From inside a folder that it excludes, everything is left out and said to be.
    let inside = box_.walk("big/deep");
    assert_eq!((inside.files.len(), skipped(&inside, "y")), (0, Some(SkipReason::GraphicleIgnore)));
}

#[test]
fn threads_do_not_change_the_result() {
    let box_ = Sandbox::new();
    for at in 0..300 {
        box_.write(&format!("d{}/e{}/f{at}", at % 7, at % 11), "");
        box_.write(&format!("d{}/e{}/.env", at % 7, at % 11), "");
    }
    let mut options = box_.options();
    options.threads = std::num::NonZeroUsize::MIN;
    let one = walk(box_.root(), &options).unwrap();
    options.threads = options.threads.saturating_add(7);
    for _ in 0..20 {
        assert_eq!(walk(box_.root(), &options).unwrap(), one);
    }
    assert_eq!(one.files.len(), 300);
    assert!(one.skipped.iter().all(|skipped| skipped.reason == SkipReason::SecretName));
}

#[test]
fn what_cannot_be_walked_is_an_error() {
    let box_ = Sandbox::new();
    box_.write("file", "");
    let fails = |path: &str| walk(&box_.root().join(path), &box_.options()).unwrap_err();
    assert!(matches!(fails("nowhere"), WalkError::NotFound { .. }));
    assert!(matches!(fails("file"), WalkError::NotAFolder { .. }));
    assert!(matches!(fails("file/below"), WalkError::NotAFolder { .. }));
}

#[test]
fn whose_the_files_are_does_not_matter() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write(".gitignore", "*.i\n");
    box_.write("f.i", "");
    box_.write("g.i", "");
    box_.git(&["add", "-f", "f.i"]);
    let before = box_.walk("");
    for path in ["", ".git", ".git/index", ".git/config", ".git/HEAD", "f.i"] {
        // Only the superuser can give files away.
        if std::os::unix::fs::chown(box_.root().join(path), Some(12_345), Some(12_345)).is_err() {
            return;
        }
    }
    assert!(box_.try_git(&["ls-files"]).is_none(), "Git itself refuses");
    let after = box_.walk("");
    assert_eq!(after.git, before.git);
    let paths = |found: &graphicle_walk::Walk| found.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>();
    assert_eq!(paths(&after), paths(&before));
    assert_eq!(paths(&after), [".gitignore", "f.i"]);
}

/// Runs itself again with variables set that send Git elsewhere, since a process cannot change its own environment
/// while its threads run.
#[test]
fn the_environment_does_not_redirect_a_walk() {
    const SEEN: &str = "WALK_TEST_ROOT";
    if let Some(root) = std::env::var_os(SEEN) {
        let user = UserGit::from_environment();
        let found = walk(std::path::Path::new(&root), &WalkOptions::new(user)).unwrap();
        let paths: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [".gitignore", "a", "tracked.i"]);
        return;
    }
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write(".gitignore", "*.i\n");
    box_.write("tracked.i", "");
    box_.write("a", "");
    box_.write("b.global", "");
    box_.git(&["add", "-f", "tracked.i"]);
    box_.git_in("../other", &["init", "-q"]);
    box_.write_home("global", "[core]\n\texcludesFile = ~/excludes\n");
    box_.write_home("excludes", "*.global\n");
    let base = box_.root().parent().unwrap();
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "layouts::the_environment_does_not_redirect_a_walk"])
        .env(SEEN, box_.root())
        .env("HOME", base.join("home"))
        .env("GIT_CONFIG_GLOBAL", base.join("home/global"))
        .env("GIT_DIR", base.join("other/.git"))
        .env("GIT_WORK_TREE", base.join("other"))
        .env("GIT_INDEX_FILE", base.join("nowhere"))
        .env("GIT_OBJECT_DIRECTORY", base.join("nowhere"))
        .env("GIT_COMMON_DIR", base.join("nowhere"))
        .env("GIT_CEILING_DIRECTORIES", base)
        .status()
        .unwrap();
    assert!(status.success());
}

#[test]
fn a_damaged_index_is_an_error_and_no_more() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    for at in 0..40 {
        box_.write(&format!("d{}/f{at}", at % 5), "");
    }
    box_.git(&["add", "-A"]);
    box_.git(&["update-index", "--index-version", "4"]);
    let whole = fs::read(box_.root().join(".git/index")).unwrap();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let (mut read, mut refused) = (0, 0);
    for round in 0..400 {
        let mut bytes = whole.clone();
        if round % 4 == 0 {
            bytes.truncate(random(bytes.len()));
        }
        for _ in 0..round % 5 {
            let at = random(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random(8);
            }
        }
        box_.write_bytes(".git/index", &bytes);
        match walk(box_.root(), &box_.options()) {
            Ok(found) => read += usize::from(!found.files.is_empty()),
            Err(WalkError::Index { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(read > 50 && refused > 50, "{read} read, {refused} refused");
}

#[test]
fn a_pipe_in_the_place_of_the_index_is_an_error_and_blocks_nothing() {
    let box_ = Sandbox::new();
    box_.git(&["init", "-q"]);
    box_.write("a", "");
    box_.mkfifo(".git/index");
    assert!(matches!(walk(box_.root(), &box_.options()), Err(WalkError::Index { .. })));
}
