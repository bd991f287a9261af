//! Owns serving the page and one snapshot to this machine: an address with a secret in it, on loopback alone. It owns no
//! file.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::files::Page;

/// Bytes of the secret: nobody guesses them.
const SECRET: usize = 16;
/// Clients at the same time; others wait.
const MOST_CLIENTS: usize = 32;
/// How long a client may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a client may stay at all; a browser comes again.
const LONGEST: Duration = Duration::from_mins(5);
/// What a page of ours may do; its own policy says the same.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port is somebody else's.
    #[error("port {port} cannot be used ({source}); give another one by --port, or leave it out")]
    Port {
        /// Which.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The system gives no random numbers, or no threads.
    #[error("the page cannot be served: {0}")]
    System(String),
}

/// A server that was given a port and does not answer yet.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    site: Arc<Site>,
}

/// What is served, and to whom.
#[derive(Debug)]
struct Site {
    port: u16,
    secret: String,
    page: Page,
    name: String,
    snapshot: Bytes,
}

impl Server {
    /// Takes a port of the loopback address, any that is free for 0, to serve the page with a snapshot of this name.
    pub fn bind(port: u16, page: Page, name: &str, snapshot: Vec<u8>) -> Result<Self, ServerError> {
        let system = |error: &dyn std::error::Error| ServerError::System(error.to_string());
        let mut random = [0; SECRET];
        getrandom::fill(&mut random).map_err(|error| system(&error))?;
        let secret = random.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        });
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| system(&error))?;
        let listener = runtime.block_on(TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))));
        let listener = listener.map_err(|source| ServerError::Port { port, source })?;
        let port = listener.local_addr().map_err(|error| system(&error))?.port();
        let page = page.with_snapshot(name);
        let site = Site { port, secret, page, name: name.to_owned(), snapshot: Bytes::from(snapshot) };
        Ok(Self { runtime, listener, site: Arc::new(site) })
    }

    /// Returns the page's address.
    pub fn address(&self) -> String {
        let Site { port, secret, .. } = &*self.site;
        format!("http://127.0.0.1:{port}/{secret}/")
    }

    /// Answers until the program is interrupted.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, site } = self;
        runtime.block_on(async move {
            tokio::select! {
                () = accept(&listener, &site) => Ok(()),
                interrupted = tokio::signal::ctrl_c() => interrupted,
            }
        })
    }
}

/// Takes clients one after another, for ever.
async fn accept(listener: &TcpListener, site: &Arc<Site>) {
    let places = Arc::new(Semaphore::new(MOST_CLIENTS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((client, _)) = listener.accept().await else {
            // Out of files, most likely: some come back when clients go.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let site = Arc::clone(site);
        tokio::spawn(async move {
            // A client that goes away is its own affair.
            let _ = timeout(LONGEST, talk(client, site)).await;
            drop(place);
        });
    }
}

async fn talk(client: TcpStream, site: Arc<Site>) -> Result<(), hyper::Error> {
    let answer = service_fn(move |request| {
        let answer = site.answer(&request);
        async move { Ok::<_, Infallible>(answer) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(16 << 10)
        .serve_connection(TokioIo::new(client), answer)
        .await
}

impl Site {
    fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        // A page of another origin whose name leads here must not read the project.
        if host != format!("127.0.0.1:{}", self.port) && host != format!("localhost:{}", self.port) {
            return told(StatusCode::FORBIDDEN, "ask by the address that the program printed");
        }
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return told(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD are answered");
        }
        let own = request.uri().path().strip_prefix('/').and_then(|path| path.strip_prefix(self.secret.as_str()));
        let found = own.and_then(|path| path.strip_prefix('/')).and_then(|path| self.file(path));
        let Some((path, bytes)) = found else {
            return told(StatusCode::NOT_FOUND, "there is nothing here; ask by the address that the program printed");
        };
        let mut response = Response::new(Full::new(bytes));
        secured(&mut response, kind_of(&path));
        response
    }

    /// Returns the file that a path names, and its path.
    fn file(&self, path: &str) -> Option<(String, Bytes)> {
        if path == encoded(&self.name) {
            return Some((self.name.clone(), self.snapshot.clone()));
        }
        self.page.at(path).map(|(path, bytes)| (path.to_owned(), bytes))
    }
}

fn told(status: StatusCode, sentence: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(sentence.as_bytes())));
    *response.status_mut() = status;
    secured(&mut response, "text/plain; charset=utf-8");
    response
}

fn secured(response: &mut Response<Full<Bytes>>, kind: &'static str) {
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in
        [("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin")]
    {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
}

/// Returns a file's type by the end of its name.
fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Returns a file's name as a browser asks for it.
fn encoded(name: &str) -> String {
    name.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}
