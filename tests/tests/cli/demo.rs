//! Owns the browser page as a command: `demo`, which serves it on loopback, and `export --demo`, which writes it. It owns
//! nothing that the page does (`bindings-js/demo/test`); a small one stands for it here.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use graphicle_engine::portable::unpack;
use graphicle_tests::fixture::program;
use graphicle_tests::sandbox::Sandbox;

const INDEX: &str =
    "<!doctype html><meta name=\"graphicle-snapshot\" content=\"\"><script src=\"assets/app.js\"></script>\n";

/// A place with a synced project, and a page in a folder.
fn place() -> (Sandbox, String) {
    let sandbox = Sandbox::with_files();
    sandbox.sync();
    let page = sandbox.base().join("page");
    fs::create_dir_all(page.join("assets")).unwrap();
    fs::write(page.join("index.html"), INDEX).unwrap();
    fs::write(page.join("assets/app.js"), "let a = 1;\n").unwrap();
    fs::write(page.join("assets/engine.wasm"), b"\0asm").unwrap();
    let page = page.to_str().unwrap().to_owned();
    (sandbox, page)
}

/// The command while it serves.
struct Demo {
    child: Child,
    port: u16,
    path: String,
}

impl Demo {
    fn start(sandbox: &Sandbox, options: &[&str]) -> Self {
        let mut child = Command::new(program())
            .args(["demo", "--no-open"])
            .args(options)
            .current_dir(&sandbox.root)
            .env("GRAPHICLE_DATA_DIR", &sandbox.data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim().strip_prefix("http://127.0.0.1:").unwrap_or_else(|| panic!("{address}"));
        let (port, path) = rest.split_once('/').unwrap();
        Self { child, port: port.parse().unwrap(), path: format!("/{path}") }
    }

    /// Sends bytes and returns the status and the answer's head and body.
    fn sends(&self, request: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(answer.len());
        let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, head, answer.get(end + 4..).unwrap_or_default().to_vec())
    }

