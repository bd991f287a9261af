//! Owns starting workers, handing files to them, and what happens when one ends, hangs or talks nonsense. It owns no
//! order of files and no thread but the watchdog.

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use graphicle_engine::facts::{self, FileFacts, Outcome};

use super::WORKER_COMMAND;
use super::allowance::SECONDS;
use super::protocol::{HELLO, Request, read_frame, write_frame};

/// How long a worker may take over one file. Extraction counts its own steps, and the system ends a worker that computes
/// for too long; both come long before. This is the backstop where the system does not, and for a worker that waits.
const PATIENCE: Duration = Duration::from_mins(5);

/// A worker that ends after so long has used up its processor time, and another would do the same.
const TOO_LONG: Duration = Duration::from_secs(SECONDS);

/// How many times a worker is started before it is given up that none greets.
const STARTS: u32 = 4;

/// How often the watchdog looks.
const WATCH_EVERY: Duration = Duration::from_millis(250);

/// How a worker is started.
#[derive(Debug, Clone)]
pub struct WorkerCommand {
    program: PathBuf,
    args: Vec<OsString>,
    patience: Duration,
}

impl WorkerCommand {
    /// Returns the command that starts this program again as a worker.
    pub fn this_program() -> io::Result<Self> {
        // On Linux this name leads to the running file also when an upgrade has replaced it on disk.
        let itself = PathBuf::from("/proc/self/exe");
        let program = if itself.exists() { itself } else { std::env::current_exe()? };
        Ok(Self::new(program, [WORKER_COMMAND.into()]))
    }

    /// Returns the command that starts `program` with `args`.
    pub fn new(program: impl Into<PathBuf>, args: impl IntoIterator<Item = OsString>) -> Self {
        Self { program: program.into(), args: args.into_iter().collect(), patience: PATIENCE }
    }

    /// Returns the command with another limit on how long a worker may take over one file.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }
}

/// Workers cannot be had at all: nothing that a single file could cause.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The process did not start.
    #[error("cannot start a parser process: {0}; check the limits on processes and memory and run the command again")]
    Start(#[source] io::Error),
    /// The process started and did not greet.
    #[error("a parser process ended before it was given a file; check the limits on processes and memory")]
    NoGreeting,
}

/// The workers of one sync and their watchdog. Dropping it ends the watchdog.
#[derive(Debug)]
pub struct Crew {
    command: WorkerCommand,
    /// The facts of a file that no worker survives, encoded.
    crashed: Vec<u8>,
    watched: Arc<Mutex<Vec<Arc<Watched>>>>,
    watchdog: Option<(Sender<()>, thread::JoinHandle<()>)>,
}

/// A worker's process and until when it must have answered.
#[derive(Debug)]
struct Watched {
    child: Mutex<Child>,
    deadline: Mutex<Option<Instant>>,
}

impl Crew {
    /// Returns a crew whose workers are started by `command`; none is started yet.
    pub fn new(command: WorkerCommand) -> Self {
        let watched: Arc<Mutex<Vec<Arc<Watched>>>> = Arc::default();
        let (stop, stopped) = mpsc::channel();
        let list = Arc::clone(&watched);
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(WATCH_EVERY) == Err(RecvTimeoutError::Timeout) {
                let now = Instant::now();
                for worker in lock(&list).iter() {
                    if lock(&worker.deadline).is_some_and(|deadline| deadline < now) {
                        // The thread that waits for the answer sees the pipe end, and tells which file it was.
                        let _ = lock(&worker.child).kill();
                    }
                }
            }
        });
        let crashed = FileFacts::without_symbols(Outcome::ParserCrashed).to_bytes().unwrap_or_default();
        Self { command, crashed, watched, watchdog: Some((stop, thread)) }
    }

    /// Returns a place in the crew for one thread. Its worker starts with the first file.
    pub fn member(&self) -> Member<'_> {
        Member { crew: self, worker: None, message: Vec::new(), answer: Vec::new() }
    }

    /// Starts a worker. One that ends before it greets is tried again, since whatever ended it may have passed.
    fn start(&self) -> Result<Worker, WorkerError> {
        for _ in 1..STARTS {
            match self.start_once() {
                Err(WorkerError::NoGreeting) => {}
                started => return started,
            }
        }
        self.start_once()
    }

    fn start_once(&self) -> Result<Worker, WorkerError> {
        let mut child = Command::new(&self.command.program)
            .args(&self.command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A crash is told in the file's outcome; a grammar's own words would only confuse.
            .stderr(Stdio::null())
            .spawn()
            .map_err(WorkerError::Start)?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(WorkerError::NoGreeting);
        };
        let watched = Arc::new(Watched { child: Mutex::new(child), deadline: Mutex::new(None) });
        lock(&self.watched).push(Arc::clone(&watched));
        let to = BufWriter::with_capacity(1 << 16, to);
        let from = BufReader::with_capacity(1 << 16, from);
        let mut worker = Worker { crew: Arc::clone(&self.watched), watched, to, from };
        let mut hello = Vec::new();
        let greeted = worker.timed(self.command.patience, |worker| read_frame(&mut worker.from, &mut hello));
        if matches!(greeted, Ok(true)) && hello == HELLO { Ok(worker) } else { Err(WorkerError::NoGreeting) }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.watchdog.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

/// A running worker. Dropping it ends its process.
#[derive(Debug)]
struct Worker {
    crew: Arc<Mutex<Vec<Arc<Watched>>>>,
    watched: Arc<Watched>,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Worker {
    /// Does `what` with the watchdog looking on.
    fn timed<T>(&mut self, patience: Duration, what: impl FnOnce(&mut Self) -> T) -> T {
        *lock(&self.watched.deadline) = Instant::now().checked_add(patience);
        let done = what(self);
        *lock(&self.watched.deadline) = None;
        done
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        lock(&self.crew).retain(|watched| !Arc::ptr_eq(watched, &self.watched));
        let mut child = lock(&self.watched.child);
        // It holds no state, so it need not be asked; waiting frees its entry in the system's table.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// What became of one attempt at a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attempt {
    Answered,
    Ended,
    Overdue,
}

/// One thread's place in the crew, with a worker of its own.
#[derive(Debug)]
pub struct Member<'a> {
    crew: &'a Crew,
    worker: Option<Worker>,
    message: Vec<u8>,
    answer: Vec<u8>,
}

impl Member<'_> {
    /// Returns the facts of a file as postcard bytes and decoded. A worker that ends on the file is replaced and the
    /// file tried once more (what the worker did before may have been the cause); after that, when the worker does not
    /// come back in time, or when it answers nonsense, the facts say [`Outcome::ParserCrashed`].
    pub fn extract(&mut self, request: &Request<'_>) -> Result<(&[u8], FileFacts<'_>), WorkerError> {
        let crashed = (self.crew.crashed.as_slice(), FileFacts::without_symbols(Outcome::ParserCrashed));
        self.message.clear();
        self.message = match postcard::to_extend(request, std::mem::take(&mut self.message)) {
            Ok(message) => message,
            Err(_) => return Ok(crashed),
        };
        let mut attempt = self.attempt()?;
        if attempt == Attempt::Ended {
            attempt = self.attempt()?;
        }
        if attempt != Attempt::Answered {
            return Ok(crashed);
        }
        if let Some(facts) = facts::from_bytes(&self.answer) {
            return Ok((&self.answer, facts));
        }
        self.worker = None;
        Ok(crashed)
    }

    fn attempt(&mut self) -> Result<Attempt, WorkerError> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(self.crew.start()?),
        };
        let patience = self.crew.command.patience;
        let started = Instant::now();
        let (message, answer) = (&self.message, &mut self.answer);
        let answered = worker.timed(patience, |worker| {
            write_frame(&mut worker.to, message).is_ok() && matches!(read_frame(&mut worker.from, answer), Ok(true))
        });
        if answered {
            return Ok(Attempt::Answered);
        }
        self.worker = None;
        Ok(if started.elapsed() >= patience.min(TOO_LONG) { Attempt::Overdue } else { Attempt::Ended })
    }
}

/// Locks a mutex whose holder may have panicked; what it guards is whole between any two statements here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