    fn asks(&self, method: &str, path: &str, host: &str) -> (u16, String, Vec<u8>) {
        self.sends(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    fn gets(&self, path: &str) -> (u16, String, Vec<u8>) {
        self.asks("GET", &format!("{}{path}", self.path), &format!("127.0.0.1:{}", self.port))
    }

    /// Interrupts it as a terminal does, and returns the exit code and what it said.
    #[cfg(unix)]
    fn interrupt(mut self) -> (i32, String) {
        let killed = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let status = self.child.wait().unwrap();
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status.code().unwrap_or(-1), said)
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_is_served_with_the_projects_snapshot() {
    let (sandbox, page) = place();
    let demo = Demo::start(&sandbox, &["--page", &page, "--exclude", "*.py"]);
    let (status, head, body) = demo.gets("");
    assert_eq!(status, 200, "{head}");
    assert!(String::from_utf8(body).unwrap().contains("content=\"project.graphicle\""));
    for part in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(head.contains(part), "{part} in {head}");
    }
    let (status, head, body) = demo.gets("assets/app.js");
    assert_eq!((status, body.as_slice()), (200, &b"let a = 1;\n"[..]));
    assert!(head.contains("text/javascript"), "{head}");
    assert!(demo.gets("assets/engine.wasm").1.contains("application/wasm"));
    let (status, _, body) = demo.gets("project.graphicle");
    assert_eq!(status, 200);
    let (snapshot, about) = unpack(&body).unwrap();
    assert_eq!(about.left_out.files, 2);
    let snapshot = graphicle_engine::snapshot::Snapshot::open(&snapshot).unwrap();
    assert!(snapshot.files().all(|file| !file.path.contains("app/")));
    let (status, head, body) = demo.asks("HEAD", &demo.path, &format!("localhost:{}", demo.port));
    assert!(status == 200 && body.is_empty() && head.contains("content-length: "), "{head}");
    #[cfg(unix)]
    {
        let (code, said) = demo.interrupt();
        assert!(code == 0 && said.contains("Ctrl-C"), "{code} {said}");
    }
}

#[test]
fn nobody_else_is_answered() {
    let (sandbox, page) = place();
    let demo = Demo::start(&sandbox, &["--page", &page]);
    let host = format!("127.0.0.1:{}", demo.port);
    assert!(demo.path.len() > 30, "{}", demo.path);
    // Without the secret, by another name, in another way.
    for path in ["/", "/project.graphicle", "/00000000000000000000000000000000/project.graphicle"] {
        assert_eq!(demo.asks("GET", path, &host).0, 404, "{path}");
    }
    for other in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(demo.asks("GET", &demo.path, other).0, 403, "{other}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
        assert_eq!(demo.asks(method, &demo.path, &host).0, 405, "{method}");
    }
    // Nothing outside of the page, however it is written.
    for path in [
        "../page/index.html",
        "..%2f..%2fetc%2fpasswd",
        "assets/../../data",
        "assets",
        "assets/",
        "%00",
        "//etc/passwd",
    ] {
        assert_eq!(demo.gets(path).0, 404, "{path}");
    }
    // What is no request ends its own connection alone.
    for noise in [
        "\r\n\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "\u{0}\u{1}\r\n\r\n",
        &format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(100_000)),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", demo.port)).unwrap();
        let _ = stream.write_all(noise.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert_eq!(demo.gets("").0, 200);
}

#[test]
fn what_cannot_be_served_is_a_sentence() {
    let (sandbox, page) = place();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (options, says) in [
        (&["--page", &page, "--port", &port][..], "--port"),
        (&["--page", "/nowhere/page"], "scripts/build-page.sh"),
        (&["--page", sandbox.root.to_str().unwrap()], "holds no page"),
        (&["--page", &page, "--snapshot", "/nowhere/file"], "graphicle export"),
        (&["--page", &page, "--include", "nothing/**"], "--include"),
    ] {
        let done = sandbox.run(&[&["demo", "--no-open"], options].concat());
        assert!(done.failure().contains(says), "{done:?}");
    }
    let done = sandbox.run(&["demo", "--page", &page, "--snapshot", "x", "--no-text"]);
    assert_eq!(done.code, 2, "{done:?}");
}

/// Exports the page into a folder.
fn exported(sandbox: &Sandbox, page: &str, folder: &str) -> graphicle_tests::sandbox::Done {
    sandbox.run(&["export", "--demo", folder, "--page", page])
}

#[test]
fn a_folder_for_any_host_holds_the_page_and_the_file() {
    let (sandbox, page) = place();
    let folder = sandbox.root.join("site");
    let name = folder.to_str().unwrap();
    let done = exported(&sandbox, &page, name);
    assert!(done.code == 0 && done.stdout.is_empty() && done.stderr.contains("wrote"), "{done:?}");
    assert!(fs::read_to_string(folder.join("index.html")).unwrap().contains("content=\"project.graphicle\""));
    let first = fs::read(folder.join("project.graphicle")).unwrap();
    // The next sync of the project that the folder lies in does not read it, and the next export gives the same.
    sandbox.write("more.py", "def more():\n    return 1\n");
    fs::remove_file(PathBuf::from(&page).join("assets/app.js")).unwrap();
    fs::write(PathBuf::from(&page).join("assets/other.js"), "2").unwrap();
    let done = exported(&sandbox, &page, name);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(folder.join("assets/other.js").exists() && !folder.join("assets/app.js").exists());
    let (second, about) = unpack(&fs::read(folder.join("project.graphicle")).unwrap()).unwrap();
    assert_eq!(about.left_out.files, 0);
    let paths = |snapshot: &[u8]| -> Vec<String> {
        let snapshot = graphicle_engine::snapshot::Snapshot::open(snapshot).unwrap();
        snapshot.files().map(|file| file.path.to_owned()).collect()
    };
    let mut expected = paths(&unpack(&first).unwrap().0);
    expected.push("more.py".to_owned());
    expected.sort();
    assert_eq!(paths(&second), expected);
}

#[test]
fn nothing_of_somebody_elses_is_overwritten() {
    let (sandbox, page) = place();
    let folder = sandbox.base().join("site");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    let name = folder.to_str().unwrap();
    assert!(exported(&sandbox, &page, name).failure().contains("mine.txt"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_file(folder.join("mine.txt")).unwrap();
    assert_eq!(exported(&sandbox, &page, name).code, 0);
    fs::write(folder.join("notes.md"), "mine").unwrap();
    assert!(exported(&sandbox, &page, name).failure().contains("notes.md"));
    assert_eq!(fs::read_to_string(folder.join("notes.md")).unwrap(), "mine");
    let file = sandbox.base().join("file");
    fs::write(&file, "mine").unwrap();
    assert!(exported(&sandbox, &page, file.to_str().unwrap()).failure().contains("no folder"));
    let done = sandbox.run(&["export", "--demo", name, "--out", "x", "--page", &page]);
    assert_eq!(done.code, 2, "{done:?}");
}
